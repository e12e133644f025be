"""A fault in any table of the compiled kernel is seen when it is compared with the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from deals.decks import find_deck
from solver.columns import Detail
from solver.kernel import Kernel, runners
from solver.kernel.check import Difference, check
from solver.kernel.tables import GROUPS, PAIRS, Tables, make_tables
from solver.rules import CoveringRules, Rules, find_rules

OPEN = find_rules("zudecken", deck="4x4", match="suit", width=3)
WIDE = find_rules("zudecken-group", deck="4x4", match="suit", sizes="2,4")
SINGLE = find_rules("zudecken-single", deck="4x4", match="rank", width=3)
LONG = find_rules("zudecken-group")
DEALS = range(60)
BOTH = (Detail.VERDICT, Detail.FULL)

Change = Callable[[Tables], Tables]


def differences(
    rules: Rules, change: Change, monkeypatch: pytest.MonkeyPatch, deals: range = DEALS
) -> dict[Detail, tuple[Difference, ...]]:
    """Return what is seen of kernels whose tables were changed, by detail."""
    assert isinstance(rules, CoveringRules)
    monkeypatch.setattr(runners, "make_tables", lambda rules: change(make_tables(rules)))
    kernels = {detail: Kernel(rules, detail) for detail in BOTH}
    return {
        detail: check(rules, deals, (detail,), kernels).differences
        for detail in (BOTH if rules != LONG else BOTH[:1])
    }


def put(name: str, place: int, value: int) -> Change:
    """Return a change of one number of a table."""

    def change(tables: Tables) -> Tables:
        table = getattr(tables, name).copy()
        assert table[place] != value
        table[place] = value
        return tables._replace(**{name: table})

    return change


def flip(name: str, place: int, bit: int) -> Change:
    """Return a change of one bit of a table."""

    def change(tables: Tables) -> Tables:
        table = getattr(tables, name).copy()
        table.reshape(-1)[place] ^= np.array(1 << bit, table.dtype)
        return tables._replace(**{name: table})

    return change


def matches(*pairs: tuple[int, int]) -> int:
    return sum(1 << PAIRS.index(pair) for pair in pairs)


LAST_TWO = matches((2, 3))
ALL_THREE = matches((1, 2), (1, 3), (2, 3))


@pytest.mark.parametrize(
    ("rules", "change"),
    [
        pytest.param(OPEN, flip("legal", LAST_TWO, GROUPS.index((2, 3))), id="a move missing"),
        pytest.param(OPEN, flip("legal", 0, GROUPS.index((1, 2))), id="a move too many"),
        pytest.param(OPEN, flip("legal", ALL_THREE, GROUPS.index((1, 2, 3))), id="three together"),
        pytest.param(SINGLE, flip("legal", 0, GROUPS.index((2,))), id="one without a partner"),
        pytest.param(WIDE, flip("legal", LAST_TWO, GROUPS.index((2, 3))), id="the only pair"),
        pytest.param(OPEN, put("masks", 0, 1 << 1), id="a card of another suit"),
        pytest.param(SINGLE, put("masks", 3, 0), id="a card that matches nothing"),
        pytest.param(
            OPEN, put("remains", GROUPS.index((1, 2)), 0x28_20_18_08), id="a card that stays"
        ),
        pytest.param(
            OPEN, put("remains", GROUPS.index((1, 2, 3)), 0x30_20_20_00), id="a card dealt twice"
        ),
        pytest.param(OPEN, lambda tables: tables._replace(width=np.uint64(2)), id="width"),
        pytest.param(OPEN, lambda tables: tables._replace(to_stock=np.uint64(1)), id="goal"),
        pytest.param(SINGLE, lambda tables: tables._replace(singly=np.uint64(0)), id="singly"),
    ],
)
def test_a_fault_in_what_both_kernels_use(
    rules: Rules, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = differences(rules, change, monkeypatch)
    assert found[Detail.VERDICT]
    assert found[Detail.FULL]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_fault_in_what_is_left_without_stock(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    change = flip("removable", place, 0)
    assert differences(LONG, change, monkeypatch, range(150))[Detail.VERDICT]


@pytest.mark.parametrize(("name", "least"), [("truths", 8), ("clears", 4), ("attributes", 35)])
def test_a_fault_in_what_the_look_back_uses(
    name: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some bits stand for hands that are rare or won anyhow; many faults are seen in few deals."""
    monkeypatch.setattr(runners, "PATIENCE", 0)

    def nothing(tables: Tables) -> Tables:
        return tables._replace(**{name: np.zeros_like(getattr(tables, name))})

    assert not differences(LONG, lambda tables: tables, monkeypatch)[Detail.VERDICT]
    assert differences(LONG, nothing, monkeypatch)[Detail.VERDICT]
    assert isinstance(LONG, CoveringRules)
    tables, deals = make_tables(LONG), range(100, 900)
    monkeypatch.undo()
    monkeypatch.setattr(runners, "PATIENCE", 0)
    right = Kernel(LONG, Detail.VERDICT).numbered(deals)["verdict"]
    caught = 0
    for place in range(0, getattr(tables, name).size, 3):
        change = flip(name, place, place % 2)
        monkeypatch.setattr(runners, "make_tables", lambda _, changed=change(tables): changed)  # noqa: B008
        verdicts = Kernel(LONG, Detail.VERDICT).numbered(deals)["verdict"]
        caught += bool((verdicts != right).any())
    assert caught >= least


@pytest.mark.parametrize(
    ("detail", "change"),
    [
        (Detail.VERDICT, {"_to_stock": np.uint64(1)}),
        (Detail.VERDICT, {"_deck": np.roll(np.array(find_deck("skat32").cards, np.uint8), 4)}),
        (Detail.FULL, {"_deck": np.roll(np.array(find_deck("skat32").cards, np.uint8), 4)}),
    ],
)
def test_a_fault_in_quadrat(detail: Detail, change: dict[str, Any]) -> None:
    rules = find_rules("quadrat")
    assert faults_of_runner(rules, detail, change)
    assert not faults_of_runner(rules, detail, {})


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"_passes": 1}, "type of left"),
        ({"_passes": 1}, "verdict"),
        ({"_shuffled": False}, "left"),
        ({"_deck": np.array([0, 1, 2, 3] * 4, np.uint8)}, "left"),
    ],
)
def test_a_fault_in_geburtstag(change: dict[str, Any], column: str) -> None:
    rules = find_rules("geburtstag", deck="5x4", target="1234", passes=2)
    assert column in {one.column for one in faults_of_runner(rules, Detail.FULL, change)}
    assert not faults_of_runner(rules, Detail.FULL, {})


def faults_of_runner(
    rules: Rules, detail: Detail, change: dict[str, Any]
) -> tuple[Difference, ...]:
    """Return what is seen of a kernel that hands changed arguments to its compiled code."""
    kernel = Kernel(rules, detail)
    for name, value in change.items():
        assert hasattr(kernel._runner, name)
        setattr(kernel._runner, name, value)
    return check(rules, DEALS, (detail,), {detail: kernel}).differences


def test_a_difference_is_told_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    change = flip("legal", 0, GROUPS.index((1, 2)))
    found = differences(OPEN, change, monkeypatch)[Detail.FULL]
    one = next(one for one in found if one.column == "states")
    text = str(one)
    assert text.startswith(f"states is {one.readable} by the rules and {one.compiled} in the ")
    assert f"deal {one.deal.number} of CoveringRules(game='zudecken', deck='4x4'" in text
    assert {one.column for one in found} >= {"lines", "random_win", "verdict", "cards_left"}


def test_columns_of_another_type_are_a_difference() -> None:
    rules = find_rules("quadrat", deck="4x4")
    kernel: Any = Kernel(rules, Detail.VERDICT)
    right = kernel.dealt

    def narrow(*arguments: Any) -> Any:
        return {name: column.astype(np.int8) for name, column in right(*arguments).items()}

    kernel.dealt = narrow
    found = check(rules, range(3), (Detail.VERDICT,), {Detail.VERDICT: kernel}).differences
    assert [one.column for one in found] == ["type of verdict", "type of cards_left"]
    assert found[0].compiled == "int8 (3,)"
