"""What a file seems to be that holds no records of ``gehtauf solve``, so that this can be said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from deals.errors import FormatError
from deals.files import loads

__all__ = ["REMEDY", "foreign_record", "foreign_text", "not_records"]

REMEDY = "records, which gehtauf solve FILE --proof --format jsonl writes"

_BY_SCHEMA = {
    "advise": "a record of gehtauf advise",
    "analyze": "a record of gehtauf analyze",
    "deals": "a deal that is yet to be solved",
    "graph": "a state graph",
    "manifest": "the manifest of a results folder, which keeps no proofs",
    "odds": "a record of gehtauf odds",
    "part": "a file of a results folder, which keeps no proofs",
    "report": "a record of gehtauf report",
}
_SCHEMA = re.compile(r"gehtauf/(\w+)@\d+")
_BY_BEGINNING = {
    r"PAR1": "a Parquet table",
    r"(id,source,line|folder,game),": "a CSV table",
    r"(?i)<!doctype html": "an HTML page",
    r"<\?xml": "a state graph in GraphML",
    r"digraph ": "a state graph in DOT",
    r"\S+: (won|lost|chance|undecided|error)$": "the text that gehtauf solve or analyze prints",
    r"@\w+ |#": "a file of deals that are yet to be solved",
}


def foreign_text(line: str) -> str | None:
    """Tell what a file seems to be whose first line is no JSON; None if nobody knows.

    Examples
    --------
    >>> foreign_text("q3: won")
    'the text that gehtauf solve or analyze prints'
    >>> foreign_text("q3: 7C 8C 9C")
    'a file of deals that are yet to be solved'
    """
    for beginning, what in _BY_BEGINNING.items():
        if re.match(beginning, line):
            return what
    entries = loads(line)
    if entries and entries[0].error is None:
        return "a file of deals that are yet to be solved"
    return None


def foreign_record(record: Mapping[str, Any]) -> str | None:
    """Tell what a JSON object seems to be that is no solve record; None if nobody knows.

    Examples
    --------
    >>> foreign_record({"schema": "gehtauf/odds@1"})
    'a record of gehtauf odds'
    """
    schema = record.get("schema")
    if schema is None:
        return _BY_SCHEMA["deals"] if "cards" in record else None
    named = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    return _BY_SCHEMA.get(named[1]) if named else None


def not_records(
    seems: str | None, source: str, line: int, column: int, *, text: str | None = None
) -> FormatError:
    """Make the error for what is no solve record: what it seems to be, and the remedy."""
    what = "not a record of gehtauf solve" + (f"; it seems to be {seems}" if seems else "")
    return FormatError(what, file=source, line=line, column=column, text=text, expected=REMEDY)
