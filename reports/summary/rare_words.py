"""The deals of a report record that stand out, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from deals.words import count
from reports.summary.words import chance

Record = Mapping[str, Any]

RAREST = {
    "hardest": "Won least often by random play",
    "fewest_winning_lines": "Won by the fewest lines of play",
    "most_states": "Won, with the most positions",
    "lost_most_states": "Lost, with the most positions",
    "nearest": "Lost with the fewest cards left",
    "first_won": "The first that come out",
    "rarest_cards_left": "The first with a rare number of cards left",
}
"""Headings for the kinds of deals that stand out."""


def rare_deals(kind: str, deals: Sequence[Record]) -> list[str]:
    """Return deals that stand out by name or number, those of one value followed by it.

    Examples
    --------
    >>> deals = [("17", None, 2), ("30", None, 2), ("4", "z4", 3)]
    >>> rare_deals("nearest", [dict(zip(("deal", "id", "value"), deal)) for deal in deals])
    ['17', '30 (2 cards left each)', 'z4 (3 cards left)']
    """
    found = []
    for value, alike in groupby(deals, lambda deal: deal["value"]):
        names = [deal["id"] or deal["deal"] for deal in alike]
        why, each = rare_value(kind, value), " each" if len(names) > 1 else ""
        found += [*names[:-1], f"{names[-1]} ({why}{each})" if why else names[-1]]
    return found


def rare_value(kind: str, value: float | str) -> str:
    """Return what makes a deal stand out, in words.

    Examples
    --------
    >>> rare_value("hardest", 1e-6), rare_value("nearest", 2)
    ('1 in 1,000,000', '2 cards left')
    >>> rare_value("fewest_winning_lines", "18446744073709551616")
    '18,446,744,073,709,551,616 lines'
    """
    if kind == "hardest":
        return chance(float(value))
    if kind == "first_won":
        return ""
    unit = {"fewest_winning_lines": "line", "most_states": "position"}
    unit |= {"lost_most_states": "position"}
    whole = int(value)
    return count(whole, unit[kind]) if kind in unit else f"{count(whole, 'card')} left"
