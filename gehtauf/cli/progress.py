"""Progress of long work on standard error: a tqdm bar on a terminal, few plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

_SECONDS_BEFORE_A_BAR = 1.0
_SECONDS_BEFORE_A_PLAIN_LINE = 10.0


def progress(
    items: Iterable[Item],
    show: bool | None,
    *,
    total: int | None = None,
    quiet: bool = False,
    slow: bool = False,
) -> Iterator[Item]:
    """Yield items, and tell on standard error how many have been dealt with.

    Parameters
    ----------
    items : iterable
        What is worked through.
    show : bool or None
        Whether to show progress; None means a bar where it disturbs nothing (standard error is a
        terminal and standard output is not), and plain lines for slow work elsewhere.
    total : int, optional
        How many items there are.
    quiet : bool
        Show nothing, whatever `show` says.
    slow : bool
        Whether results are rare, so that they do not show by themselves how far the work is.

    Yields
    ------
    Item
    """
    if quiet or show is False or sys.stderr is None:
        return iter(items)
    if _is_terminal(sys.stderr) and (show or not _is_terminal(sys.stdout)):
        return _bar(items, total)
    return _plain(items, total) if show or slow else iter(items)


def _is_terminal(stream: object) -> bool:
    return stream is not None and bool(getattr(stream, "isatty", bool)())


def _bar(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    from tqdm import tqdm

    yield from tqdm(
        items,
        total=total,
        unit=" deals",
        file=sys.stderr,
        dynamic_ncols=True,
        leave=False,
        delay=_SECONDS_BEFORE_A_BAR,
    )


def _plain(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    began, wait = time.monotonic(), _SECONDS_BEFORE_A_PLAIN_LINE
    of_total = "" if total is None else f" of {total:,}"
    for done, item in enumerate(items):
        if time.monotonic() - began >= wait:
            wait *= 2  # ever fewer lines: a log is read afterwards
            print(f"{done:,}{of_total} deals done", file=sys.stderr, flush=True)  # noqa: T201
        yield item
