"""``gehtauf analyze`` and ``gehtauf deal --want``: records, text, played lines, searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from facts import load_facts

from deals.files import loads
from reports.schemas import load_schema
from solver.games import Verdict
from solver.prepare import prepare
from solver.wanted import is_wanted
from tests.gehtauf.command import SAMPLES, gehtauf


def records(*arguments: str | Path) -> list[dict[str, Any]]:
    result = gehtauf("analyze", *arguments, "--format", "json")
    found: list[dict[str, Any]] = json.loads(result.out)
    validator = jsonschema.Draft202012Validator(load_schema("analyze"))
    for record in found:
        validator.validate(record)
    return found


def solution_of(number: int, game: str = "zudecken") -> dict[str, Any]:
    out = gehtauf(
        *("solve", "--game", game, "--deals", str(number), "--trace", "--format", "jsonl")
    ).out
    record: dict[str, Any] = json.loads(out)
    return record


def test_every_field_of_the_known_deals(tmp_path: Path) -> None:
    facts = load_facts("quadrat", "zudecken")[::6]
    path = tmp_path / "facts.jsonl"
    path.write_text("".join(json.dumps(fact) + "\n" for fact in facts), encoding="utf-8")
    for record, fact in zip(records(path), facts, strict=True):
        expected = fact["expect"]
        shown = record | {"random_win": record["random_win"]["exact"]}
        assert {key: shown[key] for key in expected} == expected
        first = record["first_moves"]
        assert sum(int(move["winning_lines"]) for move in first) == int(record["winning_lines"])


def test_samples_of_every_game() -> None:
    for name in ("quadrat.txt", "zudecken.txt", "geburtstag.txt", "geburtstag-unshuffled.txt"):
        found = records(SAMPLES / name)
        assert len(found) >= 4
        if name.startswith("geburtstag"):
            assert all(record["by_pass"] for record in found)
        text = gehtauf("analyze", SAMPLES / name)
        assert (text.code, text.err) == (0, "")
    found = records(SAMPLES / "geburtstag-unshuffled.txt")
    assert [record["passes_needed"] for record in found] == [4, 4, 8, 4]
    enough, few = (
        gehtauf(
            "solve", SAMPLES / "geburtstag-unshuffled.txt", "--passes", n, "--format", "csv"
        ).out
        for n in ("8", "7")
    )
    assert (",won," in enough.splitlines()[3], ",won," in few.splitlines()[3]) == (True, False)
    by_pass = found[0]["by_pass"]
    assert [one["cards_left"] for one in by_pass] == [38, 26, 14, 0]
    assert sum(len(one["played"]) for one in by_pass) == 48


def test_quadrat_says_that_choices_decide_nothing() -> None:
    [record] = records("--game", "quadrat", "--deals", "0")
    assert record["difficulty"] is None
    assert record["critical"] == 0
    out = gehtauf("analyze", "--game", "quadrat", "--deals", "0").out
    assert "No choice matters: all 36 lines of play end alike." in out


def test_text_has_the_summary_first_and_the_counts_last() -> None:
    out = gehtauf("analyze", "--game", "zudecken", "--deals", "4").out
    parts = [
        *("Difficulty: hard", "Decisions that matter", "first move  "),
        *("Safest line (", "transitions"),
    ]
    places = [out.index(part) for part in parts]
    assert places == sorted(places)
    assert "with the stock face up" in out
    assert "5,047,238,202" in out


def test_a_played_line_is_judged_move_by_move() -> None:
    safest = records("--game", "zudecken", "--deals", "4")[0]["safest_line"]
    good = ", ".join(" ".join(cards) for cards in safest)
    [record] = records("--game", "zudecken", "--deals", "4", "--line", good)
    assert not any(move["threw_the_win_away"] for move in record["played"])
    assert record["played"][-1]["random_win"]["exact"] == "1/1"
    out = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", good).out
    assert "The line wins." in out
    bad = ", ".join(" ".join(cards) for cards in [*safest[:2], ["TS", "AC", "4C"]])
    [record] = records("--game", "zudecken", "--deals", "4", "--line", bad)
    assert [move["threw_the_win_away"] for move in record["played"]] == [False, False, True]
    assert record["played"][2]["best"]["take"] == ["AC", "4C"]
    assert record["played"][2]["winning_choices"] < record["played"][2]["choices"]
    out = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", bad).out
    assert "thrown away by move 3: A♣ 4♣ would have kept it" in " ".join(out.split())


@pytest.mark.parametrize("form", ["array", "record", "trace", "lists", "lines", "half"])
def test_forms_of_a_played_line(form: str, tmp_path: Path) -> None:
    record = solution_of(4)
    takes = [step["take"] for step in record["trace"]]
    path = tmp_path / "line"
    path.write_text(
        {
            "array": json.dumps([record]),
            "record": json.dumps(record),
            "trace": json.dumps(record["trace"]),
            "lists": json.dumps(takes),
            "lines": "\n".join(" ".join(take) for take in takes),
            "half": "; ".join(" ".join(take) for take in takes[:12]),
        }[form],
        encoding="utf-8",
    )
    out = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", path).out
    assert ("The win is still within reach" if form == "half" else "The line wins.") in out


BAD_LINES = {
    "not face up": ("KH KD", "move 1: that card is not face up"),
    "not legal": ("TS 2H", "move 1 is not legal"),
    "no card": ("XX YY", "not a card"),
    "after the end": (None, "comes after the end of the game"),
    "json": ("[1, 2", "broken JSON"),
    "two records": ('{"schema": 1}\n{"schema": 1}', "several records"),
    "json of something else": ('{"a": 1}', "no line of play"),
    "other deal": ("other", "belongs to another deal"),
}


@pytest.mark.parametrize(("line", "told"), BAD_LINES.values(), ids=BAD_LINES)
def test_lines_that_cannot_be_are_refused(line: str | None, told: str) -> None:
    trace = solution_of(4)["trace"]
    if line is None:
        line = json.dumps([*trace, {"take": ["AC", "AS"]}])
    elif line == "other":
        line = json.dumps([trace[0] | {"deal": ["KH", "KD"]}])
    result = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", line)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


def test_a_line_that_is_not_legal_names_where_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "line"
    for line, place in ((path, str(path)), ("KH KD", "--line"), ("/dev/zero", "/dev/zero:1:1")):
        path.write_text("KH KD", encoding="utf-8")
        result = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", line)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"gehtauf: {place}: ")


def test_a_birthday_line_with_a_card_held_back() -> None:
    trace = solution_of(514, "geburtstag")["trace"]
    options = ["--game", "geburtstag", "--deals", "514"]
    [record] = records(*options, "--line", json.dumps(trace))
    assert not any(step["could_have"] for step in record["played"])
    first = next(i for i, step in enumerate(trace) if step["to"] == "foundation")
    held = [*trace[:first], trace[first] | {"to": "waste", "from": "stock"}]
    [record] = records(*options, "--line", json.dumps(held))
    last = record["played"][-1]
    assert [step["card"] for step in last["could_have"]] == [trace[first]["card"]]
    assert last["best_before"] == 0
    assert last["threw_the_win_away"] == (last["best_after"] > 0)
    assert "1 cards held back" not in gehtauf("analyze", *options, "--line", json.dumps(held)).out


def test_a_line_belongs_to_one_deal() -> None:
    result = gehtauf("analyze", "--game", "zudecken", "--deals", "4..5", "--line", "8D 6D")
    assert result.code == 2
    assert "--line, --graph and --html belong to one deal" in result.err


@pytest.mark.promise(12, 31)
def test_a_graph_past_the_limit_is_not_counted() -> None:
    [record] = records("--game", "zudecken", "--deals", "17", "--max-states", "500")
    assert record["verdict"] == "undecided"
    assert record["truncated"]
    assert "states" not in record


def test_bad_deals_become_error_records(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("game=quadrat deck=1x4 | AC AS AH AH\n", encoding="utf-8")
    result = gehtauf("analyze", path, "--format", "json")
    assert result.code == 2
    [record] = json.loads(result.out)
    assert (record["schema"], record["verdict"]) == ("gehtauf/analyze@1", "error")


def test_deals_of_a_wanted_kind() -> None:
    options = ["deal", "--game", "zudecken", "--deck", "4x4", "--cover", "group"]
    out = gehtauf(*options, "--want", "lost", "--count", "3").out
    entries = loads(out)
    assert len(entries) == 3
    path_free = gehtauf(*options, "--deals", "0..400", "--want", "lost").out
    assert path_free.startswith(out)
    assert "@cover group\n" in out
    for word in ("hard", "easy"):
        found = gehtauf("deal", "--game", "zudecken-32", "--difficulty", word, "--count", "2").out
        for entry in loads(found):
            assert is_wanted(prepare(entry), Verdict.WON, word)


def test_a_search_that_finds_too_few_says_so() -> None:
    result = gehtauf("deal", "--game", "quadrat", "--deals", "0..5", "--want=won", "--count=9")
    assert result.code == 0
    assert len(loads(result.out)) == 3
    assert "3 of 9 wanted deals are in 0..5, and no more" in result.err
    result = gehtauf("deal", "--game", "zudecken", "--deals", "7", "--want", "won")
    assert "0 of 1 wanted deals are in 7" in result.err


@pytest.mark.promise(8)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--html", "-"], "write files"),
        (["--graph", "a.json", "-o", "a.json"], "same file"),
        (["--html", "a.json", "--graph", "./a.json"], "same file"),
        (["--prune", "won"], "--prune belongs to --graph"),
        (["--graph", "a.txt"], "unknown suffix"),
        (["--line", "no-such-file.txt"], "no-such-file.txt: cannot read the file"),
        (["--line", " , ,"], "the line has no moves"),
        (["--line", "["], "1:2: broken JSON"),
        (["--line", "[" * 100_000], "--line:1:51: broken JSON: nested more than 50 deep"),
        (["--line", "hello"], "solve --trace --format json"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = gehtauf("analyze", "--game", "zudecken", "--deals", "4", *options)
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert not list(tmp_path.iterdir())


def test_a_birthday_has_no_graph(tmp_path: Path) -> None:
    result = gehtauf(
        "analyze", "--game", "geburtstag", "--deals", "4", "--graph", tmp_path / "a.dot"
    )
    assert (result.code, result.out) == (2, "")
    assert "geburtstag has no state graph" in result.err


def test_graphs_and_page_of_one_deal(tmp_path: Path) -> None:
    graphs = [part for form in ("graphml", "dot", "json") for part in ("--graph", f"a.{form}")]
    paths = [tmp_path / part if part.startswith("a.") else part for part in graphs]
    result = gehtauf(
        *("analyze", "--game", "zudecken", "--deals", "4", *paths, "--html", tmp_path / "a.html")
    )
    assert (result.code, result.err) == (0, "")
    assert len(json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["nodes"]) == 2049
    assert "<graphml" in (tmp_path / "a.graphml").read_text(encoding="utf-8")
    assert (tmp_path / "a.dot").read_text(encoding="utf-8").startswith("digraph")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "hard" in page


def test_a_birthday_line_of_cards_only() -> None:
    trace = solution_of(514, "geburtstag")["trace"]
    cards = [step["card"] for step in trace if step["to"] == "foundation"]
    options = ["--game", "geburtstag", "--deals", "514"]
    [record] = records(*options, "--line", " ".join(cards))
    assert [step["card"] for step in record["played"]] == [step["card"] for step in trace]
    [record] = records(*options, "--line", " ".join(cards[1:2]))
    assert record["played"][-1]["card"] == cards[1]
    result = gehtauf("analyze", *options, "--line", cards[-1])
    assert "can never be played" in result.err


def test_a_deal_that_cannot_be_is_not_searched_for() -> None:
    result = gehtauf("deal", "--game", "quadrat-52", "--goal", "cleared", "--want", "won")
    assert (result.code, result.out) == (2, "")
    assert "can be won (expected goal = stock)" in result.err
