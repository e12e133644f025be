"""Looking back: every position as the readable rules have it, and verdicts at any patience."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from deals.deal import Deal
from deals.decks import find_deck
from solver.analysis import Analysis
from solver.columns import Columns, Detail
from solver.games import make_game
from solver.games.covering import CoveringState
from solver.graph import StateGraph
from solver.kernel import Kernel, runners
from solver.kernel.lookback import MOST_CARDS, ROOM, any_can_be_won, prepare_room
from solver.kernel.tables import Tables, make_tables
from solver.prepare import prepare_number
from solver.rules import CoveringRules, find_rules

Words = NDArray[np.uint64]
ENDLESS = 2**62


def rules_of(**settings: object) -> CoveringRules:
    rules = find_rules("zudecken", **settings)
    assert isinstance(rules, CoveringRules)
    return rules


def hand_of(state: CoveringState, width: int) -> int:
    """Return the word of a position with a stock: places from 1, empty slots first."""
    places = [0] * (4 - width) + [place + 1 for place in state[1]]
    return sum(place << 8 * slot for slot, place in enumerate(places))


class LookBack:
    """The compiled look-back for one deal."""

    def __init__(self, rules: CoveringRules, deal: Deal, tables: Tables) -> None:
        self._cards = np.array(deal.cards, np.uint8)
        self._rules = (np.uint64(len(deal.cards)), tables.width, tables.to_stock, tables.attributes)
        self._room: Words = np.full(ROOM, 0xAAAA_AAAA_AAAA_AAAA, np.uint64)  # nothing is clean
        prepare_room(tables.truths, tables.clears, self._room)

    def any_can_be_won(self, hands: list[int]) -> bool:
        hands = sorted(hands, key=lambda hand: hand >> 24)
        words = np.array(hands, np.uint64)
        return bool(
            any_can_be_won(self._cards, *self._rules, words, np.uint64(len(hands)), self._room)
        )


def positions(rules: CoveringRules, number: int) -> dict[int, bool]:
    """Return the hand of each position with a stock, and whether it can be won."""
    deal = prepare_number(number, rules).deal
    graph: StateGraph[Any, Any] = StateGraph(make_game(rules, deal))
    analysis = Analysis(graph)
    return {
        hand_of(state, rules.width): analysis.winning_lines(i) > 0
        for i, state in enumerate(graph.states)
        if state[0] < len(deal.cards) and len(deal.cards) > rules.width
    }


@pytest.mark.parametrize("match", ["suit", "rank", "suit-or-rank"])
@pytest.mark.parametrize("goal", ["cleared", "stock"])
def test_every_position(match: str, goal: str) -> None:
    seen: Counter[tuple[int, bool]] = Counter()
    for cover, (width, sizes), deck in product(
        ("open", "group"),
        ((2, "2"), (3, "2"), (3, "2,3"), (4, "2"), (4, "2,4"), (4, "3,4"), (4, "2,3,4")),
        ("3x3", "4x4", "2*3x3", "4*2x1"),
    ):
        rules = rules_of(deck=deck, match=match, width=width, sizes=sizes, cover=cover, goal=goal)
        tables = make_tables(rules)
        for number in range(7 if deck == "4*2x1" else 3):
            known = positions(rules, number)
            back = LookBack(rules, prepare_number(number, rules).deal, tables)
            for hand, won in known.items():
                assert back.any_can_be_won([hand]) == won, (rules, number, hex(hand))
            seen.update((width, won) for won in known.values())
            lost = [hand for hand, won in known.items() if not won]
            assert not back.any_can_be_won(lost)
            assert back.any_can_be_won(list(known)) == any(known.values())
    assert all(seen[width, True] >= 5 for width in (2, 3, 4)), seen
    assert all(seen[width, False] >= 5 for width in (2, 3, 4)), seen


def test_no_position_at_all() -> None:
    rules = rules_of(deck="4x4")
    deal = prepare_number(0, rules).deal
    assert not LookBack(rules, deal, make_tables(rules)).any_can_be_won([])


LOOKING_BACK = [
    rules_of(),
    rules_of(cover="group"),
    rules_of(cover="group", goal="stock"),
    rules_of(deck="skat32", match="suit"),
    rules_of(deck="skat32", width=3),
    rules_of(width=2, sizes="2", goal="stock"),
    rules_of(deck="3*5x4", match="suit", sizes="2,3"),
]


def solved(
    rules: CoveringRules, patience: int, monkeypatch: pytest.MonkeyPatch, deals: range
) -> Columns:
    monkeypatch.setattr(runners, "PATIENCE", patience)
    return Kernel(rules, Detail.VERDICT).numbered(deals)


@pytest.mark.parametrize("rules", LOOKING_BACK, ids=str)
def test_any_patience_gives_the_same(rules: CoveringRules, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = range(10**6, 10**6 + 4000)
    never = solved(rules, ENDLESS, monkeypatch, deals)
    assert never["verdict"].sum() > 0
    for patience in (0, 1, 5, 30):
        looking = solved(rules, patience, monkeypatch, deals)
        for name, column in never.items():
            assert looking[name].tolist() == column.tolist(), (patience, name)


def test_looking_back_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it says the contrary of the truth, the verdict is wrong: so it was believed."""
    rules, deals = LOOKING_BACK[1], range(4000)
    right = {
        patience: solved(rules, patience, monkeypatch, deals)["verdict"]
        for patience in (0, runners.PATIENCE, ENDLESS)
    }

    def believed(**wrong: Any) -> dict[int, int]:
        tables = make_tables(rules)._replace(**wrong)
        monkeypatch.setattr(runners, "make_tables", lambda rules: tables)
        return {
            patience: int((solved(rules, patience, monkeypatch, deals)["verdict"] != known).sum())
            for patience, known in right.items()
        }

    wins = believed(clears=np.zeros(64, np.uint64))  # no hand can be won
    losses = believed(clears=np.full(64, 15, np.uint64))  # every last hand is cleared
    assert [*wins] == [*losses] == [0, 30, ENDLESS]
    assert wins[ENDLESS] == losses[ENDLESS] == 0
    assert wins[0] > wins[30] > 100
    assert losses[0] >= losses[30] > 100


def test_decks_too_large_to_look_back_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {deck: len(find_deck(deck).cards) for deck in ("3*5x4", "3*7x3")}
    assert sizes == {"3*5x4": MOST_CARDS, "3*7x3": MOST_CARDS + 3}
    nothing = np.zeros(64, np.uint64)
    for deck, looks_back in (("3*5x4", True), ("3*7x3", False)):
        rules = rules_of(deck=deck, match="suit", sizes="2,3")
        deals = range(300)
        right = solved(rules, 0, monkeypatch, deals)["verdict"]
        assert (right == 0).any()
        with monkeypatch.context() as patch:
            tables = make_tables(rules)._replace(clears=nothing)
            patch.setattr(runners, "make_tables", lambda rules, spoilt=tables: spoilt)
            spoilt = solved(rules, 0, monkeypatch, deals)["verdict"]
        assert (spoilt != right).any() == looks_back
