"""Reports as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from folders import make_folder, verdict_row
from schema_check import faults
from test_summary import mixed_rows

from reports.paint import Paint, visible
from reports.report_text import FORMATS
from reports.summary import report, words
from reports.summary.compared_words import difference, how_compared
from solver.rules import find_rules

HOSTILE = "a|b `<img src=x onerror=alert(1)>` $x_1$"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """One folder of each kind there is."""
    root = tmp_path_factory.mktemp("folders")

    def make(name: str, *args: Any, **options: Any) -> str:
        return make_folder(root / name, *args, **options)

    passes = [
        verdict_row(0, "won", passes=2, left=[9, 0]),
        verdict_row(1, "lost", 4, passes=4, left=[30, 20, 10, 4]),
    ]
    counts = {"won": 3, "lost": 1, "undecided": 0, "chance": 0, "error": 0}
    tally = counts | {"first": 0, "deals": 4, "cards_left": [3, 0, 1], "hardest": []}
    tally["nearest"] = [{"deal": 2, "cards_left": 2}]
    width_five = find_rules("zudecken", width=5, match="rank")
    return [
        make("full", "zudecken", mixed_rows(200), detail="full"),
        make("verdict", "zudecken-group", mixed_rows(200, 2)),
        make(HOSTILE, "geburtstag", passes, detail="full"),
        make("tally", "quadrat", [tally], detail="tally", deals="0..3", chunk_size=4),
        make("empty", "zudecken-stock", [], detail="full"),
        make("unfinished", width_five, [verdict_row(5, "won")], deals="5..3000000"),
        make("open", "geburtstag", [verdict_row(5, "chance"), verdict_row(6, "won")]),
    ]


def text_of(form: str, paths: list[str], paint: Paint = Paint("symbols")) -> str:  # noqa: B008
    return FORMATS[form](report(paths, version="0.1.0"), paint)


def test_records_fit_their_schema(folders: list[str]) -> None:
    records = json.loads(text_of("json", folders))
    assert [record["folder"] for record in records] == folders
    for record in records:
        assert faults("report", record) == []
    assert [record["comparison"] is None for record in records] == [True] + [False] * 6
    full, verdict, birthday, tally, empty, unfinished, chance = records
    assert full["random_win"]["deals"] == full["won"] == sum(full["difficulty"].values())
    assert full["by_pass"] is verdict["states"] is verdict["difficulty"] is None
    assert verdict["comparison"]["interval"]["method"] == "newcombe-paired"
    assert [after["won"] for after in birthday["by_pass"]] == [0, 1, 0, 0]
    assert [after["cards_left"][0] for after in birthday["by_pass"]] == [0, 1, 1, 1]
    assert (tally["share"], tally["expected"], tally["complete"]) == (0.75, "4", True)
    assert (empty["share"], empty["deals"], empty["states"]) == (None, 0, None)
    assert empty["interval"] == {"level": 0.95, "method": "wilson", "low": 0, "high": 1}
    assert (unfinished["complete"], unfinished["expected"]) == (False, "2999996")
    assert (chance["share"], chance["share_at_most"], chance["chance"]) == (0.5, 1, 1)
    for share, kind in (("low", "interval"), ("low", "exact_interval")):
        assert chance[kind][share] < 0.5
        assert chance[kind]["high"] == 1


def test_counts_add_up(folders: list[str]) -> None:
    for record in report(folders, version="0.1.0"):
        parts = (record[key] for key in words.VERDICTS)
        assert record["deals"] == sum(parts)
        decided = record["won"] + record["lost"]
        assert sum(record["cards_left"]) >= decided
        for key in ("states", "choice_points"):
            if record[key]:
                assert sum(bar["deals"] for bar in record[key]["histogram"]) == decided


@pytest.mark.promise(33)
def test_csv(folders: list[str]) -> None:
    text = text_of("csv", folders)
    assert "\r" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 7
    assert len(text.splitlines()) == 8
    for row in rows:
        for key in ("deals", "won", "lost", "undecided", "chance", "errors", "expected"):
            assert re.fullmatch(r"\d+", row[key]), key
        assert row["complete"] in ("true", "false")
        assert None not in row
    assert rows[2]["folder"].endswith(HOSTILE)
    assert rows[4]["share"] == ""
    assert [row["comparison.interval.method"] for row in rows[:3]] == [
        "",
        "newcombe-paired",
        "newcombe",
    ]


def test_markdown(folders: list[str]) -> None:
    lines = text_of("markdown", folders).splitlines()
    assert len(lines) == 9
    columns = {len(re.findall(r"(?<!\\)\|", line)) for line in lines}
    assert columns == {14}
    assert r"a\|b \`\<img src=x onerror=alert(1)\>\` $x\_1$" in lines[4]
    assert "(unfinished)" in lines[7]
    alone = text_of("markdown", folders[:1]).splitlines()
    assert [len(alone), alone[0].count("|")] == [3, 11]


def test_text(folders: list[str]) -> None:
    text = text_of("text", folders)
    assert "\x1b" not in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]
    unfinished = "6 zudecken with match = rank, width = 5: unfinished: 1 of 2,999,996 deals so far"
    assert unfinished in " ".join(text.split())
    assert "gehtauf batch --resume goes on with the folder." in text
    assert "There are no deals to take a share of." in text
    assert "1 deal is still open; the interval goes from what holds if it is lost" in text
    assert "50 % to 100 % of the deals come out" in text
    assert "Side by side" in text
    assert "2 zudecken-group: compared on the same" in text
    assert "Side by side" not in text_of("text", folders[:1])
    coloured = text_of("text", folders, Paint("symbols", colour=True))
    assert re.sub(r"\x1b\[\d+m", "", coloured) == text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_sentences_keep_to_the_width(folders: list[str], width: int) -> None:
    text = text_of("text", folders, Paint("symbols", width=width))
    sentences = [line for line in text.splitlines() if "  " not in line.strip()]
    assert len(sentences) > 20
    assert max(map(visible, sentences)) <= width
    paragraph = re.search(r"    Won least often by .*?\n\n", text, re.DOTALL)
    assert paragraph
    assert max(map(len, paragraph[0].splitlines())) <= width


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_level_is_named_and_used(folders: list[str], level: float) -> None:
    records = report(folders[:2], version="0.1.0", level=level)
    assert f"{100 * level:g} % intervals" in FORMATS["text"](records, Paint())
    for record in records:
        assert record["interval"]["level"] == record["exact_interval"]["level"] == level
    assert records[1]["comparison"]["interval"]["level"] == level
    wide = report(folders[:2], version="0.1.0", level=0.9999)
    for one, two in zip(records, wide, strict=True):
        assert one["interval"]["low"] > two["interval"]["low"]
        assert one["exact_interval"]["high"] < two["exact_interval"]["high"]
    assert records[1]["comparison"]["interval"]["low"] > wide[1]["comparison"]["interval"]["low"]


@pytest.mark.parametrize(
    ("only_here", "only_there", "open_deals", "told"),
    [
        (0, 0, 0, "on the same 9 deals: the same ones come out"),
        (1, 0, 0, "on the same 9 deals: 1 comes out only in 3, none only in 1"),
        (0, 1, 0, "on the same 9 deals: none come out only in 3, 1 only in 1"),
        (2000, 1, 0, "on the same 9 deals: 2,000 come out only in 3, 1 only in 1"),
        (1, 2, 1, "on the same 9 deals: 1 is a known win in 3 but not in 1, 2 in 1 but not in 3"),
    ],
)
def test_deals_that_come_out_in_one_folder_only(
    only_here: int, only_there: int, open_deals: int, told: str
) -> None:
    pairs = {"deals": 9, "only_here": only_here, "only_there": only_there}
    first, record = ({"undecided": n, "chance": 0, "comparison": pairs} for n in (open_deals, 0))
    assert how_compared(first, record, 3) == told


@pytest.mark.promise(12)
def test_open_deals_leave_a_difference_unknown(folders: list[str]) -> None:
    known, opened = folders[3], folders[-1]
    for paths in ([known, opened], [opened, known]):
        first, other = report(paths, version="0.1.0")
        assert difference(first, first) == ("", "")
        less, interval = difference(first, other)
        assert less == "unknown"
        assert re.fullmatch(r"[+-]\d+ to [+-]\d+", interval)
    first, other = report([known, known], version="0.1.0")
    assert difference(first, other)[0].strip("+-0.") == ""


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"deals": 0, "numbers": None}, "0 deals, from files"),
        ({"deals": 1, "numbers": "7"}, "1 deal, number 7"),
        ({"deals": 2, "numbers": "7..8"}, "2 deals, numbers 7..8"),
        ({"deals": 1, "numbers": None, "complete": False}, "unfinished: 1 deal so far, from files"),
        (
            {"deals": 1, "numbers": "0..1999", "complete": False, "expected": "2000"},
            "unfinished: 1 of 2,000 deals so far, numbers 0..1999",
        ),
    ],
)
def test_what_a_folder_holds(fields: dict[str, Any], told: str) -> None:
    assert words.how_much({"complete": True, "expected": None, **fields}) == told


@pytest.mark.parametrize("width", range(24, 100, 5))
def test_no_line_begins_with_a_per_cent_sign(folders: list[str], width: int) -> None:
    [record] = report(folders[:1], version="0.1.0")
    text = FORMATS["text"]([record], Paint("symbols", width=width))
    assert not [line for line in text.splitlines() if line.lstrip().startswith("%")]
