"""Der Geburtstag with a shuffled redeal: the chance that it comes out, and what each pass leaves.

Only the numbers of unplayed cards of each suit matter: greedy play is best, and a foundation
is a chain wherever it starts. ``docs/theory.md`` has the proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from deals.cards import suit_of
from deals.errors import SettingError
from solver.games import Birthday
from solver.odds.orders import Passes
from solver.odds.table import CHAINS, LONGEST, certain_after, shipped
from solver.odds.values import ERROR_PER_PASS, Chance, PassOdds, Progress, exact_chance, no_progress
from solver.rules import BirthdayRules

_SMALL = 256
"""Chains that leave no more different numbers of played cards get fractions: they take a quarter of
a second at most. Four chains of three cards are the largest equal ones."""


def chance(lengths: Sequence[int], passes_left: int) -> Chance:
    """Return the chance that chains come out in so many shuffled passes.

    Parameters
    ----------
    lengths : sequence of int
        Cards to be played of each suit, 0 to 12, at most four.
    passes_left : int
        Passes, any number from 0.

    Returns
    -------
    Chance
        With the fraction for short chains, and where the answer is certain.

    Raises
    ------
    SettingError
        If there are too many lengths, one is out of range, or the passes are negative.

    Examples
    --------
    >>> chance([3, 2], 1).exact
    Fraction(33, 40)
    >>> whole = chance([12, 12, 12, 12], 4)
    >>> round(1 / whole.value, 1), whole.exact, whole.error_bound < 1e-14
    (1850.6, None, True)
    """
    chains = _checked(lengths, passes_left)
    if passes_left >= certain_after(chains):
        return exact_chance(Fraction(1))
    if passes_left == 0:
        return exact_chance(Fraction(0))
    if _is_small(chains):
        return exact_chance(_left_after(chains, passes_left)[-1][0])
    value = shipped().chance(chains, passes_left)
    return Chance(None, value, value * passes_left * ERROR_PER_PASS)


def by_pass(
    lengths: Sequence[int], passes: int, progress: Progress = no_progress
) -> list[PassOdds]:
    """Return for each shuffled pass the chance of each number of cards left after it.

    Parameters
    ----------
    lengths : sequence of int
        Cards to be played of each suit, 0 to 12, at most four.
    passes : int
        Passes, any number from 0.
    progress : callable
        Told how far the work is where it takes long: chains that are neither short nor four of
        one length are computed from nothing, which takes up to half a minute and needs numpy.

    Returns
    -------
    list of PassOdds
        No more than make it certain that nothing is left; later passes are as the last one.

    Raises
    ------
    SettingError
        As `chance` does.

    Examples
    --------
    >>> [one.exact[0] for one in by_pass([4, 4], 5)]
    [Fraction(31, 105), Fraction(54107, 60480), Fraction(1, 1)]
    >>> [round(one.mean, 2) for one in by_pass([12, 12, 12, 12], 4)]
    [40.85, 33.65, 26.34, 18.89]
    """
    chains = _checked(lengths, passes)
    certain = certain_after(chains)
    uncertain = min(passes, certain - 1)
    if _is_small(chains):
        odds = [
            PassOdds(number, tuple(map(float, left)), left, 2.0**-53)
            for number, left in enumerate(_left_after(chains, max(uncertain, 0)), 1)
        ]
    else:
        odds = [
            PassOdds(number, left, None, number * ERROR_PER_PASS)
            for number, left in enumerate(_numbers(chains, uncertain, progress), 1)
        ]
    if passes >= certain > 0:
        nothing = (Fraction(1), *[Fraction(0)] * sum(chains))
        odds.append(PassOdds(certain, tuple(map(float, nothing)), nothing, 0.0))
    return odds


def chance_after(rules: BirthdayRules, game: Birthday) -> Chance:
    """Return the chance of a deal whose later orders are not all given, after those that are.

    Parameters
    ----------
    rules : BirthdayRules
        The rules in force, with a shuffled redeal.
    game : Birthday
        The game of the deal.

    Returns
    -------
    Chance
        Certain if the known passes decide.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.rules import find_rules
    >>> rules = find_rules("geburtstag", deck="5x4", target="1234")
    >>> deal = numbered_deal(1, find_deck("5x4"), target="1234", suits="SHCD")
    >>> chance_after(rules, Birthday.from_deal(replace(rules, passes=2), deal)).value
    1.0
    """
    end = game.greedy_end(game.start())
    lengths = Counter(suit_of(card) for card in end.waste)
    return chance(list(lengths.values()), rules.passes - end.number)


def _checked(lengths: Sequence[int], passes: int) -> tuple[int, ...]:
    """Return the lengths ascending, without those of finished chains."""
    if len(lengths) > CHAINS or not all(0 <= length <= LONGEST for length in lengths):
        raise SettingError(
            "chances are known for up to four chains of up to twelve cards",
            text=" ".join(map(str, lengths)),
            expected=f"at most {CHAINS} numbers from 0 to {LONGEST}",
        )
    if passes < 0:
        raise SettingError("passes are counted from 0", text=str(passes), expected="0 or more")
    return tuple(sorted(length for length in lengths if length))


def _is_small(chains: tuple[int, ...]) -> bool:
    return prod(length + 1 for length in chains) <= _SMALL


@lru_cache(maxsize=64)
def _passes(chains: tuple[int, ...]) -> Passes:
    return Passes(chains)


@lru_cache(maxsize=1024)
def _left_after(chains: tuple[int, ...], passes: int) -> list[tuple[Fraction, ...]]:
    """Return for each pass the chance of 0, 1, 2, … cards left, as fractions."""
    odds = []
    for chances in _passes(chains).left_after(passes):
        left = [Fraction(0)] * (sum(chains) + 1)
        for lengths, share in chances.items():
            left[sum(lengths)] += share
        odds.append(tuple(left))
    return odds


def _numbers(chains: tuple[int, ...], passes: int, progress: Progress) -> list[tuple[float, ...]]:
    """Return for each pass the chance of 0, 1, 2, … cards left, from the table if it is there."""
    table = shipped()
    known = [table.cards_left(chains, number) for number in range(1, passes + 1)]
    there = [left for left in known if left is not None]
    if len(there) == passes:
        return there
    from solver.odds.floats import Distributions

    found = Distributions(chains, passes, progress)
    return [tuple(map(float, found.cards_left(chains, number + 1))) for number in range(passes)]
