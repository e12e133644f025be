"""Files of a results folder that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from reports.output import OutputError

_TEMPORARY = ".tmp"


def write_whole(path: str, data: Iterable[bytes]) -> None:
    """Write a file under a temporary name beside it, make sure of it, and rename it.

    Parameters
    ----------
    path : str
        The file; an old one is replaced.
    data : iterable of bytes
        All of it, in pieces.

    Raises
    ------
    OutputError
        If it cannot be written; the old file is then as it was.
    """
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}{_TEMPORARY}")
    try:
        try:
            with open(temporary, "wb") as file:
                file.writelines(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        _sync_folder(folder)
    except OSError as error:
        raise OutputError(path, error) from None


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
