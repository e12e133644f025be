"""A game as the program knows it: its record of rules, its variants, its words, how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from deals.deal import Deal
from solver.games.contract import Game
from solver.settings import SETTINGS


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force; each family of games adds its settings, see `SETTINGS`.

    Attributes
    ----------
    game : str
        The game, by its own name.
    deck : str
        The deck, by its own name.

    Raises
    ------
    SettingError
        If a value is not one the setting may have.
    """

    game: str
    deck: str

    def __post_init__(self) -> None:
        for kind in fields(self):
            if kind.name in SETTINGS:
                value = SETTINGS[kind.name].read(getattr(self, kind.name))
                object.__setattr__(self, kind.name, value)

    @property
    def orders(self) -> int:
        """How many orders of the cards a complete deal has."""
        return 1

    @property
    def choices_matter(self) -> bool:
        """Whether it can make a difference what is chosen; where not, a theorem says so."""
        return True


@dataclass(frozen=True, slots=True)
class Words:
    """What a person wants to read about a game; each paragraph is one string."""

    title: str
    summary: str
    rules: tuple[str, ...]
    known: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game: everything about it that is no deal.

    Attributes
    ----------
    rules : Rules
        The defaults; the game's name is theirs.
    make : callable
        Returns the game of a deal under a record of these rules, or raises DeckError.
    words : Words
        The game for people.
    variants : mapping of str to mapping
        Named variants: the settings in which each differs from the defaults.
    aliases : tuple of str
        Other names of the game.
    """

    rules: Rules
    make: Callable[[Any, Deal], Game[Any, Any]]
    words: Words
    variants: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()

    @property
    def all_variants(self) -> Mapping[str, Mapping[str, Any]]:
        """The named variants, and under the game's own name the one that differs in nothing."""
        return {self.rules.game: {}, **self.variants}
