"""Solve records as text that a player enjoys reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from deals.cards import format_card
from deals.words import count
from reports.numbers import rounded
from reports.paint import Paint
from reports.play import play
from reports.why import proved, why
from solver.rules import variant_name
from solver.solve import Solution

Record = Mapping[str, Any]

_LOOKS = {"won": "green", "lost": "red", "undecided": "yellow", "chance": "yellow", "error": "red"}
_INDENT = "    "


def solved_deal(
    record: Record,
    paint: Paint,
    *,
    solution: Solution | None = None,
    full: bool = False,
) -> str:
    """Return the text about one deal: verdict, reason, and the line of play.

    Parameters
    ----------
    record : mapping
        A solve record.
    paint : Paint
        How it is to look.
    solution : Solution, optional
        What was found; None for a deal that could not be read.
    full : bool
        Whether every step is shown with the table after it, or only the cards taken.

    Returns
    -------
    str
        Some lines, the last one ended.
    """
    lines = heading(record, paint, solution)
    if "proof" in record:
        lines += paint.paragraph(proved(record), _INDENT)
    if solution is not None:
        lines += [_INDENT + text for text in play(solution, paint.narrowed(len(_INDENT)), full)]
    return "\n".join(lines) + "\n"


def heading(record: Record, paint: Paint, solution: Solution | None) -> list[str]:
    """Return the lines every text about a deal begins with: name, verdict, rules, reason."""
    name = record["id"] or f"{record['source']}:{record['line']}"
    verdict = paint.word(record["verdict"], _LOOKS[record["verdict"]])
    lines = [f"{paint.word(name, 'bold')}: {verdict}"]
    if solution is not None:
        lines += paint.paragraph(_what(solution, paint), _INDENT)
    reason = why(record, paint)
    chance = None if solution is None else solution.chance
    if chance is not None and chance.exact is None:
        reason += f" {rounded(chance.value, chance.error_bound)}"
    return lines + paint.paragraph(reason, _INDENT)


def _what(solution: Solution, paint: Paint) -> str:
    """Return the rules in force, and which end of the written deal is dealt first."""
    cards = solution.deal.cards
    first, last = (paint.card(format_card(card)) for card in (cards[0], cards[-1]))
    rules = variant_name(solution.rules)
    return f"{rules}; the first card dealt is {first}, the last {last}."


def summary(verdicts: Counter[str]) -> str:
    """Return one line that counts deals by verdict.

    Examples
    --------
    >>> summary(Counter(won=2, lost=1))
    '3 deals: 2 won, 1 lost'
    """
    parts = [f"{verdicts[verdict]:,} {verdict}" for verdict in _LOOKS if verdicts[verdict]]
    return ": ".join([count(verdicts.total(), "deal"), ", ".join(parts)] if parts else ["0 deals"])


def verified(name: str, shown: str | None, refusal: str | None, paint: Paint) -> str:
    """Return one line about a record the referee has looked at.

    Examples
    --------
    >>> verified("z1", "won in 2 steps", None, Paint())
    'z1: accepted: won in 2 steps'
    """
    if refusal is None:
        return f"{paint.word(name, 'bold')}: {paint.word('accepted', 'green')}: {shown}"
    return f"{paint.word(name, 'bold')}: {paint.word('refused', 'red')}: {refusal}"
