"""The rules themselves as an engine for many deals: slow, and good for every rule there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from deals.deal import Deal
from solver.analysis import Analysis
from solver.batch.arrays import blank
from solver.columns import COUNTS, VERDICTS, Columns, Detail, column_names, no_tick
from solver.games import Birthday, Game
from solver.graph import StateGraph
from solver.passes import greedy_passes
from solver.prepare import prepare_number
from solver.rules import BirthdayRules, Rules
from solver.solve import DEFAULT_MAX_STATES, solve

_UNDECIDED = VERDICTS.index("undecided")


class Readable:
    """Solves deals by the rules as they are written, with the methods of the compiled kernel.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force; any.
    detail : Detail
        How much is kept of each deal.
    max_states : int, optional
        Give up on a deal after so many positions; it is then undecided.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> columns = Readable(find_rules("zudecken"), Detail.VERDICT).numbered(range(5, 9))
    >>> columns["verdict"].tolist(), columns["cards_left"].tolist()
    ([0, 0, 1, 0], [0, 0, 52, 0])
    """

    def __init__(
        self, rules: Rules, detail: Detail, *, max_states: int | None = DEFAULT_MAX_STATES
    ) -> None:
        self.rules = rules
        self.detail = detail
        self.max_states = max_states
        self._rest = _passes if isinstance(rules, BirthdayRules) else self._counts

    def numbered(self, numbers: range, tick: Callable[[int], None] = no_tick) -> Columns:
        """Solve numbered deals.

        Parameters
        ----------
        numbers : range
            Their numbers.
        tick : callable, optional
            Told after each deal that one more is done; what it raises ends the work.

        Returns
        -------
        dict of str to array
            See `solver.columns.column_names`.
        """
        deals = (prepare_number(number, self.rules).deal for number in numbers)
        return self._solved(deals, tick)

    def dealt(self, deals: Sequence[Deal], tick: Callable[[int], None] = no_tick) -> Columns:
        """Solve deals that are given; see `numbered`."""
        return self._solved(deals, tick)

    def _solved(self, deals: Iterable[Deal], tick: Callable[[int], None]) -> Columns:
        rows: list[tuple[Any, ...]] = []
        for deal in deals:
            rows.append(self._row(deal))
            tick(1)
        names = column_names(self.rules, self.detail)
        longest = max((len(row[-1]) for row in rows), default=0) if "left" in names else 0
        columns = blank(names, len(rows), longest)
        for name, values in zip(names, zip(*rows, strict=True), strict=False):
            if name == "left":
                for row, passes in zip(columns[name], values, strict=True):
                    row[: len(passes)] = passes
            else:
                columns[name][:] = values
        return columns

    def _row(self, deal: Deal) -> tuple[Any, ...]:
        solution = solve(self.rules, deal, max_states=self.max_states)
        verdict = VERDICTS.index(solution.verdict)
        left = -1 if solution.cards_left is None else solution.cards_left
        if self.detail is not Detail.FULL:
            return verdict, left
        rest = self._rest(solution.game) if verdict != _UNDECIDED else None
        if rest is None:
            nothing = (0,) * len(COUNTS)
            return (_UNDECIDED, -1, *nothing, "", "", 0.0)
        return verdict, left, *rest

    def _counts(self, game: Game[Any, Any]) -> tuple[Any, ...] | None:
        """Return all counts of a deal, None if its state graph is too large."""
        graph = StateGraph(game, max_states=self.max_states)
        if graph.truncated:
            return None
        analysis = Analysis(graph)
        counts = analysis.counts()
        return (
            *(getattr(counts, name) for name in COUNTS),
            str(counts.lines),
            str(counts.winning_lines),
            random_win(analysis),
        )


def random_win(analysis: Analysis[Any, Any]) -> float:
    """Return the chance to win if every legal move is equally likely, by the backward recursion.

    Parameters
    ----------
    analysis : Analysis
        The deal.

    Returns
    -------
    float
        Every engine sums and divides in this order, so all agree to the last bit; the exact
        fraction is `Analysis.random_win`.

    Notes
    -----
    States are visited by falling number of cards gone, as in `Analysis`, so that the values after
    each move are known.
    """
    graph, game = analysis.graph, analysis.game
    left = [game.cards_left(state) for state in graph.states]
    chance = [0.0] * len(left)
    for number in sorted(range(len(left)), key=left.__getitem__):
        after = graph.successors(number)
        if after:
            total = 0.0
            for i in after:  # not sum(): since Python 3.12 it rounds in another way
                total += chance[i]
            chance[number] = total / len(after)
        else:
            chance[number] = float(game.is_won(graph.states[number]))
    return chance[0]


def _passes(game: Game[Any, Any]) -> tuple[int, list[int]]:
    """Return the passes used and the cards unplayed after each of them."""
    assert isinstance(game, Birthday)
    left = [one.cards_left for one in greedy_passes(game)]
    return len(left), left
