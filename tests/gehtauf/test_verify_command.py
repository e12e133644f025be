"""``gehtauf verify`` given no solve records: it says what they seem to be, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from gehtauf.cli.app import command_names
from reports.foreign import REMEDY
from tests.gehtauf.command import SAMPLES, gehtauf

SMALL = ("--game", "quadrat", "--deck", "2x2", "--deals")
DEALS = "a file of deals that are yet to be solved"
SEEMS = {
    "text": "the text that gehtauf solve or analyze prints",
    "csv": "a CSV table",
    "deals": DEALS,
    "deals.jsonl": "a deal that is yet to be solved",
    "analyze.json": "a record of gehtauf analyze",
    "odds.json": "a record of gehtauf odds",
    "report.json": "a record of gehtauf report",
    "report.csv": "a CSV table",
    "a.json": "a state graph",
    "a.dot": "a state graph in DOT",
    "a.graphml": "a state graph in GraphML",
    "a.html": "an HTML page",
    "out/manifest.json": "the manifest of a results folder, which keeps no proofs",
    "out/part-000000.json": "a file of a results folder, which keeps no proofs",
    "out/part-000000.parquet": "a Parquet table",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("foreign")
    runs = {
        "text": ("solve", *SMALL, "0..1"),
        "csv": ("solve", *SMALL, "0..1", "--format", "csv"),
        "deals": ("deal", *SMALL, "0..9"),
        "deals.jsonl": ("deal", *SMALL, "0..9", "--format", "jsonl"),
        "analyze.json": ("analyze", *SMALL, "0", "--format", "json"),
        "odds.json": ("odds", *SMALL[:-1], "--format", "json"),
        "out": ("batch", "--engine", "readable", "--workers", "1", *SMALL, "0..3"),
    }
    for name, arguments in runs.items():
        assert gehtauf(*arguments, "-o", path / name).code == 0
    for form in ("json", "csv"):
        result = gehtauf("report", path / "out", "--format", form, "-o", path / f"report.{form}")
        assert result.code == 0
    graphs = [option for end in ("json", "dot", "graphml") for option in ("--graph", f"a.{end}")]
    graphs = [str(path / text) if text.startswith("a.") else text for text in graphs]
    assert gehtauf("analyze", *SMALL, "0", *graphs, "--html", path / "a.html").code == 0
    return path


@pytest.mark.parametrize("name", SEEMS)
def test_it_says_what_a_file_seems_to_be(folder: Path, name: str) -> None:
    path = folder / name
    told = f"not a record of gehtauf solve; it seems to be {SEEMS[name]} (expected {REMEDY})"
    line = 2 if path.read_bytes().startswith(b"[\n{") else 1  # where the record begins
    assert gehtauf("verify", path) == (
        2,
        f"{path}:{line}:1: {told}\n1 record: 0 accepted, 0 refused, 1 broken\n",
        "",
    )


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*")), ids=lambda path: path.name)
def test_every_sample_is_known_for_deals(sample: Path) -> None:
    told = gehtauf("verify", sample).out
    assert "deal" in told.partition("it seems to be ")[2]
    assert len(told.splitlines()) == 2


def test_a_folder_is_none(folder: Path) -> None:
    result = gehtauf("verify", folder / "out")
    told = f"{folder / 'out'}: this is a folder, not a file of records (expected {REMEDY})"
    assert result == (2, "", f"gehtauf: {told}\n")


@pytest.mark.parametrize("text", ["hello", "5", '"q3: won"', "won", "[1]", "\ufeffhello"])
def test_what_nobody_knows_is_quoted(text: str) -> None:
    result = gehtauf("verify", "-", stdin=text)
    assert result.code == 2
    first = result.out.splitlines()[0]
    assert first.startswith("<stdin>:1:")
    assert ": not a record of gehtauf solve (read " in first
    assert first.endswith(f"expected {REMEDY})")


@pytest.mark.parametrize("text", ['{"id": ', "[1, 2", '\ufeff{"id": }'])
def test_what_begins_as_json_is_broken_json(text: str) -> None:
    assert ": broken JSON: " in gehtauf("verify", "-", stdin=text).out


def test_a_file_of_records_goes_on_after_what_is_none(folder: Path) -> None:
    good = gehtauf("solve", *SMALL, "0", "--proof", "--format", "jsonl").out
    deals = (folder / "deals.jsonl").read_text(encoding="utf-8")
    result = gehtauf("verify", "-", stdin=f"{good}{deals}5\nhello\n{good}")
    lines = result.out.splitlines()
    assert [": accepted: " in line for line in lines] == [True, *[False] * 12, True, False]
    assert lines[1].startswith("<stdin>:2:1: not a record of gehtauf solve; it seems to be a deal")
    assert lines[-1] == "14 records: 2 accepted, 0 refused, 12 broken"


def test_a_record_of_an_unknown_kind_is_for_the_referee() -> None:
    result = gehtauf("verify", "-", stdin='{"schema": "gehtauf/solve@2"}')
    assert result.code == 4
    assert "schema: the schema must be gehtauf/solve@1 (read 'gehtauf/solve@2'" in result.out


def test_the_remedy_is_one(folder: Path) -> None:
    command = REMEDY.partition("gehtauf ")[2].partition(" writes")[0].split()
    command[command.index("FILE")] = str(SAMPLES / "quadrat.txt")
    proofs = folder / "proofs.jsonl"
    assert gehtauf(*command, "-o", proofs).code == 0
    assert gehtauf("verify", proofs).out.endswith("4 records: 4 accepted, 0 refused\n")


@pytest.mark.parametrize("command", [*command_names(), ""])
def test_what_is_to_be_tried_can_be_run(command: str) -> None:
    told = gehtauf(*command.split(), "--nosuch").err.splitlines()[-1]
    assert told == f"Try: gehtauf {command} --help".replace("  ", " ")
    result = gehtauf(*told.split()[2:])
    assert (result.code, result.err) == (0, "")
    assert f"Usage: gehtauf {command}" in result.out
