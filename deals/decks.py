"""The decks: 32 or 52 cards, several packs of them, and small ones for tests and tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from deals.cards import Card, make_card
from deals.errors import unknown_name

__all__ = ["Deck", "find_deck"]


@dataclass(frozen=True, slots=True)
class Deck:
    """What is dealt: a list of cards that has a name.

    Parameters
    ----------
    name
        The name, as `find_deck` reads it.
    cards
        All cards in list order: clubs, spades, hearts, diamonds, within a suit the ranks of
        the deck ascending, one pack after the other.
    packs
        How often each card is there.
    """

    name: str
    cards: tuple[Card, ...]
    packs: int

    def __str__(self) -> str:
        return self.name


# The ranks of skat32 ascend to the ace: 7 8 9 10 J Q K A.
_RANKS_AND_SUITS = {
    "skat32": ((6, 7, 8, 9, 10, 11, 12, 0), 4),
    "french52": (tuple(range(13)), 4),
    **{f"{r}x{s}": (tuple(range(r)), s) for r in range(1, 14) for s in range(1, 5)},
}
_ALIASES = {"double104": "2*french52"}  # alias -> how it is put together
_NAMES = {f"{n}*{name}": (n, name) for n in (2, 3, 4) for name in _RANKS_AND_SUITS}
_NAMES.update({name: (1, name) for name in _RANKS_AND_SUITS})
_LISTED = ("skat32", "french52", "double104", "N*DECK (N 2 to 4)", "RxS (R 1 to 13, S 1 to 4)")


def find_deck(name: str) -> Deck:
    """Find a deck by its name; case does not matter.

    Parameters
    ----------
    name
        ``skat32``, ``french52``, ``double104``; ``RxS`` for the first R ranks of A 2 ... K in
        the first S suits of clubs, spades, hearts, diamonds; ``2*``, ``3*`` or ``4*`` before
        one of them for several packs. ``2*french52`` and ``double104`` are one deck.

    Returns
    -------
    Deck
        The deck; the same object for every name of it.

    Raises
    ------
    SettingError
        If there is no such deck.

    Examples
    --------
    >>> find_deck("2*french52").name
    'double104'
    >>> from deals.cards import format_card
    >>> [format_card(card) for card in find_deck("2x4").cards]
    ['AC', '2C', 'AS', '2S', 'AH', '2H', 'AD', '2D']
    """
    # Only ASCII letters have a case here: lower() would let look-alikes in.
    plain = name.lower() if name.isascii() else name
    plain = _ALIASES.get(plain, plain)
    if plain not in _NAMES:
        raise unknown_name("deck", name, _LISTED)
    return _build(plain)


@cache  # bounded: the names in _NAMES are all it ever sees
def _build(plain: str) -> Deck:
    packs, pack = _NAMES[plain]
    ranks, suits = _RANKS_AND_SUITS[pack]
    cards = tuple(make_card(rank, suit) for suit in range(suits) for rank in ranks)
    short = next((alias for alias, name in _ALIASES.items() if name == plain), plain)
    return Deck(short, cards * packs, packs)
