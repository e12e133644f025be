"""All hands that can be won, worked out from the end of a deal backward, a level at a time.

Looking forward, a search loses its way near the end, where few hands can be won; looking backward,
those few are where one starts. A *level* is all hands with equally many cards dealt. Where each
move takes two cards or more, a hand of a level is a pair of earlier cards a < b and the two cards
dealt last, c and d, so a level is a matrix of bits: row b has a bit for each a. Whether a move of
such a hand is legal depends on which of the four match; c and d being fixed, that is: whether a
matches b, and the *types* of a and b, which are the matches of each with c and d. So for all b of
one type and all a at once the hands that can be won are a few operations on words.

The deal goes on behind its end with places that match nothing: so hands that were not refilled are
ordinary hands of the three levels after the last card.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled
from solver.kernel.tables import NO_ATTRIBUTE
from solver.kernel.words import ALL, BYTE, U0, U1, U2, U3, U4, U8, U16, U24, U, Word, lowest

MOST_CARDS = 60
"""A larger deal, with the places behind its end, has more places than a word has bits."""

_LEVEL = U(7)  # eight levels are kept: a move deals at most four cards
_ROWS = U(72)
_U5, _U15 = U(5), U(15)
_NONE = U(NO_ATTRIBUTE)

# One array holds all words, since every array costs a call much: where its parts begin.
_PARTNERS, _MATES, _OTHERS, _UNIONS, _TRUTHS, _CLEARS, _WINS = map(
    U, (0, 72, 144, 216, 232, 472, 536)
)
ROOM = 536 + 8 * 72
"""Words that `prepare_room` and `any_can_be_won` need."""

# The groups by what stays: their places in solver.kernel.tables.GROUPS.
_CD, _BD, _BC, _AD, _AC, _AB = (U(group) for group in range(4, 10))
_D, _C, _B, _A, _NOTHING = (U(group) for group in range(10, 15))


@compiled("void(uint64[::1], uint64[::1], uint64[::1])")
def prepare_room(
    truths: NDArray[np.uint64], clears: NDArray[np.uint64], room: NDArray[np.uint64]
) -> None:
    """Write the rules, see `solver.kernel.tables.Tables`, into an array of `ROOM` words."""
    for i in range(len(truths)):
        room[_TRUTHS + U(i)] = truths[i]
    for i in range(len(clears)):
        room[_CLEARS + U(i)] = clears[i]


@compiled("void(uint8[::1], uint64, uint64, uint8[:, ::1], uint64[::1])")
def _find_partners(
    cards: NDArray[np.uint8],
    size: Word,
    width: Word,
    attributes: NDArray[np.uint8],
    room: NDArray[np.uint64],
) -> None:
    """Write for each place of a deal, counted from 1, which earlier places match it.

    Mates and others are, for each b, which a can lie beside it: those that match, and those that
    do not. Where the width is below 4, the slot of a is always empty.
    """
    having = np.zeros(32, np.uint64)
    room[_PARTNERS] = room[_MATES] = U0
    room[_OTHERS] = U1  # below a width of 3 the slot of b is empty too
    for i in range(size):
        suit, rank = attributes[cards[i], 0], attributes[cards[i], 1]
        place = U1 + U(i)
        partners = having[suit] | having[rank]
        earlier = (U1 << place) - U2 if width == U4 else U1
        room[_PARTNERS + place] = partners
        room[_MATES + place] = earlier & partners
        room[_OTHERS + place] = earlier & ~partners
        having[suit] |= U1 << place
        having[rank] |= U1 << place
        having[_NONE] = U0
    for place in range(size + U1, size + U4):
        room[_PARTNERS + place] = room[_MATES + place] = U0
        room[_OTHERS + place] = (U1 << place) - U2 if width == U4 else U1


@compiled("void(uint64, uint64, uint64[::1])")
def _unite(with_c: Word, with_d: Word, room: NDArray[np.uint64]) -> None:
    """Write for each set of types the places that have one of them."""
    room[_UNIONS] = U0
    room[_UNIONS + U1] = ~(with_c | with_d)
    room[_UNIONS + U2] = with_c & ~with_d
    room[_UNIONS + U4] = with_d & ~with_c
    room[_UNIONS + U8] = with_c & with_d
    types = U3
    while types < U16:
        first = types & (U0 - types)
        room[_UNIONS + types] = room[_UNIONS + first] | room[_UNIONS + (types ^ first)]
        types += U1


@compiled("uint64(uint64)")
def _start_of(level: Word) -> Word:
    """Return where the rows of a level begin; eight levels are kept at a time."""
    return _WINS + (level & _LEVEL) * _ROWS


@compiled("UniTuple(uint64, 5)(uint64, uint64, uint64[::1])")
def _by_moves(
    level: Word, kind: Word, room: NDArray[np.uint64]
) -> tuple[Word, Word, Word, Word, Word]:
    """Return for which a, beside a b of some kind, a move leads to a hand that can be won.

    That is: for any such b; if the pair a, b can be won after the move; if b can with c; if b can
    with d; if b can alone.
    """
    c, d, e, f = level - U1, level, level + U1, level + U2  # e and f are dealt next
    after_two, after_three = _start_of(level + U2), _start_of(level + U3)
    legal = _TRUTHS + kind * _U15
    every = (
        room[_UNIONS + room[legal + _AC]] & room[after_two + c]
        | room[_UNIONS + room[legal + _AD]] & room[after_two + d]
        | room[_UNIONS + room[legal + _A]] & room[after_three + e]
        | room[_UNIONS + room[legal + _CD]] & U0 - (room[after_two + d] >> c & U1)
        | room[_UNIONS + room[legal + _C]] & U0 - (room[after_three + e] >> c & U1)
        | room[_UNIONS + room[legal + _D]] & U0 - (room[after_three + e] >> d & U1)
        | room[_UNIONS + room[legal + _NOTHING]] & U0 - (room[_start_of(level + U4) + f] >> e & U1)
    )
    return (
        every,
        room[_UNIONS + room[legal + _AB]],
        room[_UNIONS + room[legal + _BC]],
        room[_UNIONS + room[legal + _BD]],
        room[_UNIONS + room[legal + _B]],
    )


@compiled("uint64(uint64, uint64, uint64, uint64, uint64, uint64, uint64[::1])")
def _fill(
    level: Word,
    rows: Word,
    matched: Word,
    unmatched: Word,
    stay_matched: Word,
    stay_unmatched: Word,
    room: NDArray[np.uint64],
) -> Word:
    """Fill in some rows; return all bits in them."""
    row, after_two = _start_of(level), _start_of(level + U2)
    found = U0
    while rows:
        b = lowest(rows)
        rows &= rows - U1
        stay = room[after_two + b]
        new = room[_MATES + b] & (matched | stay_matched & stay)
        new |= room[_OTHERS + b] & (unmatched | stay_unmatched & stay)
        room[row + b] = new
        found |= new
    return found


@compiled("uint64(uint64, uint64, uint64, uint64[::1])")
def _fill_type(level: Word, kind: Word, rows: Word, room: NDArray[np.uint64]) -> Word:
    """Fill in the rows of a level whose b are of one type; return all bits in them.

    They fall into classes: whether b can be won with c, with d and alone after a move.
    """
    found = U0
    if rows == U0:
        return found
    after_two = _start_of(level + U2)
    with_c, with_d = room[after_two + level - U1], room[after_two + level]
    alone = room[_start_of(level + U3) + level + U1]
    every_0, stay_0, c_0, d_0, b_0 = _by_moves(level, kind, room)
    every_1, stay_1, c_1, d_1, b_1 = _by_moves(level, kind + U1, room)
    while rows:
        b = lowest(rows)
        c, d, by_itself = U0 - (with_c >> b & U1), U0 - (with_d >> b & U1), U0 - (alone >> b & U1)
        those = rows & ~(c ^ with_c) & ~(d ^ with_d) & ~(by_itself ^ alone)
        rows ^= those
        unmatched = every_0 | c & c_0 | d & d_0 | by_itself & b_0
        matched = every_1 | c & c_1 | d & d_1 | by_itself & b_1
        if matched | unmatched | stay_1 | stay_0:
            found |= _fill(level, those, matched, unmatched, stay_1, stay_0, room)
    return found


@compiled(
    "boolean(uint8[::1], uint64, uint64, uint64, uint8[:, ::1], uint64[::1], uint64, uint64[::1])"
)
def any_can_be_won(
    cards: NDArray[np.uint8],
    size: Word,
    width: Word,
    to_stock: Word,
    attributes: NDArray[np.uint8],
    hands: NDArray[np.uint64],
    count: Word,
    room: NDArray[np.uint64],
) -> bool:
    """Tell whether one of some hands, in the order of the cards dealt before them, can be won.

    At most `MOST_CARDS` cards, and no move takes a single card. `prepare_room` knows the rules.
    """
    _find_partners(cards, size, width, attributes, room)
    level = size + U3
    barren = U0  # levels in a row without a hand that can be won
    while count > U0 and barren < U4:
        c, d = level - U1, level
        kind = U8 * (room[_PARTNERS + d] >> c & U1)
        _unite(room[_PARTNERS + c], room[_PARTNERS + d], room)
        rows = ((U1 << c) - U1) & ~U1 if width >= U3 else U1
        if level > size + U1:
            rows &= U3 << size | U1  # no other b leaves two or three empty places
        row = _start_of(level)
        for i in range(row, row + level):
            room[i] = U0
        found = U0
        for i in range(4):
            those = rows & room[_UNIONS + (U1 << U(i))]
            if level < size:
                found |= _fill_type(level, kind + U2 * U(i), those, room)
            else:
                clear = _CLEARS + U16 * (level - size) + kind + U2 * U(i)
                matched = ALL if to_stock else room[_UNIONS + room[clear + U1]]
                unmatched = ALL if to_stock else room[_UNIONS + room[clear]]
                found |= _fill(level, those, matched, unmatched, U0, U0, room)
        barren = U0 if found else barren + U1
        while count > U0 and hands[count - U1] >> U24 == level:
            hand = hands[count - U1]
            if room[row + (hand >> U8 & BYTE)] >> (hand & BYTE) & U1:
                return True
            count -= U1
        level -= U1
    return False
