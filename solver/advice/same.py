"""Which covers come to the same: by an exchange of ranks or of suits, or because none matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations

from deals.cards import Card, rank_of, suit_of
from solver.games.parity import applies
from solver.policies.view import Cover, View
from solver.rules import CoveringRules

_SUITS = range(4)


def alike(rules: CoveringRules, view: View) -> list[list[Cover]]:
    """Return the covers of a position in groups of those that are equally good for certain.

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
    for cover in view.covers:
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
