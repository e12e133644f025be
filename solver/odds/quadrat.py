"""Quadrat: the exact chance that a deal comes out, when it gets stuck, and what is left then.

The choices do not matter (see `solver.games.parity`), so it is enough to count in how many orders
of the suits all four counts are odd for the first time after n cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from deals.cards import Card, suit_of
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
    goal = _checked(rules).goal
    return _odds(*_cards_and_suits(rules.deck), goal)


def chance_from(rules: CoveringRules, unseen: Sequence[Card]) -> Fraction:
    """Return the chance that a deal in progress comes out, whatever is covered.

    Parameters
    ----------
    rules : CoveringRules
        Rules as `quadrat_odds` takes them.
    unseen : sequence of Card
        The cards of the stock, all their orders being equally likely. The player has something to
        cover, or nothing has been dealt yet.

    Returns
    -------
    Fraction

    Raises
    ------
    SettingError
        Under any other rules.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> rules = find_rules("quadrat", deck="3x4", goal="stock")
    >>> unseen = "3C 2S 3S 2H 3H AD 2D 3D".split()
    >>> chance_from(rules, [parse_card(card) for card in unseen])
    Fraction(41, 60)
    """
    of_a_suit, suits = _cards_and_suits(_checked(rules).deck)
    to_come = [0] * _SUITS
    for card in unseen:
        to_come[suit_of(card)] += 1
    dealt = tuple(sorted(of_a_suit - to_come[suit] for suit in range(suits)))
    if rules.goal == "cleared" and of_a_suit % 2:
        return Fraction()
    return 1 - sum((chance for _, chance in _stuck(of_a_suit, dealt)), Fraction())


def _checked(rules: Rules) -> CoveringRules:
    """Return the rules if the choices do not matter under them, and refuse them else."""
    if not isinstance(rules, CoveringRules) or not applies(rules):
        raise SettingError(
            "exact odds are known only where the choices do not matter in Quadrat",
            text=variant_name(rules),
            expected="match = suit, cover = group, sizes = 2, width = 4",
        )
    return rules


def _cards_and_suits(deck: str) -> tuple[int, int]:
    """Return how many cards of each suit a deck has, and how many suits."""
    cards = find_deck(deck).cards
    suits = len(set(map(suit_of, cards)))
    return len(cards) // suits, suits


def _odds(of_a_suit: int, suits: int, goal: str) -> QuadratOdds:
    cards = of_a_suit * suits
    stuck = dict(_stuck(of_a_suit, (0,) * suits))
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


def _stuck(of_a_suit: int, dealt: Counts) -> Iterator[tuple[int, Fraction]]:
    """Yield how many cards may be dealt when the deal gets stuck, with the chance, stock left.

    It starts with so many cards of each suit dealt, ascending, and is not stuck then.

    Notes
    -----
    Orders of suits are counted by the count of each suit, card by card, without those that are
    stuck. All suits have as many cards, so sorted counts are enough.
    """
    suits = len(dealt)
    cards = of_a_suit * suits
    going: dict[Counts, int] = {dealt: 1}
    for n in range(sum(dealt) + 1, cards):
        going = _one_more(going, of_a_suit)
        if suits < _SUITS or n < _SUITS or n % 2:
            continue
        stuck = {counts: going.pop(counts) for counts in list(going) if _all_odd(counts)}
        orders = sum(count * _rest(counts, of_a_suit) for counts, count in stuck.items())
        if orders:
            yield n, Fraction(orders, _rest(dealt, of_a_suit))


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
