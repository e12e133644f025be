"""How a results folder compares with the first one, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deals.words import count
from reports.summary import words

Record = Mapping[str, Any]


def difference(first: Record, record: Record) -> tuple[str, str]:
    """Return how a folder differs from the first one, and the interval; in percentage points.

    Open deals leave the difference unknown. For the first folder itself both are empty.
    """
    comparison = record["comparison"]
    if comparison is None:
        return "", ""
    interval = comparison["interval"]
    digits = words.decimals(interval)
    known = not words.has_open(first) and not words.has_open(record)
    ends = (words.points(interval[end], digits) for end in ("low", "high"))
    return words.points(comparison["difference"] if known else None, digits), " to ".join(ends)


def how_compared(first: Record, record: Record, place: int) -> str:
    """Return how a folder was compared with the first one; nothing for that one.

    Parameters
    ----------
    first, record : mapping
        The two report records.
    place : int
        The number of the folder; the first one has 1.

    Examples
    --------
    >>> pairs = {"deals": 20, "only_here": 3, "only_there": 0}
    >>> known = {"undecided": 0, "chance": 0, "comparison": pairs}
    >>> how_compared(known, known, 2)
    'on the same 20 deals: 3 come out only in 2, none only in 1'
    """
    comparison = record["comparison"]
    if comparison is None:
        return ""
    if comparison["deals"] is None:
        return "as separate samples"
    here, there = comparison["only_here"], comparison["only_there"]
    same = f"on the same {count(comparison['deals'], 'deal')}"
    if words.has_open(first) or words.has_open(record):
        # A win that is known in one folder may yet be found in the other.
        wins = "is a known win" if here == 1 else "are known wins"
        in_one = f"{_so_many(there)} in 1 but not in {place}"
        return f"{same}: {_so_many(here)} {wins} in {place} but not in 1, {in_one}"
    if not here and not there:
        return f"{same}: the same ones come out"
    comes = "comes" if here == 1 else "come"
    return f"{same}: {_so_many(here)} {comes} out only in {place}, {_so_many(there)} only in 1"


def _so_many(number: int) -> str:
    return f"{number:,}" if number else "none"
