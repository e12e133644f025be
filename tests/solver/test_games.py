"""The games one by one: names, defaults, variants, refusals, small positions, theorems."""

from __future__ import annotations

from typing import cast

import pytest

from deals import Deal, DeckError, find_deck, format_card, numbered_deal, parse_card
from solver.games import (
    GAMES,
    Birthday,
    BirthdayState,
    Choice,
    Covering,
    Theorem,
    Verdict,
    make_game,
)
from solver.games.birthday import BirthdayRules
from solver.games.covering import CoveringRules
from solver.games.kind import GameKind, Rules
from solver.games.parity import applies, find_end, parity_theorem
from solver.rules import ALIASES, VARIANTS, as_dict, find_rules

QUADRAT = {
    "game": "quadrat",
    "deck": "skat32",
    "match": "suit",
    "sizes": [2],
    "cover": "group",
    "goal": "cleared",
    "width": 4,
    "style": "set-aside",
}
ZUDECKEN = {
    "game": "zudecken",
    "deck": "french52",
    "match": "suit-or-rank",
    "sizes": [2, 3, 4],
    "cover": "open",
    "goal": "cleared",
    "width": 4,
    "style": "cover",
}
GEBURTSTAG = {
    "game": "geburtstag",
    "deck": "french52",
    "redeal": "shuffled",
    "passes": 4,
    "target": "1956",
    "suits": "SHCD",
}
# What the documents promise of each name.
RULES = {
    "quadrat": QUADRAT,
    "quadrat-52": QUADRAT | {"deck": "french52", "goal": "stock"},
    "quadrat-104": QUADRAT | {"deck": "double104"},
    "zudecken": ZUDECKEN,
    "zudecken-stock": ZUDECKEN | {"goal": "stock"},
    "zudecken-32": ZUDECKEN | {"deck": "skat32"},
    "zudecken-group": ZUDECKEN | {"cover": "group"},
    "zudecken-group-stock": ZUDECKEN | {"cover": "group", "goal": "stock"},
    "zudecken-group-32": ZUDECKEN | {"cover": "group", "deck": "skat32"},
    "zudecken-single": ZUDECKEN | {"cover": "single"},
    "zudecken-single-stock": ZUDECKEN | {"cover": "single", "goal": "stock"},
    "zudecken-single-32": ZUDECKEN | {"cover": "single", "deck": "skat32"},
    "geburtstag": GEBURTSTAG,
    "geburtstag-unshuffled": GEBURTSTAG | {"redeal": "unshuffled"},
}


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def covering(text: str, name: str = "zudecken", **settings: object) -> Covering:
    return Covering(cast(CoveringRules, find_rules(name, **settings)), cards(text))


def chain_of_four(*orders: tuple[int, ...], passes: int = 2, shuffled: bool = True) -> Birthday:
    """One foundation of the cards 0 to 3, the rest of the game as in every other."""
    return Birthday([range(4)], orders, passes=passes, shuffled=shuffled)


def test_every_named_variant_has_the_rules_it_says() -> None:
    assert {name: as_dict(rules) for name, rules in VARIANTS.items() if name in RULES} == RULES
    assert {alias: ALIASES.get(alias) for alias in ("viereck", "square", "covering")} == {
        "viereck": "quadrat",
        "square": "quadrat",
        "covering": "zudecken",
    }
    assert ALIASES["birthday"] == ALIASES["urodziny"] == "geburtstag"


def test_orders_of_a_complete_deal_and_whether_choices_matter() -> None:
    assert {name: VARIANTS[name].orders for name in RULES if VARIANTS[name].orders > 1} == {
        "geburtstag": 4
    }
    assert {name for name in RULES if VARIANTS[name].choices_matter} == {
        name for name in RULES if name.startswith("zudecken")
    }
    assert find_rules("quadrat", width=5).choices_matter


@pytest.mark.parametrize("game", ["quadrat", "zudecken", "geburtstag"])
def test_a_variant_is_stated_by_its_differences(game: str) -> None:
    kind = GAMES[game]
    assert kind.all_variants[game] == {}
    assert list(kind.all_variants) == [game, *kind.variants]


def test_what_a_new_game_need_not_say() -> None:
    rules = Rules(game="new", deck="4x4")
    assert (rules.orders, rules.choices_matter) == (1, True)
    kind = GameKind(rules=rules, make=Covering.from_deal, words=GAMES["quadrat"].words)
    assert (kind.all_variants, kind.aliases) == ({"new": {}}, ())


def test_the_verdicts_are_the_words_of_the_records() -> None:
    assert list(Verdict) == ["won", "lost", "undecided", "chance", "error"]


def test_a_single_card_may_go_under_cover_single() -> None:
    def sizes(**settings: object) -> tuple[int, ...]:
        return cast(CoveringRules, find_rules("zudecken", **settings)).group_sizes

    assert sizes(cover="open") == (2, 3, 4)
    assert sizes(cover="single") == (1, 2, 3, 4)
    assert sizes(cover="single", sizes="1,3") == (1, 3)


# ---- refusals ----


def test_deals_that_a_game_refuses() -> None:
    def refused(name: str, deal: Deal, **settings: object) -> str:
        with pytest.raises(DeckError) as caught:
            make_game(find_rules(name, **settings), deal)
        return str(caught.value)

    bases = {"target": "1212", "suits": "SHCD"}
    small = find_deck("3x4")
    three = numbered_deal(0, small, orders=3, **bases)
    assert refused("quadrat", numbered_deal(0, small)) == (
        "the deal is made of another deck than the rules name (read '3x4'; expected skat32)"
    )
    assert refused("quadrat", three, deck="3x4") == (
        "later orders ('/') belong to Der Geburtstag only"
    )
    assert refused("geburtstag", three, deck="3x4", target="1212", passes=2) == (
        "the deal has more orders than there are passes (read '3 orders'; expected at most 2)"
    )
    assert refused("geburtstag-unshuffled", three, deck="3x4", target="1212") == (
        "an unshuffled redeal turns the waste over, so a deal has one order only "
        "(read '3 orders'; expected one order, or redeal = shuffled)"
    )
    two = numbered_deal(0, small, orders=2, **bases)
    assert refused("geburtstag-unshuffled", two, deck="3x4", target="1212").startswith(
        "an unshuffled redeal"
    )
    assert refused("geburtstag", two, deck="3x4", target="1212", passes=1).startswith(
        "the deal has more orders"
    )
    make_game(find_rules("geburtstag", deck="3x4", target="1212", passes=3), three)


# ---- Quadrat and Zudecken ----


def test_moves_by_size_then_by_place() -> None:
    table = "AC 2C 2S 3D"  # 3D matches nothing
    assert covering(table, deck="3x4").moves((4, (0, 1, 2, 3))) == [
        (0, 1),
        (0, 2),
        (1, 2),
        (0, 1, 2),
    ]
    assert covering(table, deck="3x4", cover="group").moves((4, (0, 1, 2, 3))) == (
        [(0, 1), (1, 2), (0, 1, 2)]
    )
    assert covering(table, deck="3x4", cover="single").moves((4, (0, 1, 2, 3)))[:3] == (
        [(0,), (1,), (2,)]
    )
    assert covering(table, deck="3x4", match="suit").moves((4, (0, 1, 2, 3))) == [(0, 1)]
    assert covering(table, deck="3x4", match="rank").moves((4, (0, 1, 2, 3))) == [(1, 2)]
    assert covering(table, deck="3x4").moves((4, (0, 2))) == []


def test_gaps_are_filled_while_the_stock_lasts() -> None:
    game = covering("AC 2C 2S AS AD 2D 3D", deck="3x4")
    assert game.start() == (4, (0, 1, 2, 3))
    assert game.apply((4, (0, 1, 2, 3)), (1, 2)) == (6, (0, 3, 4, 5))
    assert game.apply((6, (0, 3, 4, 5)), (0, 4, 5)) == (7, (3, 6))
    assert game.apply((7, (3, 6)), (3, 6)) == (7, ())
    assert game.step((6, (0, 3, 4, 5)), (0, 4, 5)) == {
        "take": ["AC", "AD", "2D"],
        "deal": ["3D"],
        "table": ["AS", "3D"],
        "stock": 0,
    }
    assert game.step((4, (0, 1, 2, 3)), (1, 2))["stock"] == 1
    assert covering("AC 2C", deck="3x4").start() == (2, (0, 1))
    assert [game.cards_left(state) for state in ((4, (0, 1, 2, 3)), (7, (3, 6)), (7, ()))] == [
        7,
        2,
        0,
    ]


def test_goal_stock_ends_the_game_with_the_last_card_dealt() -> None:
    cleared, stock = covering("AC 2C 3C 4C 5C 6C"), covering("AC 2C 3C 4C 5C 6C", goal="stock")
    last, before, done = (6, (2, 3, 4, 5)), (5, (1, 2, 3, 4)), (6, ())
    assert cleared.moves(last)
    assert stock.moves(last) == []
    assert [cleared.is_won(state) for state in (before, last, done)] == [False, False, True]
    assert [stock.is_won(state) for state in (before, last, done)] == [False, True, True]
    assert stock.moves(before)


def test_twins_are_written_with_their_places() -> None:
    twins = covering("AC AS AC AS", "quadrat", deck="2*1x2")
    assert twins.names((0, 2)) == ["AC@0", "AC@2"]
    assert covering("AC AS", "quadrat", deck="1x2").names((0, 1)) == ["AC", "AS"]


# ---- Quadrat's theorem ----


def test_where_the_theorem_holds() -> None:
    def holds(**settings: object) -> bool:
        return applies(cast(CoveringRules, find_rules("quadrat", **settings)))

    assert holds()
    assert holds(deck="double104", goal="stock", style="cover")
    others = ({"match": "rank"}, {"cover": "open"}, {"cover": "single"}, {"sizes": "2,3"})
    assert not any(holds(**settings) for settings in (*others, {"width": 3}, {"width": 5}))


@pytest.mark.parametrize(
    ("deal", "n", "counts", "stuck"),
    [
        ("AC AS AH AD 2C 2S", 4, (1, 1, 1, 1), True),
        ("AC AS AH 2C 3C AD 2S", 6, (3, 1, 1, 1), True),
        ("AC 2C AS 2S AH", 5, (2, 2, 1, 0), False),
        ("AC AS", 2, (1, 1, 0, 0), False),
        ("AC AS AH 2H AD", 5, (1, 1, 2, 1), False),
    ],
)
def test_where_a_deal_of_quadrat_ends(
    deal: str, n: int, counts: tuple[int, ...], stuck: bool
) -> None:
    end = find_end(cards(deal))
    assert (end.n, tuple(end.counts.values()), end.stuck) == (n, counts, stuck)
    assert list(end.counts) == ["C", "S", "H", "D"]


@pytest.mark.parametrize(
    ("deck", "goal", "deal", "verdict", "never"),
    [
        ("2x4", "cleared", "AC 2C AS 2S AH 2H AD 2D", "won", False),
        ("2x4", "cleared", "AC AS AH AD 2C 2S 2H 2D", "lost", False),
        ("2x4", "stock", "AC AS AH AD 2C 2S 2H 2D", "lost", False),
        ("3x2", "cleared", "AC 2C 3C AS 2S 3S", "lost", True),
        ("3x2", "stock", "AC 2C 3C AS 2S 3S", "won", False),
        # The last card dealt makes all four counts odd: the stock is empty, the table is not.
        ("1x4", "stock", "AC AS AH AD", "won", False),
        ("1x4", "cleared", "AC AS AH AD", "lost", True),
    ],
)
def test_what_the_theorem_says(deck: str, goal: str, deal: str, verdict: str, never: bool) -> None:
    rules = cast(CoveringRules, find_rules("quadrat", deck=deck, goal=goal))
    end = find_end(cards(deal))
    line: dict[str, object] = {"kind": "parity", "n": end.n, "counts": end.counts}
    reason = line
    if never:
        of_deck = {suit: sum(card.endswith(suit) for card in deal.split()) for suit in "CSHD"}
        reason = line | {"kind": "never", "deck_counts": of_deck}
    assert parity_theorem(rules, cards(deal)) == Theorem(Verdict(verdict), reason, line)
    assert parity_theorem(cast(CoveringRules, find_rules("zudecken")), cards(deal)) is None


# ---- Der Geburtstag ----


def test_chains_go_up_from_the_bases_in_a_circle() -> None:
    rules = find_rules("geburtstag", deck="3x4", target="1212")
    deal = numbered_deal(3, find_deck("3x4"), target="1212", suits="SHCD")
    game = Birthday.from_deal(cast(BirthdayRules, rules), deal)
    assert [format_card(base) for base in deal.bases] == ["2S", "3H", "2C", "3D"]
    assert {format_card(card): place for card, place in game.places.items()} == {
        "3S": (0, 0),
        "AS": (0, 1),
        "AH": (1, 0),
        "2H": (1, 1),
        "3C": (2, 0),
        "AC": (2, 1),
        "AD": (3, 0),
        "2D": (3, 1),
    }
    assert game.cards == 8
    assert [format_card(card) for card in game.wanted((0, 1, 2, 0))] == ["3S", "2H", "AD"]
    assert game.wanted((2, 2, 2, 2)) == []


def test_playing_comes_before_laying_aside_and_the_waste_before_the_stock() -> None:
    game = chain_of_four((1, 0, 2, 3))
    start = game.start()
    assert start == BirthdayState(1, (1, 0, 2, 3), (0,), ())
    assert game.moves(start) == [Choice.LAY]
    laid = game.apply(start, Choice.LAY)
    assert laid == BirthdayState(1, (0, 2, 3), (0,), (1,))
    assert game.moves(laid) == [Choice.PLAY_STOCK, Choice.LAY]
    played = game.apply(laid, Choice.PLAY_STOCK)
    assert played == BirthdayState(1, (2, 3), (1,), (1,))
    assert game.moves(played) == [Choice.PLAY_WASTE, Choice.LAY]
    both = game.apply(played, Choice.PLAY_WASTE)
    assert both == BirthdayState(1, (2, 3), (2,), ())
    assert [game.cards_left(state) for state in (start, laid, played, both)] == [4, 4, 3, 2]
    assert game.greedy_end(start) == (1, (), (4,), ())
    assert game.step(played, Choice.PLAY_WASTE) == {
        "pass": 1,
        "from": "waste",
        "card": "2C",
        "to": "foundation",
    }
    assert game.step(start, Choice.LAY) == {"pass": 1, "from": "stock", "card": "2C", "to": "waste"}


@pytest.mark.parametrize(
    ("shuffled", "stock"), [(True, (1, 3)), (False, (3, 1))], ids=["shuffled", "unshuffled"]
)
def test_a_redeal(shuffled: bool, stock: tuple[int, ...]) -> None:
    orders = ((0, 3, 2, 1), (1, 0, 2, 3)) if shuffled else ((0, 3, 2, 1),)
    game = chain_of_four(*orders, shuffled=shuffled)
    state = game.start()._replace(stock=(), heights=(1,), waste=(3, 1))
    after = game.apply(state, Choice.LAY)
    assert after == BirthdayState(2, stock[1:], (1,), stock[:1])
    assert game.step(state, Choice.LAY)["pass"] == 2
    assert game.card(state, Choice.LAY) == stock[0]
    assert game.card(state, Choice.PLAY_WASTE) == 1
    last = after._replace(stock=(), waste=(1, 3))
    assert game.moves(last) == []  # after the last pass
    assert game.with_passes(3).moves(last) == ([] if shuffled else [Choice.PLAY_STOCK, Choice.LAY])


# Greedy play of a chain of four in these orders: a card, a card, and then the other two.
THREE_PASSES = ((1, 2, 3, 0), (0, 2, 3, 1), (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("orders", "passes", "verdict", "reason", "left"),
    [
        (1, 1, "lost", {"kind": "greedy", "passes": 1}, 3),
        (1, 2, "chance", {"kind": "no-orders", "known": 1, "passes": 2}, 3),
        (2, 2, "lost", {"kind": "greedy", "passes": 2}, 2),
        (2, 4, "chance", {"kind": "no-orders", "known": 2, "passes": 4}, 2),
        (3, 3, "won", {"kind": "greedy", "passes": 3}, 0),
        (3, 4, "won", {"kind": "greedy", "passes": 3}, 0),
    ],
)
def test_what_greedy_play_shows_when_the_waste_is_shuffled(
    orders: int, passes: int, verdict: str, reason: dict[str, object], left: int
) -> None:
    game = chain_of_four(*THREE_PASSES[:orders], passes=passes)
    end = game.greedy_end(game.start())
    assert game.theorem() == Theorem(Verdict(verdict), reason, {"kind": "greedy"})
    assert game.is_open(end) == (verdict == "chance")
    assert game.is_won(end) == (verdict == "won")
    assert (end.number, game.cards_left(end), game.moves(end)) == (orders, left, [])


@pytest.mark.parametrize(("passes", "verdict"), [(1, "lost"), (2, "lost"), (3, "won"), (4, "won")])
def test_what_greedy_play_shows_when_the_waste_is_turned_over(passes: int, verdict: str) -> None:
    game = Birthday([range(5)], [(2, 3, 1, 4, 0)], passes=passes, shuffled=False)
    end = game.greedy_end(game.start())
    reason = {"kind": "greedy", "passes": min(passes, 3)}
    assert game.theorem() == Theorem(Verdict(verdict), reason, {"kind": "greedy"})
    assert not game.is_open(end)
    assert game.cards_left(end) == [4, 3, 0, 0][passes - 1]
