"""Workers in processes of their own, spoken to through pipes: no main guard, no fork, no import.

A worker is a new interpreter that runs `serve`. It is sent pickles on its standard input, the
task first and then a piece at a time, and answers on its standard output with ticks and outcomes.
It ends when its input does, so it never outlives the process that started it by more than a piece.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, NoReturn, cast

from deals.words import count
from solver.batch.engines import AbandonedError, Engine, EngineError, Setup
from solver.batch.pieces import Piece
from solver.batch.work import Outcome, Task, Worker

TRIES = 3
"""How often a piece is tried with a new worker each time."""

_SECONDS_BETWEEN_TICKS = 0.05
# The way in: the same module search path as here, however this process came by it.
_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from solver.batch.processes import serve; serve()"
)


class Processes(Engine):
    """Solves pieces in other processes, a thread here for each; a worker that dies is replaced."""

    def __init__(self, setup: Setup) -> None:
        self.window = 4 * setup.workers
        self._task = setup.task
        self._tick = setup.tick
        self._stopped = threading.Event()
        self._own = threading.local()  # each thread's own worker
        self._started: list[_Process] = []
        self._pool = ThreadPoolExecutor(setup.workers, thread_name_prefix="gehtauf")

    def submit(self, piece: Piece) -> Future[Outcome]:
        """Leave a piece to the next worker that is free."""
        return self._pool.submit(self._solve, piece)

    def _solve(self, piece: Piece) -> Outcome:
        for _ in range(TRIES):
            told = 0
            try:
                process = self._process()
                for done in process.solve(piece):
                    told += done
                    self._tick(done)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._tick(-told)  # it will all be done again
                self._own.process = None
                if self._stopped.is_set():
                    raise AbandonedError from None
            else:
                if isinstance(process.answer, Outcome):
                    return process.answer
                raise process.answer
        raise EngineError(
            f"{TRIES} worker processes died, one after the other, of the same deals",
            text=f"{count(len(piece.labels), 'deal')} from {piece.labels[0]}",
            expected="enough memory; perhaps a smaller --max-states",
        )

    def _process(self) -> _Process:
        """Return this thread's worker, a new one if there is none that lives."""
        process: _Process | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = _Process(self._task)
            self._started.append(process)
            if self._stopped.is_set():  # close() may have looked at the list just before
                process.kill()
        return process

    def close(self) -> None:
        """Abandon what is still in hand."""
        self._stopped.set()
        for process in list(self._started):
            process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for process in self._started:
            process.bury()


class _Process:
    """One worker process, seen from this side."""

    answer: Outcome | Exception

    def __init__(self, task: Task) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C on a terminal is for this process, which then ends the workers.
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._to = cast(IO[bytes], self._popen.stdin)
        self._from = cast(IO[bytes], self._popen.stdout)
        self._greeting: tuple[object, ...] = (sys.path, task)

    def solve(self, piece: Piece) -> Iterator[int]:
        """Send a piece, yield how many deals are done from time to time, keep the answer."""
        for message in (*self._greeting, piece):
            pickle.dump(message, self._to)
        self._greeting = ()
        self._to.flush()
        while True:
            kind, value = pickle.load(self._from)
            if kind == "tick":
                yield value
            else:
                self.answer = value
                return

    def kill(self) -> None:
        self._popen.kill()

    def bury(self) -> None:
        """Let go of what the process leaves behind."""
        self._popen.wait()
        for stream in (self._to, self._from):
            with contextlib.suppress(OSError):  # what was still to be sent cannot be
                stream.close()


def serve() -> None:
    """Be a worker: read the task and pieces from standard input until it ends."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not get between the answers
    try:
        _serve(sys.stdin.buffer, sink)
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):
        # Whoever asked has gone: nobody is to be told, and what is not sent yet goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())


def _serve(source: IO[bytes], sink: IO[bytes]) -> NoReturn:
    def answer(kind: str, value: object) -> None:
        pickle.dump((kind, value), sink)
        sink.flush()

    worker = Worker(pickle.load(source))
    while True:
        piece = pickle.load(source)
        tick = _Throttled(answer)
        try:
            outcome = worker(piece, tick)
        except BrokenPipeError:
            raise
        except Exception as fault:  # told where somebody can do something about it
            answer("answer", fault)
        else:
            tick.flush()
            answer("answer", outcome)


class _Throttled:
    """Passes ticks on a few times a second."""

    def __init__(self, answer: Callable[[str, object], None]) -> None:
        self._answer = answer
        self._done = 0
        self._last = time.monotonic()

    def __call__(self, done: int) -> None:
        self._done += done
        if time.monotonic() - self._last >= _SECONDS_BETWEEN_TICKS:
            self.flush()

    def flush(self) -> None:
        self._answer("tick", self._done)
        self._done, self._last = 0, time.monotonic()
