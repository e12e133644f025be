"""A line of play as text: in short, or move by move with the table after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from deals.cards import format_card
from deals.words import count
from reports.paint import Paint
from solver.games import Birthday, Covering, TakingGame, Verdict
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
    if full:
        return [*paint.table(_rows(solution, paint)), *_end(solution, paint)]
    short = _in_short(solution, paint) if solution.line else []
    return [*([_name(solution)] if short else []), *short, *_end(solution, paint)]


def _rows(solution: Solution, paint: Paint) -> list[tuple[str, ...]]:
    """Return every step of a line as a row, the names of the columns first."""
    if isinstance(solution.game, Covering):
        return _covering_rows(solution.game, solution, paint)
    if isinstance(solution.game, Birthday):
        return _birthday_rows(solution, paint)
    return _any_rows(solution, paint)


def _in_short(solution: Solution, paint: Paint) -> list[str]:
    """Return the cards of a line that has moves, or the rows of a game that takes none."""
    if isinstance(solution.game, Birthday):
        return _birthday_passes(solution, paint)
    if isinstance(solution.game, TakingGame):
        return groups_taken(solution.game, solution.line, paint)
    return paint.table(_any_rows(solution, paint))


def _any_rows(solution: Solution, paint: Paint) -> list[tuple[str, ...]]:
    """Return the steps of a game that has no wording of its own, as its trace has them."""
    steps = _steps(solution)
    names = ["move", *(key for key in (steps[0] if steps else ()) if key != "n")]
    rows = [
        tuple(paint.cards(v) if isinstance(v, list) else str(v) for v in step.values())
        for step in steps
    ]
    return [tuple(names), *rows]


def _end(solution: Solution, paint: Paint) -> list[str]:
    """Return why nothing more can be done where a line has led; nothing for a win."""
    game, state = solution.game, solution.game.start()
    for move in solution.line:
        state = game.apply(state, move)
    if solution.verdict is Verdict.WON or (game.moves(state) and not isinstance(game, Birthday)):
        return []
    if isinstance(game, Covering):
        cards = paint.cards(game.names(state[1]))
        return paint.paragraph(f"End: {cards} face up; no group of them may go.")
    if not isinstance(game, Birthday):
        return ["End: there is no other move."]
    waits = [
        f"{paint.card(format_card(card))} (under {count(under, 'card')})"
        for card, under in greedy_passes(game)[-1].waiting
    ]
    return paint.paragraph(f"End: the foundations wait for {', '.join(waits)}.")


def _name(solution: Solution) -> str:
    """Return what to call a line; where no choice matters, no line is better than another."""
    theorem = solution.theorem
    if theorem is not None and theorem.proof["kind"] == "parity":
        return "One way of playing:"
    return _NAMES[solution.verdict]


def _steps(solution: Solution) -> Sequence[Mapping[str, Any]]:
    return trace(solution.game, solution.line)


def groups_taken(game: TakingGame[Any, Any], line: Sequence[Any], paint: Paint) -> list[str]:
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
