"""``gehtauf advise``: a position, a deal in progress, a game typed in; what is refused, and how."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import ROOT, Result, gehtauf, spawn

import gehtauf as library
from solver.advice import readable
from solver.odds.facedown import build
from solver.rules import find_rules
from tests.reports.schema_check import faults

SMALL = ("--game", "zudecken", "--deck", "3x4", "--width", "3")
QUICK = ("--orders", "0")


def advise(*arguments: str | Path) -> Result:
    return gehtauf("advise", *arguments)


def spaced(text: str) -> str:
    return " ".join(text.split())


def record(*arguments: str | Path) -> dict[str, Any]:
    result = advise(*arguments, "--format", "json")
    assert result.code == 0, result.err
    found: dict[str, Any] = json.loads(result.out)
    assert faults("advise", found) == []
    return found


# ---- A position ----------------------------------------------------------------------------------


def test_covers_come_best_first_with_exact_chances() -> None:
    found = record(*SMALL, "--open", "AC 2C AS", *QUICK)
    assert [(one["take"], one["chance"]["exact"]) for one in found["covers"]] == [
        (["AC", "AS"], "271/378"),
        (["AC", "2C"], "887/1260"),
        (["AC", "2C", "AS"], "59/84"),
        (["2C", "AS"], "829/1260"),
    ]
    assert (found["stock"], found["gone"], found["policy"]) == (9, [], None)
    text = advise(*SMALL, "--open", "AC 2C AS", "--orders", "200").out
    assert "A♣ 2♣ A♠ face up, 9 cards in the stock,\nnone gone." in text
    assert text.index("A♣ A♠  ") < text.index("A♣ 2♣  ")
    assert "71.7 %" in text
    assert "Seeing the stock: how many of 200 random orders" in text


def test_cards_that_are_gone_count() -> None:
    one = record(*SMALL, "--open", "AC,2C,AS", "--seen", "3C 3S 3H", *QUICK)
    assert (one["stock"], one["gone"]) == (6, ["3C", "3S", "3H"])
    assert one["covers"][0]["chance"] != record(*SMALL, "--open", "AC 2C AS")["covers"][0]["chance"]


def test_where_nothing_may_go_and_where_all_is_done() -> None:
    stuck = advise("--game", "quadrat", "--deck", "2x4", "--open", "AC AS AH AD")
    assert "No group of these cards may go: the game is lost, with 8 cards left." in stuck.out
    for deck in ("3*2x4", "double104"):  # where there is no table, and for compiled code or not
        now = ("--game", "zudecken-group", "--deck", deck, "--width", "2", "--open", "AC 2S")
        assert "the game is lost" in advise(*now).out
        assert record(*now)["state"] == "stuck"
    won = advise("--game", "quadrat", "--deck", "2x2", "--open", "", "--seen", "AC 2C AS 2S")
    assert "The game is won." in won.out


def test_without_exact_chances_there_are_samples() -> None:
    position = ("--open", "7C 8C TD JD", "--seen", "AC 2C 3S 4S 5S 6S 7S 8S")
    game = ("--game", "zudecken", "--policy", "most", "--orders", "100")
    found = record(*game, *position)
    assert found["policy"].startswith("most (")
    best = found["covers"][0]
    assert best["chance"] is None
    assert best["played"]["interval"]["low"] < best["played"]["share"]
    assert best["face_up"]["share"] > best["played"]["share"]
    contest = found["contest"]
    assert contest["difference"] == pytest.approx(
        (contest["only_first"] - contest["only_second"]) / best["played"]["orders"]
    )
    text = advise(*game, *position).out
    assert "(--build makes a table of them: 1,365 million values, 11 to 39 minutes" in spaced(text)
    assert "how many of 1,600 random orders" in spaced(text)
    assert "percentage points" in text
    assert text == advise(*game, *position, "--workers", "2").out


def test_a_large_table_that_is_not_there_makes_samples_too(tmp_path: Path) -> None:
    game = ("--game", "zudecken-group", "--table", tmp_path, *QUICK)
    gone = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    found = record(*game, "--open", "AH 2H 3H 4D", "--seen", gone)
    assert found["policy"].startswith("sampled (the cover after which most of 8 random orders")
    assert not list(tmp_path.iterdir())


def test_a_game_without_choices_says_so() -> None:
    text = advise("--game", "quadrat", "--deck", "2x4", "--open", "AC 2C AS AH", *QUICK).out
    assert "No choice makes a difference in this game." in text


def test_covers_that_read_the_same_are_one() -> None:
    twins = ("--deck", "2*4x4", "--open", "AC AC 2S 2S", *QUICK)
    for game, takes in (
        ("quadrat", [["AC", "AC"], ["2S", "2S"]]),
        ("zudecken-single", None),
    ):
        found = [
            one["take"] for one in record("--game", game, "--policy", "most", *twins)["covers"]
        ]
        assert len({tuple(take) for take in found}) == len(found) == (2 if takes else 8)
        assert takes is None or sorted(found) == sorted(takes)


def test_quadrat_of_many_packs_is_exact_from_the_first_cards_on() -> None:
    found = record("--game", "quadrat-104", "--deals", "3", *QUICK)
    assert {one["would_win"] for one in found["covers"]} == {False}
    [chance] = {one["chance"]["exact"] for one in found["covers"]}
    assert 0.004 < int(chance.split("/")[0]) / int(chance.split("/")[1]) < 0.005
    assert found["policy"] is None


def test_a_table_that_would_be_too_large_is_not_offered() -> None:
    now = ("--game", "zudecken", "--width", "6", "--cover", "group", "--sizes", "6", *QUICK)
    for more in ((), ("--build",)):
        text = spaced(advise(*now, "--open", "AC 2C 3C 4C 5C 6C", *more).out)
        assert "are not at hand here (a table of them would be too large: 25,100 million" in text
        assert "--build" not in text


def test_what_searches_do_not_decide_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    now = ("--game", "zudecken-group", "--deck", "2*4x4", "--width", "5", "--deals", "3")
    now = (*now, "--policy", "most", "--orders", "3")
    monkeypatch.setattr(readable, "_GROUPS", 20_000)
    monkeypatch.setattr(readable, "_GROUPS", 20_000)
    known, text = record(*now), spaced(advise(*now).out)
    assert (known["orders"], known["stock_is_known"]) == (3, True)
    assert all(one["face_up"]["orders"] == 3 for one in known["covers"])
    assert all(one["would_win"] is not None for one in known["covers"])
    assert "how many of 3 random orders could be won by a player who sees them." in text
    assert "unknown" not in text
    for groups, column, words in (
        (6_000, True, "who sees them; unknown where searches of bearable length did not"),
        (0, False, "Seeing the stock: not told, for after no cover could all of 3 random"),
    ):
        monkeypatch.setattr(readable, "_GROUPS", groups)
        found, text = record(*now), spaced(advise(*now).out)
        seen = [one["face_up"] for one in found["covers"]]
        assert (None in seen, any(seen)) == (True, column)
        assert found["orders"] == 3
        assert words in text
        heads = text.partition("Exact chances")[0]
        assert ("seeing the stock" in heads, "unknown" in heads) == (column, column)
        assert {one["would_win"] for one in found["covers"]} == {None}
        assert "This stock: not told, for" in text
        assert "this stock" not in heads


def test_what_compiled_code_does_not_take_is_sampled_by_the_rules_as_written() -> None:
    game = ("--game", "zudecken", "--deck", "6x4", "--width", "5", "--cover", "group")
    position = ("--open", "AC AS 2H 3D 4H", "--policy", "most", "--orders", "3")
    found = record(*game, *position)
    assert found["policy"].startswith("most (")
    assert [one["face_up"]["orders"] for one in found["covers"]] == [3] * len(found["covers"])
    result = advise(*game, "--open", "AC AS 2H 3D 4H", "--policy", "sampled")
    assert result.code == 2
    assert "plays on with at most 4 cards face up and 64 in play" in result.err
    assert "expected the policy random, most, fewest, or none" in result.err


# ---- A deal in progress --------------------------------------------------------------------------


def test_a_numbered_deal_tells_what_its_own_stock_would_give() -> None:
    game = ("--game", "zudecken-group", "--deck", "3x4", "--width", "3", "--deals", "2", *QUICK)
    found = record(*game)
    assert {one["would_win"] for one in found["covers"]} <= {True, False}
    first = " ".join(found["covers"][0]["take"])
    later = record(*game, "--line", first)
    assert later["gone"] == found["covers"][0]["take"]
    assert "this stock" in advise(*game).out


def test_a_deal_of_which_only_the_first_cards_are_known(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text("@game zudecken\n@deck 3x4\n@width 3\nmine: AC 2C AS 3C 2S\n", "utf-8")
    found = record(path, "--line", "AC 2C", *QUICK)
    assert found["open"] == ["AS", "3C", "2S"]
    assert found["covers"][0]["would_win"] is None
    assert found == record(*SMALL, "--open", "AS 3C 2S", "--seen", "AC 2C", *QUICK)
    start = record(path, *QUICK)
    assert (start["open"], start["covers"][0]["would_win"]) == (["AC", "2C", "AS"], None)
    assert start == record(*SMALL, "--open", "AC 2C AS", *QUICK)
    for line, says in (
        ("AC AS", "after 1 cover 5 cards"),
        ("AC AS, 2C 3C", "after 2 covers 7 car"),
    ):
        path.write_text("@game zudecken\n@deck 3x4\n@width 3\nmine: AC 2C AS 3C\n", "utf-8")
        assert says in advise(path, "--line", line).err


# ---- A game typed in -----------------------------------------------------------------------------


def talk(text: str, *arguments: str) -> Result:
    return spawn(
        "advise",
        *SMALL,
        *QUICK,
        "--interactive",
        "--quiet",
        *arguments,
        stdin=text,
        env={"PYTHONUTF8": "1"},
    )


def test_a_game_is_typed_in_move_by_move() -> None:
    result = talk(
        "AC 2C\n"  # not all that are missing
        "XX\n"
        "AS\n"
        "9\n"
        "AC 3C\n"
        "AC AS\n"
        "undo\n"  # the cover
        "\n"  # the best
        "3C 2S\n"
        "help\n"
        "2C 3C\n"
        "quit\n"
    )
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("zudecken with deck = 3x4, width = 3. Type cards as in 7C")
    asked = [line for line in lines if line.endswith(("AC 2C", "XX", "AS", "9", "3C", "undo"))]
    assert asked == [
        "3 cards from the stock: AC 2C",
        "1 card from the stock: XX",
        "1 card from the stock: AS",
        "Which is covered (its number or cards; Enter: 1)? 9",
        "Which is covered (its number or cards; Enter: 1)? AC 3C",
        "Which is covered (its number or cards; Enter: 1)? AC AS",
        "2 cards from the stock: undo",
        "Which is covered (its number or cards; Enter: 1)? 2C 3C",
    ]
    assert "not a card (read 'XX'" in result.out
    assert "there is no such cover (read '9'; expected 1 to 4)" in result.out
    assert "no legal cover (read 'AC 3C'; expected a group of AC 2C AS)" in result.out
    assert result.out.count("Chance: exact") == 1
    assert "2♣ 3♣ 2♠ face up, 7 cards in the stock, 2 cards gone." in result.out
    assert lines[-1] == "That was it."


def test_the_end_of_the_stock_and_of_the_game() -> None:
    result = talk(
        "AC 2C\n1\nundo\nAC 2C\n\nAS 2S\n\nundo\nundo\n\n\n\nquit\n",
        *("--deck", "2x2", "--width", "2"),
    )
    assert result.code == 0
    assert "The last of the stock: A♠ 2♠." in result.out
    assert "The game is won." in result.out
    assert "undo or quit? " in result.out


def test_nothing_to_take_back_and_nothing_to_read() -> None:
    result = talk("undo\n\n")
    assert result.code == 0
    assert "There is nothing to take back." in result.out
    assert "no card was named" in result.out
    assert result.out.endswith("3 cards from the stock: \nThat was it.\n")


def test_ctrl_c_ends_the_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    result = advise(*SMALL, "--interactive")
    assert result.code == 130
    assert result.err.strip() == "gehtauf: interrupted"


# ---- Usage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--open", "7C 7C 8C 9C"], "more often than the deck has it: 7C"),
        (["--open", "7C 8C 9C TC", "--seen", "8C AS"], "more often than the deck has it: 8C"),
        (["--open", "7C 8C 9C 2C"], "not in the deck skat32: 2C"),
        (["--open", "7C 8C 9C TC JC"], "5 cards face up"),
        (["--open", "7C 8C 9C"], "3 cards face up"),
        (
            ["--open", "7C 8C 9C TC", "--seen", "AS"],
            "1 card cannot go in groups of 2, 3 or 4 cards",
        ),
        (["--open", "7C 8C 9C TC", "--deals", "4"], "--deals and --open each say where the game"),
        (["--open", "7C 8C 9C KB"], "--open:1:10: "),
        (["--open", "7C 8C / 9C TC"], "these are not just cards"),
        (["--open", "7C 8C 9C TC", "--line", "7C 8C"], "--line goes with FILE or --deals"),
        (["--deals", "4", "--seen", "7C"], "--seen goes with --open"),
        (["--deals", "4", "--open", "7C 8C 9C TC"], "expected one of them, not 2"),
        ([], "where does the game stand"),
        (["--deals", "4", "--line", "7C XX"], "--line"),
        (["--interactive", "--format", "json"], "a talk on this console"),
        (["--deals", "4", "--policy", "exact"], "--policy"),
        (["--deals", "4", "--policy", "most", "--build"], "no table of exact chances is used"),
        (["none.txt"], "none.txt"),
    ],
)
def test_bad_usage_is_refused(arguments: list[str], says: str) -> None:
    result = advise("--game", "zudecken-32", *arguments)
    assert (result.code, result.out) == (2, "")
    assert says in result.err


def test_files_of_other_than_one_deal_are_refused(tmp_path: Path) -> None:
    for name, text, says in (
        ("two", "AC 2C\nAC 2C", "advice is for one game"),
        ("bad", "AC XX", "not a card"),
        ("orders", "AC / 2C", "belong to Der Geburtstag only"),
        ("none", "", "none: advice is for one game (read 'no deal'; expected one deal)"),
        (
            "twice",
            "@deck 3x4\nx: AC 2C AS AS",
            "twice:3: named more often than the deck has it: AS",
        ),
        ("foreign", "@deck 3x4\nx: AC 2C AS KS", "foreign:3: not in the deck 3x4: KS"),
        ("few", "@deck 3x4\nx: AC 2C AS", "few:3: before the first cover 4 cards have left the"),
        ("further", "@deck 3x4\nx: AC 2C AS 3S KH", "further:3: not in the deck 3x4: KH"),
        ("nothing", "@deck 3x4\nx:", "nothing:3"),
        ("mixed", "@deck 3x4\nx: AC 2C AS 3S\nAC XX", "advice is for one game"),
    ):
        path = tmp_path / name
        path.write_text(f"@game zudecken\n{text}\n", "utf-8")
        result = advise(path)
        assert result.code == 2
        assert says in result.err
    result = advise("--game", "geburtstag", "--deals", "1")
    assert result.code == 2
    assert "there is nothing to advise" in result.err


def test_the_library_gives_advice_too(tmp_path: Path) -> None:
    rules = {"deck": "6x3", "width": 3}
    build(find_rules("zudecken", **rules), tmp_path)
    found = library.advise("zudecken", "AC 2C AS", "3C 3S", table=tmp_path, orders=0, **rules)
    assert found.policy is None
    assert 0 < found.covers[-1].value <= found.covers[0].value < 1


STRICT = {"PYTHONIOENCODING": "utf-8:strict"}


@pytest.mark.parametrize("typed", [b"\xff\xfe\n", b"AC 2C AS 2S\n\xff"])
def test_bytes_that_are_no_text_end_a_talk_in_words(typed: bytes) -> None:
    result = spawn("advise", *SMALL, *QUICK, "--interactive", stdin=typed, env=STRICT)
    assert result.code == 2
    assert "<stdin>: cannot read what is typed: it is not UTF-8 text" in result.err


def test_input_that_cannot_be_read_is_not_blamed_on_the_output(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gehtauf", "advise", *SMALL, *QUICK, "--interactive"]
    with open(tmp_path / "full", "w", encoding="utf-8") as no_input:  # only to be written
        done = subprocess.run(command, stdin=no_input, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert b"cannot read what is typed" in done.stderr
