"""The workers of a dask cluster: one that is there, or one started here for the time being."""

from __future__ import annotations

import contextlib
import logging
import os
from concurrent.futures import CancelledError, Future
from functools import cache, partial
from importlib import import_module
from typing import Any

from solver.batch.engines import Engine, EngineError, Setup
from solver.batch.pieces import Piece
from solver.batch.work import Outcome, Task, Worker
from solver.quiet import quiet

_PATIENCE = 20  # seconds, for a scheduler to answer and for workers to come


class Cluster(Engine):
    """Solves pieces in the workers of a dask cluster, which gives those of a dead one to others.

    Parameters
    ----------
    setup : Setup
        With ``scheduler`` the workers are those that the scheduler has; without, so many worker
        processes are started as ``workers`` says.

    Raises
    ------
    EngineError
        If no scheduler answers, or there are no workers.
    """

    def __init__(self, setup: Setup) -> None:
        distributed = _distributed()
        self._task = setup.task
        self._tick = setup.tick
        self._stack = contextlib.ExitStack()
        with contextlib.ExitStack() as stack:
            stack.enter_context(quiet("distributed"))
            address: Any = setup.scheduler or stack.enter_context(_local(setup.workers))
            try:
                client = stack.enter_context(distributed.Client(address, timeout=_PATIENCE))
                client.wait_for_workers(1, timeout=_PATIENCE)
            except (OSError, ValueError) as error:  # a time that is over is an OSError too
                raise EngineError(
                    f"no dask cluster: {error}", text=setup.scheduler, expected="HOST:PORT"
                ) from None
            cores = sum(client.nthreads().values())
            self._stack = stack.pop_all()
        self.window = 4 * max(cores, setup.workers if setup.scheduler is None else 1)
        self._client = client
        self._closed = False

    def submit(self, piece: Piece) -> Future[Outcome]:
        """Leave a piece to the cluster."""
        future: Future[Outcome] = Future()
        # No result may be taken for another's: pieces of equal deals would have equal keys.
        theirs = self._client.submit(solve_piece, self._task, piece, pure=False)
        theirs.add_done_callback(partial(self._hand_on, future, len(piece.labels)))
        return future

    def _hand_on(self, future: Future[Outcome], deals: int, theirs: Any) -> None:
        """Pass on what came of a piece; called in a thread of dask's.

        What the future says of itself is not asked: a result that is here is "lost" as soon as
        the worker that had it dies. That is also why dask's own executor is not used.
        """
        if self._closed:
            return
        try:
            outcome: Outcome = theirs.result()
        except CancelledError:
            future.set_exception(EngineError("the dask cluster is lost"))
        except Exception as error:
            future.set_exception(_in_our_words(error))
        else:
            self._tick(deals)
            future.set_result(outcome)

    def close(self) -> None:
        """Abandon what is still in hand, and end the workers that were started here."""
        self._closed = True
        self._stack.close()


def _distributed() -> Any:
    """Return dask's module; what it calls itself has no types."""
    return import_module("distributed")


def _in_our_words(error: Exception) -> Exception:
    if isinstance(error, _distributed().KilledWorker):
        return EngineError(f"dask workers died again and again of the same deals: {error}")
    if isinstance(error, ImportError):
        return EngineError(
            f"the dask workers cannot run this program: {error}",
            expected="the same version of gehtauf, installed for every worker",
        )
    return error


def solve_piece(task: Task, piece: Piece) -> Outcome:
    """Solve a piece in a worker of the cluster."""
    return _worker(task)(piece, lambda done: None)


@cache
def _worker(task: Task) -> Worker:
    """Return the worker for a task, built once in each process."""
    return Worker(task)


def _local(workers: int) -> Any:
    """Return a cluster of worker processes, with its scheduler in this one.

    The workers are started as plain commands, not by multiprocessing, which would run the main
    script again: so no main guard is needed, and a notebook will do. When this process dies they
    lose their scheduler and end.
    """
    distributed = _distributed()
    if os.name != "posix":
        raise EngineError(
            "dask workers can be started from here on POSIX systems only",
            expected="--scheduler HOST:PORT",
        )
    from solver.batch.dask_worker import WorkerProcess

    local = {"host": "127.0.0.1", "dashboard": False}
    alone = {"worker_kwargs": local | {"nthreads": 1, "silence_logs": logging.CRITICAL}}
    return distributed.SpecCluster(
        scheduler={
            "cls": distributed.Scheduler,
            "options": local | {"dashboard_address": None},
        },
        workers={n: {"cls": WorkerProcess, "options": alone} for n in range(workers)},
        silence_logs=logging.CRITICAL,
    )
