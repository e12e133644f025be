"""Numbered deals of the compiled kernel are those of `deals.numbering`, card for card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_deals import number_whose_first_word_is

from deals.decks import Deck, find_deck
from deals.numbering import SplitMix64, numbered_deal
from solver.columns import Detail
from solver.kernel import Kernel
from solver.kernel.check import LAST, NO_FIRST_WORD
from solver.kernel.shuffle import MOST_CARDS, deal_some, mix
from solver.prepare import prepare_number
from solver.rules import find_rules

PACKS = ["skat32", "french52", *(f"{r}x{s}" for r in range(1, 14) for s in range(1, 5))]
DECKS = [find_deck(f"{n}{pack}") for pack in PACKS for n in ("", "2*", "3*", "4*")]


def dealt(number: int, deck: Deck, at_once: int = MOST_CARDS) -> tuple[int, ...]:
    """Return the cards that the compiled code deals."""
    stream, cards = np.array([number], np.uint64), np.array(deck.cards, np.uint8)
    size, done = np.uint64(len(cards)), np.uint64(0)
    while done < size:
        before = done
        done = np.uint64(deal_some(stream, cards, done, size))
        assert before < done <= min(before + np.uint64(9), size)
    return tuple(cards.tolist())


@pytest.mark.parametrize("number", [0, 1, 2**63, LAST, NO_FIRST_WORD])
def test_every_deck(number: int) -> None:
    assert len(DECKS) == 216
    assert max(len(deck.cards) for deck in DECKS) == MOST_CARDS
    for deck in DECKS:
        assert dealt(number, deck) == numbered_deal(number, deck).cards, deck


@given(number=st.integers(0, LAST), deck=st.sampled_from(DECKS))
def test_any_number(number: int, deck: Deck) -> None:
    assert dealt(number, deck) == numbered_deal(number, deck).cards


@given(number=st.integers(0, LAST))
def test_the_words_of_the_stream(number: int) -> None:
    state = np.uint64((number + 0x9E3779B97F4A7C15) & LAST)
    assert int(mix(state)) == SplitMix64(number).next()


@given(word=st.integers(0, LAST))
def test_a_deal_can_be_named_by_its_first_word(word: int) -> None:
    assert SplitMix64(number_whose_first_word_is(word)).next() == word


def test_the_deal_whose_first_word_is_zero() -> None:
    assert number_whose_first_word_is(0) == NO_FIRST_WORD
    assert SplitMix64(NO_FIRST_WORD).next() == 0


class Counted(SplitMix64):
    taken = 0

    def next(self) -> int:
        self.taken += 1
        return super().next()


@pytest.mark.parametrize("size", sorted({len(deck.cards) for deck in DECKS}))
def test_words_are_thrown_away_just_below_the_surplus(size: int) -> None:
    """The low word of word * size decides: below 2^64 mod size there is another draw."""
    deck = next(deck for deck in DECKS if len(deck.cards) == size)
    surplus = 2**64 % size
    odd, twos = size, 1
    while odd % 2 == 0:
        odd, twos = odd // 2, twos * 2
    for low in (surplus - twos, surplus):
        if not 0 <= low < 2**64 or size == 1:
            continue  # nothing is thrown away, or nothing is drawn
        word = low // twos * pow(odd, -1, 2**64) % (2**64 // twos)
        assert word * size % 2**64 == low
        number = number_whose_first_word_is(word)
        words = Counted(number)
        words.draw(size)
        assert words.taken == (2 if low < surplus else 1)
        assert dealt(number, deck) == numbered_deal(number, deck).cards


@pytest.mark.parametrize("detail", [Detail.VERDICT, Detail.FULL])
def test_a_deal_is_solved_as_it_is_dealt(detail: Detail) -> None:
    """Cards are dealt eight at a time, as they are needed: decks of all sizes end well."""
    by_size = {len(deck.cards): deck for deck in DECKS if len(deck.cards) <= 64}
    lost = 0
    for deck in by_size.values():
        rules = find_rules("zudecken", deck=deck.name, match="suit")
        kernel = Kernel(rules, detail)
        numbers = range(20)
        by_number = kernel.numbered(numbers)
        by_card = kernel.dealt([prepare_number(number, rules).deal for number in numbers])
        for name, column in by_number.items():
            assert column.tolist() == by_card[name].tolist(), (deck, name)
        lost += int(by_number["verdict"].sum())
    assert lost > 100
