"""Why a verdict holds, in a form that can be checked without trusting the search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from solver.games import Covering, CoveringState, Verdict
from solver.graph import StateGraph
from solver.solve import Solution

ENCODING = "places64/1"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def proof(solution: Solution) -> Mapping[str, object] | None:
    """Return the proof of a verdict in the form of the solve record's ``proof``.

    Parameters
    ----------
    solution : Solution
        What `solver.solve.solve` found.

    Returns
    -------
    mapping or None
        A winning trace, a theorem's own proof, or the closed set of all positions; None for an
        undecided deal, and for a lost one of a game whose positions have no agreed encoding.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.rules import find_rules
    >>> from solver.solve import solve
    >>> proof(solve(find_rules("zudecken"), numbered_deal(1, find_deck("french52"))))
    {'kind': 'trace'}
    """
    if solution.verdict is Verdict.WON:
        return {"kind": "trace"}
    if solution.verdict is Verdict.UNDECIDED:
        return None
    if solution.theorem is not None:
        return solution.theorem.proof
    if not isinstance(solution.game, Covering):
        return None
    return closed_set(StateGraph(solution.game).states, len(solution.deal.cards))


def closed_set(states: Iterable[CoveringState], cards: int) -> dict[str, object]:
    """Return the proof that a deal is lost: all positions that can be reached, none of them won.

    Parameters
    ----------
    states : iterable of CoveringState
        Every reachable state once.
    cards : int
        Cards in the deal; up to 64, a place is written with one digit, else with two.

    Returns
    -------
    dict
        ``kind``, ``encoding``, ``count`` and ``data``; see docs/formats.md.

    Examples
    --------
    >>> closed_set([(4, (0, 1, 2, 3)), (6, (2, 3, 4, 5)), (6, (0, 1, 4, 5))], cards=8)["data"]
    ['4 0123', '6 0145 2345']
    """
    members = sorted(states)
    levels = [
        " ".join([str(dealt), *(_places(face_up, cards) for _, face_up in level)])
        for dealt, level in groupby(members, key=lambda state: state[0])
    ]
    return {"kind": "closed-set", "encoding": ENCODING, "count": len(members), "data": levels}


def _places(places: Iterable[int], cards: int) -> str:
    if cards <= len(_DIGITS):
        return "".join(_DIGITS[place] for place in places)
    return "".join(_DIGITS[place // 64] + _DIGITS[place % 64] for place in places)
