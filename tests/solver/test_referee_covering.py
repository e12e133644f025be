"""The referee on Quadrat and Zudecken under all their rules, and the reasons it believes."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from facts import load_facts
from record_maker import (
    Covering,
    Json,
    Record,
    changed,
    covering,
    covering_rules,
    first_covering,
    parity_record,
    quadrat_rules,
    refusal,
    stuck_points,
)

from solver.referee import verify

MATCHES = ("suit", "rank", "suit-or-rank")
COVERS = ("open", "group", "single")
GOALS = ("cleared", "stock")
SIZES = ([2], [2, 3, 4], [1, 3], [8])
WON = covering(covering_rules("4x4", sizes=[2, 3]), 0)
LOST = covering(covering_rules("skat32", match="rank", sizes=[2, 3]), 58)


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("match", MATCHES)
def test_records_of_every_rule_are_accepted(match: str, cover: str) -> None:
    seen: Counter[str] = Counter()
    decks = {"2x3": range(1, 9), "3x3": (2, 3, 4), "2*2x3": (2, 3, 4), "3x4": (2, 3)}
    for goal, sizes, deck in product(GOALS, SIZES, decks):
        for width in decks[deck]:
            rules = covering_rules(
                deck, match=match, cover=cover, goal=goal, sizes=sizes, width=width
            )
            player = covering(rules, (width, goal))
            assert verify(player.record()).startswith(f"{player.verdict}: ")
            seen[player.verdict] += 1
    assert min(seen["won"], seen["lost"]) >= 20, seen


# The test's own player is slow, so it leaves out the few deals with the most positions.
KNOWN = [fact for fact in load_facts("quadrat", "zudecken") if fact["expect"]["states"] < 1500]


@pytest.mark.parametrize("fact", KNOWN, ids=lambda fact: fact["id"])
def test_known_deals(fact: Json) -> None:
    make = quadrat_rules if fact["game"] == "quadrat" else covering_rules
    settings = {key: fact[key] for key in ("deck", "cover", "goal", "match", "sizes", "width")
                if key in fact}  # fmt: skip
    record = Covering(make(**settings), fact["cards"]).record()
    assert verify(record).startswith(fact["expect"]["verdict"])
    if fact["expect"]["verdict"] == "lost":
        assert record["cards_left"] == fact["expect"]["cards_left"]


def test_decks_of_more_than_64_cards_take_two_digits() -> None:
    rules = quadrat_rules("double104", width=3)
    player = first_covering(rules, "lost", positions=(10, 500))
    record = player.record()
    assert record["proof"]["data"][0] == "3 000102"
    assert any("@" in name for name in player.label([0]))
    assert "none of the" in verify(record)


def test_decks_of_64_cards_take_one_digit() -> None:
    player = first_covering(quadrat_rules("2*skat32", width=3), "lost", positions=(10, 500))
    record = player.record()
    assert record["proof"]["data"][0] == "3 012"
    assert "none of the" in verify(record)


def test_twins_are_told_apart_by_their_place() -> None:
    record = first_covering(quadrat_rules("2*2x4"), "won").record()
    take = record["trace"][0]["take"]
    assert "@" in take[0]
    assert verify(record).startswith("won")
    plain = changed(record, "trace", 0, "take", to=[name[:2] for name in take])
    assert refusal(plain) == (1, "only face-up cards can be taken")


@pytest.mark.parametrize(
    ("key", "values", "rule"),
    [
        ("match", ["colour", "", None, 1, ["suit"]], "match must be known"),
        ("cover", ["closed", "Open", None], "cover must be known"),
        ("goal", ["clear", None], "goal must be known"),
        ("style", ["", None, 7], "style must be known"),
        ("width", [0, 9, -1, 4.0, "4", True, None, 10**40], "width must be 1 to 8"),
        ("sizes", [[], [0], [9], [2, 2], [3, 2], [2.0], [True], ["2"], 2, None, {"2": 2}],
         "sizes must be numbers from 1 to 8, at least one, ascending"),
    ],
)  # fmt: skip
def test_rules_must_be_legal(key: str, values: list[Json], rule: str) -> None:
    for record in (WON.record(), LOST.record()):
        for value in values:
            assert refusal(changed(record, "rules", key, to=value)) == (None, rule)
        assert refusal(changed(record, "rules", key, drop=True)) == (
            None, "the rules must state every field and no others"
        )  # fmt: skip


def test_rules_hold_nothing_unknown() -> None:
    record = changed(WON.record(), "rules", "passes", to=4)
    assert refusal(record) == (None, "the rules must state every field and no others")


def test_reasons_must_be_true() -> None:
    won, lost = WON.record(), LOST.record()
    states = lost["states"]
    for record in (won, lost):
        verify(record | {"reason": None})
    verify(lost | {"reason": {"kind": "exhausted", "states": states}})
    false: list[tuple[Record, Json]] = [
        (lost, {"kind": "exhausted", "states": states + 1}),
        (lost, {"kind": "exhausted", "states": float(states)}),
        (lost, {"kind": "exhausted"}),
        (lost, {"kind": "stuck"}),
        (lost, {"kind": "limit", "limit": "timeout", "value": 1}),
        (lost, {"kind": "parity", "n": 4, "counts": {"C": 1, "S": 1, "H": 1, "D": 1}}),
        (lost, {"kind": "greedy", "passes": 1}),
        (lost, "exhausted"),
        (won, {"kind": "exhausted", "states": won["states"]}),
        (won, {"kind": "stuck"}),
        (won, {"kind": "parity", "n": 16, "counts": {"C": 4, "S": 4, "H": 4, "D": 4}}),
    ]
    for record, reason in false:
        assert refusal(record | {"reason": reason}) == (None, "the reason must be true")


def test_reasons_of_quadrat() -> None:
    rules = quadrat_rules("3x4")
    player = Covering(rules, [f"{rank}{suit}" for rank in "A23" for suit in "CSHD"])
    record = parity_record(rules, player.names, 4)
    deck = dict.fromkeys("CSHD", 3)
    ones = dict.fromkeys("CSHD", 1)
    never = {"kind": "never", "n": 4, "counts": ones, "deck_counts": deck}
    for reason in (never, {"kind": "stuck"}, {"kind": "parity", "n": 4, "counts": ones}):
        verify(record | {"reason": reason})
    for reason in (never | {"n": 6}, never | {"deck_counts": ones}, never | {"more": 1}):
        assert refusal(record | {"reason": reason}) == (None, "the reason must be true")
    stock = changed(record, "rules", "goal", to="stock")
    assert refusal(stock | {"reason": never}) == (None, "the reason must be true")
    even = first_covering(quadrat_rules("4x4"), "lost")
    record = parity_record(even.rules, even.names, stuck_points(even.names)[0])
    verify(record)
    claim = {**record["reason"], "kind": "never", "deck_counts": dict.fromkeys("CSHD", 4)}
    assert refusal(record | {"reason": claim}) == (None, "the reason must be true")
