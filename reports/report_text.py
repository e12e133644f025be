"""Report records as text for people, as a Markdown table, and as CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from reports.paint import Paint
from reports.summary import words
from reports.summary.compared_words import difference, how_compared
from reports.summary.rare_words import RAREST, rare_deals
from reports.table import Csv, JsonArray, RecordWriter

Record = Mapping[str, Any]

_INDENT = "    "


def report_text(records: Sequence[Record], paint: Paint) -> str:
    """Return the reports of folders one after the other, and how they compare.

    Parameters
    ----------
    records : sequence of mapping
        The report records.
    paint : Paint
        How it is to look.

    Returns
    -------
    str
    """
    names = words.names_of(records)
    narrow = paint.narrowed(len(_INDENT))
    parts = []
    for name, record in zip(names, records, strict=True):
        body = [_INDENT + line if line else "" for line in _folder(record, narrow)]
        heading = [f"{paint.word(name, 'bold')}:", *words.how_much(record).split(" ")]
        parts.append("\n".join([*paint.wrap(heading), *body]))
    if len(records) > 1:
        parts.append("\n".join(_comparison(names, records, paint)))
    return "\n\n".join(parts) + "\n"


def _folder(record: Record, paint: Paint) -> Iterator[str]:
    yield from _said(paint, words.sentence(record))
    yield from _said(paint, words.open_deals(record))
    if record["errors"]:
        yield from _said(paint, "What could not be read is in the folder's errors.jsonl.")
    if not record["complete"]:
        yield from _said(paint, "gehtauf batch --resume goes on with the folder.")
    for head, rows in (
        (("verdict", "deals", "share"), words.verdict_rows(record)),
        (
            ("", *words.SPREAD_COLUMNS),
            [(row.name, *row.cells) for row in words.spread_rows(record)],
        ),
        (("difficulty", "won deals", "share"), words.difficulty_rows(record)),
        (words.PASS_COLUMNS, words.pass_rows(record)),
    ):
        if rows:
            yield from ["", *paint.table([head, *rows])]
    for kind, heading in RAREST.items():
        deals = rare_deals(kind, record["rarest"][kind])
        if deals:
            listed = [f"{deal}," for deal in deals[:-1]] + deals[-1:]
            yield from ["", *paint.wrap([*f"{heading}:".split(" "), *listed])]


def _said(paint: Paint, text: str) -> list[str]:
    """Return lines of a text; no line ends between a number and its per cent sign."""
    return paint.wrap(re.split(" (?!%)", text)) if text else []


def _comparison(names: Sequence[str], records: Sequence[Record], paint: Paint) -> Iterator[str]:
    yield f"{paint.word('Side by side', 'bold')}: shares that come out"
    yield ""
    interval = f"{words.level_of(records[0])} interval"
    rows = [("", "deals", "share", interval, "difference", interval)]
    for name, record in zip(names, records, strict=True):
        cells = (f"{record['deals']:,}", words.share_won(record), words.between(record["interval"]))
        rows.append((name, *cells, *difference(records[0], record)))
    yield from paint.table(rows)
    yield ""
    yield from _said(paint, "Differences from 1 are in percentage points.")
    for place, (name, record) in enumerate(zip(names, records, strict=True), 1):
        how = how_compared(records[0], record, place)
        if how:
            yield from _said(paint, f"{name}: compared {how}.")


def report_markdown(records: Sequence[Record]) -> str:
    """Return a Markdown table with a row for each folder.

    Parameters
    ----------
    records : sequence of mapping
        The report records.

    Returns
    -------
    str
    """
    level = words.level_of(records[0]) if records else ""
    head = ["variant", "deals", "won", "lost", "open", "unreadable", "share won"]
    head += [f"{level} Wilson", f"{level} Clopper-Pearson"]
    if len(records) > 1:
        head += ["difference from the first", f"its {level} interval", "compared by"]
    lines = [_row([*head, "folder"]), _row(["---", *["---:"] * (len(head) - 1), "---"])]
    for record in records:
        cells = [record["variant"], *(f"{record[key]:,}" for key in ("deals", "won", "lost"))]
        cells += [f"{record['undecided'] + record['chance']:,}", f"{record['errors']:,}"]
        cells += [words.share_won(record), words.between(record["interval"])]
        cells += [words.between(record["exact_interval"])]
        if len(records) > 1:
            compared = record["comparison"]
            cells += difference(records[0], record)
            cells += [compared["interval"]["method"] if compared else ""]
        unfinished = "" if record["complete"] else " (unfinished)"
        lines.append(_row([*cells, record["folder"] + unfinished]))
    return "\n".join(lines) + "\n"


_MARKUP = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|#&~"} | {"\n": " ", "\r": " "})


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.translate(_MARKUP) for cell in cells)} |"


_COLUMNS = (
    *("folder", "game", "variant", "numbers", "detail", "complete", "expected"),
    *("deals", "won", "lost", "undecided", "chance", "errors", "share", "share_at_most"),
    *("interval.level", "interval.low", "interval.high"),
    *("exact_interval.low", "exact_interval.high"),
    *("comparison.interval.method", "comparison.deals", "comparison.only_here"),
    *("comparison.only_there", "comparison.difference"),
    *("comparison.interval.low", "comparison.interval.high"),
)


def _in_rows(records: Iterable[Record], writer: RecordWriter) -> str:
    return writer.head() + "".join(map(writer.record, records)) + writer.foot()


def report_csv(records: Sequence[Record]) -> str:
    """Return a line of CSV for each folder, under a line of column names."""
    told = ({**record, "complete": str(record["complete"]).lower()} for record in records)
    return _in_rows(told, Csv(_COLUMNS))


FORMATS: Mapping[str, Callable[[Sequence[Record], Paint], str]] = {
    "text": report_text,
    "json": lambda records, _: _in_rows(records, JsonArray()),
    "markdown": lambda records, _: report_markdown(records),
    "csv": lambda records, _: report_csv(records),
}
"""The formats of reports by name: functions of all records and of how text is to look."""
