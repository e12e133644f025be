"""Named variants, and how settings become the record of the rules in force.

A variant is a line in the file of its game, see `solver.games.registry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from deals.deal import parse_suits
from deals.errors import SettingError, unknown_name
from deals.files import Setting
from solver.games.birthday import BirthdayRules
from solver.games.covering import CoveringRules
from solver.games.kind import Rules
from solver.games.registry import GAMES
from solver.settings import SETTINGS

__all__ = [
    "ALIASES",
    "VARIANTS",
    "BirthdayRules",
    "CoveringRules",
    "Rules",
    "as_dict",
    "differences",
    "find_rules",
    "resolve",
    "variant_name",
]


def _variants() -> dict[str, Rules]:
    return {
        name: replace(kind.rules, **changes)
        for kind in GAMES.values()
        for name, changes in kind.all_variants.items()
    }


VARIANTS: Mapping[str, Rules] = _variants()
"""The rules of every game, under its own name, and of every named variant."""

ALIASES: Mapping[str, str] = {alias: game for game, kind in GAMES.items() for alias in kind.aliases}
"""Other names of games."""


def find_rules(name: str, **settings: object) -> Rules:
    """Return the rules of a game or named variant, some settings changed.

    Parameters
    ----------
    name : str
        A named variant (see `VARIANTS`) or an alias, in any case.
    **settings : object
        Values for the fields that are to differ.

    Returns
    -------
    Rules
        A record of the game's own kind, such as `CoveringRules`.

    Raises
    ------
    SettingError
        If the name, a setting or a value is unknown.

    Examples
    --------
    >>> find_rules("zudecken", cover="group", deck="skat32") == VARIANTS["zudecken-group-32"]
    True
    >>> find_rules("birthday").target
    '1956'
    """
    return resolve({"game": Setting(name)} | {key: Setting(v) for key, v in settings.items()})


def resolve(settings: Mapping[str, Setting]) -> Rules:
    """Return the record that settings, each with its place, describe.

    Parameters
    ----------
    settings : mapping of str to Setting
        The settings in force; ``game`` names the variant they differ from.

    Returns
    -------
    Rules
        A record of the game's own kind, such as `CoveringRules`.

    Raises
    ------
    SettingError
        If there is no game, or a name or value is unknown; it carries the setting's place.

    Examples
    --------
    >>> resolve({"game": Setting("quadrat"), "deck": Setting("4x4")}).deck
    '4x4'
    """
    if "game" not in settings:
        raise SettingError(
            "no game is named; the deck and the game are never guessed from the cards",
            expected="--game, or game= in the deal, or an @game line in the file",
        )
    game = settings["game"]
    try:
        rules = VARIANTS[_variant_key(game.value)]
    except SettingError as error:
        raise error.at(file=game.file, line=game.line, column=game.column) from None
    allowed = [kind.name for kind in fields(rules) if kind.name in SETTINGS]
    changes: dict[str, Any] = {}
    for key, setting in settings.items():
        if key == "game":
            continue
        try:
            if key not in allowed:
                raise unknown_name(f"setting of {rules.game}", key, allowed)
            changes[key] = SETTINGS[key].read(setting.value)
        except SettingError as error:
            raise error.at(file=setting.file, line=setting.line, column=setting.column) from None
    try:
        return replace(rules, **changes)
    except SettingError as error:  # what only the whole record can tell: target and suits
        place = settings.get(_at_fault(rules, changes)) or game
        raise error.at(file=place.file, line=place.line, column=place.column) from None


def _at_fault(rules: Rules, changes: Mapping[str, Any]) -> str:
    """Return which setting spoils a record whose values are fine by themselves."""
    values = {**as_dict(rules), **changes}
    try:
        parse_suits(values.get("suits", "SHCD"))
    except SettingError:
        return "suits"
    return "target" if "target" in changes else "deck"


def _variant_key(name: object) -> str:
    key = str(name).lower()
    key = ALIASES.get(key, key)
    if key not in VARIANTS:
        raise unknown_name("game", str(name), [*VARIANTS, *ALIASES])
    return key


def variant_name(rules: Rules) -> str:
    """Return the name of the variant a record is, or its game and how it differs.

    Examples
    --------
    >>> variant_name(find_rules("zudecken", goal="stock"))
    'zudecken-stock'
    >>> variant_name(find_rules("zudecken", width=5, match="rank"))
    'zudecken with match = rank, width = 5'
    >>> variant_name(find_rules("geburtstag", target="1234"))
    'geburtstag with target = 1234'
    """
    for name, variant in VARIANTS.items():
        if variant == rules:
            return name
    changes = [
        f"{key} = {','.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in differences(rules).items()
        if key != "game"
    ]
    return f"{rules.game} with {', '.join(changes)}"


def differences(rules: Rules) -> dict[str, object]:
    """Return the game of a record and the fields in which it differs from that game's defaults.

    Examples
    --------
    >>> differences(find_rules("zudecken-group-32"))
    {'game': 'zudecken', 'deck': 'skat32', 'cover': 'group'}
    """
    default = as_dict(VARIANTS[rules.game])
    return {
        key: value
        for key, value in as_dict(rules).items()
        if key == "game" or value != default[key]
    }


def as_dict(rules: Rules) -> dict[str, object]:
    """Return every field of a record as plain values (``sizes`` as a list), for JSON.

    Examples
    --------
    >>> as_dict(find_rules("quadrat"))["sizes"]
    [2]
    """
    values = {kind.name: getattr(rules, kind.name) for kind in fields(rules)}
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}
