"""The built-in fuzzer: seeded mutation, keeping the inputs that reach lines not reached before."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from tests.fuzzing.mutate import mutate
from tests.fuzzing.runner import Runner

ROOT = Path(__file__).resolve().parents[2]
ROOMS = tuple(f"{ROOT / room}/" for room in ("deals", "solver", "reports", "gehtauf"))


class Lines:
    """The lines of the program that have been run, gathered while the context lasts."""

    def __init__(self) -> None:
        self.seen: set[tuple[Any, int]] = set()

    def __enter__(self) -> Lines:
        sys.settrace(self._call)
        return self

    def __exit__(self, *told: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._line if frame.f_code.co_filename.startswith(ROOMS) else None

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        self.seen.add((frame.f_code, frame.f_lineno))
        return self._line


def fuzz(
    runner: Runner, seeds: Sequence[bytes], seed: int, *, seconds: float = inf, runs: float = inf
) -> tuple[int, int]:
    """Fuzz for some time, or so many times.

    Parameters
    ----------
    runner
        Takes the inputs.
    seeds
        Valid inputs to begin with.
    seed
        Decides all mutations.
    seconds, runs
        How long, and how often.

    Returns
    -------
    tuple of int
        How many lines the seeds reach, and how many were reached at the end.
    """
    lines, random, pool = Lines(), Random(seed), list(seeds)
    with lines:
        for data in seeds:
            runner(data)
    first = reached = len(lines.seen)
    end = time.monotonic() + seconds
    while time.monotonic() < end and (runs := runs - 1) >= 0:
        data = mutate(random.choice(pool), random, pool)
        with lines:
            runner(data)
        if len(lines.seen) > reached:
            reached = len(lines.seen)
            pool.append(data)
    return first, reached
