"""Columns as arrays: their types, and how those of several pieces become those of a chunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from solver.columns import COUNTS, VERDICTS, Columns

_TYPES: Mapping[str, tuple[Any, Any]] = {
    "verdict": (np.uint8, VERDICTS.index("error")),
    "cards_left": (np.int16, -1),
    **dict.fromkeys(COUNTS, (np.uint32, 0)),
    "lines": (object, ""),
    "winning_lines": (object, ""),
    "random_win": (np.float64, 0.0),
    "passes": (np.uint8, 0),
    "left": (np.uint8, 0),
}
"""The type of each column, and its value for a deal that could not be read."""


def blank(names: Sequence[str], rows: int, passes: int = 0) -> Columns:
    """Return columns for deals none of which could be read.

    Parameters
    ----------
    names : sequence of str
        Which columns.
    rows : int
        How many deals.
    passes : int
        How many values a row of ``left`` has.

    Examples
    --------
    >>> {name: column.tolist() for name, column in blank(("verdict", "cards_left"), 2).items()}
    {'verdict': [4, 4], 'cards_left': [-1, -1]}
    """
    columns = {}
    for name in names:
        kind, value = _TYPES[name]
        columns[name] = np.full((rows, passes) if name == "left" else rows, value, dtype=kind)
    return columns


def scatter(
    names: Sequence[str], rows: int, parts: Sequence[tuple[Sequence[int], Columns]]
) -> Columns:
    """Return the columns of a chunk; a deal that is in no part could not be read.

    Parameters
    ----------
    names : sequence of str
        Which columns.
    rows : int
        Deals in the chunk.
    parts : sequence of (places, columns)
        Where the deals of each part stand in the chunk, and what is known of them.

    Examples
    --------
    >>> part = {"verdict": np.array([0, 1], np.uint8), "cards_left": np.array([0, 8], np.int16)}
    >>> scatter(("verdict", "cards_left"), 3, [([0, 2], part)])["cards_left"].tolist()
    [0, -1, 8]
    """
    passes = max((part["left"].shape[1] for _, part in parts if "left" in part), default=0)
    columns = blank(names, rows, passes)
    for places, part in parts:
        # As a slice where that can be: a list of a million places would take long.
        at = slice(places.start, places.stop) if isinstance(places, range) else list(places)
        for name in names:
            if name == "left":
                columns[name][at, : part[name].shape[1]] = part[name]
            else:
                columns[name][at] = part[name]
    return columns
