"""Two results folders side by side: whose deals come out more often, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reports.intervals import Interval, Pairs, newcombe, newcombe_paired
from reports.store import Folder, Manifest
from reports.summary.gathering import verdict_codes
from reports.summary.summary import Summary
from solver.columns import VERDICTS, Detail
from solver.rules import Rules, as_dict

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WON, _LOST, _ERROR = (VERDICTS.index(word) for word in ("won", "lost", "error"))
_DEALING = ("deck", "target", "suits")  # the settings that say which cards a number stands for


@dataclass(frozen=True, slots=True)
class Comparison:
    """The share of won deals in one folder less that in the first one.

    Attributes
    ----------
    method : str
        ``newcombe-paired``, if both hold results for the same numbered deals; else ``newcombe``.
    deals : int or None
        The deals compared one by one, None if the two samples are unrelated.
    only_here, only_there : int or None
        Deals that come out only in this folder, or only in the first one.
    difference : float or None
        The difference of the shares known to be won; None if one of them has no deals.
    interval : Interval
        For the true difference; open deals widen it, since each may be won or lost.
    """

    method: str
    deals: int | None
    only_here: int | None
    only_there: int | None
    difference: float | None
    interval: Interval


def compare(
    first: tuple[Folder, Summary], other: tuple[Folder, Summary], level: float
) -> Comparison:
    """Compare a folder with the first one.

    Parameters
    ----------
    first, other : tuple of Folder and Summary
        The two folders.
    level : float
        The confidence.

    Returns
    -------
    Comparison
    """
    if same_deals(first[0].manifest, other[0].manifest):
        counts = _counted(first[0], other[0])
        if counts.any():
            return _paired(counts, level)
    return _unpaired(first[1], other[1], level)


def same_deals(first: Manifest, other: Manifest) -> bool:
    """Tell whether two folders are about the same numbered deals, each with its verdict.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> one, two, three = (
    ...     Manifest("0.1.0", find_rules(name), "0..9", Detail.VERDICT, 10)
    ...     for name in ("zudecken", "zudecken-group", "zudecken-32")
    ... )
    >>> same_deals(one, two), same_deals(one, three)
    (True, False)
    """
    return (
        first.numbers is not None
        and first.deals == other.deals
        and Detail.TALLY not in (first.detail, other.detail)
        and _dealing(first.rules) == _dealing(other.rules)
    )


def _dealing(rules: Rules) -> dict[str, object]:
    return {key: value for key, value in as_dict(rules).items() if key in _DEALING}


def _unpaired(first: Summary, other: Summary, level: float) -> Comparison:
    there, here = first.readable, other.readable
    low = newcombe((first.won_at_most, there), (other.won, here), level).low
    high = newcombe((first.won, there), (other.won_at_most, here), level).high
    difference = other.won / here - first.won / there if here and there else None
    return Comparison("newcombe", None, None, None, difference, Interval(low, high))


def _paired(counts: NDArray[np.int64], level: float) -> Comparison:
    """Compare by pairs; row and column of a count are won, lost, open, there and here."""
    here, there = int(counts[1:, 0].sum()), int(counts[0, 1:].sum())
    deals = int(counts.sum())
    least = newcombe_paired(_closed(counts, open_there=0, open_here=1), level)
    most = newcombe_paired(_closed(counts, open_there=1, open_here=0), level)
    interval = Interval(least.low, most.high)
    return Comparison("newcombe-paired", deals, here, there, (here - there) / deals, interval)


def _closed(counts: NDArray[np.int64], *, open_there: int, open_here: int) -> Pairs:
    """Return the pairs if all that is open there, and here, is won (0) or lost (1)."""
    closed = counts.copy()
    closed[open_there] += closed[2]
    closed[:, open_here] += closed[:, 2]
    (both, only_there), (only_here, neither) = closed[:2, :2].tolist()
    return Pairs(both, only_there, only_here, neither)


def _counted(first: Folder, other: Folder) -> NDArray[np.int64]:
    """Return how often each pair of won, lost and open is met; deals not in both do not count."""
    counts = np.zeros(9, np.int64)
    for there, here in _in_step(_verdicts(first), _verdicts(other)):
        known = (there != _ERROR) & (here != _ERROR)
        counts += np.bincount(3 * _kind(there[known]) + _kind(here[known]), minlength=9)
    return counts.reshape(3, 3)


def _kind(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.where(codes == _WON, 0, np.where(codes == _LOST, 1, 2))


_Rows = tuple["NDArray[np.uint64]", "NDArray[np.int64]"]  # deal numbers, rising, and verdicts


def _verdicts(folder: Folder) -> Iterator[_Rows]:
    for table in folder.tables(["deal", "verdict"]):
        if len(table):
            yield table["deal"].to_numpy(), verdict_codes(table)


def _in_step(
    first: Iterator[_Rows], other: Iterator[_Rows]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the verdicts of the deals that both have, holding no more than a part of each."""
    there, here = next(first, None), next(other, None)
    while there is not None and here is not None:
        if np.array_equal(there[0], here[0]):  # mostly so, and much quicker than a search
            yield there[1], here[1]
        else:
            _, places, other_places = np.intersect1d(
                there[0], here[0], assume_unique=True, return_indices=True
            )
            yield there[1][places], here[1][other_places]
        last = min(there[0][-1], here[0][-1])
        there = _after(there, last) or next(first, None)
        here = _after(here, last) or next(other, None)


def _after(rows: _Rows, last: np.uint64) -> _Rows | None:
    """Return the rows behind a deal number, None if there are none."""
    place = int(np.searchsorted(rows[0], last, side="right"))
    return (rows[0][place:], rows[1][place:]) if place < len(rows[0]) else None
