"""Confidence intervals for a share of deals, and for the difference of two shares."""

from __future__ import annotations

import math
from typing import NamedTuple

LEVEL = 0.95
"""The confidence of intervals unless another is asked for."""

_DIGITS = 10  # the last bits of special functions differ between platforms; nobody needs them


class Interval(NamedTuple):
    """Two ends between which the true value lies, unless the sample is an unlucky one."""

    low: float
    high: float


class Pairs(NamedTuple):
    """Deals that two samples have in common, by who of the two wins them."""

    both: int
    only_first: int
    only_second: int
    neither: int


def wilson(won: int, deals: int, level: float) -> Interval:
    """Return Wilson's score interval for the share of won deals.

    Parameters
    ----------
    won, deals : int
        How many deals are won, of how many.
    level : float
        The confidence, between 0 and 1.

    Returns
    -------
    Interval
        From 0 to 1 where there are no deals.

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, J. Amer.
    Stat. Assoc. 22 (1927), 209-212.

    Examples
    --------
    >>> wilson(15, 148, 0.95)
    Interval(low=0.06238639953, high=0.1604872417)
    """
    return _rounded(_wilson(won, deals, level))


def clopper_pearson(won: int, deals: int, level: float) -> Interval:
    """Return the exact interval of Clopper and Pearson, which never covers less than it says.

    Parameters
    ----------
    won, deals, level
        As for `wilson`.

    Returns
    -------
    Interval

    Notes
    -----
    The ends are quantiles of beta distributions. They are taken directly and not from
    ``scipy.stats.binomtest``, which finds them to an absolute 2e-12: too rough for a handful of
    won deals among thousands of millions.

    References
    ----------
    C. J. Clopper and E. S. Pearson, The use of confidence or fiducial limits illustrated in the
    case of the binomial, Biometrika 26 (1934), 404-413.

    Examples
    --------
    >>> clopper_pearson(15, 148, 0.95)
    Interval(low=0.05784401008, high=0.1616504903)
    """
    from scipy.special import betainccinv, betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(won, deals - won + 1, tail)) if won else 0.0
    high = float(betainccinv(won + 1, deals - won, tail)) if won < deals else 1.0
    return _rounded(Interval(low, high))


def newcombe(first: tuple[int, int], second: tuple[int, int], level: float) -> Interval:
    """Return an interval for the share of the second sample less that of the first.

    Parameters
    ----------
    first, second : tuple of int
        How many deals are won and how many there are, in two samples that know nothing of each
        other.
    level : float
        The confidence.

    Returns
    -------
    Interval
        From -1 to 1 where a sample is empty.

    Notes
    -----
    The hybrid score method: the distances from each share to the ends of its Wilson interval are
    squared and added.

    References
    ----------
    R. G. Newcombe, Interval estimation for the difference between independent proportions:
    comparison of eleven methods, Statistics in Medicine 17 (1998), 873-890, method 10.

    Examples
    --------
    >>> newcombe((48, 80), (56, 70), 0.95)
    Interval(low=0.0524314724, high=0.333872654)
    """
    return _square_and_add(first, second, 0.0, level)


def newcombe_paired(pairs: Pairs, level: float) -> Interval:
    """Return an interval for the difference of two shares among the same deals.

    Parameters
    ----------
    pairs : Pairs
        The deals, by who wins them.
    level : float
        The confidence.

    Returns
    -------
    Interval
        For the share of the second less that of the first.

    Notes
    -----
    As `newcombe`, less what the two have in common: their correlation, corrected for continuity
    where it is positive.

    References
    ----------
    R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
    based on paired data, Statistics in Medicine 17 (1998), 2635-2650, method 10.

    Examples
    --------
    >>> newcombe_paired(Pairs(1, 7, 1, 12), 0.95)
    Interval(low=-0.5069202267, high=-0.02555912416)
    """
    deals = sum(pairs)
    first = (pairs.both + pairs.only_first, deals)
    second = (pairs.both + pairs.only_second, deals)
    return _square_and_add(first, second, _correlation(pairs), level)


def _correlation(pairs: Pairs) -> float:
    deals = sum(pairs)
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    product = first * (deals - first) * second * (deals - second)
    if product == 0:
        return 0.0
    excess = 2 * (pairs.both * pairs.neither - pairs.only_first * pairs.only_second)
    if excess > 0:
        excess = max(excess - deals, 0)
    # Whole numbers of any size: a product of four counts of deals outgrows 64 bits.
    return excess / 2 / math.sqrt(product)


def _square_and_add(
    first: tuple[int, int], second: tuple[int, int], correlation: float, level: float
) -> Interval:
    if not first[1] or not second[1]:
        return Interval(-1.0, 1.0)
    (p, below_p, above_p), (q, below_q, above_q) = _arms(first, level), _arms(second, level)

    def joined(one: float, other: float) -> float:
        return math.sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))

    low = q - p - joined(below_q, above_p)
    high = q - p + joined(above_q, below_p)
    return _rounded(Interval(max(low, -1.0), min(high, 1.0)))


def _arms(sample: tuple[int, int], level: float) -> tuple[float, float, float]:
    """Return a share and how far its Wilson interval reaches below and above it."""
    share = sample[0] / sample[1]
    low, high = _wilson(*sample, level)
    return share, share - low, high - share


def _wilson(won: int, deals: int, level: float) -> Interval:
    from scipy.stats import binomtest

    if not deals:
        return Interval(0.0, 1.0)
    found = binomtest(won, deals).proportion_ci(level, method="wilson")
    return Interval(float(found.low), float(found.high))


def _rounded(interval: Interval) -> Interval:
    return Interval(*(float(f"{end:.{_DIGITS}g}") for end in interval))
