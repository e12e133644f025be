"""How hard a deal is: the chance that random play wins it, and a word for that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from solver.analysis import Analysis

DIFFICULTIES: tuple[tuple[str, Fraction], ...] = (
    ("very-easy", Fraction(1, 10)),
    ("easy", Fraction(1, 30)),
    ("medium", Fraction(1, 100)),
    ("hard", Fraction(1, 1000)),
    ("very-hard", Fraction(0)),
)
"""Each word with the smallest chance of random play that still earns it.

Of the winnable Zudecken deals with 52 cards (default rules) about 2 % are very easy, 7 % easy,
30 % medium, 45 % hard and 15 % very hard.
"""


def word_for(random_win: Fraction) -> str | None:
    """Return the word for a chance of random play; None where the deal cannot be won.

    Examples
    --------
    >>> word_for(Fraction(7, 11)), word_for(Fraction(1, 5000)), word_for(Fraction(0))
    ('very-easy', 'very-hard', None)
    """
    if random_win == 0:
        return None
    return next(word for word, least in DIFFICULTIES if random_win >= least)


def difficulty(analysis: Analysis[Any, Any]) -> str | None:
    """Return how hard a deal is; None if it is lost, or if its choices decide nothing.

    Parameters
    ----------
    analysis : Analysis
        The analysed deal.

    Returns
    -------
    str or None
        One of the words of `DIFFICULTIES`.
    """
    if analysis.game.theorem() is not None:
        return None
    return word_for(analysis.random_win(0))
