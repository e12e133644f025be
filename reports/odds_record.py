"""The odds record: how likely a game is to come out, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from reports.numbers import exact
from solver.odds.answer import Odds
from solver.odds.values import PassOdds, SimulatedShare
from solver.rules import as_dict

SCHEMA = "gehtauf/odds@1"


def odds_record(odds: Odds, *, version: str) -> dict[str, Any]:
    """Return the record of odds.

    Parameters
    ----------
    odds : Odds
        What was found.
    version : str
        The program's version.

    Examples
    --------
    >>> from solver.odds.values import exact_chance
    >>> from solver.rules import find_rules
    >>> odds = Odds(find_rules("zudecken"), "down", exact_chance(Fraction(1, 4)), "by hand")
    >>> odds_record(odds, version="1.0")["exact"]
    '1/4'
    """
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "version": version,
        "game": odds.rules.game,
        "rules": as_dict(odds.rules),
        "stock": odds.stock,
        **_found(odds),
        "method": odds.method,
    }
    simulated = isinstance(odds.found, SimulatedShare)
    if odds.by_pass:
        record["by_pass"] = [_after_pass(one, simulated) for one in odds.by_pass]
    if odds.quadrat is not None:
        record["ends"] = _distribution(odds.quadrat.ends)
        record["cards_left"] = _distribution(odds.quadrat.cards_left)
    return record


def _found(odds: Odds) -> dict[str, Any]:
    """Return the chance with its bound, or the share with its interval."""
    found = odds.found
    if isinstance(found, SimulatedShare):
        interval = {"level": found.level, "method": found.method}
        return {
            "exact": None,
            "value": found.share,
            "error_bound": None,
            "interval": interval | {"low": found.low, "high": found.high},
            "simulated": {"numbers": odds.numbers, "deals": found.deals, "won": found.won},
        }
    return {
        "exact": None if found.exact is None else exact(found.exact),
        "value": found.value,
        "error_bound": found.error_bound,
        "interval": None,
        "simulated": None,
    }


def _after_pass(one: PassOdds, simulated: bool) -> dict[str, Any]:
    return {
        "pass": one.number,
        "value": one.value,
        "mean_cards_left": one.mean,
        "cards_left": list(one.cards_left),
        "exact": None if one.exact is None else list(map(exact, one.exact)),
        "error_bound": None if simulated else one.error_bound,
    }


def _distribution(chances: Mapping[int, Fraction]) -> list[dict[str, Any]]:
    return [
        {"cards": cards, "exact": exact(chance), "value": float(chance)}
        for cards, chance in chances.items()
    ]
