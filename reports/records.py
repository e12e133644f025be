"""Solve records read back from JSON or JSON Lines, one broken record not stopping the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from deals.errors import FormatError, GehtaufError
from deals.files.lines import decode
from deals.files.strictjson import element_places, read_json
from reports.foreign import foreign_record, foreign_text, not_records

_BOM = b"\xef\xbb\xbf"
_LONGEST = 1 << 27  # bytes of one line, or of an array; what never ends must not fill the memory


class Read(NamedTuple):
    """A record with the line it was read from, or what is wrong with it."""

    line: int
    record: dict[str, Any] | GehtaufError


def read_records(stream: BinaryIO, source: str) -> Iterator[Read]:
    r"""Read records: an object a line, one object over several lines, or an array of objects.

    Parameters
    ----------
    stream : BinaryIO
        The bytes, UTF-8.
    source : str
        The file's name, for errors.

    Yields
    ------
    Read
        Of JSON Lines each as soon as its line is there. Of a file that begins as no file of solve
        records does, one error that says what it seems to be.

    Examples
    --------
    >>> from io import BytesIO
    >>> [read.record for read in read_records(BytesIO(b'[{"id": "z1"},\n{"id": "z2"}]'), "a")]
    [{'id': 'z1'}, {'id': 'z2'}]
    >>> print(next(read_records(BytesIO(b'{"id": NaN}'), "a")).record)
    a:1:8: NaN is no JSON value
    """
    first = True
    for number, line in enumerate(iter(lambda: stream.readline(_LONGEST), b""), 1):
        if len(line) == _LONGEST:
            error = FormatError("the line is too long", file=source, line=number, column=1)
            yield Read(number, error)
            return
        if not line.strip():
            continue
        if first and not line.removeprefix(_BOM).lstrip().startswith((b"{", b"[")):
            yield Read(number, _no_json(line, source, number))
            return
        value = _parsed(line, source, number)
        if first and isinstance(value, FormatError) and _goes_on(line):
            line += stream.read(_LONGEST)
            value = _parsed(line, source, number)
        records = value if isinstance(value, list) else [value]
        if isinstance(value, list) and not all(map(_is_welcome, value)):
            places = element_places(decode(line, source, number), number)
        else:
            places = [(number, _first_column(line))] * len(records)
        for record, place in zip(records, places, strict=True):
            checked = _checked(record, source, *place)
            yield Read(number, checked)
            if first and isinstance(record, dict) and isinstance(checked, FormatError):
                return  # the same would be said of every deal of a long file
            first = False
        first = False


def _no_json(data: bytes, source: str, line: int) -> FormatError:
    """Tell what is wrong with a file that does not begin as JSON does."""
    seems = foreign_text(data.removeprefix(_BOM).decode(errors="replace").strip())
    if seems:
        return not_records(seems, source, line, _first_column(data))
    try:
        text = decode(data, source, line).strip()
    except FormatError as error:
        return error
    return not_records(None, source, line, _first_column(data), text=text)


def _first_column(line: bytes) -> int:
    """Return the column where something begins in a line; blanks are of one byte here."""
    plain = line.removeprefix(_BOM)
    return len(plain) - len(plain.lstrip()) + 1


def _is_welcome(record: object) -> bool:
    return isinstance(record, dict) and not foreign_record(record)


def _checked(record: object, source: str, line: int, column: int) -> dict[str, Any] | FormatError:
    """Return a record, or what is wrong with it at first sight."""
    if isinstance(record, FormatError):
        return record
    if not isinstance(record, dict):
        return not_records(None, source, line, column, text=json.dumps(record))
    seems = foreign_record(record)
    return not_records(seems, source, line, column) if seems else record


def _goes_on(line: bytes) -> bool:
    """Tell whether an array or object that begins here may be meant to end on a later line."""
    return line.rstrip()[-1:] != b"}" or line.lstrip()[:1] == b"["


def _parsed(data: bytes, source: str, line: int) -> Any:
    """Return the JSON value of a text, or the error that names the place."""
    try:
        return read_json(decode(data, source, line), line)
    except FormatError as error:
        return error.at(file=source)
