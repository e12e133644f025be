"""The rules of the Quadrat family as tables of numbers: all that compiled code knows of them.

A hand is four *slots*. The slots hold places of the deal, counted from 1, in ascending order; where
the width is below four the first slots hold place 0, an empty place that matches nothing; the
places behind the last card are empty likewise, so that the deal seems to go on and moves are alike.
Which of the six pairs of slots match, as six bits (`PAIRS`), decides everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.rules import CoveringRules

Words: TypeAlias = NDArray[np.uint64]

SLOTS = 4
PAIRS = ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
"""Bit i of a hand's matches tells whether the slots ``PAIRS[i]`` match."""

GROUPS = tuple(group for size in range(1, 5) for group in combinations(range(SLOTS), size))
"""Bit i of a set of moves is the group of slots ``GROUPS[i]``: the order of the rules."""

CARDS = 52
NO_ATTRIBUTE = 31


class Tables(NamedTuple):
    """Rules as numbers.

    Attributes
    ----------
    width : uint64
        Cards face up while the stock lasts.
    to_stock : uint64
        1 where the game is won when the stock is empty.
    singly : uint64
        1 where a group may be a single card, so that three cards of a hand stay.
    masks : uint32, shape (52,)
        For each card one bit for its suit and one for its rank, as far as they count: two cards
        match if their masks have a bit in common.
    attributes : uint8, shape (52, 2)
        The same as numbers of bits, `NO_ATTRIBUTE` for what does not count.
    legal : uint64, shape (64,)
        For the matches of a hand the set of its legal groups.
    removable : uint64, shape (64,)
        How many cards of a hand can be removed when no stock is left.
    remains : uint64, shape (15,)
        For a group which bytes of hand and stock make up the hand after it, as four shifts of a
        byte each, see `solver.kernel.hands.after`.
    truths : uint64, shape (240,)
        When a group is legal, as seen by `solver.kernel.lookback`, at
        ``15 * (8 * (c ~ d) + 2 * b's type + (a ~ b)) + group``: for which types of a, as four
        bits, in a hand a, b, c, d. The type of a card is (it ~ c) + 2 * (it ~ d).
    clears : uint64, shape (64,)
        Likewise when a hand can be cleared without stock, the last i slots being empty, at
        ``16 * i + 8 * (c ~ d) + 2 * b's type + (a ~ b)``.
    """

    width: np.uint64
    to_stock: np.uint64
    singly: np.uint64
    masks: NDArray[np.uint32]
    attributes: NDArray[np.uint8]
    legal: Words
    removable: Words
    remains: Words
    truths: Words
    clears: Words


def make_tables(rules: CoveringRules) -> Tables:
    """Return the tables of rules with at most four cards face up.

    Parameters
    ----------
    rules : CoveringRules
        The rules; their width is at most 4.

    Returns
    -------
    Tables
    """
    cards = range(CARDS)
    suits = [card // 13 if rules.match != "rank" else NO_ATTRIBUTE for card in cards]
    ranks = [4 + card % 13 if rules.match != "suit" else NO_ATTRIBUTE for card in cards]
    counts = [[a for a in both if a != NO_ATTRIBUTE] for both in zip(suits, ranks, strict=True)]
    groups = [_legal(rules, matches) for matches in range(64)]
    legal, removable = list(map(_as_set, groups)), _removable(groups)
    return Tables(
        width=np.uint64(rules.width),
        to_stock=np.uint64(rules.goal == "stock"),
        singly=np.uint64(1 in rules.group_sizes),
        masks=np.array([sum(1 << a for a in both) for both in counts], np.uint32),
        attributes=np.array([suits, ranks], np.uint8).T.copy(),
        legal=np.array(legal, np.uint64),
        removable=np.array(removable, np.uint64),
        remains=np.array([_remains(group) for group in GROUPS], np.uint64),
        truths=_by_types(
            lambda matches, group: bool(legal[matches] >> group & 1), range(len(GROUPS))
        ).T.ravel(),
        clears=_by_types(
            lambda matches, empty: removable[matches] == rules.width - empty, range(4)
        ).ravel(),
    )


def _by_types(holds: Callable[[int, int], bool], items: range) -> Words:
    """Return for each item and each kind of b, c, d in a hand which types of a it holds for."""
    return np.array(
        [
            [
                sum(
                    1 << a_type
                    for a_type in range(4)
                    if holds(_matches_of_types(a_type, b_type, a_b, c_d), item)
                )
                for c_d in (0, 1)
                for b_type in range(4)
                for a_b in (0, 1)
            ]
            for item in items
        ],
        np.uint64,
    )


def _matches_of_types(a_type: int, b_type: int, a_b: int, c_d: int) -> int:
    """Return the matches of a hand a, b, c, d, bit by bit in the order of `PAIRS`."""
    bits = (a_b, a_type & 1, b_type & 1, a_type >> 1, b_type >> 1, c_d)
    return sum(bit << i for i, bit in enumerate(bits))


def _legal(rules: CoveringRules, matches: int) -> list[tuple[int, ...]]:
    """Return the groups that may leave a hand."""
    partners: dict[int, set[int]] = {slot: set() for slot in range(SLOTS)}
    for bit, (one, other) in enumerate(PAIRS):
        if matches >> bit & 1:
            partners[one].add(other)
            partners[other].add(one)
    within = set if rules.cover == "group" else (lambda group: set(range(SLOTS)))
    sizes = rules.group_sizes
    return [
        group
        for group in GROUPS
        if len(group) in sizes and all(partners[slot] & within(group) for slot in group)
    ]


def _as_set(groups: list[tuple[int, ...]]) -> int:
    return sum(1 << GROUPS.index(group) for group in groups)


def _removable(groups: list[list[tuple[int, ...]]]) -> list[int]:
    """Return for the matches of a hand how many of its cards can be removed without new cards.

    Slots that are empty match nothing: after a group what matches is a smaller number.
    """
    removable: list[int] = []
    for matches, legal in enumerate(groups):
        after = [len(group) + removable[_without(group, matches)] for group in legal]
        removable.append(max(after, default=0))
    return removable


def _without(group: tuple[int, ...], matches: int) -> int:
    """Return the matches of a hand that a group has left."""
    return sum(matches & 1 << bit for bit, pair in enumerate(PAIRS) if not set(pair) & set(group))


def _remains(group: tuple[int, ...]) -> int:
    """Return which of the eight bytes of hand and stock are the hand after a group has left."""
    kept = [slot for slot in range(SLOTS) if slot not in group]
    sources = kept + [SLOTS + new for new in range(len(group))]
    return sum((8 * source) << (8 * slot) for slot, source in enumerate(sources))
