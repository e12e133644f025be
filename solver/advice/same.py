"""Which covers come to the same: twins, an exchange of ranks or of suits, or no choice matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations

from deals.cards import Card, rank_of, suit_of
from solver.games.parity import applies
from solver.policies.view import Cover, View
from solver.rules import CoveringRules

_SUITS = range(4)


def distinct(view: View) -> list[Cover]:
    """Return the covers of a position without those that take the same cards as one before.

    Cards of several packs that look alike are alike: it is all one which of them goes.

    Parameters
    ----------
    view : View
        The position.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> cards = [parse_card(card) for card in ("AC", "AC", "2C", "AS")]
    >>> distinct(View.of(find_rules("quadrat", deck="2*2x4"), cards, []))
    [(0, 1), (0, 2)]
    """
    first: dict[tuple[Card, ...], Cover] = {}
    for cover in view.covers:
        first.setdefault(tuple(sorted(view.taken(cover))), cover)
    return list(first.values())


def alike(rules: CoveringRules, view: View) -> list[list[Cover]]:
    """Return the distinct covers of a position in groups that are equally good for certain.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    view : View
        The position.

    Returns
    -------
    list of list of tuple of int
        In the order of the first cover of each.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> rules = find_rules("zudecken-single")
    >>> alike(rules, View.of(rules, [parse_card("AC"), parse_card("2C")], []))
    [[(0,), (1,)], [(0, 1)]]
    """
    groups: dict[Hashable, list[Cover]] = {}
    for cover in distinct(view):
        same = None if applies(rules) else _up_to_exchanges(view.after(cover), view.unseen)
        groups.setdefault(same, []).append(cover)
    return list(groups.values())


def _up_to_exchanges(face_up: Iterable[Card], unseen: Iterable[Card]) -> Hashable:
    """Return the same for positions that differ by an exchange of ranks or suits alone."""
    there = [
        Counter((rank_of(card), suit_of(card)) for card in cards) for cards in (face_up, unseen)
    ]
    ranks = {rank for cards in there for rank, _ in cards}
    columns = [[tuple(cards[rank, suit] for cards in there) for suit in _SUITS] for rank in ranks]
    return min(
        tuple(sorted(tuple(column[suit] for suit in turn) for column in columns))
        for turn in permutations(_SUITS)
    )
