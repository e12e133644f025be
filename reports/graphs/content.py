"""What a file of a state graph says, the same in every format: graph, nodes and edges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from deals.cards import format_card
from deals.errors import GehtaufError, unknown_name
from solver.analysis import Analysis
from solver.games import Covering, CoveringState, Group, Verdict
from solver.graph import StateGraph
from solver.rules import CoveringRules, as_dict, variant_name

SCHEMA = "gehtauf/graph@1"
PRUNINGS = ("won",)
NO_CARDS = "-"  # not an empty text: some readers of GraphML drop those
UNKNOWN = "unknown"

Source: TypeAlias = StateGraph[CoveringState, Group] | Analysis[CoveringState, Group]
"""What can be written: a state graph, or an analysed one, which says more."""

Value: TypeAlias = str | int | float | bool
Attributes: TypeAlias = Mapping[str, Value]

# What XML cannot hold or a line of text should not: controls, lone surrogates, no characters.
_UNFIT = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


class Node(NamedTuple):
    """A state."""

    id: str
    attributes: Attributes


class Edge(NamedTuple):
    """A move from a state to a state, both by their ids."""

    source: str
    target: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Content:
    """A state graph ready to be written.

    Attributes
    ----------
    about : mapping
        Attributes of the whole graph.
    nodes : list of Node
        The states, by their breadth-first numbers. All have the same attributes.
    edges : list of Edge
        The moves, by state, then in the order of moves. All have the same attributes.
    """

    about: Attributes
    nodes: list[Node]
    edges: list[Edge]


def graph_content(
    found: Source, *, version: str, deal: str | None = None, prune: str | None = None
) -> Content:
    """Return what a file of a state graph says.

    Parameters
    ----------
    found : StateGraph or Analysis
        The graph. Of one that is not analysed, as a truncated one cannot be, every verdict is
        ``unknown`` and the counts and `keeps_win` are left out.
    version : str
        The program's version.
    deal : str, optional
        What the deal is called; control characters become U+FFFD.
    prune : {None, "won"}
        ``"won"`` keeps the states from which a win can be reached and the moves between them:
        what lies on winning lines. Of a lost deal the start alone is left.

    Returns
    -------
    Content

    Raises
    ------
    GehtaufError
        If the game is Der Geburtstag, or a graph that is not analysed is to be pruned.
    SettingError
        If `prune` is none of the above.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> cards = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> graph = StateGraph(Covering(find_rules("quadrat", deck="2x4"), cards))
    >>> file = graph_content(Analysis(graph), version="0.1.0", prune="won")
    >>> file.nodes[0].id, file.nodes[0].attributes["random_win"], file.edges[0]
    ('s0', '1/1', Edge(source='s0', target='s1', attributes={'take': 'AC 2C', 'keeps_win': True}))

    Notes
    -----
    A state keeps its number when others are pruned: ``s7`` is one state in every file of a deal.
    """
    analysis = found if isinstance(found, Analysis) else None
    graph = found.graph if isinstance(found, Analysis) else found
    if not isinstance(graph.game, Covering):
        raise GehtaufError("only state graphs of Quadrat and Zudecken can be written")
    kept = _kept(found, prune)
    facts = _Facts(graph, analysis, graph.game)
    return Content(
        facts.about(version, deal, pruned=prune is not None),
        [facts.node(number) for number in kept],
        list(facts.edges(kept)),
    )


def _kept(found: Source, prune: str | None) -> list[int]:
    """Return the numbers of the states to be written; the start is always among them."""
    if prune is not None and prune not in PRUNINGS:
        raise unknown_name("pruning", prune, PRUNINGS)
    if isinstance(found, StateGraph):
        if prune is not None:
            raise GehtaufError(
                "a state graph that is not analysed cannot be pruned",
                expected="a larger limit of states" if found.truncated else "its analysis",
            )
        return list(range(len(found.states)))
    states = range(len(found.graph.states))
    # Every state can be reached, so one from which a win can be reached lies on a winning line.
    return [n for n in states if prune is None or n == 0 or found.can_win(n)]


class _Facts:
    """The attributes of one state graph."""

    def __init__(
        self,
        graph: StateGraph[CoveringState, Group],
        analysis: Analysis[CoveringState, Group] | None,
        game: Covering,
    ) -> None:
        self.graph = graph
        self.analysis = analysis
        self.game = game
        self.size = len(game.cards)
        left = sorted({game.cards_left(state) for state in graph.states}, reverse=True)
        self.layers = {cards: layer for layer, cards in enumerate(left)}

    def about(self, version: str, deal: str | None, *, pruned: bool) -> Attributes:
        rules = self.game.rules
        return {
            "version": version,
            **({"deal": _UNFIT.sub("\ufffd", deal)} if deal else {}),
            "game": rules.game,
            "variant": variant_name(rules),
            "rules": _in_line(rules),
            "cards": " ".join(map(format_card, self.game.cards)),
            "truncated": self.graph.truncated,
            "pruned": pruned,
            "states": len(self.graph.states),
            "transitions": self.graph.transitions,
        }

    def node(self, number: int) -> Node:
        state = self.graph.states[number]
        dealt, face_up = state
        left = self.game.cards_left(state)
        attributes: dict[str, Value] = {
            "verdict": self._verdict(number),
            "won": self.game.is_won(state),
            **self._explored(number),
            **self._counts(number),
            "dealt": dealt,
            "gone": self.size - left,
            "stock": self.size - dealt,
            "face_up": self._cards(face_up),
            "layer": self.layers[left],
        }
        return Node(f"s{number}", attributes)

    def _verdict(self, number: int) -> str:
        if self.analysis is None:
            return UNKNOWN
        return str(Verdict.WON if self.analysis.can_win(number) else Verdict.LOST)

    def _explored(self, number: int) -> Attributes:
        """Tell in a truncated graph whether a state without moves has ended or was not tried."""
        if not self.graph.truncated:
            return {}
        tried = bool(self.graph.successors(number))
        return {"explored": tried or not self.game.moves(self.graph.states[number])}

    def _counts(self, number: int) -> Attributes:
        found = self.analysis
        if found is None:
            return {}
        chance = found.random_win(number)
        return {
            "winning_lines": str(found.winning_lines(number)),
            "lines": str(found.lines(number)),
            "random_win": f"{chance.numerator}/{chance.denominator}",
            "random_win_value": float(chance),
            "cards_left": found.cards_left(number),
        }

    def edges(self, kept: list[int]) -> Iterator[Edge]:
        numbers = set(kept)
        for source, target, move in self.graph.edges():
            if target in numbers:  # then so is the source: what leads to a win is kept
                attributes: dict[str, Value] = {"take": self._cards(move)}
                if self.analysis is not None:
                    attributes["keeps_win"] = self.analysis.can_win(target)
                yield Edge(f"s{source}", f"s{target}", attributes)

    def _cards(self, places: tuple[int, ...]) -> str:
        return " ".join(self.game.names(places)) or NO_CARDS


def _in_line(rules: CoveringRules) -> str:
    """Return rules as a deal file states them before its bar."""
    values = as_dict(rules).items()
    return " ".join(f"{k}={','.join(map(str, v)) if isinstance(v, list) else v}" for k, v in values)
