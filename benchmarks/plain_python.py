"""Zudecken as a user would solve it in plain Python: depth-first, a dictionary remembers positions.

A yardstick and nothing else: the program never uses it. Goal: everything cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Position = tuple[int, tuple[int, ...]]
"""How many cards were dealt, and the places of the face-up ones."""

Cards = Sequence[tuple[str, str]]
"""A deal, rank and suit of each card, the first card dealt first."""


class Counts(NamedTuple):
    """What is known of all ways to go on from a position."""

    lines: int
    winning_lines: int
    random_win: float
    cards_left: int


class Zudecken:
    """One deal of Zudecken."""

    def __init__(self, cards: Cards, cover: str) -> None:
        self.cards = cards
        self.cover = cover
        self.sizes = (1, 2, 3, 4) if cover == "single" else (2, 3, 4)
        self.start: Position = (4, (0, 1, 2, 3))
        self.fewest = len(cards)
        self.lost: dict[Position, bool] = {}
        self.known: dict[Position, Counts] = {}
        self.transitions = self.choice_points = self.forced = self.critical = self.dead_ends = 0

    def matches(self, i: int, j: int) -> bool:
        """Whether two cards agree in rank or suit."""
        (rank, suit), (other_rank, other_suit) = self.cards[i], self.cards[j]
        return i != j and (rank == other_rank or suit == other_suit)

    def after_each_move(self, position: Position) -> Iterator[Position]:
        """Yield the position after every legal move."""
        dealt, up = position
        for size in self.sizes:
            for group in combinations(up, size):
                others = group if self.cover == "group" else up
                if all(any(self.matches(i, j) for j in others) for i in group):
                    now = min(dealt + size, len(self.cards))
                    yield now, tuple(i for i in up if i not in group) + tuple(range(dealt, now))

    def left(self, position: Position) -> int:
        """Cards in the stock and face up."""
        return len(self.cards) - position[0] + len(position[1])

    def can_win(self, position: Position) -> bool:
        """Whether some way of playing clears everything."""
        if self.left(position) == 0:
            return True
        if position in self.lost:
            return False
        stuck = True
        for after in self.after_each_move(position):
            stuck = False
            if self.can_win(after):
                return True
        if stuck:
            self.fewest = min(self.fewest, self.left(position))
        self.lost[position] = True
        return False

    def count(self, position: Position) -> Counts:
        """Everything about all ways of playing on."""
        if position in self.known:
            return self.known[position]
        counts = [self.count(after) for after in self.after_each_move(position)]
        if counts:
            winning = sum(c.winning_lines > 0 for c in counts)
            self.transitions += len(counts)
            self.choice_points += len(counts) > 1
            self.forced += len(counts) == 1
            self.critical += 0 < winning < len(counts)
            chance = 0.0  # not sum(), which from Python 3.12 rounds in another way
            for c in counts:
                chance += c.random_win
            answer = Counts(
                sum(c.lines for c in counts),
                sum(c.winning_lines for c in counts),
                chance / len(counts),
                min(c.cards_left for c in counts),
            )
        else:
            left = self.left(position)
            self.dead_ends += left > 0
            answer = Counts(1, int(left == 0), float(left == 0), left)
        self.known[position] = answer
        return answer


def verdict(cards: Cards, cover: str) -> tuple[bool, int]:
    """Return whether a deal can be won, and the fewest cards left."""
    game = Zudecken(cards, cover)
    won = game.can_win(game.start)
    return won, 0 if won else game.fewest


def full(cards: Cards, cover: str) -> dict[str, float]:
    """Return every count of a deal, by name."""
    game = Zudecken(cards, cover)
    counts = game.count(game.start)
    return {
        "won": counts.winning_lines > 0,
        "cards_left": counts.cards_left,
        "states": len(game.known),
        "transitions": game.transitions,
        "choice_points": game.choice_points,
        "forced": game.forced,
        "critical": game.critical,
        "dead_ends": game.dead_ends,
        "lines": counts.lines,
        "winning_lines": counts.winning_lines,
        "random_win": counts.random_win,
    }
