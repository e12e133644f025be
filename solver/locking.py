"""One process at a time: the right to write into a folder, let go of when its owner dies."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from deals.errors import GehtaufError

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK_FILE = ".lock"
OWNER_FILE = ".owner"


class HeldError(GehtaufError):
    """Another process writes into a folder.

    Attributes
    ----------
    owner : str
        Which one, in words.
    """

    owner = "another process"


class FolderLock:
    """The right to write into a folder, held while the context lasts.

    Parameters
    ----------
    folder : path
        The folder.
    waiting : callable, optional
        Told in words who holds it, before it is waited for. Without it nobody waits.

    Raises
    ------
    HeldError
        On entering, if another process holds it and nobody waits.
    OSError
        On entering, if the folder cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, FolderLock(folder):
    ...     with FolderLock(folder):
    ...         pass  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    solver.locking.HeldError: ...: process ... on ... is writing here

    Notes
    -----
    The lock file stays behind, empty: were it removed, two processes could come to hold locks on
    different files of the same name. Who holds the lock stands in a file beside it, which means
    nothing without the lock.
    """

    def __init__(
        self, folder: str | os.PathLike[str], waiting: Callable[[str], None] | None = None
    ) -> None:
        self.folder = os.fspath(folder)
        self._owner = os.path.join(self.folder, OWNER_FILE)
        self._waiting = waiting
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> Self:
        from filelock import FileLock, Timeout

        lock = FileLock(os.path.join(self.folder, LOCK_FILE))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if self._waiting is None:
                error = HeldError(f"{self._who()} is writing here", file=self.folder)
                error.owner = self._who()
                raise error from None
            self._waiting(self._who())
            lock.acquire(timeout=-1, poll_interval=_SECONDS_BETWEEN_LOOKS)
        self._lock = lock
        # Not written whole: it is for people only, and must never be in the way.
        with contextlib.suppress(OSError), open(self._owner, "w", encoding="utf-8") as file:
            json.dump({"pid": os.getpid(), "host": socket.gethostname()}, file)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._owner)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _who(self) -> str:
        try:
            with open(self._owner, encoding="utf-8") as file:
                owner = json.load(file)
            return f"process {owner['pid']} on {owner['host']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "a process that has just begun"


_SECONDS_BETWEEN_LOOKS = 0.2
