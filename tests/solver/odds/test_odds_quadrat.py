"""Quadrat's exact odds against all orders of the suits, each played out with real cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from deals import find_deck
from deals.cards import Card, suit_of
from deals.errors import SettingError
from deals.numbering import SplitMix64, shuffle
from solver.games import Covering
from solver.games.parity import find_end
from solver.odds.quadrat import chance_from, quadrat_odds
from solver.rules import CoveringRules, find_rules

Sample = Callable[[int, int], int]

ONE_SUIT = ["1x1", "2x1", "3x1", "4x1", "5x1", "2*1x1"]
MORE_SUITS = ["1x2", "3x2", "5x2", "2*3x2", "1x3", "2x3", "3x3", "3*1x3"]
FOUR_SUITS = ["1x4", "2x4", "3x4", "2*1x4"]
DECKS = ONE_SUIT + MORE_SUITS + FOUR_SUITS


def orders_of_suits(left: tuple[int, ...], met: int = 0) -> Iterator[tuple[int, ...]]:
    """Every order in which the suits appear ascending: each stands for equally many others."""
    if not any(left):
        yield ()
    for suit, count in enumerate(left):
        if count and suit <= met:
            rest = (*left[:suit], count - 1, *left[suit + 1 :])
            for order in orders_of_suits(rest, max(met, suit + 1)):
                yield (suit, *order)


def dealt_cards(order: tuple[int, ...], deck: tuple[Card, ...]) -> list[Card]:
    by_suit = [[card for card in deck if suit_of(card) == suit] for suit in range(4)]
    return [by_suit[suit].pop() for suit in order]


def play(game: Covering, which: int) -> tuple[bool, int, int]:
    """Take the first move each time (0) or the last (-1): whether won, cards dealt and left."""
    state = game.start()
    while not game.is_won(state) and (moves := game.moves(state)):
        state = game.apply(state, moves[which])
    return game.is_won(state), state[0], game.cards_left(state)


@pytest.mark.parametrize("goal", ["cleared", "stock"])
@pytest.mark.parametrize(
    "deck",
    DECKS,
)
def test_all_orders_of_suits(deck: str, goal: str) -> None:
    rules = find_rules("quadrat", deck=deck, goal=goal)
    cards = find_deck(deck).cards
    counts = Counter(map(suit_of, cards))
    won, ends, left = 0, Counter[int](), Counter[int]()
    orders = 0
    for order in orders_of_suits(tuple(counts[suit] for suit in sorted(counts))):
        game = Covering(rules, dealt_cards(order, cards))
        is_won, dealt, cards_left = play(game, -(orders % 2))
        orders, won = orders + 1, won + is_won
        ends[dealt] += 1
        left[cards_left] += 1
    odds = quadrat_odds(rules)
    assert odds.exact == Fraction(won, orders)
    assert odds.ends == {n: Fraction(count, orders) for n, count in sorted(ends.items())}
    assert odds.cards_left == {n: Fraction(count, orders) for n, count in sorted(left.items())}
    assert list(odds.ends) == sorted(ends)
    assert list(odds.cards_left) == sorted(left)
    print(f"{orders} orders, {won} won")


@pytest.mark.parametrize(
    ("deck", "goal", "exact"),
    [
        ("skat32", "cleared", Fraction(60227903960647, 276558590139975)),
        ("2x4", "cleared", Fraction(27, 35)),
        ("4x4", "cleared", Fraction(27641, 53625)),
        ("french52", "cleared", Fraction(0)),
    ],
)
def test_known_fractions(deck: str, goal: str, exact: Fraction) -> None:
    assert quadrat_odds(find_rules("quadrat", deck=deck, goal=goal)).exact == exact


@pytest.mark.parametrize("deck", ["skat32", "french52", "double104", "3*skat32", "4*9x4", "4*13x3"])
@pytest.mark.parametrize("goal", ["cleared", "stock"])
def test_chances_sum_to_one(deck: str, goal: str) -> None:
    odds = quadrat_odds(find_rules("quadrat", deck=deck, goal=goal))
    size = len(find_deck(deck).cards)
    assert sum(odds.ends.values()) == sum(odds.cards_left.values()) == 1
    assert odds.exact == (odds.ends[size] if goal == "stock" else odds.cards_left.get(0, 0))
    assert all(0 < chance <= 1 for chance in [*odds.ends.values(), *odds.cards_left.values()])


def test_shuffled_decks_end_as_often_as_computed(sample: Sample) -> None:
    """The moments of 32 cards, by the chi-square statistic over the ends that are not rare."""
    deals = sample(4_000, 200_000)
    odds = quadrat_odds(find_rules("quadrat"))
    stream, cards = SplitMix64(7), find_deck("skat32").cards
    found = Counter(find_end(shuffle(stream, cards)).n for _ in range(deals))
    assert set(found) <= set(odds.ends)
    distance = sum(
        (found[n] - deals * float(chance)) ** 2 / (deals * float(chance))
        for n, chance in odds.ends.items()
    )
    freedom = len(odds.ends) - 1
    assert distance < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    "settings",
    [{"width": 5}, {"match": "rank"}, {"sizes": [2, 3]}, {"cover": "open"}, {"cover": "single"}],
)
def test_other_rules_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError, match="only where the choices do not matter") as caught:
        quadrat_odds(find_rules("quadrat", **settings))
    [name] = settings
    assert name in str(caught.value)


def test_other_games_are_refused() -> None:
    for name in ("zudecken", "geburtstag"):
        with pytest.raises(SettingError, match="only where the choices do not matter"):
            quadrat_odds(find_rules(name))


@pytest.mark.parametrize("goal", ["cleared", "stock"])
@pytest.mark.parametrize("deck", ["2x4", "3x4", "4x4", "2*2x4", "3x3", "1x4"])
def test_a_deal_in_progress_against_all_orders_of_what_is_unseen(deck: str, goal: str) -> None:
    rules = find_rules("quadrat", deck=deck, goal=goal)
    assert isinstance(rules, CoveringRules)
    stream, tried = SplitMix64(7), 0
    for _ in range(60):
        order = shuffle(stream, find_deck(deck).cards)
        dealt = len(order) - stream.draw(5) * 2
        if dealt < 4 or find_end(order[:dealt]).stuck:
            continue
        ways = set(permutations(map(suit_of, order[dealt:])))
        first = [suit_of(card) for card in order[:dealt]]
        won = sum(_comes_out([*first, *way], goal) for way in ways)
        assert chance_from(rules, order[dealt:]) == Fraction(won, len(ways))
        tried += 1
    assert tried or deck == "1x4"


def _comes_out(suits: list[int], goal: str) -> bool:
    """Tell whether never all counts are odd, as long as there is stock; and at its end are even."""
    for n in range(4, len(suits), 2):
        if all(suits[:n].count(suit) % 2 for suit in range(4)):
            return False
    return goal == "stock" or not any(suits.count(suit) % 2 for suit in range(4))


def test_a_deal_in_progress_from_the_first_card_on() -> None:
    rules = find_rules("quadrat")
    assert isinstance(rules, CoveringRules)
    assert chance_from(rules, find_deck(rules.deck).cards) == quadrat_odds(rules).exact
    other = find_rules("zudecken")
    assert isinstance(other, CoveringRules)
    with pytest.raises(SettingError, match="choices do not matter"):
        chance_from(other, [])
