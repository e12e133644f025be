"""Exact chances late in a game, the stock face down: few cards to come, any number of packs.

Another recursion than `solver.odds.facedown.exact`: that one knows a rank by the set of its suits,
which twins do not fit, and pays at each position for an exchange of ranks and suits, which spares
whole games most of their positions but late ones hardly any.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial
from typing import TypeAlias

from deals.cards import Card
from solver.policies.view import View
from solver.rules import CoveringRules

Cards: TypeAlias = tuple[Card, ...]
"""Cards of a kind are alike, so these are in ascending order."""


class Late:
    """Chances as fractions, by plain recursion over the cards that are still in play.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> rules = find_rules("zudecken", deck="2*1x4", width=2)
    >>> cards = [parse_card(card) for card in ("AC", "AS", "AC", "AH")]
    >>> Late(rules).worths(View.of(rules, cards[:2], cards[2:]))
    [Fraction(1, 1)]

    Notes
    -----
    The value of a position, see `solver.odds.facedown.values.Values`, times the factorial of the
    number of unseen cards is a whole number: the sum of those after each unseen card, and the
    largest of those after each group. So whole numbers are counted.
    """

    def __init__(self, rules: CoveringRules) -> None:
        self._rules = rules
        self._known: dict[tuple[Cards, Cards], int] = {}
        self._after: dict[Cards, tuple[Cards, ...]] = {}

    def worths(self, view: View) -> list[Fraction]:
        """Return the chance to win after each cover of a position, in their order."""
        unseen = tuple(sorted(view.unseen))
        orders = factorial(len(unseen))
        return [
            Fraction(self._count(tuple(sorted(view.after(cover))), unseen), orders)
            for cover in view.covers
        ]

    def _count(self, face_up: Cards, unseen: Cards) -> int:
        key = face_up, unseen
        if key not in self._known:
            self._known[key] = self._derived(face_up, unseen)
        return self._known[key]

    def _derived(self, face_up: Cards, unseen: Cards) -> int:
        if unseen and len(face_up) < self._rules.width:
            return sum(
                times * self._count(tuple(sorted((*face_up, card))), _without(unseen, card))
                for card, times in Counter(unseen).items()
            )
        if not unseen and (self._rules.goal == "stock" or not face_up):
            return 1
        return max((self._count(after, unseen) for after in self._covered(face_up)), default=0)

    def _covered(self, face_up: Cards) -> tuple[Cards, ...]:
        """Return what may lie face up after a cover, while cards are to come or all must go."""
        if face_up not in self._after:
            view = View.of(self._rules, face_up, face_up)  # any stock but an empty one
            self._after[face_up] = tuple({view.after(cover) for cover in view.covers})
        return self._after[face_up]


def _without(cards: Cards, card: Card) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
