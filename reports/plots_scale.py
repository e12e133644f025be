"""Scales of plots: ticks whose labels do not touch, and histograms whose areas are true."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Record = Mapping[str, Any]
Tick = tuple[float, str]

# Widths in the units of the drawing; digits are taken as wide as in the widest font in use.
_AXIS, _DIGIT, _NARROW, _GAP = 280, 7.2, 3.8, 9

_STEPS = (1, 2, 4, 5, 10, 20, 25, 50, 100)
_IN_A_DECADE = ((1, 2, 5), (1, 3), (1,))
_LAST_POWER, _LEAST_POWER = 20, 400  # of ten: above any count, and below any chance
_IN_PER_CENT = 4  # powers of ten down to which a chance is written in per cent
_ZERO_APART, _ZERO_WIDE = 0.4, 1.0  # of the column for zero, in doublings
_LEAST_WHOLE, _LEAST_CHANCE = 4.0, 7.0  # doublings that a scale shows at least
_MOST_COLUMNS = 96


class Steps(NamedTuple):
    """A histogram over a scale of doublings.

    Attributes
    ----------
    edges : list of float
        Where columns begin and end, each ending where the next begins; logarithms to base 2.
    heights : list of float
        One for each column: its share of the deals for each doubling, so that areas are shares.
    zero : float or None
        Where the value zero stands, which has no logarithm; None if no deal has it.
    """

    edges: list[float]
    heights: list[float]
    zero: float | None

    def limits(self, *, chance: bool) -> tuple[float, float]:
        """Return the ends of the scale: far enough apart to hold ticks."""
        low, high = self.edges[0], self.edges[-1]
        missing = (_LEAST_CHANCE if chance else _LEAST_WHOLE) - (high - low)
        if missing <= 0:
            return low, high
        most = max(high, 0.0) if chance else math.inf  # no chance is above 1
        least = -math.inf if chance else min(low, place(1, chance=False) - 1)
        wide = high - low + missing
        high = max(min(high + missing / 2, most), least + wide)
        return high - wide, high


def place(value: float, *, chance: bool) -> float:
    """Return where a column begins whose least value this is.

    A whole number fills the scale from a half below it to a half above it.

    Examples
    --------
    >>> place(1, chance=False), place(0.25, chance=True)
    (-1.0, -2.0)
    """
    return math.log2(value if chance else value - 0.5)


def steps(histogram: Sequence[Record], *, chance: bool) -> Steps:
    """Return what a histogram of a report record looks like.

    Parameters
    ----------
    histogram : sequence of mapping
        Its bars, at least one, with ``low``, ``high`` and ``deals``.
    chance : bool
        Whether the values are chances, whose many narrow bars are put together, and not whole
        numbers.

    Returns
    -------
    Steps

    Examples
    --------
    >>> bars = [{"low": 0, "high": 1, "deals": 1}, {"low": 1, "high": 2, "deals": 3}]
    >>> found = steps(bars, chance=False)
    >>> [round(edge, 2) for edge in found.edges], [round(height, 2) for height in found.heights]
    ([-2.4, -1.4, -1.0, 0.58], [0.25, 0.0, 0.47])
    """
    deals = sum(bar["deals"] for bar in histogram)
    bars = list(_contiguous([bar for bar in histogram if bar["low"]]))
    if chance:
        bars = list(_together(bars, math.ceil(len(bars) / _MOST_COLUMNS)))
    edges = [place(bar["low"], chance=chance) for bar in bars]
    edges += [place(bar["high"], chance=chance) for bar in bars[-1:]]
    counts = [bar["deals"] for bar in bars]
    zero = None
    none = sum(bar["deals"] for bar in histogram if not bar["low"])
    if none:
        after = edges[0] if edges else 0.0
        right = after - _ZERO_APART
        zero = right - _ZERO_WIDE / 2
        edges = [right - _ZERO_WIDE, right, *(edges or [after])]
        counts = [none, 0, *counts]
    widths = [right - left for left, right in pairwise(edges)]
    heights = [n / deals / width for n, width in zip(counts, widths, strict=True)]
    return Steps(edges, heights, zero)


def _contiguous(bars: Sequence[Record]) -> Iterator[Record]:
    """Yield bars with an empty one wherever one does not begin where the last ended."""
    end = None
    for bar in bars:
        if end is not None and bar["low"] != end:
            yield {"low": end, "high": bar["low"], "deals": 0}
        yield bar
        end = bar["high"]


def _together(bars: Sequence[Record], many: int) -> Iterator[Record]:
    """Yield bars put together, so many each; they are equally wide but where one is empty."""
    for start in range(0, len(bars), max(many, 1)):
        some = bars[start : start + many]
        deals = sum(bar["deals"] for bar in some)
        yield {"low": some[0]["low"], "high": some[-1]["high"], "deals": deals}


def whole_ticks(low: int, high: int) -> Sequence[Tick]:
    """Return ticks at whole numbers only.

    Examples
    --------
    >>> [text for _, text in whole_ticks(0, 32)], [text for _, text in whole_ticks(0, 4)]
    (['0', '4', '8', '12', '16', '20', '24', '28', '32'], ['0', '1', '2', '3', '4'])
    """
    choices = (
        [(value, f"{value:,}") for value in range(-(-low // step) * step, high + 1, step)]
        for step in _STEPS
    )
    return _fitting(choices, high - low)


def doubling_ticks(limits: tuple[float, float], zero: float | None) -> Sequence[Tick]:
    """Return ticks at round whole numbers on a scale of doublings.

    Examples
    --------
    >>> [text for _, text in doubling_ticks((-2.4, 12.6), -1.9)]
    ['0', '1', '10', '100', '1,000']
    """

    def choices() -> Iterator[list[Tick]]:
        for every in range(1, _LAST_POWER):
            for factors in _IN_A_DECADE if every == 1 else _IN_A_DECADE[-1:]:
                values = (n * 10**p for p in range(0, _LAST_POWER, every) for n in factors)
                yield _within(((math.log2(value), f"{value:,}") for value in values), limits, zero)

    return _fitting(choices(), limits[1] - limits[0])


def chance_ticks(limits: tuple[float, float], zero: float | None) -> Sequence[Tick]:
    """Return ticks at powers of ten on a scale of doublings, written as chances are.

    Examples
    --------
    >>> [text for _, text in chance_ticks((-44, -1), None)]
    ['1 in 1e12', '1 in 1e9', '1 in 1e6', '0.1 %']
    """
    decade = math.log2(10)

    def choices() -> Iterator[list[Tick]]:
        for every in range(1, _LEAST_POWER):
            powers = reversed(range(0, _LEAST_POWER, every))
            yield _within(((-power * decade, _chance(power)) for power in powers), limits, zero)

    return _fitting(choices(), limits[1] - limits[0])


def _within(ticks: Iterable[Tick], limits: tuple[float, float], zero: float | None) -> list[Tick]:
    """Return the ticks on a scale, behind the one of zero those that do not touch it."""
    low, high = limits
    found = [tick for tick in ticks if low <= tick[0] <= high]
    if zero is None:
        return found
    first = (zero, "0")
    return [first, *(tick for tick in found if _apart(first, tick, high - low))]


def _chance(power: int) -> str:
    """Return 10 to the power of -`power` as chances are written."""
    return f"{100 / 10**power:.10g} %" if power <= _IN_PER_CENT else f"1 in 1e{power}"


def _fitting(choices: Iterable[Sequence[Tick]], wide: float) -> Sequence[Tick]:
    """Return the first choice of ticks whose labels do not touch; the choices grow thinner."""
    chosen: Sequence[Tick] = ()
    for chosen in choices:
        if all(_apart(*pair, wide) for pair in pairwise(chosen)):
            break
    return chosen


def _apart(one: Tick, other: Tick, wide: float) -> bool:
    return (other[0] - one[0]) / wide * _AXIS >= (_wide(one[1]) + _wide(other[1])) / 2 + _GAP


def _wide(text: str) -> float:
    return sum(_NARROW if letter in ",. " else _DIGIT for letter in text)
