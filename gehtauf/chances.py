"""How likely a game is to come out: exact where it can be, else simulated and said to be so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from deals.decks import find_deck
from deals.errors import SettingError, unknown_name
from gehtauf.simulation import simulate
from gehtauf.tables import Building, Meter, not_built, open_table, start_fraction
from reports.store.manifest import range_text
from solver.odds.answer import STOCKS, Odds, stock_matters
from solver.odds.facedown import FaceDownGame
from solver.odds.geburtstag import by_pass, chance
from solver.odds.gone import why_never
from solver.odds.quadrat import quadrat_odds
from solver.odds.values import Chance, exact_chance
from solver.rules import BirthdayRules, CoveringRules, Rules, variant_name

_CARDS_FOR_FRACTIONS = 16


@dataclass(frozen=True, slots=True)
class Means:
    """What may be done to find odds.

    Attributes
    ----------
    building : Building
        How tables are found and built, and who works.
    numbers : range or None
        The deals to simulate where nothing better is known.
    meter : callable or None
        Shows how many of them are done.
    """

    building: Building = field(default_factory=Building)
    numbers: range | None = None
    meter: Meter | None = None


def find_odds(rules: Rules, stock: str | None = None, means: Means | None = None) -> Odds:
    """Return how likely a random deal is to come out under the best play.

    Parameters
    ----------
    rules : Rules
        The game. One that nothing more is known of than its rules is simulated.
    stock : str, optional
        ``"up"`` (unless given) or ``"down"``: whether the player sees the order of the stock. It
        makes no difference in Quadrat and in Der Geburtstag.
    means : Means, optional
        Where tables are, who works, what to simulate.

    Returns
    -------
    Odds

    Raises
    ------
    SettingError
        If a name is unknown, there can be no exact values with the stock face down, or their table
        is not there and would take long to build.
    FormatError, GehtaufError
        If the table is damaged.
    OutputError
        If it cannot be written.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> find_odds(find_rules("zudecken", deck="3x3", width=3), "down").found.exact
    Fraction(29, 35)
    """
    means = means or Means()
    return _way(rules, stock).find(rules, means)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to find odds.

    Attributes
    ----------
    find : callable
        Does it.
    uses : set of str
        The options that have an influence on it.
    says : str
        Why others have none, in words.
    """

    find: Callable[[Any, Means], Odds]
    uses: frozenset[str]
    says: str


def check_options(rules: Rules, stock: str | None, named: Iterable[str]) -> None:
    """Refuse options that have no influence on the odds of a game.

    Parameters
    ----------
    rules, stock
        As for `find_odds`.
    named : iterable of str
        Those of ``deals``, ``table``, ``build`` and ``workers`` that were given.

    Raises
    ------
    SettingError
        If one of them can have none.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> check_options(find_rules("zudecken"), "down", ["build"])
    >>> check_options(find_rules("quadrat"), None, ["build"])
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: --build has no effect here: the chance of quadrat is counted, \
without a table or simulated deals
    """
    way = _way(rules, stock)
    for name in named:
        if name not in way.uses:
            raise SettingError(f"--{name} has no effect here: {way.says}")


def _way(rules: Rules, stock: str | None) -> _Way:
    """Return how the odds of a game are found."""
    if stock is not None and stock not in STOCKS:
        raise unknown_name("stock", stock, STOCKS)
    name = variant_name(rules)
    counted = f"the chance of {name} is counted, without a table or simulated deals"
    simulated = "the chance of {} is simulated, without a table"
    if isinstance(rules, BirthdayRules):
        if rules.orders == rules.passes:  # shuffled, or a single pass
            return _Way(_shuffled, _NOTHING, counted)
        return _Way(_unshuffled, _FOR_DEALS, simulated.format(name))
    if not isinstance(rules, CoveringRules):  # nothing is known of it but how it is searched
        if stock == "down" and stock_matters(rules):
            raise _only_face_up(rules)
        return _Way(_searched, _FOR_DEALS, simulated.format(name))
    if not stock_matters(rules):
        return _Way(_quadrat, _NOTHING, counted)
    never = why_never(rules)
    if never is not None:
        return _Way(partial(_never, never), _NOTHING, f"no deal of {name} comes out, for {never}")
    if stock != "down":
        face_up = f"{name} with the stock face up"
        return _Way(_searched, _FOR_DEALS, f"{simulated.format(face_up)} (--stock down uses one)")
    if len(FaceDownGame.of(rules).deck) <= _CARDS_FOR_FRACTIONS:
        few = f"with at most {_CARDS_FOR_FRACTIONS} cards and the stock face down"
        return _Way(_few_face_down, _NOTHING, f"{few} the chance is worked out as a fraction")
    says = "with the stock face down no deals are simulated, but all positions are weighed"
    return _Way(_face_down, _FOR_TABLES, says)


_BEST_COVERS = "the best cover in every position, whatever the order of the stock"
_NOTHING: frozenset[str] = frozenset()
_FOR_DEALS = frozenset({"deals", "workers"})
_FOR_TABLES = frozenset({"table", "build", "workers"})


def _never(why: str, rules: Rules, means: Means) -> Odds:
    return Odds(rules, None, exact_chance(Fraction()), f"exact: {why}")


def _quadrat(rules: Rules, means: Means) -> Odds:
    quadrat = quadrat_odds(rules)
    method = "exact: the orders of the suits are counted, since no choice makes a difference"
    return Odds(rules, None, exact_chance(quadrat.exact), method, quadrat=quadrat)


def _shuffled(rules: BirthdayRules, means: Means) -> Odds:
    lengths = [len(find_deck(rules.deck).cards) // 4 - 1] * 4
    found = chance(lengths, rules.passes)
    method = "exact" if found.exact is not None else "computed, each step rounded once"
    return Odds(
        rules,
        None,
        found,
        f"{method}: the orders of each pass are counted, by the lengths of what is left",
        by_pass=tuple(by_pass(lengths, rules.passes)),
    )


def _face_down(rules: Rules, means: Means) -> Odds:
    table = open_table(FaceDownGame.of(rules), means.building)
    if table is None:
        raise not_built(rules, "--build", "--stock up")
    method = f"computed, each step rounded once: {_BEST_COVERS}"
    return Odds(rules, "down", Chance(None, table.start(), table.bound), method)


def _few_face_down(rules: Rules, means: Means) -> Odds:
    value = start_fraction(rules, means.building)
    return Odds(rules, "down", exact_chance(value), f"exact: {_BEST_COVERS}")


def _searched(rules: Rules, means: Means) -> Odds:
    stock = "up" if stock_matters(rules) else None
    return _simulated(rules, stock, means, "searching each completely")


def _only_face_up(rules: Rules) -> SettingError:
    return SettingError(
        "only Quadrat and Zudecken have odds with the stock face down",
        text=rules.game,
        expected="--stock up, which simulates deals",
    )


def _unshuffled(rules: Rules, means: Means) -> Odds:
    return _simulated(rules, None, means, "playing every card as soon as it can be played")


def _simulated(rules: Rules, stock: str | None, means: Means, how: str) -> Odds:
    building = means.building
    found = simulate(
        rules, means.numbers, building.workers, announce=building.announce, meter=means.meter
    )
    return Odds(
        rules,
        stock,
        found.share,
        f"simulated, not exact: numbered deals played, {how}",
        numbers=range_text(found.numbers),
        by_pass=found.by_pass,
    )
