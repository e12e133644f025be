"""Records as JSON, JSON Lines and CSV, written one after the other as they come."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Record = Mapping[str, Any]


class RecordWriter(Protocol):
    """A format: text before the first record, for each record, and after the last."""

    def head(self) -> str:
        """Return what stands before the first record."""

    def record(self, record: Record) -> str:
        """Return a record as text."""

    def foot(self) -> str:
        """Return what stands after the last record."""


class JsonLines:
    r"""One JSON object a line, in ASCII, so that no console can spoil it.

    Examples
    --------
    >>> JsonLines().record({"id": "z1", "line": 3})
    '{"id": "z1", "line": 3}\n'
    """

    def head(self) -> str:
        """Return nothing."""
        return ""

    def record(self, record: Record) -> str:
        """Return the record on one line."""
        return json.dumps(record, allow_nan=False) + "\n"

    def foot(self) -> str:
        """Return nothing."""
        return ""


class JsonArray:
    r"""One JSON array of all records, each on a line of its own.

    Examples
    --------
    >>> writer = JsonArray()
    >>> writer.head() + writer.record({"n": 1}) + writer.record({"n": 2}) + writer.foot()
    '[\n{"n": 1},\n{"n": 2}\n]\n'
    >>> JsonArray().head() + JsonArray().foot()
    '[]\n'
    """

    def __init__(self) -> None:
        self._empty = True

    def head(self) -> str:
        """Return the opening bracket."""
        return "["

    def record(self, record: Record) -> str:
        """Return the record on a line of its own, after a comma if it is not the first."""
        before = "\n" if self._empty else ",\n"
        self._empty = False
        return before + json.dumps(record, allow_nan=False)

    def foot(self) -> str:
        """Return the closing bracket."""
        return "]\n" if self._empty else "\n]\n"


class Csv:
    r"""One line a record under a line of column names; a nested value fills no cell.

    Parameters
    ----------
    columns : sequence of str
        The columns; ``reason.kind`` is the field ``kind`` of the record's ``reason``.

    Examples
    --------
    >>> writer = Csv(["id", "reason.kind"])
    >>> writer.head() + writer.record({"id": "a,b", "reason": {"kind": "parity"}})
    'id,reason.kind\n"a,b",parity\n'
    """

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns

    def head(self) -> str:
        """Return the column names."""
        return self._row(self._columns)

    def record(self, record: Record) -> str:
        """Return the record's cells; what is null or absent is empty."""
        return self._row([_cell(record, column) for column in self._columns])

    def foot(self) -> str:
        """Return nothing."""
        return ""

    @staticmethod
    def _row(cells: Sequence[object]) -> str:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        return line.getvalue()


def _cell(record: Record, column: str) -> object:
    value: Any = record
    for key in column.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else value


_SOLVE_COLUMNS = (
    "id",
    "source",
    "line",
    "game",
    *("rules.deck", "rules.match", "rules.sizes", "rules.cover", "rules.goal", "rules.width"),
    *("rules.redeal", "rules.passes", "rules.target", "rules.suits"),
    "verdict",
    "cards_left",
    "moves",
    "states",
    "chance.exact",
    "chance.value",
    "reason.kind",
    "error.message",
)

FORMATS: Mapping[str, Callable[[], RecordWriter]] = {
    "json": JsonArray,
    "jsonl": JsonLines,
    "csv": lambda: Csv(_SOLVE_COLUMNS),
}
"""The formats of solve records by name."""
