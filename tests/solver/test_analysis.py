"""The analysis against the oracle, at every reachable position, and against the known deals.

Each test reports how many lost positions it saw (``-rP``); ``--long`` compares far more deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import pytest
from brute import Covering as Oracle
from brute import Position, Settings
from facts import Fact, load_facts
from test_against_brute import (
    COVERS,
    DECKS,
    MATCHES,
    SIZES,
    WIDTHS,
    as_state,
    game_and_oracle,
    no_position_is_lost,
    report,
)
from test_facts import question

from deals.decks import find_deck
from deals.errors import GehtaufError
from deals.numbering import numbered_deal
from solver.analysis import Analysis
from solver.difficulty import DIFFICULTIES, difficulty, word_for
from solver.games import Covering, CoveringState, Group, Verdict, make_game
from solver.graph import StateGraph
from solver.rules import find_rules

Sample = Callable[[int, int], int]
Analysed = Analysis[CoveringState, Group]


def analysis_of(name: str, number: int, **settings: object) -> Analysed:
    rules = find_rules(name, **settings)
    return Analysis(StateGraph(make_game(rules, numbered_deal(number, find_deck(rules.deck)))))


def compare(analysis: Analysed, oracle: Oracle) -> Counter[str]:
    """Compare everything at every position; return how many are won and lost."""
    lengths = win_lengths(oracle)
    positions = {as_state(p): p for p in oracle.reachable(oracle.start())}
    seen: Counter[str] = Counter()
    assert len(positions) == len(analysis.graph.states)
    for number, state in enumerate(analysis.graph.states):
        position = positions[state]
        assert analysis.can_win(number) == (oracle.verdict(position) == "won")
        assert analysis.lines(number) == oracle.lines(position)
        assert analysis.winning_lines(number) == oracle.winning_lines(position)
        assert analysis.random_win(number) == oracle.random_win(position)
        assert analysis.cards_left(number) == oracle.cards_left(position)
        assert analysis.is_critical(number) == oracle.is_critical(position)
        shortest, longest = analysis.shortest_win(number), analysis.longest_win(number)
        assert (shortest, longest) == lengths(position)
        for value in analysis.moves(number):
            after = oracle.after(position, value.move)
            assert analysis.graph.states[value.target] == as_state(after)
            assert (value.verdict == Verdict.WON) == oracle.winnable(after)
            assert (value.lines, value.winning_lines) == (
                oracle.lines(after),
                oracle.winning_lines(after),
            )
            assert value.random_win == oracle.random_win(after)
            assert value.cards_left == oracle.cards_left(after)
        seen[oracle.verdict(position)] += 1
    return seen


def win_lengths(oracle: Oracle) -> Callable[[Position], tuple[int | None, int | None]]:
    """Return a function that gives the moves of the shortest and the longest winning line."""

    @cache
    def lengths(position: Position) -> frozenset[int]:
        if oracle.is_won(position):
            return frozenset({0})
        after = [lengths(p) for p in oracle.successors(position)]
        return frozenset(1 + n for several in after for n in several)

    return lambda p: (min(lengths(p)), max(lengths(p))) if lengths(p) else (None, None)


def compare_counts(analysis: Analysed, oracle: Oracle) -> None:
    expected, counts = oracle.counts(oracle.start()), analysis.counts()
    for key in (
        *("states", "transitions", "dead_ends", "choice_points", "forced", "critical"),
        *("lines", "winning_lines", "random_win", "cards_left"),
    ):
        assert getattr(counts, key) == getattr(expected, key), key


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("deck", DECKS)
def test_every_position_of_small_decks(deck: str, width: int, sample: Sample) -> None:
    total: Counter[str] = Counter()
    goals = ("cleared", "stock")
    for index, (match, cover, goal, sizes) in enumerate(product(MATCHES, COVERS, goals, SIZES)):
        settings = Settings(match, frozenset(sizes), cover, goal, width)
        seen: Counter[str] = Counter()
        for deal in range(60):
            if seen.total() >= sample(30, 2000):
                break
            rules, oracle = game_and_oracle(5000 + 100 * index + deal, deck, settings)
            analysis = Analysis(StateGraph(Covering(rules, oracle.cards)))
            seen += compare(analysis, oracle)
            compare_counts(analysis, oracle)
        assert not (seen["lost"] and no_position_is_lost(deck, settings))
        total += seen
    report(f"analysis of {deck} width {width}, {index + 1} settings, positions", total)
    assert total["won"]
    assert total["lost"]


@pytest.mark.parametrize("fact", load_facts("quadrat", "zudecken"), ids=lambda fact: fact["id"])
def test_every_count_of_the_known_deals(fact: Fact) -> None:
    analysis: Analysed = Analysis(StateGraph(make_game(*question(fact))))
    counts, chance = analysis.counts(), analysis.random_win(0)
    assert {
        "verdict": "won" if analysis.can_win(0) else "lost",
        "cards_left": counts.cards_left,
        "winning_lines": str(counts.winning_lines),
        "lines": str(counts.lines),
        "random_win": f"{chance.numerator}/{chance.denominator}",
        "states": counts.states,
        "transitions": counts.transitions,
        "choice_points": counts.choice_points,
        "forced": counts.forced,
        "critical": counts.critical,
        "dead_ends": counts.dead_ends,
    } == fact["expect"]


def test_moves_may_lead_to_smaller_state_numbers() -> None:
    analysis = analysis_of("zudecken", 4)
    backward = [
        number
        for number in range(len(analysis.graph.states))
        if any(target < number for target in analysis.graph.successors(number))
    ]
    assert backward, "a pass by falling state number would do, and the test shows nothing"


def test_the_safest_line_wins_and_never_takes_a_worse_choice() -> None:
    for number in (0, 1, 4, 11):
        analysis = analysis_of("zudecken", number)
        state, n = analysis.game.start(), 0
        for move in analysis.safest_line():
            values = {value.move: value for value in analysis.moves(n)}
            assert values[move].random_win == max(value.random_win for value in values.values())
            state, n = analysis.game.apply(state, move), values[move].target
        assert analysis.game.is_won(state)


def test_the_safest_line_of_a_lost_deal_leaves_the_fewest_cards() -> None:
    analysis = analysis_of("zudecken-group", 11)
    state = analysis.game.start()
    for move in analysis.safest_line():
        state = analysis.game.apply(state, move)
    assert analysis.game.cards_left(state) == analysis.cards_left(0) == 2


@pytest.mark.promise(15)
def test_counts_past_64_bits_are_exact() -> None:
    """Seventy two-way choices in a row; each of them leads on whatever is chosen."""

    class Ladder(Covering):
        """Two states a rung, each with a move to both states of the next rung."""

        def start(self) -> CoveringState:
            return 0, ()

        def moves(self, state: CoveringState) -> list[Group]:
            return [(0,), (1,)] if state[0] < 70 else []

        def apply(self, state: CoveringState, move: Group) -> CoveringState:
            return state[0] + 1, move

        def is_won(self, state: CoveringState) -> bool:
            return state[0] == 70

        def cards_left(self, state: CoveringState) -> int:
            return 70 - state[0]

    counts = Analysis(StateGraph(Ladder(find_rules("zudecken", deck="1x1"), [0]))).counts()  # type: ignore[arg-type]
    assert counts.lines == counts.winning_lines == 1180591620717411303424
    assert counts.random_win == 1
    assert (counts.states, counts.transitions, counts.choice_points) == (141, 278, 139)


def test_a_truncated_graph_is_refused() -> None:
    rules = find_rules("zudecken")
    game = make_game(rules, numbered_deal(4, find_deck(rules.deck)))
    with pytest.raises(GehtaufError, match="truncated"):
        Analysis(StateGraph(game, max_states=100))


def test_difficulty_words() -> None:
    assert [word for word, _ in DIFFICULTIES] == [
        *("very-easy", "easy", "medium", "hard", "very-hard")
    ]
    assert all(more > less for (_, more), (_, less) in pairwise(DIFFICULTIES))
    for word, least in DIFFICULTIES:
        chance = least or Fraction(1, 10**30)
        assert word_for(chance) == word
    assert word_for(Fraction(1, 10) - Fraction(1, 10**12)) == "easy"
    assert word_for(Fraction(0)) is None


def test_difficulty_is_only_where_choices_matter() -> None:
    assert difficulty(analysis_of("quadrat", 3)) is None
    assert difficulty(analysis_of("zudecken-group", 11)) is None
    assert difficulty(analysis_of("zudecken", 4)) == "hard"
    assert difficulty(analysis_of("zudecken", 11)) == "very-hard"
