"""A played line judged: what each move did to the chances, and where the win was thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.analysis import Analysis, MoveValue
from solver.games import Birthday, BirthdayState, Choice


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a played line in the light of all that could have been played.

    Attributes
    ----------
    n : int
        The number of the move, from 1.
    state : int
        The number of the state before it.
    choices : list of MoveValue
        Every legal move there with its worth.
    chosen : MoveValue
        The move that was made.
    """

    n: int
    state: int
    choices: list[MoveValue[Any]]
    chosen: MoveValue[Any]

    @property
    def threw_the_win_away(self) -> bool:
        """Whether this is a point of no return: a win was in reach, and no longer is."""
        return self.chosen.winning_lines == 0 and any(c.winning_lines for c in self.choices)

    @property
    def matters(self) -> bool:
        """Whether some choices here keep a win within reach and others do not."""
        return len({choice.winning_lines > 0 for choice in self.choices}) == 2

    @property
    def best(self) -> MoveValue[Any]:
        """The choice with the largest chance at random; without a win, the fewest cards left."""
        return max(self.choices, key=lambda c: (c.random_win, -c.cards_left))


def judge(analysis: Analysis[Any, Any], line: Sequence[Any]) -> list[Played]:
    """Return each move of a line with all choices there were.

    Parameters
    ----------
    analysis : Analysis
        The analysed deal.
    line : sequence of moves
        Legal moves from the start; the line need not be finished.

    Returns
    -------
    list of Played

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.games import make_game
    >>> from solver.graph import StateGraph
    >>> from solver.rules import find_rules
    >>> game = make_game(find_rules("zudecken-group"), numbered_deal(4, find_deck("french52")))
    >>> analysis = Analysis(StateGraph(game))
    >>> any(move.threw_the_win_away for move in judge(analysis, analysis.safest_line()))
    False
    """
    moves, number = [], 0
    for n, move in enumerate(line, 1):
        choices = analysis.moves(number)
        chosen = next(choice for choice in choices if choice.move == move)
        moves.append(Played(n, number, choices, chosen))
        number = chosen.target
    return moves


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One step of a played line of Der Geburtstag.

    Attributes
    ----------
    n : int
        The number of the step, from 1.
    step : dict
        The step as in a trace.
    could_have : list of dict
        The steps that would have played a card here, if the one made did not.
    best_before, best_after : int
        The fewest cards left that could still be reached before and after it.
    """

    n: int
    step: dict[str, object]
    could_have: list[dict[str, object]]
    best_before: int
    best_after: int

    @property
    def threw_the_win_away(self) -> bool:
        """Whether the deal could still be won before this step and not after it."""
        return self.best_before == 0 < self.best_after


def judge_birthday(game: Birthday, line: Sequence[Choice]) -> list[PlayedCard]:
    """Return each step of a line with what playing on greedily would have reached.

    Greedy play is the best from every state, so its end is what a state is worth.
    """
    state, cards = game.start(), []
    worth = _worth(game, state)
    for n, move in enumerate(line, 1):
        playable = [m for m in game.moves(state) if m is not Choice.LAY]
        held = [game.step(state, m) for m in playable] if move is Choice.LAY else []
        step = game.step(state, move)
        state = game.apply(state, move)
        after = _worth(game, state)
        cards.append(PlayedCard(n, step, held, worth, after))
        worth = after
    return cards


def _worth(game: Birthday, state: BirthdayState) -> int:
    return game.cards_left(game.greedy_end(state))
