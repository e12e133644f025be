"""Files that appear whole or not at all: written under another name, then renamed."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from typing import BinaryIO

_TEMPORARY = ".tmp"
_LONGEST_START = 40  # characters of a name, so that the other name is not too long for a folder


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], *, alone: bool = False) -> Iterator[BinaryIO]:
    """Open a file that takes its name when the block ends without an error.

    Parameters
    ----------
    path : str or path-like
        The file; an old one is replaced, through symbolic links.
    alone : bool
        Whether no one else can be writing it, as under a lock. Its temporary name is then always
        the same, so that processes that are killed leave one file behind and not many.

    Yields
    ------
    BinaryIO
        Where to write.

    Raises
    ------
    OSError
        If it cannot be written; the old file is then as it was.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/a.txt") as file:
    ...         _ = file.write(b"all of it")
    ...         before = [is_leftover(name) for name in os.listdir(folder)]
    ...     before, os.listdir(folder)
    ([True], ['a.txt'])
    """
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    if not alone:
        name = f"{name[:_LONGEST_START]}.{os.getpid()}-{threading.get_ident()}"
    temporary = os.path.join(folder, f".{name}{_TEMPORARY}")
    try:
        with open(temporary, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):  # the error that brought us here is the one to tell
            os.unlink(temporary)
        raise
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    """Make sure of a renaming; only POSIX systems can be asked to."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_leftover(name: str) -> bool:
    """Tell whether a file is what a run that was killed did not come to rename.

    Examples
    --------
    >>> is_leftover(".manifest.json.tmp"), is_leftover("manifest.json")
    (True, False)
    """
    return name.startswith(".") and name.endswith(_TEMPORARY)
