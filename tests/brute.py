"""The oracle: both families of games by brute force, as slow and as plain as the rules read.

Nothing here is shared with the solver, not even the cards' parser: a fault in one cannot hide in
the other. Cards are ints, ``suit * 13 + rank``. There is no theorem, no bound and no clever order
of work in this file; the only concession to time is that a position's answer is remembered.

`Covering` is the family of Quadrat and Zudecken, `Birthday` is Der Geburtstag.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import NamedTuple

Position = tuple[int, frozenset[int]]
"""Quadrat and Zudecken: how many cards were dealt, and the places of those that lie face up."""

Group = tuple[int, ...]
"""The places of the cards a move takes, ascending."""


@dataclass(frozen=True)
class Settings:
    """The settings of the Quadrat family; the defaults are Zudecken's."""

    match: str = "suit-or-rank"
    sizes: frozenset[int] = frozenset({2, 3, 4})
    cover: str = "open"
    goal: str = "cleared"
    width: int = 4


@dataclass(frozen=True)
class Counts:
    """Every count of the rules for one position."""

    verdict: str
    cards_left: int
    states: int
    transitions: int
    dead_ends: int
    choice_points: int
    forced: int
    critical: int
    lines: int
    winning_lines: int
    random_win: Fraction


class Covering:
    """One deal of the Quadrat family."""

    def __init__(self, cards: Sequence[int], settings: Settings) -> None:
        self.cards = tuple(cards)
        self.settings = settings
        places = range(len(self.cards))
        self.partners = {
            one: {other for other in places if other != one and self.match(one, other)}
            for one in places
        }
        self._winnable: dict[Position, bool] = {}
        self._cards_left: dict[Position, int] = {}
        self._lines: dict[Position, int] = {}
        self._winning_lines: dict[Position, int] = {}
        self._random_win: dict[Position, Fraction] = {}
        self._successors: dict[Position, tuple[Position, ...]] = {}

    # The rules.

    def start(self) -> Position:
        """Turn up the first `width` cards, or the whole deck where it is smaller."""
        dealt = min(self.settings.width, len(self.cards))
        return dealt, frozenset(range(dealt))

    def match(self, one: int, other: int) -> bool:
        """Whether the cards at two places match."""
        suit_one, rank_one = divmod(self.cards[one], 13)
        suit_other, rank_other = divmod(self.cards[other], 13)
        if self.settings.match == "suit":
            return suit_one == suit_other
        if self.settings.match == "rank":
            return rank_one == rank_other
        assert self.settings.match == "suit-or-rank"
        return suit_one == suit_other or rank_one == rank_other

    def is_won(self, position: Position) -> bool:
        """Whether the goal is reached."""
        dealt, face_up = position
        if dealt < len(self.cards):
            return False
        if self.settings.goal == "stock":
            return True
        assert self.settings.goal == "cleared"
        return not face_up

    def sizes(self) -> list[int]:
        """Return the sizes a group may have, ascending."""
        extra = {1} if self.settings.cover == "single" else set()
        return sorted(self.settings.sizes | extra)

    def is_legal(self, group: Group, face_up: frozenset[int]) -> bool:
        """Whether each chosen card has the partner that `cover` asks for."""
        if self.settings.cover == "group":
            others = frozenset(group)
        else:
            assert self.settings.cover in ("open", "single")
            others = face_up
        return all(self.partners[card] & others for card in group)

    def legal_groups(self, position: Position) -> list[Group]:
        """All moves of a position, by size, then by the places of the cards."""
        dealt, face_up = position
        if self.settings.goal == "stock" and dealt == len(self.cards):
            return []
        return [
            group
            for size in self.sizes()
            for group in combinations(sorted(face_up), size)
            if self.is_legal(group, face_up)
        ]

    def after(self, position: Position, group: Group) -> Position:
        """Make a move: the group leaves play, the stock fills the gaps."""
        dealt, face_up = position
        now_dealt = min(dealt + len(group), len(self.cards))
        return now_dealt, (face_up - set(group)) | set(range(dealt, now_dealt))

    def left_at(self, position: Position) -> int:
        """Cards in the stock and cards face up."""
        dealt, face_up = position
        return len(self.cards) - dealt + len(face_up)

    def successors(self, position: Position) -> tuple[Position, ...]:
        """Return the position after each move, in the order of the moves."""
        if position not in self._successors:
            self._successors[position] = tuple(
                self.after(position, group) for group in self.legal_groups(position)
            )
        return self._successors[position]

    # The counts, each by recursion over the moves.

    def winnable(self, position: Position) -> bool:
        """Whether a win can still be reached."""
        if position not in self._winnable:
            answers = [self.winnable(after) for after in self.successors(position)]
            self._winnable[position] = self.is_won(position) or any(answers)
        return self._winnable[position]

    def verdict(self, position: Position) -> str:
        """``"won"`` or ``"lost"``."""
        return "won" if self.winnable(position) else "lost"

    def cards_left(self, position: Position) -> int:
        """Return the fewest cards left over all lines."""
        if position not in self._cards_left:
            answers = [self.cards_left(after) for after in self.successors(position)]
            self._cards_left[position] = min(answers) if answers else self.left_at(position)
        return self._cards_left[position]

    def lines(self, position: Position) -> int:
        """Complete sequences of moves."""
        if position not in self._lines:
            answers = [self.lines(after) for after in self.successors(position)]
            self._lines[position] = sum(answers) if answers else 1
        return self._lines[position]

    def winning_lines(self, position: Position) -> int:
        """Complete sequences of moves that win."""
        if position not in self._winning_lines:
            answers = [self.winning_lines(after) for after in self.successors(position)]
            won = int(self.is_won(position))
            self._winning_lines[position] = sum(answers) if answers else won
        return self._winning_lines[position]

    def random_win(self, position: Position) -> Fraction:
        """Return the chance to win with every legal move equally likely."""
        if position not in self._random_win:
            answers = [self.random_win(after) for after in self.successors(position)]
            won = Fraction(int(self.is_won(position)))
            self._random_win[position] = sum(answers, Fraction()) / len(answers) if answers else won
        return self._random_win[position]

    def reachable(self, position: Position) -> frozenset[Position]:
        """All positions that can come up from one, itself included."""
        seen = {position}
        waiting = [position]
        while waiting:
            for after in self.successors(waiting.pop()):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return frozenset(seen)

    def is_critical(self, position: Position) -> bool:
        """Whether one move keeps a win within reach and another does not."""
        return {self.winnable(after) for after in self.successors(position)} == {True, False}

    def counts(self, position: Position) -> Counts:
        """Every count of the rules, seen from a position."""
        states = self.reachable(position)
        moves = {state: len(self.successors(state)) for state in states}
        return Counts(
            verdict=self.verdict(position),
            cards_left=self.cards_left(position),
            states=len(states),
            transitions=sum(moves.values()),
            dead_ends=sum(moves[state] == 0 and not self.is_won(state) for state in states),
            choice_points=sum(moves[state] >= 2 for state in states),
            forced=sum(moves[state] == 1 for state in states),
            critical=sum(self.is_critical(state) for state in states),
            lines=self.lines(position),
            winning_lines=self.winning_lines(position),
            random_win=self.random_win(position),
        )

    # The oracle's own oracle: nothing remembered, every line written out.

    def every_line(self, position: Position) -> Iterator[tuple[list[Position], Fraction]]:
        """Every line of play as its positions, with its chance under random play."""
        groups = self.legal_groups(position)
        if not groups:
            yield [position], Fraction(1)
        for group in groups:
            for line, chance in self.every_line(self.after(position, group)):
                yield [position, *line], chance / len(groups)

    def counts_line_by_line(self, position: Position) -> Counts:
        """Return `counts` from the list of all lines; for tiny decks only."""
        lines = list(self.every_line(position))
        won_lines = [line for line, _ in lines if self.is_won(line[-1])]
        states = {state for line, _ in lines for state in line}
        steps = {step for line, _ in lines for step in pairwise(line)}
        moves = {state: len(self.legal_groups(state)) for state in states}
        keeps_win = {state for line in won_lines for state in line}
        return Counts(
            verdict="won" if won_lines else "lost",
            cards_left=min(self.left_at(line[-1]) for line, _ in lines),
            states=len(states),
            transitions=sum(moves.values()),
            dead_ends=len({line[-1] for line, _ in lines if not self.is_won(line[-1])}),
            choice_points=sum(count >= 2 for count in moves.values()),
            forced=sum(count == 1 for count in moves.values()),
            critical=sum(
                {after in keeps_win for before, after in steps if before == state} == {True, False}
                for state in states
            ),
            lines=len(lines),
            winning_lines=len(won_lines),
            random_win=sum((chance for line, chance in lines if self.is_won(line[-1])), Fraction()),
        )


class Table(NamedTuple):
    """Der Geburtstag: a position. The last card of `waste` is its top."""

    number: int
    stock: tuple[int, ...]
    waste: tuple[int, ...]
    heights: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """The best that can be done: fewest cards left, then fewest passes; a lost deal takes all."""

    verdict: str
    cards_left: int
    passes: int


class Birthday:
    """Der Geburtstag with chains of any lengths, every legal way of playing it.

    `chains` lists the cards of each foundation in the order in which they are built.
    `orders` holds the order of the first pass alone (``shuffled=False``: the waste is turned over)
    or of every pass.
    """

    def __init__(
        self,
        chains: Sequence[Sequence[int]],
        orders: Sequence[Sequence[int]],
        passes: int,
        *,
        shuffled: bool,
    ) -> None:
        assert len(orders) == (passes if shuffled else 1)
        self.chains = tuple(map(tuple, chains))
        assert all(sorted(order) == sorted(chain(*chains)) for order in orders)
        self.orders = tuple(tuple(order) for order in orders)
        self.passes = passes
        self.shuffled = shuffled

    def start(self) -> Table:
        """Everything in the stock, nothing played."""
        return Table(1, self.orders[0], (), (0,) * len(self.chains))

    def played(self, heights: tuple[int, ...], card: int) -> tuple[int, ...] | None:
        """Return the heights with a card on its foundation, None if it is not the next one."""
        for place, cards in enumerate(self.chains):
            if heights[place] < len(cards) and cards[heights[place]] == card:
                return (*heights[:place], heights[place] + 1, *heights[place + 1 :])
        return None

    def next_stock(self, number: int, waste: tuple[int, ...]) -> tuple[int, ...]:
        """Return the stock of a later pass: turned over, or the unplayed in the order given."""
        if not self.shuffled:
            return waste
        return tuple(card for card in self.orders[number - 1] if card in waste)

    def successors(self, table: Table) -> Iterator[Table]:
        """Every table after one step, cards held back on purpose included."""
        if table.waste:
            heights = self.played(table.heights, table.waste[-1])
            if heights is not None:
                yield Table(table.number, table.stock, table.waste[:-1], heights)
        if table.stock:
            card, rest = table.stock[0], table.stock[1:]
            heights = self.played(table.heights, card)
            if heights is not None:
                yield Table(table.number, rest, table.waste, heights)
            yield Table(table.number, rest, (*table.waste, card), table.heights)
        elif table.waste and table.number < self.passes:
            number = table.number + 1
            yield Table(number, self.next_stock(number, table.waste), (), table.heights)

    def reachable(self) -> frozenset[Table]:
        """All tables that can come up, the start included."""
        seen = {self.start()}
        waiting = [self.start()]
        while waiting:
            for after in self.successors(waiting.pop()):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return frozenset(seen)

    def is_end(self, table: Table) -> bool:
        """Whether play can be over: nothing left to draw, no pass left or needed."""
        return not table.stock and (not table.waste or table.number == self.passes)

    def outcome(self) -> Outcome:
        """Return the best end over all ways of playing."""
        left, passes = min(
            (len(table.waste), table.number) for table in self.reachable() if self.is_end(table)
        )
        return Outcome("lost" if left else "won", left, passes)

    def every_end(self, table: Table) -> Iterator[Table]:
        """Yield the end of every line, one by one, nothing remembered; for tiny deals only."""
        following = list(self.successors(table))
        if not following:
            yield table
        for after in following:
            yield from self.every_end(after)


def birthday_chains(target: str, suits: str, ranks: int = 13) -> list[list[int]]:
    """Return the chains of a target, one for each digit in its suit.

    Digit 1 stands for the 2 as base, so its chain runs 3, 4, ... K, A.
    """
    return [
        ["CSHD".index(suit) * 13 + (int(digit) + step) % ranks for step in range(1, ranks)]
        for digit, suit in zip(target, suits, strict=True)
    ]


def read_card(text: str) -> int:
    """Read a card from its two letters, ``TH``."""
    assert len(text) == 2
    return "CSHD".index(text[1]) * 13 + "A23456789TJQK".index(text[0])
