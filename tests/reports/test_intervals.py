"""Confidence intervals against published values, against their definition, and at the edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reports.intervals import (
    Interval,
    Pairs,
    clopper_pearson,
    newcombe,
    newcombe_paired,
    wilson,
)

Method = Callable[[int, int, float], Interval]
COUNTS = st.integers(0, 60)
SAMPLES = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("won", "deals", "of_wilson", "of_clopper_pearson"),
    [  # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_published_intervals_of_a_share(
    won: int, deals: int, of_wilson: tuple[float, float], of_clopper_pearson: tuple[float, float]
) -> None:
    assert wilson(won, deals, 0.95) == pytest.approx(of_wilson, abs=5e-5)
    assert clopper_pearson(won, deals, 0.95) == pytest.approx(of_clopper_pearson, abs=5e-5)


@pytest.mark.parametrize(
    ("other", "first", "ends"),
    [  # Newcombe, Interval estimation for the difference (1998), table II, method 10
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((10, 10), (0, 20), (0.6791, 1.0)),
        ((10, 10), (0, 10), (0.6075, 1.0)),
    ],
)
def test_published_intervals_of_a_difference(
    other: tuple[int, int], first: tuple[int, int], ends: tuple[float, float]
) -> None:
    assert newcombe(first, other, 0.95) == pytest.approx(ends, abs=5e-5)


def test_published_interval_of_a_paired_difference() -> None:
    # Fagerland, Lydersen and Laake, Statistical analysis of contingency tables (2017), chapter 8
    assert newcombe_paired(Pairs(1, 7, 1, 12), 0.95) == pytest.approx((-0.507, -0.026), abs=5e-4)


@pytest.mark.parametrize(("won", "deals"), [(1, 5), (3, 9), (7, 50), (20, 21)])
def test_exact_interval_is_exact(won: int, deals: int) -> None:
    """At each end, the chance of a sample as extreme as this one is half of what is left."""
    low, high = map(Fraction, clopper_pearson(won, deals, 0.9))

    def tail(share: Fraction, counts: range) -> float:
        return float(
            sum(math.comb(deals, k) * share**k * (1 - share) ** (deals - k) for k in counts)
        )

    assert tail(low, range(won, deals + 1)) == pytest.approx(0.05, rel=1e-6)
    assert tail(high, range(won + 1)) == pytest.approx(0.05, rel=1e-6)


def test_nothing_won_among_very_many_deals() -> None:
    deals = 10**10
    assert clopper_pearson(0, deals, 0.95) == (0, pytest.approx(1 - 0.025 ** (1 / deals), rel=1e-6))
    low, high = clopper_pearson(deals, deals, 0.95)
    assert low == pytest.approx(1, abs=1e-9)
    assert high == 1


@pytest.mark.parametrize("method", [wilson, clopper_pearson])
def test_no_deals_say_nothing(method: Method) -> None:
    assert method(0, 0, 0.95) == (0, 1)
    assert newcombe((0, 0), (3, 4), 0.95) == newcombe((3, 4), (0, 0), 0.95) == (-1, 1)
    assert newcombe_paired(Pairs(0, 0, 0, 0), 0.95) == (-1, 1)


@given(sample=SAMPLES, level=st.sampled_from([0.5, 0.9, 0.95, 0.999]))
@settings(max_examples=60)
def test_intervals_hold_the_share_and_grow_with_the_level(
    sample: tuple[int, int], level: float
) -> None:
    for method in (wilson, clopper_pearson):
        low, high = method(*sample, level)
        assert 0 <= low <= sample[0] / sample[1] + 1e-9
        assert sample[0] / sample[1] - 1e-9 <= high <= 1
        wider = method(*sample, level + (1 - level) / 2)
        assert wider.low <= low < high <= wider.high


@given(first=SAMPLES, other=SAMPLES)
@settings(max_examples=60)
def test_the_other_way_round_the_difference_changes_its_sign(
    first: tuple[int, int], other: tuple[int, int]
) -> None:
    low, high = newcombe(first, other, 0.95)
    assert newcombe(other, first, 0.95) == pytest.approx((-high, -low), abs=1e-9)
    assert low <= other[0] / other[1] - first[0] / first[1] <= high


@given(COUNTS, COUNTS, COUNTS, COUNTS)
@settings(max_examples=60)
def test_paired_differences(both: int, first: int, second: int, neither: int) -> None:
    pairs = Pairs(both, first, second, neither)
    assume(sum(pairs))
    low, high = newcombe_paired(pairs, 0.95)
    assert -1 <= low <= (second - first) / sum(pairs) <= high <= 1
    swapped = newcombe_paired(Pairs(both, second, first, neither), 0.95)
    assert swapped == pytest.approx((-high, -low), abs=1e-9)
    wins = (both + first, sum(pairs)), (both + second, sum(pairs))
    if both * neither <= first * second:  # no positive correlation: nothing is gained by pairs
        apart = newcombe(*wins, 0.95)
        assert high - low >= apart.high - apart.low - 1e-9


def test_pairs_of_like_deals_tell_more_than_two_samples() -> None:
    pairs = Pairs(8 * 10**9, 10**8, 2 * 10**8, 17 * 10**8)  # products outgrow 64 bits
    apart = newcombe((81 * 10**8, 10**10), (82 * 10**8, 10**10), 0.95)
    low, high = newcombe_paired(pairs, 0.95)
    assert apart.low < low < 0.01 < high < apart.high
    assert (high - low) * 1.5 < apart.high - apart.low
