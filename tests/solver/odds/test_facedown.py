"""Values with the stock face down against brute force over real cards, position by position.

Whole games of 8 and 12 cards are nearly always won, so every position that can be reached is
compared; how many of them may be lost is printed (``-rP``).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from brute import Settings
from facedown_brute import FaceDown
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards import format_card, parse_card
from deals.errors import DeckError, SettingError
from solver.odds.facedown import Exact, FaceDownGame, build
from solver.odds.facedown.game import Columns, exchanged, exchanges
from solver.rules import CoveringRules, find_rules

Sample = Callable[[int, int], int]

# ranks, suits, and what differs from Zudecken's own rules
SMALL: list[tuple[int, int, dict[str, object]]] = [
    (2, 4, {"cover": "group"}),
    (2, 4, {"cover": "open"}),
    (2, 4, {"cover": "single"}),
    (4, 2, {"cover": "group", "goal": "stock", "width": 2, "match": "rank"}),
    (4, 2, {"cover": "single", "match": "rank", "width": 3}),
    (2, 4, {"cover": "open", "match": "suit", "width": 3}),
    (2, 4, {"cover": "group", "match": "suit", "width": 2, "goal": "stock"}),
    (3, 3, {"cover": "open", "width": 3}),
    (3, 3, {"cover": "group", "match": "rank", "width": 2}),
    (3, 3, {"cover": "group", "sizes": [2]}),
    (4, 2, {"cover": "group", "goal": "stock", "width": 2}),
    (3, 3, {"cover": "open", "sizes": [3], "width": 3}),
    (3, 3, {"cover": "open", "sizes": [1, 4], "match": "suit"}),
    (5, 2, {"cover": "group", "sizes": [2, 5], "match": "suit", "width": 5}),
    (4, 2, {"cover": "open", "sizes": [2, 7], "match": "rank", "width": 8}),
    (2, 1, {}),
    (1, 3, {"match": "suit", "goal": "stock", "width": 1}),
]
TWELVE: list[tuple[int, int, dict[str, object]]] = [
    (3, 4, {"cover": "open", "match": "suit", "width": 3}),
    (4, 3, {"cover": "group", "width": 2, "goal": "stock"}),
]
TWELVE_LONG: list[tuple[int, int, dict[str, object]]] = [
    (3, 4, {"cover": "group"}),
    (3, 4, {"cover": "open"}),
    (3, 4, {"cover": "single"}),
    (4, 3, {"cover": "open", "match": "suit"}),
    (6, 2, {"cover": "group", "match": "rank", "width": 3}),
]


def rules_of(ranks: int, suits: int, settings: dict[str, object]) -> CoveringRules:
    rules = find_rules("zudecken", deck=f"{ranks}x{suits}", **settings)
    assert isinstance(rules, CoveringRules)
    return rules


@cache
def exact_of(rules: CoveringRules) -> Exact:
    exact = Exact(rules)
    exact.start()
    return exact


def oracle(rules: CoveringRules, ranks: int, suits: int) -> FaceDown:
    settings = Settings(rules.match, frozenset(rules.sizes), rules.cover, rules.goal, rules.width)
    return FaceDown(ranks, suits, settings)


@pytest.mark.parametrize(("ranks", "suits", "settings"), SMALL + TWELVE + TWELVE_LONG, ids=str)
def test_every_reachable_position_has_the_value_of_real_cards(
    ranks: int, suits: int, settings: dict[str, object], sample: Sample
) -> None:
    if (ranks, suits, settings) in TWELVE_LONG and not sample(0, 1):
        pytest.skip("takes ten seconds; --long runs it")
    rules = rules_of(ranks, suits, settings)
    brute, exact = oracle(rules, ranks, suits), exact_of(rules)
    # Every position that Exact worked out, and all that come from it by exchanges of suits.
    values = {
        tuple(sorted(map(exchanges(turn).__getitem__, columns))): value
        for columns, value in exact.known()
        for turn in permutations(range(suits))
    }
    positions = uncertain = 0
    for seen, value in brute.values():
        assert values[tuple(sorted(brute.columns(seen)))] == value, seen
        positions += 1
        uncertain += value < 1
    print(f"{positions} positions, {uncertain} of them with a value below 1")
    assert uncertain or (ranks, suits) == (2, 1)  # two cards of one suit always match


@pytest.mark.parametrize(
    ("ranks", "suits", "settings"),
    SMALL + TWELVE,
    ids=str,
)
def test_a_table_holds_the_exact_values(
    ranks: int, suits: int, settings: dict[str, object], tmp_path: Path
) -> None:
    rules = rules_of(ranks, suits, settings)
    table, exact = build(rules, tmp_path), exact_of(rules)
    assert abs(Fraction(table.start()) - exact.start()) <= Fraction(table.bound)
    positions = list(exact.known())
    assert len(positions) > ranks
    for columns, value in positions:
        # Not in the simplest form, but with ranks and suits some other way round.
        other = tuple((a[::-1], b[::-1]) for a, b in _as_text(columns, suits))[::-1]
        turned = tuple((int(a, 2), int(b, 2)) for a, b in other)
        assert abs(Fraction(table.worth(turned)) - value) <= Fraction(table.bound), columns


def _as_text(columns: Columns, suits: int) -> list[tuple[str, str]]:
    return [(f"{a:0{suits}b}", f"{b:0{suits}b}") for a, b in columns]


def test_known_numbers_of_positions() -> None:
    """Counted by an independent program, refill positions and the empty end included."""
    for deck, expected in (("2x4", 144), ("3x4", 2169)):
        rules = find_rules("zudecken-group", deck=deck)
        assert isinstance(rules, CoveringRules)
        exact = exact_of(rules)
        assert len(list(exact.known())) == expected
        assert exact.start() == 1


@pytest.mark.parametrize(
    ("cover", "value"),
    [("group", "46146587/47297250"), ("open", "422516/429975"), ("single", "449/455")],
)
def test_sixteen_cards(cover: str, value: str, tmp_path: Path, sample: Sample) -> None:
    """The fractions are those of `Exact`; to work them out takes longer than a test may."""
    if cover != "group" and not sample(0, 1):
        pytest.skip("takes three seconds; --long runs it")
    table = build(find_rules("zudecken", deck="4x4", cover=cover), tmp_path)
    assert abs(Fraction(table.start()) - Fraction(value)) <= Fraction(table.bound)
    assert table.bound < 1e-9


def test_covers_lists_every_move_with_its_value() -> None:
    exact = exact_of(rules_of(3, 4, {"cover": "open", "match": "suit", "width": 3}))
    up = [parse_card(card) for card in ["2C", "AC", "3C"]]
    position = exact.game.position(up, [parse_card("2H")])
    covers = exact.covers(position)
    names = [" ".join(map(format_card, cards)) for cards, _ in covers]
    assert names == ["2C AC", "2C 3C", "AC 3C", "2C AC 3C"]
    assert max(value for _, value in covers) == exact.value(position)
    for cards, value in covers:
        left = [card for card in up if card not in cards]
        assert exact.value(exact.game.position(left, [parse_card("2H"), *cards])) == value
    assert len({value for _, value in covers}) > 1


def test_covers_wait_for_the_stock() -> None:
    exact = exact_of(rules_of(2, 4, {}))
    with pytest.raises(DeckError, match="3 cards face up while the stock lasts"):
        exact.covers(exact.game.position([parse_card(card) for card in ["AC", "AS", "AH"]]))


def test_a_won_position_has_no_covers() -> None:
    for goal, left in (("cleared", ""), ("stock", "AC AS")):
        exact = exact_of(rules_of(2, 2, {"goal": goal}))
        up = [parse_card(card) for card in left.split()]
        gone = [card for card in exact.game.deck if card not in up]
        position = exact.game.position(up, gone)
        assert exact.covers(position) == []
        assert exact.value(position) == 1


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_wider_rules_are_never_worse(data: st.DataObject) -> None:
    games = [exact_of(rules_of(3, 3, {"cover": c})) for c in ("group", "open", "single")]
    cards = data.draw(st.permutations(games[0].game.deck))
    up = data.draw(st.integers(0, 4))
    gone = data.draw(st.integers(0, len(cards) - up))
    position = games[0].game.position(cards[:up], cards[up : up + gone])
    values = [game.value(position) for game in games]
    assert values == sorted(values)
    assert values[0] >= 0
    assert values[-1] <= 1


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_exchanges_of_ranks_and_suits_change_nothing(data: st.DataObject) -> None:
    exact = exact_of(rules_of(3, 3, {"cover": "open", "width": 3}))
    columns = data.draw(st.sampled_from([columns for columns, _ in exact.known()]))
    turn = data.draw(st.sampled_from(list(permutations(range(3)))))
    turned = data.draw(
        st.permutations([(exchanged(a, turn), exchanged(b, turn)) for a, b in columns])
    )
    assert exact.simplest(tuple(turned)) == columns
    assert exact.derive(tuple(turned)) == exact.worth(columns)


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("geburtstag", {}, "only Quadrat and Zudecken"),
        ("quadrat-104", {}, "one pack only"),
        ("zudecken", {"deck": "2*2x4"}, "one pack only"),
    ],
)
def test_other_games_are_refused(name: str, settings: dict[str, str], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Exact(find_rules(name, **settings))


@pytest.mark.parametrize(
    ("up", "gone", "message"),
    [
        ("AC 7D", "", "not in the deck: 7D"),
        ("AC AC", "", "named twice: AC"),
        ("AC AS", "AS", "named twice: AS"),
        ("AC AS AH AD 2C", "", "5 cards face up"),
    ],
)
def test_impossible_positions_are_refused(up: str, gone: str, message: str) -> None:
    game = FaceDownGame.of(find_rules("zudecken", deck="2x4"))
    with pytest.raises(DeckError, match=message):
        game.position(map(parse_card, up.split()), map(parse_card, gone.split()))


def test_games_with_equal_values_have_one_name() -> None:
    def name(**settings: object) -> str:
        return FaceDownGame.of(find_rules("zudecken", **settings)).name

    assert name(deck="skat32") == name(deck="8x4", style="set-aside")
    assert name(deck="4x4", cover="single") == name(deck="4x4", sizes=[1, 2, 3, 4, 7])
    different = [{}, {"goal": "stock"}, {"cover": "group"}, {"sizes": [2]}, {"match": "suit"}]
    different += [{"width": 3}, {"deck": "4x3"}]
    names = [name(**{"deck": "4x4", **settings}) for settings in different]  # type: ignore[dict-item]
    assert len(set(names)) == len(names)
