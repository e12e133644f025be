"""How likely a game is to come out: exact where it can be, else simulated and said to be so."""

from __future__ import annotations

from dataclasses import dataclass, field

from deals.decks import find_deck
from deals.errors import unknown_name
from gehtauf.simulation import simulate
from gehtauf.tables import Building, Meter, not_built, open_values
from reports.store.manifest import range_text
from solver.odds.answer import STOCKS, Odds, stock_matters
from solver.odds.facedown import Exact
from solver.odds.geburtstag import by_pass, chance
from solver.odds.quadrat import quadrat_odds
from solver.odds.values import Chance, exact_chance
from solver.rules import BirthdayRules, Rules

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
    rules : CoveringRules or BirthdayRules
        The game.
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
        If the table is damaged, or cannot be written.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> find_odds(find_rules("zudecken", deck="3x3", width=3), "down").found.exact
    Fraction(29, 35)
    """
    means = means or Means()
    if stock is not None and stock not in STOCKS:
        raise unknown_name("stock", stock, STOCKS)
    if isinstance(rules, BirthdayRules):
        if rules.orders == rules.passes:  # shuffled, or a single pass
            return _shuffled(rules, means)
        return _simulated(rules, None, means, "playing every card as soon as it can be played")
    if not stock_matters(rules):
        quadrat = quadrat_odds(rules)
        method = "exact: the orders of the suits are counted, since no choice makes a difference"
        return Odds(rules, None, exact_chance(quadrat.exact), method, quadrat=quadrat)
    if stock == "down":
        return _face_down(rules, means.building)
    return _simulated(rules, "up", means, "searching each completely")


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


def _face_down(rules: Rules, building: Building) -> Odds:
    values = open_values(rules, building, _CARDS_FOR_FRACTIONS)
    if values is None:
        raise not_built(rules, building.workers)
    how = "the best cover in every position, whatever the order of the stock"
    if isinstance(values, Exact):
        return Odds(rules, "down", exact_chance(values.start()), f"exact: {how}")
    method = f"computed, each step rounded once: {how}"
    return Odds(rules, "down", Chance(None, values.start(), values.bound), method)


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
