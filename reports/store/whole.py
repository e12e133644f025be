"""Files of a results folder, which only the holder of its lock writes."""

from __future__ import annotations

from collections.abc import Iterable

from reports.output import OutputError
from solver.whole import is_leftover, whole_file

__all__ = ["is_leftover", "write_whole"]


def write_whole(path: str, data: Iterable[bytes]) -> None:
    """Write a file that appears whole or not at all.

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
    try:
        with whole_file(path, alone=True) as file:
            file.writelines(data)
    except OSError as error:
        raise OutputError(path, error) from None
