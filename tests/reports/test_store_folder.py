"""Results folders over their life: begun, interrupted, damaged, continued, read."""

from __future__ import annotations

import errno
import functools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deals.errors import FormatError
from reports.output import OutputError
from reports.store import Manifest, Store, open_folder
from reports.store.lock import LOCK_FILE, OWNER_FILE, FolderLock
from reports.store.writing import files_manifest
from solver.batch.chunks import Chunk
from solver.batch.readable import Readable
from solver.columns import VERDICTS, Columns, Detail
from solver.record import Origin, error_record
from solver.rules import find_rules

ROOT = Path(__file__).resolve().parents[2]
RULES = find_rules("quadrat")
MANIFEST = Manifest("0.1.0", RULES, "0..99", Detail.VERDICT, 40)
FILES = replace(MANIFEST, deals=files_manifest())


def chunk(manifest: Manifest, index: int, digest: str | None = None, rows: int = 10**9) -> Chunk:
    numbers = manifest.numbers or range(rows)
    size = manifest.chunk_size
    labels = numbers[index * size : (index + 1) * size]
    columns = {name: column.copy() for name, column in solved(labels, manifest.detail).items()}
    return Chunk(index, labels, None, [], digest, columns)


@functools.cache
def solved(labels: range, detail: Detail) -> Columns:
    return Readable(RULES, detail).numbered(labels)


def fill(path: Path, manifest: Manifest = MANIFEST, *, resume: bool = False, most: int = 99) -> Any:
    """Fill a folder as a run does; stop, as if killed, after so many parts."""
    with Store(str(path), manifest, resume=resume) as store:
        numbers = manifest.numbers
        assert numbers is not None
        for index in range(-(-len(numbers) // manifest.chunk_size)):
            made = chunk(manifest, index)
            if not store.has(index, len(made.labels)):
                if not most:
                    return None
                store.write(made)
                most -= 1
        return store.finish()


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in sorted(os.listdir(path))}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "out"
    fill(path)
    return path


def test_a_folder_reads_back(whole: Path) -> None:
    folder = open_folder(whole)
    assert folder.complete
    assert folder.manifest == MANIFEST
    assert folder.deals == 100
    tables = list(folder.tables())
    assert [table.num_rows for table in tables] == [40, 40, 20]
    assert [n for table in folder.tables(["deal"]) for n in table["deal"].to_pylist()] == list(
        range(100)
    )
    assert [table.column_names for table in folder.tables(["deal"])] == [["deal"]] * 3
    verdicts = [word for table in tables for word in table["verdict"].to_pylist()]
    assert folder.verdicts == {word: verdicts.count(word) for word in VERDICTS}
    assert 0 < folder.verdicts["won"] < 100
    assert list(folder.errors()) == []
    assert sorted(os.listdir(whole)) == [
        ".lock",
        "errors.jsonl",
        "manifest.json",
        *(f"part-00000{i}.{ext}" for i in range(3) for ext in ("json", "parquet")),
    ]


@pytest.mark.promise(18)
@pytest.mark.parametrize("most", range(4))
def test_an_interrupted_folder_ends_with_the_same_bytes(
    tmp_path: Path, whole: Path, most: int
) -> None:
    fill(tmp_path / "out", most=most)
    folder = open_folder(tmp_path / "out")
    assert not folder.complete or most == 3
    assert folder.deals == [0, 40, 80, 100][most]
    fill(tmp_path / "out", resume=True)
    assert contents(tmp_path / "out") == contents(whole)


@pytest.mark.promise(20)
def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "out"
    path.mkdir()
    (path / ".manifest.json.tmp").write_bytes(b"{")
    (path / OWNER_FILE).write_text("{}", encoding="ascii")
    (path / LOCK_FILE).touch()
    fill(path, most=1)
    for index in (0, 1):  # of a part that is there, and of one that is to come
        (path / f".part-00000{index}.parquet.tmp").write_bytes(b"PAR1")
    fill(path, resume=True)
    assert contents(path) == contents(whole)


def damaged(data: bytes) -> list[bytes]:
    places = sorted({0, 1, len(data) // 3, len(data) // 2, len(data) - 2, len(data) - 1})
    flipped = [data[:p] + bytes([data[p] ^ 16]) + data[p + 1 :] for p in places]
    return [*flipped, *(data[:p] for p in places), b""] if data else []


@pytest.mark.promise(19)
@pytest.mark.parametrize("name", ["part-000002.parquet", "part-000002.json", "part-000000.parquet"])
def test_a_damaged_part_is_never_believed_and_made_anew(
    tmp_path: Path, whole: Path, name: str
) -> None:
    fill(tmp_path / "out")
    path = tmp_path / "out" / name
    for data in [*damaged(path.read_bytes()), None]:
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
            with pytest.raises(FormatError, match=r"part-00000[02]\.[a-z]*:(\d+:\d+:)? damaged"):
                open_folder(tmp_path / "out")
        fill(tmp_path / "out", resume=True)
        assert contents(tmp_path / "out") == contents(whole)


@pytest.mark.promise(19)
def test_a_damaged_manifest_is_refused(tmp_path: Path) -> None:
    fill(tmp_path / "out", most=1)
    path = tmp_path / "out" / "manifest.json"
    for data in damaged(path.read_bytes()):
        path.write_bytes(data)
        with pytest.raises(FormatError, match=r"manifest\.json:(\d+:\d+:)? damaged"):
            fill(tmp_path / "out", resume=True)
        with pytest.raises(FormatError, match=r"manifest\.json:(\d+:\d+:)? damaged"):
            open_folder(tmp_path / "out")
        assert path.read_bytes() == data


@pytest.mark.promise(19)
def test_a_damaged_list_of_errors_is_written_anew(tmp_path: Path, whole: Path) -> None:
    fill(tmp_path / "out")
    (tmp_path / "out" / "errors.jsonl").write_bytes(b"{}\n")
    assert list(open_folder(tmp_path / "out").errors()) == []
    fill(tmp_path / "out", resume=True)
    assert contents(tmp_path / "out") == contents(whole)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"rules": find_rules("quadrat", goal="stock")},
            "begun with goal cleared and cannot go on with goal stock",
        ),
        ({"rules": find_rules("zudecken")}, "begun with game quadrat .* with game zudecken"),
        ({"rules": find_rules("birthday")}, "begun with game quadrat .* with game geburtstag"),
        ({"detail": Detail.FULL}, "begun with detail verdict and cannot go on with detail full"),
        ({"chunk_size": 41}, "begun with chunk size 40 and cannot go on with chunk size 41"),
        ({"deals": "0..98"}, "with deals 0..99 and .* deals 0..98; only their end may grow"),
        ({"deals": "1..99"}, "only their end may grow"),
        ({"deals": "0..990..2"}, "only their end may grow"),
        (
            {"deals": files_manifest()},
            "begun with deals 0..99 and cannot go on with deals of files",
        ),
    ],
)
def test_another_run_is_refused_naming_the_difference(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    fill(tmp_path / "out", most=1)
    before = contents(tmp_path / "out")
    with (
        pytest.raises(FormatError, match=told),
        Store(str(tmp_path / "out"), replace(MANIFEST, **change), resume=True),
    ):
        pass
    assert contents(tmp_path / "out") == before


@pytest.mark.parametrize("most", [1, 2, 3])
def test_the_range_may_grow_at_its_end(tmp_path: Path, most: int) -> None:
    longer = replace(MANIFEST, deals="0..149")
    fill(tmp_path / "grown", most=most)
    fill(tmp_path / "grown", longer, resume=True)
    fill(tmp_path / "once", longer)
    assert contents(tmp_path / "grown") == contents(tmp_path / "once")


def test_one_deal_may_grow_by_any_step(tmp_path: Path) -> None:
    fill(tmp_path / "grown", replace(MANIFEST, deals="5"))
    longer = replace(MANIFEST, deals="5..95..3")
    fill(tmp_path / "grown", longer, resume=True)
    fill(tmp_path / "once", longer)
    assert contents(tmp_path / "grown") == contents(tmp_path / "once")


def test_the_version_is_that_of_the_run_that_began(tmp_path: Path) -> None:
    fill(tmp_path / "out", most=1)
    fill(tmp_path / "out", replace(MANIFEST, version="9.9"), resume=True)
    assert open_folder(tmp_path / "out").manifest.version == "0.1.0"


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    fill(tmp_path / "out", most=1)
    with pytest.raises(FormatError, match="--resume to go on"):
        fill(tmp_path / "out")
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").touch()
    for resume in (False, True):
        with pytest.raises(FormatError, match=r"not empty and holds no manifest.*letter\.txt"):
            fill(other, resume=resume)
    assert os.listdir(other) == ["letter.txt"]
    (tmp_path / "out" / "manifest.json").unlink()
    with pytest.raises(FormatError, match="holds no manifest"):
        fill(tmp_path / "out", resume=True)


def test_resume_may_begin_a_folder(tmp_path: Path, whole: Path) -> None:
    fill(tmp_path / "new", resume=True)
    assert contents(tmp_path / "new") == contents(whole)


@pytest.mark.parametrize("name", ["missing", "file"])
def test_what_is_no_results_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FormatError, match="not a results folder"):
        open_folder(tmp_path / name)
    with pytest.raises(FormatError, match="not a results folder"):
        open_folder(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("file", "file/out"):
        with pytest.raises(OutputError, match=f"cannot write .*{name}"):
            fill(tmp_path / name)


@pytest.mark.promise(38)
def test_a_full_disk_leaves_a_folder_that_goes_on(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room in range(12):  # how often a file can be made safe
        path, left = tmp_path / str(room), [room]

        def fsync(handle: int, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)
        with pytest.raises(OutputError, match="No space left on device"):
            fill(path)
        monkeypatch.undo()
        fill(path, resume=True)
        assert contents(path) == contents(whole)


HOLD = """
import sys
from reports.store.lock import FolderLock
with FolderLock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.promise(21)
def test_a_second_run_is_refused_and_a_stale_lock_taken_over(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FormatError, match=f"another run .*process {holder.pid} on "):
            fill(tmp_path)
        (tmp_path / OWNER_FILE).write_text("[]", encoding="ascii")
        with pytest.raises(FormatError, match="a process that has just begun"):
            fill(tmp_path)
        holder.kill()
    assert (tmp_path / OWNER_FILE).exists()
    assert fill(tmp_path).complete
    assert not (tmp_path / OWNER_FILE).exists()


def test_a_refused_or_failed_run_lets_go_of_the_lock(tmp_path: Path) -> None:
    fill(tmp_path / "out", most=1)
    for _ in range(2):
        with pytest.raises(FormatError, match="--resume"):
            fill(tmp_path / "out")
    with FolderLock(str(tmp_path / "out")):
        pass


# Deals from files: nobody knows how many there are until the end.


def test_a_folder_of_files_is_complete_when_they_are_read_to_their_end(tmp_path: Path) -> None:
    path = str(tmp_path / "out")
    with Store(path, FILES) as store:
        assert store.known(0) is None
        store.write(chunk(FILES, 0, "d0", 55))
        assert not open_folder(path).complete
        store.write(chunk(FILES, 1, "d1", 55))
        assert store.finish(55).complete
    folder = open_folder(path)
    assert folder.complete
    assert folder.manifest.deals == {"kind": "files", "count": "55"}
    with Store(path, FILES, resume=True) as store:
        assert [store.known(index) for index in range(3)] == [(40, "d0"), (15, "d1"), None]
        assert store.settled == 40  # the last part may still have to be solved again
        assert not store.is_full


def test_a_folder_of_files_never_shrinks(tmp_path: Path) -> None:
    path = str(tmp_path / "out")
    with Store(path, FILES) as store:
        for index in range(3):
            store.write(chunk(FILES, index, f"d{index}", 90))
        store.finish(90)
    (tmp_path / "out" / "part-000002.parquet").write_bytes(b"")  # good or not, it was there
    for count in (0, 40, 80):
        with (
            Store(path, FILES, resume=True) as store,
            pytest.raises(FormatError, match="fewer deals than before"),
        ):
            store.finish(count)


@pytest.mark.promise(14)
def test_no_deals_make_an_empty_part(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with Store(str(path), FILES) as store:
        store.write(chunk(FILES, 0, "d0", 0))
        assert store.finish(0).complete
    folder = open_folder(path)
    assert folder.complete
    assert folder.deals == 0
    assert [table.num_rows for table in folder.tables()] == [0]


def test_error_records_are_kept_in_order(tmp_path: Path) -> None:
    path = tmp_path / "out"
    errors = [
        error_record(FormatError(f"fault {n}"), Origin(None, "a.txt", n), version="0.1.0")
        for n in range(4)
    ]
    with Store(str(path), FILES) as store:
        for index in (0, 1):
            made = chunk(FILES, index, "d", 80)
            assert isinstance(made.result, dict)
            made.result["verdict"][3:5] = VERDICTS.index("error")
            store.write(replace(made, errors=errors[2 * index : 2 * index + 2]))
        assert all(not part.errors for part in store.parts.values())  # they may be many
        folder = store.finish(80)
    assert list(folder.errors()) == errors
    assert folder.verdicts["error"] == 4
    lines = (path / "errors.jsonl").read_text(encoding="utf-8").splitlines()
    assert [f"fault {n}" in line for n, line in enumerate(lines)] == [True] * 4
