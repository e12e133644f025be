"""What a chance is made of: the fraction if it is known, the number, and how far it may be off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

_ROUNDED_ONCE = 2.0**-53
"""The largest relative error of a number that is rounded once to the nearest float."""

ERROR_PER_PASS = 2.0**-40
"""Largest relative error, for each pass it is over, of a chance computed in floats; the reason is
told at `solver.odds.floats.Distributions`. Four passes: less than a relative 4e-12."""

Progress = Callable[[int, int], None]
"""Told how many steps of how many are done; an exception it raises ends the computation."""


def no_progress(done: int, steps: int) -> None:
    """Tell nobody."""


class Chance(NamedTuple):
    """A chance.

    Attributes
    ----------
    exact : Fraction or None
        The chance, None where only the number is known.
    value : float
        The chance as a number.
    error_bound : float
        How far `value` may be from the truth.
    """

    exact: Fraction | None
    value: float
    error_bound: float


def exact_chance(fraction: Fraction) -> Chance:
    """Return a chance that is known as a fraction.

    Examples
    --------
    >>> exact_chance(Fraction(1, 4))[:2]
    (Fraction(1, 4), 0.25)
    """
    value = float(fraction)
    is_float = Fraction(value) == fraction
    return Chance(fraction, value, 0.0 if is_float else value * _ROUNDED_ONCE)


@dataclass(frozen=True, slots=True)
class PassOdds:
    """What is left after one pass of Der Geburtstag.

    Attributes
    ----------
    number : int
        The pass, from 1.
    cards_left : tuple of float
        The chance of 0, 1, 2, … cards left.
    exact : tuple of Fraction or None
        The same as fractions, None where only the numbers are known.
    error_bound : float
        How far each of the numbers in `cards_left` may be from the truth.
    """

    number: int
    cards_left: tuple[float, ...]
    exact: tuple[Fraction, ...] | None
    error_bound: float

    @property
    def value(self) -> float:
        """The chance that the deal is out by the end of this pass."""
        return self.cards_left[0]

    @property
    def mean(self) -> float:
        """How many cards are left on average."""
        if self.exact is not None:
            return float(sum(left * chance for left, chance in enumerate(self.exact)))
        return sum(left * chance for left, chance in enumerate(self.cards_left))


@dataclass(frozen=True, slots=True)
class SimulatedShare:
    """A share of deals that come out, found by playing many of them, with its interval.

    Attributes
    ----------
    won, deals : int
        How many came out, of how many.
    level : float
        How often such an interval holds the true share, e.g. 0.95.
    low, high : float
        The interval.
    method : str
        How the interval was computed.
    """

    won: int
    deals: int
    level: float
    low: float
    high: float
    method: str

    @property
    def share(self) -> float:
        """The share of deals that came out."""
        return self.won / self.deals
