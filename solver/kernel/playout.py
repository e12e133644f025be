"""Whole games played by a policy that does not see the stock, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernel.choices import (
    EXACT,
    RANDOM,
    RULES,
    SAMPLED,
    best_by_value,
    best_sampled,
    of_one_size,
    one_of,
    seed_of,
)
from solver.kernel.hands import after, first_hand, matches_of
from solver.kernel.jit import compiled
from solver.kernel.lookup import TABLE
from solver.kernel.shuffle import deal_some
from solver.kernel.words import U0, U1, U24, U, Word, lowest

_PLACES = 72  # with those behind the last card
_WON, _LOST = 0, 1  # places in solver.columns.VERDICTS


@compiled(
    f"void(uint64, uint64, uint8[:, ::1], uint8[::1], uint64, int64, uint64[::1], {RULES}, {TABLE},"
    " uint8[::1], int16[::1])"
)
def play(
    first: Word,
    step: Word,
    deals: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    policy: Word,
    samples: int,
    slots: NDArray[np.uint64],
    rules: Any,
    table: Any,
    verdicts: NDArray[np.uint8],
    cards_left: NDArray[np.int16],
) -> None:
    """Write how deals end when a policy plays them.

    Parameters
    ----------
    first, step, deals, deck
        As in `solver.kernel.search.decide`. The deals may be part of a deck: the cards that lie
        face up and those of the stock.
    policy : uint64
        A place in `solver.policies.POLICIES`.
    samples : int
        How many orders of the stock the policy `SAMPLED` looks at.
    slots : uint64, shape (15,)
        The slots of each group as bits.
    rules, table : tuple
        `solver.kernel.tables.Tables` and `solver.policies.arrays.Arrays`, whose arrays are empty
        where the policy needs no values.
    verdicts, cards_left
        As in `solver.kernel.search.decide`; a game that is not won is lost.
    """
    width, to_stock, _, masks, _, legal, _, remains, _, _ = rules
    size = U(len(deck))
    width = min(width, size)
    cards = np.empty(len(deck), np.uint8)
    masks_at = np.zeros(_PLACES, np.uint32)  # of the card at each place, counted from 1
    stream = np.empty(1, np.uint64)
    for row in range(len(verdicts)):
        if len(deals) == 0:
            cards[:] = deck
            stream[0] = first + U(row) * step
            dealt = U0
            while dealt < size:
                dealt = deal_some(stream, cards, dealt, size)
        else:
            cards[:] = deals[row]
        for i in range(len(cards)):
            masks_at[i + 1] = masks[cards[i]]
        stream[0] = seed_of(cards)
        hand = first_hand(width, size)
        while True:
            level = hand >> U24
            left = size + width - level
            won = level >= size and (to_stock == U1 or left == U0)
            groups = legal[matches_of(masks_at, hand)]
            if won or groups == U0:
                break
            if groups & (groups - U1) == U0:
                group = lowest(groups)
            elif policy == RANDOM:
                group = one_of(groups, stream)
            elif policy == SAMPLED:
                group = best_sampled(cards, hand, groups, slots, stream, samples, rules)
            elif policy == EXACT:
                group = best_by_value(cards, masks_at, hand, groups, left, slots, rules, table)
            else:
                group = one_of(of_one_size(groups, policy, slots), stream)
            hand = after(hand, group, remains)
        verdicts[row] = _WON if won else _LOST
        cards_left[row] = (-1 if to_stock else 0) if won else np.int16(left)
