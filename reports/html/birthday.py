"""What a page says of a deal of Der Geburtstag: one line of play, since no choice matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from deals.cards import Card, format_card, make_card, rank_of, suit_of
from reports.html.cards import label
from reports.paint import Paint
from solver.games import Birthday, BirthdayState, Verdict
from solver.passes import Pass, greedy_passes
from solver.rules import BirthdayRules
from solver.solve import Solution
from solver.trace import trace

SCRIPTS = ("data.js", "cards.js", "replay.js")

_LINE_NAMES = {Verdict.WON: "Solution", Verdict.LOST: "The best that can be done"}


class PassRow(NamedTuple):
    """One pass: its number, cards played, cards left, and how deep the cards lie that fit next."""

    number: int
    played: tuple[str, ...]
    left: int
    waiting: tuple[tuple[str, int], ...]


def context(solution: Solution) -> dict[str, Any]:
    """Return what the template of a page needs, the data for its scripts among it.

    Parameters
    ----------
    solution : Solution
        What is known of a deal of Der Geburtstag.

    Returns
    -------
    dict
    """
    game, rules = solution.game, solution.rules
    if not isinstance(game, Birthday) or not isinstance(rules, BirthdayRules):
        raise TypeError(f"no page of foundations for {type(game).__name__}")
    steps = trace(game, solution.line)
    cards = [*solution.deal.bases, *solution.deal.cards]
    return {
        "kind": "birthday",
        "scripts": [*SCRIPTS, "birthday.js"],
        "digits": list(rules.target),
        "bases": [format_card(base) for base in solution.deal.bases],
        "chain": len(solution.deal.deck.cards) // 4 - 1,
        "stock": len(solution.deal.cards),
        "passes": [_row(one) for one in greedy_passes(game)],
        "all_passes": rules.passes,
        "line_name": _LINE_NAMES.get(solution.verdict, "So far"),
        "line_title": "Cards played in each pass",
        "line_names": [],
        "data": {
            "kind": "birthday",
            "verdict": str(solution.verdict),
            "chain": len(solution.deal.deck.cards) // 4 - 1,
            "names": {
                name: label(name) for name in (format_card(card) for card in sorted(set(cards)))
            },
            "frames": _frames(game, solution, steps),
        },
    }


def _row(one: Pass) -> PassRow:
    return PassRow(
        one.number,
        tuple(map(format_card, one.played)),
        one.cards_left,
        tuple((format_card(waiting.card), waiting.under) for waiting in one.waiting),
    )


def _frames(
    game: Birthday, solution: Solution, steps: Sequence[dict[str, object]]
) -> list[dict[str, object]]:
    """Return the table at the start and after every step, and each step in words."""
    state = game.start()
    frames = [_frame(state, solution, "The stock lies ready.", "")]
    for step, move in zip(steps, solution.line, strict=True):
        begins = step["pass"] != frames[-1]["pass"]
        state = game.apply(state, move)
        frames.append(_frame(state, solution, _words(step, begins), str(step["card"])))
    return frames


def _words(step: dict[str, object], begins: bool) -> str:
    card = Paint("symbols").card(str(step["card"]))
    start = f"Pass {step['pass']} begins. " if begins else ""
    return f"{start}{card} from the {step['from']} to the {step['to']}."


def _frame(state: BirthdayState, solution: Solution, says: str, card: str) -> dict[str, object]:
    ranks = len(solution.deal.deck.cards) // 4
    tops = [
        _up(base, height, ranks)
        for base, height in zip(solution.deal.bases, state.heights, strict=True)
    ]
    return {
        "says": says,
        "card": card,
        "pass": state.number,
        "stock": len(state.stock),
        "heights": list(state.heights),
        "tops": [format_card(top) for top in tops],
        "waste": " ".join(format_card(card) for card in state.waste),
    }


def _up(base: Card, height: int, ranks: int) -> Card:
    """Return the top card of a foundation, K being followed by A."""
    return make_card((rank_of(base) + height) % ranks, suit_of(base))
