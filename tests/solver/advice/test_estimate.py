"""Chances of covers by sampling: the truth lies in the intervals, no decision comes too soon."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from deals.cards import Card, parse_card
from deals.decks import find_deck
from reports.advice_record import difference, sample_interval
from solver.advice.advice import Contest, Sample
from solver.advice.estimate import LEVEL, Orders, Tried, _is_worse, face_up, try_covers
from solver.advice.same import alike
from solver.odds.facedown import Exact, build
from solver.policies import View, find_policy
from solver.policies.player import compiled_player, table_folder
from solver.rules import CoveringRules, find_rules

SMALL = find_rules("zudecken", deck="3x4", width=3)
WHOLE = find_rules("zudecken-group")
assert isinstance(SMALL, CoveringRules)
assert isinstance(WHOLE, CoveringRules)


def cards(text: str) -> list[Card]:
    return [parse_card(name) for name in text.split()]


def test_samples_of_exact_play_hold_the_exact_chances(tmp_path: Path) -> None:
    assert isinstance(SMALL, CoveringRules)
    build(SMALL, tmp_path)
    player = compiled_player(SMALL, find_policy("exact"), table_folder(SMALL, tmp_path))
    exact, held, all_of_them = Exact(SMALL), 0, 0
    for seed in range(12):
        deck = list(find_deck("3x4").cards)
        Random(seed).shuffle(deck)
        view = View.of(SMALL, deck[:3], deck[3:])
        truth = dict(zip(view.covers, exact.covers(exact.game.position(deck[:3])), strict=True))
        if not view.covers:
            continue
        tried, _ = try_covers(player, Orders(view), [group[0] for group in alike(SMALL, view)])
        for one in tried:
            low, high = sample_interval(one.sample)
            held += low <= truth[one.cover][1] <= high
            all_of_them += 1
    assert all_of_them > 20
    assert held >= 0.85 * all_of_them


def test_covers_that_are_alike_by_exchange_are_tried_once() -> None:
    view = View.of(WHOLE, cards("7C 8C TD JD"), find_deck("french52").cards[20:])
    whole = View.of(
        WHOLE,
        cards("7C 8C TD JD"),
        [c for c in find_deck("french52").cards if c not in cards("7C 8C TD JD")],
    )
    assert alike(WHOLE, whole) == [[(0, 1), (2, 3)], [(0, 1, 2, 3)]]
    assert len(alike(WHOLE, view)) == 3


def test_orders_are_the_same_for_all_covers_and_at_each_call() -> None:
    view = View.of(SMALL, cards("AC 2C AS"), cards("3C 2S 3S AH 2H"))
    one, other = Orders(view), Orders(view)
    rows = one.deals((0, 1), 0, 6)
    assert (
        rows.tolist() == np.vstack([other.deals((0, 1), 0, 2), other.deals((0, 1), 2, 6)]).tolist()
    )
    assert rows[:, 1:].tolist() == one.deals((1, 2), 0, 6)[:, 1:].tolist()
    assert len({tuple(row) for row in rows.tolist()}) > 3


def tried(*won: bool) -> Tried:
    return Tried((0,), np.array(won))


def test_a_cover_goes_off_trial_only_on_evidence() -> None:
    good, bad = tried(*[True] * 10), tried(*[False] * 10)
    assert _is_worse(bad, good, 0.001)  # ten of ten: 1 in 1024
    assert not _is_worse(bad, good, 0.0009)
    assert not _is_worse(good, bad, 0.5)
    assert not _is_worse(good, good, 0.5)


def test_a_contest_tells_how_far_the_first_is_ahead() -> None:
    found, interval = difference(Contest(30, 25, 10, 35, True, 0.95))
    assert found == pytest.approx(0.15)
    assert 0 < interval.low < 0.15 < interval.high < 0.3


def test_face_up_counts_what_can_be_won() -> None:
    rules = find_rules("zudecken", deck="2x4", width=2, match="rank")
    assert isinstance(rules, CoveringRules)
    deck = find_deck("2x4").cards
    view = View.of(rules, [deck[0], deck[2]], deck[:0])
    player = compiled_player(rules, find_policy("random"))
    assert face_up(player, Orders(view), (0, 1), 5) == Sample(5, 5)
    assert Fraction(Sample(1, 4).share) == Fraction(1, 4)


class Scripted:
    """Plays covers, known by the card they keep: of each round it wins as many as it is told to."""

    def __init__(self, script: dict[Card, list[int]]) -> None:
        self.script = script
        self.played = dict.fromkeys(script, 0)

    def rows(self, deals: np.ndarray[Any, Any]) -> tuple[Any, None]:
        kept = int(deals[0, 0])
        begins, ends = [0, 200, 400, 800, 1600], [200, 400, 800, 1600, 3200]
        numbers = range(self.played[kept], self.played[kept] + len(deals))
        self.played[kept] += len(deals)
        round_ = next(i for i, end in enumerate(ends) if numbers[0] < end)
        won = begins[round_] + self.script[kept][round_]
        return np.array([0 if number < won else 1 for number in numbers]), None


def scripted(**script: list[int]) -> tuple[list[Tried], Contest | None, Scripted]:
    view = View.of(SMALL, cards("AC 2S 3H"), cards("2C 3C AS 3S AH 2H"))
    player = Scripted({parse_card(name): rounds for name, rounds in script.items()})
    covers = {parse_card("AC"): (1, 2), parse_card("2S"): (0, 2), parse_card("3H"): (0, 1)}
    chosen = [covers[card] for card in player.script]
    return *try_covers(player, Orders(view), chosen), player  # type: ignore[arg-type]


def test_what_is_clear_is_decided_in_the_first_round() -> None:
    ranking, contest, _ = scripted(**{"2S": [20], "AC": [90]})
    assert [one.sample.won for one in ranking] == [90, 20]
    assert contest == Contest(20, 70, 0, 110, True, LEVEL)


def test_a_cover_off_trial_stays_behind_whatever_becomes_of_the_others() -> None:
    rounds = [140, 0, 0, 0, 0]
    ranking, contest, player = scripted(**{"3H": [60], "2S": rounds, "AC": rounds})
    assert [one.cover for one in ranking] == [(0, 2), (1, 2), (0, 1)]
    assert ranking[2].sample == Sample(60, 200)
    assert ranking[0].sample.share < ranking[2].sample.share
    assert contest is not None
    assert not contest.decided
    assert player.played == {parse_card("3H"): 200, parse_card("2S"): 3200, parse_card("AC"): 3200}


def test_a_single_cover_is_tried_for_one_round() -> None:
    ranking, contest, player = scripted(AC=[50])
    assert (ranking[0].sample, contest) == (Sample(50, 200), None)
    assert sum(player.played.values()) == 200
