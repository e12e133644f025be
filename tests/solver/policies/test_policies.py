"""Policies: compiled play makes the moves of readable play, and exact play wins its value."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import FormatError, SettingError
from deals.numbering import SplitMix64, numbered_deal
from solver.columns import Detail
from solver.games import Covering
from solver.kernel import Kernel
from solver.odds.facedown import Exact, FaceDownGame, build
from solver.policies import POLICIES, PolicyPlayer, View, find_policy, play, refusal, seed_of
from solver.policies.player import compiled_player, table_folder
from solver.rules import CoveringRules, Rules, find_rules

SMALL = {
    "group": find_rules("zudecken-group", deck="3x4", width=3),
    "open": find_rules("zudecken", deck="2x3"),
    "single": find_rules("zudecken-single", deck="3x3", width=3),
    "stock": find_rules("zudecken", deck="4x3", width=3, match="suit", goal="stock"),
    "rank": find_rules("zudecken", deck="3x3", match="rank"),
    "pairs": find_rules("quadrat", deck="2x4"),
    "ties": find_rules("zudecken", deck="4x3", sizes=[2]),  # else the largest group is the only one
    "tiny": find_rules("zudecken", deck="3x1"),
    "twins": find_rules("zudecken-group", deck="2*2x3", width=3),
}
"""Every kind of rules there is, one of them with fewer cards than its width."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def table_of(rules: Rules, tables: Path) -> Path:
    path = tables / FaceDownGame.of(rules).name
    build(rules, path)
    return path


def player(rules: Rules, policy: str, tables: Path, *, compiled: bool = True) -> PolicyPlayer:
    record = find_policy(policy)
    path = table_of(rules, tables) if record.needs_values else None
    return PolicyPlayer(rules, record, Detail.VERDICT, compiled=compiled, table=path)


# ---- Two implementations -------------------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", SMALL)
def test_compiled_play_is_readable_play(policy: str, kind: str, tables: Path) -> None:
    rules = SMALL[kind]
    assert isinstance(rules, CoveringRules)
    if policy == "exact" and kind == "twins":
        with pytest.raises(SettingError, match="one pack only"):
            player(rules, policy, tables)
        return
    numbers = range(5, 5 + 7 * (3 if policy == "sampled" else 60), 7)
    compiled, readable = (player(rules, policy, tables, compiled=c) for c in (True, False))
    expected = readable.numbered(numbers)
    found = compiled.numbered(numbers)
    deals = [numbered_deal(number, find_deck(rules.deck)) for number in numbers]
    given = compiled.dealt(deals)
    assert set(found) == {"verdict", "cards_left"}
    for name, column in expected.items():
        assert found[name].tolist() == column.tolist() == given[name].tolist()
        assert found[name].dtype == column.dtype


def test_these_games_are_both_won_and_lost(tables: Path) -> None:
    seen = {
        kind: set(player(rules, "random", tables).numbered(range(400))["verdict"].tolist())
        for kind, rules in SMALL.items()
    }
    assert {kind for kind, verdicts in seen.items() if verdicts != {0, 1}} == {"tiny"}


def test_the_readable_player_takes_wide_tables(tables: Path) -> None:
    wide = find_rules("zudecken", deck="3x4", width=5)
    columns = player(wide, "most", tables, compiled=False).numbered(range(20))
    assert Counter(columns["verdict"].tolist())[0] > 0


# ---- What policies do ----------------------------------------------------------------------------


def test_most_and_fewest_mind_the_number_of_cards_alone() -> None:
    view = View((0, 1, 2, 3), (), ((0, 1), (1, 2), (2, 3), (0, 1, 2), (1, 2, 3)))
    rules = find_rules("zudecken")
    assert isinstance(rules, CoveringRules)
    for policy, wanted in (("most", {3, 4}), ("fewest", {0, 1, 2})):
        choose = find_policy(policy).make(rules, None)
        stream = SplitMix64(1)
        assert {choose(view, stream) for _ in range(60)} == wanted


def test_random_play_wins_as_often_as_full_detail_says(tables: Path) -> None:
    rules = find_rules("zudecken-group-32")
    won = player(rules, "random", tables).numbered(range(4000))["verdict"] == 0
    chances = Kernel(rules, Detail.FULL).numbered(range(4000))["random_win"]
    deviation = sqrt((chances * (1 - chances)).sum())
    assert 200 < won.sum() < 600
    assert abs(won.sum() - chances.sum()) < 3 * deviation


@pytest.mark.parametrize("cover", ["group", "open", "single"])
def test_exact_play_wins_just_its_value(cover: str, tables: Path) -> None:
    rules = find_rules("zudecken", deck="2x4", width=2, cover=cover)
    assert isinstance(rules, CoveringRules)
    value = Exact(rules).start()
    assert 0 < value < 1
    folder = table_folder(rules, table_of(rules, tables))
    orders = np.array(list(permutations(find_deck(rules.deck).cards)), np.uint8)
    verdicts, _ = compiled_player(rules, find_policy("exact"), folder).rows(orders)
    assert int((verdicts == 0).sum()) == value * len(orders)


def test_no_policy_beats_the_exact_one_nor_that_the_stock(tables: Path) -> None:
    rules = find_rules("zudecken-group", deck="5x4", width=3)
    won = {
        policy: int((player(rules, policy, tables).numbered(range(1000))["verdict"] == 0).sum())
        for policy in POLICIES
    }
    exact = compiled_player(rules, find_policy("random"))  # type: ignore[arg-type]
    deals = [numbered_deal(number, find_deck(rules.deck)).cards for number in range(1000)]
    face_up = int((exact.face_up(np.array(deals, np.uint8))[0] == 0).sum())
    assert won["random"] < won["sampled"] < face_up
    assert max(won.values()) <= won["exact"] + 30  # less than two standard errors
    assert won["exact"] < face_up


def test_sampled_play_beats_most_by_far(tables: Path) -> None:
    rules = find_rules("zudecken-group-32")
    won = {
        policy: int((player(rules, policy, tables).numbered(range(300))["verdict"] == 0).sum())
        for policy in ("most", "sampled")
    }
    assert won["most"] < 70
    assert won["sampled"] > 150


# ---- What a player knows -------------------------------------------------------------------------


def test_a_deal_is_played_alike_by_number_and_from_a_file(tables: Path) -> None:
    rules = find_rules("zudecken-32")
    deals = [numbered_deal(number, find_deck(rules.deck)) for number in range(200)]
    unnamed = [Deal(deal.deck, deal.cards, id="x") for deal in deals]
    one = player(rules, "random", tables)
    assert (
        one.dealt(unnamed)["cards_left"].tolist() == one.numbered(range(200))["cards_left"].tolist()
    )


def test_the_view_hides_the_order_of_the_stock() -> None:
    rules = find_rules("zudecken-32")
    assert isinstance(rules, CoveringRules)
    cards = numbered_deal(3, find_deck(rules.deck)).cards
    turned = cards[:4] + cards[:3:-1]
    views = [View.at(game, game.start()) for game in (Covering(rules, c) for c in (cards, turned))]
    assert views[0] == views[1] == View.of(rules, cards[:4], cards[4:])
    assert views[0].unseen == tuple(sorted(cards[4:]))


def test_the_seed_depends_on_every_card_and_the_order() -> None:
    cards = list(range(52))
    seeds = {seed_of(cards), seed_of(cards[::-1]), seed_of(cards[:-1]), seed_of([*cards[1:], 0])}
    assert len(seeds) == 4


def test_a_policy_is_not_asked_where_there_is_no_choice() -> None:
    rules = find_rules("quadrat", deck="2x2")
    assert isinstance(rules, CoveringRules)

    def never(view: View, stream: SplitMix64) -> int:
        raise AssertionError(view)

    assert play(Covering(rules, [0, 1, 13, 14][:2]), never) == (2, ())


# ---- Many deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [True, False])
def test_numbers_may_descend_but_must_name_deals(compiled: bool, tables: Path) -> None:
    one = player(SMALL["open"], "most", tables, compiled=compiled)
    down, up = (one.numbered(numbers) for numbers in (range(40, 7, -3), range(10, 41, 3)))
    assert {name: column[::-1].tolist() for name, column in down.items()} == {
        name: column.tolist() for name, column in up.items()
    }
    assert {0, 1} == set(up["verdict"].tolist())
    for numbers in (range(2, -2, -1), range(2**64 - 1, 2**64 + 1)):
        with pytest.raises(SettingError, match=r"deal numbers (start|end) at"):
            one.numbered(numbers)


@pytest.mark.parametrize("compiled", [True, False])
def test_ticks_count_every_deal_and_can_end_the_work(compiled: bool, tables: Path) -> None:
    one = player(SMALL["open"], "most", tables, compiled=compiled)
    ticks: list[int] = []
    one.numbered(range(10), ticks.append)
    assert sum(ticks) == 10

    def stop(done: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        one.numbered(range(10), stop)
    assert one.numbered(range(0))["verdict"].tolist() == one.dealt([])["verdict"].tolist() == []


@pytest.mark.parametrize(
    ("rules", "detail", "compiled", "says"),
    [
        (find_rules("geburtstag"), Detail.VERDICT, True, "ways to play Quadrat and Zudecken"),
        (find_rules("zudecken"), Detail.FULL, False, "no counts"),
        (find_rules("zudecken", width=5), Detail.VERDICT, True, "--engine readable"),
        (find_rules("quadrat-104"), Detail.TALLY, True, "104 cards"),
    ],
    ids=["birthday", "full", "wide", "many"],
)
def test_what_cannot_be_played_is_refused(
    rules: Rules, detail: Detail, compiled: bool, says: str
) -> None:
    assert refusal(rules, detail, compiled=compiled) is not None
    with pytest.raises(SettingError, match=says):
        PolicyPlayer(rules, find_policy("random"), detail, compiled=compiled)


def test_what_can_be_played_is_not_refused() -> None:
    assert refusal(find_rules("zudecken", width=5), Detail.TALLY, compiled=False) is None
    assert refusal(find_rules("zudecken", deck="2*skat32"), Detail.VERDICT) is None


def test_the_exact_policy_needs_its_table(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="gehtauf odds --stock down"):
        PolicyPlayer(SMALL["open"], find_policy("exact"), Detail.VERDICT, table=tmp_path / "none")


def test_an_unknown_policy_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(SettingError, match="sampled"):
        find_policy("sample")
