"""Those who are compared: each plays a range of numbered deals and says what it found and spent."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import plain_python, reference
from benchmarks.cost import Cost, cost_apart
from solver.columns import COUNTS, VERDICTS, Columns, Detail
from solver.rules import find_rules

if TYPE_CHECKING:
    from solver.batch.readable import Readable
    from solver.kernel import Kernel

BATCH_CHUNK = 1_000_000
"""How many deals the bare kernel is given at a time where it is compared with a batch."""


class Run(NamedTuple):
    """What playing some deals took, in seconds, and sums by which two runs can be compared."""

    cpu: float
    wall: float
    sums: Mapping[str, float]


@dataclass(frozen=True)
class Contestant:
    """A name for the table, and how a range of numbered deals is played."""

    name: str
    run: Callable[[range], Run]


def kernel(variant: str, detail: Detail) -> Contestant:
    """Return the compiled kernel, loaded and ready."""
    from solver.kernel import Kernel

    return Contestant("kernel", _timed(Kernel(find_rules(variant), detail)))


def readable(variant: str, detail: Detail) -> Contestant:
    """Return the rules as they are written."""
    from solver.batch.readable import Readable

    return Contestant("readable", _timed(Readable(find_rules(variant), detail)))


def _timed(engine: Kernel | Readable) -> Callable[[range], Run]:
    def run(numbers: range) -> Run:
        cpu, wall, sums = 0.0, 0.0, dict[str, float]()
        for start in range(numbers.start, numbers.stop, BATCH_CHUNK):
            chunk = range(start, min(start + BATCH_CHUNK, numbers.stop))
            cpu_before, wall_before = time.process_time(), time.perf_counter()
            columns = engine.numbered(chunk)
            wall += time.perf_counter() - wall_before
            cpu += time.process_time() - cpu_before
            for name, value in _sums(columns).items():
                sums[name] = sums.get(name, 0) + value
        return Run(cpu, wall, sums)

    return run


def _sums(columns: Columns) -> dict[str, float]:
    """Return the sums of all columns of numbers but the lines, which no float holds."""
    left = columns["cards_left"]
    sums = {
        "won": float((columns["verdict"] == VERDICTS.index("won")).sum()),
        "cards_left": float(left[left >= 0].sum(dtype="int64")),
    }
    names = [name for name in (*COUNTS, "random_win") if name in columns]
    return sums | {name: float(columns[name].sum(dtype="float64")) for name in names}


def c_reference(program: Path, variant: str, detail: Detail) -> Contestant:
    """Return the C reference; it takes its own time, so that its start does not count."""

    def run(numbers: range) -> Run:
        told = reference.sums(program, variant, detail, numbers)
        names = ["won", "cards_left"]
        if detail is Detail.FULL:
            names += [*COUNTS, "random_win"]
        return Run(told["cpu"], told["wall"], {name: told[name] for name in names})

    return Contestant("reference.c", run)


def plain(variant: str, detail: Detail) -> Contestant:
    """Return the search in plain Python; making the deals does not count."""
    cover = reference.covering(variant).cover

    def run(numbers: range) -> Run:
        deals = [reference.plain_cards(variant, number) for number in numbers]
        cpu, wall = time.process_time(), time.perf_counter()
        if detail is Detail.FULL:
            rows = [plain_python.full(cards, cover) for cards in deals]
        else:
            answers = [plain_python.verdict(cards, cover) for cards in deals]
            rows = [{"won": won, "cards_left": left} for won, left in answers]
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        names = [name for name in rows[0] if "lines" not in name]
        return Run(cpu, wall, {name: float(sum(row[name] for row in rows)) for name in names})

    return Contestant("plain Python", run)


def batch(variant: str, detail: Detail, workers: int) -> Contestant:
    """Return the whole command ``gehtauf batch``, from its start to the last file written."""

    def run(numbers: range) -> Run:
        with tempfile.TemporaryDirectory() as folder:
            spent = batch_cost(variant, detail, numbers, workers, f"{folder}/results")
            return Run(spent.cpu, spent.wall, _folder_sums(f"{folder}/results"))

    return Contestant(f"batch, {workers} worker{'s' * (workers > 1)}", run)


def batch_cost(variant: str, detail: Detail, numbers: range, workers: int, folder: str) -> Cost:
    """Run ``gehtauf batch`` as a command and return what it cost."""
    command = [sys.executable, "-m", "gehtauf", "batch", "--game", variant, "--quiet"]
    command += ["--deals", f"{numbers.start}..{numbers.stop - 1}", "--detail", detail.value]
    return cost_apart([*command, "--workers", str(workers), "-o", folder])


def _folder_sums(path: str) -> dict[str, float]:
    import pyarrow.compute

    from reports.store import open_folder

    won = left = 0
    for table in open_folder(path).tables(["verdict", "cards_left"]):
        won += pyarrow.compute.sum(pyarrow.compute.equal(table["verdict"], "won")).as_py() or 0
        left += pyarrow.compute.sum(table["cards_left"]).as_py() or 0
    return {"won": float(won), "cards_left": float(left)}
