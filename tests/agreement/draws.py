"""Random rules and deals, drawn from a stream that a seed decides for ever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import TypeVar

from deals.decks import find_deck
from deals.numbering import SplitMix64
from solver.games import make_game
from solver.prepare import Question, prepare_number
from solver.rules import BirthdayRules, CoveringRules, Rules, find_rules

Item = TypeVar("Item")

MATCHES = ("suit", "rank", "suit-or-rank")
GOALS = ("cleared", "stock")
SMALL_WIDTHS = (2, 3, 3, 4, 4, 5, 6)
LARGE_WIDTHS = (2, 3, 3, 4, 4, 4)  # two face-up cards are mostly stuck at once
PASSES = (1, 1, 2, 3, 4)  # small games are mostly won in the second pass
LARGE_DECKS = ("french52", "french52", "french52", "13x4", "2*13x2", "4*13x1")


def stream_of(*seed: object) -> SplitMix64:
    """Return a stream of its own for every seed."""
    text = " ".join(map(str, seed))
    return SplitMix64(int.from_bytes(sha256(text.encode()).digest()[:8]))


def choose(stream: SplitMix64, options: Sequence[Item]) -> Item:
    return options[stream.draw(len(options))]


def small_decks(most: int = 16) -> list[str]:
    """Every deck ``RxS`` or ``N*RxS`` of so many cards at most."""
    shapes = product(range(1, 5), range(1, 14), range(1, 5))
    return [
        f"{packs}*{ranks}x{suits}" if packs > 1 else f"{ranks}x{suits}"
        for packs, ranks, suits in shapes
        if packs * ranks * suits <= most
    ]


SMALL_DECKS = small_decks()


def small_rules(stream: SplitMix64) -> CoveringRules:
    """Draw rules for at most 16 cards."""
    width = choose(stream, SMALL_WIDTHS)
    # Of two decks the one with more different cards, lest most games be tiny; with many cards
    # face up positions are many in any deck.
    decks = [choose(stream, SMALL_DECKS) for _ in range(1 if width > 4 else 2)]
    deck = max(decks, key=lambda name: len(set(find_deck(name).cards)))
    return covering_rules(stream, deck, (width,), ("open", "group", "single"))


def large_rules(stream: SplitMix64, covers: Sequence[str]) -> CoveringRules:
    return covering_rules(stream, choose(stream, LARGE_DECKS), LARGE_WIDTHS, covers)


def covering_rules(
    stream: SplitMix64, deck: str, widths: Sequence[int], covers: Sequence[str]
) -> CoveringRules:
    """Draw the other settings: one time in six those of Quadrat, where a theorem holds."""
    goal = choose(stream, GOALS)
    if "group" in covers and stream.draw(6) == 0:
        rules = find_rules("quadrat", deck=deck, goal=goal)
    else:
        width = choose(stream, widths)
        rules = find_rules(
            choose(stream, ("quadrat", "zudecken")),
            deck=deck,
            goal=goal,
            width=width,
            match=choose(stream, MATCHES),
            cover=choose(stream, covers),
            sizes=size_set(stream, width),
        )
    assert isinstance(rules, CoveringRules)
    return rules


def size_set(stream: SplitMix64, width: int) -> list[int]:
    """Draw a set of group sizes up to the width, each but the empty one equally likely."""
    chosen = 1 + stream.draw(2**width - 1)
    return [size for size in range(1, width + 1) if chosen >> (size - 1) & 1]


def birthday_rules(stream: SplitMix64, ranks: Sequence[int]) -> BirthdayRules:
    """Draw rules of Der Geburtstag with one of these numbers of ranks."""
    number = choose(stream, ranks)
    digits = [1 + stream.draw(min(number - 1, 9)) for _ in range(4)]
    suits = list("CSHD")
    rules = find_rules(
        "geburtstag",
        deck=f"{number}x4",
        redeal=choose(stream, ("shuffled", "unshuffled")),
        passes=choose(stream, PASSES),
        target="".join(map(str, digits)),
        suits="".join(suits.pop(stream.draw(len(suits))) for _ in range(4)),
    )
    assert isinstance(rules, BirthdayRules)
    return rules


def draw_question(stream: SplitMix64, rules: Rules) -> Question:
    """Draw a numbered deal: of up to three the first that is not lost at once.

    One in four deals of several shuffles is given without all its orders.
    """
    for _ in range(3):
        question = prepare_number(stream.next(), rules)
        if not is_stuck(question):
            break
    orders = 1 + len(question.deal.redeals)
    if orders > 1 and stream.draw(4) == 0:
        return with_orders(question, 1 + stream.draw(orders - 1))
    return question


def is_stuck(question: Question) -> bool:
    """Tell whether a deal has no move at all."""
    game = make_game(*question)
    return not game.moves(game.start())


def with_orders(question: Question, orders: int) -> Question:
    """Return a question whose deal has only the first orders."""
    deal = question.deal
    return Question(question.rules, replace(deal, redeals=deal.redeals[: orders - 1]))
