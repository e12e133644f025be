"""Deal files in JSON: one object a line, a single object, or an array of objects."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, TextIO

from deals.cards import format_card
from deals.errors import FormatError
from deals.files.entry import SETTINGS, Draft, Entry, check_id, is_value
from deals.files.jsonfields import is_extra, read_deal
from deals.files.jsonplaces import JsonFault, JsonText
from deals.files.lines import Line, as_stream, read_lines

__all__ = ["dump", "dumps", "load", "load_lines", "loads"]

_MOST_LINES = 10_000  # of one object: far more than a deal can need
# A string, which no line end can interrupt, or a bracket.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')


def load(stream: BinaryIO, source: str) -> Iterator[Entry]:
    """Read the deals of a JSON file; of JSON Lines, each as soon as its line is there.

    Parameters
    ----------
    stream
        The bytes of the file, UTF-8.
    source
        The name of the file, for entries and errors.

    Yields
    ------
    Entry
        Every deal. One that cannot be read has an error and does not stop the others, but
        after a place where an array is no JSON, nothing more is read.

    Examples
    --------
    >>> from io import BytesIO
    >>> line = b'{"id": "a1", "game": "quadrat", "deck": "1x2", "cards": ["AS", "AC"]}'
    >>> [entry] = load(BytesIO(line), "a.jsonl")
    >>> entry.id, entry.orders, entry.columns, entry.line
    ('a1', ((13, 0),), ((59, 65),), 1)
    """
    return load_lines(read_lines(stream, source), source)


def loads(text: str, source: str = "<string>") -> list[Entry]:
    """Read the deals of a JSON text; see `load`.

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
    >>> print(loads('{"id": "a1", "crads": []}')[0].error)  # doctest: +ELLIPSIS
    <string>:1:14: unknown key; did you mean cards? (read 'crads'; expected one of: id, ...
    """
    return list(load(as_stream(text), source))


def load_lines(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Read the deals in lines that are already at hand; see `load`.

    Parameters
    ----------
    lines
        The lines of the file.
    source
        The name of the file.

    Yields
    ------
    Entry
        Every deal.
    """
    rest = iter(lines)
    for line in rest:
        if not line.blank:
            read = _load_array if _begins(line, "[") else _load_objects
            yield from read(chain([line], rest), source)
            return


def _begins(line: Line, bracket: str) -> bool:
    return line.text.lstrip(" \t\r").startswith(bracket)


def _load_array(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    whole = list(lines)
    for line in whole:
        if line.error:
            yield Draft(source, line.number).entry(line.error)
            return
    text = JsonText(whole)
    try:
        for node in text.elements():
            yield read_deal(text, node, source)
        text.finish()
    except JsonFault as fault:
        error = text.broken(fault)
        yield Draft(source, error.line).entry(error)


def _load_objects(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Read objects that begin on a line of their own and may go on over the next ones.

    An object ends where it is complete, so the first deal of an endless stream comes at once.
    A line that begins with '{' always begins an object: a broken one does not take the next
    with it.
    """
    held: list[Line] = []  # the lines of an object that is not complete yet
    depth = 0  # brackets that are still open after these
    passing = False  # over the rest of a broken object of several lines
    for line in lines:
        begins = _begins(line, "{")
        if line.blank or (passing and not begins):
            continue
        if held and (begins or line.error):
            yield _read_object(held, source)[0]
            held = []
        passing = False
        if line.error:
            yield Draft(source, line.number).entry(line.error)
            continue
        held.append(line)
        depth = depth + _opened(line) if len(held) > 1 else 0
        if depth > 0:  # read anew after each line, a long object would take for ever
            unfinished = True
        else:
            entry, unfinished = _read_object(held, source)
        if unfinished and _begins(held[0], "{"):
            if len(held) < _MOST_LINES:
                depth = _opened(line) if len(held) == 1 else depth
                continue
            error = FormatError(f"a deal of more than {_MOST_LINES} lines", column=1)
            entry = Draft(source, held[0].number).entry(error)
        yield entry
        passing = entry.error is not None and len(held) > 1
        held = []
    if held:
        yield _read_object(held, source)[0]


def _opened(line: Line) -> int:
    """Count the brackets that a line opens, less those it closes."""
    marks = _STRING_OR_BRACKET.findall(line.text)
    return sum((mark in "[{") - (mark in "]}") for mark in marks)


def _read_object(lines: list[Line], source: str) -> tuple[Entry, bool]:
    """Read one object; say also whether it would need more lines to be complete."""
    text = JsonText(lines)
    try:
        node = text.read()
        text.finish()
    except JsonFault as fault:
        error = text.broken(fault)
        return Draft(source, lines[0].number).entry(error), fault.unfinished
    return read_deal(text, node, source), False


def dump(entries: Iterable[Entry], stream: TextIO) -> None:
    """Write deals as JSON Lines.

    Parameters
    ----------
    entries
        The deals.
    stream
        Where to write.

    Raises
    ------
    GehtaufError
        If an entry has an error, or does not fit the format: a value of a setting that is no
        string, integer or list of integers, extra fields with reserved names, or what is no JSON.
    """
    for entry in entries:
        if entry.error is not None:
            raise entry.error
        record = _record(entry)
        try:
            line = json.dumps(record, ensure_ascii=False, allow_nan=False)
        except (RecursionError, TypeError, ValueError):  # the words differ from Python to Python
            raise _unwritable(entry, "what it carries along is no JSON") from None
        stream.write(line + "\n")


def dumps(entries: Iterable[Entry]) -> str:
    r"""Write deals as one text; see `dump`.

    Parameters
    ----------
    entries
        The deals.

    Returns
    -------
    str
        What a file would hold.

    Examples
    --------
    >>> print(dumps(loads('[{"cards": ["10♥"], "width": 1, "game": "zudecken"}]')), end="")
    {"game": "zudecken", "width": 1, "cards": ["TH"]}
    """
    stream = io.StringIO()
    dump(entries, stream)
    return stream.getvalue()


def _record(entry: Entry) -> dict[str, object]:
    if not entry.orders:
        raise _unwritable(entry, "it has no cards")
    record: dict[str, object] = {}
    if entry.id is not None:
        record["id"] = check_id(entry.id)
    for key in SETTINGS:
        if key in entry.settings:
            record[key] = entry.settings[key].value
            if not is_value(record[key]):
                raise _unwritable(entry, f"its {key} cannot be {record[key]!r}")
    first, *later = ([format_card(card) for card in order] for order in entry.orders)
    record["cards"] = first
    if later:
        record["redeals"] = later
    unknown = [key for key in entry.settings if key not in SETTINGS]
    unknown += [key for key in entry.extra if not is_extra(key)]
    if unknown:
        raise _unwritable(entry, f"a deal file has no room for {', '.join(unknown)}")
    return {**record, **entry.extra}


def _unwritable(entry: Entry, why: str) -> FormatError:
    name = "a deal" if entry.id is None else f"deal {entry.id}"
    return FormatError(
        f"{name} cannot be written as JSON: {why}", file=entry.source, line=entry.line
    )
