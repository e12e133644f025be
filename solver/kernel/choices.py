"""How a policy chooses among covers without seeing the stock, in compiled code.

The policies and their random numbers are those of `solver.policies`; hands and groups are those of
`solver.kernel.tables`. The first of some cards lie face up or have gone, the others are the stock.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernel.hands import after, matches_of
from solver.kernel.jit import compiled
from solver.kernel.lookup import TABLE, find_places, value_of
from solver.kernel.runners import PATIENCE
from solver.kernel.search import decide
from solver.kernel.shuffle import deal_some, mix
from solver.kernel.words import BYTE, U0, U1, U8, U24, U, Word, high_product, lowest

Cards = NDArray[np.uint8]
Words = NDArray[np.uint64]

RULES = (
    "Tuple((uint64, uint64, uint64, uint32[::1], uint8[:, ::1], uint64[::1], uint64[::1],"
    " uint64[::1], uint64[::1], uint64[::1]))"
)
"""The type of `solver.kernel.tables.Tables` as a plain tuple."""

RANDOM, MOST, FEWEST, SAMPLED, EXACT = map(U, range(5))
"""The policies, by their places in `solver.policies.POLICIES`."""

_GAMMA = U(0x9E3779B97F4A7C15)
_PATIENCE = U(PATIENCE)
_SLOTS = 4
_KINDS = 52
_MOST_RANKS = 13
_WON = 0  # a place in solver.columns.VERDICTS


@compiled("uint64(uint8[::1])")
def seed_of(cards: Cards) -> Word:
    """Return the seed of a player's random numbers; see `solver.policies.readable.seed_of`."""
    seed = U0
    for i in range(len(cards)):
        seed = mix((seed ^ U(cards[i])) + _GAMMA)
    return seed


@compiled("uint64(uint64[::1], uint64)")
def draw(stream: Words, bound: Word) -> Word:
    """Draw a number below a bound, as `deals.numbering.SplitMix64` does."""
    surplus = (U0 - bound) % bound
    while True:
        stream[0] += _GAMMA
        word = mix(stream[0])
        if word * bound >= surplus:
            return high_product(word, bound)


@compiled("uint64(uint64)")
def bits_in(word: Word) -> Word:
    """Return how many bits of a word are set."""
    bits = U0
    while word:
        word &= word - U1
        bits += U1
    return bits


@compiled("uint64(uint64, uint64[::1])")
def one_of(groups: Word, stream: Words) -> Word:
    """Return one of some groups, each equally likely."""
    skipped = draw(stream, bits_in(groups))
    while skipped:
        groups &= groups - U1
        skipped -= U1
    return lowest(groups)


@compiled("void(uint8[::1], uint8[::1])")
def sort_cards(cards: Cards, ascending: Cards) -> None:
    """Write down cards in ascending order."""
    counts = np.zeros(_KINDS, np.uint8)
    for i in range(len(cards)):
        counts[cards[i]] += np.uint8(1)
    place = 0
    for card in range(_KINDS):
        for _ in range(counts[card]):
            ascending[place] = card
            place += 1


@compiled("void(uint8[::1], uint64[::1], uint8[:, ::1])")
def shuffle_orders(unseen: Cards, stream: Words, orders: Cards) -> None:
    """Write down orders in which unseen cards may come; these are given in ascending order."""
    size = U(len(unseen))
    for row in range(len(orders)):
        orders[row] = unseen
        dealt = U0
        while dealt < size:
            dealt = deal_some(stream, orders[row], dealt, size)


@compiled("int64(uint64, uint64, uint8[::1], uint8[::1])")
def keep(hand: Word, slots: Word, cards: Cards, kept: Cards) -> int:
    """Write down the cards that stay when those in some slots leave; return how many stay."""
    count = 0
    for slot in range(_SLOTS):
        place = hand >> (U8 * U(slot)) & BYTE
        if slots >> U(slot) & U1 == U0 and U0 < place <= U(len(cards)):
            kept[count] = cards[place - U1]
            count += 1
    return count


@compiled(f"void(uint8[:, ::1], uint8[:, ::1], {RULES}, int64[::1])")
def count_won(tables: Cards, orders: Cards, rules: Any, won: NDArray[np.int64]) -> None:
    """Count in how many orders of the stock positions can be won by one who sees the stock.

    A row of ``tables`` has the face-up cards of a position; all positions have the same stock. They
    are solved at one go, since every call of the solver clears its memory.
    """
    each, kept = len(orders), tables.shape[1]
    deals = np.empty((len(tables) * each, kept + orders.shape[1]), np.uint8)
    for i in range(len(tables)):
        deals[i * each : (i + 1) * each, :kept] = tables[i]
        deals[i * each : (i + 1) * each, kept:] = orders
    verdicts, left = np.empty(len(deals), np.uint8), np.empty(len(deals), np.int16)
    width, to_stock, singly, masks, attributes, legal, removable, remains, truths, clears = rules
    decide(
        U0,
        U0,
        deals,
        deals[0],
        _PATIENCE,
        width,
        to_stock,
        singly,
        masks,
        attributes,
        legal,
        removable,
        remains,
        truths,
        clears,
        verdicts,
        left,
    )
    for i in range(len(tables)):
        won[i] = (verdicts[i * each : (i + 1) * each] == _WON).sum()


@compiled(f"uint64(uint8[::1], uint64, uint64, uint64[::1], uint64[::1], int64, {RULES})")
def best_sampled(
    cards: Cards, hand: Word, groups: Word, slots: Words, stream: Words, samples: int, rules: Any
) -> Word:
    """Return the group after which most of some orders of the stock can be won.

    Of equal ones it is that of more cards, and of these the first.
    """
    dealt = min(hand >> U24, U(len(cards)))
    unseen = np.empty(len(cards) - np.int64(dealt), np.uint8)
    sort_cards(cards[dealt:], unseen)
    orders = np.empty((samples, len(unseen)), np.uint8)
    shuffle_orders(unseen, stream, orders)
    tables, won = np.empty((len(slots), _SLOTS), np.uint8), np.empty(len(slots), np.int64)
    of_size = np.empty(len(slots), np.uint64)
    best, most = U0, -1
    for size in range(_SLOTS, 0, -1):
        found, kept, left = 0, 0, groups
        while left:
            group = lowest(left)
            left &= left - U1
            if bits_in(slots[group]) == U(size):
                kept = keep(hand, slots[group], cards, tables[found])
                of_size[found] = group
                found += 1
        if found > 0:
            count_won(tables[:found, :kept].copy(), orders, rules, won)
        for i in range(found):
            if won[i] > most:
                best, most = of_size[i], won[i]
    return best


@compiled(f"uint64(uint8[::1], uint32[::1], uint64, uint64, uint64, uint64[::1], {RULES}, {TABLE})")
def best_by_value(
    cards: Cards,
    masks_at: NDArray[np.uint32],
    hand: Word,
    groups: Word,
    left: Word,
    slots: Words,
    rules: Any,
    table: Any,
) -> Word:
    """Return the first group after which the chance to win is largest; ``left`` cards are left."""
    unseen = cards[min(hand >> U24, U(len(cards))) :]
    removable, remains = rules[6], rules[7]
    suits, places = np.empty(_MOST_RANKS, np.int64), np.empty(len(table[9]), np.int64)
    suits = suits[: table[4].shape[1] - 1]
    turn = find_places(unseen, table, suits, places) if len(unseen) > 0 else 0
    kept = np.empty(_SLOTS, np.uint8)
    best, most = U0, -1.0
    while groups:
        group = lowest(groups)
        groups &= groups - U1
        if len(unseen) > 0:
            count = keep(hand, slots[group], cards, kept)
            value = value_of(kept[:count], table, suits, places, turn)
        else:
            can_go = removable[matches_of(masks_at, after(hand, group, remains))]
            value = 1.0 if can_go == left - bits_in(slots[group]) else 0.0
        if value > most:
            best, most = group, value
    return best


@compiled("uint64(uint64, uint64, uint64[::1])")
def of_one_size(groups: Word, policy: Word, slots: Words) -> Word:
    """Return those groups that have the most cards, or the fewest."""
    chosen, size = U0, U0
    while groups:
        group = lowest(groups)
        groups &= groups - U1
        cards = bits_in(slots[group])
        if chosen == U0 or (cards > size if policy == MOST else cards < size):
            chosen, size = U0, cards
        if cards == size:
            chosen |= U1 << group
    return chosen
