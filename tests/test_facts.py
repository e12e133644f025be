"""The 81 known deals, read as a file gives them, against the solver, the state graph and the proof.

What the facts know beyond that (lines, chances, critical states) is compared where it is computed.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest
from facts import PATH, Fact, load_facts

from deals.files import load, loads
from solver.games import Verdict, make_game
from solver.graph import StateGraph
from solver.prepare import Question, prepare
from solver.record import Origin, solve_record
from solver.referee import verify
from solver.solve import solve

COVERING = load_facts("quadrat", "zudecken")
BIRTHDAY = load_facts("geburtstag")


def question(fact: Fact) -> Question:
    [entry] = loads(json.dumps(fact))
    return prepare(entry)


def test_the_file_is_read_whole() -> None:
    with PATH.open("rb") as stream:
        entries = list(load(stream, "facts.jsonl"))
    games = Counter(prepare(entry).rules.game for entry in entries)
    assert games == {"quadrat": 17, "zudecken": 44, "geburtstag": 20}
    assert [entry.line for entry in entries] == list(range(1, 82))
    facts = COVERING + BIRTHDAY
    assert [entry.id for entry in entries] == [fact["id"] for fact in facts]
    assert [entry.extra["expect"] for entry in entries] == [fact["expect"] for fact in facts]


@pytest.mark.parametrize("fact", COVERING, ids=lambda fact: fact["id"])
def test_solve_and_search(fact: Fact) -> None:
    rules, deal = question(fact)
    expected = fact["expect"]
    cards_left = (
        None
        if (expected["verdict"], fact["goal"]) == ("won", "stock")
        else (expected["cards_left"])
    )
    for exhaustive in (False, True):
        solution = solve(rules, deal, exhaustive=exhaustive)
        assert (solution.verdict, solution.cards_left) == (expected["verdict"], cards_left)
        assert solution.states <= expected["states"]
    if solution.verdict is Verdict.LOST:
        assert solution.states == expected["states"]


@pytest.mark.parametrize("fact", COVERING, ids=lambda fact: fact["id"])
def test_state_graph(fact: Fact) -> None:
    rules, deal = question(fact)
    game = make_game(rules, deal)
    graph = StateGraph(game)
    moves = Counter(len(graph.successors(number)) for number in range(len(graph.states)))
    lost_ends = [
        state
        for number, state in enumerate(graph.states)
        if not graph.successors(number) and not game.is_won(state)
    ]
    found = {
        "verdict": "won" if any(map(game.is_won, graph.states)) else "lost",
        "cards_left": min(map(game.cards_left, graph.states)),
        "states": len(graph.states),
        "transitions": graph.transitions,
        "dead_ends": len(lost_ends),
        "choice_points": sum(number for count, number in moves.items() if count >= 2),
        "forced": moves[1],
    }
    assert found == {key: fact["expect"][key] for key in found}


@pytest.mark.parametrize("fact", BIRTHDAY, ids=lambda fact: fact["id"])
def test_birthday(fact: Fact) -> None:
    rules, deal = question(fact)
    solution = solve(rules, deal)
    expected = fact["expect"]
    assert (solution.verdict, solution.cards_left) == (expected["verdict"], expected["cards_left"])
    assert solution.reason == {"kind": "greedy", "passes": expected["passes"]}


@pytest.mark.parametrize("fact", COVERING + BIRTHDAY, ids=lambda fact: fact["id"])
def test_the_referee_agrees(fact: Fact) -> None:
    solution = solve(*question(fact))
    record = solve_record(
        solution, Origin(fact["id"]), version="0", with_trace=True, with_proof=True
    )
    assert verify(json.loads(json.dumps(record)))
