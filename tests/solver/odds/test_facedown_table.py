"""Tables of values on disk: the same bytes however they come about, nothing damaged believed."""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from hashlib import sha256
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest

from deals.errors import FormatError, GehtaufError, SettingError
from solver.locking import FolderLock
from solver.odds.facedown import build, load
from solver.odds.facedown.folder import Folder, default_path
from solver.odds.facedown.game import FaceDownGame, exchanged
from solver.odds.facedown.kept import KeepingError, Memory
from solver.odds.facedown.layers import Layers
from solver.rules import Rules, find_rules

RULES = find_rules("zudecken", deck="3x3", width=3)
# Only what follows groups of three is kept: the rest has to be found again on the way.
FEW_KEPT = find_rules("zudecken", deck="3x3", width=3, sizes=[3])
QUICK = [RULES, FEW_KEPT, find_rules("quadrat", deck="4x2", goal="stock")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}


class StopError(Exception):
    """Thrown by a progress callback."""


@pytest.mark.parametrize("rules", QUICK, ids=str)
def test_an_interrupted_table_is_continued_to_the_same_bytes(rules: Rules, tmp_path: Path) -> None:
    build(rules, tmp_path / "whole")
    whole = contents(tmp_path / "whole")
    seen: list[tuple[int, int]] = []
    build(rules, tmp_path / "counted", progress=lambda *done: seen.append(done))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert seen[-1][0] == seen[-1][1]
    for last in range(len(seen)):
        folder = tmp_path / f"stopped-{last}"

        def stop(done: int, total: int, at: tuple[int, int] = seen[last]) -> None:
            if (done, total) == at:
                raise StopError

        with pytest.raises(StopError):
            build(rules, folder, progress=stop)
        assert len(contents(folder)) < len(whole)
        with pytest.raises(FormatError, match="no complete table"):
            load(rules, folder)
        build(rules, folder)
        assert contents(folder) == whole


def test_workers_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.odds.facedown.layers._CHUNK", 7)
    build(RULES, tmp_path / "one")
    build(RULES, tmp_path / "three", workers=3)
    assert contents(tmp_path / "one") == contents(tmp_path / "three")


def test_plain_python_gets_the_same_bytes(tmp_path: Path) -> None:
    build(RULES, tmp_path / "compiled")
    code = (
        "import sys\nfrom solver.odds.facedown import build\nfrom solver.rules import find_rules\n"
        "build(find_rules('zudecken', deck='3x3', width=3), sys.argv[1])"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", code, str(tmp_path / "plain")]
    subprocess.run(command, check=True, env=environment)
    assert contents(tmp_path / "compiled") == contents(tmp_path / "plain")


def test_a_damaged_layer_is_refused_and_built_again(tmp_path: Path) -> None:
    build(RULES, tmp_path)
    whole = contents(tmp_path)
    game, sizes = FaceDownGame.of(RULES), Layers(FaceDownGame.of(RULES)).kept_size
    for name in sorted(whole):
        if name == "manifest.json":
            continue
        file = tmp_path / name
        damaged = bytearray(whole[name])
        damaged[-1] ^= 1
        for bad in (bytes(damaged), whole[name][:-1], b""):
            file.write_bytes(bad)
            unseen = int(name[6:8])
            with pytest.raises(FormatError, match=f"{name}: the file is damaged"):
                Folder(tmp_path, game).read(unseen, sizes(unseen))
        file.unlink()
        with pytest.raises(FormatError, match="cannot be read"):
            Folder(tmp_path, game).read(unseen, sizes(unseen))
    for name in ("layer-00.npy", "layer-05.npy", "layer-09.npy"):
        (tmp_path / name).write_bytes(b"nothing")
        build(RULES, tmp_path)
        assert contents(tmp_path) == whole


def test_a_look_up_refuses_a_damaged_layer(tmp_path: Path) -> None:
    table = build(RULES, tmp_path)
    (tmp_path / "layer-09.npy").write_bytes(b"nothing")
    with pytest.raises(FormatError, match="damaged"):
        table.start()


def test_no_damaged_byte_is_ever_believed(tmp_path: Path) -> None:
    rules = find_rules("quadrat", deck="2x3", width=2)
    table = build(rules, tmp_path / "whole")
    whole, layers = contents(tmp_path / "whole"), Layers(table.game)
    sound = [table.start(), *(read(tmp_path / "whole", layers))]
    refused = unharmed = 0
    folder = tmp_path / "damaged"
    shutil.copytree(tmp_path / "whole", folder)
    for name, data in whole.items():
        for place in range(0, len(data), 3 if name == "manifest.json" else 19):
            damaged = bytearray(data)
            damaged[place] ^= 1 << place % 7
            (folder / name).write_bytes(damaged)
            try:
                found = [load(rules, folder).start(), *read(folder, layers)]
            except FormatError:
                refused += 1
            else:  # a blank more in the manifest, a name in it that nobody reads
                assert found == sound, (name, place)
                unharmed += 1
        (folder / name).write_bytes(data)
    assert refused > 10 * unharmed


def read(folder: Path, layers: Layers) -> list[list[float]]:
    """Return all values of a table."""
    opened = Folder(folder, layers.game)
    return [opened.read(n, layers.kept_size(n)).tolist() for n in range(layers.cards + 1)]


def test_another_width_in_the_manifest_is_not_believed(tmp_path: Path) -> None:
    build(find_rules("zudecken", deck="3x3", width=3, sizes=[2, 3]), tmp_path)
    manifest = tmp_path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"width": 3', '"width": 4'))
    other = find_rules("zudecken", deck="3x3", width=4, sizes=[2, 3])
    with pytest.raises(FormatError, match="not those of these rules; once it is deleted"):
        load(other, tmp_path)


def test_a_table_in_memory_is_that_of_a_folder(tmp_path: Path) -> None:
    for rules in QUICK:
        keeper = Memory(FaceDownGame.of(rules))
        with pytest.raises(FormatError, match="not complete"):
            keeper.read(0, 1)
        assert not keeper.is_complete
        table = build(rules, keeper)
        assert keeper.is_complete
        folder = tmp_path / table.game.name
        assert build(rules, folder).start() == table.start()
        layers = Layers(table.game)
        assert read(folder, layers) == [keeper.read(n, 0).tolist() for n in range(layers.cards + 1)]


@pytest.mark.parametrize("place", ["a file", "a file/below", "lock", "manifest"])
def test_a_folder_that_cannot_be_used_is_named_once(place: str, tmp_path: Path) -> None:
    folder = tmp_path / place
    if place == "lock":
        (folder / ".lock").mkdir(parents=True)
    elif place == "manifest":
        (folder / "manifest.json").mkdir(parents=True)
    else:
        (tmp_path / "a file").write_text("")
    with pytest.raises(KeepingError) as caught:
        build(RULES, folder)
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.writing == (place != "manifest")
    assert str(error).count(str(tmp_path)) == 1
    assert error.error.strerror in str(error)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "gehtauf/facedown@0"}, "no table of this version"),
        ({"rules": {"deck": "3x3"}}, "for other rules"),
        ({"layers": "all"}, "list of layers is damaged"),
        ({"layers": [{"values": 1}]}, "list of layers is damaged"),
        ({"layers": [{"values": 1, "sha256": ""}] * 11}, "more layers than cards"),
    ],
)
def test_a_foreign_manifest_is_refused(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    build(RULES, tmp_path)
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
    for use in (load, build):
        with pytest.raises(FormatError, match=message):
            use(RULES, tmp_path)
    for text in ("{", "[]", "7", "[" * 100_000, "\udcff"):
        manifest.write_text(text, "utf-8", "surrogateescape")
        with pytest.raises(FormatError, match="once it is deleted, it is built anew"):
            load(RULES, tmp_path)
    manifest.unlink()
    build(RULES, tmp_path)


def test_a_table_for_other_rules_is_refused(tmp_path: Path) -> None:
    build(RULES, tmp_path)
    with pytest.raises(FormatError, match="for other rules"):
        load(FEW_KEPT, tmp_path)


def test_a_layer_of_the_wrong_size_is_refused(tmp_path: Path) -> None:
    build(RULES, tmp_path)
    whole = contents(tmp_path)
    manifest = tmp_path / "manifest.json"
    content = json.loads(manifest.read_text())
    content["layers"][3]["values"] += 1
    manifest.write_text(json.dumps(content))
    with pytest.raises(FormatError, match="not those of these rules"):
        load(RULES, tmp_path)
    build(RULES, tmp_path)
    assert contents(tmp_path) == whole


@pytest.mark.parametrize("spoilt", [b"", b"PK\x03\x04", b"\x80\x04K\x01.", b"\x93NUMPY\x01\0"])
def test_a_layer_that_is_no_array_is_refused_even_with_its_checksum(
    spoilt: bytes, tmp_path: Path
) -> None:
    build(RULES, tmp_path)
    game = FaceDownGame.of(RULES)
    layer, listed = tmp_path / "layer-03.npy", tmp_path / "manifest.json"
    before = sha256(layer.read_bytes()).hexdigest()
    layer.write_bytes(spoilt)
    after = listed.read_text("utf-8").replace(before, sha256(spoilt).hexdigest())
    listed.write_text(after, "utf-8")
    with pytest.raises(FormatError, match=r"layer-03\.npy: the file is no array"):
        Folder(tmp_path, game).read(3, Layers(game).kept_size(3))


def test_a_second_process_waits_for_the_first_and_uses_its_table(tmp_path: Path) -> None:
    """The first process stands still until the second has said for whom it waits."""
    start = build(RULES, tmp_path / "elsewhere").start()
    told: list[str] = []
    worked: list[int] = []
    with ExitStack() as first:
        first.enter_context(FolderLock(tmp_path))

        def waiting(owner: str) -> None:
            told.append(owner)
            for file in (tmp_path / "elsewhere").glob("[lm]*"):
                file.rename(tmp_path / file.name)
            first.close()

        table = build(RULES, tmp_path, waiting=waiting, progress=lambda *n: worked.append(1))
    assert told == [f"process {os.getpid()} on {socket.gethostname()}"]
    assert not worked
    assert table.start() == start


def test_who_waits_can_be_interrupted_and_keeps_nothing(tmp_path: Path) -> None:
    def interrupt(owner: str) -> None:
        raise KeyboardInterrupt

    with FolderLock(tmp_path), pytest.raises(KeyboardInterrupt):
        build(RULES, tmp_path, waiting=interrupt)
    assert not list(tmp_path.glob("layer*"))
    build(RULES, tmp_path)


def test_a_full_disk_is_named_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(GehtaufError, match=r"layer-00.npy: the table cannot be written: No sp"):
            build(RULES, tmp_path)
    assert contents(tmp_path) == {}
    build(RULES, tmp_path)


def test_too_wide_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"too many cards lie face up.*3\.8 million ways"):
        build(find_rules("zudecken", width=6), tmp_path)


def test_tables_lie_in_the_cache_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    table = build(RULES)
    path = default_path(FaceDownGame.of(RULES))
    assert path.parent == tmp_path / "facedown"
    assert load(RULES).start() == table.start()
    assert (path / "manifest.json").exists()


def test_patterns_are_the_stocks_up_to_exchanges_of_suits() -> None:
    game = FaceDownGame.of(RULES)
    stocks = Layers(game).stocks
    turns = list(permutations(range(3)))
    orbits = {
        min(tuple(sorted(exchanged(mask, turn) for mask in stock)) for turn in turns)
        for stock in combinations_with_replacement(range(8), 3)
    }
    assert len(stocks.patterns) == len(orbits)
    found = set()
    for stock in stocks.patterns:
        masks = Counter({mask: int(times) for mask, times in enumerate(stock)}).elements()
        columns = list(masks)
        found.add(min(tuple(sorted(exchanged(m, turn) for m in columns)) for turn in turns))
    assert found == orbits


def test_every_position_has_a_place_of_its_own() -> None:
    from solver.kernel import facedown as kernel

    layers = Layers(FaceDownGame.of(RULES))
    layouts, patterns = layers.layouts, layers.stocks.patterns
    for unseen in range(10):
        layer, kept = layers.empty(unseen), layers.kept(unseen)
        places = []
        for number in range(*layers.stocks.layer(unseen).indices(len(patterns))):
            for place, layout in enumerate(layouts.order):
                need = Counter(mask for mask, _ in layout)
                fits = all(patterns[number][mask] >= times for mask, times in need.items())
                assert fits == kernel.fits(kernel.room(patterns[number]), layouts.need[place])
                if fits and kept[place]:
                    before = kernel.place(patterns[number], place, layouts.need, layouts.skip, kept)
                    places.append(layers.kept_starts[number] + before)
        assert places == list(range(layers.kept_size(unseen)))
        assert kept[layer.fitting].sum() == len(places)


def test_nothing_heavy_is_imported_for_fractions() -> None:
    code = (
        "from solver.odds.facedown import Exact\nfrom solver.rules import find_rules\n"
        "assert Exact(find_rules('quadrat', deck='2x4')).start() < 1\n"
        "import sys; print(*sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "filelock", "platformdirs"} & set(told.stdout.split())
