"""One deal as a file gives it, before its game and deck are known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from deals.cards import Card
from deals.errors import FormatError, GehtaufError

__all__ = ["SETTINGS", "Draft", "Entry", "Setting", "check_id", "is_value"]

SETTINGS = (
    "game",
    "deck",
    "match",
    "sizes",
    "cover",
    "goal",
    "width",
    "style",
    "redeal",
    "passes",
    "target",
    "suits",
)
"""The settings that a deal file may make, in the order in which they are written."""

_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Setting(NamedTuple):
    """The value of one setting, as written, and where it stands.

    A text file gives a ``str``, a JSON file a ``str``, an ``int`` or a list of ``int``. What
    the value means is for the rules to say.
    """

    value: object
    file: str | None = None
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal as a file gives it, or what is wrong with it.

    Parameters
    ----------
    id
        What the file calls the deal.
    settings
        The settings in force: the deal's own and, below them, those of the file.
    orders
        The cards in the order in which they are dealt, and the same for each later pass. Not
        yet compared with any deck, so an order may be empty.
    columns
        Where each card stands in its line, counted from 1 in characters.
    source
        The name of the file.
    line
        The line where the deal begins; none if the fault concerns no line.
    extra
        What a JSON file carries along unread.
    error
        Why the deal cannot be used; the other fields then hold what could be read.
    """

    id: str | None
    settings: Mapping[str, Setting]
    orders: tuple[tuple[Card, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    source: str
    line: int | None
    extra: Mapping[str, object] = field(default_factory=dict)
    error: GehtaufError | None = None


@dataclass(slots=True)
class Draft:
    """An entry while it is being read, so that a fault keeps what was read before it."""

    source: str
    line: int | None
    id: str | None = None
    settings: dict[str, Setting] = field(default_factory=dict)
    orders: list[tuple[Card, ...]] = field(default_factory=list)
    columns: list[tuple[int, ...]] = field(default_factory=list)
    extra: dict[str, object] = field(default_factory=dict)

    def add_order(self, cards: list[tuple[Card, int]]) -> None:
        """Add an order, given as cards with their columns."""
        self.orders.append(tuple(card for card, _ in cards))
        self.columns.append(tuple(column for _, column in cards))

    def entry(self, error: GehtaufError | None = None) -> Entry:
        """Finish the entry; the error learns the place, as far as it does not know it."""
        if error is not None:
            error = error.at(file=self.source, line=self.line)
        return Entry(
            self.id,
            self.settings,
            tuple(self.orders),
            tuple(self.columns),
            self.source,
            self.line,
            self.extra,
            error,
        )


def check_id(text: str) -> str:
    """Let a deal's name through if it is one.

    Parameters
    ----------
    text
        1 to 64 letters, digits, ``_``, ``.`` or ``-``, all of them ASCII.

    Returns
    -------
    str
        The same text.

    Raises
    ------
    FormatError
        If it is anything else.

    Examples
    --------
    >>> check_id("z1.first-try")
    'z1.first-try'
    """
    if not _ID.fullmatch(text):
        raise FormatError(
            "not the name of a deal", text=text, expected="1 to 64 of A-Z a-z 0-9 _ . -"
        )
    return text


def is_value(value: object) -> bool:
    """Tell whether a setting may have a value: a string, an integer or a list of integers.

    Examples
    --------
    >>> [is_value(value) for value in ("2,3", 4, [2, 3], True, None, 1.5, ["2"])]
    [True, True, True, False, False, False, False]
    """
    if isinstance(value, list):
        return all(type(item) is int for item in value)
    return type(value) in (str, int)  # and not bool, which is an int too
