"""A line of play as text: in short, or move by move with the table after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from deals.cards import format_card
from reports.paint import Paint, count
from solver.games import Birthday, Covering, Group, Verdict
from solver.passes import greedy_passes
from solver.solve import Solution
from solver.trace import trace

_NAMES = {
    Verdict.WON: "Solution:",
    Verdict.LOST: "Best line:",
    Verdict.UNDECIDED: "Best line so far:",
    Verdict.CHANCE: "So far:",
}
_VERBS = {"cover": "cover", "set-aside": "set aside"}


def play(solution: Solution, paint: Paint, full: bool) -> list[str]:
    """Return the line of a solution: only the cards taken, or every step with the table.

    Parameters
    ----------
    solution : Solution
        What was found.
    paint : Paint
        How it is to look.
    full : bool
        Whether to show the table after every step.

    Returns
    -------
    list of str
        Lines without their ends.
    """
    game = solution.game
    if isinstance(game, Covering):
        if full:
            return [*paint.table(_covering_rows(game, solution, paint)), *_end(solution, paint)]
        short = groups_taken(game, solution.line, paint)
    elif isinstance(game, Birthday):
        if full:
            return [*paint.table(_birthday_rows(solution, paint)), *_end(solution, paint)]
        short = _birthday_passes(solution, paint)
    else:
        raise TypeError(f"no text for lines of {type(game).__name__}")
    named = [_name(solution), *short] if short else []
    return [*named, *_end(solution, paint)]


def _end(solution: Solution, paint: Paint) -> list[str]:
    """Return why nothing more can be done where a line has led; nothing for a win."""
    game, state = solution.game, solution.game.start()
    for move in solution.line:
        state = game.apply(state, move)
    if solution.verdict is Verdict.WON or (game.moves(state) and not isinstance(game, Birthday)):
        return []
    if isinstance(game, Covering):
        cards = paint.cards(game.names(state[1]))
        return paint.wrap(f"End: {cards} face up; no group of them may go.".split(" "))
    assert isinstance(game, Birthday)  # there are two families
    waits = [
        f"{paint.card(format_card(card))} (under {count(under, 'card')})"
        for card, under in greedy_passes(game)[-1].waiting
    ]
    return paint.wrap(f"End: the foundations wait for {', '.join(waits)}.".split(" "))


def _name(solution: Solution) -> str:
    """Return what to call a line; where no choice matters, no line is better than another."""
    theorem = solution.theorem
    if theorem is not None and theorem.proof["kind"] == "parity":
        return "One way of playing:"
    return _NAMES[solution.verdict]


def _steps(solution: Solution) -> Sequence[Mapping[str, Any]]:
    return trace(solution.game, solution.line)


def groups_taken(game: Covering, line: Sequence[Group], paint: Paint) -> list[str]:
    """Return the groups of a line as text, commas between, wrapped."""
    groups = [paint.cards(game.names(group)) for group in line]
    return paint.wrap([*(f"{group}," for group in groups[:-1]), *groups[-1:]])


def _covering_rows(game: Covering, solution: Solution, paint: Paint) -> list[tuple[str, ...]]:
    dealt, face_up = game.start()
    stock = len(game.cards) - dealt
    rows: list[tuple[str, ...]] = [
        ("move", _VERBS[game.rules.style], "from the stock", "face up", "stock"),
        ("0", "", "", paint.cards(game.names(face_up)), str(stock)),
    ]
    for step in _steps(solution):
        taken, new, table = (paint.cards(step[key]) for key in ("take", "deal", "table"))
        rows.append((str(step["n"]), taken, new, table or "-", str(step["stock"])))
    return rows


def _birthday_passes(solution: Solution, paint: Paint) -> list[str]:
    lines = []
    for number, steps in groupby(_steps(solution), key=lambda step: step["pass"]):
        played = [paint.card(step["card"]) for step in steps if step["to"] == "foundation"]
        lines += paint.wrap([f"pass {number}:", *(played or ["no card fits"])])
    return lines


def _birthday_rows(solution: Solution, paint: Paint) -> list[tuple[str, ...]]:
    bases = [format_card(base) for base in solution.deal.bases]
    tops = {base[-1]: base for base in bases}
    waste: list[str] = []
    number = 1
    rows: list[tuple[str, ...]] = [
        ("move", "pass", "card", "from", "to", "foundations", "waste (cards)"),
        ("0", "1", "", "", "", paint.cards(tops.values()), "-"),
    ]
    for step in _steps(solution):
        if step["pass"] != number:
            number, waste = step["pass"], []
        if step["from"] == "waste":
            waste.pop()
        if step["to"] == "waste":
            waste.append(step["card"])
        else:
            tops[step["card"][-1]] = step["card"]
        pile = f"{paint.card(waste[-1])} ({len(waste)})" if waste else "-"
        move = (str(step["n"]), str(number), paint.card(step["card"]), step["from"], step["to"])
        rows.append((*move, paint.cards(tops.values()), pile))
    return rows
