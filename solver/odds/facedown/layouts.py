"""Layouts: the face-up cards of a position apart from its stock, numbered without gaps.

A layout is the multiset of the columns that have face-up cards; how many ranks have each set of
unseen suits otherwise is the *stock*. Moves change the layout alone, and which moves there are
depends on the layout alone, so all this is worked out once, before any value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deals.errors import SettingError
from solver.odds.facedown.game import (
    Column,
    FaceDownGame,
    exchanged,
    exchanges,
    up_cards,
    without,
)
from solver.odds.facedown.plan import plan

Layout: TypeAlias = tuple[Column, ...]
"""The columns with face-up cards, ascending."""


class Layouts:
    """Every layout of a game with room for another card.

    Parameters
    ----------
    game : FaceDownGame
        The rules in force.

    Raises
    ------
    SettingError
        If there are too many.

    Attributes
    ----------
    order : list of Layout
        Those with room for another card, in preorder: a layout stands right before all those
        that begin with it. Arrays "by layout" go by the places in this list.
    place : dict of Layout to int
        Where a layout stands in it.
    slot : dict of Layout to int
        The same by the number of cards, so that the few that are looked up most lie together.
    need : array of int64
        By layout: how many columns of each set of unseen suits it takes up, four bits a set.
    skip : array of int32
        By layout: the place of the next one that does not begin with it.
    cards : array of int64
        By layout: its number of face-up cards.
    perms, turns : list of tuple of int, array of int64
        Every exchange of suits, and what becomes of a set of suits by it.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> layouts = Layouts(FaceDownGame(find_rules("zudecken", deck="2x2", width=2)))
    >>> layouts.order
    [(), ((0, 1),), ((0, 2),), ((1, 2),), ((2, 1),)]
    """

    def __init__(self, game: FaceDownGame) -> None:
        self.game = game
        self._columns = _columns(game.suits)
        costs = plan(game)
        if costs.is_too_large:
            raise SettingError(
                f"too many cards lie face up for a table of exact chances: {costs.says}",
                text=f"width = {game.rules.width}",
                expected="with four suits a width of at most 5",
            )
        self.order = list(self._grow((), 0, game.rules.width - 1))
        self.place = {layout: place for place, layout in enumerate(self.order)}
        by_size = sorted(self.order, key=lambda layout: (_size(layout), layout))
        self.slot = {layout: slot for slot, layout in enumerate(by_size)}
        self.need = int64([_need(layout) for layout in self.order])
        self.cards = int64([_size(layout) for layout in self.order])
        self.skip = int32(_ends(self.order))
        self.perms = list(permutations(range(game.suits)))
        self.turns = int64([self._turned_masks(turn) for turn in self.perms])

    def _turned_masks(self, turn: tuple[int, ...]) -> list[int]:
        return [exchanged(mask, turn) for mask in range(2**self.game.suits)]

    def _grow(self, layout: Layout, first: int, room: int) -> Iterator[Layout]:
        """Yield a layout and all that continue it by columns not before the first."""
        yield layout
        if len(layout) < self.game.ranks:
            for number in range(first, len(self._columns)):
                left = room - self._columns[number][1].bit_count()
                if left >= 0:
                    yield from self._grow((*layout, self._columns[number]), number, left)

    def full(self) -> Iterator[Layout]:
        """Yield the layouts without room for another card."""
        width = self.game.rules.width
        return (layout for layout in self._grow((), 0, width) if _size(layout) == width)

    def after_moves(self, layout: Layout) -> list[int]:
        """Return the slots of the layouts after each legal group, each once, ascending."""
        cards = up_cards(layout)
        after = [without(layout, [cards[i] for i in group]) for group in self.game.groups(cards)]
        return sorted({self.slot[tuple(sorted(c for c in x if c[1]))] for x in after})


def turned(layout: Iterable[Column], perm: tuple[int, ...]) -> Layout:
    """Return a layout after an exchange of suits.

    Examples
    --------
    >>> turned([(0b0010, 0b0001), (0b1000, 0b0100)], (3, 2, 1, 0))
    ((1, 2), (4, 8))
    """
    return tuple(sorted(map(exchanges(perm).__getitem__, layout)))


def _columns(suits: int) -> list[Column]:
    """Return every column with a face-up card, ascending."""
    masks = range(2**suits)
    return [(unseen, face_up) for unseen in masks for face_up in masks[1:] if not unseen & face_up]


def _size(layout: Layout) -> int:
    return sum(face_up.bit_count() for _, face_up in layout)


def _need(layout: Layout) -> int:
    return sum(1 << 4 * unseen for unseen, _ in layout)


def _ends(layouts: list[Layout]) -> list[int]:
    """Return for each layout of a preorder where those that begin with it end."""
    ends = [len(layouts)] * len(layouts)
    open_: list[int] = []
    for number, layout in enumerate(layouts):
        while open_ and layouts[open_[-1]] != layout[: len(layouts[open_[-1]])]:
            ends[open_.pop()] = number
        open_.append(number)
    return ends


def int32(values: Sequence[Any]) -> NDArray[np.int32]:
    """Return numbers as an array; OverflowError if one is too large."""
    return np.array(values, dtype=np.int32)


def int64(values: Sequence[Any]) -> NDArray[np.int64]:
    """Return numbers as an array."""
    return np.array(values, dtype=np.int64)
