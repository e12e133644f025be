"""The values of all positions, layer by layer: those with n unseen cards from those with n - 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.kernel import facedown as kernel
from solver.odds.facedown.draws import Draws
from solver.odds.facedown.game import FaceDownGame
from solver.odds.facedown.layouts import Layouts
from solver.odds.facedown.stocks import Stocks

Flags = NDArray[np.bool_]

_CHUNK = 100_000  # values between two reports: a few hundredths of a second


@dataclass(frozen=True, slots=True)
class Layer:
    """All values with so many unseen cards, and for each which layout it belongs to."""

    unseen: int
    values: NDArray[np.float64]
    fitting: NDArray[np.int32]


class Layers:
    """The places of all values of a game, and how one layer follows from the one below.

    A layer holds every position with so many unseen cards and room for another face-up card,
    pattern by pattern, and within a pattern in the order of the layouts that fit. What is kept of
    it are the positions just after a move, from which all others follow at a glance; of the
    lowest layer and the highest all is kept.

    Parameters
    ----------
    game : FaceDownGame
        The rules in force.

    Attributes
    ----------
    layouts : Layouts
    stocks : Stocks
    cards : int
        The size of the deck; layers are numbered from 0 to this.
    """

    def __init__(self, game: FaceDownGame) -> None:
        self.game = game
        self.layouts = Layouts(game)
        self.stocks = Stocks(self.layouts)
        self.cards = len(game.deck)
        self._kept_cards = [game.rules.width - size for size in game.sizes]
        self._just_moved: Flags = np.isin(self.layouts.cards, self._kept_cards)
        self._all: Flags = np.ones_like(self._just_moved)
        counts = self._counts()
        self._sizes: NDArray[np.int64] = counts.sum(axis=1)
        self._kept_sizes: NDArray[np.int64] = counts[:, self._kept_cards].sum(axis=1)
        for layer in (self.stocks.layer(0), self.stocks.layer(self.cards)):
            self._kept_sizes[layer] = self._sizes[layer]
        self._starts = self._sum_up(self._sizes)
        self.kept_starts = self._sum_up(self._kept_sizes)

    @cached_property
    def draws(self) -> Draws:
        """What may follow each layout; a look-up does not need it."""
        return Draws(self.layouts)

    def kept(self, unseen: int) -> Flags:
        """Return for each layout with room whether a layer keeps it."""
        return self._all if unseen in (0, self.cards) else self._just_moved

    def size(self, unseen: int) -> int:
        """Return how many values a layer has while it is worked with."""
        return int(self._sizes[self.stocks.layer(unseen)].sum())

    def kept_size(self, unseen: int) -> int:
        """Return how many values of a layer are kept."""
        return int(self._kept_sizes[self.stocks.layer(unseen)].sum())

    def steps(self) -> int:
        """Return how often a value is looked up after a card: what the time is proportional to."""
        cards = np.zeros(len(self.stocks.patterns), dtype=np.int64)
        for column in self.draws.card_from:
            cards += self.stocks.patterns[:, column] > 0
        return int((cards * self._sizes).sum())

    def lowest(self) -> Layer:
        """Return the layer without a stock: what is left is to be cleared in the open."""
        layouts, layer = self.layouts, self.empty(0)
        by_slot = np.zeros(len(layouts.order))
        fitting = [layouts.order[place] for place in layer.fitting]
        # A move leads to fewer cards, and so to a lower slot.
        for layout in sorted(fitting, key=layouts.slot.__getitem__):
            is_won = self.game.rules.goal == "stock" or not layout
            after = by_slot[layouts.after_moves(layout)]
            by_slot[layouts.slot[layout]] = 1.0 if is_won else after.max(initial=0.0)
        layer.values[:] = by_slot[[layouts.slot[layout] for layout in fitting]]
        return layer

    def empty(self, unseen: int) -> Layer:
        """Return a layer whose values are still to come, all 0."""
        size = self.size(unseen)
        layer = Layer(unseen, np.zeros(size), np.zeros(size, dtype=np.int32))
        for first, last in self._chunks(unseen):
            self._list_fitting(first, last, layer)
        return layer

    def above(self, below: Layer, workers: int, tick: Callable[[int], None]) -> Layer:
        """Return the layer above one.

        Parameters
        ----------
        below : Layer
            A layer, whole.
        workers : int
            How many threads to use; the result is the same for any number.
        tick : callable
            Takes the number of values done since the last call; what it raises ends the work.
        """
        unseen = below.unseen + 1
        if unseen == 1 and self.game.rules.goal == "stock":
            layer = self.empty(1)
            layer.values[:] = 1.0  # the next card empties the stock, and that wins
            tick(len(layer.values))
            return layer
        size = self.size(unseen)
        layer = Layer(unseen, np.zeros(size), np.empty(size, dtype=np.int32))
        _ = self.draws  # before the threads ask for it at once
        pool = ThreadPoolExecutor(workers)
        try:
            jobs = {
                pool.submit(self._fill, first, last, below, layer): (first, last)
                for first, last in self._chunks(unseen)
            }
            for job in as_completed(jobs):
                job.result()
                tick(int(self._sizes[slice(*jobs[job])].sum()))
        finally:
            pool.shutdown(cancel_futures=True)
        return layer

    def _list_fitting(self, first: int, last: int, layer: Layer) -> None:
        need, skip = self.layouts.need, self.layouts.skip
        patterns = self.stocks.patterns
        kernel.list_fitting(first, last, patterns, self._starts, need, skip, layer.fitting)

    def _fill(self, first: int, last: int, below: Layer, layer: Layer) -> None:
        self._list_fitting(first, last, layer)
        draws, stocks = self.draws, self.stocks
        kernel.fill(
            first,
            last,
            layer.unseen,
            stocks.patterns,
            stocks.steps,
            stocks.kind,
            stocks.turn,
            self._starts,
            self._sizes,
            below.values,
            below.fitting,
            self.layouts.need,
            draws.turned,
            draws.card_from,
            draws.card_to,
            draws.plain,
            draws.extra_start,
            draws.extra_to,
            draws.extra_times,
            draws.targets,
            layer.fitting,
            layer.values,
        )

    def _chunks(self, unseen: int) -> Iterator[tuple[int, int]]:
        """Cut the patterns of a layer where another `_CHUNK` values are full."""
        layer = self.stocks.layer(unseen)
        parts = self._starts[layer] // _CHUNK
        cuts = layer.start + np.flatnonzero(np.diff(parts)) + 1
        ends = [layer.start, *cuts.tolist(), layer.stop]
        yield from pairwise(ends)

    def _counts(self) -> NDArray[np.int64]:
        """Return by pattern and number of face-up cards how many layouts fit.

        Columns with different sets of unseen suits are chosen apart from one another, so the
        counts are the coefficients of a product with a factor for each set of unseen suits.
        """
        width, patterns = self.game.rules.width, self.stocks.patterns
        counts = np.zeros((len(patterns), width), dtype=np.int64)
        counts[:, 0] = 1
        for mask in range(patterns.shape[1]):
            factor = self._ways(mask)[patterns[:, mask]]
            product = np.zeros_like(counts)
            for more in range(width):
                product[:, more:] += counts[:, : width - more] * factor[:, more : more + 1]
            counts = product
        return counts

    def _ways(self, mask: int) -> NDArray[np.int64]:
        """Count the layouts on at most so many columns, all with one set of unseen suits.

        By the number of columns and the number of face-up cards.
        """
        ways = np.zeros((self.game.ranks + 1, self.game.rules.width), dtype=np.int64)
        for layout, cards in zip(self.layouts.order, self.layouts.cards, strict=True):
            if all(unseen == mask for unseen, _ in layout):
                ways[len(layout) :, cards] += 1
        return ways

    def _sum_up(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each pattern where its values start in their layer."""
        starts = np.cumsum(sizes) - sizes
        for unseen in range(self.cards + 1):
            layer = self.stocks.layer(unseen)
            starts[layer] -= starts[layer.start]
        return starts
