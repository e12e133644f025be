"""Numbered deals: the generator, the draw with its rejection, the pinned deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, permutations
from pathlib import Path

import pins
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals import (
    DeckError,
    SettingError,
    SplitMix64,
    find_deck,
    format_card,
    numbered_deal,
    parse_number,
    parse_numbers,
    shuffle,
)

PINNED = Path(__file__).parents[1] / "data" / "numbered_deals.txt"
WORD = 2**64


class Stub(SplitMix64):
    """Draws from a list instead of the generator, and knows what is left of it."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__(0)
        self.left = list(values)

    def next(self) -> int:
        return self.left.pop(0)


def text_of(number: int, deck: str) -> str:
    return " ".join(map(format_card, numbered_deal(number, find_deck(deck)).cards))


def test_generator() -> None:
    # The first value of seed 0, and the five of seed 1234567 that are widely published as
    # the check of SplitMix64 (Rosetta Code, "Pseudo-random numbers/Splitmix64").
    assert SplitMix64(0).next() == 0xE220A8397B1DCDAF
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_draw_takes_the_high_word() -> None:
    assert Stub([WORD - 1]).draw(52) == 51
    assert Stub([WORD // 2]).draw(7) == 3
    assert Stub([12345]).draw(1) == 0  # 2^64 mod 1 = 0: nothing is ever rejected
    assert Stub([0]).draw(2**32) == 0  # nor for a power of two
    assert Stub([0]).draw(WORD) == 0


def test_draw_rejects_until_it_is_fair() -> None:
    # 2^64 mod 52 = 16: low words 0 to 15 are rejected. 13 has an inverse modulo 2^62, so
    # there is an x for which the low word of 52 x is any given multiple of 4.
    def with_low_word(low: int) -> int:
        x = low // 4 * pow(13, -1, 2**62) % 2**62
        assert x * 52 % WORD == low
        return x

    assert WORD % 52 == 16
    rejected = [0, 2**62, *(with_low_word(low) for low in (4, 8, 12))]
    accepted = with_low_word(16)
    stub = Stub([*rejected, accepted, 99])
    assert stub.draw(52) == accepted * 52 // WORD
    assert stub.left == [99]
    # 2^64 mod 3 = 1: only the low word 0 is rejected.
    stub = Stub([0, WORD - 1])
    assert stub.draw(3) == 2
    assert stub.left == []


def test_a_rejected_draw_shifts_the_shuffle() -> None:
    # 2^64 mod 3 = 1, so the zero is drawn again; then 2^63 * 3 has the high word 1.
    assert shuffle(Stub([0, 2**63, 0]), (10, 11, 12)) == (11, 10, 12)
    assert shuffle(Stub([2**63, 0]), (10, 11, 12)) == (11, 10, 12)


def test_shuffle_needs_one_draw_a_place_from_the_front() -> None:
    stub = Stub([WORD - 1, WORD - 1, WORD - 1, 77])
    assert shuffle(stub, (1, 2, 3, 4)) == (4, 1, 2, 3)
    assert stub.left == [77]
    assert shuffle(Stub([]), ()) == ()
    assert shuffle(Stub([]), (5,)) == (5,)


def test_shuffle_leaves_its_list_alone() -> None:
    cards = [1, 2, 3]
    shuffle(SplitMix64(1), cards)
    assert cards == [1, 2, 3]


@pytest.mark.parametrize("bound", [0, -1, WORD + 1])
def test_draw_refuses(bound: int) -> None:
    with pytest.raises(SettingError):
        SplitMix64(0).draw(bound)


def test_every_order_comes_about_equally_often() -> None:
    seen = Counter(shuffle(SplitMix64(number), range(4)) for number in range(4800))
    assert seen.keys() == set(permutations(range(4)))
    # 200 expected each, standard deviation 13.8: five of them are 69.
    assert all(131 <= count <= 269 for count in seen.values())


def test_pins_of_the_design() -> None:
    assert text_of(0, "4x4") == "3D 4S 3C 4D 2S AH 2C 2D 2H 4C AD AC 4H 3H AS 3S"
    assert text_of(0, "skat32").startswith("JD KS 9C AD KC QS 9S 9D ")
    assert text_of(1, "french52").startswith("4H AD QD QS KS 2D 8D 5H ")
    assert text_of(WORD - 1, "skat32").startswith("JD QD 7S AS AH TD KD QS ")


def test_pinned_deals() -> None:
    pinned = PINNED.read_text(encoding="utf-8")
    assert pins.text() == pinned
    # The file cannot have been written by a generator that misses the pins of the design.
    for beginning in (
        "4x4, deal 0 = 0\n  3D 4S 3C 4D 2S AH 2C 2D 2H 4C AD AC 4H\n  3H AS 3S\n",
        "skat32, deal 0 = 0\n  JD KS 9C AD KC QS 9S 9D ",
        "french52, deal 1 = 1\n  4H AD QD QS KS 2D 8D 5H ",
        "skat32, deal 2^64-1 = 18446744073709551615\n  JD QD 7S AS AH TD KD QS ",
    ):
        assert "\n" + beginning in pinned
    assert pinned.count(", deal ") == 5 * (6 + 4 + 1)


@given(st.integers(0, WORD - 1), st.sampled_from([*pins.DECKS, "1x1", "2x3"]))
def test_any_number_names_one_deal(number: int, name: str) -> None:
    deal = numbered_deal(number, find_deck(name))
    assert deal == numbered_deal(number, find_deck(name))
    assert (deal.number, deal.id) == (number, str(number))
    assert sorted(deal.cards) == sorted(deal.deck.cards)


@given(st.integers(0, WORD - 1), st.sampled_from(["1956", "1111", "9182"]))
def test_more_passes_only_add_orders(number: int, target: str) -> None:
    deck = find_deck("french52")
    deals = [
        numbered_deal(number, deck, target=target, suits="SHCD", orders=n) for n in range(1, 6)
    ]
    for fewer, more in pairwise(deals):
        assert (fewer.cards, *fewer.redeals) == (more.cards, *more.redeals)[:-1]
    assert len({deals[-1].cards, *deals[-1].redeals}) == 5  # each pass is shuffled afresh


@pytest.mark.promise(11)
@pytest.mark.parametrize("number", [2**31, 2**33, 2**53 + 1, 2**63, 2**64 - 1])
def test_large_numbers_are_exact(number: int) -> None:
    assert parse_number(str(number)) == number
    assert list(parse_numbers(f"{number}..{number}")) == [number]
    # A number cut to 31, 32, 53 or 63 bits, or rounded to a double, would name another deal.
    others = {number % 2**31, number % 2**32, number % 2**63, int(float(number)) % WORD, number - 1}
    mine = numbered_deal(number, find_deck("skat32")).cards
    for other in others - {number}:
        assert numbered_deal(other, find_deck("skat32")).cards != mine


def test_numbers() -> None:
    assert [parse_number(text) for text in ("0", "007", "18446744073709551615")] == [
        0,
        7,
        WORD - 1,
    ]
    assert parse_number("0" * 10_000 + "5") == 5


@pytest.mark.promise(11)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-1", "deal numbers start at 0"),
        ("-0", "deal numbers start at 0"),
        ("-" + "9" * 5000, "deal numbers start at 0"),
        (str(WORD), "deal numbers end at 2^64 - 1"),
        ("9" * 20, "deal numbers end at 2^64 - 1"),
        ("9" * 10_000, "deal numbers end at 2^64 - 1"),
        *((text, "not a deal number") for text in ("", "-", "+1", "1.0", "1e3", "0x10", "1_000")),
        *((text, "not a deal number") for text in (" 1", "1 ", "١", "²", "１", "x", "--1", "1\n")),
    ],
)
def test_numbers_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(SettingError) as caught:
        parse_number(text)
    assert caught.value.message == words
    assert "from 0 to 2^64 - 1" in str(caught.value.expected)


@pytest.mark.parametrize("number", [-1, WORD])
def test_numbered_deal_refuses_in_words(number: int) -> None:
    with pytest.raises(SettingError, match="deal numbers"):
        numbered_deal(number, find_deck("4x4"))


def test_ranges() -> None:
    assert parse_numbers("5") == range(5, 6)
    assert parse_numbers("5..5") == range(5, 6)
    assert list(parse_numbers("2..5")) == [2, 3, 4, 5]
    assert list(parse_numbers("0..10..5")) == [0, 5, 10]
    assert list(parse_numbers("0..9..5")) == [0, 5]
    assert list(parse_numbers("3..4..100")) == [3]
    whole = parse_numbers(f"0..{WORD - 1}")
    assert (whole[0], whole[-1]) == (0, WORD - 1)
    assert list(parse_numbers(f"{WORD - 2}..{WORD - 1}")) == [WORD - 2, WORD - 1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "not a range") for text in ("", "..", "1..", "..1", "1..2..", "1..2..3..4")),
        *((text, "not a deal number") for text in ("1.2", "1-2", "1...2", "1..x", "1 .. 2")),
        ("5..4", "its end is below its start"),
        ("1..5..0", "step 0"),
        ("-1..5", "start at 0"),
        ("1..-5", "start at 0"),
        ("1..5..-1", "start at 0"),
        (f"0..{WORD}", "end at 2^64 - 1"),
    ],
)
def test_ranges_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(SettingError) as caught:
        parse_numbers(text)
    assert words in caught.value.message


def test_orders_are_refused() -> None:
    deck = find_deck("french52")
    with pytest.raises(SettingError, match="cannot have 0 orders"):
        numbered_deal(0, deck, target="1956", suits="SHCD", orders=0)
    with pytest.raises(SettingError, match="belong to Geburtstag"):
        numbered_deal(0, deck, orders=2)
    with pytest.raises(SettingError, match="go together"):
        numbered_deal(0, deck, target="1956")
    with pytest.raises(SettingError, match="cannot be played with this deck"):
        numbered_deal(0, find_deck("skat32"), target="1956", suits="SHCD")
    assert not issubclass(SettingError, DeckError)
