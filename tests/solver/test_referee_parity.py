"""The referee on lost Quadrat deals shown by the parities of the suits."""

from __future__ import annotations

from collections import Counter

import pytest
from record_maker import (
    Covering,
    Record,
    changed,
    covering,
    deck_names,
    parity_record,
    quadrat_rules,
    refusal,
    shuffled,
    stuck_points,
)

from solver.referee import verify

GOALS = ("cleared", "stock")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "deck", ["2x4", "3x4", "3x3", "5x1", "3x2", "1x4", "2*3x4", "4x4", "skat32"]
)
def test_parity_is_accepted_exactly_where_the_deal_is_lost(deck: str, goal: str) -> None:
    rules = quadrat_rules(deck, goal=goal)
    seen: Counter[str] = Counter()
    for seed in range(25):
        player = covering(rules, (deck, seed))
        n = next(iter(stuck_points(player.names)), player.total)
        record = parity_record(rules, player.names, n)
        seen[player.verdict] += 1
        if player.verdict == "won":
            assert refusal(record) == (
                None,
                "a lost deal must get stuck before it reaches its goal",
            )
            won = player.record()
            verify(won | {"reason": record["reason"]})
        else:
            assert record["cards_left"] == player.fewest_left
            assert verify(record).startswith("lost")
            assert verify(player.record()).startswith("lost")
    if goal == "cleared" and deck in ("2x4", "4x4", "2*3x4"):
        assert min(seen["won"], seen["lost"]) > 0, seen
    if goal == "cleared" and deck in ("3x4", "3x3", "5x1", "3x2", "1x4"):
        assert seen["won"] == 0
    if goal == "stock" and deck in ("3x3", "5x1", "3x2", "1x4"):
        assert seen["lost"] == 0  # fewer than four suits are never stuck before the stock is empty


def several_stuck_points() -> tuple[list[str], list[int]]:
    for seed in range(200):
        names = shuffled(deck_names("skat32"), seed)
        points = stuck_points(names)
        if len(points) > 1 and points[0] > 4:
            return names, points
    raise AssertionError


def test_parity_mutations() -> None:
    names, (first, later, *_) = several_stuck_points()
    record = parity_record(quadrat_rules(), names, first)
    assert verify(record).endswith(f"so every line of play leaves {36 - first} cards")
    n_rule = (None, "n must be the first with all four counts odd, or the whole deck")
    assert refusal(parity_record(quadrat_rules(), names, later)) == n_rule
    assert refusal(parity_record(quadrat_rules(), names, 32)) == n_rule
    assert refusal(parity_record(quadrat_rules(), names, first - 2)) == n_rule
    for wrong in (float(first), str(first), None, 10**30, -4, True):
        assert refusal(changed(record, "proof", "n", to=wrong)) == n_rule
    counts = (None, "counts must be those of the first n cards")
    for suit, count in record["proof"]["counts"].items():
        for wrong in (count + 2, count - 1, float(count), None, count == 1):
            assert refusal(changed(record, "proof", "counts", suit, to=wrong)) == counts
        assert refusal(changed(record, "proof", "counts", suit, drop=True)) == counts
    assert refusal(changed(record, "proof", "counts", "X", to=0)) == counts
    assert refusal(changed(record, "proof", "counts", to=[3, 1, 3, 1])) == counts
    assert refusal(changed(record, "proof", "why", to="")) == (
        None, "a parity proof must have n and counts"
    )  # fmt: skip
    assert refusal(record | {"cards_left": 32 - first}) == (
        None,
        "cards_left must count the cards left",
    )
    assert refusal(record | {"verdict": "won"}) == (
        None,
        "the proof of a won deal must be its trace",
    )
    swapped = [*names[: first - 1], names[first], names[first - 1], *names[first + 1 :]]
    if names[first][1] != names[first - 1][1]:
        assert refusal(changed(record, "deal", "cards", to=swapped)) in (n_rule, counts)


@pytest.mark.parametrize(
    "change",
    [{"match": "rank"}, {"match": "suit-or-rank"}, {"cover": "open"}, {"cover": "single"},
     {"sizes": [2, 3]}, {"sizes": [2, 4]}, {"sizes": [3]}, {"width": 3}, {"width": 5}],
)  # fmt: skip
def test_parity_proves_nothing_under_other_rules(change: Record) -> None:
    names, (first, *_) = several_stuck_points()
    rules = quadrat_rules(**change)
    rule = "parity needs match suit, cover group, sizes 2 and width 4"
    assert refusal(parity_record(rules, names, first)) == (None, rule)
    # Nor is parity a reason there, even beside a proof that holds.
    small = quadrat_rules("2x4", **change)
    player = Covering(small, ["AC", "AS", "AH", "AD", "2C", "2S", "2H", "2D"])
    reason = parity_record(small, player.names, 4)["reason"]
    assert refusal(player.record() | {"reason": reason}) == (None, "the reason must be true")


def test_style_and_name_of_the_game_do_not_matter_to_parity() -> None:
    names, (first, *_) = several_stuck_points()
    verify(parity_record(quadrat_rules(style="cover"), names, first))
    verify(parity_record(quadrat_rules() | {"game": "zudecken"}, names, first))
