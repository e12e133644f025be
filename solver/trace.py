"""A line of play written out: what each move takes and deals, and the table after it."""

from __future__ import annotations

from collections.abc import Iterable

from solver.games.contract import Game, Move, State


def trace(game: Game[State, Move], line: Iterable[Move]) -> list[dict[str, object]]:
    """Return the steps of a line from the start, numbered from 1.

    Parameters
    ----------
    game : Game
        The game that is played.
    line : iterable of Move
        Legal moves, the first one from the start.

    Returns
    -------
    list of dict
        One step a move, in the form of the solve record's ``trace``.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.games import Covering
    >>> from solver.rules import find_rules
    >>> deal = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> [step] = trace(Covering(find_rules("quadrat", deck="2x4"), deal), [(0, 1)])
    >>> step["take"], step["deal"], step["table"], step["stock"]
    (['AC', '2C'], ['AH', '2H'], ['AS', '2S', 'AH', '2H'], 2)
    """
    steps = []
    state = game.start()
    for n, move in enumerate(line, 1):
        steps.append({"n": n, **game.step(state, move)})
        state = game.apply(state, move)
    return steps
