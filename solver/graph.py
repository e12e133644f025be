"""The memoized state graph: every state that can be reached, and every move between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Generic

from solver.games.contract import Game, Move, State

if TYPE_CHECKING:
    import networkx


class StateGraph(Generic[State, Move]):
    """All states reachable in one game, numbered breadth-first in the order of the moves.

    Parameters
    ----------
    game : Game
        The game; any that ends, see `Game`.
    start : State, optional
        Where to begin; the game's start unless given.
    max_states : int, optional
        Stop when this many states are known; the graph is then `truncated`.

    Attributes
    ----------
    states : list of State
        State number i at index i; the start is number 0.
    truncated : bool
        Whether the limit left states or moves out.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.games import Covering
    >>> from solver.rules import find_rules
    >>> deal = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> graph = StateGraph(Covering(find_rules("quadrat", deck="2x4"), deal))
    >>> len(graph.states), graph.transitions, graph.successors(0)
    (11, 16, array('I', [1, 2]))

    Notes
    -----
    Moves are not stored: they are the game's moves of the state, in the same order as the
    successors. So a state costs its own value and four bytes a move.
    """

    def __init__(
        self, game: Game[State, Move], *, start: State | None = None, max_states: int | None = None
    ) -> None:
        self.game = game
        self.states: list[State] = [game.start() if start is None else start]
        self.truncated = False
        self._ends = array("Q", [0])  # successors of state i stand at _ends[i] to _ends[i + 1]
        self._targets = array("I")
        self._explore(max_states)

    def _explore(self, max_states: int | None) -> None:
        game, states, targets = self.game, self.states, self._targets
        number = {states[0]: 0}
        for state in states:  # grows while it is walked: that is the breadth-first queue
            after = [game.apply(state, move) for move in game.moves(state)]
            new = [s for s in after if s not in number]
            if max_states is not None and len(states) + len(new) > max_states:
                self.truncated = True
                break
            for s in new:
                number[s] = len(states)
                states.append(s)
            targets.extend(number[s] for s in after)
            self._ends.append(len(targets))
        # States that were reached but not explored have no successors in a truncated graph.
        self._ends.extend([len(targets)] * (len(states) + 1 - len(self._ends)))

    @property
    def transitions(self) -> int:
        """How many pairs of a state and a move there are."""
        return len(self._targets)

    def successors(self, number: int) -> array[int]:
        """Return the numbers of the states after each move of a state, in the order of moves."""
        return self._targets[self._ends[number] : self._ends[number + 1]]

    def edges(self) -> Iterator[tuple[int, int, Move]]:
        """Yield every transition as (state number, number of the state after it, move)."""
        for number, (first, last) in enumerate(pairwise(self._ends)):
            if first < last:
                moves = self.game.moves(self.states[number])
                for target, move in zip(self._targets[first:last], moves, strict=True):
                    yield number, target, move

    def to_networkx(self) -> networkx.DiGraph[int]:
        """Return the graph as a networkx digraph.

        Returns
        -------
        networkx.DiGraph
            Nodes are state numbers with ``state``, ``won`` and ``cards_left``; edges have
            ``move``. Different moves lead to different states, so no edge is lost.
        """
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        graph.graph["truncated"] = self.truncated
        for number, state in enumerate(self.states):
            won, left = self.game.is_won(state), self.game.cards_left(state)
            graph.add_node(number, state=state, won=won, cards_left=left)
        graph.add_edges_from((a, b, {"move": move}) for a, b, move in self.edges())
        return graph
