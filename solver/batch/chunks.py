"""From a stream of pieces to chunks in their order: pieces handed out, results put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass

import numpy as np

from solver.batch.arrays import scatter
from solver.batch.engines import Engine
from solver.batch.pieces import End, Pace, Piece, Stream
from solver.batch.tally import Tally
from solver.batch.work import Outcome, Task
from solver.columns import VERDICTS, Columns, Detail, column_names
from solver.record import Record

_SECONDS_TO_WAIT = 0.1


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is known of the deals of one chunk.

    Attributes
    ----------
    index, labels, ids, errors, digest
        As in `solver.batch.pieces.End`.
    result : dict of str to array, or Tally
        A row a deal, or the sums over all of them.
    """

    index: int
    labels: range
    ids: list[str | None] | None
    errors: list[Record]
    digest: str | None
    result: Columns | Tally

    @property
    def verdicts(self) -> dict[str, int]:
        """How many deals have each verdict."""
        if isinstance(self.result, Tally):
            counts = self.result.verdicts
        else:
            counts = tuple(np.bincount(self.result["verdict"], minlength=len(VERDICTS)).tolist())
        return dict(zip(VERDICTS, counts, strict=True))


def solve_chunks(stream: Stream, engine: Engine, task: Task, pace: Pace) -> Iterator[Chunk | None]:
    """Solve a stream of pieces and put the results together.

    Parameters
    ----------
    stream : iterator of Piece, End or None
        What is to be solved; asked only for as much as the engine needs.
    engine : Engine
        What solves it; started.
    task : Task
        What is to be found out.
    pace : Pace
        Learns how long the pieces take.

    Yields
    ------
    Chunk or None
        Every chunk, in order. None comes several times a second meanwhile, so that the caller
        can tell how far the work is.

    Raises
    ------
    Exception
        What the stream or the engine raises; the chunks that were whole before it come first.
    """
    names = column_names(task.rules, task.detail)
    parts: list[tuple[Sequence[int], Columns]] = []
    sums = Tally()
    for item in _in_order(stream, engine, pace):
        if isinstance(item, End):
            result: Columns | Tally
            if task.detail is Detail.TALLY:
                result = sums + Tally(verdicts=(0, 0, 0, 0, len(item.errors)))
            else:
                result = scatter(names, len(item.labels), parts)
            yield Chunk(item.index, item.labels, item.ids, item.errors, item.digest, result)
            parts, sums = [], Tally()
            continue
        if item is not None:
            piece, solved = item
            if isinstance(solved, Tally):
                sums += solved
            else:
                parts.append((piece.places, solved))
        yield None


def _in_order(
    stream: Stream, engine: Engine, pace: Pace
) -> Iterator[tuple[Piece, Columns | Tally] | End | None]:
    """Yield each piece of a stream with its result, and the ends between them, in their order."""
    in_hand: deque[tuple[Piece, Future[Outcome]] | End] = deque()
    is_over = False
    fault: Exception | None = None
    while in_hand or not is_over:
        while not is_over and len(in_hand) < engine.window:
            try:
                item = next(stream)
            except StopIteration:
                is_over = True
            except Exception as error:  # its turn comes after what was there before it
                is_over, fault = True, error
            else:
                if item is None:
                    break
                in_hand.append(item if isinstance(item, End) else (item, engine.submit(item)))
        if not in_hand:
            yield None
            continue
        first = in_hand[0]
        if isinstance(first, End):
            yield first
        else:
            piece, future = first
            if not wait([future], timeout=_SECONDS_TO_WAIT).done:
                yield None
                continue
            outcome = future.result()
            pace.took(len(piece.labels), outcome.seconds)
            yield piece, outcome.result
        in_hand.popleft()
    if fault is not None:
        raise fault
