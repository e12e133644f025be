"""What every game promises, held by every game in the registry: a new one is tested at once."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from deals.cards import parse_card
from solver.analysis import Analysis
from solver.games import GAMES, Game, TakingGame, Verdict
from solver.games.kind import GameKind
from solver.graph import StateGraph
from solver.prepare import prepare_number
from solver.rules import ALIASES, VARIANTS, find_rules, variant_name
from solver.search import search
from solver.solve import solve
from solver.trace import trace

KINDS = list(GAMES.values())
SMALL = {
    "geburtstag": {"deck": "3x4", "target": "1212"},
    "zudecken": {"deck": "3x4", "match": "suit", "cover": "group"},  # else nearly all are won
}
each_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.rules.game)


def games(kind: GameKind, count: int) -> list[Game[Any, Any]]:
    """Return some small deals of a game, of 12 cards."""
    rules = find_rules(kind.rules.game, **SMALL.get(kind.rules.game, {"deck": "3x4"}))
    return [solve(*prepare_number(number, rules)).game for number in range(count)]


@each_game
def test_names_variants_and_aliases_lead_to_its_rules(kind: GameKind) -> None:
    name = kind.rules.game
    assert VARIANTS[name] == kind.rules
    for variant in kind.variants:
        assert variant.startswith(f"{name}-")
        assert find_rules(variant).game == name
        assert variant_name(find_rules(variant)) == variant
    for alias in kind.aliases:
        assert find_rules(alias.upper()) == kind.rules
        assert ALIASES[alias] == name
    assert all([*kind.words.rules, *kind.words.known, *kind.words.sources, kind.words.summary])


@each_game
def test_states_are_values_that_moves_leave_alone(kind: GameKind) -> None:
    for game in games(kind, 20):
        state = game.start()
        seen = {state}
        assert game.start() == state
        chance = random.Random(1)
        while moves := game.moves(state):
            assert list(moves) == list(game.moves(state))
            assert len(set(moves)) == len(moves)
            assert not game.is_won(state)
            before, move = hash(state), chance.choice(moves)
            after = game.apply(state, move)
            assert hash(state) == before
            assert game.apply(state, move) == after
            assert after not in seen, "a state came again on a line"
            left = game.cards_left(state)
            assert game.cards_left(after) <= left
            if isinstance(game, TakingGame):
                assert game.cards_left(after) == left - len(game.names(move))
            seen.add(after)
            state = after


@each_game
def test_a_step_of_a_trace_is_plain_and_says_what_was_taken(kind: GameKind) -> None:
    steps = 0
    for game in games(kind, 20):
        line = search(game).line
        for step, move in zip(trace(game, line), line, strict=True):
            assert json.loads(json.dumps(step)) == step
            if isinstance(game, TakingGame):
                assert step["take"] == game.names(move)
                assert [parse_card(name.partition("@")[0]) for name in game.names(move)]
            steps += 1
    assert steps > 20


@each_game
def test_search_graph_and_theorem_say_the_same(kind: GameKind) -> None:
    verdicts = set()
    for game in games(kind, 30):
        found = search(game, max_states=None)
        graph = StateGraph(game)
        wins = [state for state in graph.states if game.is_won(state)]
        assert (found.verdict is Verdict.WON) == bool(wins)
        state = game.start()
        for move in found.line:
            assert move in game.moves(state)
            state = game.apply(state, move)
        assert game.is_won(state) == (found.verdict is Verdict.WON)
        theorem = game.theorem()
        if theorem is not None:
            assert theorem.verdict is found.verdict
        if isinstance(game, TakingGame):
            assert Analysis(graph).can_win(0) == bool(wins)
            if not wins:
                assert found.cards_left == min(map(game.cards_left, graph.states))
        verdicts.add(found.verdict)
    assert Verdict.WON in verdicts or Verdict.LOST in verdicts


def test_the_three_games_are_there_and_lost_deals_were_seen() -> None:
    assert {"quadrat", "zudecken", "geburtstag"} <= set(GAMES)
    lost = {
        kind.rules.game
        for kind in KINDS
        for game in games(kind, 30)
        if search(game).verdict is Verdict.LOST
    }
    assert {"quadrat", "zudecken"} <= lost
