"""How likely a game is to come out: one answer for all games, however it was found."""

from __future__ import annotations

from dataclasses import dataclass

from solver.odds.quadrat import QuadratOdds
from solver.odds.values import Chance, PassOdds, SimulatedShare
from solver.rules import Rules

STOCKS = ("up", "down")
"""Whether the player sees the order of the stock: face up or face down."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance that a random deal of a game comes out under the best play.

    Attributes
    ----------
    rules : CoveringRules or BirthdayRules
        The game.
    stock : str or None
        One of `STOCKS`, None where it makes no difference.
    found : Chance or SimulatedShare
        The chance, with a bound of its error; or a share of simulated deals with its interval.
    method : str
        How it was found, in words.
    numbers : str or None
        The numbers of the simulated deals.
    by_pass : tuple of PassOdds
        Der Geburtstag: what each pass leaves.
    quadrat : QuadratOdds or None
        Where choices decide nothing: how deals end.
    """

    rules: Rules
    stock: str | None
    found: Chance | SimulatedShare
    method: str
    numbers: str | None = None
    by_pass: tuple[PassOdds, ...] = ()
    quadrat: QuadratOdds | None = None

    @property
    def value(self) -> float:
        """The chance as a number."""
        return self.found.share if isinstance(self.found, SimulatedShare) else self.found.value


def stock_matters(rules: Rules) -> bool:
    """Tell whether it makes a difference to see the order of the stock.

    It makes none where no choice decides anything, and none in Der Geburtstag, where the best play
    is to play every card as soon as that can be done.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> [stock_matters(find_rules(name)) for name in ("quadrat", "zudecken", "geburtstag")]
    [False, True, False]
    """
    return rules.choices_matter
