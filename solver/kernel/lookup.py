"""Values looked up in a table of `solver.odds.facedown`, in compiled code.

The words are those of that package. All covers of one position leave the same stock, so it is found
once where the value of each layout is; the covers differ in the layout that they leave.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernel.facedown import fits, rank, room
from solver.kernel.jit import compiled

Array = NDArray[Any]

DIGITS = 128
"""Columns with face-up cards have numbers from 1 to 65. Ascending, they are the digits of a number
that stands for the layout."""

TABLE = (
    "Tuple((int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int32[::1],"
    " int8[::1], uint8[:, ::1], int64[::1], int64[::1], int32[::1], int64[::1], int32[::1],"
    " float64[::1]))"
)
"""The type of the arrays of a table, in the order of `solver.policies.arrays.Arrays`."""


@compiled(f"int64(uint8[::1], {TABLE}, int64[::1], int64[::1])")
def find_places(unseen: Array, table: Any, suits: Array, places: Array) -> int:
    """Write down the unseen suits of each rank, and where the value of each layout is.

    Returns which exchange of suits makes the pattern, whose values these are, of the stock.
    """
    rank_of, suit_of, _, back, steps, kind, turn, patterns, starts, need, skip = table[:11]
    suits[:] = 0
    for card in unseen:
        suits[rank_of[card]] |= 1 << suit_of[card]
    stock = np.zeros(patterns.shape[1], np.uint8)
    for mask in suits:
        stock[mask] += np.uint8(1)
    number = rank(stock, steps)
    pattern = kind[number]
    space, place, layout = room(patterns[pattern]), starts[pattern], 0
    while layout < len(need):
        if fits(space, need[layout]):
            places[layout] = place
            place += 1
            layout += 1
        else:
            layout = skip[layout]
    return int(back[turn[number]])


@compiled(f"float64(uint8[::1], {TABLE}, int64[::1], int64[::1], int64)")
def value_of(kept: Array, table: Any, suits: Array, places: Array, turn: int) -> float:
    """Return the value with some cards face up, by what `find_places` has found of the stock."""
    rank_of, suit_of, turns = table[0], table[1], table[2]
    number_of, layout_of, values = table[11], table[12], table[13]
    digits = np.zeros(4, np.int64)
    for i in range(len(kept)):
        column, face_up, is_first = rank_of[kept[i]], 0, True
        for j in range(len(kept)):
            if rank_of[kept[j]] == column:
                face_up |= 1 << suit_of[kept[j]]
                is_first = is_first and j >= i
        if is_first:
            digits[i] = number_of[turns[turn, suits[column]] << 4 | turns[turn, face_up]]
    digits.sort()  # columns that are not there are leading zeros
    word = np.int64(0)
    for digit in digits:
        word = word * DIGITS + digit
    return float(values[places[layout_of[word]]])
