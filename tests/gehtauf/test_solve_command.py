"""``gehtauf solve``: formats, exit codes, settings and what the text says."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reports.schemas import load_schema
from tests.gehtauf.command import SAMPLES, gehtauf, spawn

ALL_SAMPLES = sorted(SAMPLES.iterdir())
VERDICTS = {
    "geburtstag-unshuffled.txt": ["won", "won", "lost", "lost"],
    "geburtstag.txt": ["won", "lost", "lost", "chance"],
    "quadrat-52.txt": ["won", "lost", "lost"],
    "quadrat.txt": ["won", "won", "lost", "lost"],
    "zudecken-readings.jsonl": ["won", "lost", "won", "won", "lost"],
    "zudecken.txt": ["won", "won", "lost", "lost", "lost"],
}


def records(*arguments: str | Path) -> list[dict[str, Any]]:
    result = gehtauf("solve", *arguments, "--format", "json")
    assert result.err == ""
    found: list[dict[str, Any]] = json.loads(result.out)
    validator = jsonschema.Draft202012Validator(load_schema("solve"))
    for record in found:
        validator.validate(record)
    return found


@pytest.mark.promise(6, 13)
@pytest.mark.parametrize("path", ALL_SAMPLES, ids=lambda path: path.name)
def test_every_sample_is_solved_and_verified(path: Path, tmp_path: Path) -> None:
    found = records(path, "--trace", "--proof")
    assert [record["verdict"] for record in found] == VERDICTS[path.name]
    proofs = tmp_path / "proofs.json"
    assert gehtauf("solve", path, "--proof", "--format", "json", "-o", proofs) == (0, "", "")
    checked = gehtauf("verify", proofs)
    assert checked.code == 0
    assert checked.out.endswith(f"{len(found)} records: {len(found)} accepted, 0 refused\n")


def test_there_are_two_samples_a_game_and_each_verdict() -> None:
    games = Counter(records(path)[0]["game"] for path in ALL_SAMPLES)
    assert set(games.values()) == {2}
    assert games.keys() == {"quadrat", "zudecken", "geburtstag"}
    assert {v for verdicts in VERDICTS.values() for v in verdicts} == {"won", "lost", "chance"}


def test_text_tells_reason_and_line() -> None:
    out = gehtauf("solve", "--game", "quadrat", "--deals", "0", "--cards", "letters").out
    assert "the first card dealt is JD" in out
    assert "After 22 cards the suit counts are C 5 S 7 H 5 D 5: all four are odd" in " ".join(
        out.split()
    )
    assert "no choice could have changed it" in " ".join(out.split())
    assert out.endswith("1 deal: 1 lost\n")


def test_text_of_a_game_that_can_never_be_cleared() -> None:
    out = gehtauf("solve", "--game", "quadrat", "--deck", "french52", "--deals", "4").out
    assert "No deal of french52 can be cleared in Quadrat: 13 cards of a suit" in out
    assert records("--game", "quadrat", "--deck", "french52", "--deals", "4")[0]["reason"] == {
        "kind": "never",
        "n": 52,
        "counts": {"C": 13, "S": 13, "H": 13, "D": 13},
        "deck_counts": {"C": 13, "S": 13, "H": 13, "D": 13},
    }


def test_text_tells_why_nothing_more_can_be_done() -> None:
    for options, told in (
        (["zudecken", "--deals", "7"], "End: 8S 2C 9D 6H face up; no group of them may go."),
        (["geburtstag", "--deals", "5"], "End: the foundations wait for 2C (under 4 cards), "),
    ):
        for more in ([], ["--trace"]):
            out = gehtauf("solve", "--game", *options, *more, "--cards", "letters").out
            assert told in " ".join(out.split())


def test_words_of_changed_rules_say_so() -> None:
    assert "In force are other values of match, width" in " ".join(
        gehtauf("rules", "quadrat", "--match", "rank", "--width", "1").out.split()
    )
    assert "In force are other values" not in gehtauf("rules", "quadrat").out


def test_trace_shows_the_table_after_each_move() -> None:
    out = gehtauf("solve", "--game", "zudecken", "--deals", "1", "--trace").out
    rows = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    table = [row for row in rows if row[0].isdigit() and row[-1].isdigit()]
    assert table[0] == ["0", "4♥", "A♦", "Q♦", "Q♠", "48"]
    assert table[1] == ["1", "A♦", "Q♦", "K♠", "2♦", "4♥", "Q♠", "K♠", "2♦", "46"]
    assert table[-1][-2:] == ["-", "0"], table


def test_birthday_trace_shows_foundations_and_waste() -> None:
    out = gehtauf("solve", "--game", "geburtstag", "--deals", "514", "--trace").out
    last = out.splitlines()[-2].split()
    assert last[-5:] == ["A♠", "9♥", "5♣", "6♦", "-"]  # the foundations show 1 9 5 6


@pytest.mark.promise(4)
def test_one_broken_deal_among_a_thousand(tmp_path: Path) -> None:
    made = gehtauf("deal", "--game", "quadrat", "--deals", "0..999").out.splitlines()
    broken = next(i for i, line in enumerate(made) if line.startswith("500: "))
    made[broken] = made[broken].replace(" 7C", " XH")
    path = tmp_path / "thousand.txt"
    path.write_text("\n".join(made), encoding="utf-8")
    result = gehtauf("solve", path, "--format", "jsonl", "--exit-code")
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 2
    assert Counter(r["verdict"] == "error" for r in lines) == {False: 999, True: 1}
    [error] = [record["error"] for record in lines if record["verdict"] == "error"]
    assert (error["line"], error["text"]) == (broken + 1, "XH")
    assert error["column"] == made[broken].index("XH") + 1
    strict = gehtauf("solve", path, "--format", "jsonl", "--strict")
    assert strict.code == 2
    assert len(strict.out.splitlines()) == 501


@pytest.mark.promise(33)
def test_csv_has_one_row_a_deal_and_whole_numbers() -> None:
    result = gehtauf("solve", "--game", "zudecken", "--deals", "1..7", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert len(rows) == 7
    assert rows[6] == rows[6] | {"id": "7", "verdict": "lost", "cards_left": "52", "states": "1"}
    assert "\r" not in result.out
    assert "." not in "".join(row["states"] + row["moves"] for row in rows)


@pytest.mark.promise(12)
def test_exit_codes_of_verdicts() -> None:
    won, lost = ["--game", "quadrat", "--deals", "3"], ["--game", "quadrat", "--deals", "0"]
    assert gehtauf("solve", *won, "--exit-code").code == 0
    assert gehtauf("solve", *lost, "--exit-code").code == 1
    assert gehtauf("solve", *lost).code == 0
    undecided = ["--game", "zudecken", "--deals", "17", "--max-states", "10"]
    assert gehtauf("solve", *undecided, "--exit-code").code == 3
    assert gehtauf("solve", SAMPLES / "geburtstag.txt", "--exit-code").code == 3  # chance
    [record] = records(*undecided)
    assert record["verdict"] == "undecided"
    assert record["reason"] == {"kind": "limit", "limit": "max-states", "value": 10}
    assert (record["states"], record["cards_left"], record["moves"]) == (10, None, None)


def test_an_undecided_deal_shows_nothing() -> None:
    birthday = ["--game", "geburtstag", "--deals", "5", "--exhaustive", "--max-states", "500"]
    for options in (birthday, ["--game", "zudecken", "--deals", "17", "--max-states", "10"]):
        [record] = records(*options, "--trace", "--proof")
        assert record["verdict"] == "undecided"
        assert not {"trace", "proof", "deal"} & record.keys()


@pytest.mark.promise(12)
def test_timeout_is_undecided() -> None:
    wide = ["--game", "zudecken", "--width", "8", "--match", "rank", "--deals", "0..3"]
    found = records(*wide, "--timeout", "0", "--max-states", "1000000")
    assert "undecided" in {record["verdict"] for record in found}
    assert all(
        record["reason"] == {"kind": "limit", "limit": "timeout", "value": 0.0}
        for record in found
        if record["verdict"] == "undecided"
    )


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    deal = gehtauf("deal", "--game", "zudecken", "--deals", "11").out.splitlines()[-1]
    path.write_text(f"@game zudecken\n@cover single\n{deal}\n", encoding="utf-8")
    assert records(path)[0]["rules"]["cover"] == "single"
    assert records(path, "--cover", "group")[0]["rules"]["cover"] == "group"
    assert records(path, "--cover", "group")[0]["verdict"] == "lost"


def test_rules_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "zudecken"\nwidth = 3\nmatch = "suit"\n', encoding="utf-8")
    [record] = records("--rules", path, "--deck", "3x4", "--deals", "5")
    assert record["rules"] == {
        "game": "zudecken",
        "deck": "3x4",
        "match": "suit",
        "sizes": [2, 3, 4],
        "cover": "open",
        "goal": "cleared",
        "width": 3,
        "style": "cover",
    }
    printed = gehtauf("rules", "--rules", path, "--toml").out
    path.write_text(printed, encoding="utf-8")
    again = records("--rules", path, "--deck", "3x4", "--deals", "5")
    assert again == [record]


def test_exhaustive_agrees_with_the_theorems() -> None:
    for game, deck, deals in (("quadrat", "skat32", "0..19"), ("geburtstag", "4x4", "0..19")):
        by_theorem = records("--game", game, "--deck", deck, "--deals", deals, *_target(game))
        searched = records(
            "--game", game, "--deck", deck, "--deals", deals, "--exhaustive", *_target(game)
        )
        assert all(record["states"] > 0 for record in searched)
        keys = ("verdict", "cards_left", "reason")
        assert [[r[k] for k in keys] for r in by_theorem if r["verdict"] == "lost"] == [
            [r[k] for k in keys] for r in searched if r["verdict"] == "lost"
        ]
        assert [r["verdict"] for r in by_theorem] == [r["verdict"] for r in searched]
        assert {"won", "lost"} == {r["verdict"] for r in searched}


def _target(game: str) -> list[str]:
    return ["--target", "1231", "--passes", "1"] if game == "geburtstag" else []


def test_any_number_of_passes(tmp_path: Path) -> None:
    """Each pass plays a card, so no deal needs more passes than there are cards."""
    many = ["--game", "geburtstag-unshuffled", "--deals", "0..40", "--passes", "999999999"]
    path = tmp_path / "many.jsonl"
    assert gehtauf("solve", *many, "--proof", "--format", "jsonl", "-o", path).code == 0
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {record["verdict"] for record in found} == {"won"}
    assert max(record["reason"]["passes"] for record in found) < 48
    assert gehtauf("verify", path).code == 0


@pytest.mark.promise(14)
def test_no_deals_give_empty_results(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("# nothing here\n@game quadrat\n", encoding="utf-8")
    assert gehtauf("solve", path) == (0, "0 deals\n", "")
    assert gehtauf("solve", path, "--format", "json") == (0, "[]\n", "")
    assert gehtauf("solve", path, "--format", "jsonl") == (0, "", "")
    assert gehtauf("solve", path, "--format", "csv").out.count("\n") == 1


@pytest.mark.promise(14)
def test_already_won_deals() -> None:
    [record] = records("--game", "quadrat", "--deck", "1x4", "--goal", "stock", "--deals", "0")
    assert (record["verdict"], record["moves"], record["cards_left"]) == ("won", 0, None)
    [record] = records("--game", "zudecken", "--deck", "1x4", "--goal", "stock", "--deals", "0")
    assert (record["verdict"], record["moves"], record["states"]) == ("won", 0, 1)


@pytest.mark.promise(7)
def test_a_deal_whose_verdict_depends_on_the_direction() -> None:
    text = gehtauf("deal", "--game", "zudecken", "--deals", "7").out.splitlines()[-1]
    cards = text.split(": ")[1].split()
    both = f"forward: {' '.join(cards)}\nbackward: {' '.join(cards[::-1])}\n"
    result = spawn("solve", "-", "--game", "zudecken", "--format", "csv", stdin=both)
    assert [row["verdict"] for row in csv.DictReader(io.StringIO(result.out))] == ["lost", "won"]
    shown = spawn("solve", "-", "--game", "zudecken", "--cards", "letters", stdin=both).out
    assert f"the first card dealt is {cards[0]}, the last {cards[-1]}" in " ".join(shown.split())


@pytest.mark.promise(11)
def test_numbered_deals_at_the_ends_of_the_range() -> None:
    for number in (2**31, 2**33, 2**53 + 1, 2**63, 2**64 - 1):
        [record] = records("--game", "quadrat", "--deals", str(number), "--proof")
        assert record["id"] == record["deal"]["number"] == str(number)
    assert records("--game", "quadrat", "--deals", str(2**64 - 1), "--proof")[0]["deal"]["cards"][
        :8
    ] == ["JD", "QD", "7S", "AS", "AH", "TD", "KD", "QS"]
