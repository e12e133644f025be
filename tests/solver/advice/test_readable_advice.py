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
from solver.advice.readable import ReadablePlayer, Searches, effort_within_reach
from solver.advice.same import alike
from solver.games import Covering, Verdict
from solver.policies import View, find_policy
from solver.policies.player import compiled_player
from solver.rules import CoveringRules, find_rules
from solver.search import search

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
    deck = deals(1)[0].tolist()
    view = View.of(RULES, deck[:4], deck[4:])
    cover = view.covers[0]
    games: list[int] = []
    seen = face_up(player_of("most"), Orders(view), cover, 60, games.append)
    assert isinstance(seen, Sample)
    assert (seen.orders, seen.won > 0) == (60, True)
    assert games == [25, 25, 10]
    monkeypatch.setattr(readable, "_GROUPS", 11)  # a single position
    assert face_up(player_of("most"), Orders(view), cover, 60, games.append) is None
    assert sum(games) == 120


def player_of(policy: str) -> ReadablePlayer:
    return ReadablePlayer(RULES, find_policy(policy))


def test_all_searches_for_a_question_are_bounded_together() -> None:
    games = [Covering(RULES, cards) for cards in deals(40, 14).tolist()]
    needed = [search(game).states for game in games]
    for positions in (0, 1, 200, 600, 10**9):
        searches, spent, decided = Searches(positions), 0, 0
        for game, states in zip(games, needed, strict=True):
            most = min(max(positions // 10, 1), positions - spent)
            verdict = searches.verdict(game)
            if states <= most:
                assert verdict is search(game).verdict
                decided += 1
            else:
                assert verdict is Verdict.UNDECIDED
            spent += min(states, most)
        assert spent <= positions
        assert (decided > 0, decided < len(games)) == (positions >= 200, positions < 10**9)


def test_less_effort_plays_fewer_games() -> None:
    view = View.of(
        RULES, [parse_card(card) for card in ("7C", "8C", "TD", "JD")], deals(1)[0, :20].tolist()
    )
    covers = [group[0] for group in alike(RULES, view)]
    for effort in (Effort(10, 60), Effort(25, 3 * len(covers)), Effort(25, 1)):
        games: list[int] = []
        tried, _ = try_covers(
            player_of("most"), Orders(view), covers, tick=games.append, effort=effort
        )
        assert effort.at_first(len(covers)) * len(covers) <= sum(games)
        assert sum(games) <= effort.limit(len(covers))
        assert sum(games) == sum(one.sample.orders for one in tried)
    assert (Effort(10, 60).limit(7), Effort(10, 60).limit(70)) == (60, 70)
    assert [Effort(10, 60).at_first(covers) for covers in (5, 7, 70)] == [10, 8, 1]


def test_wide_tables_and_many_cards_are_played_less() -> None:
    games = [
        effort_within_reach(rules, cards).most_games
        for rules in (find_rules("zudecken", width=width) for width in (4, 6, 8))
        for cards in (26, 52, 104)
        if isinstance(rules, CoveringRules)
    ]
    assert games == [2_000, 2_000, 2_000, 2_000, 2_000, 1_153, 1_498, 749, 374]
