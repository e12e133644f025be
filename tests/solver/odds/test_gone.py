"""Which cards cannot have gone: never wrong on games played out, and said in words."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from deals.cards import parse_card
from deals.decks import find_deck
from solver.games import Covering, Verdict
from solver.odds.gone import is_sum, why_never, why_not_gone
from solver.rules import CoveringRules, find_rules
from solver.search import search

DECKS = ("1x3", "1x4", "3x1", "2x2", "3x2", "2x3", "3x3", "2*2x2", "2*1x3")
SETTINGS = list(
    product(
        ("suit", "rank", "suit-or-rank"),
        ("group", "open", "single"),
        ([1], [2], [3], [2, 4], [2, 3, 4]),
        (2, 3, 4, 5),
    )
)


def rules_of(deck: str, setting: tuple[str, str, list[int], int]) -> CoveringRules:
    match, cover, sizes, width = setting
    rules = find_rules("zudecken", deck=deck, match=match, cover=cover, sizes=sizes, width=width)
    assert isinstance(rules, CoveringRules)
    return rules


@pytest.mark.parametrize("deck", DECKS)
def test_what_never_comes_out_never_does(deck: str) -> None:
    random, certain = Random(deck), 0
    for setting in random.sample(SETTINGS, 40):
        rules = rules_of(deck, setting)
        if why_never(rules) is None:
            continue
        certain += 1
        cards = list(find_deck(deck).cards)
        for _ in range(6):
            random.shuffle(cards)
            assert search(Covering(rules, cards)).verdict is Verdict.LOST, rules
    assert certain > 10


@pytest.mark.parametrize("deck", [*DECKS, "3x4"])
def test_what_can_happen_is_never_ruled_out(deck: str) -> None:
    random = Random(deck)
    for setting in random.sample(SETTINGS, 40):
        cards = list(find_deck(deck).cards)
        random.shuffle(cards)
        game = Covering(rules_of(deck, setting), cards)
        state, gone = game.start(), []
        while moves := game.moves(state):
            move = random.choice(moves)
            gone += [cards[place] for place in move]
            state = game.apply(state, move)
            face_up = [cards[place] for place in state[1]]
            assert why_not_gone(game.rules, gone, face_up) is None, (game.rules, gone, face_up)


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        ("quadrat-52", {"goal": "cleared"}, "13 cards of a suit cannot go in groups of 2 cards"),
        (
            "quadrat",
            {"deck": "3x4", "match": "rank", "width": 5, "sizes": [3]},
            "4 cards of a rank",
        ),
        ("zudecken", {"deck": "4x4", "sizes": [3]}, "16 cards cannot go in groups of 3 cards"),
        ("zudecken", {"deck": "1x4", "match": "suit"}, "AC matches no card that is or was"),
        ("zudecken", {"sizes": [1]}, "the last card to go has none to match"),
        ("zudecken", {"sizes": [7]}, "52 cards cannot go at all"),
        ("quadrat-52", {}, None),
        ("quadrat", {"width": 5}, None),
        ("zudecken", {"deck": "3x3"}, None),
    ],
)
def test_it_is_said_why(name: str, settings: dict[str, object], says: str | None) -> None:
    rules = find_rules(name, **settings)
    assert isinstance(rules, CoveringRules)
    found = why_never(rules)
    assert (found is None) == (says is None)
    assert (found or "").startswith(says or "")


@pytest.mark.parametrize(
    ("name", "gone", "says"),
    [
        ("zudecken-group", "7C 8D", "7C cannot go in groups of 2, 3 or 4 cards that match each"),
        ("zudecken-group", "7C 8C 9D", "9D cannot go"),
        ("zudecken-group", "7C 8C 9D 9S", None),
        ("zudecken-group", "7C 8D 8C", None),
        ("quadrat", "7C 8C 9C AS", "3 cards of a suit cannot go in groups of 2 cards"),
        ("zudecken", "7C 8D", None),  # next to two others that they matched
        ("zudecken", "7C 9D", "7C matches no card"),
        ("zudecken-single", "7C", "7C matches no card"),
        ("zudecken-single", "8C", None),
    ],
)
def test_what_a_player_says_has_gone(name: str, gone: str, says: str | None) -> None:
    rules = find_rules(name)
    assert isinstance(rules, CoveringRules)
    face_up = [parse_card(card) for card in ["TC", "TD", "8S", "8H"]]
    if says is not None and "matches" in says:
        face_up = [parse_card(card) for card in ["TS", "TH", "8S", "8H"]]
    found = why_not_gone(rules, [parse_card(card) for card in gone.split()], face_up)
    assert (found is None) == (says is None)
    assert (found or "").startswith(says or "")


def test_sums() -> None:
    assert [n for n in range(12) if is_sum(n, [4, 6])] == [0, 4, 6, 8, 10]
    assert [n for n in range(3) if is_sum(n, [])] == [0]
