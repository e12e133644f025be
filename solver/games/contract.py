"""What a game must offer to be searched, drawn as a graph and written as a trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")


class Verdict(StrEnum):
    """What is known of a deal; a limit is never a loss."""

    WON = "won"
    LOST = "lost"
    UNDECIDED = "undecided"
    CHANCE = "chance"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Theorem:
    """What a proved theorem says of a deal without any search.

    Attributes
    ----------
    verdict : Verdict
        Won, lost, or chance.
    reason : mapping
        Why, in the form of the solve record's ``reason``.
    proof : mapping
        What a sceptic checks if the deal is not won, in the form of the record's ``proof``.
    """

    verdict: Verdict
    reason: Mapping[str, object]
    proof: Mapping[str, object]


class Game(ABC, Generic[State, Move]):
    """One deal of one game under given rules; states are hashable values that never change.

    A game may end in more than one way, but it always ends: every move leads to a state that was
    never seen before on the line, so the states reachable from the start form an acyclic graph.
    """

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first move."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves in their defined order; none means that the game has ended."""

    @abstractmethod
    def apply(self, state: State, move: Move) -> State:
        """Return the state after a legal move; the given state stays as it is."""

    @abstractmethod
    def is_won(self, state: State) -> bool:
        """Tell whether the game is won, and so over, in a state."""

    @abstractmethod
    def cards_left(self, state: State) -> int:
        """Return the number of cards that have not left play."""

    @abstractmethod
    def step(self, state: State, move: Move) -> dict[str, object]:
        """Return one step of a trace: the move and what it does, without its number."""

    def is_open(self, state: State) -> bool:
        """Tell whether the game stops in a state only because the deal says no more."""
        return False

    def theorem(self) -> Theorem | None:
        """Return what a theorem says of this deal, None if none applies.

        A game that gives an answer promises that its first move is always as good as any other.
        """
        return None


class TakingGame(Game[State, Move]):
    """A game whose every move takes cards out of play, so that all its lines can be counted.

    `cards_left` falls with every move; so a pass over the states by it meets every state after
    all that follow from it, and the whole state graph can be analysed.
    """

    @abstractmethod
    def names(self, move: Move) -> list[str]:
        """Return the cards that a move takes, as text."""
