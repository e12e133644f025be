"""Numbered deals: a number from 0 to 2^64 - 1 names one order of a deck, for ever.

The generator is written out here so that no version of any library can change a deal. A
number alone decides the deal (for Der Geburtstag with the target and the suits): neither the
order in which deals are made nor how many there are.

References
----------
The generator is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014; constants as in S. Vigna's reference implementation. The
unbiased draw is from D. Lemire, "Fast random integer generation in an interval", ACM
Transactions on Modeling and Computer Simulation 29 (2019).
"""

from __future__ import annotations

from collections.abc import Sequence

from deals.cards import Card
from deals.deal import Deal, bases_of
from deals.decks import Deck
from deals.errors import SettingError

__all__ = ["SplitMix64", "numbered_deal", "parse_number", "parse_numbers", "shuffle"]

_END = 1 << 64
_MASK = _END - 1


class SplitMix64:
    """A stream of 64-bit numbers that depends on its seed alone.

    Parameters
    ----------
    seed
        0 to 2^64 - 1.

    Examples
    --------
    >>> hex(SplitMix64(0).next())
    '0xe220a8397b1dcdaf'
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Give the next number, 0 to 2^64 - 1.

        Returns
        -------
        int
            The number.
        """
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def draw(self, bound: int) -> int:
        """Draw a number below a bound, each equally likely.

        Parameters
        ----------
        bound
            1 to 2^64.

        Returns
        -------
        int
            0 to `bound` - 1.

        Raises
        ------
        SettingError
            If the bound is out of range.

        Notes
        -----
        The high word of ``next() * bound`` is the answer. The 2^64 numbers do not fall evenly
        on `bound` answers, so those with a low word below ``2^64 mod bound`` are thrown away;
        what remains does.
        """
        if not 1 <= bound <= _END:
            raise SettingError(f"cannot draw below {bound}", expected="a bound from 1 to 2^64")
        surplus = _END % bound
        while True:
            product = self.next() * bound
            if product & _MASK >= surplus:
                return product >> 64


def shuffle(stream: SplitMix64, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Shuffle cards from the front: place i is settled by the draw number i.

    Parameters
    ----------
    stream
        Where the draws come from; it moves on by one draw a card, the last card excepted.
    cards
        The cards in list order; they stay as they are.

    Returns
    -------
    tuple of Card
        The same cards in another order, every order equally likely.

    Examples
    --------
    >>> shuffle(SplitMix64(0), range(4))
    (3, 2, 1, 0)
    """
    order = list(cards)
    for i in range(len(order) - 1):
        j = i + stream.draw(len(order) - i)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def numbered_deal(
    number: int,
    deck: Deck,
    *,
    target: str | None = None,
    suits: str | None = None,
    orders: int = 1,
) -> Deal:
    """Make the deal that a number names.

    Parameters
    ----------
    number
        0 to 2^64 - 1.
    deck
        The deck.
    target, suits
        Der Geburtstag: they say which cards are the bases, and so not in the stock.
    orders
        How many orders to make: more than one only in Der Geburtstag, one for each pass. A
        larger number only adds orders.

    Returns
    -------
    Deal
        The deal, with its number, and the number as its id.

    Raises
    ------
    SettingError
        If the number is out of range or the settings do not go together.

    Examples
    --------
    >>> from deals.cards import format_card
    >>> from deals.decks import find_deck
    >>> " ".join(map(format_card, numbered_deal(0, find_deck("4x4")).cards))
    '3D 4S 3C 4D 2S AH 2C 2D 2H 4C AD AC 4H 3H AS 3S'
    """
    _check_number(number, str(number))
    if orders < 1:
        raise SettingError(f"a deal cannot have {orders} orders", expected="at least 1")
    stock: Sequence[Card] = deck.cards
    if target is not None and suits is not None:
        bases = bases_of(target, suits, deck)
        stock = [card for card in deck.cards if card not in bases]
    stream = SplitMix64(number)
    first, *later = (shuffle(stream, stock) for _ in range(orders))
    return Deal(
        deck, first, tuple(later), target=target, suits=suits, number=number, id=str(number)
    )


def parse_number(text: str) -> int:
    """Read the number of a deal.

    Parameters
    ----------
    text
        Decimal digits and nothing else.

    Returns
    -------
    int
        0 to 2^64 - 1.

    Raises
    ------
    SettingError
        If the text is anything else.

    Examples
    --------
    >>> parse_number("18446744073709551615") == 2**64 - 1
    True
    >>> parse_number("-1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: deal numbers start at 0 (read '-1'; expected a number from 0 ...
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise SettingError("not a deal number", text=text, expected=_EXPECTED)
    if digits != text:
        raise SettingError("deal numbers start at 0", text=text, expected=_EXPECTED)
    significant = digits.lstrip("0") or "0"
    # int() refuses thousands of digits with an error of its own; they are too many anyway.
    number = int(significant) if len(significant) <= 20 else _END
    _check_number(number, text)
    return number


def parse_numbers(text: str) -> range:
    """Read a range of deal numbers.

    Parameters
    ----------
    text
        ``A``, ``A..B`` (B included) or ``A..B..STEP``.

    Returns
    -------
    range
        The numbers, never none. There may be more than ``len()`` can say.

    Raises
    ------
    SettingError
        If the text is anything else, or the range is empty.

    Examples
    --------
    >>> parse_numbers("5"), parse_numbers("1..4"), list(parse_numbers("0..9..4"))
    (range(5, 6), range(1, 5), [0, 4, 8])
    """
    parts = text.split("..")
    if len(parts) > 3 or "" in parts:
        raise SettingError("not a range of deal numbers", text=text, expected=_EXPECTED_RANGE)
    numbers = [parse_number(part) for part in parts]
    first, last = numbers[0], numbers[min(1, len(numbers) - 1)]
    step = numbers[2] if len(numbers) == 3 else 1
    if last < first:
        raise SettingError(
            "the range of deal numbers is empty: its end is below its start",
            text=text,
            expected=_EXPECTED_RANGE,
        )
    if step == 0:
        raise SettingError(
            "a range of deal numbers cannot have step 0", text=text, expected=_EXPECTED_RANGE
        )
    return range(first, last + 1, step)


_EXPECTED = "a number from 0 to 2^64 - 1 = 18446744073709551615"
_EXPECTED_RANGE = "A, A..B or A..B..STEP, with A not above B and STEP from 1"


def _check_number(number: int, text: str) -> None:
    if number < 0:
        raise SettingError("deal numbers start at 0", text=text, expected=_EXPECTED)
    if number >= _END:
        raise SettingError("deal numbers end at 2^64 - 1", text=text, expected=_EXPECTED)
