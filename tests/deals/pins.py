"""Numbered deals as full text, for every deck.

They are kept in ``tests/data/numbered_deals.txt``, which this command writes anew:
``python -m tests.deals.pins > tests/data/numbered_deals.txt`` in the root of the project.
A change there means that deals people have noted down by number are lost: never do it.
"""

from __future__ import annotations

from collections.abc import Iterator

from deals import Card, find_deck, format_card, numbered_deal

NUMBERS = {"0": 0, "1": 1, "2^32": 2**32, "2^53+1": 2**53 + 1, "2^64-1": 2**64 - 1}
DECKS = ("skat32", "french52", "double104", "2*skat32", "4x4", "3x4")
TARGET, SUITS = "1956", "SHCD"
REDEALS = {"shuffled": 4, "unshuffled": 1}  # orders of a Geburtstag deal with four passes

HEAD = """\
# Numbered deals in full, the first card dealt first, thirteen in a row.
# Written by: python -m tests.deals.pins > tests/data/numbered_deals.txt
"""


def _rows(cards: tuple[Card, ...]) -> Iterator[str]:
    for start in range(0, len(cards), 13):
        yield "  " + " ".join(map(format_card, cards[start : start + 13]))


def lines() -> Iterator[str]:
    """Give the lines of the file below its head."""
    for name in DECKS:
        for written, number in NUMBERS.items():
            yield f"\n{name}, deal {written} = {number}"
            yield from _rows(numbered_deal(number, find_deck(name)).cards)
    for redeal, orders in REDEALS.items():
        for written, number in NUMBERS.items():
            deal = numbered_deal(
                number, find_deck("french52"), target=TARGET, suits=SUITS, orders=orders
            )
            head = f"\ngeburtstag {redeal} {TARGET} {SUITS}, deal {written} = {number}"
            for i, cards in enumerate((deal.cards, *deal.redeals), start=1):
                yield f"{head}, pass {i}"
                yield from _rows(cards)


def text() -> str:
    """Give the whole file."""
    return HEAD + "".join(line + "\n" for line in lines())


if __name__ == "__main__":
    import sys

    sys.stdout.write(text())
