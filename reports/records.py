"""Solve records read back from JSON or JSON Lines, one broken record not stopping the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, NoReturn

from deals.errors import FormatError, GehtaufError

_LONGEST = 1 << 27  # bytes of one line, or of an array; what never ends must not fill the memory
_BOM = b"\xef\xbb\xbf"


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
        Of JSON Lines each as soon as its line is there.

    Examples
    --------
    >>> from io import BytesIO
    >>> [read.record for read in read_records(BytesIO(b'[{"id": "z1"},\n{"id": "z2"}]'), "a")]
    [{'id': 'z1'}, {'id': 'z2'}]
    >>> print(next(read_records(BytesIO(b'{"id": NaN}'), "a")).record)
    a:1: NaN is no JSON value
    """
    first = True
    for number, line in enumerate(iter(lambda: stream.readline(_LONGEST), b""), 1):
        if len(line) == _LONGEST:
            yield Read(number, FormatError("the line is too long", file=source, line=number))
            return
        line = line.removeprefix(_BOM) if number == 1 else line
        if not line.strip():
            continue
        value = _parse(line, source, number)
        if first and isinstance(value, FormatError) and _goes_on(line):
            value = _parse(line + stream.read(_LONGEST), source, number)
        first = False
        for record in value if isinstance(value, list) else [value]:
            if not isinstance(record, dict | FormatError):
                record = FormatError(
                    "not a record",
                    file=source,
                    line=number,
                    text=json.dumps(record)[:40],
                    expected="a JSON object",
                )
            yield Read(number, record)


def _goes_on(line: bytes) -> bool:
    """Tell whether an array or object that begins here may be meant to end on a later line."""
    return line.rstrip()[-1:] != b"}" or line.lstrip()[:1] == b"["


def _parse(text: bytes, source: str, line: int) -> Any:
    """Return the JSON value of a text, or the error that names the place."""
    try:
        return json.loads(text.decode(), object_pairs_hook=_object, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        return FormatError("not UTF-8 text", file=source, line=line, column=error.start + 1)
    except json.JSONDecodeError as error:
        line, column = line + error.lineno - 1, error.colno
        return FormatError(f"broken JSON: {error.msg}", file=source, line=line, column=column)
    except RecursionError:
        return FormatError("JSON nested too deeply", file=source, line=line, column=1)
    except ValueError as error:  # from the hooks, or a number of thousands of digits
        return FormatError(str(error), file=source, line=line)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a JSON object has a key twice")
    return made


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
