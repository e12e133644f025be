"""Played lines as people write them down: a trace in JSON, or just the cards taken move by move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deals.cards import format_card, parse_card
from deals.errors import CardError, FormatError
from solver.games import Birthday, BirthdayState, Choice, Covering, CoveringState, Group
from solver.games.contract import Game, Move, State

Step = Mapping[str, Any]


def read_line(text: str) -> list[Step]:
    """Read a played line as a list of steps.

    Parameters
    ----------
    text : str
        A trace in JSON (a solve record, its ``trace``, or a list of lists of cards), or the cards
        taken: cards separated by blanks, moves by commas, semicolons or line ends.

    Returns
    -------
    list of mapping
        Each step with at least ``take``, or with ``from``, ``card`` and ``to``.

    Raises
    ------
    FormatError
        If the text is neither.

    Examples
    --------
    >>> read_line("AD QD, QS KS")
    [{'take': ['AD', 'QD']}, {'take': ['QS', 'KS']}]
    >>> read_line('[["AD", "QD"]]')
    [{'take': ['AD', 'QD']}]
    """
    if text.lstrip()[:1] in ("[", "{"):
        return _from_json(text)
    moves = [move.split() for move in re.split(r"[,;\n]", text)]
    return [{"take": move} for move in moves if move]


def _from_json(text: str) -> list[Step]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"broken JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None
    except (RecursionError, ValueError) as error:
        raise FormatError(f"broken JSON: {error}") from None
    if isinstance(value, dict):
        value = value.get("trace")
    if not isinstance(value, list):
        raise FormatError(
            "no line of play", expected="a trace, a record with a trace, or lists of cards"
        )
    steps = [{"take": step} if isinstance(step, list) else step for step in value]
    for n, step in enumerate(steps, 1):
        if not isinstance(step, dict) or not ("take" in step or "card" in step):
            raise FormatError(f"move {n} is no step of a trace", expected="take, or card from to")
    return steps


def find_group(game: Covering, state: CoveringState, step: Step, n: int) -> Group:
    """Return the legal move that a step names.

    Parameters
    ----------
    game : Covering
        The game that is played.
    state : CoveringState
        Where it stands before the move.
    step : mapping
        A step; what it says of cards dealt, table and stock must be so.
    n : int
        The number of the move, for errors.

    Returns
    -------
    Group

    Raises
    ------
    FormatError
        If a card cannot be read or is not face up, or the cards are no legal group.
    """
    taken = step.get("take")
    if not isinstance(taken, list) or not all(isinstance(name, str) for name in taken):
        raise FormatError(f"move {n} names no cards", expected="take, a list of cards")
    legal = game.moves(state)
    if not legal:
        raise FormatError(f"move {n} comes after the end of the game", text=" ".join(taken))
    group = tuple(sorted(_place(game, state, name, n) for name in taken))
    if group not in legal:
        choices = ", ".join(" ".join(game.names(move)) for move in legal)
        raise FormatError(
            f"move {n} is not legal", text=" ".join(taken), expected=f"one of: {choices}"
        )
    true = game.step(state, group)
    for key in ("deal", "table", "stock"):
        if key in step and step[key] != true[key]:
            raise FormatError(
                f"move {n} belongs to another deal: its {key} differs",
                text=str(step[key]),
                expected=str(true[key]),
            )
    return group


def _place(game: Covering, state: CoveringState, name: str, n: int) -> int:
    letters, _, place = name.partition("@")
    try:
        card = parse_card(letters)
    except CardError as error:
        raise FormatError(
            f"move {n}: {error.message}", text=name, expected=error.expected
        ) from None
    found = [p for p in state[1] if game.cards[p] == card and place in ("", str(p))]
    if len(found) > 1:
        both = " or ".join(f"{format_card(card)}@{p}" for p in found)
        raise FormatError(f"move {n}: that card lies twice", text=name, expected=both)
    if not found:
        table = " ".join(game.names(state[1]))
        raise FormatError(f"move {n}: that card is not face up", text=name, expected=table)
    return found[0]


def find_choice(game: Birthday, state: BirthdayState, step: Step, n: int) -> Choice:
    """Return the legal move of Der Geburtstag that a step names.

    Raises
    ------
    FormatError
        If the step is not one of a trace, or is not legal.
    """
    keys = ("from", "card", "to")
    if not all(isinstance(step.get(key), str) for key in keys):
        raise FormatError(
            f"move {n} is no step of Der Geburtstag",
            expected="from, card and to, as in the trace of gehtauf solve",
        )
    legal = {move: game.step(state, move) for move in game.moves(state)}
    for move, true in legal.items():
        if (
            all(step[key] == true[key] for key in keys)
            and step.get("pass", true["pass"]) == (true["pass"])
        ):
            return move
    choices = [f"{true['card']} from {true['from']} to {true['to']}" for true in legal.values()]
    raise FormatError(
        f"move {n} is not legal" if legal else f"move {n} comes after the end of the game",
        text=f"{step['card']} from {step['from']} to {step['to']}",
        expected=f"one of: {', '.join(choices)}" if legal else None,
    )


def legal_line(
    game: Game[State, Move],
    steps: Sequence[Step],
    find: Callable[[Any, State, Step, int], Move],
) -> list[Move]:
    """Return the moves of a played line, each of them legal.

    Parameters
    ----------
    game : Game
        The game that is played.
    steps : sequence of mapping
        The steps from the start.
    find : callable
        `find_group` or `find_choice`, as fits the game.

    Returns
    -------
    list of Move

    Raises
    ------
    FormatError
        At the first step that is not legal.
    """
    state, line = game.start(), []
    for n, step in enumerate(steps, 1):
        line.append(find(game, state, step, n))
        state = game.apply(state, line[-1])
    return line
