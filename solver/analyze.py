"""All there is to know about one deal: the analysis that its family allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from deals.errors import GehtaufError
from solver.analysis import Analysis
from solver.games import Birthday, Covering, TakingGame
from solver.graph import StateGraph
from solver.lines import Step, birthday_line, find_group, find_taken, legal_line
from solver.passes import Pass, greedy_passes, passes_needed
from solver.played import Played, PlayedCard, judge, judge_birthday
from solver.rules import BirthdayRules
from solver.solve import Solution


@dataclass(frozen=True, slots=True)
class TakingAnalysis:
    """A deal of a game that takes cards: its solution, and the analysis of its whole state graph.

    `analysis` is None if a limit stopped the graph; the deal is undecided then.
    """

    solution: Solution
    analysis: Analysis[Any, Any] | None
    played: tuple[Played, ...] | None = None


@dataclass(frozen=True, slots=True)
class BirthdayAnalysis:
    """A deal of Der Geburtstag: its solution, its passes, and how many it would have needed.

    `needed` is None for a shuffled redeal, where that is no property of the deal.
    """

    solution: Solution
    passes: list[Pass]
    needed: int | None
    played: tuple[PlayedCard, ...] | None = None


DEFAULT_MAX_STATES = 250_000
"""States a graph to be analysed may have; five times what any named variant needs."""

DealAnalysis: TypeAlias = TakingAnalysis | BirthdayAnalysis


def analyze(
    solution: Solution,
    *,
    line: Sequence[Step] | None = None,
    max_states: int | None = DEFAULT_MAX_STATES,
) -> DealAnalysis:
    """Analyse a solved deal completely, with the stock face up.

    Parameters
    ----------
    solution : Solution
        What `solver.solve.solve` found.
    line : sequence of mapping, optional
        A played line to judge, as `solver.lines.read_line` gives it.
    max_states : int, optional
        States a graph may have.

    Returns
    -------
    TakingAnalysis or BirthdayAnalysis

    Raises
    ------
    FormatError
        If the played line is not legal.
    GehtaufError
        If the game's lines cannot be counted.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.rules import find_rules
    >>> from solver.solve import solve
    >>> solution = solve(find_rules("zudecken-group"), numbered_deal(11, find_deck("french52")))
    >>> analyze(solution).analysis.counts().states
    518
    """
    game = solution.game
    if isinstance(game, Birthday):
        return _birthday(solution, game, line)
    if not isinstance(game, TakingGame):
        raise GehtaufError(
            f"the lines of {solution.rules.game} cannot be counted: not every move takes cards "
            "out of play",
            expected="gehtauf solve",
        )
    find = find_group if isinstance(game, Covering) else find_taken
    moves = None if line is None else legal_line(game, line, find)
    graph = StateGraph(game, max_states=max_states)
    if graph.truncated:
        return TakingAnalysis(solution, None)
    analysis = Analysis(graph)
    played = None if moves is None else tuple(judge(analysis, moves))
    return TakingAnalysis(solution, analysis, played)


def _birthday(solution: Solution, game: Birthday, line: Sequence[Step] | None) -> BirthdayAnalysis:
    rules = solution.rules
    unshuffled = isinstance(rules, BirthdayRules) and rules.redeal == "unshuffled"
    return BirthdayAnalysis(
        solution,
        greedy_passes(game),
        passes_needed(game) if unshuffled else None,
        None if line is None else tuple(judge_birthday(game, birthday_line(game, line))),
    )
