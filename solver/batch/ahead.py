"""Items read ahead by a thread, so that nobody is held up by a slow pipe."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Generic, TypeVar

Item = TypeVar("Item")

_READ_AHEAD = 5_000  # deals, some kilobytes each
_SECONDS_TO_WAIT = 0.05


class ReadAhead(Generic[Item]):
    """Items as a thread reads them; None where there is none yet.

    Parameters
    ----------
    items : generator
        What is read; the thread closes it when it has been read, or is to be read no further.

    Raises
    ------
    Exception
        What the items raise, where the next one is asked for.

    Examples
    --------
    >>> from contextlib import closing
    >>> with closing(ReadAhead(letter for letter in "abc")) as letters:
    ...     [letter for letter in letters if letter is not None]
    ['a', 'b', 'c']
    """

    def __init__(self, items: Generator[Item, None, None]) -> None:
        self._items = items
        self._queue: queue.Queue[Item | BaseException | _End] = queue.Queue(_READ_AHEAD)
        self._stopped = threading.Event()
        # A daemon: it may be waiting for a line that never comes.
        self._thread = threading.Thread(target=self._read, name="gehtauf-reader", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Item | None]:
        while True:
            try:
                item = self._queue.get(timeout=_SECONDS_TO_WAIT)
            except queue.Empty:
                yield None
                continue
            if isinstance(item, _End):
                return
            if isinstance(item, BaseException):
                raise item
            yield item

    def close(self) -> None:
        """Read no further; what is read from is closed soon, unless a line never comes."""
        self._stopped.set()
        while not self._queue.empty():  # so that the thread need not wait for room
            self._queue.get()
        self._thread.join(_SECONDS_TO_WAIT)

    def _read(self) -> None:
        try:
            with closing(self._items):
                for item in self._items:
                    if not self._put(item):
                        return
            self._put(_End())
        except BaseException as error:  # raised again where the items are asked for
            self._put(error)

    def _put(self, item: Item | BaseException | _End) -> bool:
        while not self._stopped.is_set():
            try:
                self._queue.put(item, timeout=1)
            except queue.Full:
                continue
            return True
        return False


class _End:
    """Stands behind the last item."""
