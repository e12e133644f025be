"""Rules as TOML: a record written out, and a file of settings read back."""

from __future__ import annotations

import re
import tomllib

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
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise FormatError(
            f"not a TOML rules file: {message}", file=source, line=line, column=column
        ) from None
    lines = _lines_of_keys(text)
    settings = {key: Setting(value, source, lines.get(key)) for key, value in table.items()}
    for key, setting in settings.items():
        if key != "game" and key not in SETTINGS:
            raise unknown_name("setting", key, ["game", *SETTINGS]).at(
                file=source, line=setting.line
            )
    if "game" not in settings:
        raise SettingError(
            "a rules file names the game it starts from",
            file=source,
            expected='a line such as game = "zudecken"',
        )
    return settings


def _lines_of_keys(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if key := re.match(r'\s*"?([A-Za-z_-]+)"?\s*=', line):
            found.setdefault(key[1], number)
    return found
