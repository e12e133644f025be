"""Playthroughs: one deal of each variant played out, every state and every legal move written down.

A file carries its own inputs (variant, deal number, the moves that were played), so it can be
read, replayed and compared. After a change that is meant to change them, write them anew with

    python -m tests.playthroughs
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from deals.cards import format_card
from solver.games import Birthday, Covering, Game, make_game
from solver.prepare import Question, prepare_number
from solver.rules import VARIANTS
from solver.rules_toml import to_toml
from solver.solve import solve

FOLDER = Path(__file__).parent / "data" / "playthroughs"

DEALS = {
    "quadrat": 0,
    "quadrat-52": 4,
    "quadrat-104": 7,
    "zudecken": 4,
    "zudecken-stock": 4,
    "zudecken-32": 2,
    "zudecken-group": 11,
    "zudecken-group-stock": 17,
    "zudecken-group-32": 2,
    "zudecken-single": 11,
    "zudecken-single-stock": 2,
    "zudecken-single-32": 2,
    "geburtstag": 514,
    "geburtstag-unshuffled": 5,
}
"""The deal of each variant that is played out; wins and losses of both kinds are among them."""


def first_line(variant: str, number: int) -> list[str]:
    """Return the moves to write down: the solution, or the line with the fewest cards left."""
    solution = solve(*prepare_number(number, VARIANTS[variant]))
    game, state, moves = solution.game, solution.game.start(), []
    for move in solution.line:
        moves.append(name(game, state, move))
        state = game.apply(state, move)
    return moves


def name(game: Game[Any, Any], state: Any, move: Any) -> str:
    """Return the name of a move, unique among the legal ones of its state."""
    if isinstance(game, Covering):
        return " ".join(game.names(move))
    step = game.step(state, move)
    return f"{step['card']} from {step['from']} to {step['to']}"


def playthrough(variant: str, number: int, moves: Sequence[str]) -> str:
    """Return the text of a playthrough; `moves` are names of legal moves."""
    return "\n".join(_lines(variant, number, moves)) + "\n"


def _lines(variant: str, number: int, moves: Sequence[str]) -> Iterator[str]:
    question = prepare_number(number, VARIANTS[variant])
    game = make_game(*question)
    yield f"# {variant}, deal {number}, played out. See tests/playthroughs.py."
    yield f"variant: {variant}"
    yield f"deal: {number}"
    yield from (f"  {line}" for line in to_toml(question.rules).splitlines())
    yield from (f"  order: {_cards(order)}" for order in _orders(question))
    state = game.start()
    for n in range(len(moves) + 1):
        yield ""
        yield f"state {n}: {_state(game, state)}"
        legal = {name(game, state, move): move for move in game.moves(state)}
        yield f"  moves: {' | '.join(legal) or 'none'}"
        if n < len(moves):
            yield f"play: {moves[n]}"
            state = game.apply(state, legal[moves[n]])
    result = "won" if game.is_won(state) else "not won"
    yield f"end: {result}, {game.cards_left(state)} cards left"


def _orders(question: Question) -> list[tuple[int, ...]]:
    return [question.deal.cards, *question.deal.redeals]


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(format_card, cards)) or "-"


def _state(game: Game[Any, Any], state: Any) -> str:
    left = f"cards left {game.cards_left(state)}"
    if isinstance(game, Covering):
        dealt, face_up = state
        return f"dealt {dealt}, face up {' '.join(game.names(face_up)) or '-'}, {left}"
    assert isinstance(game, Birthday)
    heights = " ".join(map(str, state.heights))
    return (
        f"pass {state.number}, heights {heights}, stock {len(state.stock)}, "
        f"waste {_cards(state.waste[-3:])} of {len(state.waste)}, {left}"
    )


def replayed(text: str) -> str:
    """Return the playthrough that the inputs in a text lead to."""
    variant = re.search(r"^variant: (.*)$", text, re.MULTILINE)
    number = re.search(r"^deal: (\d+)$", text, re.MULTILINE)
    assert variant
    assert number
    return playthrough(variant[1], int(number[1]), re.findall(r"^play: (.*)$", text, re.MULTILINE))


def main() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(exist_ok=True)
    for variant, number in DEALS.items():
        text = playthrough(variant, number, first_line(variant, number))
        (FOLDER / f"{variant}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
