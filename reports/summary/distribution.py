"""How a count or a chance is spread over deals, in bounded memory and with exact counts."""

from __future__ import annotations

import math
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FINE = 10  # binary digits after the first that tell values apart
_BARS = 8  # to a doubling
_MANTISSA = 52  # binary digits after the first in a float64

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that reports give."""


class Bar(NamedTuple):
    """One bar of a histogram: deals whose value lies from `low` up to, but not at, `high`."""

    low: float
    high: float
    deals: int


class Distribution:
    """Values of many deals, kept as counts in bins.

    Parameters
    ----------
    whole : bool
        Whether the values are whole numbers, so that a bar goes from one to another.

    Notes
    -----
    The bin of a value is the head of its float64: sign, exponent and ten binary digits. So heads
    are ordered as the values are, whole numbers below 2,048 have bins of their own, and a bin
    above them, or of a fraction, is less than 0.1 % wide. A histogram's bars begin and end where
    bins do, so all counts are exact; they are equally wide on a scale of doublings, as far as
    bins and whole numbers allow.

    Examples
    --------
    >>> values = Distribution(whole=True)
    >>> values.add(np.array([1, 1, 2, 300]))
    >>> values.deals, values.mean(), values.quantile(0.5), values.histogram()[-1]
    (4, 76.0, 1, Bar(low=279, high=305, deals=1))
    """

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole
        self._bins: dict[int, int] = {}
        self._sums: list[float] = []
        self.deals = 0
        self._least = math.inf
        self._most = -math.inf

    def add(self, values: NDArray[Any]) -> None:
        """Count values, none of them negative."""
        if not len(values):
            return
        exact = values.astype(np.float64)
        heads, counts = np.unique(_heads(exact), return_counts=True)
        for head, deals in zip(heads.tolist(), counts.tolist(), strict=True):
            self._bins[head] = self._bins.get(head, 0) + deals
        self.deals += len(values)
        self._least = min(self._least, float(exact.min()))
        self._most = max(self._most, float(exact.max()))
        self._sums = [math.fsum([*self._sums, *exact.tolist()])]

    def ends(self) -> tuple[float, float] | None:
        """Return the least and the greatest value, exactly; None of no values."""
        return (self._value(self._least), self._value(self._most)) if self.deals else None

    def mean(self) -> float | None:
        """Return the mean, None of no values."""
        return math.fsum(self._sums) / self.deals if self.deals else None

    def quantile(self, share: float) -> float | None:
        """Return the least value that is not exceeded in a share of the deals, as its bin knows it.

        Parameters
        ----------
        share : float
            From 0 to 1.

        Returns
        -------
        float or None
            The lower end of the bin; None of no values.
        """
        wanted, seen = share * self.deals, 0
        for head in sorted(self._bins):
            seen += self._bins[head]
            if seen >= wanted:
                return self._value(max(_edge(head), self._least))
        return None

    def histogram(self) -> list[Bar]:
        """Return bars without gaps from the least value to the greatest, eight to a doubling."""
        if not self.deals:
            return []
        heads = sorted(self._bins)
        edges = _bar_edges(heads)
        counts = [0] * (len(edges) - 1)
        for head in heads:
            counts[bisect_right(edges, head) - 1] += self._bins[head]
        found = []
        for (first, after), deals in zip(pairwise(edges), counts, strict=True):
            low, high = self._value(_edge(first)), self._value(_edge(after))
            if low < high:  # else no whole number lies between
                found.append(Bar(low, high, deals))
        return found

    def _value(self, value: float) -> float:
        """Return a whole number as one, an end between two of them as the next."""
        return math.ceil(value) if self._whole else value


def _bar_edges(heads: list[int]) -> list[int]:
    """Return the heads at which bars begin, and the one at which the last bar ends."""
    zero = heads[:1] if heads[0] == 0 else []  # it has no logarithm, and a bar of its own
    above = heads[len(zero) :]
    if not above:
        return [0, 1]
    bar = math.floor(_BARS * math.log2(_edge(above[0])))
    edges = [_start(bar)]
    while edges[-1] <= above[-1]:
        bar += 1
        edges.append(_start(bar))
    return zero + edges


def _start(bar: int) -> int:
    """Return the head of the value at which a bar begins."""
    return int(_heads(np.array([2.0 ** (bar / _BARS)]))[0])


def _heads(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return values.view(np.int64) >> (_MANTISSA - _FINE)


def _edge(head: int) -> float:
    return float(np.array(head << (_MANTISSA - _FINE), np.int64).view(np.float64))
