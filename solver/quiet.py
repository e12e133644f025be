"""Keep a library's logger still: what goes wrong is told by this program, in its own words."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["quiet"]


@contextmanager
def quiet(library: str, level: int = logging.CRITICAL) -> Iterator[None]:
    """Let a library log nothing below a level for a while.

    Parameters
    ----------
    library
        The name of its logger.
    level
        The level.

    Examples
    --------
    >>> with quiet("distributed"):
    ...     logging.getLogger("distributed").isEnabledFor(logging.ERROR)
    False
    """
    logger = logging.getLogger(library)
    before = logger.level
    logger.setLevel(level)
    try:
        yield
    finally:
        logger.setLevel(before)
