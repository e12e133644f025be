"""Quadrat: the exact chance that a deal comes out, when it gets stuck, and what is left then.

The choices do not matter (see `solver.games.parity`), so it is enough to count in how many orders
of the suits all four counts are odd for the first time after n cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from deals.cards import suit_of
from deals.decks import find_deck
from deals.errors import SettingError
from solver.games.parity import applies
from solver.rules import CoveringRules, Rules, variant_name

_SUITS = 4

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuadratOdds:
    """How the deals of a deck end, all orders of its cards being equally likely.

    Attributes
    ----------
    exact : Fraction
        The chance that a deal comes out.
    ends : mapping of int to Fraction
        The chance of each number of cards dealt at the end, ascending: less than the whole deck
        if the deal gets stuck while the stock lasts. What has no chance is left out.
    cards_left : mapping of int to Fraction
        The chance of each number of cards left at the end, ascending; cards in the stock and
        cards face up.
    """

    exact: Fraction
    ends: Mapping[int, Fraction]
    cards_left: Mapping[int, Fraction]


def quadrat_odds(rules: Rules) -> QuadratOdds:
    """Return the exact odds of Quadrat for any deck and either goal.

    Parameters
    ----------
    rules : Rules
        Rules under which the choices do not matter: ``match = suit``, ``cover = group``,
        ``sizes = 2``, ``width = 4``.

    Returns
    -------
    QuadratOdds

    Raises
    ------
    SettingError
        Under any other rules.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> quadrat_odds(find_rules("quadrat", deck="2x4"))
    QuadratOdds(exact=Fraction(27, 35), ends={4: Fraction(8, 35), 8: Fraction(27, 35)}, \
cards_left={0: Fraction(27, 35), 8: Fraction(8, 35)})
    >>> quadrat_odds(find_rules("quadrat")).exact
    Fraction(60227903960647, 276558590139975)
    """
    if not isinstance(rules, CoveringRules) or not applies(rules):
        raise SettingError(
            "exact odds are known only where the choices do not matter in Quadrat",
            text=variant_name(rules),
            expected="match = suit, cover = group, sizes = 2, width = 4",
        )
    deck = find_deck(rules.deck)
    cards, suits = len(deck.cards), len(set(map(suit_of, deck.cards)))
    return _odds(cards // suits, suits, rules.goal)


def _odds(of_a_suit: int, suits: int, goal: str) -> QuadratOdds:
    cards = of_a_suit * suits
    stuck = dict(_stuck(of_a_suit, suits))
    dealt_out = 1 - sum(stuck.values(), Fraction())
    # Stuck with stock left: four face up. Else pairs go until each suit has one card or none.
    left = {cards - n + _SUITS: chance for n, chance in stuck.items()}
    if goal == "stock":
        won, at_end = dealt_out, _face_up_without_stock(cards)
    else:
        won, at_end = (Fraction() if of_a_suit % 2 else dealt_out), of_a_suit % 2 * suits
    if dealt_out:
        left[at_end] = left.get(at_end, Fraction()) + dealt_out
        stuck[cards] = dealt_out
    return QuadratOdds(won, stuck, dict(sorted(left.items())))


def _face_up_without_stock(cards: int) -> int:
    """Return how many cards lie face up when the stock runs out; two go, what is there comes."""
    return min(cards, _SUITS - (cards - _SUITS) % 2)


def _stuck(of_a_suit: int, suits: int) -> Iterator[tuple[int, Fraction]]:
    """Yield how many cards may be dealt when the deal gets stuck, with the chance, stock left.

    Notes
    -----
    Orders of suits are counted by the count of each suit, card by card, without those that are
    stuck. All suits have as many cards, so sorted counts are enough.
    """
    cards = of_a_suit * suits
    going: dict[Counts, int] = {(0,) * suits: 1}
    for n in range(1, cards):
        going = _one_more(going, of_a_suit)
        if suits < _SUITS or n < _SUITS or n % 2:
            continue
        stuck = {counts: going.pop(counts) for counts in list(going) if _all_odd(counts)}
        orders = sum(count * _rest(counts, of_a_suit) for counts, count in stuck.items())
        if orders:
            yield n, Fraction(orders, _rest((0,) * suits, of_a_suit))


def _one_more(going: Mapping[Counts, int], of_a_suit: int) -> dict[Counts, int]:
    after: dict[Counts, int] = {}
    for counts, orders in going.items():
        for suit, count in enumerate(counts):
            if count < of_a_suit:
                more = tuple(sorted((*counts[:suit], count + 1, *counts[suit + 1 :])))
                after[more] = after.get(more, 0) + orders
    return after


def _all_odd(counts: Counts) -> bool:
    return all(count % 2 for count in counts)


def _rest(counts: Counts, of_a_suit: int) -> int:
    """Return in how many orders the suits of the cards not yet dealt can come."""
    orders = factorial(sum(of_a_suit - count for count in counts))
    for count in counts:
        orders //= factorial(of_a_suit - count)
    return orders
