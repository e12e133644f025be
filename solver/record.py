"""The solve record: what is known of one deal as plain values, ready for JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

from deals.cards import format_card
from deals.deal import Deal
from deals.errors import GehtaufError
from solver.games import Verdict
from solver.odds.values import Chance
from solver.proof import proof
from solver.rules import Rules, as_dict
from solver.solve import Solution
from solver.trace import trace

SCHEMA = "gehtauf/solve@1"

Record = dict[str, Any]


class Origin(NamedTuple):
    """Where a deal comes from: what it is called, its file and its line there."""

    id: str | None = None
    source: str | None = None
    line: int | None = None


def solve_record(
    solution: Solution,
    origin: Origin,
    *,
    version: str,
    with_trace: bool = False,
    with_proof: bool = False,
) -> Record:
    """Return the record of a solved deal.

    Parameters
    ----------
    solution : Solution
        What was found.
    origin : Origin
        Where the deal comes from.
    version : str
        The program's version.
    with_trace, with_proof : bool
        Whether to write the line of play, and the proof (with the line where it is needed).

    Returns
    -------
    dict
        In the form of the JSON Schema ``solve``.

    Notes
    -----
    A trace is written where it shows the verdict: for won deals, and for a theorem whose proof
    is the line itself (Der Geburtstag). A lost line of Zudecken would show nothing.
    """
    record: Record = {
        "schema": SCHEMA,
        "version": version,
        **origin._asdict(),
        "game": solution.rules.game,
        "rules": as_dict(solution.rules),
        "verdict": str(solution.verdict),
        "cards_left": solution.cards_left,
        "moves": len(solution.line) if solution.verdict is Verdict.WON else None,
        "states": solution.states,
        "chance": None if solution.chance is None else chance_record(solution.chance),
        "reason": dict(solution.reason) if solution.reason is not None else None,
    }
    shown = proof(solution) if with_proof else None
    if _is_shown_by_its_line(solution) and (with_trace or shown is not None):
        record["trace"] = trace(solution.game, solution.line)
    if shown is not None:
        record["proof"] = dict(shown)
    if "trace" in record or "proof" in record:
        record["deal"] = deal_record(solution.deal, solution.rules.game)
    return record


def chance_record(chance: Chance) -> Record:
    """Return a chance as a fraction in lowest terms, always p/q, or null, and as a number.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from solver.odds.values import exact_chance
    >>> chance_record(exact_chance(Fraction(1)))
    {'exact': '1/1', 'value': 1.0}
    """
    exact = chance.exact
    written = None if exact is None else f"{exact.numerator}/{exact.denominator}"
    return {"exact": written, "value": chance.value}


def _is_shown_by_its_line(solution: Solution) -> bool:
    if solution.verdict is Verdict.UNDECIDED:
        return False
    greedy = solution.theorem is not None and solution.theorem.proof["kind"] == "greedy"
    return solution.verdict is Verdict.WON or greedy


def deal_record(deal: Deal, game: str) -> Record:
    """Return a deal with all that is needed to check a trace of it.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> deal_record(numbered_deal(0, find_deck("1x1")), "quadrat")["cards"]
    ['AC']
    """
    return {
        "game": game,
        "deck": deal.deck.name,
        "cards": [format_card(card) for card in deal.cards],
        "redeals": [[format_card(card) for card in order] for order in deal.redeals],
        "target": deal.target,
        "suits": deal.suits,
        "number": None if deal.number is None else str(deal.number),
    }


def error_record(
    error: GehtaufError, origin: Origin, *, version: str, rules: Rules | None = None
) -> Record:
    """Return the record of a deal that could not be read or has no meaning.

    Its rules may be known all the same.
    """
    return {
        "schema": SCHEMA,
        "version": version,
        **origin._asdict(),
        "game": None if rules is None else rules.game,
        "rules": None if rules is None else as_dict(rules),
        "verdict": str(Verdict.ERROR),
        "cards_left": None,
        "moves": None,
        "states": 0,
        "chance": None,
        "reason": None,
        "error": {
            "message": str(error),
            "line": error.line,
            "column": error.column,
            "text": error.text,
        },
    }
