"""The chances of Der Geburtstag as numbers, for chains too long for fractions.

The same counts as in `solver.odds.orders`, but for the blocks, which stay whole numbers, as
floats: every step adds and multiplies numbers that are not negative, so the error stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial

import numpy as np
from numpy.typing import NDArray

from solver.odds.box import Box
from solver.odds.orders import block_orders, most_left
from solver.odds.values import Progress, no_progress

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]


class Distributions:
    """How many cards are left after so many passes, for all lengths up to given ones.

    Parameters
    ----------
    lengths : sequence of int
        The lengths of the chains, each at most 12, at most four.
    passes : int
        How many passes.
    progress : callable
        Told how far the work is.

    Notes
    -----
    With u = 2^-53, a sum of m numbers that are not negative is off by a relative (m - 1)·u at
    most, in whatever order it is taken; products and rounded numbers add u each. A block is put
    before the ends of orders 45 times at most, each time by four nested sums of at most 13
    numbers (48 u), a product, a rounded count and a waste card (a sum of 5): 54 u, in all 2430 u.
    An entry of a row is multiplied by one rounded ratio of factorials and added to at most 23
    others like it (25 u). A pass multiplies it by a chance and sums over at most 1820 kinds of
    what is left (1820 u). That is 4275 u a pass, less than 2^-40:
    `solver.odds.values.ERROR_PER_PASS`.

    Examples
    --------
    >>> [round(float(chance), 4) for chance in Distributions([2, 3], 1).cards_left((2, 3), 1)]
    [0.825, 0.0, 0.125, 0.05, 0.0, 0.0]
    """

    def __init__(
        self, lengths: Sequence[int], passes: int, progress: Progress = no_progress
    ) -> None:
        box = Box(lengths)
        kinds = [counts for _, counts in box.ascending()]
        steps = len(box.counts) + most_left(box) + 1 + len(kinds)
        blocks = block_orders(box, lambda done, _: progress(done, steps))
        self._kinds = {counts: index for index, counts in enumerate(kinds)}
        self._left = np.zeros((len(kinds), passes + 1, box.total + 1))
        rows = _Rows(box, blocks, lambda done: progress(len(box.counts) + done, steps))
        for index, counts in enumerate(kinds):
            self._left[index, 0, sum(counts)] = 1.0
            if index == 0:
                self._left[0, :, 0] = 1.0
                continue
            left, chances = rows.row(counts)
            parts = chances[:, None, None] * self._left[left, :-1]
            self._left[index, 1:] = parts.sum(axis=0)
            progress(steps - len(kinds) + index + 1, steps)

    def cards_left(self, lengths: Sequence[int], passes: int) -> Floats:
        """Return the chance of 0, 1, 2, … cards left after some passes."""
        kind = self._kinds[tuple(sorted(lengths))]
        distribution: Floats = self._left[kind, passes, : sum(lengths) + 1]
        return distribution


class _Rows:
    """What one pass leaves, with its chance, for all lengths up to given ones."""

    def __init__(self, box: Box, blocks: Sequence[int], tick: Callable[[int], None]) -> None:
        self._box = box
        self._counts = np.array(box.counts, dtype=np.intp)
        numbers = np.array([number for number, _ in box.ascending()])
        # Each number as a kind, and each set of chains as it is called there.
        self._kind = np.zeros(len(box.counts), dtype=np.intp)
        self._kind[numbers] = np.arange(len(numbers))
        self._renamed = np.tile(np.arange(box.subsets), (len(box.counts), 1))
        for number, kind, renamed in box.twins():
            self._kind[number] = self._kind[kind]
            self._renamed[number] = renamed
        self._layers = np.zeros((most_left(box) + 1, len(numbers), box.subsets))
        for waste, layer in enumerate(self._count(np.array(blocks, dtype=np.float64))):
            self._layers[waste] = layer
            tick(waste + 1)

    def row(self, lengths: Sequence[int]) -> tuple[Numbers, Floats]:
        """Return the kinds of what may be left, ascending, and the chance of each."""
        played = np.array(self._box.below(tuple(lengths)), dtype=np.intp)
        left = np.array(lengths) - self._counts[played]
        waste = left.sum(axis=1)
        unfinished = ((left > 0) << np.arange(len(lengths))).sum(axis=1)
        others = waste - (left > 0).sum(axis=1)
        possible = waste < len(self._layers)
        played, waste, unfinished, others = (
            column[possible] for column in (played, waste, unfinished, others)
        )
        orders = self._layers[waste, self._kind[played], self._renamed[played, unfinished]]
        cards = factorial(sum(lengths))
        shares = [float(Fraction(factorial(n), cards)) for n in range(self._box.total + 1)]
        chances = orders * np.array(shares)[others]
        kinds = self._kind[self._box.number(lengths) - played]
        summed = np.bincount(kinds, weights=chances)
        there: Numbers = np.flatnonzero(summed)
        return there, np.asarray(summed[there], dtype=np.float64)

    def _count(self, blocks: Floats) -> Iterator[Floats]:
        """Yield what `solver.odds.orders.layers` does, of one of each kind."""
        below = [np.array(self._box.below(counts)) for _, counts in self._box.ascending()]
        ends = np.zeros((len(self._box.counts), self._box.subsets))
        ends[0, 0] = 1.0
        for waste in range(len(self._layers)):
            most = self._box.total - waste
            yield self._with_block(blocks, ends, most, below)
            kinds = self._with_block(blocks, self._place(ends), most - 1, below)
            ends = kinds[self._kind[:, None], self._renamed]

    def _with_block(
        self, blocks: Floats, ends: Floats, most: int, below: Sequence[Numbers]
    ) -> Floats:
        layer = np.zeros((len(below), self._box.subsets))
        for kind, (number, counts) in enumerate(self._box.ascending()):
            if sum(counts) > most:
                continue
            parts = below[kind]
            orders = blocks[number - parts][:, None] * ends[parts]
            # One sum a chain: nested sums of few numbers keep the error small.
            nested = orders.reshape(*(count + 1 for count in counts), -1)
            for _ in counts:
                nested = nested.sum(axis=0)
            layer[kind] = nested
        return layer

    def _place(self, ends: Floats) -> Floats:
        """Put a waste card before ends: no next card, or of a chain of which they play a card."""
        placed = ends.copy()
        for s in range(len(self._box.lengths)):
            held = self._counts[:, s] > 0
            for subset in range(self._box.subsets):
                if subset >> s & 1:
                    placed[:, subset] += held * ends[:, subset ^ 1 << s]
        return placed
