"""What every reader promises of what it refuses: a message of one line that names the place."""

from __future__ import annotations

import pickle

from deals.errors import GehtaufError

LONGEST = 5_000  # characters of a message; a record may be megabytes long


def check_refusal(
    error: GehtaufError,
    source: str | None = None,
    *,
    folder: str | None = None,
    placed: bool = True,
    column: bool = True,
) -> None:
    """Check the error that a reader has raised or given back.

    Parameters
    ----------
    error
        The error.
    source
        The file it must name, if it was read from one.
    folder
        The folder of the file it must name, if one of several was at fault.
    placed, column
        Whether it must name a line there, and a column.
    """
    text = str(error)
    assert error.message, "a refusal says why"
    assert text.isprintable(), f"a message is one line without control characters: {text!r}"
    assert len(text) <= LONGEST, f"a message of {len(text)} characters: {text[:100]!r}"
    assert str(pickle.loads(pickle.dumps(error))) == text
    assert folder is None or (error.file or "").startswith(folder), f"no file is named: {text}"
    if source is None:
        return
    assert error.file == source, f"the file {source} is not named: {text}"
    for place in (error.line, error.column):
        assert place is None or place >= 1, f"places count from 1: {text}"
    if placed:
        assert error.line is not None, f"no line is named: {text}"
        assert error.column is not None or not column, f"no column is named: {text}"
