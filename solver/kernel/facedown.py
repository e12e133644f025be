"""The stock face down, compiled: all stocks up to exchanges of suits, and one layer of values.

The words are those of `solver.odds.facedown`: layouts, draws, stocks, layers. Nothing here knows
a rule. A position is a stock and a layout, and has a place without a key: layouts are
numbered in preorder, so that one which does not fit a stock is skipped with all that contain it,
and the values of a stock stand in the order of the layouts that fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernel.jit import compiled

Array = NDArray[Any]

_GUARD = 0x0888_8888_8888_8888  # a bit above each of fifteen numbers of three bits


@compiled("int64(uint8[:])")
def room(stock: Array) -> int:
    """Pack how many columns a stock has of each set of unseen suits (all suits left out)."""
    packed = np.int64(0)
    for unseen in range(len(stock) - 1):
        packed |= min(np.int64(stock[unseen]), np.int64(7)) << np.int64(4 * unseen)
    return int(packed)


@compiled("boolean(int64, int64)")
def fits(room: int, need: int) -> bool:
    """Tell whether a stock has the columns that a layout needs: no difference borrows."""
    return ((room | _GUARD) - need) & _GUARD == _GUARD


@compiled("int64(uint8[:], int64[:,::1])")
def rank(stock: Array, steps: Array) -> int:
    """Return the number of a stock among all multisets of columns."""
    number, columns = np.int64(0), np.int64(0)
    for unseen in range(len(stock)):
        number -= steps[unseen, columns]
        columns += np.int64(stock[unseen])
        number += steps[unseen, columns]
    return int(number)


@compiled("boolean(uint8[:])")
def advance(stock: Array) -> bool:
    """Turn a stock into the next one by rank; False after the last."""
    least = 0
    while stock[least] == 0:
        least += 1
    if least == len(stock) - 1:
        return False
    columns = stock[least]
    stock[least] = 0
    stock[0] = columns - 1
    stock[least + 1] += 1
    return True


@compiled("int64(int64[:,::1], int64[:,::1], uint8[::1], int32[::1], int8[::1])")
def sort_out(steps: Array, turns: Array, stock: Array, kind: Array, turn: Array) -> int:
    """Find which stocks are the same up to exchanges of suits, the first of each its pattern.

    ``kind`` (all -1 at first) becomes the number of the pattern by rank, ``turn`` the exchange
    that makes the stock of it; ``stock`` is the first stock. Returns the number of patterns.
    """
    patterns = 0
    turned = np.zeros_like(stock)
    for number in range(len(kind)):
        if kind[number] < 0:
            for t in range(len(turns)):
                for unseen in range(len(stock)):
                    turned[turns[t, unseen]] = stock[unseen]
                image = rank(turned, steps)
                if kind[image] < 0:
                    kind[image] = patterns
                    turn[image] = t
            patterns += 1
        advance(stock)
    return patterns


@compiled("void(uint8[::1], int32[::1], uint8[:,::1])")
def list_patterns(stock: Array, kind: Array, patterns: Array) -> None:
    """Write down the first stock of each kind; ``stock`` is the first of all."""
    found = 0
    for number in range(len(kind)):
        if kind[number] == found:
            patterns[found] = stock
            found += 1
        advance(stock)


@compiled("void(int64, int64, uint8[:,::1], int64[::1], int64[::1], int32[::1], int32[::1])")
def list_fitting(
    first: int, last: int, stocks: Array, starts: Array, need: Array, skip: Array, fitting: Array
) -> None:
    """Write down the layouts that fit each stock from first to last."""
    for number in range(first, last):
        space = room(stocks[number])
        place = starts[number]
        layout = 0
        while layout < len(need):
            if fits(space, need[layout]):
                fitting[place] = layout
                place += 1
                layout += 1
            else:
                layout = skip[layout]


@compiled("int64(uint8[:], int64, int64[::1], int32[::1], boolean[::1])")
def place(stock: Array, layout: int, need: Array, skip: Array, wanted: Array) -> int:
    """Return how many wanted layouts that fit a stock stand before one of them."""
    space = room(stock)
    found = np.int64(0)
    before = 0
    while before < layout:
        if fits(space, need[before]):
            found += np.int64(wanted[before])
            before += 1
        else:
            before = skip[before]
    return int(found)


@compiled("float64(int64, float64[::1], int32[::1])")
def best(choice: int, dense: Array, targets: Array) -> float:
    """Return the largest value among the targets of a choice, 0 if it has none."""
    value = 0.0
    first = choice >> 8
    for target in range(first, first + (choice & 255)):
        value = max(value, dense[targets[target]])
    return value


@compiled("void(float64[:], int32[:], int32[:], float64[::1])")
def spread(values: Array, fitting: Array, turned: Array, dense: Array) -> None:
    """Write the values of a stock, after an exchange of suits, by slot."""
    for place in range(len(values)):
        dense[turned[fitting[place]]] = values[place]


@compiled(
    "void(int64, int64, int64, uint8[:,::1], int64[:,::1], int32[::1], int8[::1], int64[::1],"
    "int64[::1], float64[::1], int32[::1], int64[::1], int32[:,::1], int64[::1], int64[::1],"
    "int32[:,::1], int32[:,::1], int32[::1], int64[::1], int32[::1], int32[::1], float64[::1])"
)
def fill(
    first: int,
    last: int,
    unseen: int,
    stocks: Array,
    steps: Array,
    kind: Array,
    turn: Array,
    starts: Array,
    sizes: Array,
    below: Array,
    below_fitting: Array,
    need: Array,
    turned: Array,
    card_from: Array,
    card_to: Array,
    plain: Array,
    extra_start: Array,
    extra_to: Array,
    extra_times: Array,
    targets: Array,
    fitting: Array,
    values: Array,
) -> None:
    """Work out the values of the stocks from first to last, all with so many unseen cards.

    Each is the mean over the unseen cards of the value after the card has been turned up: that
    of a position one layer below. All unseen cards of one suit in columns alike are one case;
    the layout then either has no card in that column (``plain``) or has (``extra``). What
    follows is a choice among `targets`, its first one times 256 and their number.
    """
    dense = np.zeros(len(need))  # the values of one stock below, by slot
    for number in range(first, last):
        stock = stocks[number].copy()
        here = slice(starts[number], starts[number] + sizes[number])
        layouts, sums = fitting[here], values[here]
        for card in range(len(card_from)):
            column = card_from[card]
            columns = np.int64(stock[column])
            if columns == 0:
                continue
            stock[column] -= 1
            stock[card_to[card]] += 1
            image = rank(stock, steps)
            stock[column] += 1
            stock[card_to[card]] -= 1
            after = kind[image]
            there = slice(starts[after], starts[after] + sizes[after])
            spread(below[there], below_fitting[there], turned[turn[image]], dense)
            shift = 4 * column
            for place in range(len(layouts)):
                layout = layouts[place]
                used = (need[layout] >> shift) & 15  # none if all suits are unseen
                total = 0.0
                if columns > used:
                    total += (columns - used) * best(plain[card, layout], dense, targets)
                for extra in range(extra_start[card, layout], extra_start[card, layout + 1]):
                    total += extra_times[extra] * best(extra_to[extra], dense, targets)
                sums[place] += total
        for place in range(len(layouts)):
            sums[place] /= unseen
