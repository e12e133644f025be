"""All counts of a deal of the Quadrat family in compiled code: its whole state graph, twice over.

Forward, level by level of cards dealt, every hand gets a number when it is first met, and every
move the number of the hand it leads to. Backward, the levels from the last to the first, each hand
gets what `solver.analysis` counts. The empty places behind the last card make the end of the deal
a deal like the rest: without stock, too, a hand is followed by hands of later levels only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.hands import after, first_hand, matches_of
from solver.kernel.jit import compiled
from solver.kernel.shuffle import deal_some
from solver.kernel.words import BYTE, U0, U1, U2, U8, U16, U24, U, Word, lowest

_MOST_CARDS = U(64)
_PLACES = U(69)
_LEVELS = U(5)  # that many are indexed at a time: a move deals at most four cards
_U6, _U7 = U(6), U(7)
_WON, _LOST = 0, 1  # places in solver.columns.VERDICTS

# Columns of the counts, as in solver.columns.COUNTS.
_STATES, _TRANSITIONS, _CHOICE_POINTS, _FORCED, _CRITICAL, _DEAD_ENDS = range(6)

# Columns of what is known of a hand: two whole numbers, then their upper words.
_LINES, _WINNING, _UPPER = U0, U1, U2


@compiled("uint64(uint64, uint64)")
def _most_hands(places: Word, singly: Word) -> Word:
    """Return how many hands a deal can have, those of empty places included."""
    pairs = places * (places + U1) // U2
    return pairs * (places + U2) * (places + U(3)) // U(12) if singly else pairs * places // U2


@compiled("uint64(uint64, uint64[::1], uint64)")
def _place_in_level(hand: Word, sums: NDArray[np.uint64], singly: Word) -> Word:
    """Return a number for a hand that no other hand of its level has.

    With first slots a <= b <= c that is a + T(b) + S(c), T and S being the sums of the first b
    whole numbers and of the first c such sums. Where two cards are new, c need not be told.
    """
    place = (hand & BYTE) + sums[hand >> U8 & BYTE]
    return place + sums[_PLACES + (hand >> U16 & BYTE)] if singly else place


@compiled(
    "uint64(uint64, uint64, uint64, uint64, uint32[::1], uint64[::1], uint64[::1], uint64[::1],"
    " uint32[::1], uint32[::1], uint32[::1], uint32[::1], uint32[::1], uint32[::1], uint64[::1],"
    " uint32[::1])"
)
def _forward(
    size: Word,
    width: Word,
    to_stock: Word,
    singly: Word,
    masks_at: NDArray[np.uint32],
    legal: NDArray[np.uint64],
    remains: NDArray[np.uint64],
    sums: NDArray[np.uint64],
    hands: NDArray[np.uint32],
    following: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    degrees: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    index: NDArray[np.uint32],
    level_starts: NDArray[np.uint64],
    heads: NDArray[np.uint32],
) -> Word:
    """Give every hand that can be reached a number; return how many there are.

    Hands are numbered from 1. The hands of a level form a chain: ``heads[level]``, then on with
    ``following[hand]``. The moves of a hand are ``targets[starts[hand]]`` and those after it.
    """
    level_places = U(len(index)) // _LEVELS
    for level in range(_PLACES):
        level_starts[level] = level % _LEVELS * level_places
    heads[:] = 0
    hand = first_hand(width, size)
    hands[1], following[1] = hand, 0
    count, moves = U1, U0
    first_level = hand >> U24
    heads[first_level] = 1
    for level in range(first_level, size + width + U1):
        number = heads[level]
        while number != 0:
            hand = U(hands[number])
            index[level_starts[level] + _place_in_level(hand, sums, singly)] = 0
            groups = legal[matches_of(masks_at, hand)]
            if level >= size and to_stock:
                groups = U0
            starts[number] = moves
            before = moves
            while groups:
                group = lowest(groups)
                groups &= groups - U1
                new = after(hand, group, remains)
                new_level = new >> U24
                at = level_starts[new_level] + _place_in_level(new, sums, singly)
                # Written as if the hand were new, and counted only if it is: no branch to guess.
                known, head = U(index[at]), U(heads[new_level])
                is_new = U(known == U0)
                target = known + is_new * (count + U1)
                hands[count + U1] = new
                following[count + U1] = head
                heads[new_level] = head + is_new * (target - head)
                index[at] = target
                count += is_new
                targets[moves] = target
                moves += U1
            degrees[number] = moves - before
            number = following[number]
    return count


@compiled(
    "boolean(uint64, uint64, uint64, boolean, uint32[::1], uint32[::1], uint32[::1], uint32[::1],"
    " uint32[::1], uint64[:, ::1], float64[::1], uint32[::1], int16[::1])"
)
def _backward(
    size: Word,
    width: Word,
    to_stock: Word,
    wide: bool,
    following: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    degrees: NDArray[np.uint32],
    targets: NDArray[np.uint32],
    heads: NDArray[np.uint32],
    known: NDArray[np.uint64],
    chances: NDArray[np.float64],
    counts: NDArray[np.uint32],
    fewest: NDArray[np.int16],
) -> bool:
    """Count what follows from every hand; return whether the lines are too many for their words.

    They are counted in one word, or, if `wide`, in two.
    """
    transitions, choice_points, forced, critical, dead_ends = 0, 0, 0, 0, 0
    too_many = U0
    level = size + width
    fewest[0] = level
    while level >= width:
        number = heads[level]
        while number != 0:
            degree = U(degrees[number])
            lines, winning, lines_above, winning_above = U0, U0, U0, U0
            chance, keep = 0.0, U0
            start = U(starts[number])
            for move in range(start, start + degree):
                target = U(targets[move])
                chance += chances[target]
                more, more_winning = known[target, _LINES], known[target, _WINNING]
                lines += more
                winning += more_winning
                carry = U(lines < more)
                if wide:
                    above = known[target, _UPPER + _LINES] + carry
                    lines_above += above
                    too_many |= U(lines_above < above) | U(above < carry)
                    winning_above += known[target, _UPPER + _WINNING] + U(winning < more_winning)
                    more_winning |= known[target, _UPPER + _WINNING]
                else:
                    too_many |= carry
                keep += U(more_winning != U0)
            if degree == U0:
                won = level == size + width or (to_stock == U1 and level >= size)
                lines, winning = U1, U(won)
                chance = 1.0 if won else 0.0
                dead_ends += not won
                fewest[0] = min(fewest[0], np.int16(size + width - level))
            else:
                chance /= degree
            known[number, _LINES], known[number, _WINNING] = lines, winning
            if wide:
                known[number, _UPPER + _LINES] = lines_above
                known[number, _UPPER + _WINNING] = winning_above
            chances[number] = chance
            transitions += degree
            forced += degree == U1
            choice_points += degree > U1
            critical += (keep != U0) & (keep != degree)
            number = following[number]
        level -= U1
    counts[_TRANSITIONS] = transitions
    counts[_CHOICE_POINTS], counts[_FORCED] = choice_points, forced
    counts[_CRITICAL], counts[_DEAD_ENDS] = critical, dead_ends
    return bool(too_many != U0)


@compiled(
    "void(uint64, uint64, uint8[:, ::1], uint8[::1], uint64, uint64, uint64, uint32[::1],"
    " uint64[::1], uint64[::1], uint8[::1], int16[::1], uint32[:, ::1], uint64[:, ::1],"
    " float64[::1], boolean[::1])"
)
def count(
    first: Word,
    step: Word,
    deals: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    width: Word,
    to_stock: Word,
    singly: Word,
    masks: NDArray[np.uint32],
    legal: NDArray[np.uint64],
    remains: NDArray[np.uint64],
    verdicts: NDArray[np.uint8],
    cards_left: NDArray[np.int16],
    counts: NDArray[np.uint32],
    lines: NDArray[np.uint64],
    chances: NDArray[np.float64],
    overflows: NDArray[np.bool_],
) -> None:
    """Write all counts of deals, as `solver.analysis` defines them.

    Parameters
    ----------
    first, step, deals, deck
        As in `solver.kernel.search.decide`.
    width, to_stock, singly, masks, legal, remains
        The rules, see `solver.kernel.tables.Tables`.
    verdicts, cards_left
        As in `solver.kernel.search.decide`.
    counts : uint32, shape (deals, 6)
        Where to write `solver.columns.COUNTS`.
    lines : uint64, shape (deals, 4)
        Where to write the lines and the winning lines, then the upper words of both.
    chances : float64, shape (deals,)
        Where to write the chance of random play.
    overflows : bool, shape (deals,)
        Where to write whether a count of lines passed 2^128, so that both are wrong.
    """
    size = U(len(deck))
    width = min(width, size)
    most = _most_hands(size + width, singly) + U2
    cards = np.empty(_MOST_CARDS, np.uint8)
    masks_at = np.zeros(_PLACES, np.uint32)
    stream = np.empty(1, np.uint64)
    sums = np.zeros(2 * _PLACES, np.uint64)
    for i in range(U1, _PLACES):
        sums[i] = sums[i - U1] + i
        sums[_PLACES + i] = sums[_PLACES + i - U1] + sums[i]
    last = size + width
    level_places = last + U1 + sums[last] + (sums[_PLACES + last] if singly else U0)
    index, level_starts = np.zeros(_LEVELS * level_places, np.uint32), np.empty(_PLACES, np.uint64)
    heads = np.zeros(_PLACES + U8, np.uint32)
    hands, following = np.empty(most, np.uint32), np.empty(most, np.uint32)
    starts, degrees = np.empty(most, np.uint32), np.empty(most, np.uint32)
    targets = np.empty(most * U(15 if singly else 11), np.uint32)
    known, chance = np.empty((most, 4), np.uint64), np.empty(most, np.float64)
    for row in range(len(verdicts)):
        if len(deals) == 0:
            cards[: len(deck)] = deck
            stream[0] = first + U(row) * step
            dealt = U0
            while dealt < size:
                dealt = deal_some(stream, cards, dealt, size)
        else:
            cards[: len(deck)] = deals[row]
        for i in range(size):
            masks_at[U(i) + U1] = masks[cards[i]]
        states = _forward(
            size, width, to_stock, singly, masks_at, legal, remains, sums,
            hands, following, starts, degrees, targets, index, level_starts, heads,
        )  # fmt: skip
        wide = singly == U1  # then the lines of nearly every deal need two words
        while True:
            too_many = _backward(
                size, width, to_stock, wide, following, starts, degrees, targets, heads,
                known, chance, counts[row], cards_left[row : row + 1],
            )  # fmt: skip
            if wide or not too_many:
                break
            wide = True
        if not wide:
            known[1, _UPPER + _LINES] = known[1, _UPPER + _WINNING] = U0
        counts[row, _STATES] = states
        lines[row] = known[1]
        chances[row] = chance[1]
        overflows[row] = too_many
        won = known[1, _WINNING] | known[1, _UPPER + _WINNING] != U0
        verdicts[row] = _WON if won else _LOST
        if won:
            cards_left[row] = -1 if to_stock else 0
