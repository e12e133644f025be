"""One writer at a time: a lock that the system lets go of when its owner dies."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from types import TracebackType
from typing import TYPE_CHECKING, Self

from deals.errors import FormatError
from reports.output import OutputError

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK_FILE = ".lock"
OWNER_FILE = ".owner"


class FolderLock:
    """The right to write into a folder, held while the context lasts.

    Parameters
    ----------
    folder : str
        The folder.

    Raises
    ------
    FormatError
        On entering, if another process holds it; the error names the process.
    OutputError
        On entering, if the folder cannot be written.

    Notes
    -----
    The lock file stays behind, empty: were it removed, two processes could come to hold locks on
    different files of the same name. Who holds the lock stands in a file beside it, which means
    nothing without the lock.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._owner = os.path.join(folder, OWNER_FILE)
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> Self:
        from filelock import FileLock, Timeout

        path = os.path.join(self._folder, LOCK_FILE)
        lock = FileLock(path, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise FormatError(
                f"another run is writing into this folder: {self._who()}", file=self._folder
            ) from None
        except OSError as error:
            raise OutputError(path, error) from None
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
