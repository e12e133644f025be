"""Exact chances of late positions: equal to the values of one pack, and to plain brute force."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from deals.cards import Card, parse_card, rank_of, suit_of
from deals.decks import find_deck
from solver.advice.late import Late
from solver.odds.facedown import Exact
from solver.policies.policies import worths
from solver.policies.view import View
from solver.rules import CoveringRules, find_rules

FACE_UP, STOCK = 2, 1  # what has become of a card; 0: it is gone


def brute(rules: CoveringRules, deck: list[Card], state: tuple[int, ...]) -> list[Fraction]:
    """Return the chance after each cover, every card of the deck for itself, in the order found."""
    sizes = rules.group_sizes

    def match(one: int, other: int) -> bool:
        suits, ranks = (
            suit_of(deck[one]) == suit_of(deck[other]),
            rank_of(deck[one]) == rank_of(deck[other]),
        )
        return {"suit": suits, "rank": ranks, "suit-or-rank": suits or ranks}[rules.match]

    def after_covers(state: tuple[int, ...]) -> list[tuple[int, ...]]:
        up = [i for i, where in enumerate(state) if where == FACE_UP]
        found = []
        for size in range(1, len(up) + 1):
            for group in combinations(up, size):
                among = group if rules.cover == "group" else up
                fine = all(any(i != j and match(i, j) for j in among) for i in group)
                if fine and size in sizes:
                    found.append(tuple(0 if i in group else w for i, w in enumerate(state)))
        return found

    @cache
    def worth(state: tuple[int, ...]) -> Fraction:
        stock = [i for i, where in enumerate(state) if where == STOCK]
        if stock and state.count(FACE_UP) < rules.width:
            turned = [(*state[:i], FACE_UP, *state[i + 1 :]) for i in stock]
            return sum(map(worth, turned), Fraction()) / len(stock)
        if not stock and (rules.goal == "stock" or FACE_UP not in state):
            return Fraction(1)
        return max(map(worth, after_covers(state)), default=Fraction())

    return [worth(after) for after in after_covers(state)]


@pytest.mark.parametrize("goal", ["cleared", "stock"])
@pytest.mark.parametrize("cover", ["group", "open", "single"])
def test_chances_are_those_of_every_card_for_itself(cover: str, goal: str) -> None:
    random, seen = Random(f"{cover}{goal}"), set()
    tables = [("suit-or-rank", 4), ("suit", 3), ("rank", 4), ("suit-or-rank", 2)]
    decks = ["2*2x3", "2*3x4", "4*french52", "3x4", "skat32"]
    for deck, (match, width) in product(decks, tables):
        rules = find_rules("zudecken", deck=deck, cover=cover, goal=goal, match=match, width=width)
        assert isinstance(rules, CoveringRules)
        ranks = sorted(set(map(rank_of, find_deck(deck).cards)))[:3]  # few, so that many match
        pool = [card for card in find_deck(deck).cards if rank_of(card) in ranks]
        cards = random.sample(pool, width + 4)
        face_up, unseen = cards[:width], cards[width:]
        found = Late(rules).worths(View.of(rules, face_up, unseen))
        state = (FACE_UP,) * len(face_up) + (STOCK,) * len(unseen)
        assert sorted(found) == sorted(brute(rules, cards, state))
        seen.update(found)
    assert seen - {0, 1}


@pytest.mark.parametrize("cover", ["group", "open", "single"])
def test_chances_of_one_pack_are_its_values(cover: str) -> None:
    rules = find_rules("zudecken", cover=cover)
    assert isinstance(rules, CoveringRules)
    deck = list(find_deck("french52").cards)
    Random(cover).shuffle(deck)
    view = View.of(rules, deck[:4], deck[4:10])
    assert Late(rules).worths(view) == worths(Exact(rules), view)
    assert len(view.covers) > 0


def test_the_covers_keep_their_order() -> None:
    rules = find_rules("zudecken-group", deck="2*3x4")
    assert isinstance(rules, CoveringRules)
    cards = [parse_card(card) for card in ["AC", "AC", "2S", "2H", "3D", "3H", "AS"]]
    view = View.of(rules, cards[:4], cards[4:])
    found = dict(zip(view.covers, Late(rules).worths(view), strict=True))
    turned = View.of(rules, cards[3::-1], cards[4:])
    again = dict(zip(turned.covers, Late(rules).worths(turned), strict=True))
    assert {tuple(sorted(3 - place for place in cover)): x for cover, x in again.items()} == found
