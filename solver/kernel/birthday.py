"""Der Geburtstag in compiled code: every card is played as soon as it can be, which is best.

The theorem is in `docs/theory.md`; the readable rules are `solver.games.birthday`. Here a card is
16 times the number of its foundation and its place there, both from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled
from solver.kernel.shuffle import deal_some
from solver.kernel.words import BYTE, U0, U1, U3, U, Word

_MOST_CARDS = U(52)
_CHAIN, _UP = U(4), U(15)
_WON, _LOST, _CHANCE = 0, 1, 3  # places in solver.columns.VERDICTS


@compiled("uint64(uint8[::1], uint64, uint64[::1], uint8[::1])")
def _play_pass(
    stock: NDArray[np.uint8],
    size: Word,
    heights: NDArray[np.uint64],
    waste: NDArray[np.uint8],
) -> Word:
    """Play one pass, leaving out the cards that were played before; return the cards in the waste.

    ``heights[0]`` has a byte for each foundation: how many of its cards are played.
    """
    built = heights[0]
    laid = U0
    for place in range(size):
        card = U(stock[place])
        shift, up = card >> _CHAIN << U3, card & _UP
        height = built >> shift & BYTE
        waste[laid] = card
        laid += U(up > height)  # below it: played before; equal to it: played now
        if up == height:
            built += U1 << shift
            while laid > U0:
                card = U(waste[laid - U1])
                shift, up = card >> _CHAIN << U3, card & _UP
                if up != built >> shift & BYTE:
                    break
                built += U1 << shift
                laid -= U1
    heights[0] = built
    return laid


@compiled(
    "void(uint64, uint64, uint8[:, :, ::1], uint16[::1], uint8[::1], uint64, uint64,"
    " uint8[::1], int16[::1], uint8[::1], uint8[:, ::1])"
)
def play(
    first: Word,
    step: Word,
    deals: NDArray[np.uint8],
    given: NDArray[np.uint16],
    deck: NDArray[np.uint8],
    passes: Word,
    shuffled: Word,
    verdicts: NDArray[np.uint8],
    cards_left: NDArray[np.int16],
    used: NDArray[np.uint8],
    left: NDArray[np.uint8],
) -> None:
    """Write verdict and cards left of deals, and how many cards each pass left.

    Parameters
    ----------
    first, step : uint64
        The numbers of the deals: the first, and how much each is above the one before.
    deals : uint8, shape (deals, orders, cards)
        The deals, where they have no numbers; else it is empty.
    given : uint16, shape (deals,)
        How many of those orders each deal has.
    deck : uint8, shape (cards,)
        The list of the deck's cards without the bases, as the numbers of this module.
    passes, shuffled : uint64
        Passes in all, and 1 where the waste is shuffled between them.
    verdicts, cards_left
        As in `solver.kernel.search.decide`.
    used : uint8, shape (deals,)
        Where to write how many passes were played.
    left : uint8, shape (deals, passes)
        Where to write the cards not played after each of them.
    """
    size = U(len(deck))
    stock, waste = np.empty(_MOST_CARDS, np.uint8), np.empty(_MOST_CARDS, np.uint8)
    heights = np.empty(1, np.uint64)
    stream = np.empty(1, np.uint64)
    for row in range(len(verdicts)):
        stream[0] = first + U(row) * step
        heights[0] = U0
        unplayed, number, in_stock = size, U0, size
        known = True
        while unplayed > U0 and number < passes:
            if number > U0 and shuffled == U0:
                for place in range(unplayed):
                    stock[place] = waste[place]
                in_stock = unplayed
            elif len(deals) > 0:
                known = number < U(given[row])
                if not known:
                    break
                stock[: len(deck)] = deals[row, number]
            else:
                stock[: len(deck)] = deck
                dealt = U0
                while dealt < size:
                    dealt = deal_some(stream, stock, dealt, size)
            unplayed = _play_pass(stock, in_stock, heights, waste)
            left[row, number] = unplayed
            number += U1
        used[row] = number
        cards_left[row] = np.int16(unplayed) if known else np.int16(-1)
        verdicts[row] = _WON if unplayed == U0 else _LOST if known else _CHANCE
