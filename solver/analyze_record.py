"""The analyze record: all that is known of one deal as plain values, ready for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from deals.cards import format_card
from solver.analysis import Analysis, MoveValue
from solver.analyze import BirthdayAnalysis, DealAnalysis, TakingAnalysis
from solver.difficulty import difficulty
from solver.games import TakingGame
from solver.odds.values import exact_chance
from solver.played import Played, PlayedCard
from solver.record import Origin, Record, chance_record, solve_record

SCHEMA = "gehtauf/analyze@1"
_BIG = ("lines", "winning_lines")


def analyze_record(found: DealAnalysis, origin: Origin, *, version: str) -> Record:
    """Return the record of an analysed deal.

    Parameters
    ----------
    found : TakingAnalysis or BirthdayAnalysis
        What `solver.analyze.analyze` found.
    origin : Origin
        Where the deal comes from.
    version : str
        The program's version.

    Returns
    -------
    dict
        In the form of the JSON Schema ``analyze``.
    """
    solved = solve_record(found.solution, origin, version=version)
    keys = ("version", *Origin._fields, "game", "rules", "verdict", "cards_left", "reason")
    record = {"schema": SCHEMA} | {key: solved[key] for key in keys}
    if isinstance(found, BirthdayAnalysis):
        return record | {"chance": solved["chance"]} | _birthday(found)
    if found.analysis is None:
        return record | {"truncated": True}
    return record | _covering(found, found.analysis)


def _covering(found: TakingAnalysis, analysis: Analysis[Any, Any]) -> Record:
    game = found.solution.game
    assert isinstance(game, TakingGame)  # what a TakingAnalysis is made of
    counts: Record = asdict(analysis.counts())
    counts |= {key: str(counts[key]) for key in _BIG} | {
        "random_win": chance_record(exact_chance(counts["random_win"]))
    }
    record = counts | {
        "difficulty": difficulty(analysis),
        "first_moves": [_move(game, value) for value in analysis.moves(0)],
        "solution": _names(game, found.solution.line) if analysis.can_win(0) else None,
        "safest_line": _names(game, analysis.safest_line()),
    }
    if found.played is not None:
        record["played"] = [_played(game, move) for move in found.played]
    return record


def _names(game: TakingGame[Any, Any], line: Sequence[Any]) -> list[list[str]]:
    return [game.names(group) for group in line]


def _move(game: TakingGame[Any, Any], value: MoveValue[Any]) -> Record:
    return {
        "take": game.names(value.move),
        "verdict": str(value.verdict),
        "winning_lines": str(value.winning_lines),
        "random_win": chance_record(exact_chance(value.random_win)),
        "cards_left": value.cards_left,
    }


def _played(game: TakingGame[Any, Any], move: Played) -> Record:
    best = move.best
    return (
        {"n": move.n}
        | _move(game, move.chosen)
        | {
            "choices": len(move.choices),
            "winning_choices": sum(choice.winning_lines > 0 for choice in move.choices),
            "best": _move(game, best),
            "threw_the_win_away": move.threw_the_win_away,
        }
    )


def _birthday(found: BirthdayAnalysis) -> Record:
    record: Record = {
        "by_pass": [
            {
                "pass": one.number,
                "played": [format_card(card) for card in one.played],
                "cards_left": one.cards_left,
                "waiting": [
                    {"card": format_card(waiting.card), "under": waiting.under}
                    for waiting in one.waiting
                ],
            }
            for one in found.passes
        ],
        "passes_needed": found.needed,
    }
    if found.played is not None:
        record["played"] = [_played_card(card) for card in found.played]
    return record


def _played_card(card: PlayedCard) -> Record:
    return card.step | {
        "n": card.n,
        "could_have": card.could_have,
        "best_before": card.best_before,
        "best_after": card.best_after,
        "threw_the_win_away": card.threw_the_win_away,
    }
