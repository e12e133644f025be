"""A table of exact values as arrays that compiled code looks things up in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deals.cards import rank_of, suit_of
from solver.kernel.lookup import DIGITS
from solver.kernel.tables import CARDS
from solver.odds.facedown.folder import Folder
from solver.odds.facedown.layers import Layers
from solver.odds.facedown.layouts import int64


class Arrays(NamedTuple):
    """A table as arrays; the words are those of `solver.odds.facedown`.

    Attributes
    ----------
    rank_of, suit_of : int64, shape (52,)
        The column of each card, and its suit.
    turns, back : int64
        What becomes of a set of suits by each exchange, and which exchange undoes it.
    steps, kind, turn, patterns
        As in `solver.odds.facedown.stocks.Stocks`.
    starts : int64
        By pattern: where in `values` its values start.
    need, skip : int64, int32
        As in `solver.odds.facedown.layouts.Layouts`, of the layouts whose values are kept.
    number_of : int64, shape (256,)
        Of each column, 16 times its unseen suits and its face-up ones, the number.
    layout_of : int32
        By the number that a layout is in these digits: its place among those that are kept.
    values : float64
        The values of all layers one after the other.
    """

    rank_of: NDArray[np.int64]
    suit_of: NDArray[np.int64]
    turns: NDArray[np.int64]
    back: NDArray[np.int64]
    steps: NDArray[np.int64]
    kind: NDArray[np.int32]
    turn: NDArray[np.int8]
    patterns: NDArray[np.uint8]
    starts: NDArray[np.int64]
    need: NDArray[np.int64]
    skip: NDArray[np.int32]
    number_of: NDArray[np.int64]
    layout_of: NDArray[np.int32]
    values: NDArray[np.float64]


def no_arrays() -> Arrays:
    """Return arrays that hold nothing, for policies that look nothing up."""
    shapes = {"turns": 2, "steps": 2, "patterns": 2}
    kinds: dict[str, Any] = {"kind": np.int32, "turn": np.int8, "patterns": np.uint8}
    kinds |= {"skip": np.int32, "layout_of": np.int32, "values": np.float64}
    return Arrays(
        **{
            name: np.zeros((0,) * shapes.get(name, 1), kinds.get(name, np.int64))
            for name in Arrays._fields
        }
    )


def read_arrays(layers: Layers, folder: Folder) -> Arrays:
    """Return the arrays of a table of at most four cards face up; its values are read whole.

    Raises
    ------
    FormatError
        If the table is not complete, or damaged.
    """
    layouts, stocks, game = layers.layouts, layers.stocks, layers.game
    kept = layers.kept(1)
    ranks = list(dict.fromkeys(map(rank_of, game.deck)))
    cards = range(CARDS)
    numbers = {
        column: number
        for number, column in enumerate(sorted({c for x in layouts.order for c in x}), 1)
    }
    number_of = np.zeros(256, np.int64)
    for (unseen, face_up), number in numbers.items():
        number_of[unseen << 4 | face_up] = number
    layout_of = np.zeros(DIGITS ** int(layouts.cards[kept].max(initial=0)), np.int32)
    for place, number in enumerate(np.flatnonzero(kept).tolist()):
        word = 0
        for column in layouts.order[number]:
            word = word * DIGITS + numbers[column]
        layout_of[word] = place
    before = np.concatenate([[0], np.cumsum(kept)])
    starts, values = _read_values(layers, folder)
    return Arrays(
        rank_of=int64([ranks.index(rank_of(c)) if rank_of(c) in ranks else 0 for c in cards]),
        suit_of=int64([suit_of(card) for card in cards]),
        turns=layouts.turns,
        back=int64([layouts.perms.index(_inverse(perm)) for perm in layouts.perms]),
        steps=stocks.steps,
        kind=stocks.kind,
        turn=stocks.turn,
        patterns=stocks.patterns,
        starts=starts,
        need=layouts.need[kept],
        skip=before[layouts.skip[kept]].astype(np.int32),
        number_of=number_of,
        layout_of=layout_of,
        values=values,
    )


def _inverse(perm: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(perm.index(suit) for suit in range(len(perm)))


def _read_values(layers: Layers, folder: Folder) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return where the values of each pattern start, and all values."""
    starts = layers.kept_starts.copy()
    values = np.empty(sum(map(layers.kept_size, range(layers.cards + 1))))
    place = 0
    for unseen in range(layers.cards + 1):
        starts[layers.stocks.layer(unseen)] += place
        size = layers.kept_size(unseen)
        values[place : place + size] = folder.read(unseen, size)
        place += size
    return starts, values
