"""Stocks: how many ranks have each set of unseen suits, up to exchanges of suits, in layers."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernel import facedown as kernel
from solver.odds.facedown.layouts import Layouts


class Stocks:
    """Every stock of a deck: one pattern for all that differ by an exchange of suits.

    Parameters
    ----------
    layouts : Layouts
        The layouts of the game.

    Attributes
    ----------
    patterns : array of uint8
        By pattern and set of suits: how many ranks have exactly these suits unseen. Patterns are
        ordered by the number of unseen cards, then by rank.
    first : list of int
        The number of the first pattern with so many unseen cards, and their number at the end.
    kind, turn : array
        By the rank of a stock: its pattern, and which exchange of suits makes it of the pattern.
    steps : array of int64
        What `solver.kernel.facedown.rank` adds up.

    Notes
    -----
    A stock is a multiset of R sets of suits. With its members in ascending order c_1 .. c_R its
    rank is the sum of the binomial coefficients of c_i + i - 1 over i, as in the combinatorial
    number system [1]_.

    References
    ----------
    .. [1] D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3.

    Examples
    --------
    >>> from solver.odds.facedown.game import FaceDownGame
    >>> from solver.rules import find_rules
    >>> stocks = Stocks(Layouts(FaceDownGame(find_rules("zudecken", deck="2x2", width=2))))
    >>> stocks.patterns.tolist()[:3], stocks.first
    ([[2, 0, 0, 0], [1, 1, 0, 0], [0, 2, 0, 0]], [0, 1, 2, 5, 6, 7])
    """

    def __init__(self, layouts: Layouts) -> None:
        game = layouts.game
        masks = 2**game.suits
        self.steps = _steps(masks, game.ranks)
        stocks = comb(masks - 1 + game.ranks, game.ranks)
        kind = np.full(stocks, -1, dtype=np.int32)
        self.turn = np.zeros(stocks, dtype=np.int8)
        how_many = kernel.sort_out(
            self.steps, layouts.turns, _first_stock(masks, game.ranks), kind, self.turn
        )
        patterns = np.zeros((how_many, masks), dtype=np.uint8)
        kernel.list_patterns(_first_stock(masks, game.ranks), kind, patterns)
        unseen = patterns @ np.array([mask.bit_count() for mask in range(masks)])
        order = np.argsort(unseen, kind="stable")
        self.patterns: NDArray[np.uint8] = np.ascontiguousarray(patterns[order])
        self.kind = np.argsort(order, kind="stable").astype(np.int32)[kind]
        layers = range(game.ranks * game.suits + 2)
        self.first: list[int] = np.searchsorted(unseen[order], layers).tolist()

    def layer(self, unseen: int) -> slice:
        """Return which patterns have so many unseen cards."""
        return slice(self.first[unseen], self.first[unseen + 1])


def _steps(masks: int, ranks: int) -> NDArray[Any]:
    steps = np.zeros((masks, ranks + 1), dtype=np.int64)
    for mask in range(masks):
        for columns in range(1, ranks + 1):
            steps[mask, columns] = steps[mask, columns - 1] + comb(mask + columns - 1, columns)
    return steps


def _first_stock(masks: int, ranks: int) -> NDArray[np.uint8]:
    """Return the stock of rank 0: nothing unseen."""
    stock = np.zeros(masks, dtype=np.uint8)
    stock[0] = ranks
    return stock
