"""Cards as small integers, and the notations in which they are read and written.

A card is ``suit * 13 + rank``: the suits are 0 to 3 for clubs, spades, hearts, diamonds (the
order C S H D used everywhere), the ranks 0 to 12 for ace, 2, ..., king.

Every accepted spelling stands in one table, so nothing is ever guessed: what is not in the
table is not a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, TypeAlias

from deals.errors import CardError

__all__ = [
    "RANKS",
    "SUITS",
    "Card",
    "Style",
    "format_card",
    "make_card",
    "parse_card",
    "rank_of",
    "suit_of",
]

Card: TypeAlias = int
Style = Literal["letters", "symbols", "german"]

SUITS = "CSHD"
RANKS = "A23456789TJQK"

_SYMBOLS = ("♣", "♠", "♥", "♦")
_OUTLINED = ("♧", "♤", "♡", "♢")
_SELECTORS = ("", "\ufe0e", "\ufe0f")  # text or emoji presentation of a suit symbol
_GERMAN_SUITS = ("Kr", "P", "H", "Ka")
_GERMAN_WORDS = ("Kreuz", "Pik", "Herz", "Karo")
_GERMAN_RANKS = ("A", *"23456789", "10", "B", "D", "K")
_RANK_WORDS = {0: ("As", "Ass"), 10: ("Bube",), 11: ("Dame",), 12: ("König", "Koenig")}
# Unicode has a column of sixteen for each suit: 1 to 14 with the knight, which we lack, at 12.
_UNICODE_COLUMNS = (0x1F0D0, 0x1F0A0, 0x1F0B0, 0x1F0C0)
_UNICODE_RANKS = (*range(1, 12), 13, 14)

_EXPECTED = "a card such as TH, 10H, 10♥, HB or Herz-Bube"
_HINT = "Kreuz or Karo? write KrD or KaD"


def make_card(rank: int, suit: int) -> Card:
    """Put a card together.

    Parameters
    ----------
    rank
        0 to 12 for ace, 2, ..., king.
    suit
        0 to 3 for clubs, spades, hearts, diamonds.

    Returns
    -------
    Card
        The card.

    Raises
    ------
    CardError
        If there is no such rank or suit.

    Examples
    --------
    >>> format_card(make_card(9, 2))
    'TH'
    """
    if not (0 <= rank < 13 and 0 <= suit < 4):
        raise CardError(
            f"no card has rank {rank} and suit {suit}", expected="ranks 0 to 12, suits 0 to 3"
        )
    return suit * 13 + rank


def rank_of(card: Card) -> int:
    """Tell the rank of a card, 0 to 12 for ace, 2, ..., king.

    Examples
    --------
    >>> rank_of(parse_card("KD"))
    12
    """
    return card % 13


def suit_of(card: Card) -> int:
    """Tell the suit of a card, 0 to 3 for clubs, spades, hearts, diamonds.

    Examples
    --------
    >>> suit_of(parse_card("KD"))
    3
    """
    return card // 13


def format_card(card: Card, style: Style = "letters") -> str:
    """Write a card.

    Parameters
    ----------
    card
        The card.
    style
        ``letters`` (``TH``, for files), ``symbols`` (``10♥``, for people) or ``german``
        (``H10``, ``KaD``).

    Returns
    -------
    str
        A text that `parse_card` reads as the same card.

    Raises
    ------
    CardError
        If `card` is not one of the 52.

    Examples
    --------
    >>> [format_card(37, style) for style in ("letters", "symbols", "german")]
    ['QH', 'Q♥', 'HD']
    """
    if not 0 <= card < 52:
        raise CardError(f"there is no card {card}", expected="0 to 51")
    return _WRITTEN[style][card]


def parse_card(text: str) -> Card:
    """Read a card in any of the accepted notations; case does not matter.

    Parameters
    ----------
    text
        - rank and suit: ``A 2 ... 10 T J Q K`` and ``C D H S`` or a suit symbol, filled or
          outlined: ``TH``, ``10h``, ``10♥``, ``K♢``. ``KD`` is always the king of diamonds.
        - a German suit word and a rank, with or without a hyphen: ``Herz-Bube``, ``Pik-As``,
          ``KreuzKönig``, ``Karo-10``, ``HerzD``.
        - German in short, suit first: ``HB``, ``P10``, ``KrD``, ``KaK``.
        - a Unicode playing card, U+1F0A1 and so on.

    Returns
    -------
    Card
        The card.

    Raises
    ------
    CardError
        For anything else. What mixes the German and the international notation, such as
        ``DK``, ``KB``, ``K10`` or ``BH``, is refused with a hint.

    Examples
    --------
    >>> {parse_card(text) for text in ("TH", "10h", "10♡", "H10", "Herz-10", "\U0001f0ba")}
    {35}
    >>> parse_card("K10")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    deals.errors.CardError: not a card. Kreuz or Karo? write KrD or KaD (read 'K10'; ...
    """
    card = _SPELLINGS.get(text)
    if card is None:
        card = _SPELLINGS.get(_fold(text))
    if card is not None:
        return card
    if _fold(text) in _MIXED:
        raise CardError(f"not a card. {_HINT}", text=text, expected=_EXPECTED)
    meant = _meant_spellings().get(_fold(text))
    hint = f"; did you mean {meant}?" if meant else ""
    raise CardError(f"not a card{hint}", text=text, expected=_EXPECTED)


# Only these letters have a case here. str.lower() and str.casefold() would also turn
# look-alikes into letters (the Kelvin sign into k, the long s into s), and so would NFC.
_LOWER = str.maketrans(ascii_uppercase + "Ö", ascii_lowercase + "ö")


def _fold(text: str) -> str:
    """Write a spelling as the tables have it: lower case, ö as one character."""
    return text.translate(_LOWER).replace("o\u0308", "ö")


def _spellings(rank: int, suit: int) -> Iterator[str]:
    """List every accepted spelling of one card, case aside."""
    for letter in (RANKS[rank], "10") if rank == 9 else (RANKS[rank],):
        yield letter + SUITS[suit]
        for symbol in (_SYMBOLS[suit], _OUTLINED[suit]):
            for selector in _SELECTORS:
                yield letter + symbol + selector
    yield _GERMAN_SUITS[suit] + _GERMAN_RANKS[rank]
    for word in (_GERMAN_RANKS[rank], *_RANK_WORDS.get(rank, ())):
        yield _GERMAN_WORDS[suit] + word
        yield _GERMAN_WORDS[suit] + "-" + word
    yield chr(_UNICODE_COLUMNS[suit] + _UNICODE_RANKS[rank])


def _all_spellings() -> dict[str, Card]:
    table = {}
    for suit in range(4):
        for rank in range(13):
            for spelling in _spellings(rank, suit):
                # As it stands, too: then most cards are found without being folded first.
                table[spelling] = table[_fold(spelling)] = suit * 13 + rank
    return table


def _mixed_spellings() -> frozenset[str]:
    """List what a German player might write and no table can read without guessing.

    K may stand for Kreuz, Karo or König, and the rank may have come first. KD is among these
    too, but as the king of diamonds it is found before anyone looks here.
    """
    k_first = {"K" + rank for rank in _GERMAN_RANKS}
    k_last = {rank + "K" for rank in _GERMAN_RANKS}
    rank_first = {
        rank + suit for rank in ("B", "D") for suit in (*_GERMAN_SUITS, *SUITS, *_SYMBOLS)
    }
    return frozenset(map(_fold, k_first | k_last | rank_first))


def _meant() -> Iterator[tuple[str, str]]:
    """List what is no card, but can stand for one card only, and how that card is written.

    Names half in letters and half in words (``PAs``, ``H-Bube``), German suits with international
    ranks (``PJ``), and the suit at the wrong end (``AP``, ``♥10``, ``SA``).
    """
    for card, german in enumerate(_WRITTEN["german"]):
        rank, suit = rank_of(card), suit_of(card)
        for name in (RANKS[rank], _GERMAN_RANKS[rank], *_RANK_WORDS.get(rank, ())):
            for sign in (_GERMAN_SUITS[suit], _GERMAN_WORDS[suit], _SYMBOLS[suit]):
                for text in (sign + name, sign + "-" + name, name + sign, name + "-" + sign):
                    yield _fold(text), german
        if suit < 2:  # D for diamonds could be a Dame, and H is the German letter as well
            for name in (RANKS[rank], _GERMAN_RANKS[rank]):
                yield _fold(SUITS[suit] + name), _WRITTEN["letters"][card]


@cache
def _meant_spellings() -> dict[str, str]:
    return dict(_meant())


_SPELLINGS = _all_spellings()
_MIXED = _mixed_spellings()
_WRITTEN: dict[Style, tuple[str, ...]] = {
    "letters": tuple(rank + suit for suit in SUITS for rank in RANKS),
    "symbols": tuple(rank.replace("T", "10") + symbol for symbol in _SYMBOLS for rank in RANKS),
    "german": tuple(suit + rank for suit in _GERMAN_SUITS for rank in _GERMAN_RANKS),
}
