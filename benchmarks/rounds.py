"""Comparing two contestants: turn by turn, on the same deals, the middle of several rounds.

Other work on the machine comes and goes; taking turns lets it fall on both alike, and a ratio is
taken within each round before the median is taken over the rounds.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.contestants import Contestant, Run


class Effort(NamedTuple):
    """How long a comparison may take: rounds, and seconds for the slower one in each of them."""

    rounds: int
    seconds: float


class Rate(NamedTuple):
    """Deals a second, by processor time and by the clock."""

    cpu: float
    wall: float


class Comparison(NamedTuple):
    """What came of it: the median rates, and how many times as fast the first one is."""

    deals: int
    first: Rate
    second: Rate
    ratio: Rate
    lowest: Rate
    highest: Rate


def compare(first: Contestant, second: Contestant, effort: Effort) -> Comparison:
    """Compare two contestants on as many deals as the slower one can do in its time."""
    pace = [_pace(contestant, effort.seconds) for contestant in (first, second)]
    deals = max(1, int(effort.seconds * min(pace)))
    # The quicker one plays the same deals several times, so that its time can be measured too.
    repeats = [max(1, int(effort.seconds * rate / deals / 2)) for rate in pace]
    return compare_on(first, second, deals, effort.rounds, repeats)


def compare_on(
    first: Contestant,
    second: Contestant,
    deals: int,
    rounds: int,
    repeats: list[int] | None = None,
) -> Comparison:
    """Compare two contestants on a given number of deals, new ones in every round.

    Raises
    ------
    SystemExit
        If the two do not find the same; then their times mean nothing.
    """
    rates: list[tuple[Rate, Rate]] = []
    for turn in range(rounds):
        numbers = range(1 + turn * deals, 1 + (turn + 1) * deals)
        one, other = (
            _played(contestant, numbers, times)
            for contestant, times in zip((first, second), repeats or [1, 1], strict=True)
        )
        _agree(first, one, second, other, numbers)
        rates.append((_rate(one, deals), _rate(other, deals)))
    ratios = [_over(one, other) for one, other in rates]
    return Comparison(
        deals,
        _each(statistics.median, [one for one, _ in rates]),
        _each(statistics.median, [other for _, other in rates]),
        _each(statistics.median, ratios),
        _each(min, ratios),
        _each(max, ratios),
    )


def rate_alone(contestant: Contestant, effort: Effort) -> tuple[int, Rate]:
    """Return the median rate of one contestant, and on how many deals a round it was taken."""
    deals = max(1, int(effort.seconds * _pace(contestant, effort.seconds)))
    starts = range(1, 1 + effort.rounds * deals, deals)
    runs = [contestant.run(range(start, start + deals)) for start in starts]
    return deals, _each(statistics.median, [_rate(run, deals) for run in runs])


def _pace(contestant: Contestant, seconds: float) -> float:
    """Return roughly how many deals a second a contestant plays; this also warms it up."""
    deals = 1
    while True:
        wall = contestant.run(range(1, 1 + deals)).wall
        if wall >= seconds / 8:
            return deals / wall
        deals *= 2 if wall > seconds / 64 else 8


def _played(contestant: Contestant, numbers: range, times: int) -> Run:
    runs = [contestant.run(numbers) for _ in range(times)]
    cpu, wall = (sum(getattr(run, kind) for run in runs) / times for kind in ("cpu", "wall"))
    return Run(cpu, wall, runs[0].sums)


def _agree(first: Contestant, one: Run, second: Contestant, other: Run, numbers: range) -> None:
    for name in one.sums.keys() & other.sums.keys():
        if not math.isclose(one.sums[name], other.sums[name], rel_tol=1e-9):
            raise SystemExit(
                f"{first.name} and {second.name} differ on deals {numbers.start} to "
                f"{numbers.stop - 1}: the sum of {name} is {one.sums[name]:.17g} and "
                f"{other.sums[name]:.17g}"
            )


def _rate(run: Run, deals: int) -> Rate:
    return Rate(deals / run.cpu, deals / run.wall)


def _over(one: Rate, other: Rate) -> Rate:
    return Rate(one.cpu / other.cpu, one.wall / other.wall)


def _each(function: Callable[[list[float]], float], rates: list[Rate]) -> Rate:
    return Rate(function([rate.cpu for rate in rates]), function([rate.wall for rate in rates]))
