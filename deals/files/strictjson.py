"""Strict JSON with the standard library's speed: what it refuses has a line and a column."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NoReturn

from deals.errors import FormatError
from deals.files.jsonplaces import (
    DEEPEST,
    HALF_A_PAIR,
    TOO_DEEP,
    JsonFault,
    JsonText,
    Members,
    Node,
    Unfit,
)
from deals.files.lines import Line

__all__ = ["element_places", "read_json"]

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
# Looking for a place takes a hundred times as long as reading, and far more memory.
_LONGEST_SEARCH = 1 << 22


def read_json(text: str, line: int = 1) -> Any:
    r"""Read a JSON text, or say where it is none.

    Parameters
    ----------
    text
        The text.
    line
        The number of its first line.

    Returns
    -------
    dict, list, str, int, float, bool or None
        The value.

    Raises
    ------
    FormatError
        If the text is not JSON, has a key twice in one object or a number out of bounds, or is
        nested more than 50 deep; with line and column.

    Examples
    --------
    >>> read_json('{"id": "z1"}')
    {'id': 'z1'}
    >>> print(read_json('{"id": 1,\n "id": 2}', 7))
    Traceback (most recent call last):
    ...
    deals.errors.FormatError: 8:2: the same key stands twice in one object (read 'id')
    """
    if _is_deep(text):
        _refuse_fault(text, line)
        raise FormatError(f"broken JSON: {TOO_DEEP}", line=line, column=1)
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_unfit, parse_float=_fraction
        )
    except json.JSONDecodeError as error:
        line, column = line + error.lineno - 1, error.colno
        raise FormatError(f"broken JSON: {error.msg}", line=line, column=column) from None
    except (ValueError, RecursionError) as error:  # from the hooks, or thousands of digits
        _refuse_fault(text, line)
        raise FormatError(f"not strict JSON: {error}", line=line, column=1) from None


def element_places(text: str, line: int = 1) -> list[tuple[int, int]]:
    r"""Tell line and column of each element of a JSON array.

    Parameters
    ----------
    text
        The array; one that is too long to be searched has its own place for every element.
    line
        The number of its first line.

    Returns
    -------
    list of (int, int)
        Line and column of each element.

    Examples
    --------
    >>> element_places('[1,\n  {"a": [2]}, 3]', 5)
    [(5, 2), (6, 3), (6, 15)]
    """
    if len(text) > _LONGEST_SEARCH:
        return [(line, 1)] * len(json.loads(text))
    places = _places(text, line)
    return [places.place(node.start) for node in places.elements()]


def _places(text: str, line: int) -> JsonText:
    return JsonText(Line(n, physical) for n, physical in enumerate(text.split("\n"), line))


def _refuse_fault(text: str, line: int) -> None:
    """Raise the error that names the first fault of a text, if there is one."""
    if len(text) > _LONGEST_SEARCH:
        return
    places = _places(text, line)
    try:
        node = places.read()
    except JsonFault as fault:
        raise places.broken(fault) from None
    _refuse_unfit(places, [node])


def _refuse_unfit(places: JsonText, nodes: Iterable[Node]) -> None:
    for node in nodes:
        value = node.value
        if isinstance(value, Unfit) and value != HALF_A_PAIR:
            raise places.error(value.why, node.start)
        if isinstance(value, list):
            _refuse_unfit(places, value)
        if isinstance(value, Members):
            seen = set()
            for key, start, member in value.items:
                if key in seen:
                    message = "the same key stands twice in one object"
                    raise places.error(message, start, text=key)
                seen.add(key)
                _refuse_unfit(places, [member])


def _is_deep(text: str) -> bool:
    """Tell whether a text is nested too deeply, as far as it is JSON at all."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    brackets = _BRACKET.findall(_STRING.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("an object has a key twice")
    return made


def _fraction(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _unfit(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
