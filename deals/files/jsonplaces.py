"""JSON in which every value knows its place, so that errors can name line and column.

The standard library's decoder reads the strings and numbers; the brackets are read here,
since that decoder forgets where a value stood, and fails on deep nesting without a place.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from deals.errors import FormatError
from deals.files.lines import Line

__all__ = [
    "DEEPEST",
    "HALF_A_PAIR",
    "TOO_DEEP",
    "JsonFault",
    "JsonText",
    "Members",
    "Node",
    "Unfit",
]

DEEPEST = 50  # levels of nesting
TOO_DEEP = f"nested more than {DEEPEST} deep"
_LONGEST_NUMBER = 400  # digits
_BLANKS = re.compile(r"[ \t\r\n]*")
_PLAIN_STRING = re.compile(r'"([ -!#-\[\]-~]*)"')  # printable ASCII without escapes
_SURROGATE = re.compile("[\ud800-\udfff]")


class Unfit(NamedTuple):
    """Stands for a value that can be passed over but not used, and says why."""

    why: str


HALF_A_PAIR = Unfit("a string holds half a surrogate pair")


class Node(NamedTuple):
    """A value and the offset where it begins.

    `value` is a ``str``, ``int``, ``float``, ``bool``, ``None`` or `Unfit`, a list of nodes
    for an array, or `Members` for an object.
    """

    value: object
    start: int


class Members(NamedTuple):
    """The members of an object in their order: key, offset of the key, value."""

    items: list[tuple[str, int, Node]]


class JsonFault(Exception):  # noqa: N818 (never leaves this package)
    """A text that is not JSON, from some offset on."""

    def __init__(self, message: str, offset: int, *, unfinished: bool = False) -> None:
        super().__init__(message)
        self.offset = offset
        self.unfinished = unfinished  # the text ended where more was due


class JsonText:
    """A text made of physical lines, read from front to back, value by value.

    Parameters
    ----------
    lines
        The lines; their numbers need not follow on each other.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._numbers: list[int] = []
        self._starts: list[int] = []
        texts = []
        length = 0
        for line in lines:
            self._numbers.append(line.number)
            self._starts.append(length)
            texts.append(line.text)
            length += len(line.text) + 1
        self._text = "\n".join(texts)
        self._cursor = 0

    def place(self, offset: int) -> tuple[int, int]:
        """Tell line and column of an offset."""
        i = bisect_right(self._starts, offset) - 1
        return self._numbers[i], offset - self._starts[i] + 1

    def error(
        self, message: str, offset: int, *, text: str | None = None, expected: str | None = None
    ) -> FormatError:
        """Make the error for something at an offset."""
        line, column = self.place(offset)
        return FormatError(message, line=line, column=column, text=text, expected=expected)

    def broken(self, fault: JsonFault) -> FormatError:
        """Make the error for a text that is not JSON."""
        found = self._text[fault.offset : fault.offset + 20].partition("\n")[0]
        return self.error(f"broken JSON: {fault}", fault.offset, text=found or None)

    def read(self, depth: int = 0) -> Node:
        """Read the value that comes next.

        Raises
        ------
        JsonFault
            Where the text is not JSON.
        """
        start, mark = self._next()
        if mark == "[":
            return Node(list(self.elements(depth)), start)
        if mark == "{":
            return Node(Members(list(self._members(depth))), start)
        return self._scalar(start)

    def elements(self, depth: int = 0) -> Iterator[Node]:
        """Read the array that comes next, element by element.

        Raises
        ------
        JsonFault
            Where the text is not JSON.
        """
        self._open(depth)
        if self._next()[1] == "]":
            self._cursor += 1
            return
        yield self.read(depth + 1)
        while self._goes_on("]"):
            yield self.read(depth + 1)

    def finish(self) -> None:
        """Make sure that nothing more stands in the text.

        Raises
        ------
        JsonFault
            If something does.
        """
        start, mark = self._next(needed=False)
        if mark:
            raise JsonFault("something follows after the end", start)

    def _next(self, *, needed: bool = True) -> tuple[int, str]:
        """Pass over blanks; give the place and the character there."""
        blanks = _BLANKS.match(self._text, self._cursor)
        assert blanks is not None  # the pattern matches the empty text too
        self._cursor = blanks.end()
        mark = self._text[self._cursor : self._cursor + 1]
        if needed and not mark:
            raise JsonFault("it ends too early", self._cursor, unfinished=True)
        return self._cursor, mark

    def _open(self, depth: int) -> None:
        start, _ = self._next()
        if depth >= DEEPEST:
            raise JsonFault(TOO_DEEP, start)
        self._cursor += 1

    def _goes_on(self, bracket: str) -> bool:
        start, mark = self._next()
        if mark not in (",", bracket):
            raise JsonFault(f"',' or '{bracket}' is missing", start)
        self._cursor += 1
        return mark == ","

    def _members(self, depth: int) -> Iterator[tuple[str, int, Node]]:
        self._open(depth)
        if self._next()[1] == "}":
            self._cursor += 1
            return
        yield self._member(depth)
        while self._goes_on("}"):
            yield self._member(depth)

    def _member(self, depth: int) -> tuple[str, int, Node]:
        start, mark = self._next()
        key = self._scalar(start).value if mark == '"' else None
        if not isinstance(key, str):
            raise JsonFault("a key in quotes is missing", start)
        colon, mark = self._next()
        if mark != ":":
            raise JsonFault("':' is missing", colon)
        self._cursor += 1
        return key, start, self.read(depth + 1)

    def _scalar(self, start: int) -> Node:
        plain = _PLAIN_STRING.match(self._text, start)
        if plain:  # a short cut for what nearly all strings are
            self._cursor = plain.end()
            return Node(plain[1], start)
        try:
            value, self._cursor = _DECODER.raw_decode(self._text, start)
        except json.JSONDecodeError as fault:
            message = fault.msg[0].lower() + fault.msg[1:]
            raise JsonFault(message.removesuffix(" at"), fault.pos) from None
        if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
            value = HALF_A_PAIR
        return Node(value, start)


def _integer(digits: str) -> int | Unfit:
    if len(digits) > _LONGEST_NUMBER:
        return Unfit(f"a number has more than {_LONGEST_NUMBER} digits")
    return int(digits)


def _fraction(digits: str) -> float | Unfit:
    value = float(digits)
    return value if math.isfinite(value) else Unfit("a number is too large")


# Hooks may give back anything: so an unfit value spoils its own deal and not the whole file.
_DECODER = json.JSONDecoder(
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=lambda name: Unfit(f"{name} is no JSON value"),
)
