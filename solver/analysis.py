"""One backward pass over a state graph: every count there is, and the worth of every move."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic

from deals.errors import GehtaufError
from solver.games.contract import Game, Move, State, Verdict
from solver.graph import StateGraph

_NEVER = 2**31 - 1  # a length no line has


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a deal over all states that can be reached and all lines that can be played.

    Attributes
    ----------
    states, transitions, dead_ends, choice_points, forced, critical : int
        States, pairs of a state and a move, states without a move that are not won, states with
        two or more moves, with exactly one, and those where some move keeps a win within reach
        and another does not.
    lines, winning_lines : int
        Different complete sequences of moves, and those that win.
    random_win : Fraction
        The chance to win if each legal move is equally likely at every step.
    cards_left : int
        The fewest cards left over all lines.
    shortest_win, longest_win : int or None
        Moves of the shortest and of the longest winning line, None if there is none.
    """

    states: int
    transitions: int
    dead_ends: int
    choice_points: int
    forced: int
    critical: int
    lines: int
    winning_lines: int
    random_win: Fraction
    cards_left: int
    shortest_win: int | None
    longest_win: int | None


@dataclass(frozen=True, slots=True)
class MoveValue(Generic[Move]):
    """A legal move, the number of the state it leads to, and what can still be had there."""

    move: Move
    target: int
    verdict: Verdict
    winning_lines: int
    lines: int
    random_win: Fraction
    cards_left: int


class Analysis(Generic[State, Move]):
    """What follows from every state of a whole state graph, counted backward from the ends.

    Parameters
    ----------
    graph : StateGraph
        All reachable states; not truncated.

    Raises
    ------
    GehtaufError
        If the graph is truncated: then nothing can be counted.

    Notes
    -----
    Every move takes cards out of play, so a pass over the states by falling number of cards gone
    meets every state after all that follow from it. (State numbers do not do: groups differ in
    size, and a move may lead to a smaller breadth-first number.)

    The chance of random play in state i is kept as a whole number a[i] with the meaning
    ``a[i] / L**h[i]``, where L is the least common multiple of all numbers of moves and h[i] the
    longest line from i; so no fraction has to be reduced before it is asked for.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.games import make_game
    >>> from solver.rules import find_rules
    >>> rules = find_rules("zudecken-group", deck="4x4")
    >>> game = make_game(rules, numbered_deal(3, find_deck("4x4")))
    >>> counts = Analysis(StateGraph(game)).counts()
    >>> counts.winning_lines, counts.lines
    (1132, 3548)
    """

    def __init__(self, graph: StateGraph[State, Move]) -> None:
        if graph.truncated:
            raise GehtaufError(
                "a truncated state graph cannot be analysed", expected="a larger limit of states"
            )
        self.graph = graph
        self.game: Game[State, Move] = graph.game
        size = len(graph.states)
        self._left = array("q", map(self.game.cards_left, graph.states))
        self._degrees = array("q", (len(graph.successors(i)) for i in range(size)))
        self._unit = lcm(*set(self._degrees) - {0}) if any(self._degrees) else 1
        self._powers = [1]  # of the unit, as far as they have been needed
        self._lines = [1] * size
        self._winning = [0] * size
        self._chance = [0] * size
        self._height = array("q", bytes(8 * size))
        self._fewest = array("q", self._left)
        self._shortest = array("q", [_NEVER]) * size
        self._longest = array("q", [-1]) * size
        for number in sorted(range(size), key=self._left.__getitem__):
            self._look_at(number)

    def _look_at(self, number: int) -> None:
        """Fill in one state; all that follow from it are known."""
        after = self.graph.successors(number)
        if not after:
            if self.game.is_won(self.graph.states[number]):
                self._winning[number] = self._chance[number] = 1
                self._shortest[number] = self._longest[number] = 0
            return
        self._lines[number] = sum(self._lines[i] for i in after)
        self._winning[number] = sum(self._winning[i] for i in after)
        self._fewest[number] = min(self._fewest[i] for i in after)
        self._height[number] = height = 1 + max(self._height[i] for i in after)
        if self._winning[number]:
            winning = [i for i in after if self._winning[i]]
            self._shortest[number] = 1 + min(self._shortest[i] for i in winning)
            self._longest[number] = 1 + max(self._longest[i] for i in winning)
            share = self._unit // len(after)
            self._chance[number] = share * sum(
                self._chance[i] * self._power(height - 1 - self._height[i]) for i in winning
            )

    def _power(self, exponent: int) -> int:
        while len(self._powers) <= exponent:
            self._powers.append(self._powers[-1] * self._unit)
        return self._powers[exponent]

    def can_win(self, number: int) -> bool:
        """Tell whether a win can still be reached from a state."""
        return self._winning[number] > 0

    def winning_lines(self, number: int) -> int:
        """Return how many winning lines there are from a state."""
        return self._winning[number]

    def lines(self, number: int) -> int:
        """Return how many complete lines there are from a state."""
        return self._lines[number]

    def cards_left(self, number: int) -> int:
        """Return the fewest cards left over all lines from a state."""
        return self._fewest[number]

    def random_win(self, number: int) -> Fraction:
        """Return the chance to win from a state if every legal move is equally likely."""
        return Fraction(self._chance[number], self._power(self._height[number]))

    def shortest_win(self, number: int) -> int | None:
        """Return the moves of the shortest winning line from a state, None if there is none."""
        return self._shortest[number] if self.can_win(number) else None

    def longest_win(self, number: int) -> int | None:
        """Return the moves of the longest winning line from a state, None if there is none."""
        return self._longest[number] if self.can_win(number) else None

    def is_critical(self, number: int) -> bool:
        """Tell whether in a state some move keeps a win within reach and another does not."""
        return len({self.can_win(i) for i in self.graph.successors(number)}) == 2

    def counts(self) -> Counts:
        """Return all counts of the deal."""
        size = len(self.graph.states)
        ends = [number for number in range(size) if not self._degrees[number]]
        return Counts(
            states=size,
            transitions=self.graph.transitions,
            dead_ends=sum(not self.can_win(number) for number in ends),
            choice_points=sum(degree >= 2 for degree in self._degrees),
            forced=self._degrees.count(1),
            critical=sum(self.is_critical(number) for number in range(size)),
            lines=self.lines(0),
            winning_lines=self.winning_lines(0),
            random_win=self.random_win(0),
            cards_left=self.cards_left(0),
            shortest_win=self.shortest_win(0),
            longest_win=self.longest_win(0),
        )

    def moves(self, number: int) -> list[MoveValue[Move]]:
        """Return the worth of every legal move in a state, in the order of the moves."""
        moves = self.game.moves(self.graph.states[number])
        return [
            MoveValue(
                move,
                target,
                Verdict.WON if self.can_win(target) else Verdict.LOST,
                self.winning_lines(target),
                self.lines(target),
                self.random_win(target),
                self.cards_left(target),
            )
            for move, target in zip(moves, self.graph.successors(number), strict=True)
        ]

    def safest_line(self) -> list[Move]:
        """Return the line that at each state takes the move with the largest chance at random.

        Of equal moves the first is taken. From a state without a win the move with the fewest
        cards left is taken, so that the line ends as well as any can.
        """
        line, number = [], 0
        while self._degrees[number]:
            choice = self._safest(number)
            line.append(self.game.moves(self.graph.states[number])[choice])
            number = self.graph.successors(number)[choice]
        return line

    def _safest(self, number: int) -> int:
        """Return which move of a state is the safest, as its place among the moves."""
        after = self.graph.successors(number)
        if not self.can_win(number):
            return min(range(len(after)), key=lambda i: self._fewest[after[i]])
        top = max(self._height[i] for i in after)
        # Chances as whole numbers over one denominator: a[i] / L**h = a[i] * L**(top - h) / L**top.
        return max(
            range(len(after)),
            key=lambda i: self._chance[after[i]] * self._power(top - self._height[after[i]]),
        )
