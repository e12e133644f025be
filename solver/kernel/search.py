"""Verdicts of the Quadrat family in compiled code: depth first, and backward where that is long.

A depth-first search from the start finds most wins at once. Where it has met some dead ends without
a win, all hands that can be won are worked out from the end backward (`solver.kernel.lookback`),
until one of them is a hand that the search still has to try, or none is left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.hands import after, first_hand, matches_of
from solver.kernel.jit import compiled
from solver.kernel.lookback import MOST_CARDS as MOST_TO_LOOK_BACK
from solver.kernel.lookback import ROOM, any_can_be_won, prepare_room
from solver.kernel.shuffle import deal_some
from solver.kernel.words import BYTE, U0, U1, U8, U16, U24, U, Word, highest

_ENDLESS = U(1 << 62)
_MOST_CARDS = U(64)
_PLACES = U(69)  # with those behind the last card, and a row more for the hand that has only them
_ROWS = U(64)
_WON, _LOST = 0, 1  # places in solver.columns.VERDICTS


@compiled("uint64(uint64, uint64[::1], uint8[::1], uint32[::1], uint32[::1], uint64, uint64)")
def _deal_until(
    needed: Word,
    stream: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    at: NDArray[np.uint32],
    masks: NDArray[np.uint32],
    dealt: Word,
    size: Word,
) -> Word:
    """Deal a numbered deal until some cards are known; return how many are."""
    while dealt < needed:
        before = dealt
        dealt = deal_some(stream, cards, dealt, size)
        for i in range(before, dealt):
            at[U(i) + U1] = masks[cards[i]]
    return dealt


@compiled(
    "void(uint64, uint64, uint8[:, ::1], uint8[::1], uint64,"
    " uint64, uint64, uint64, uint32[::1], uint8[:, ::1], uint64[::1], uint64[::1], uint64[::1],"
    " uint64[::1], uint64[::1], uint8[::1], int16[::1])"
)
def decide(
    first: Word,
    step: Word,
    deals: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    patience: Word,
    width: Word,
    to_stock: Word,
    singly: Word,
    masks: NDArray[np.uint32],
    attributes: NDArray[np.uint8],
    legal: NDArray[np.uint64],
    removable: NDArray[np.uint64],
    remains: NDArray[np.uint64],
    truths: NDArray[np.uint64],
    clears: NDArray[np.uint64],
    verdicts: NDArray[np.uint8],
    cards_left: NDArray[np.int16],
) -> None:
    """Write verdict and cards left of deals, as `solver.solve.solve` defines them.

    Parameters
    ----------
    first, step : uint64
        The numbers of the deals: the first, and how much each is above the one before.
    deals : uint8, shape (deals, cards)
        The deals, where they have no numbers; else it is empty.
    deck : uint8, shape (cards,)
        The list of the deck's cards; with `deals`, anything of that length.
    patience : uint64
        Dead ends that the search meets in a deal before it looks back, if it ever may.
    width ... clears
        The rules, see `solver.kernel.tables.Tables`.
    verdicts : uint8, shape (deals,)
        Where to write a place in `solver.columns.VERDICTS`.
    cards_left : int16, shape (deals,)
        Where to write the cards left, -1 where they are not defined.
    """
    size = U(len(deck))
    width = min(width, size)
    if singly == U1 or len(deck) > MOST_TO_LOOK_BACK:
        patience = _ENDLESS
    cards = np.empty(_MOST_CARDS, np.uint8)
    masks_at = np.zeros(_PLACES, np.uint32)  # of the card at each place
    stream = np.empty(1, np.uint64)
    # A bit for each hand that was seen: by cards dealt and first slot a word, or, where three cards
    # of a hand can stay, by cards dealt and first two slots.
    seen = np.zeros(_PLACES * _ROWS * (_ROWS if singly else U1), np.uint64)
    touched = np.empty(len(seen), np.uint32)
    hands = np.empty(_PLACES, np.uint64)  # those with moves left to try, and which moves
    moves = np.empty(_PLACES, np.uint64)
    room = np.empty(ROOM, np.uint64)
    prepare_room(truths, clears, room)
    for row in range(len(verdicts)):
        # A deal begins in lines of its own here, in `decide_by_parity`, `count` and `play`: as one
        # function, called or inlined, they made the quickest settings 5 to 26 % slower.
        if len(deals) == 0:
            cards[: len(deck)] = deck
            stream[0] = first + U(row) * step
            dealt = U0
        else:
            cards[: len(deck)] = deals[row]
            dealt = size
            for i in range(size):
                masks_at[U(i) + U1] = masks[cards[i]]
        hand = first_hand(width, size)
        depth, rows_touched, dead_ends, fewest = U0, U0, U0, size
        enough = patience
        searching, won = True, False
        while searching:
            # The hand was not seen before.
            level = hand >> U24
            needed = min(level, size)
            if dealt < needed:  # asked here: calls with arrays cost more than most moves
                dealt = _deal_until(needed, stream, cards, masks_at, masks, dealt, size)
            here = matches_of(masks_at, hand)
            groups = U0
            left = size + width - level
            if level < size:
                groups = legal[here]
            else:
                left -= removable[here]
                won = left == U0 or to_stock == U1
                if won:
                    break
            if groups == U0:
                fewest = min(fewest, left)
                dead_ends += U1
                if dead_ends > enough:
                    dealt = _deal_until(size, stream, cards, masks_at, masks, dealt, size)
                    won = any_can_be_won(
                        cards, size, width, to_stock, attributes, hands, depth, room
                    )
                    if won or fewest == U1:
                        break
                    enough = _ENDLESS  # lost, and it remains to be seen how narrowly
            # The next hand that was not seen: after a move from here, or from where moves are left.
            searching = False
            while not searching:
                if groups == U0:
                    if depth == U0:
                        break
                    depth -= U1
                    hand, groups = hands[depth], moves[depth]
                group = highest(groups)
                groups ^= U1 << group
                hands[depth], moves[depth] = hand, groups
                depth += U(groups != U0)
                groups = U0
                hand = after(hand, group, remains)
                place, slot = (hand >> U24) * _ROWS + (hand & BYTE), hand >> U8 & BYTE
                if singly:
                    place, slot = place * _ROWS + slot, hand >> U16 & BYTE
                before = seen[place]
                searching = before >> slot & U1 == U0
                seen[place] = before | U1 << slot
                touched[rows_touched] = place
                rows_touched += U(before == U0)
        for i in range(rows_touched):
            seen[touched[i]] = U0
        verdicts[row] = _WON if won else _LOST
        cards_left[row] = (-1 if to_stock else 0) if won else np.int16(fewest)
