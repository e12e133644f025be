"""Engines: the same results whoever solves, in order, nothing lost or doubled when workers die."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from deals.errors import SettingError
from solver.batch.chunks import Chunk, solve_chunks
from solver.batch.engines import (
    ENGINES,
    Direct,
    Engine,
    EngineError,
    Setup,
    Threads,
    find_engine,
)
from solver.batch.pieces import End, Pace, Piece, Stream, number_pieces
from solver.batch.processes import Processes
from solver.batch.tally import Tally
from solver.batch.work import Outcome, Task, Worker
from solver.columns import Columns, Detail, column_names
from solver.rules import find_rules

QUADRAT = find_rules("quadrat")
SMALL = find_rules("zudecken", deck="4x3", match="suit", width=3)
START: dict[str, Callable[[Setup], Engine]] = {
    "direct": Direct,
    "threads": Threads,
    "processes": Processes,
}
ROOT = Path(__file__).resolve().parents[2]


class Counter:
    def __init__(self) -> None:
        self.done = 0
        self._lock = threading.Lock()

    def __call__(self, done: int) -> None:
        with self._lock:
            self.done += done


def run(engine: Engine, task: Task, numbers: range, chunk_size: int) -> list[Chunk]:
    pace = Pace()
    stream = number_pieces(numbers, chunk_size, pace, lambda index, rows: False)
    return [c for c in solve_chunks(stream, engine, task, pace) if c is not None]


def same(one: Columns | Tally, other: Columns | Tally) -> bool:
    if isinstance(one, Tally) or isinstance(other, Tally):
        return one == other
    return list(one) == list(other) and all(np.array_equal(one[n], other[n]) for n in one)


@pytest.mark.parametrize("detail", list(Detail))
def test_every_engine_gives_the_same_chunks(detail: Detail) -> None:
    task = Task(SMALL, detail, compiled=False)
    numbers = range(3, 3 + 2 * 130, 2)
    found = {}
    for name, start in START.items():
        counter = Counter()
        with start(Setup(task, 2, counter)) as engine:
            found[name] = run(engine, task, numbers, 50)
        assert counter.done == len(numbers), name
    for chunks in found.values():
        assert [(c.index, len(c.labels)) for c in chunks] == [(0, 50), (1, 50), (2, 30)]
        assert [label for c in chunks for label in c.labels] == list(numbers)
        pairs = zip(chunks, found["direct"], strict=True)
        assert all(same(one.result, other.result) for one, other in pairs)
    assert sum(found["direct"][0].verdicts.values()) == 50
    assert 0 < found["direct"][0].verdicts["won"] < 50


def taken(chunks: Iterator[Chunk | None]) -> tuple[list[Chunk], Exception | None]:
    """Return the chunks there are, and what came instead of more of them."""
    found = []
    try:
        for chunk in chunks:
            found += [] if chunk is None else [chunk]
    except Exception as fault:
        return found, fault
    return found, None


class Shuffled(Engine):
    """Finishes pieces in any order, the later ones first where it can."""

    def __init__(self, window: int, work: Callable[[Piece], Outcome]) -> None:
        self.window = window
        self.most = 0
        self._work = work
        self._waiting: list[tuple[Piece, Future[Outcome]]] = []
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def submit(self, piece: Piece) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        self._waiting.append((piece, future))
        self.most = max(self.most, len(self._waiting))
        return future

    def _run(self) -> None:
        while not self._stopped.wait(0.002):
            while self._waiting:
                piece, future = self._waiting.pop()
                try:
                    future.set_result(self._work(piece))
                except Exception as error:
                    future.set_exception(error)

    def close(self) -> None:
        self._stopped.set()
        self._thread.join()


def labels_as_results(piece: Piece) -> Outcome:
    columns = {
        "verdict": np.zeros(len(piece.labels), dtype=np.uint8),
        "cards_left": np.array(list(piece.labels), dtype=np.int16),
    }
    return Outcome(columns, 0.001)


@pytest.mark.promise(26)
@pytest.mark.parametrize("window", [1, 2, 7])
def test_results_come_in_order_and_no_more_than_the_window_is_in_hand(window: int) -> None:
    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with Shuffled(window, labels_as_results) as engine:
        chunks = run(engine, task, range(1000), 90)
        assert engine.most <= window
    left = [value for c in chunks for value in _columns(c)["cards_left"].tolist()]
    assert left == list(range(1000))


def _columns(chunk: Chunk) -> Columns:
    assert not isinstance(chunk.result, Tally)
    return chunk.result


def test_a_fault_of_an_engine_comes_after_the_chunks_before_it() -> None:
    def fails(piece: Piece) -> Outcome:
        if 55 in piece.labels:
            raise ZeroDivisionError
        return labels_as_results(piece)

    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    stream = number_pieces(range(100), 10, Pace(), lambda index, rows: False)
    with Shuffled(9, fails) as engine:
        found, fault = taken(solve_chunks(stream, engine, task, Pace()))
    assert [chunk.index for chunk in found] == [0, 1, 2, 3, 4]
    assert isinstance(fault, ZeroDivisionError)


def test_a_fault_of_the_stream_comes_after_the_chunks_before_it() -> None:
    def stream() -> Stream:
        yield from number_pieces(range(30), 10, Pace(), lambda index, rows: False)
        yield None
        raise OSError("gone")

    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with Shuffled(9, labels_as_results) as engine:
        found, fault = taken(solve_chunks(stream(), engine, task, Pace()))
    assert [chunk.index for chunk in found] == [0, 1, 2]
    assert isinstance(fault, OSError)


@pytest.mark.parametrize("detail", list(Detail))
def test_a_chunk_of_nothing_but_faults(detail: Detail) -> None:
    def stream() -> Stream:
        yield End(0, range(2), [None, "b"], [{}, {}], "x")

    task = Task(QUADRAT, detail, compiled=False)
    with Direct(Setup(task, 1, Counter())) as engine:
        [chunk], _ = taken(solve_chunks(stream(), engine, task, Pace()))
    assert chunk.verdicts == {"won": 0, "lost": 0, "undecided": 0, "chance": 0, "error": 2}
    if detail is not Detail.TALLY:
        assert tuple(_columns(chunk)) == column_names(QUADRAT, detail)


def test_threads_are_left_with_their_next_tick() -> None:
    task = Task(find_rules("zudecken"), Detail.VERDICT, compiled=False)
    with Threads(Setup(task, 2, Counter())) as engine:
        futures = [engine.submit(Piece(range(10**6), range(10**6))) for _ in range(4)]
        time.sleep(0.1)
        began = time.monotonic()
    assert time.monotonic() - began < 20  # moments; whole pieces would take an hour
    assert all(future.cancelled() or future.exception() for future in futures)


def children() -> set[int]:
    """Return the worker processes that this process has."""
    me, found = str(os.getpid()), set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == me and fields[0] != "Z":
            found.add(int(path.parent.name))
    return found


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes")


@pytest.mark.promise(28)
@linux
def test_workers_that_are_killed_are_replaced_and_nothing_is_lost_or_doubled() -> None:
    task = Task(SMALL, Detail.FULL, compiled=False)
    before, counter, killed = children(), Counter(), 0
    with Processes(Setup(task, 2, counter)) as engine:
        pace = Pace()
        stream = number_pieces(range(600), 200, pace, lambda index, rows: False)
        found = []
        for item in solve_chunks(stream, engine, task, pace):
            found += [] if item is None else [item]
            if counter.done > 150 * (killed + 1) and killed < 3:
                for process in children() - before:
                    os.kill(process, signal.SIGKILL)
                killed += 1
    assert killed == 3
    assert counter.done == 600
    with Direct(Setup(task, 1, Counter())) as engine:
        expected = run(engine, task, range(600), 200)
    assert len(found) == 3
    assert all(same(a.result, b.result) for a, b in zip(found, expected, strict=True))
    assert not children() - before


@pytest.mark.promise(28)
def test_what_a_dead_worker_had_done_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first worker tells of five deals and dies; the next one does the piece."""
    marker = tmp_path / "was here"
    monkeypatch.setattr(
        "solver.batch.processes._START",
        "import os, pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer)\n"
        f"if os.path.exists({str(marker)!r}):\n"
        "    from solver.batch.processes import serve; serve()\n"
        f"open({str(marker)!r}, 'w').close()\n"
        "pickle.load(sys.stdin.buffer), pickle.load(sys.stdin.buffer)\n"
        "pickle.dump(('tick', 5), sys.stdout.buffer); sys.stdout.flush(); os._exit(1)",
    )
    counter, told = Counter(), []

    def tick(done: int) -> None:
        told.append(done)
        counter(done)

    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with Processes(Setup(task, 1, tick)) as engine:
        outcome = engine.submit(Piece(range(8), range(8))).result(timeout=60)
    assert told[:2] == [5, -5]
    assert counter.done == 8
    assert not isinstance(outcome.result, Tally)
    assert len(outcome.result["verdict"]) == 8


@linux
def test_workers_of_which_each_dies_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.processes._START", "import sys; sys.stdin.buffer.read(1)")
    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with Processes(Setup(task, 2, Counter())) as engine, pytest.raises(EngineError, match="died"):
        run(engine, task, range(100), 100)


@linux
def test_workers_do_not_outlive_their_engine() -> None:
    before = children()
    task = Task(find_rules("zudecken"), Detail.VERDICT, compiled=False)
    with Processes(Setup(task, 2, Counter())) as engine:
        futures = [engine.submit(Piece(range(10**6), range(10**6))) for _ in range(3)]
        while len(children() - before) < 2:
            time.sleep(0.02)
    assert not children() - before
    assert all(future.cancelled() or future.exception() for future in futures)


def test_a_fault_in_a_worker_process_is_raised_here() -> None:
    rules = find_rules("geburtstag", passes=2000)  # no numbered deal has so many orders
    task = Task(rules, Detail.VERDICT, compiled=False)
    with (
        Processes(Setup(task, 2, Counter())) as engine,
        pytest.raises(SettingError, match="not for so many"),
    ):
        run(engine, task, range(10), 10)


def test_what_a_worker_prints_does_not_get_between_its_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = (
        "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
        "import solver.batch.readable as r, os; solve = r.solve\n"
        "def loud(*a, **k):\n    print('here', flush=True); os.write(1, b'there')\n"
        "    return solve(*a, **k)\n"
        "r.solve = loud\nsys.stderr.close(); os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n"
        "from solver.batch.processes import serve; serve()"
    )
    monkeypatch.setattr("solver.batch.processes._START", start)
    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with Processes(Setup(task, 2, Counter())) as engine:
        chunks = run(engine, task, range(100), 100)
    assert sum(chunks[0].verdicts.values()) == 100


@pytest.mark.parametrize("when", ["at once", "in the middle of a piece"])
def test_a_worker_ends_quietly_when_whoever_asked_has_gone(when: str) -> None:
    from solver.batch.processes import _START

    worker = subprocess.Popen(
        [sys.executable, "-c", _START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert worker.stdin
    assert worker.stdout
    task = Task(find_rules("zudecken"), Detail.VERDICT, compiled=False)
    messages: list[Any] = [sys.path, task]
    if when != "at once":
        messages.append(Piece(range(10**6), range(10**6)))
    for message in messages:
        pickle.dump(message, worker.stdin)
    worker.stdin.flush()
    if when != "at once":
        assert pickle.load(worker.stdout)[0] == "tick"
    worker.stdout.close()
    worker.stdin.close()
    assert worker.wait(timeout=30) == 0
    assert worker.stderr
    assert worker.stderr.read() == b""
    worker.stderr.close()


@pytest.mark.promise(27)
def test_a_script_without_a_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import gehtauf\n"
        "folder = gehtauf.batch('quadrat', '0..199', output='out', engine='readable', workers=2)\n"
        "print(folder.verdicts['won'], folder.complete)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split()[1] == "True"


@pytest.mark.promise(39)
def test_threads_before_a_batch_never_hang_it() -> None:
    task = Task(QUADRAT, Detail.VERDICT, compiled=False)

    def whole() -> int:
        with Processes(Setup(task, 2, Counter())) as engine:
            return run(engine, task, range(50), 50)[0].verdicts["won"]

    with ThreadPoolExecutor(3) as pool:
        assert (
            len({future.result(timeout=60) for future in [pool.submit(whole) for _ in "abc"]}) == 1
        )


def test_the_registry_names_its_engines() -> None:
    assert list(ENGINES) == ["threads", "readable", "dask"]
    with pytest.raises(SettingError, match="did you mean threads"):
        find_engine("thread")


def test_options_that_mean_nothing_to_an_engine_are_refused() -> None:
    with pytest.raises(SettingError, match="no scheduler"):
        find_engine("threads").check(scheduler="localhost:1", max_states=None)
    with pytest.raises(SettingError, match="kernel"):
        find_engine("threads").check(scheduler=None, max_states=5)
    find_engine("readable").check(scheduler=None, max_states=5)
    find_engine("dask").check(scheduler="localhost:1", max_states=None)


def test_one_worker_for_the_rules_themselves_is_this_process() -> None:
    task = Task(QUADRAT, Detail.VERDICT, compiled=False)
    with find_engine("readable").start(Setup(task, 1, Counter())) as engine:
        assert isinstance(engine, Direct)
    with find_engine("readable").start(Setup(task, 2, Counter())) as engine:
        assert isinstance(engine, Processes)


def test_a_task_can_be_sent_and_a_worker_used_by_many_threads() -> None:
    worker = Worker(Task(SMALL, Detail.VERDICT, compiled=False))
    piece = Piece(range(60), range(60))
    ignore: Any = lambda done: None  # noqa: E731
    with ThreadPoolExecutor(4) as pool:
        found = [f.result() for f in [pool.submit(worker, piece, ignore) for _ in range(4)]]
    assert all(same(found[0].result, other.result) for other in found)
