"""Every setting a game can have: how its value is read, what it may be, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from deals.decks import find_deck
from deals.errors import SettingError, unknown_name

MAX_WIDTH = 8
MAX_PASSES = 2**53 - 1  # the largest whole number that every reader of JSON takes as it is


@dataclass(frozen=True, slots=True)
class SettingKind:
    """One setting: its name, its meaning, its values in words and its reader."""

    name: str
    says: str
    read: Callable[[object], object]
    values: Mapping[str, str] = field(default_factory=dict)


def _choice(name: str, values: Mapping[str, str]) -> Callable[[object], object]:
    def read(value: object) -> object:
        if isinstance(value, str) and value.lower() in values:
            return value.lower()
        raise unknown_name(name, str(value), tuple(values))

    return read


def _whole_number(value: object) -> int | None:
    """Return the whole number a value stands for, None if it stands for none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 100:
        return int(value)
    return None


def _bounded(name: str, low: int, high: int) -> Callable[[object], object]:
    bounds = f"a whole number from {low} to {high}"

    def read(value: object) -> object:
        number = _whole_number(value)
        if number is None or not low <= number <= high:
            raise SettingError(f"{name} is {bounds}", text=str(value), expected=bounds)
        return number

    return read


def _read_sizes(value: object) -> object:
    """Read ``2,3,4``, ``2`` or a list of whole numbers as an ascending tuple."""
    parts: Iterable[object] = (
        value.split(",")
        if isinstance(value, str)
        else value
        if isinstance(value, list | tuple)
        else [value]
    )
    numbers = [_whole_number(part.strip() if isinstance(part, str) else part) for part in parts]
    sizes = sorted({number for number in numbers if number is not None})
    if not sizes or None in numbers or sizes[0] < 1 or sizes[-1] > MAX_WIDTH:
        raise SettingError(
            f"sizes are one or more whole numbers from 1 to {MAX_WIDTH}",
            text=str(value),
            expected="for example 2,3,4",
        )
    return tuple(sizes)


def _read_deck(value: object) -> object:
    if not isinstance(value, str):
        raise SettingError("a deck is named by a text", text=str(value), expected="e.g. skat32")
    return find_deck(value).name


def _read_text(name: str) -> Callable[[object], object]:
    """Return a reader for texts whose meaning needs the deck (target, suits)."""

    def read(value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise SettingError(f"{name} is a text", text=str(value), expected="a text")
        return value

    return read


def _choices(name: str, says: str, values: Mapping[str, str]) -> SettingKind:
    return SettingKind(name, says, _choice(name, values), values)


SETTINGS: Mapping[str, SettingKind] = {
    kind.name: kind
    for kind in (
        SettingKind(
            "deck",
            "the cards of the game (Der Geburtstag takes french52 or Rx4)",
            _read_deck,
            {
                "skat32": "7 8 9 10 J Q K A in four suits",
                "french52": "A 2 … 10 J Q K in four suits",
                "double104": "two french52 packs, one after the other",
                "N*deck": "N packs, N from 2 to 4",
                "RxS": "the first R ranks of A 2 … K in the first S suits of ♣ ♠ ♥ ♦",
            },
        ),
        _choices(
            "match",
            "when two cards match",
            {
                "suit": "they are of one suit",
                "rank": "they are of one rank",
                "suit-or-rank": "they agree in suit or in rank",
            },
        ),
        SettingKind(
            "sizes",
            "how many cards a group may have; any of 1 to 8, e.g. 2,3,4",
            _read_sizes,
        ),
        _choices(
            "cover",
            "whom the cards of a group must match",
            {
                "open": "each chosen card matches another face-up card, chosen or not",
                "group": "each chosen card matches another chosen card",
                "single": "as open, and one card alone may be chosen too",
            },
        ),
        _choices(
            "goal",
            "when the game is won",
            {
                "cleared": "the stock is empty and no card lies face up",
                "stock": "the stock is empty; the game ends there",
            },
        ),
        SettingKind(
            "width", "cards face up while the stock lasts, 1 to 8", _bounded("width", 1, MAX_WIDTH)
        ),
        _choices(
            "style",
            "wording and pictures only",
            {"set-aside": "groups are set aside", "cover": "groups are covered by new cards"},
        ),
        _choices(
            "redeal",
            "what happens to the waste when the stock is used up",
            {
                "shuffled": "it is shuffled",
                "unshuffled": "it is turned over; its cards come in the order they were laid",
            },
        ),
        SettingKind(
            "passes",
            "times through the stock in all, from 1 (numbered shuffled deals: to 1000)",
            _bounded("passes", 1, MAX_PASSES),
        ),
        SettingKind("target", "the number of four digits 1 to 9 to be built", _read_text("target")),
        SettingKind(
            "suits", "the suits of the four bases in the order of the digits", _read_text("suits")
        ),
    )
}
