"""The kernel as others use it: what it refuses, how it tells of its progress, how it travels."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from deals.errors import SettingError
from solver.columns import Columns, Detail, column_names
from solver.kernel import Kernel, refusal
from solver.kernel.check import check, with_few_orders
from solver.prepare import prepare_number
from solver.rules import VARIANTS, BirthdayRules, Rules, find_rules

SOME = ["quadrat", "zudecken-group-32", "geburtstag-unshuffled"]


def listed(columns: Columns) -> dict[str, list[object]]:
    return {name: column.tolist() for name, column in columns.items()}


@pytest.mark.parametrize(
    ("rules", "says", "read"),
    [
        (find_rules("zudecken", width=5), "at most 4 face-up cards", "width = 5"),
        (find_rules("quadrat", width=8), "at most 4 face-up cards", "width = 8"),
        (find_rules("zudecken", deck="double104"), "64 cards", "deck = double104, 104 cards"),
        (find_rules("zudecken", deck="3*9x3"), "64 cards", "deck = 3*9x3, 81 cards"),
    ],
)
@pytest.mark.parametrize("detail", list(Detail))
def test_what_it_does_not_take_is_refused_by_name(
    rules: Rules, says: str, read: str, detail: Detail
) -> None:
    refused = refusal(rules, detail)
    assert refused is not None
    for part in (says, read, "--engine readable"):
        assert part in str(refused)
    with pytest.raises(SettingError, match=says):
        Kernel(rules, detail)


def test_quadrat_of_any_size_is_refused_for_all_counts_only() -> None:
    rules = find_rules("quadrat-104")
    assert refusal(rules, Detail.VERDICT) is None
    assert refusal(rules, Detail.TALLY) is None
    assert "104 cards" in str(refusal(rules, Detail.FULL))
    assert refusal(find_rules("quadrat", deck="4*french52"), Detail.VERDICT) is None


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("detail", list(Detail))
def test_named_variants_are_taken(name: str, detail: Detail) -> None:
    taken = refusal(VARIANTS[name], detail) is None
    assert taken == (name != "quadrat-104" or detail is not Detail.FULL)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("detail", list(Detail))
def test_columns(name: str, detail: Detail) -> None:
    rules = VARIANTS[name]
    kernel = Kernel(rules, detail)
    some, none = kernel.numbered(range(3)), kernel.numbered(range(0))
    assert tuple(some) == tuple(none) == tuple(kernel.dealt([])) == column_names(rules, detail)
    for column, other in zip(some, none, strict=True):
        assert some[column].dtype == none[other].dtype
        assert len(some[column]) == 3
        assert len(none[other]) == 0


@pytest.mark.parametrize("name", SOME)
def test_slices_make_no_difference(name: str) -> None:
    """Ticks come after each slice, by number and card by card, and count every deal once."""
    rules, numbers = VARIANTS[name], range(5, 5 + 3 * 40, 3)
    deals = [prepare_number(number, rules).deal for number in numbers]
    kernel = Kernel(rules, Detail.FULL)
    whole = listed(kernel.numbered(numbers))
    assert listed(kernel.dealt(deals)) == whole
    kernel._runner.slice_size = 7
    told: list[int] = []
    assert listed(kernel.numbered(numbers, told.append)) == whole
    assert listed(kernel.dealt(deals, told.append)) == whole
    assert told == 2 * [7, 7, 7, 7, 7, 5]


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("detail", [Detail.VERDICT, Detail.FULL])
def test_numbers_may_descend(name: str, detail: Detail) -> None:
    kernel = Kernel(VARIANTS[name], detail)
    kernel._runner.slice_size = 4
    for numbers in (range(60, -1, -6), range(2**64 - 1, 2**64 - 60, -7), range(3, 2, -(2**70))):
        descending, ascending = listed(kernel.numbered(numbers)), kernel.numbered(numbers[::-1])
        assert descending == {name: column[::-1].tolist() for name, column in ascending.items()}
        assert len(descending["verdict"]) == len(numbers)


def test_what_a_tick_raises_ends_the_work() -> None:
    kernel = Kernel(VARIANTS["zudecken"], Detail.VERDICT)
    kernel._runner.slice_size = 10
    told: list[int] = []

    def stop(done: int) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kernel.numbered(range(1000), stop)
    assert told == [10, 10, 10]


@pytest.mark.parametrize("name", SOME)
def test_a_kernel_can_be_pickled(name: str) -> None:
    kernel = Kernel(VARIANTS[name], Detail.FULL)
    again = pickle.loads(pickle.dumps(kernel))
    assert (again.rules, again.detail) == (kernel.rules, kernel.detail)
    assert listed(again.numbered(range(20))) == listed(kernel.numbered(range(20)))


@pytest.mark.parametrize("name", SOME)
def test_threads_may_share_a_kernel(name: str) -> None:
    kernel = Kernel(VARIANTS[name], Detail.FULL)
    ranges = [range(start, start + 30) for start in range(0, 240, 30)]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(kernel.numbered, ranges))
    assert [listed(columns) for columns in together] == [
        listed(kernel.numbered(numbers)) for numbers in ranges
    ]


def test_more_passes_than_are_dealt_by_number_can_be_given() -> None:
    rules = find_rules("geburtstag", deck="4x4", target="1231", passes=1001)
    kernel = Kernel(rules, Detail.FULL)
    with pytest.raises(SettingError, match="not for so many"):
        kernel.numbered(range(1))
    assert isinstance(rules, BirthdayRules)
    deals = with_few_orders(replace(rules, passes=3), range(30))
    assert not check(rules, deals, (Detail.FULL,)).differences


@pytest.mark.parametrize(
    "numbers",
    [
        range(-1, 2),
        range(1, -2, -1),
        range(2**64 - 1, 2**64 + 1),
        range(2**64, 2**64 - 3, -1),
        range(0, 2**65, 2**64),
    ],
)
@pytest.mark.parametrize("name", SOME)
def test_numbers_that_name_no_deal_are_refused(name: str, numbers: range) -> None:
    for detail in (Detail.VERDICT, Detail.FULL):
        with pytest.raises(SettingError, match=r"deal numbers (start|end) at"):
            Kernel(VARIANTS[name], detail).numbered(numbers)


def test_tally_is_asked_for_the_same_columns() -> None:
    rules = VARIANTS["zudecken"]
    verdict, tally = (Kernel(rules, detail) for detail in (Detail.VERDICT, Detail.TALLY))
    assert listed(verdict.numbered(range(50))) == listed(tally.numbered(range(50)))
    assert np.array_equal(verdict.numbered(range(9))["cards_left"] >= 0, np.ones(9, bool))
