"""gehtauf batch: what it says, what it refuses, and the folder it leaves."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import gehtauf as api
from deals.errors import GehtaufError, SettingError
from reports.store import open_folder
from tests.gehtauf.command import SAMPLES, Result, gehtauf, spawn

QUADRAT = ("--game", "quadrat", "--engine", "readable")
DEALS = "".join(f"d{n}: AC 2C AS 2S AH 2H AD 2D\n" for n in range(5))
HEAD = "@game quadrat\n@deck 2x4\n"


def batch(*arguments: str | Path, workers: int = 1) -> Result:
    return gehtauf("batch", *arguments, "--workers", str(workers))


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in sorted(os.listdir(path))}


def test_a_summary_in_words(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = batch(*QUADRAT, "--deals", "0..99", "-o", out, "--chunk-size", "30")
    folder = open_folder(out)
    won, lost = folder.verdicts["won"], folder.verdicts["lost"]
    assert result == (0, f"100 deals of quadrat: {won} won, {lost} lost; in {out}\n", "")
    assert won + lost == folder.deals == 100
    assert folder.complete
    assert len(folder.parts) == 4


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-3],
        lambda data: data + b"}",
        lambda data: data.replace(b"0..9", b"0..8"),
    ],
    ids=["cut off", "longer", "changed"],
)
def test_a_damaged_manifest_has_a_remedy(tmp_path: Path, spoil: Any) -> None:
    out = tmp_path / "out"
    batch(*QUADRAT, "--deals", "0..9", "-o", out)
    manifest = out / "manifest.json"
    manifest.write_bytes(spoil(manifest.read_bytes()))
    resumed = batch(*QUADRAT, "--deals", "0..9", "-o", out, "--resume")
    for result in (gehtauf("report", out), resumed):
        assert result.code == 2
        assert "manifest.json" in result.err
        assert "expected a copy of it as it was written, or the same batch again" in result.err


@pytest.mark.parametrize(
    "name",
    ["part-000000.parquet", "part-000000.json", "errors.jsonl", ".part-000000.parquet.tmp"],
)
def test_what_stands_in_the_way_is_not_waited_out(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    command = (*QUADRAT, "--deals", "0..9", "-o", out)
    batch(*command)
    whole = contents(out)
    (out / name).unlink(missing_ok=True)
    (out / name).mkdir()
    result = batch(*command, "--resume")
    assert (result.code, result.out) == (5, "")
    assert f"cannot write {out / name}: Is a directory" in result.err
    assert "what stands in the way has to go, or --output names another folder" in result.err
    assert "--resume goes on" not in result.err
    report = gehtauf("report", out)
    if name in whole:
        assert (report.code, report.out) == (2, "")
        assert f"{out / name}: cannot be read: Is a directory" in report.err
        assert "once the folder is removed, gehtauf batch --resume writes it anew" in report.err
    else:
        assert report.code == 0  # what a killed run left is nothing to a reader
    (out / name).rmdir()  # and the remedy is one
    assert batch(*command, "--resume").code == 0
    assert contents(out) == whole


@pytest.mark.promise(16)
def test_the_same_bytes_for_every_hash_seed_and_worker_count(tmp_path: Path) -> None:
    rules = ("--game", "zudecken", "--deck", "4x3", "--width", "3", "--match", "suit")
    made = []
    for seed, workers in (("0", "1"), ("random", "2")):
        out = tmp_path / seed
        options = ("--detail", "full", "--workers", workers, "--chunk-size", "25")
        env = {"PYTHONHASHSEED": seed}
        where = ("--engine", "readable", "-o", out)
        assert spawn("batch", *rules, "--deals", "5..300..5", *options, *where, env=env).code == 0
        made.append(contents(out))
    assert made[0] == made[1]


@pytest.mark.parametrize("detail", ["verdict", "full", "tally"])
def test_the_kernel_and_the_rules_make_the_same_folder(tmp_path: Path, detail: str) -> None:
    rules = ("--game", "zudecken-32", "--deals", f"{2**63}..{2**63 + 40}", "--detail", detail)
    options = ("--chunk-size", "15", "--quiet")
    for engine, workers in (("threads", 2), ("readable", 1)):
        where = ("--engine", engine, "-o", tmp_path / engine)
        assert batch(*rules, *options, *where, workers=workers).code == 0
    assert contents(tmp_path / "threads") == contents(tmp_path / "readable")


def test_rules_that_the_kernel_does_not_take(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = batch("--game", "zudecken", "--width", "5", "--deals", "0..9", "-o", out)
    assert (result.code, result.out) == (2, "")
    assert "width = 5" in result.err
    assert "--engine readable" in result.err
    assert not out.exists()


@pytest.mark.promise(12)
def test_exit_codes_tell_of_verdicts_if_asked(tmp_path: Path) -> None:
    def run(name: str, *options: str) -> int:
        return batch("--engine", "readable", *options, "-o", tmp_path / name).code

    lost = ("--game", "quadrat", "--deals", "0..9")
    assert run("a", *lost) == 0
    assert run("b", *lost, "--exit-code") == 1
    undecided = ("--game", "zudecken", "--deals", "0..9", "--max-states", "20")
    assert run("c", *undecided, "--exit-code") == 3
    assert run("d", *undecided) == 0
    assert open_folder(tmp_path / "d").verdicts["undecided"] > 0
    short = tmp_path / "short.txt"
    short.write_text("@game geburtstag\n@deck 4x4\n@target 1231\n@passes 2\n", encoding="utf-8")
    cards = api.deal("geburtstag", 1, deck="4x4", target="1231").deal.cards
    from deals.cards import format_card

    with short.open("a", encoding="utf-8") as file:
        file.write(" ".join(map(format_card, cards)) + "\n")
    assert run("e", str(short), "--exit-code") == 3
    assert open_folder(tmp_path / "e").verdicts["chance"] == 1


@pytest.mark.promise(4)
def test_one_broken_deal_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(HEAD + DEALS + "bad: XX\n" + DEALS, encoding="utf-8")
    out = tmp_path / "out"
    result = batch(path, "--engine", "readable", "-o", out, "--chunk-size", "4")
    assert (result.code, result.err) == (2, "")
    assert "11 deals of quadrat with deck = 2x4: 10 won, 1 error" in result.out
    rows = [row for table in open_folder(out).tables() for row in table.to_pylist()]
    assert [row["deal"] for row in rows] == list(range(11))
    assert [row["id"] for row in rows][4:7] == ["d4", "bad", "d0"]
    assert [row["verdict"] for row in rows].index("error") == 5
    [line] = (out / "errors.jsonl").read_text(encoding="utf-8").splitlines()
    solved = gehtauf("solve", path, "--format", "jsonl").out.splitlines()[5]
    assert json.loads(line) == json.loads(solved)

    strict = batch(
        path, "--engine", "readable", "-o", tmp_path / "s", "--chunk-size", "4", "--strict"
    )
    assert (strict.code, strict.out) == (2, "")
    assert f"{path}:8:6: not a card (read 'XX'" in strict.err
    assert open_folder(tmp_path / "s").deals == 4  # what is finished is kept
    path.write_text(HEAD + DEALS + DEALS, encoding="utf-8")
    assert (
        batch(path, "--engine", "readable", "-o", tmp_path / "s", "--strict", "--resume").code == 0
    )
    assert open_folder(tmp_path / "s").verdicts["won"] == 10


def test_files_may_grow_and_end_with_the_same_bytes(tmp_path: Path) -> None:
    path, grown, once = tmp_path / "deals.txt", tmp_path / "grown", tmp_path / "once"
    options = ("--engine", "readable", "--chunk-size", "4")
    path.write_text(HEAD + DEALS, encoding="utf-8")
    assert batch(path, *options, "-o", grown).code == 0
    path.write_text(HEAD + DEALS + "bad: XX\n" + DEALS, encoding="utf-8")
    assert batch(path, *options, "-o", grown, "--resume").code == 2
    assert batch(path, *options, "-o", once).code == 2
    assert contents(grown) == contents(once)
    assert batch(path, *options, "-o", grown, "--resume").code == 2  # of errors before, too
    assert contents(grown) == contents(once)
    path.write_text(HEAD + DEALS.replace("d1", "e1") + DEALS, encoding="utf-8")
    result = batch(path, *options, "-o", grown, "--resume")
    assert result.code == 2
    assert "deals 0 to 3 (counted from 0) are not those" in result.err
    path.write_text(HEAD + DEALS[:-60], encoding="utf-8")
    assert "fewer deals than before" in batch(path, *options, "-o", grown, "--resume").err
    assert contents(grown) == contents(once)


def test_deals_from_standard_input_and_several_files(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(HEAD + DEALS, encoding="utf-8")
    options = ("--engine", "readable", "--workers", "1")
    result = spawn("batch", path, "-", path, *options, "-o", tmp_path / "out", stdin=HEAD + DEALS)
    assert (result.code, result.err) == (0, "")
    assert open_folder(tmp_path / "out").deals == 15


@pytest.mark.promise(14)
def test_no_deals_are_an_empty_folder(tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text("# none\n", encoding="utf-8")
    for detail in ("verdict", "full", "tally"):
        out = tmp_path / detail
        result = batch(path, *QUADRAT, "-o", out, "--detail", detail)
        assert result == (0, f"0 deals of quadrat; in {out}\n", "")
        assert open_folder(out).complete
        assert [table.num_rows for table in open_folder(out).tables()] == [0]
    assert "hold no deal" in batch(path, "--engine", "readable", "-o", tmp_path / "x").err


def test_rules_are_those_of_the_first_deal(tmp_path: Path) -> None:
    result = batch(*sorted(SAMPLES.glob("*.txt")), "--engine", "readable", "-o", tmp_path / "out")
    assert result.code == 2
    folder = open_folder(tmp_path / "out")
    assert folder.verdicts["error"] > 3
    assert folder.deals > folder.verdicts["error"]
    assert any("one set of rules" in e["error"]["message"] for e in folder.errors())


@pytest.mark.promise(10, 11, 25)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "neither"),
        (["--deals", "0..9", "a.txt"], "both"),
        (["--deals", "0..9"], "numbered deals need a game"),
        (["--game", "quadrat", "--deals", "9..0"], "its end is below its start"),
        (["--game", "quadrat", "--deals", "-1"], "deal numbers start at 0"),
        (["--game", "quadrat", "--deals", str(2**64)], "end at 2^64 - 1"),
        (["--game", "quadrat", "--deals", "1", "--workers", "0"], "whole number from 1"),
        (["--game", "quadrat", "--deals", "1", "--workers", "-1"], "whole number from 1"),
        (["--game", "quadrat", "--deals", "1", "--workers", "x"], "whole number from 1"),
        (["--game", "quadrat", "--deals", "1", "--workers"], "--workers"),
        (["--game", "quadrat", "--deals", "1", "--engine", "thread"], "threads"),
        (["--game", "quadrat", "--deals", "1", "--detail", "some"], "verdict"),
        (["--game", "quadrat", "--deals", "1", "--chunk-size", "0"], "not a chunk size"),
        (["--game", "quadrat", "--deals", "1", "--max-states", "9"], "the engine readable"),
        (["--game", "quadrat", "--deals", "1", "--scheduler", "x:1"], "no scheduler"),
        (["--game", "birthday", "--deals", "1", "--passes", "2000"], "not for so many"),
        (["missing*.txt"], "the pattern matched none"),
    ],
)
def test_refusals_leave_nothing_behind(tmp_path: Path, options: list[str], told: str) -> None:
    out = tmp_path / "out"
    result = gehtauf("batch", "-o", out, *options)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert "Traceback" not in result.err
    assert not out.exists()


def test_a_folder_must_be_named() -> None:
    result = gehtauf("batch", *QUADRAT, "--deals", "1")
    assert result.code == 2
    assert "--output" in result.err


@pytest.mark.promise(28)
def test_dask_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    out = tmp_path / "out"
    result = gehtauf("batch", "--game", "quadrat", "--deals", "1..9", "--engine", "dask", "-o", out)
    assert (result.code, result.out) == (2, "")
    assert "pip install 'gehtauf[dask]'" in result.err
    assert not out.exists()


@pytest.mark.promise(38)
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    for out in ("/dev/full", tmp_path / "file" / "out"):
        (tmp_path / "file").touch()
        result = batch(*QUADRAT, "--deals", "1", "-o", out)
        assert result.code == 5
        assert f"cannot write {out}" in result.err


def test_a_folder_with_results_needs_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    assert batch(*QUADRAT, "--deals", "0..9", "-o", out).code == 0
    before = contents(out)
    result = batch(*QUADRAT, "--deals", "0..9", "-o", out)
    assert result.code == 2
    assert "--resume" in result.err
    result = batch(*QUADRAT, "--deals", "0..9", "-o", out, "--resume", "--goal", "stock")
    assert result.code == 2
    assert "begun with goal cleared and cannot go on with goal stock (expected" in result.err
    monkeypatch.delattr("solver.batch.engines.Direct")  # there is nothing to start it for
    assert batch(*QUADRAT, "--deals", "0..9", "-o", out, "--resume").code == 0
    assert contents(out) == before


def test_resume_keeps_the_chunk_size_of_the_folder(tmp_path: Path) -> None:
    out, once = tmp_path / "out", tmp_path / "once"
    assert batch(*QUADRAT, "--deals", "0..9", "-o", out, "--chunk-size", "7").code == 0
    assert batch(*QUADRAT, "--deals", "0..30", "-o", out, "--resume").code == 0
    assert batch(*QUADRAT, "--deals", "0..30", "-o", once, "--chunk-size", "7").code == 0
    assert contents(out) == contents(once)
    result = batch(*QUADRAT, "--deals", "0..30", "-o", out, "--resume", "--chunk-size", "8")
    assert result.code == 2
    assert "begun with chunk size 7 and cannot go on with chunk size 8" in result.err


@pytest.mark.promise(11)
def test_the_largest_deal_numbers(tmp_path: Path) -> None:
    deals = f"{2**64 - 10}..{2**64 - 1}..3"
    out = tmp_path / "out"
    assert batch(*QUADRAT, "--deals", deals, "-o", out, "--chunk-size", "3").code == 0
    numbers = [n for table in open_folder(out).tables() for n in table["deal"].to_pylist()]
    assert numbers == [2**64 - 10, 2**64 - 7, 2**64 - 4, 2**64 - 1]


def test_batch_and_solve_say_the_same(tmp_path: Path) -> None:
    options = ("--game", "zudecken", "--deals", "0..30")
    assert batch(*options, "--engine", "readable", "-o", tmp_path / "out").code == 0
    solved = gehtauf("solve", *options, "--format", "jsonl").out.splitlines()
    records = [json.loads(line) for line in solved]
    [table] = open_folder(tmp_path / "out").tables()
    for row, record in zip(table.to_pylist(), records, strict=True):
        assert str(row["deal"]) == record["id"]
        assert (row["verdict"], row["cards_left"]) == (record["verdict"], record["cards_left"])
    assert {"won", "lost"} == {record["verdict"] for record in records}


# The function of the same name.


def test_the_function_takes_what_the_command_takes(tmp_path: Path) -> None:
    options: dict[str, Any] = {"engine": "readable", "workers": 1, "chunk_size": 4}
    by_command = tmp_path / "command"
    assert (
        batch(
            *QUADRAT, "--deck", "4x4", "--deals", "2..10..2", "-o", by_command, "--chunk-size", "4"
        ).code
        == 0
    )
    for name, deals in (("range", range(2, 11, 2)), ("text", "2..10..2")):
        folder = api.batch("quadrat", deals, output=tmp_path / name, deck="4x4", **options)
        assert folder.complete
        assert folder.deals == 5
        assert contents(tmp_path / name) == contents(by_command)
    one = api.batch("quadrat", 7, output=tmp_path / "one", **options)
    assert one.manifest.deals == "7"
    path = tmp_path / "deals.txt"
    path.write_text(HEAD + DEALS, encoding="utf-8")
    assert api.batch(None, files=[path], output=tmp_path / "files", **options).deals == 5
    again = api.batch("quadrat", range(5, 9), output=tmp_path / "g", **options)
    more = api.batch("quadrat", range(5, 20), output=tmp_path / "g", resume=True, **options)
    assert (again.deals, more.deals) == (4, 15)


def test_the_function_refuses_what_the_command_refuses(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for arguments, told in (
        ({"deals": range(0)}, "not a range"),
        ({"deals": range(5, 0, -1)}, "not a range"),
        ({"deals": range(-1, 5)}, "start at 0"),
        ({"deals": "0..9", "detail": "ful"}, "unknown detail; did you mean full"),
        ({"deals": "0..9", "engine": "thread"}, "did you mean threads"),
        ({"deals": "0..9", "workers": 0}, "whole number from 1"),
        ({"deals": "0..9", "chunk_size": 10**7 + 1}, "not a chunk size"),
        ({"deals": "0..9", "deckk": "4x4"}, "unknown setting"),
        ({}, "neither"),
    ):
        with pytest.raises(GehtaufError, match=told):
            api.batch("quadrat", output=out, **arguments)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="need a game"):
        api.batch(None, 5, output=out)
    assert not out.exists()


@pytest.mark.promise(21)
def test_a_second_run_is_refused_at_once_and_names_the_owner(tmp_path: Path) -> None:
    from reports.store.lock import FolderLock

    out = tmp_path / "out"
    assert batch(*QUADRAT, "--deals", "0..9", "-o", out).code == 0
    with FolderLock(str(out)):
        began = time.monotonic()
        result = spawn("batch", *QUADRAT, "--deals", "0..99", "-o", out, "--resume")
        assert time.monotonic() - began < 20  # two seconds on a machine with nothing else to do
    assert (result.code, result.out) == (2, "")
    assert f"process {os.getpid()} on " in result.err


@pytest.mark.parametrize("kind", ["file", "dangling link", "no name"])
def test_what_is_no_folder_is_refused_in_words(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "results"
    if kind == "file":
        path.write_text("mine")
    elif kind == "dangling link":
        path.symlink_to(tmp_path / "gone")
    told = gehtauf("batch", *QUADRAT, "--deals", "0..9", "-o", "" if kind == "no name" else path)
    assert (told.code, told.out) == (2 if kind == "no name" else 5, "")
    said = "no results folder is named" if kind == "no name" else "and this is none"
    assert said in told.err
    assert kind != "file" or path.read_text() == "mine"


@pytest.mark.promise(36)
def test_a_name_gives_no_orders_to_a_terminal(tmp_path: Path) -> None:
    told = gehtauf("batch", *QUADRAT, "--deals", "0..9", "-o", tmp_path / "new\nline\x1b[31m")
    assert told.code == 0
    assert "\x1b" not in told.out
    assert told.out.count("\n") == 1
    assert "new\\nline\\x1b[31m" in told.out
