"""The dask engine: a cluster it starts, a worker that dies, a scheduler that is not there."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from solver.batch.chunks import solve_chunks
from solver.batch.engines import Direct, EngineError, Setup, find_engine
from solver.batch.pieces import Pace, number_pieces
from solver.batch.work import Task
from solver.columns import Detail
from solver.rules import find_rules

# Ours to bear: dask and what it is made of warn of each other.
pytestmark = pytest.mark.filterwarnings("default")

TASK = Task(find_rules("zudecken", deck="4x3", match="suit", width=3), Detail.FULL, compiled=False)
NUMBERS = range(600)


class Counter:
    done = 0

    def __call__(self, done: int) -> None:
        self.done += done


@pytest.fixture(scope="module")
def expected() -> list[str]:
    with Direct(Setup(TASK, 1, Counter())) as engine:
        return list(texts(engine))


def texts(engine: Any, meanwhile: Callable[[], None] = lambda: None) -> Iterator[str]:
    pace = Pace()
    stream = number_pieces(NUMBERS, 200, pace, lambda index, rows: False)
    for chunk in solve_chunks(stream, engine, TASK, pace):
        meanwhile()
        if chunk is not None:
            assert isinstance(chunk.result, dict)
            yield repr((chunk.index, {k: v.tolist() for k, v in chunk.result.items()}))


@contextmanager
def a_cluster(threads: int, workers: int, counter: Counter) -> Iterator[Any]:
    """Start a cluster of one worker in this process, and an engine that uses it."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=threads, processes=False, dashboard_address=None
        ) as cluster,
        find_engine("dask").start(
            Setup(TASK, workers, counter, scheduler=cluster.scheduler_address)
        ) as engine,
    ):
        yield engine


@pytest.mark.promise(28)
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes")
def test_a_worker_that_is_killed_loses_and_doubles_nothing(expected: list[str]) -> None:
    pytest.importorskip("distributed")
    import psutil

    def children() -> set[psutil.Process]:
        return set(psutil.Process().children(recursive=True))

    counter = Counter()
    killed: list[int] = []
    before = children()  # such as what multiprocessing keeps running from another test on

    def kill_one() -> None:
        if counter.done > 100 and not killed:
            workers = [
                process
                for process in children() - before
                if "spawn_main" in " ".join(process.cmdline())
            ]
            os.kill(workers[0].pid, signal.SIGKILL)
            killed.append(workers[0].pid)

    with find_engine("dask").start(Setup(TASK, 2, counter)) as engine:
        found = list(texts(engine, kill_one))
    assert killed
    assert found == expected
    assert counter.done == len(NUMBERS)
    assert not children() - before


@pytest.mark.promise(28)
def test_no_dask_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EngineError, match=r"pip install 'gehtauf\[dask\]'"):
        find_engine("dask").check(scheduler=None, max_states=None)


def test_no_scheduler_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.batch.cluster._PATIENCE", 0.5)
    with pytest.raises(EngineError, match=r"no dask cluster.*127\.0\.0\.1:9"):
        find_engine("dask").start(Setup(TASK, 1, Counter(), scheduler="127.0.0.1:9"))
    with pytest.raises(EngineError, match="no dask cluster"):
        find_engine("dask").start(Setup(TASK, 1, Counter(), scheduler="nonsense://x"))


def test_a_worker_that_dies_once_its_result_is_here(
    expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask then calls the result lost, and would begin anew what nobody waits for."""
    distributed = pytest.importorskip("distributed")
    gather = distributed.Client._gather
    lost: list[object] = []

    async def and_lose(self: Any, futures: Any, *rest: Any, **how: Any) -> Any:
        result = await gather(self, futures, *rest, **how)
        if not lost:
            futures[0]._state.lose()
            lost.append(futures[0])
        return result

    monkeypatch.setattr(distributed.Client, "_gather", and_lose)
    with a_cluster(threads=1, workers=1, counter=(counter := Counter())) as engine:
        assert list(texts(engine)) == expected
    assert lost
    assert counter.done == len(NUMBERS)


def test_a_cluster_that_is_there(expected: list[str]) -> None:
    with a_cluster(threads=2, workers=99, counter=(counter := Counter())) as engine:
        assert engine.window == 8  # by its threads, whatever --workers says
        assert list(texts(engine)) == expected
    assert counter.done == len(NUMBERS)
