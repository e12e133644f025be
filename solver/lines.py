"""Played lines as people write them down: a trace in JSON, or just the cards taken move by move."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from deals.cards import parse_card
from deals.errors import CardError, FormatError
from deals.files.strictjson import read_json
from solver.games import Birthday, BirthdayState, Choice
from solver.games.contract import Game, Move, State
from solver.steps import Step as Step
from solver.steps import cards_named, find_choice
from solver.steps import find_group as find_group
from solver.steps import find_taken as find_taken

_FORMS = (
    "a trace or record as solve --trace --format json writes it, or the cards taken, "
    "as in 'AD QD, QS KS'"
)


def read_line(text: str, source: str | None = None) -> list[Step]:
    """Read a played line as a list of steps.

    Parameters
    ----------
    text : str
        A trace in JSON (a solve record, its ``trace``, or a list of lists of cards), or the cards
        taken: cards separated by blanks, moves by commas, semicolons or line ends.
    source : str, optional
        The file's name, for errors.

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
    try:
        steps = _from_json(text) if text.lstrip()[:1] in ("[", "{") else _from_words(text)
        if not steps:
            raise FormatError("the line has no moves", expected=_FORMS)
    except FormatError as error:
        raise error.at(file=source) from None
    return steps


def _from_words(text: str) -> list[Step]:
    for number, line in enumerate(text.split("\n"), 1):
        for word in re.finditer(r"[^\s,;]+", line):
            try:
                parse_card(word[0].partition("@")[0])
            except CardError as error:
                raise FormatError(
                    error.message,
                    line=number,
                    column=word.start() + 1,
                    text=word[0],
                    expected=_FORMS,
                ) from None
    moves = [move.split() for move in re.split(r"[,;\n]", text)]
    return [{"take": move} for move in moves if move]


def _from_json(text: str) -> list[Step]:
    value = _parse(text)
    if isinstance(value, list) and value and all(_is_record(item) for item in value):
        if len(value) > 1:
            raise FormatError("several records, and only one line can be judged", expected=_FORMS)
        value = value[0]
    if isinstance(value, dict):
        value = value.get("trace")
    if not isinstance(value, list):
        raise FormatError("no line of play", expected=_FORMS)
    steps = [{"take": step} if isinstance(step, list) else step for step in value]
    for n, step in enumerate(steps, 1):
        if not isinstance(step, dict) or not ("take" in step or "card" in step):
            raise FormatError(f"move {n} is no step of a trace", expected="take, or card from to")
    return steps


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and "schema" in value


def _parse(text: str) -> Any:
    """Return the JSON value of a text, or of each of its lines if it is JSON Lines."""
    try:
        return read_json(text)
    except FormatError:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) < 2 or not all(line.lstrip()[:1] == "{" for _, line in lines):
            raise
        return [read_json(line, n) for n, line in lines]


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


def birthday_line(game: Birthday, steps: Sequence[Step]) -> list[Choice]:
    """Return the moves of a played line of Der Geburtstag.

    Parameters
    ----------
    game : Birthday
        The game that is played.
    steps : sequence of mapping
        The steps of a trace, or the cards that were played to the foundations in their order:
        then every other card that was drawn in between was laid aside.

    Returns
    -------
    list of Choice

    Raises
    ------
    FormatError
        At the first step that is not legal.
    """
    if any("card" in step for step in steps):
        return legal_line(game, steps, find_choice)
    state = game.start()
    line: list[Choice] = []
    for name in (name for n, step in enumerate(steps, 1) for name in cards_named(step, n)):
        for choice in _until_played(game, state, name, len(line) + 1):
            line.append(choice)
            state = game.apply(state, choice)
    return line


def _until_played(game: Birthday, state: BirthdayState, name: str, n: int) -> list[Choice]:
    """Return the moves that lay cards aside until a card can be played, and play it."""
    try:
        wanted = parse_card(name)
    except CardError as error:
        raise FormatError(error.message, text=name, expected=error.expected) from None
    line: list[Choice] = []
    # Laying cards aside changes no foundation: a card that fits none is not waited for.
    while wanted in game.wanted(state.heights) and (moves := game.moves(state)):
        for move in moves:
            if move is not Choice.LAY and game.card(state, move) == wanted:
                return [*line, move]
        if Choice.LAY not in moves:
            break
        line.append(Choice.LAY)
        state = game.apply(state, Choice.LAY)
    raise FormatError(f"from move {n} on, that card can never be played", text=name)
