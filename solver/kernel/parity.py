"""Verdicts of Quadrat in compiled code, by the theorem of `solver.games.parity`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled
from solver.kernel.shuffle import MOST_CARDS, deal_some
from solver.kernel.words import U0, U1, U, Word

_FOUR = U(4)
_ALL_ODD = U(0b1111)
_CARDS_OF_A_SUIT = U(13)
_WON, _LOST = 0, 1  # places in solver.columns.VERDICTS


@compiled("void(uint64, uint64, uint8[:, ::1], uint8[::1], uint64, uint8[::1], int16[::1])")
def decide_by_parity(
    first: Word,
    step: Word,
    deals: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    to_stock: Word,
    verdicts: NDArray[np.uint8],
    cards_left: NDArray[np.int16],
) -> None:
    """Write verdict and cards left of deals under rules for which the parity theorem holds.

    Parameters
    ----------
    first, step, deals, deck, verdicts, cards_left
        As in `solver.kernel.search.decide`; a deal that is lost early is not dealt to its end.
    to_stock : uint64
        1 where the game is won when the stock is empty.
    """
    size = U(len(deck))
    cards = np.empty(MOST_CARDS, np.uint8)
    stream = np.empty(1, np.uint64)
    for row in range(len(verdicts)):
        if len(deals) == 0:
            cards[: len(deck)] = deck
            stream[0] = first + U(row) * step
            dealt = U0
        else:
            cards[: len(deck)] = deals[row]
            dealt = size
        odd, taken, stuck = U0, U0, False
        while taken < size and not stuck:
            if dealt == taken:
                dealt = deal_some(stream, cards, dealt, size)
            while taken < dealt and not stuck:
                odd ^= U1 << (U(cards[taken]) // _CARDS_OF_A_SUIT)
                taken += U1
                stuck = odd == _ALL_ODD and taken & U1 == U0 and taken >= _FOUR
        left = size - taken
        for suit in range(4):
            left += odd >> U(suit) & U1
        won = taken == size and (to_stock == U1 or odd == U0)
        verdicts[row] = _WON if won else _LOST
        cards_left[row] = (-1 if to_stock else 0) if won else np.int16(left)
