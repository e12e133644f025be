"""The rules in force as pairs of a setting with its value, and what that means."""

from __future__ import annotations

import re
from typing import NamedTuple

from deals.decks import find_deck
from deals.words import count
from solver.rules import Rules, as_dict
from solver.settings import SETTINGS


class RuleInWords(NamedTuple):
    """One setting: its name, its value as written, and a sentence about it."""

    setting: str
    value: str
    says: str


def in_words(rules: Rules) -> list[RuleInWords]:
    """Return every setting of a record of rules with its value in words.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.

    Returns
    -------
    list of RuleInWords

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> in_words(find_rules("zudecken"))[1].says
    'When two cards match: they agree in suit or in rank.'
    """
    return [
        RuleInWords(key, _plain(value), _says(key, value))
        for key, value in as_dict(rules).items()
        if key in SETTINGS
    ]


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _says(key: str, value: object) -> str:
    kind = SETTINGS[key]
    meaning = kind.values.get(str(value), _plain(value))
    if key == "deck":
        cards = count(len(find_deck(str(value)).cards), "card")
        meaning = f"{cards}, {meaning}" if str(value) in kind.values else cards
    # What else would be possible, as "; any of 1 to 8" or ", from 1", is no news of this deal.
    says = re.split(r";| \(|, (?=\d|from \d)", kind.says)[0]
    return f"{says[0].upper()}{says[1:]}: {meaning}."
