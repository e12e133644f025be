"""Deal files of either kind: the first character tells JSON from text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from deals.files import jsonl
from deals.files import text as plain
from deals.files.entry import Entry
from deals.files.lines import as_stream, read_lines

__all__ = ["load", "loads"]


def load(stream: BinaryIO, source: str) -> Iterator[Entry]:
    """Read the deals of a file, whichever format it has.

    Parameters
    ----------
    stream
        The bytes of the file, UTF-8. If the first character that is no blank is ``{`` or
        ``[``, with which no card and no setting begins, the file is JSON.
    source
        The name of the file, for entries and errors.

    Yields
    ------
    Entry
        Every deal, as soon as it is there (those of a JSON array at its end). A deal that
        cannot be read has an error and does not stop the others.

    Examples
    --------
    >>> from io import BytesIO
    >>> for data in (b"a1: AS AC", b'{"id": "a1", "cards": ["AS", "AC"]}'):
    ...     print([(entry.id, entry.orders) for entry in load(BytesIO(data), "a")])
    [('a1', ((13, 0),))]
    [('a1', ((13, 0),))]
    """
    lines = read_lines(stream, source)
    for line in lines:
        if not line.blank:
            is_json = line.text.lstrip(" \t\r").startswith(("{", "["))
            reader = jsonl if is_json else plain
            yield from reader.load_lines(chain([line], lines), source)
            return  # the reader may have stopped before the end of the file


def loads(text: str, source: str = "<string>") -> list[Entry]:
    """Read the deals of a text, whichever format it has; see `load`.

    Parameters
    ----------
    text
        What a file would hold.
    source
        The name to use in entries and errors.

    Returns
    -------
    list of Entry
        All deals, the unreadable ones with an error.

    Examples
    --------
    >>> len(loads('[{"cards": ["AS"]}, {"cards": ["AC"]}]'))
    2
    """
    return list(load(as_stream(text), source))
