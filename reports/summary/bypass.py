"""Der Geburtstag pass by pass: how many deals come out in each, and what the others leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

MOST_CARDS = 256
"""More than any number of cards left."""


class AfterPass(NamedTuple):
    """How all deals stand after a pass, those that have ended before it included.

    Attributes
    ----------
    number : int
        The pass, from 1.
    played : int
        Deals that needed this pass.
    won : int
        Deals that came out in it.
    cards_left : list of int
        Deals by the cards left after it.
    """

    number: int
    played: int
    won: int
    cards_left: list[int]


class Passes:
    """Counts of cards left after each pass.

    Examples
    --------
    >>> import pyarrow as pa
    >>> passes = Passes()
    >>> won = pa.table({"passes": [1, 2], "left": [[0], [3, 0]]})
    >>> passes.add(won, pa.table({"passes": [2], "left": [[2, 1]]}))
    >>> passes.after()[1]
    AfterPass(number=2, played=2, won=1, cards_left=[2, 1])
    """

    def __init__(self) -> None:
        # One row a pass: deals by cards left after it, of all that played it, and of those
        # among them for which it was the last.
        self._played: list[NDArray[np.int64]] = []
        self._ended: list[NDArray[np.int64]] = []
        self._won: list[int] = []

    def add(self, won: pa.Table, lost: pa.Table) -> None:
        """Count deals (columns ``passes`` and ``left``)."""
        self._add(won, wins=True)
        self._add(lost, wins=False)

    def _add(self, table: pa.Table, *, wins: bool) -> None:
        used = table["passes"].to_numpy().astype(np.int64)
        left = table["left"].combine_chunks().flatten().to_numpy()
        starts = np.cumsum(used) - used
        for place in range(int(used.max(initial=0))):
            if place == len(self._won):
                self._played.append(np.zeros(MOST_CARDS, np.int64))
                self._ended.append(np.zeros(MOST_CARDS, np.int64))
                self._won.append(0)
            plays, ends = used > place, used == place + 1
            self._played[place] += by_cards(left[starts[plays] + place])
            self._ended[place] += by_cards(left[starts[ends] + place])
            self._won[place] += wins * int(np.count_nonzero(ends))

    def after(self) -> list[AfterPass]:
        """Return how the deals stand after each pass that some deal needed."""
        before = np.zeros(MOST_CARDS, np.int64)  # deals that have ended, by what they left
        found = []
        for place, (played, ended) in enumerate(zip(self._played, self._ended, strict=True)):
            cards = up_to_last(played + before)
            found.append(AfterPass(place + 1, int(played.sum()), self._won[place], cards))
            before = before + ended
        return found


def up_to_last(counts: NDArray[np.int64]) -> list[int]:
    """Return counts without the zeros behind the last deal.

    Examples
    --------
    >>> up_to_last(np.array([2, 0, 1, 0, 0]))
    [2, 0, 1]
    """
    used = np.flatnonzero(counts)
    return counts[: used[-1] + 1].tolist() if len(used) else []


def by_cards(values: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how many deals there are with each number of cards left.

    Examples
    --------
    >>> by_cards(np.array([2, 0, 2], np.uint8))[:4].tolist()
    [1, 0, 2, 0]
    """
    return np.bincount(values, minlength=MOST_CARDS)
