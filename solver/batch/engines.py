"""The engines that solve pieces: their contract, their registry, and those of one process."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Self

from deals.errors import GehtaufError, SettingError, unknown_name
from solver.batch.pieces import Piece
from solver.batch.work import Announce, Outcome, Task, Tick, Worker


class EngineError(GehtaufError):
    """An engine cannot work: what it needs is not there, or its workers die again and again."""


class AbandonedError(Exception):
    """The work is not wanted any more."""


class Engine(ABC):
    """Solves pieces, in any order; a context manager, and whoever leaves it abandons all work.

    Attributes
    ----------
    window : int
        How many pieces it should have in hand so that no worker is ever idle. More would only
        take memory.
    """

    window: int

    @abstractmethod
    def submit(self, piece: Piece) -> Future[Outcome]:
        """Take a piece; its outcome will be in the future that is returned."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Abandon what is still in hand."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What an engine is started with.

    Attributes
    ----------
    task : Task
        What is to be found out.
    workers : int
        How many workers there are to be.
    tick : callable
        Told from any thread how many more deals are done.
    announce : callable or None
        Told in words what is taking long.
    scheduler : str or None
        The address of a dask scheduler.
    """

    task: Task
    workers: int
    tick: Tick
    announce: Announce | None = None
    scheduler: str | None = None


class Direct(Engine):
    """Solves each piece where it is handed in; for one worker whose code keeps Python busy."""

    window = 1

    def __init__(self, setup: Setup) -> None:
        self._worker = Worker(setup.task, setup.announce)
        self._tick = setup.tick

    def submit(self, piece: Piece) -> Future[Outcome]:
        """Solve a piece now."""
        future: Future[Outcome] = Future()
        future.set_result(self._worker(piece, self._tick))
        return future

    def close(self) -> None:
        """Do nothing: there is never anything in hand."""


class Threads(Engine):
    """Solves pieces in threads of this process; for kernels, which let Python go on meanwhile."""

    def __init__(self, setup: Setup) -> None:
        self.window = 4 * setup.workers
        self._worker = Worker(setup.task, setup.announce)  # compiled before any thread needs it
        self._tick = setup.tick
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(setup.workers, thread_name_prefix="gehtauf")

    def submit(self, piece: Piece) -> Future[Outcome]:
        """Leave a piece to the next thread that is free."""
        return self._pool.submit(self._worker, piece, self._tell)

    def _tell(self, done: int) -> None:
        if self._stopped.is_set():
            raise AbandonedError
        self._tick(done)

    def close(self) -> None:
        """Abandon what is still in hand; the threads notice with their next tick."""
        self._stopped.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _readable(setup: Setup) -> Engine:
    if setup.workers == 1:
        return Direct(setup)
    from solver.batch.processes import Processes

    return Processes(setup)


def _dask(setup: Setup) -> Engine:
    from solver.batch.cluster import Cluster

    return Cluster(setup)


@dataclass(frozen=True, slots=True)
class EngineKind:
    """An engine: what it is in words, what it can do, how it is started."""

    says: str
    start: Callable[[Setup], Engine]
    compiled: bool = False
    has_scheduler: bool = False
    needs: str | None = None  # a module that comes with dask only

    def check(self, *, scheduler: str | None, max_states: int | None) -> None:
        """Refuse options that mean nothing to this engine, and an engine that is not installed.

        Raises
        ------
        SettingError, EngineError
        """
        if self.needs is not None and find_spec(self.needs) is None:
            raise EngineError(
                f"{self.says}: dask is not installed", expected="pip install 'gehtauf[dask]'"
            )
        if scheduler is not None and not self.has_scheduler:
            raise SettingError(f"{self.says}: no scheduler", text=scheduler, expected="dask")
        if max_states is not None and self.compiled:
            raise SettingError(
                "the compiled kernel needs no limit of positions and knows none",
                text=f"max_states = {max_states}",
                expected="the engine readable",
            )


ENGINES: Mapping[str, EngineKind] = {
    "threads": EngineKind("the compiled kernel in threads", Threads, compiled=True),
    "readable": EngineKind("the rules as they are written, any rules", _readable),
    "dask": EngineKind(
        "the compiled kernel in a dask cluster",
        _dask,
        compiled=True,
        has_scheduler=True,
        needs="distributed",
    ),
}


def find_engine(name: str) -> EngineKind:
    """Return the engine of a name.

    Raises
    ------
    SettingError
        If there is none.

    Examples
    --------
    >>> find_engine("threads").compiled
    True
    """
    if name not in ENGINES:
        raise unknown_name("engine", name, list(ENGINES))
    return ENGINES[name]
