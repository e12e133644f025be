"""Files of a results folder: sealed, whole, and refused when any byte of them is damaged."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_check import faults

from deals.errors import FormatError
from reports.output import OutputError
from reports.store.manifest import Manifest, range_text
from reports.store.parts import Sidecar, part_indices, part_path
from reports.store.sealed import seal, unseal
from reports.store.whole import is_leftover, write_whole
from solver.columns import Detail
from solver.rules import VARIANTS, find_rules

FILES: dict[str, object] = {"kind": "files", "count": "12"}
MANIFEST = Manifest("0.1.0", find_rules("zudecken-group"), "0..99", Detail.FULL, 50)
SIDECAR = Sidecar("ab" * 32, 2, {"won": 1, "error": 1}, "cd" * 32, [{"id": "ä"}])


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("deals", ["7", "0..99", "5..18446744073709551615..10", FILES])
def test_manifests_read_back_and_keep_to_their_schema(name: str, deals: Any) -> None:
    for detail in Detail:
        manifest = Manifest("0.1.0", find_rules(name), deals, detail, 1)
        assert Manifest.loads(manifest.dumps()) == manifest
        assert faults("manifest", json.loads(manifest.dumps())) == []


@pytest.mark.promise(19)
@pytest.mark.parametrize("text", [MANIFEST.dumps(), SIDECAR.dumps()])
def test_damage_at_any_byte_is_seen(text: str) -> None:
    data = text.encode()
    reader = Manifest.loads if text == MANIFEST.dumps() else Sidecar.loads
    reader(data, "file.json")
    for place in range(len(data)):
        for damaged in (
            data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :],
            data[:place] + data[place + 1 :],
            data[:place],
        ):
            with pytest.raises(FormatError, match=r"^file\.json:(\d+:\d+:)? "):
                reader(damaged, "file.json")


def test_a_manifest_of_another_format_or_of_nonsense_is_refused() -> None:
    fields = unseal(MANIFEST.dumps(), "a")
    for change, told in (
        ({"schema": "gehtauf/manifest@2"}, "another format"),
        ({"deals": "9..1"}, "its end is below its start"),
        ({"deals": 7}, "not a manifest"),
        ({"deals": {"kind": "files", "count": "x"}}, "not a manifest"),
        ({"detail": "some"}, "not a manifest"),
        ({"chunk_size": 0}, "at least one deal"),
        ({"rules": {"game": "whist"}}, "unknown game"),
        ({"rules": None}, "not a manifest"),
        ({"more": 1}, "not the fields"),
    ):
        with pytest.raises(FormatError, match=told):
            Manifest.loads(seal({**fields, **change}), "a")  # type: ignore[dict-item]


def test_a_sidecar_of_other_fields_is_refused() -> None:
    fields = unseal(SIDECAR.dumps(), "a")
    with pytest.raises(FormatError, match="not a file of this format"):
        Sidecar.loads(seal({**fields, "schema": "x"}), "a")
    with pytest.raises(FormatError, match="not the fields"):
        Sidecar.loads(seal({**fields, "more": 1}), "a")


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none() | st.lists(st.booleans())))
def test_what_is_sealed_is_unsealed(fields: dict[str, object]) -> None:
    fields.pop("seal", None)
    assert unseal(seal(fields), "a") == fields


@pytest.mark.parametrize("text", ["", "[]", "3", '{"rows": 1}', "[" * 100_000, "\udce9", b"\xff"])
def test_what_is_not_sealed_is_refused(text: str | bytes) -> None:
    with pytest.raises(FormatError, match="damaged"):
        unseal(text, "a")


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**6), st.integers(1, 2**30))
def test_ranges_are_written_so_that_they_read_back(first: int, count: int, step: int) -> None:
    numbers = range(first, min(first + count * step, 2**64), step)
    manifest = Manifest("1", find_rules("quadrat"), range_text(numbers), Detail.VERDICT, 5)
    assert manifest.numbers is not None
    assert list(manifest.numbers[:3]) == list(numbers[:3])
    assert manifest.numbers[-1] == numbers[-1]
    assert manifest.total == len(numbers)


def test_the_largest_range_has_a_total() -> None:
    text = range_text(range(2**64))
    assert Manifest("1", find_rules("quadrat"), text, Detail.TALLY, 5).total == 2**64
    unknown = Manifest("1", find_rules("quadrat"), {"kind": "files", "count": None}, Detail.FULL, 5)
    assert unknown.total is None


def test_parts_are_listed_by_number(tmp_path: Path) -> None:
    for index in (3, 999_999, 1_000_000, 20_000_000):
        Path(part_path(str(tmp_path), index)).touch()
    for name in ("part-1.parquet", "part-0000001.parquet", "part-000001.json", "x-000001.parquet"):
        (tmp_path / name).touch()
    assert part_indices(str(tmp_path)) == [3, 999_999, 1_000_000, 20_000_000]


@pytest.mark.promise(20, 38)
def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_whole(str(path), [b"old"])

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"cannot write .*a\.json: No space left"):
        write_whole(str(path), [b"new"])
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]
    monkeypatch.undo()

    def pieces() -> Any:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(str(path), pieces())
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]
    write_whole(str(path), [b"n", b"ew"])
    assert path.read_bytes() == b"new"


@pytest.mark.promise(20)
def test_a_file_is_safe_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `kill -9` and a power cut may find at any moment."""
    seen: list[tuple[str, list[str]]] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def spy(*args: Any, name: str = name, real: Any = real) -> None:
            seen.append((name, sorted(os.listdir(tmp_path))))
            real(*args)

        monkeypatch.setattr(os, name, spy)
    write_whole(str(tmp_path / "a.json"), [b"all of it"])
    assert seen[:2] == [("fsync", [".a.json.tmp"]), ("replace", [".a.json.tmp"])]
    assert all(is_leftover(name) for name in seen[0][1])
    assert seen[2:] == [("fsync", ["a.json"])] or os.name != "posix"
