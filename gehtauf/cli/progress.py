"""Progress of long work on standard error: a tqdm bar on a terminal, few plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

_SECONDS_BEFORE_A_BAR = 1.0
_SECONDS_BETWEEN_PLAIN_LINES = 10.0


def progress(
    items: Iterable[Item], show: bool | None, *, total: int | None = None, quiet: bool = False
) -> Iterator[Item]:
    """Yield items, and tell on standard error how many have been dealt with.

    Parameters
    ----------
    items : iterable
        What is worked through.
    show : bool or None
        Whether to show progress; None means only where it disturbs nothing: standard error is a
        terminal and standard output is not.
    total : int, optional
        How many items there are.
    quiet : bool
        Show nothing, whatever `show` says.

    Yields
    ------
    Item
    """
    stream = sys.stderr
    if show is None:
        show = _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
    if quiet or not show or stream is None:
        return iter(items)
    return _bar(items, total) if _is_terminal(stream) else _plain(items, total)


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
    told = time.monotonic()
    of_total = "" if total is None else f" of {total:,}"
    for done, item in enumerate(items):
        if time.monotonic() - told >= _SECONDS_BETWEEN_PLAIN_LINES:
            told = time.monotonic()
            print(f"{done:,}{of_total} deals done", file=sys.stderr, flush=True)  # noqa: T201
        yield item
