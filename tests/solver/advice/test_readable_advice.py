"""Advice by the rules as written: the same games as compiled code, and no guess at what is open."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from deals.cards import parse_card
from deals.decks import find_deck
from solver.advice import readable
from solver.advice.advice import Sample
from solver.advice.estimate import Effort, Orders, face_up, try_covers
from solver.advice.readable import ReadablePlayer
from solver.advice.same import alike
from solver.policies import View, find_policy
from solver.policies.player import compiled_player
from solver.rules import CoveringRules, find_rules

RULES = find_rules("zudecken-group-32")
assert isinstance(RULES, CoveringRules)


def deals(count: int, size: int = 32) -> np.ndarray[Any, Any]:
    random, rows = Random(2), []
    for _ in range(count):
        rows.append(random.sample(find_deck("skat32").cards, size))
    return np.array(rows, np.uint8)


@pytest.mark.parametrize("name", ["random", "most", "fewest"])
def test_games_end_as_in_compiled_code(name: str) -> None:
    policy = find_policy(name)
    player, compiled = ReadablePlayer(RULES, policy), compiled_player(RULES, policy)
    for rows in (deals(60), deals(60, 12)):
        found = player.rows(rows)[0].tolist()
        assert found == compiled.rows(rows)[0].tolist()
        assert set(found) == {0, 1}
    few = deals(40, 10)
    assert player.face_up(few)[0].tolist() == compiled.face_up(few)[0].tolist()


def test_a_share_with_an_order_that_is_not_decided_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = ReadablePlayer(RULES, find_policy("most"))
    deck = deals(1)[0].tolist()
    view = View.of(RULES, deck[:4], deck[4:])
    cover = view.covers[0]
    seen = face_up(player, Orders(view), cover, 6)
    assert isinstance(seen, Sample)
    assert (seen.orders, seen.won > 0) == (6, True)
    monkeypatch.setattr(readable, "MOST_STATES", 1)
    assert face_up(player, Orders(view), cover, 6) is None


def test_less_effort_plays_fewer_games() -> None:
    view = View.of(
        RULES, [parse_card(card) for card in ("7C", "8C", "TD", "JD")], deals(1)[0, :20].tolist()
    )
    covers = [group[0] for group in alike(RULES, view)]
    games: list[int] = []
    player, effort = ReadablePlayer(RULES, find_policy("most")), Effort(10, 60)
    tried, _ = try_covers(player, Orders(view), covers, tick=games.append, effort=effort)
    assert 10 * len(covers) <= sum(games) <= effort.limit(len(covers))
    assert sum(games) == sum(one.sample.orders for one in tried)
    assert Effort(10, 60).limit(7) == 70
