"""The steps of a played line: which legal move each of them names, in each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deals.cards import format_card, parse_card
from deals.errors import CardError, FormatError
from solver.games import (
    Birthday,
    BirthdayState,
    Choice,
    Covering,
    CoveringState,
    Group,
    TakingGame,
)
from solver.games.contract import Move, State

Step = Mapping[str, Any]
"""What a line says of one move: at least ``take``, or ``from``, ``card`` and ``to``."""


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
    taken = cards_named(step, n)
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


def find_taken(game: TakingGame[State, Move], state: State, step: Step, n: int) -> Move:
    """Return the legal move of any game that takes the cards a step names.

    Raises
    ------
    FormatError
        If no legal move takes just these cards.
    """
    taken = cards_named(step, n)
    legal = {tuple(sorted(game.names(move))): move for move in game.moves(state)}
    try:
        return legal[tuple(sorted(format_card(parse_card(name)) for name in taken))]
    except (CardError, KeyError):
        choices = ", ".join(" ".join(names) for names in legal) or "none: the game has ended"
        raise FormatError(
            f"move {n} is not legal", text=" ".join(taken), expected=f"one of: {choices}"
        ) from None


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


def cards_named(step: Step, n: int) -> list[str]:
    """Return the cards that a step says were taken.

    Raises
    ------
    FormatError
        If it does not say so.
    """
    taken = step.get("take")
    if not isinstance(taken, list) or not all(isinstance(name, str) for name in taken):
        raise FormatError(f"move {n} names no cards", expected="take, a list of cards")
    return taken
