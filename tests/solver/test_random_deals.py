"""Numbered deals of every named variant: search, state graph, theorem and referee agree.

Every record must pass the referee, and must not pass it with any fault of `mutations` planted.

``pytest --long`` takes 2,000 deals of each variant of the Quadrat family and plays Der Geburtstag
until 50 deals of each redeal are won (hours, most of them for ``single``).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from mutations import Record, mutations

from deals import RefusedError, SplitMix64
from solver.games import Birthday, Choice, Covering, Verdict
from solver.graph import StateGraph
from solver.prepare import prepare_number
from solver.record import Origin, solve_record
from solver.referee import verify
from solver.rules import VARIANTS, BirthdayRules, CoveringRules, Rules, find_rules
from solver.solve import Solution, solve

Sample = Callable[[int, int], int]

COVERING = [name for name, rules in VARIANTS.items() if isinstance(rules, CoveringRules)]
BIRTHDAY = [name for name, rules in VARIANTS.items() if isinstance(rules, BirthdayRules)]


def checked_record(solution: Solution) -> Record:
    """Return the full record as it comes back from a file, once the referee has passed it."""
    record = solve_record(solution, Origin(), version="0", with_trace=True, with_proof=True)
    read_back: Record = json.loads(json.dumps(record))
    assert verify(read_back)
    return read_back


def refused_faults(record: Record, seed: int) -> int:
    """Plant every fault in turn, see each refused, and return how many there were."""
    planted = 0
    for fault, spoilt in mutations(record, Random(seed)):
        try:
            sentence = verify(spoilt)
        except RefusedError:
            planted += 1
        else:
            pytest.fail(f"{fault}, and yet: {sentence}")
    return planted


def compare_search_and_graph(rules: Rules, number: int) -> Solution:
    """Return what is known of a numbered deal once search, graph and theorem agree on it."""
    question = prepare_number(number, rules)
    found = solve(*question, exhaustive=True)
    game = found.game
    assert isinstance(game, Covering)
    graph = StateGraph(game)
    assert (found.verdict is Verdict.WON) == any(map(game.is_won, graph.states))
    if found.verdict is Verdict.LOST:
        assert found.states == len(graph.states)
        assert found.cards_left == min(map(game.cards_left, graph.states))
    solution = solve(*question)
    assert (solution.verdict, solution.cards_left) == (found.verdict, found.cards_left)
    if found.theorem is not None:  # otherwise it is the same search again
        assert checked_record(found)["verdict"] == found.verdict
    return solution


@pytest.mark.parametrize("name", COVERING)
def test_deals_of_the_quadrat_family(name: str, sample: Sample) -> None:
    rules = VARIANTS[name]
    assert isinstance(rules, CoveringRules)
    short = {"single": 1, "open": 6, "group": 10}[rules.cover]
    numbers = SplitMix64(COVERING.index(name))
    seen: Counter[str] = Counter()
    faults = 0
    for _ in range(sample(short, 2000)):
        number = numbers.next()
        solution = compare_search_and_graph(rules, number)
        record = checked_record(solution)
        if seen[solution.verdict] < sample(1, 5 if rules.cover == "single" else 100):
            faults += refused_faults(record, number)
        seen[solution.verdict] += 1
    print(f"{name}: {dict(sorted(seen.items()))}, {faults} faults refused")
    assert faults > 10


@pytest.mark.parametrize("name", BIRTHDAY)
def test_birthday_until_some_are_won(name: str, sample: Sample) -> None:
    rules = VARIANTS[name]
    seen: Counter[str] = Counter()
    faults = 0
    number = sample(400, 0)  # 421 is the second unshuffled deal that is won, 514 the first shuffled
    while seen["won"] < sample(1, 50):
        solution = solve(*prepare_number(number, rules))
        if solution.verdict is Verdict.WON or number % sample(25, 20) == 0:
            record = checked_record(solution)
            assert record["verdict"] == solution.verdict
            faults += refused_faults(record, number)
        seen[solution.verdict] += 1
        number += 1
    print(f"{name}: {dict(sorted(seen.items()))}, {faults} faults refused")
    assert seen["lost"]


@pytest.mark.parametrize(
    ("deck", "width", "match", "cover", "goal"),
    [
        ("4x4", 3, "suit", "open", "cleared"),
        ("4x4", 3, "rank", "group", "stock"),
        ("4x4", 3, "rank", "single", "cleared"),
        ("4x4", 4, "rank", "open", "cleared"),
        ("french52", 5, "rank", "group", "cleared"),
        ("double104", 3, "suit", "open", "cleared"),
        ("double104", 5, "rank", "group", "stock"),
    ],
)
def test_lost_deals_of_other_rules(
    deck: str, width: int, match: str, cover: str, goal: str, sample: Sample
) -> None:
    """Closed sets of custom rules, with places of one and of two digits."""
    rules = find_rules("zudecken", deck=deck, width=width, match=match, cover=cover, goal=goal)
    number = lost = faults = members = 0
    while lost < sample(2, 100):
        solution = compare_search_and_graph(rules, number)
        if solution.verdict is Verdict.LOST and solution.states > 4:  # not lost at once
            record = checked_record(solution)
            assert record["proof"]["kind"] == "closed-set"
            members += record["proof"]["count"]
            faults += refused_faults(record, number)
            lost += 1
        number += 1
    print(f"{deck} {width} {match} {cover} {goal}: {lost} lost of {number} deals,", end=" ")
    print(f"{members} members, {faults} faults refused")
    assert faults > 10 * lost


@pytest.mark.parametrize("name", BIRTHDAY)
def test_a_line_that_holds_a_card_back_shows_no_loss(name: str, sample: Sample) -> None:
    """Lay a card aside that could be played, and write the line out in full from there."""
    refused = 0
    for number in range(sample(3, 200)):
        solution = solve(*prepare_number(number, VARIANTS[name]))
        if solution.verdict is not Verdict.LOST:
            continue
        game, line = solution.game, list(solution.line)
        assert isinstance(game, Birthday)
        held_back = Random(number).choice([n for n, m in enumerate(line) if m is Choice.PLAY_STOCK])
        line[held_back:] = [Choice.LAY]
        state = reduce(game.apply, line, game.start())
        while moves := game.moves(state):
            line.append(moves[0])
            state = game.apply(state, moves[0])
        spoilt = replace(solution, line=tuple(line), cards_left=game.cards_left(state))
        with pytest.raises(RefusedError) as refusal:
            checked_record(spoilt)
        assert refusal.value.step == held_back + 1
        refused += 1
    assert refused
