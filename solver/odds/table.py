"""The shipped table of Der Geburtstag: chances for all four lengths up to 12, and what they need.

A line of JSON that says what follows and its checksum, then numbers: 64-bit floats, little-endian.
First, for each four lengths in ascending order, the chance that the chains are out after 1, 2, …
passes, as long as that is not certain. Then, for four chains of 3, 4, … 12 cards and each of these
passes, the chance of 0, 1, 2, … cards left. ``python -m solver.odds.make`` makes it.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from deals.errors import FormatError

if TYPE_CHECKING:
    from solver.odds.floats import Distributions

CHAINS = 4
LONGEST = 12
SCHEMA = "gehtauf/geburtstag-odds@1"
NAME = "geburtstag.bin"

Lengths = tuple[int, ...]


def certain_after(lengths: Sequence[int]) -> int:
    """Return after how many passes chains are out for certain.

    Notes
    -----
    Every pass plays the first card of each chain, and chains of one or two cards wholly: each
    first card is played when it is drawn, so at the end the top of a waste would be a second card
    whose first is played.

    Examples
    --------
    >>> certain_after([12, 12, 12, 12]), certain_after([2, 1]), certain_after([])
    (11, 1, 0)
    """
    longest = max(lengths, default=0)
    return max(longest - 1, min(longest, 1))


class Table:
    """Chances by sorted lengths and passes.

    Parameters
    ----------
    numbers : array of float
        All numbers, in the order of the file.

    Attributes
    ----------
    numbers : array of float
        The same.
    """

    def __init__(self, numbers: array[float]) -> None:
        self.numbers = numbers
        self._chances: dict[Lengths, int] = {}
        self._cards_left: dict[Lengths, int] = {}
        place = 0
        for lengths in _all_lengths():
            self._chances[lengths] = place
            place += _uncertain(lengths)
        for lengths in _equal_lengths():
            self._cards_left[lengths] = place
            place += _uncertain(lengths) * (sum(lengths) + 1)
        if len(numbers) != place:
            raise FormatError(
                "the table of chances has not the right size",
                file=NAME,
                text=str(len(numbers)),
                expected=f"{place} numbers",
            )

    @classmethod
    def computed(cls, found: Distributions) -> Table:
        """Return the table of what was computed for four chains of 12 cards."""
        numbers = array("d")
        for lengths in _all_lengths():
            for passes in range(1, 1 + _uncertain(lengths)):
                numbers.append(found.cards_left(lengths, passes)[0])
        for lengths in _equal_lengths():
            for passes in range(1, 1 + _uncertain(lengths)):
                numbers.extend(found.cards_left(lengths, passes))
        return cls(numbers)

    def chance(self, lengths: Sequence[int], passes: int) -> float:
        """Return the chance that chains are out after some passes, fewer than make it certain."""
        return self.numbers[self._chances[_padded(lengths)] + passes - 1]

    def cards_left(self, lengths: Sequence[int], passes: int) -> tuple[float, ...] | None:
        """Return the chance of 0, 1, … cards left; None unless four lengths are the same."""
        start = self._cards_left.get(_padded(lengths))
        if start is None:
            return None
        size = sum(lengths) + 1
        start += (passes - 1) * size
        return tuple(self.numbers[start : start + size])

    def dumps(self) -> bytes:
        """Return the file."""
        data = _little_endian(self.numbers).tobytes()
        head = {"schema": SCHEMA, "sha256": sha256(data).hexdigest()}
        return json.dumps(head).encode() + b"\n" + data


def _uncertain(lengths: Lengths) -> int:
    """Return after how many passes it is not certain that chains are out."""
    return max(certain_after(lengths) - 1, 0)


def _padded(lengths: Sequence[int]) -> Lengths:
    return tuple(sorted([*lengths, *[0] * (CHAINS - len(lengths))]))


def _all_lengths() -> Iterator[Lengths]:
    return combinations_with_replacement(range(LONGEST + 1), CHAINS)


def _equal_lengths() -> list[Lengths]:
    return [(length,) * CHAINS for length in range(3, LONGEST + 1)]


def _little_endian(numbers: array[float]) -> array[float]:
    turned = array("d", numbers)
    if sys.byteorder == "big":
        turned.byteswap()
    return turned


def loads(data: bytes) -> Table:
    """Read a table.

    Parameters
    ----------
    data : bytes
        A file that `Table.dumps` wrote.

    Returns
    -------
    Table

    Raises
    ------
    FormatError
        If it is anything else, or damaged.

    Examples
    --------
    >>> loads(b"{}")
    Traceback (most recent call last):
    ...
    deals.errors.FormatError: geburtstag.bin: not a whole table of chances
    """
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        known = head["schema"] == SCHEMA and head["sha256"] == sha256(body).hexdigest()
    except (ValueError, LookupError, TypeError):
        known = False
    if not known or len(body) % 8:
        raise FormatError("not a whole table of chances", file=NAME)
    numbers = array("d")
    numbers.frombytes(body)
    return Table(_little_endian(numbers))


@cache
def shipped() -> Table:
    """Return the table that comes with the package.

    Examples
    --------
    >>> round(1 / shipped().chance([12, 12, 12, 12], 4), 1)
    1850.6
    """
    return loads(files("solver.odds").joinpath("data", NAME).read_bytes())
