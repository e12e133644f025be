"""The rules themselves as an engine: every column is what solve and analyze say of the deal."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from deals.deal import Deal
from deals.errors import SettingError
from solver.analysis import Analysis
from solver.batch.readable import Readable
from solver.columns import COUNTS, VERDICTS, Detail, column_names
from solver.games import make_game
from solver.graph import StateGraph
from solver.passes import greedy_passes
from solver.prepare import prepare_number
from solver.rules import Rules, find_rules
from solver.solve import solve

COVERING = [
    find_rules("zudecken", deck="4x3", match="suit", width=3),
    find_rules("zudecken-group", deck="4x4", match="suit", width=3),
    find_rules("zudecken-single", deck="4x4", match="rank", width=3, goal="stock"),
    find_rules("quadrat", deck="4x4"),
]
BIRTHDAY = [
    find_rules("geburtstag", deck="4x4", target="1231", passes=2),
    find_rules("geburtstag", deck="8x4", target="1234", passes=3),
    find_rules("geburtstag-unshuffled", passes=3),
]


def deals(rules: Rules, numbers: range) -> list[Deal]:
    return [prepare_number(number, rules).deal for number in numbers]


@pytest.mark.parametrize("rules", COVERING)
def test_full_detail_is_what_analyze_counts(rules: Rules) -> None:
    numbers = range(60)
    columns = Readable(rules, Detail.FULL).numbered(numbers)
    assert tuple(columns) == column_names(rules, Detail.FULL)
    seen = set()
    for i, deal in enumerate(deals(rules, numbers)):
        solution = solve(rules, deal)
        analysis = Analysis(StateGraph(make_game(rules, deal)))
        counts = analysis.counts()
        seen.add(solution.verdict)
        assert VERDICTS[columns["verdict"][i]] == solution.verdict
        assert columns["cards_left"][i] == (
            -1 if solution.cards_left is None else solution.cards_left
        )
        assert [columns[name][i] for name in COUNTS] == [getattr(counts, name) for name in COUNTS]
        assert columns["lines"][i] == str(counts.lines)
        assert columns["winning_lines"][i] == str(counts.winning_lines)
        value = Fraction(float(columns["random_win"][i]))
        assert abs(value - counts.random_win) <= counts.random_win * Fraction(2, 10**13)
    assert seen == {"won", "lost"}


@pytest.mark.parametrize("rules", BIRTHDAY)
def test_full_detail_of_geburtstag_is_what_the_passes_leave(rules: Rules) -> None:
    numbers = range(60)
    columns = Readable(rules, Detail.FULL).numbered(numbers)
    assert tuple(columns) == column_names(rules, Detail.FULL)
    for i, deal in enumerate(deals(rules, numbers)):
        left = [one.cards_left for one in greedy_passes(make_game(rules, deal))]  # type: ignore[arg-type]
        used = columns["passes"][i]
        assert columns["left"][i].tolist() == left + [0] * (columns["left"].shape[1] - used)
        assert used == len(left)


def test_orders_that_are_not_known_give_a_chance_and_the_passes_before_it() -> None:
    rules = find_rules("geburtstag", deck="4x4", target="1231", passes=2)
    short = [
        Deal(deal.deck, deal.cards, target=deal.target, suits=deal.suits)
        for deal in deals(rules, range(20))
    ]
    columns = Readable(rules, Detail.FULL).dealt(short)
    chances = columns["verdict"] == VERDICTS.index("chance")
    assert 0 < chances.sum() < 20
    assert set(columns["passes"].tolist()) == {1}
    assert (columns["left"][chances] > 0).all()
    assert (columns["cards_left"][chances] == -1).all()


@pytest.mark.parametrize("detail", list(Detail))
def test_given_deals_are_solved_like_numbered_ones(detail: Detail) -> None:
    rules = COVERING[0]
    engine = Readable(rules, detail)
    one, other = engine.numbered(range(5, 30, 5)), engine.dealt(deals(rules, range(5, 30, 5)))
    assert list(one) == list(other) == list(column_names(rules, detail))
    for name in one:
        assert one[name].dtype == other[name].dtype
        assert np.array_equal(one[name], other[name])


@pytest.mark.parametrize("rules", [COVERING[0], BIRTHDAY[0]])
@pytest.mark.parametrize("detail", list(Detail))
def test_no_deals_give_empty_columns_of_the_same_types(rules: Rules, detail: Detail) -> None:
    engine = Readable(rules, detail)
    some, none = engine.numbered(range(3)), engine.dealt([])
    assert list(some) == list(none)
    assert [column.dtype for column in some.values()] == [c.dtype for c in none.values()]
    assert all(len(column) == 0 for column in none.values())


@pytest.mark.promise(12)
def test_a_limit_is_undecided_and_never_lost() -> None:
    rules = find_rules("zudecken")
    for detail in Detail:
        columns = Readable(rules, detail, max_states=20).numbered(range(30))
        verdicts = {VERDICTS[code] for code in columns["verdict"]}
        assert verdicts == {"undecided", "lost"}  # a few deals are stuck at once
        undecided = columns["verdict"] == VERDICTS.index("undecided")
        assert (columns["cards_left"][undecided] == -1).all()
    full = Readable(rules, Detail.FULL, max_states=20).numbered(range(30))
    assert (full["states"][undecided] == 0).all()
    assert set(full["lines"][undecided]) == {""}


def test_a_deal_solved_in_time_and_counted_too_late_is_undecided() -> None:
    rules = find_rules("zudecken")
    verdict = Readable(rules, Detail.VERDICT, max_states=300).numbered(range(11, 12))
    full = Readable(rules, Detail.FULL, max_states=300).numbered(range(11, 12))
    assert VERDICTS[verdict["verdict"][0]] == "won"
    assert VERDICTS[full["verdict"][0]] == "undecided"


def test_ticks_count_deals_and_can_end_the_work() -> None:
    engine = Readable(COVERING[3], Detail.VERDICT)
    told: list[int] = []
    engine.numbered(range(17), told.append)
    assert sum(told) == 17

    def stop(done: int) -> None:
        told.append(done)
        if len(told) == 5:
            raise KeyboardInterrupt

    told.clear()
    with pytest.raises(KeyboardInterrupt):
        engine.numbered(range(17), stop)
    assert len(told) == 5


def test_what_no_numbered_deal_can_have_is_refused() -> None:
    engine = Readable(find_rules("geburtstag", passes=2000), Detail.VERDICT)
    with pytest.raises(SettingError, match="not for so many"):
        engine.numbered(range(1))
