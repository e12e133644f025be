"""Sums over many deals: how many of each verdict, cards left, the nearest misses, the hardest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from solver.columns import VERDICTS, Columns

KEPT = 10
"""How many deals the lists of single deals hold."""

SAMPLED = 10_000
"""Every so many deals of a chunk, one is looked at in full detail to find hard ones."""

_Value = TypeVar("_Value", int, float)

_WON, _LOST = VERDICTS.index("won"), VERDICTS.index("lost")


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over deals.

    Attributes
    ----------
    verdicts : tuple of int
        How many deals have each verdict, in the order of `VERDICTS`.
    cards_left : tuple of int
        How many deals have 0, 1, 2 … cards left, of those where that is defined.
    nearest : tuple of (int, int)
        Lost deals with the fewest cards left, and how many: ten at most, the first ones.
    hardest : tuple of (int, float)
        Won deals with the smallest chance at random, and the chance: ten at most of a sample.

    Examples
    --------
    >>> one = Tally((1, 1, 0, 0, 0), (1, 0, 1), ((7, 2),), ())
    >>> one + Tally((0, 1, 0, 0, 0), (0, 1), ((9, 1),), ())
    Tally(verdicts=(1, 2, 0, 0, 0), cards_left=(1, 1, 1), nearest=((9, 1), (7, 2)), hardest=())
    """

    verdicts: tuple[int, ...] = (0,) * len(VERDICTS)
    cards_left: tuple[int, ...] = ()
    nearest: tuple[tuple[int, int], ...] = ()
    hardest: tuple[tuple[int, float], ...] = ()

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.verdicts)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            _sums(self.verdicts, other.verdicts),
            _sums(self.cards_left, other.cards_left),
            _fewest(self.nearest + other.nearest),
            _fewest(self.hardest + other.hardest),
        )


def tally(labels: Sequence[int], columns: Columns) -> Tally:
    """Return the sums over some deals, the hardest ones left out.

    Parameters
    ----------
    labels : sequence of int
        What the deals are called, ascending.
    columns : dict of str to array
        Their verdicts and cards left.

    Returns
    -------
    Tally
    """
    verdict, left = columns["verdict"], columns["cards_left"]
    lost = np.flatnonzero((verdict == _LOST) & (left >= 0))
    if lost.size > KEPT:  # a full sort of a large piece would take longer than its deals
        most = np.partition(left[lost], KEPT - 1)[KEPT - 1]
        lost = lost[left[lost] <= most]
    nearest = lost[np.argsort(left[lost], kind="stable")][:KEPT]
    return Tally(
        tuple(np.bincount(verdict, minlength=len(VERDICTS)).tolist()),
        tuple(np.bincount(left[left >= 0]).tolist()),
        tuple((labels[i], int(left[i])) for i in nearest.tolist()),
    )


def hardest(labels: Sequence[int], columns: Columns) -> Tally:
    """Return a tally that holds nothing but the hardest won deals of some, known in full detail."""
    won = np.flatnonzero(columns["verdict"] == _WON).tolist()
    chance = columns["random_win"]
    return Tally(hardest=_fewest(tuple((labels[i], float(chance[i])) for i in won)))


def _sums(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    short, long = sorted((one, other), key=len)
    return (*(a + b for a, b in zip(short, long, strict=False)), *long[len(short) :])


def _fewest(pairs: tuple[tuple[int, _Value], ...]) -> tuple[tuple[int, _Value], ...]:
    """Return the deals with the smallest value, those of lower number first."""
    return tuple(sorted(pairs, key=lambda pair: (pair[1], pair[0]))[:KEPT])
