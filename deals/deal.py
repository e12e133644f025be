"""One deal: a deck in the order in which it leaves the stock, checked card by card.

This is the only place where cards are compared with their deck. A deal of Der Geburtstag has
also a target number and the suits of its four bases, which lie on the table from the start
and are no part of the order, and may have an order for each later pass.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from deals.cards import SUITS, Card, format_card, make_card, rank_of, suit_of
from deals.decks import Deck
from deals.errors import DeckError, SettingError

__all__ = ["Deal", "bases_of", "parse_suits", "parse_target"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards in the order in which they are dealt.

    Parameters
    ----------
    deck
        The deck they belong to.
    cards
        All cards of the deck less the bases; the first one is dealt first.
    redeals
        Der Geburtstag: the orders of the later passes, each with the same cards as `cards`.
    target, suits
        Der Geburtstag: four digits, and the suits of their bases in the order of the digits,
        as ``SHCD``. Both or neither.
    number
        The number of a numbered deal.
    id
        What the deal is called in its file.

    Raises
    ------
    DeckError
        If an order does not hold exactly the cards that it should; the error lists all
        missing and all surplus cards and says which order it is.
    SettingError
        If target and suits do not go together with each other, with the deck or with redeals.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> deck = find_deck("2x2")
    >>> Deal(deck, (0, 1, 13, 14)).bases
    ()
    >>> Deal(deck, (0, 1, 13, 13))
    Traceback (most recent call last):
    ...
    deals.errors.DeckError: the cards are not those of 2x2; missing: 2S; surplus: AS
    """

    deck: Deck
    cards: tuple[Card, ...]
    redeals: tuple[tuple[Card, ...], ...] = ()
    target: str | None = None
    suits: str | None = None
    number: int | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        if (self.target is None) != (self.suits is None):
            raise SettingError("a target and the suits of its bases go together")
        if self.redeals and self.target is None:
            raise SettingError(
                "orders for later passes belong to Geburtstag, which has a target and suits"
            )
        if self.suits is not None:
            object.__setattr__(self, "suits", parse_suits(self.suits))
        _check_orders(self.deck, self.bases, (self.cards, *self.redeals))

    @property
    def bases(self) -> tuple[Card, ...]:
        """The four bases in the order of the digits; none unless it is a Geburtstag deal."""
        if self.target is None or self.suits is None:
            return ()
        return bases_of(self.target, self.suits, self.deck)


def bases_of(target: str, suits: str, deck: Deck) -> tuple[Card, ...]:
    """Name the bases of Der Geburtstag: for digit d the card one rank above d.

    Parameters
    ----------
    target
        Four digits; see `parse_target`.
    suits
        The suit of each digit's base; see `parse_suits`.
    deck
        ``french52`` or ``Rx4`` with R from 2.

    Returns
    -------
    tuple of Card
        The bases in the order of the digits. A foundation that is built up from its base in
        a circle ends one rank below it, so that the finished ones show the target.

    Raises
    ------
    SettingError
        If one of the three does not fit.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> [format_card(base) for base in bases_of("1956", "SHCD", find_deck("french52"))]
    ['2S', 'TH', '6C', '7D']
    """
    digits = parse_target(target, deck)
    return tuple(
        make_card(int(digit), SUITS.index(suit))
        for digit, suit in zip(digits, parse_suits(suits), strict=True)
    )


def parse_target(text: str, deck: Deck) -> str:
    """Read a target number of Der Geburtstag.

    Parameters
    ----------
    text
        Four digits, each from 1 to 9, or to R - 1 in a deck ``Rx4`` of fewer than ten ranks.
    deck
        ``french52`` or ``Rx4`` with R from 2.

    Returns
    -------
    str
        The four digits.

    Raises
    ------
    SettingError
        If the text is anything else, or Der Geburtstag cannot be played with the deck.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> parse_target("1234", find_deck("5x4"))
    '1234'
    >>> parse_target("1956", find_deck("5x4"))
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: not a target number (read '1956'; expected four digits 1 to 4)
    """
    ranks = sorted({rank_of(card) for card in deck.cards})
    suits = {suit_of(card) for card in deck.cards}
    if deck.packs != 1 or len(suits) != 4 or len(ranks) < 2 or ranks != list(range(len(ranks))):
        raise SettingError(
            "Geburtstag cannot be played with this deck",
            text=deck.name,
            expected="french52 or Rx4 with R from 2 to 13",
        )
    highest = min(9, len(ranks) - 1)
    if len(text) != 4 or not set(text) <= set("123456789"[:highest]):
        raise SettingError("not a target number", text=text, expected=f"four digits 1 to {highest}")
    return text


def parse_suits(text: str) -> str:
    """Read the suits of the bases: all four, each once, in letters of any case or symbols.

    Parameters
    ----------
    text
        For example ``SHCD``, ``shcd`` or ``♠♥♣♦``.

    Returns
    -------
    str
        The four letters.

    Raises
    ------
    SettingError
        If the text is anything else.

    Examples
    --------
    >>> parse_suits("♠♥♣♦")
    'SHCD'
    """
    plain = text.replace("\ufe0e", "").replace("\ufe0f", "")
    suits = "".join(_SUIT_LETTERS.get(letter, "?") for letter in plain)
    if len(suits) != len(SUITS) or sorted(suits) != sorted(SUITS):
        raise SettingError(
            "not an order of the four suits", text=text, expected="C, S, H and D, each once"
        )
    return suits


_SUIT_LETTERS = {
    spelling: suit
    for suit, spellings in zip(SUITS, ("Cc♣♧", "Ss♠♤", "Hh♥♡", "Dd♦♢"), strict=True)
    for spelling in spellings
}


def _check_orders(
    deck: Deck, bases: tuple[Card, ...], orders: tuple[tuple[Card, ...], ...]
) -> None:
    wanted = Counter(deck.cards)
    wanted.subtract(bases)
    for pass_number, cards in enumerate(orders, start=1):
        found = Counter(cards)
        if wanted == found:
            continue
        missing = _in_letters(wanted - found)
        surplus = _in_letters(found - wanted)
        which = "the cards" if len(orders) == 1 else f"the cards of order {pass_number}"
        whole = deck.name
        if bases:
            whole += f" without the bases {' '.join(map(format_card, bases))}"
        faults = []
        if missing:
            faults.append(f"missing: {' '.join(missing)}")
        if surplus:
            faults.append(f"surplus: {' '.join(surplus)}")
        raise DeckError(
            "; ".join([f"{which} are not those of {whole}", *faults]),
            missing=missing,
            surplus=surplus,
            order=pass_number,
        )


def _in_letters(cards: Counter[Card]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in sorted(cards.elements()))
