"""Deals made for tests of the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator

from deals.deal import Deal
from deals.decks import find_deck

_MASK = 2**64 - 1
_GAMMA, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def one_left_of_sixty_four() -> Deal:
    """Return a deal of two suits where fours leave until one card is left in the stock.

    The first hand has but one group, of three; then each four cards dealt are of one suit, so
    that four leave again and again, and the last four when 63 of 64 cards are dealt.
    """
    deck = find_deck("4*8x2")
    clubs, spades = _suit(0), _suit(1)
    order = [clubs] * 3 + [spades] * 4 + [clubs] * 28 + [spades] * 28 + [clubs]
    return Deal(deck, tuple(next(suit) for suit in order))


def _suit(suit: int) -> Iterator[int]:
    return (card for card in find_deck("4*8x2").cards if card // 13 == suit)


def number_whose_first_word_is(word: int) -> int:
    """Return the deal number whose stream of SplitMix64 begins with a word: its steps undone."""
    z = _unshifted(word, 31)
    z = _unshifted(z * pow(_MIX_2, -1, 2**64) & _MASK, 27)
    z = _unshifted(z * pow(_MIX_1, -1, 2**64) & _MASK, 30)
    return (z - _GAMMA) & _MASK


def _unshifted(word: int, shift: int) -> int:
    """Undo ``word ^= word >> shift``."""
    found = word
    for _ in range(64 // shift):
        found = word ^ found >> shift
    return found
