"""Progress of long work on standard error: a tqdm bar on a terminal, few plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tqdm import tqdm

Item = TypeVar("Item")

_SECONDS_BEFORE_A_BAR = 1.0
_SECONDS_BEFORE_A_PLAIN_LINE = 10.0

_BAR: dict[str, Any] = {
    "unit": " deals",
    "leave": False,
    "delay": _SECONDS_BEFORE_A_BAR,
}
# Without a total and a format, older versions of tqdm do not cut a line to the terminal's width.
_WITHOUT_TOTAL = "{n_fmt}{unit} [{elapsed}, {rate_fmt}]{bar}"


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


def _size() -> dict[str, Any]:
    """Return how tqdm is to find the size of the terminal.

    A terminal that does not know how many rows it has says 0, and tqdm would show nothing there.
    """
    try:
        columns, rows = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        columns = rows = 0
    if rows > 0:
        return {"dynamic_ncols": True}
    return {"ncols": columns or 80, "nrows": 24}


@cache
def _tqdm() -> type[tqdm[Any]]:
    """Return tqdm with a lock of its own: to make its usual one, newer Pythons start a process."""
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[type-arg]  # which tqdm does not take at run time
        _lock = threading.RLock()

    return Bar


def _look(total: int | None) -> dict[str, Any]:
    """Return tqdm's options for a bar."""
    return _BAR | _size() | {"bar_format": _WITHOUT_TOTAL if total is None else None}


def _bar(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    yield from _tqdm()(items, total=total, file=sys.stderr, **_look(total))


def _plain(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    lines = _Lines(total)
    for done, item in enumerate(items):
        lines.tell(done)
        yield item


Show = Callable[[int], None]
"""Told how many deals are done in all."""


@contextmanager
def meter(
    show: bool | None,
    total: int | None,
    initial: int,
    *,
    quiet: bool = False,
    unit: str = "deals",
) -> Iterator[Show]:
    """Give something to tell how many deals are done, for work whose results do not show.

    Parameters
    ----------
    show : bool or None
        Whether to show it; None means as a bar on a terminal and as plain lines elsewhere.
    total : int or None
        How many deals there are, if that is known.
    initial : int
        How many were done before this run; the rate counts only those after them.
    quiet : bool
        Show nothing, whatever `show` says.
    unit : str
        What is counted, if not deals.

    Yields
    ------
    callable
    """
    if quiet or show is False or sys.stderr is None:
        yield lambda done: None
    elif _is_terminal(sys.stderr):
        look = _look(total) | {"unit": f" {unit}", "unit_scale": True}
        with _tqdm()(total=total, initial=initial, file=sys.stderr, **look) as bar:
            yield lambda done: _set(bar, done)
    else:
        yield _Lines(total, unit).tell


def _set(bar: tqdm[None], done: int) -> None:
    bar.update(done - bar.n)


class _Lines:
    """Plain lines, ever fewer: a log is read afterwards."""

    def __init__(self, total: int | None, unit: str = "deals") -> None:
        self._unit = unit
        self._of_total = "" if total is None else f" of {total:,}"
        self._began, self._wait = time.monotonic(), _SECONDS_BEFORE_A_PLAIN_LINE

    def tell(self, done: int) -> None:
        """Write a line if it is time for one."""
        if time.monotonic() - self._began >= self._wait:
            self._wait *= 2
            with suppress(OSError):  # nobody's results are lost because a log is full
                print(f"{done:,}{self._of_total} {self._unit} done", file=sys.stderr, flush=True)  # noqa: T201
