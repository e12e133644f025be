"""Numbered deals in compiled code: the same cards as `deals.numbering`, which says how and why."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled
from solver.kernel.words import U1, U8, U, Word, high_product

_GAMMA = U(0x9E3779B97F4A7C15)
_MIX_1 = U(0xBF58476D1CE4E5B9)
_MIX_2 = U(0x94D049BB133111EB)
_U27, _U30, _U31 = U(27), U(30), U(31)

MOST_CARDS = 208  # four packs

_SURPLUS = np.array([0] + [(1 << 64) % bound for bound in range(1, MOST_CARDS + 1)], np.uint64)


@compiled("uint64(uint64)")
def mix(state: Word) -> Word:
    """Return the number that a state of the stream stands for."""
    z = (state ^ (state >> _U30)) * _MIX_1
    z = (z ^ (z >> _U27)) * _MIX_2
    return z ^ (z >> _U31)


@compiled("uint64(uint64[::1], uint8[::1], uint64, uint64)")
def deal_some(
    stream: NDArray[np.uint64], order: NDArray[np.uint8], dealt: Word, size: Word
) -> Word:
    """Deal up to eight more cards of a list of which some are dealt; return how many then are.

    ``stream[0]`` is the state of the stream; the list has at most `MOST_CARDS` cards.
    """
    state = stream[0]
    last = size - U1  # for which nothing is drawn
    end = min(dealt + U8, last)
    while dealt < end:
        bound = size - dealt
        state += _GAMMA
        word = mix(state)
        # The surplus is below the bound, so that nearly never it need be looked up.
        while word * bound < bound and word * bound < _SURPLUS[bound]:
            state += _GAMMA
            word = mix(state)
        other = dealt + high_product(word, bound)
        order[dealt], order[other] = order[other], order[dealt]
        dealt += U1
    stream[0] = state
    return dealt + U(dealt == last)
