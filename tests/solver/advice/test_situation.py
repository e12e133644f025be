"""Where a game can stand, from cards or from what was played of a deal; and where it cannot."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards import Card, parse_card
from deals.decks import find_deck
from deals.errors import DeckError, GehtaufError, SettingError
from solver.advice import Situation
from solver.advice.played import play_to
from solver.lines import read_line
from solver.rules import CoveringRules, find_rules

SMALL = find_rules("zudecken", deck="3x4", width=3)
assert isinstance(SMALL, CoveringRules)


def cards(text: str) -> list[Card]:
    return [parse_card(name) for name in text.split()]


@pytest.mark.parametrize(
    ("face_up", "gone", "says"),
    [
        ("7C 8C 9C TX", "", "not a card"),
        ("7C 8C 9C 2C", "", "not in the deck skat32: 2C"),
        ("7C 7C 8C 9C", "", "more often than the deck has it: 7C"),
        ("7C 8C 9C TC", "8C AS", "more often than the deck has it: 8C"),
        ("7C 8C 9C TC JC", "", "5 cards face up, with 27 in the stock .*expected 4"),
        ("7C 8C 9C", "", "3 cards face up, with 29 in the stock"),
        ("", "", "0 cards face up"),
        (
            "7C 8C 9C TC",
            "AS",
            "stand so: 1 card cannot go in groups of 2, 3 or 4 cards .*read 'AS'",
        ),
        ("7C 8C 9C TC", "AS KH", "stand so: AS matches no card that is or was on the table"),
    ],
)
def test_what_cannot_be_is_refused(face_up: str, gone: str, says: str) -> None:
    with pytest.raises(GehtaufError, match=says):
        Situation.of(find_rules("zudecken-32"), cards(face_up), cards(gone))


def test_single_cards_may_go_one_by_one_and_twins_are_two_cards() -> None:
    single = Situation.of(find_rules("zudecken-single-32"), cards("7C 8C 9C TC"), cards("AC"))
    assert len(single.unseen) == 27
    twins = Situation.of(find_rules("quadrat", deck="2*skat32"), cards("7C 7C 8C 9C"))
    assert len(twins.unseen) == 60
    with pytest.raises(DeckError, match="each card 2 times at most"):
        Situation.of(find_rules("quadrat", deck="2*skat32"), cards("7C 7C 7C 9C"))


def test_at_the_end_fewer_cards_may_lie_face_up() -> None:
    deck = find_deck("2x4").cards
    now = Situation.of(find_rules("zudecken", deck="2x4"), deck[:2], deck[2:])
    assert (now.missing, now.cards_left, now.is_won) == (0, 2, False)
    assert Situation.of(find_rules("zudecken", deck="2x4"), [], deck).is_won


def test_there_is_nothing_to_advise_in_der_geburtstag() -> None:
    with pytest.raises(SettingError, match="as soon as it can be played"):
        Situation.start(find_rules("geburtstag"))


def test_only_what_is_missing_can_be_dealt() -> None:
    now = Situation.start(SMALL)
    with pytest.raises(DeckError, match=r"more cards are dealt than are missing .*expected 3"):
        now.dealt(cards("AC 2C 3C AS"))
    with pytest.raises(DeckError, match="AC"):
        now.dealt(cards("AC AC"))
    assert now.dealt(cards("AC")).dealt(cards("2C AS")).missing == 0


@given(st.permutations(find_deck("3x4").cards), st.data())
@settings(max_examples=40, deadline=None)
def test_a_played_game_and_its_cards_are_the_same_situation(
    order: list[Card], data: st.DataObject
) -> None:
    now = Situation.start(SMALL).dealt(order[:3])
    line: list[dict[str, object]] = []
    while covers := now.view.covers:
        cover = data.draw(st.sampled_from(covers))
        line.append({"take": [format_(card) for card in now.view.taken(cover)]})
        now = now.covered(cover)
        dealt = 12 - len(now.unseen)
        now = now.dealt(order[dealt : dealt + now.missing])
        known = order[: 12 - len(now.unseen)]
        found, stock = play_to(SMALL, known, line)
        assert found == now
        assert stock == (() if len(known) == 12 else None)
        assert play_to(SMALL, order, line) == (now, tuple(order[12 - len(now.unseen) :]))
        again = Situation.of(SMALL, now.face_up, now.gone)
        assert (again.unseen, again.face_up) == (now.unseen, now.face_up)


def format_(card: Card) -> str:
    from deals.cards import format_card

    return format_card(card)


@pytest.mark.parametrize(
    ("known", "line", "says"),
    [
        ("AC 2C", "", "3 cards have left the stock .*read '2 cards'"),
        ("AC 2C 3C AC", "", "more often than the deck has it: AC"),
        ("AC 2C 3C KC", "", "not in the deck 3x4: KC"),
        ("AC 2C 3C", "AC 2C", "5 cards have left the stock"),
        ("AC 2C AC", "", "more often"),
        ("AC 2C 3C AS AH", "AC AS", r"move 1 is no legal cover .*'AC AS'.*AC 2C 3C"),
        ("AC 2C 3C AS AH", "AC 2C, AC 3C", "move 2 is no legal cover"),
    ],
)
def test_a_deal_and_a_line_that_do_not_go_together(known: str, line: str, says: str) -> None:
    with pytest.raises(GehtaufError, match=says):
        play_to(SMALL, cards(known), read_line(line) if line else [])


def test_of_further_cards_that_are_known_nothing_is_made() -> None:
    line = read_line("AC 2C")
    known = play_to(SMALL, cards("AC 2C 3C AS AH"), line)
    assert play_to(SMALL, cards("AC 2C 3C AS AH 3S 2H"), line) == known
    assert known[1] is None
    whole = "AC 2C 3C AS AH 3S 2H 2S 3H AD 2D 3D"
    assert play_to(SMALL, cards(whole), line) == (known[0], tuple(cards(whole)[5:]))
