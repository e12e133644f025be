"""Rules as TOML: a record written out, and a file of settings read back."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from itertools import accumulate

from deals.errors import FormatError, SettingError, unknown_name
from deals.files import Setting
from solver.rules import Rules, as_dict
from solver.settings import SETTINGS


def to_toml(rules: Rules) -> str:
    """Return a record as TOML that `from_toml` reads back.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> print(to_toml(find_rules("geburtstag")), end="")
    game = "geburtstag"
    deck = "french52"
    redeal = "shuffled"
    passes = 4
    target = "1956"
    suits = "SHCD"
    """
    values = as_dict(rules).items()
    return "".join(
        f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {value}\n"
        for key, value in values
    )


def from_toml(text: str, source: str | None = None) -> dict[str, Setting]:
    r"""Return the settings that a TOML text states; `resolve` makes a record of them.

    Parameters
    ----------
    text : str
        TOML with top-level ``key = value`` pairs; ``game`` names the variant they differ from.
    source : str, optional
        The file's name, for errors.

    Returns
    -------
    dict of str to Setting

    Raises
    ------
    FormatError
        If the text is not TOML.
    SettingError
        If a key is no setting, or there is no ``game``.

    Examples
    --------
    >>> from solver.rules import resolve
    >>> resolve(from_toml('game = "zudecken"\nwidth = 5\nmatch = "rank"')).width
    5
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken(text, error).at(file=source) from None
    places = _places_of_keys(text)
    settings = {}
    for key, value in table.items():
        line, key_column, column = places.get(key, (None, None, None))
        if key != "game" and key not in SETTINGS:
            unknown = unknown_name("setting", key, ["game", *SETTINGS])
            raise unknown.at(file=source, line=line, column=key_column)
        if unfit := _unfit(value):
            message = f"{key} cannot be {unfit}"
            raise SettingError(message, file=source, line=line, column=column)
        settings[key] = Setting(value, source, line, column)
    if "game" not in settings:
        raise SettingError(
            "a rules file names the game it starts from",
            file=source,
            expected='a line such as game = "zudecken"',
        )
    return settings


def _broken(text: str, error: Exception) -> FormatError:
    """Return the error that says where a text is not TOML."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    if place:
        line, column = int(place[1]), int(place[2])
    else:
        line, column = _place(text, _fault(text, error))
    message = re.sub(r" \(at .*\)$", "", str(error))
    if not isinstance(error, tomllib.TOMLDecodeError):
        message = "nested too deeply" if isinstance(error, RecursionError) else "too long a number"
    return FormatError(f"not a TOML rules file: {message}", line=line, column=column)


def _fault(text: str, error: Exception) -> int:
    """Return the offset of a fault for which the library names no place."""
    if isinstance(error, tomllib.TOMLDecodeError):
        return len(text)  # it ends too early
    if isinstance(error, RecursionError):
        depths = list(accumulate((mark in "[{") - (mark in "]}") for mark in text))
        return depths.index(max(depths))
    return max(re.finditer(r"[0-9_]+", text), key=lambda number: len(number[0])).start()


def _place(text: str, offset: int) -> tuple[int, int]:
    above = text[:offset]
    return above.count("\n") + 1, offset - (above.rfind("\n") + 1) + 1


def _unfit(value: object) -> str | None:
    """Name what no setting can have for a value, and what could not be shown in a message."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        if any(isinstance(item, list) for item in value):
            return "a list in a list"
        return next(filter(None, map(_unfit, value)), None)
    return "such a large number" if isinstance(value, int) and abs(value) > 10**100 else None


# At the start of a line: a key and what follows it, or the head of a table.
_KEY = re.compile(
    r"""[ \t]*(?:\[\[?[ \t]*)?("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)[ \t]*(=[ \t]*|[].])""", re.ASCII
)


def _places_of_keys(text: str) -> dict[str, tuple[int, int, int]]:
    """Find the line of each key, its column, and that of its value; a table has none."""
    found: dict[str, tuple[int, int, int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if key := _KEY.match(line):
            value = key.end() if key[2][0] == "=" else key.start(1)
            with suppress(tomllib.TOMLDecodeError):  # a line in a text of several lines
                [name] = tomllib.loads(f"{key[1]} = 0")
                found.setdefault(name, (number, key.start(1) + 1, value + 1))
    return found
