"""A hand as one word, its matches, and the hand after a move: compiled code of the Quadrat family.

A hand is a word of four bytes, a slot each, see `solver.kernel.tables`. Its last slot is also the
number of cards dealt, since each move deals a card; beyond the last card, of empty places too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled
from solver.kernel.words import BYTE, U0, U1, U2, U3, U4, U5, U8, U16, U24, U, Word

_NEXT_PLACES = U(0x04030201_00000000)
_IN_EACH = U(0x01010101_00000000)
_SHIFT = U(63)


@compiled("uint64(uint64, uint64)")
def first_hand(width: Word, size: Word) -> Word:
    """Return the hand that a deal begins with: the first places, the last of them last."""
    hand, slot, place = U0, U24, min(width, size)
    while place > U0:
        hand |= place << slot
        slot -= U8
        place -= U1
    return hand


@compiled("uint64(uint32[::1], uint64)")
def matches_of(masks: NDArray[np.uint32], hand: Word) -> Word:
    """Return which pairs of slots match; `masks` has the mask of the card at each place."""
    a, b = masks[hand & BYTE], masks[(hand >> U8) & BYTE]
    c, d = masks[(hand >> U16) & BYTE], masks[hand >> U24]
    return (
        U(a & b != 0)
        | U(a & c != 0) << U1
        | U(b & c != 0) << U2
        | U(a & d != 0) << U3
        | U(b & d != 0) << U4
        | U(c & d != 0) << U5
    )


@compiled("uint64(uint64, uint64, uint64[::1])")
def after(hand: Word, group: Word, remains: NDArray[np.uint64]) -> Word:
    """Return the hand after a group has left and the next places have come."""
    row = hand | ((hand >> U24) * _IN_EACH + _NEXT_PLACES)
    how = remains[group]
    return (
        (row >> (how & _SHIFT)) & BYTE
        | ((row >> (how >> U8 & _SHIFT)) & BYTE) << U8
        | ((row >> (how >> U16 & _SHIFT)) & BYTE) << U16
        | ((row >> (how >> U24)) & BYTE) << U24
    )
