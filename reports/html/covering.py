"""What a page says of a deal of Quadrat or Zudecken."""

from __future__ import annotations

from typing import Any, NamedTuple

from deals.cards import SUITS, format_card, suit_of
from deals.words import count
from reports.html.cards import label
from reports.html.states import GraphAnalysis, single_line, walk, whole_graph
from reports.numbers import exact, percent
from solver.analysis import Counts
from solver.games import Covering, Verdict
from solver.rules import CoveringRules
from solver.solve import Solution
from solver.trace import trace

SCRIPTS = ("data.js", "cards.js", "replay.js", "path.js", "table.js", "choices.js")
DRAWING = ("layout.js", "drawing.js", "view.js")
"""Scripts of a page: those of every one, and those that draw the graph."""


class Row(NamedTuple):
    """One line of the table of counts."""

    name: str
    value: str
    more: str = ""


class SuitCounts(NamedTuple):
    """Quadrat: how many cards of each suit are among the first n; `end` if all stops there."""

    n: int
    counts: tuple[int, ...]
    end: bool


def context(solution: Solution, analysis: GraphAnalysis | None) -> dict[str, Any]:
    """Return what the template of a page needs, the data for its scripts among it.

    Parameters
    ----------
    solution : Solution
        What is known of a deal of the family.
    analysis : Analysis or None
        What follows from every position; None if that is not known.

    Returns
    -------
    dict
    """
    game, rules = solution.game, solution.rules
    if not isinstance(game, Covering) or not isinstance(rules, CoveringRules):
        raise TypeError(f"no page of cards for {type(game).__name__}")
    lines = _lines(solution, analysis)
    counts = analysis.counts() if analysis is not None else None
    start = game.start()
    draws = analysis is not None and len(analysis.graph.states) > 1  # a lone position needs none
    return {
        "kind": "covering",
        "scripts": [*SCRIPTS, *(DRAWING if draws else ()), "covering.js"],
        "style": rules.style,
        "width": rules.width,
        "columns": _columns(rules),
        "start": [format_card(game.cards[place]) for place in start[1]],
        "start_names": game.names(start[1]),
        "winnable": analysis is not None and analysis.can_win(0),
        "stock": len(game.cards) - start[0],
        "steps": trace(game, solution.line),
        "verb": {"cover": "cover", "set-aside": "set aside"}[rules.style],
        "line_name": next(iter(lines)),
        "line_title": f"{next(iter(lines))}, move by move",
        "line_names": list(lines),
        "counts": _rows(counts) if counts is not None else [],
        "suit_counts": _suit_counts(solution),
        "data": {
            "kind": "covering",
            "verdict": str(solution.verdict),
            "style": rules.style,
            "free": analysis is not None,
            "draws": draws,
            "choiceless": _choiceless(solution),
            "cards": [format_card(card) for card in game.cards],
            "names": [label(name) for name in game.names(range(len(game.cards)))],
            "graph": (
                single_line(game, solution.line)
                if analysis is None
                else whole_graph(analysis, list(lines.values()))
            ),
        },
    }


def _columns(rules: CoveringRules) -> int:
    """Return how many cards lie side by side: Quadrat is dealt in a square, many in two rows."""
    two_rows = rules.width > 5 or (rules.style == "set-aside" and rules.width > 2)
    return (rules.width + 1) // 2 if two_rows else rules.width


def _choiceless(solution: Solution) -> bool:
    return solution.theorem is not None and solution.theorem.proof["kind"] == "parity"


def _lines(solution: Solution, analysis: GraphAnalysis | None) -> dict[str, tuple[Any, ...]]:
    """Return the lines that can be replayed, by name."""
    if _choiceless(solution):
        return {"One way of playing": solution.line}
    if solution.verdict is not Verdict.WON:
        known = "Best line" if solution.verdict is Verdict.LOST else "Best line so far"
        return {known: solution.line}
    lines = {"Solution": solution.line}
    if analysis is not None:
        safest = tuple(analysis.safest_line())
        if walk(analysis, safest) != walk(analysis, solution.line):
            lines["Safest solution"] = safest
    return lines


def _rows(counts: Counts) -> list[Row]:
    chance = counts.random_win
    wins = _length(counts.shortest_win), _length(counts.longest_win)
    return [
        Row("Winning lines", f"{counts.winning_lines:,}", "ways of playing that win"),
        Row("Lines", f"{counts.lines:,}", "ways of playing, from the first move to the last"),
        Row("Chance at random", percent(chance), "if every legal move is equally likely"),
        Row("The same, exactly", exact(chance)),
        Row("Shortest win", wins[0]),
        Row("Longest win", wins[1]),
        Row("Fewest cards left", f"{counts.cards_left:,}", "over all lines"),
        Row("Positions", f"{counts.states:,}", "that can be reached, start and ends included"),
        Row("Moves", f"{counts.transitions:,}", "from all these positions together"),
        Row(
            "Critical positions", f"{counts.critical:,}", "one move keeps the win, another loses it"
        ),
        Row("With a choice", f"{counts.choice_points:,}", "positions with two or more moves"),
        Row("Forced", f"{counts.forced:,}", "positions with exactly one move"),
        Row("Dead ends", f"{counts.dead_ends:,}", "positions without a move, not won"),
    ]


def _length(moves: int | None) -> str:
    return "none" if moves is None else count(moves, "move")


def _suit_counts(solution: Solution) -> list[SuitCounts]:
    """Return Quadrat's running suit counts up to the moment at which every line ends."""
    if solution.theorem is None or not _choiceless(solution):
        return []
    last = int(str(solution.theorem.proof["n"]))
    rows, counts = [], [0] * len(SUITS)
    for n, card in enumerate(solution.deal.cards[:last], 1):
        counts[suit_of(card)] += 1
        if (n % 2 == 0 and n >= 4) or n == last:
            rows.append(SuitCounts(n, tuple(counts), n == last))
    return rows
