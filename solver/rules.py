"""The rules in force as a frozen record, the named variants, and how settings become a record.

This is the one place for a variant: a new one is a line in `VARIANTS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from deals.deal import parse_suits, parse_target
from deals.decks import find_deck
from deals.errors import SettingError, unknown_name
from deals.files import Setting
from solver.settings import SETTINGS


def _read_fields(rules: CoveringRules | BirthdayRules) -> None:
    """Replace every field by its value as the setting's reader gives it, or refuse it."""
    for kind in fields(rules):
        if kind.name in SETTINGS:
            value = SETTINGS[kind.name].read(getattr(rules, kind.name))
            object.__setattr__(rules, kind.name, value)


@dataclass(frozen=True, slots=True)
class CoveringRules:
    """Rules of the family of Quadrat and Zudecken; see `SETTINGS` for what each field means.

    Raises
    ------
    SettingError
        If a value is not one the setting may have.
    """

    game: str
    deck: str
    match: str
    sizes: tuple[int, ...]
    cover: str
    goal: str
    width: int
    style: str

    def __post_init__(self) -> None:
        _read_fields(self)

    @property
    def group_sizes(self) -> tuple[int, ...]:
        """The sizes a group may have; ``cover = single`` adds 1 to `sizes`."""
        return tuple(sorted({1, *self.sizes})) if self.cover == "single" else self.sizes


@dataclass(frozen=True, slots=True)
class BirthdayRules:
    """Rules of Der Geburtstag; see `SETTINGS` for what each field means.

    Raises
    ------
    SettingError
        If a value is not one the setting may have, or the deck has no card for a digit.
    """

    game: str
    deck: str
    redeal: str
    passes: int
    target: str
    suits: str

    def __post_init__(self) -> None:
        _read_fields(self)
        object.__setattr__(self, "suits", parse_suits(self.suits))
        object.__setattr__(self, "target", parse_target(self.target, find_deck(self.deck)))

    @property
    def orders(self) -> int:
        """How many orders of the cards a complete deal has."""
        return self.passes if self.redeal == "shuffled" else 1


Rules: TypeAlias = CoveringRules | BirthdayRules

_QUADRAT = CoveringRules(
    game="quadrat",
    deck="skat32",
    match="suit",
    sizes=(2,),
    cover="group",
    goal="cleared",
    width=4,
    style="set-aside",
)
_ZUDECKEN = CoveringRules(
    game="zudecken",
    deck="french52",
    match="suit-or-rank",
    sizes=(2, 3, 4),
    cover="open",
    goal="cleared",
    width=4,
    style="cover",
)
_GEBURTSTAG = BirthdayRules(
    game="geburtstag", deck="french52", redeal="shuffled", passes=4, target="1956", suits="SHCD"
)

VARIANTS: Mapping[str, Rules] = {
    "quadrat": _QUADRAT,
    "quadrat-52": replace(_QUADRAT, deck="french52", goal="stock"),
    "quadrat-104": replace(_QUADRAT, deck="double104"),
    "zudecken": _ZUDECKEN,
    "zudecken-stock": replace(_ZUDECKEN, goal="stock"),
    "zudecken-32": replace(_ZUDECKEN, deck="skat32"),
    "zudecken-group": replace(_ZUDECKEN, cover="group"),
    "zudecken-group-stock": replace(_ZUDECKEN, cover="group", goal="stock"),
    "zudecken-group-32": replace(_ZUDECKEN, cover="group", deck="skat32"),
    "zudecken-single": replace(_ZUDECKEN, cover="single"),
    "zudecken-single-stock": replace(_ZUDECKEN, cover="single", goal="stock"),
    "zudecken-single-32": replace(_ZUDECKEN, cover="single", deck="skat32"),
    "geburtstag": _GEBURTSTAG,
    "geburtstag-unshuffled": replace(_GEBURTSTAG, redeal="unshuffled"),
}

ALIASES: Mapping[str, str] = {
    "viereck": "quadrat",
    "square": "quadrat",
    "covering": "zudecken",
    "birthday": "geburtstag",
    "urodziny": "geburtstag",
}


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
    CoveringRules or BirthdayRules

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
    CoveringRules or BirthdayRules

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
        rules: Rules = VARIANTS[_variant_key(game.value)]
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
        parse_suits(values["suits"])
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
