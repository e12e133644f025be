"""``gehtauf report``: outputs, refusals, exit codes, and the same thing from Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command import ROOT, gehtauf

import gehtauf as library

sys.path.append(str(ROOT / "tests" / "reports"))
from folders import make_folder, verdict_row

FORMATS = ("text", "json", "markdown", "csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        verdict_row(n, "lost" if n % 5 == 0 else "won", 2 * (n % 5 == 0)) for n in range(1, 101)
    ]
    make_folder(tmp_path / "zud", "zudecken", rows, chunk_size=30)
    return tmp_path / "zud"


def test_what_batch_has_written_is_read(tmp_path: Path) -> None:
    """Both sides of a results folder, against the analysis of each deal."""
    path = tmp_path / "out"
    rules = ("--game", "zudecken", "--deck", "4x4", "--cover", "group", "--width", "3")
    numbers = ("--deals", "1..40")
    how = ("--detail", "full", "--engine", "readable", "--workers", "1", "--chunk-size", "16")
    result = gehtauf("batch", *rules, *numbers, *how, "-o", path, "--quiet")
    assert result.code == 0, result.err
    [record] = json.loads(gehtauf("report", path, "--format", "json").out)
    deals = json.loads(gehtauf("analyze", *rules, *numbers, "--format", "json").out)
    won = [deal for deal in deals if deal["verdict"] == "won"]
    lost = [deal for deal in deals if deal["verdict"] == "lost"]
    assert (record["won"], record["lost"]) == (len(won), len(lost))
    assert min(len(won), len(lost)) > 0
    assert record["complete"]
    for key in ("states", "choice_points"):
        values = [deal[key] for deal in deals]
        found = record[key]
        assert (found["min"], found["max"]) == (min(values), max(values))
        assert found["mean"] == sum(values) / 40
    words = [deal["difficulty"] for deal in won]
    assert record["difficulty"] == {word: words.count(word) for word in record["difficulty"]}
    hardest = min(won, key=lambda deal: (deal["random_win"]["value"], int(deal["id"])))
    assert record["rarest"]["hardest"][0]["deal"] == hardest["id"]
    few = min(won, key=lambda deal: (int(deal["winning_lines"]), int(deal["id"])))
    assert record["rarest"]["fewest_winning_lines"][0]["value"] == few["winning_lines"]


def test_text_is_what_people_get(folder: Path) -> None:
    result = gehtauf("report", folder)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[:7] == [
        "zudecken: 100 deals, numbers 1..100",
        "    80 % of the deals come out; 95 % intervals: 71 % to 87 % (Wilson), 71 % to",
        "    87 % (Clopper-Pearson).",
        "",
        "    verdict  deals  share",
        "    won      80     80 %",
        "    lost     20     20 %",
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_holds_what_would_be_printed(folder: Path, tmp_path: Path, form: str) -> None:
    arguments = ("report", folder, folder, "--format", form)
    printed = gehtauf(*arguments)
    assert (printed.code, printed.err) == (0, "")
    result = gehtauf(*arguments, "-o", tmp_path / "out")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert (tmp_path / "out").read_bytes().decode() == printed.out


def test_a_page_is_written_beside_the_report(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert gehtauf("report", folder, "--html", page) == gehtauf("report", folder)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_python_says_the_same(folder: Path) -> None:
    records = json.loads(
        gehtauf("report", folder, folder, "--format", "json", "--level", "0.9").out
    )
    assert records == library.report(str(folder), str(folder), level=0.9)
    assert records[0]["interval"]["level"] == 0.9
    summary = library.summarize(folder)
    assert (summary.won, summary.readable, summary.complete) == (80, 100, True)


@pytest.mark.promise(14)
@pytest.mark.parametrize("detail", ["verdict", "full", "tally"])
def test_no_deals(tmp_path: Path, detail: str) -> None:
    path = make_folder(tmp_path / detail, "geburtstag", [], detail=detail)
    for form in FORMATS:
        result = gehtauf("report", path, path, "--format", form)
        assert (result.code, result.err) == (0, "")
        assert result.out.strip()
    page = tmp_path / "page.html"
    assert gehtauf("report", path, "--html", page).code == 0
    assert "There are no deals" in page.read_text(encoding="utf-8")


def test_an_unfinished_folder_is_told_as_such(folder: Path) -> None:
    for name in ("part-000001.parquet", "part-000001.json"):
        (folder / name).unlink()
    result = gehtauf("report", folder)
    assert (result.code, result.err) == (0, "")
    assert "unfinished: 70 of 100 deals so far" in " ".join(result.out.split())
    assert "--resume" in result.out


@pytest.mark.promise(19)
def test_a_damaged_folder_is_refused_with_the_remedy(folder: Path) -> None:
    part = folder / "part-000002.parquet"
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    result = gehtauf("report", folder)
    assert (result.code, result.out) == (2, "")
    assert "part-000002.parquet" in result.err
    assert "batch --resume" in result.err


@pytest.mark.parametrize("level", ["0", "1", "95", "-1", "nan", "x"])
def test_a_level_is_between_nothing_and_certainty(folder: Path, level: str) -> None:
    result = gehtauf("report", folder, "--level", level)
    assert (result.code, result.out) == (2, "")
    assert "level" in result.err


def test_what_is_no_results_folder(folder: Path, tmp_path: Path) -> None:
    """Each is called what it is, and no file inside it that a user has never heard of."""
    empty, notes = tmp_path / "empty", tmp_path / "notes"
    empty.mkdir()
    notes.mkdir()
    (notes / "a.txt").touch()
    for path, kind in (
        (tmp_path / "missing", "there is no such folder"),
        (folder / "missing" / "too", "there is no such folder"),
        ("", "there is no such folder (read ''; "),
        (empty, "this folder is empty"),
        (notes, "this folder holds no results"),
        (notes / "a.txt", "this is a file"),
        (folder / "part-000000.parquet", "this is a file"),
    ):
        result = gehtauf("report", folder, path)
        assert (result.code, result.out) == (2, "")
        assert f"{path}: {kind}" in result.err if path else kind in result.err
        assert "expected a results folder, as gehtauf batch -o DIR writes it" in result.err
        assert "manifest" not in result.err
    assert gehtauf("report").code == 2


def test_results_folders_within_a_folder_are_pointed_at(folder: Path) -> None:
    result = gehtauf("report", folder.parent)
    assert result.code == 2
    assert f"there is one in it: {folder}" in result.err


def test_parts_without_their_manifest_are_told_as_such(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    result = gehtauf("report", folder)
    assert (result.code, result.out) == (2, "")
    assert f"{folder}: manifest.json is missing" in result.err


def test_outputs_that_would_spoil_something(folder: Path, tmp_path: Path) -> None:
    before = (folder / "manifest.json").read_bytes()
    link = tmp_path / "link"
    link.symlink_to(folder)
    for arguments in (
        ("-o", folder / "manifest.json"),
        ("--html", folder / "new.html"),
        ("-o", link / "manifest.json"),
        ("--html", tmp_path / "a", "-o", tmp_path / "a"),
        ("--html", "-"),
    ):
        result = gehtauf("report", folder, *arguments)
        assert (result.code, result.out) == (2, ""), arguments
    assert (folder / "manifest.json").read_bytes() == before
    assert not (tmp_path / "a").exists()
    result = gehtauf("report", folder, "--html", tmp_path / "none" / "page.html")
    assert result.code == 5
    assert "none" in result.err


def test_help_starts_light() -> None:
    code = (
        "import sys; from gehtauf.cli import run; run(['report', '--help'])\n"
        "heavy = {'numpy', 'pyarrow', 'scipy', 'matplotlib', 'jinja2', 'numba'}\n"
        "print(heavy & set(sys.modules))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[-1] == "set()"
