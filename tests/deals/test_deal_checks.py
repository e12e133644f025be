"""Deals: every card as often as its deck has it, bases, targets and suits."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals import (
    Deal,
    DeckError,
    SettingError,
    bases_of,
    find_deck,
    format_card,
    numbered_deal,
    parse_card,
    parse_suits,
    parse_target,
)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


FRENCH, SMALL = find_deck("french52"), find_deck("2x4")
SKAT = find_deck("skat32")


def test_an_empty_deal_misses_the_whole_deck() -> None:
    with pytest.raises(DeckError) as caught:
        Deal(SKAT, ())
    assert caught.value.missing == tuple(sorted(map(format_card, SKAT.cards), key=parse_card))
    assert caught.value.surplus == ()
    assert "surplus" not in str(caught.value)
    assert all(card in str(caught.value) for card in caught.value.missing)


def test_all_missing_and_all_surplus_cards_are_listed() -> None:
    with pytest.raises(DeckError) as caught:
        Deal(SMALL, cards("AC 2C AC AC KD AH 2H AS"))
    assert caught.value.missing == ("2S", "AD", "2D")
    assert caught.value.surplus == ("AC", "AC", "KD")
    assert str(caught.value) == (
        "the cards are not those of 2x4; missing: 2S AD 2D; surplus: AC AC KD"
    )


@pytest.mark.promise(3)
def test_two_packs_need_each_card_twice() -> None:
    double = find_deck("2*2x1")
    assert Deal(double, cards("AC AC 2C 2C")).cards == (0, 0, 1, 1)
    with pytest.raises(DeckError) as caught:
        Deal(double, cards("AC 2C"))
    assert (caught.value.missing, caught.value.surplus) == (("AC", "2C"), ())
    with pytest.raises(DeckError) as caught:
        Deal(double, cards("AC AC AC 2C"))
    assert (caught.value.missing, caught.value.surplus) == (("2C",), ("AC",))


def test_a_surplus_or_missing_card_alone_is_found() -> None:
    with pytest.raises(DeckError, match=r"2x4; missing: 2D$"):
        Deal(SMALL, SMALL.cards[:-1])
    with pytest.raises(DeckError, match=r"2x4; surplus: 2D$"):
        Deal(SMALL, (*SMALL.cards, parse_card("2D")))


def test_the_faulty_order_is_named() -> None:
    good = cards("AC AS AH AD")  # the bases are the four twos
    assert Deal(SMALL, good, (good,), target="1111", suits="CSHD").redeals == (good,)
    for order, orders in enumerate([((), good), (good, ()), (good, good, good[:3])], start=1):
        with pytest.raises(DeckError) as caught:
            Deal(SMALL, orders[0], orders[1:], target="1111", suits="CSHD")
        assert caught.value.order == order
        assert f"the cards of order {order} are not those of 2x4" in str(caught.value)
        assert "without the bases 2C 2S 2H 2D; missing:" in str(caught.value)


def test_a_base_in_the_stock_is_surplus() -> None:
    with pytest.raises(DeckError) as caught:
        Deal(SMALL, SMALL.cards, target="1111", suits="CSHD")
    assert caught.value.surplus == ("2C", "2S", "2H", "2D")


@given(st.permutations(SKAT.cards), st.integers(0, 31), st.integers(0, 51))
def test_one_card_changed_is_always_noticed(order: list[int], place: int, card: int) -> None:
    old = order[place]
    order[place] = card
    if card == old:
        assert Deal(SKAT, tuple(order)).cards == tuple(order)
        return
    with pytest.raises(DeckError) as caught:
        Deal(SKAT, tuple(order))
    assert caught.value.missing == (format_card(old),)
    assert caught.value.surplus == (format_card(card),)


def test_bases() -> None:
    def bases(target: str, suits: str, deck: str = "french52") -> str:
        return " ".join(map(format_card, bases_of(target, suits, find_deck(deck))))

    assert bases("1956", "SHCD") == "2S TH 6C 7D"
    assert bases("1956", "dchs") == "2D TC 6H 7S"
    assert bases("9999", "CSHD") == "TC TS TH TD"
    assert bases("1234", "CSHD", "5x4") == "2C 3S 4H 5D"
    assert bases("1111", "CSHD", "2x4") == "2C 2S 2H 2D"
    assert bases("9876", "CSHD", "11x4") == "TC 9S 8H 7D"
    deal = numbered_deal(5, FRENCH, target="1956", suits="SHCD")
    assert len(deal.cards) == 48
    assert not set(deal.bases) & set(deal.cards)
    assert numbered_deal(5, FRENCH).bases == ()


@pytest.mark.parametrize(
    ("text", "deck", "highest"),
    [
        *((text, "french52", 9) for text in ("", "195", "19566", "1950", "195A", "-195", " 195")),
        *((text, "french52", 9) for text in ("19 6", "١٩٥٦", "²222", "1956\n", "１９５６")),
        ("1234", "4x4", 3),
        ("1119", "9x4", 8),
        ("2111", "2x4", 1),
        ("1110", "10x4", 9),
    ],
)
def test_targets_are_refused(text: str, deck: str, highest: int) -> None:
    with pytest.raises(SettingError, match=f"four digits 1 to {highest}") as caught:
        parse_target(text, find_deck(deck))
    assert caught.value.text == text


@pytest.mark.parametrize("deck", ["skat32", "double104", "2*4x4", "4x3", "1x4"])
def test_decks_without_a_geburtstag(deck: str) -> None:
    with pytest.raises(SettingError, match=r"Geburtstag cannot be played.*french52 or Rx4"):
        parse_target("1111", find_deck(deck))
    with pytest.raises(SettingError):
        Deal(find_deck(deck), find_deck(deck).cards, target="1111", suits="SHCD")


def test_suits() -> None:
    for text in ("SHCD", "shcd", "ShCd", "♠♥♣♦", "♤♡♧♢", "♠\ufe0f♥\ufe0f♣\ufe0e♦", "sH♣d"):
        assert parse_suits(text) == "SHCD"
    for text in ("XHCD", "SXCD", "SHXD", "SHCX", "S?CD"):
        with pytest.raises(SettingError):
            parse_suits(text)
    for text in ("", "SHC", "SHCC", "SHCDD", "S H C D", "PHKK", "SHCX", "ſHCD", "S,H,C,D", "KPHK"):
        with pytest.raises(SettingError, match=re.escape("each once")) as caught:
            parse_suits(text)
        assert caught.value.text == text


def test_target_and_suits_go_together() -> None:
    good = cards("AC AS AH AD")
    for fields in ({"target": "1111"}, {"suits": "CSHD"}):
        with pytest.raises(SettingError, match="go together"):
            Deal(SMALL, good, **fields)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="belong to Geburtstag"):
        Deal(SMALL, SMALL.cards, (SMALL.cards,))
    assert Deal(SMALL, good, target="1111", suits="chsd").suits == "CHSD"


def test_a_plain_deal_has_nothing_but_cards() -> None:
    deal = Deal(SMALL, SMALL.cards)
    assert (deal.redeals, deal.bases) == ((), ())
    assert (deal.target, deal.suits, deal.number, deal.id) == (None, None, None, None)


def test_deals_are_values() -> None:
    deal = numbered_deal(7, FRENCH, target="1956", suits="SHCD", orders=4)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert len({deal, numbered_deal(7, FRENCH, target="1956", suits="SHCD", orders=4)}) == 1
    with pytest.raises(AttributeError):
        deal.number = 8  # type: ignore[misc]
