"""Shares of many numbered deals, for what nobody knows how to compute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from gehtauf.tables import Meter
from reports.intervals import LEVEL, wilson
from solver.columns import Detail
from solver.odds.values import PassOdds, SimulatedShare
from solver.rules import BirthdayRules, Rules

if TYPE_CHECKING:
    from solver.batch.chunks import Chunk

_DEALS = 1_000_000
_DEALS_READABLE = 2_000
_CHUNK = 100_000


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was found by playing deals: the share that comes out, and what each pass leaves."""

    share: SimulatedShare
    by_pass: tuple[PassOdds, ...]
    numbers: range
    compiled: bool


def simulate(
    rules: Rules,
    numbers: range | None,
    workers: int,
    *,
    announce: Callable[[str], None] | None = None,
    meter: Meter | None = None,
) -> Simulation:
    """Solve numbered deals and return the share that comes out.

    Parameters
    ----------
    rules : Rules
        The game; if the kernel does not take it, the rules themselves are used.
    numbers : range or None
        Which deals; the first million unless given, or 2000 without the kernel.
    workers : int
        How many threads or processes work; the result is the same for any number.
    announce : callable, optional
        Told in words what takes long.
    meter : callable, optional
        Shows how many deals are done.
    """
    from solver.batch.chunks import solve_chunks
    from solver.batch.engines import Setup, find_engine
    from solver.batch.pieces import Pace, number_pieces
    from solver.batch.work import Task
    from solver.kernel import refusal

    detail = Detail.FULL if isinstance(rules, BirthdayRules) else Detail.VERDICT
    compiled = refusal(rules, detail) is None
    numbers = range(_DEALS if compiled else _DEALS_READABLE) if numbers is None else numbers
    task = Task(rules, detail, compiled, max_states=None)  # a limit would leave deals open
    done = _Done()
    setup = Setup(task, workers, done.add, announce and cache(announce))
    pace, sums = Pace(), _Sums()
    with (
        closing(number_pieces(numbers, _CHUNK, pace, lambda index, rows: False)) as stream,
        find_engine("threads" if compiled else "readable").start(setup) as engine,
        meter(_length(numbers), 0) if meter else nullcontext() as show,
    ):
        for chunk in solve_chunks(stream, engine, task, pace):
            if chunk is not None:
                sums.add(chunk)
            if show is not None:
                show(done.deals)
    interval = wilson(sums.won, sums.deals, LEVEL)
    share = SimulatedShare(sums.won, sums.deals, LEVEL, *interval, "wilson")
    return Simulation(share, tuple(sums.by_pass()), numbers, compiled)


def _length(numbers: range) -> int:
    return (numbers[-1] - numbers.start) // numbers.step + 1  # len() cannot count so far


class _Done:
    """How many deals are done, told from any thread."""

    def __init__(self) -> None:
        self.deals = 0
        self._lock = Lock()

    def add(self, deals: int) -> None:
        with self._lock:
            self.deals += deals


class _Sums:
    """How many deals come out, and how many leave so many cards after each pass."""

    def __init__(self) -> None:
        self.won = self.deals = 0
        self._left: list[Counter[int]] = []

    def add(self, chunk: Chunk) -> None:
        assert isinstance(chunk.result, dict)
        self.won += chunk.verdicts["won"]
        if "left" in chunk.result:
            left = chunk.result["left"]
            while len(self._left) < left.shape[1]:  # all the deals before were out by then
                self._left.append(Counter({0: self.deals}))
            for number, counts in enumerate(self._left):
                column = left[:, number].tolist() if number < left.shape[1] else [0] * len(left)
                counts.update(column)
        self.deals += len(chunk.labels)

    def by_pass(self) -> Iterator[PassOdds]:
        for number, counts in enumerate(self._left, 1):
            shares = [counts[left] / self.deals for left in range(max(counts) + 1)]
            # A share of a sample says nothing for certain.
            yield PassOdds(number, tuple(shares), None, error_bound=1.0)
