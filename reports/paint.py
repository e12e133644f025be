"""How words and cards look on a console: card style and colour, decided once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deals.cards import Style, format_card, parse_card, suit_of

_RED_SUITS = (2, 3)
_CODES = {"red": "31", "green": "32", "yellow": "33", "dim": "2", "bold": "1"}


def plain(text: str) -> str:
    r"""Return a text from outside in one line that no terminal takes for an order.

    Examples
    --------
    >>> print(plain("new\nline \x1b[31mü"))
    new\nline \x1b[31mü
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


@dataclass(frozen=True, slots=True)
class Paint:
    """A style for cards, and whether colours may be used; a colour is never the only sign.

    Attributes
    ----------
    style : {"letters", "symbols", "german"}
        How cards are written.
    colour : bool
        Whether to colour red suits and verdicts with terminal codes.
    width : int
        Columns a line may fill.

    Examples
    --------
    >>> Paint("symbols").card("TH"), Paint("german").card("7C@31")
    ('10♥', 'Kr7@31')
    """

    style: Style = "letters"
    colour: bool = False
    width: int = 80

    def card(self, name: str) -> str:
        """Return a card of a record (``TH``, ``7C@31``) in this style."""
        letters, at, place = name.partition("@")
        card = parse_card(letters)
        text = format_card(card, self.style) + at + place
        return self.word(text, "red") if suit_of(card) in _RED_SUITS else text

    def cards(self, names: Iterable[str]) -> str:
        """Return cards in this style with blanks between."""
        return " ".join(self.card(name) for name in names)

    def suit(self, letter: str) -> str:
        """Return a suit, given as its letter, in this style."""
        ace = format_card(parse_card("A" + letter), self.style)
        text = ace.removeprefix("A") if self.style != "german" else ace.removesuffix("A")
        return self.word(text, "red") if letter in "HD" else text

    def word(self, text: str, look: str) -> str:
        """Return a text in a colour or weight, unchanged where colours are off."""
        return f"\x1b[{_CODES[look]}m{text}\x1b[0m" if self.colour else text

    def pad(self, text: str, width: int) -> str:
        """Return a text filled up with blanks to a width that does not count colour codes."""
        return text + " " * max(0, width - visible(text))

    def narrowed(self, columns: int) -> Paint:
        """Return the same paint for lines that begin so many columns further right."""
        return replace(self, width=self.width - columns)

    def wrap(self, items: Sequence[str], indent: str = "") -> list[str]:
        """Return lines of items with blanks between, within the width and indented."""
        lines: list[str] = []
        for item in items:
            if lines and visible(lines[-1]) + 1 + visible(item) <= self.width:
                lines[-1] += f" {item}"
            else:
                lines.append(indent + item)
        return lines

    def paragraph(self, text: str, indent: str = "") -> list[str]:
        """Return the lines of a text, broken at its blanks, within the width and indented."""
        return self.wrap(text.split(" "), indent)

    def table(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """Return lines of cells in columns, the first row being the heading."""
        widths = [max(visible(cell) for cell in column) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            cells = (self.pad(cell, width) for cell, width in zip(row, widths, strict=True))
            lines.append("  ".join(cells).rstrip())
        return [self.word(lines[0], "dim"), *lines[1:]]


def visible(text: str) -> int:
    """Return how many columns a text fills, colour codes not counted.

    Examples
    --------
    >>> visible(Paint("symbols", colour=True).card("TH"))
    3
    """
    columns, in_code = 0, False
    for letter in text:
        if in_code:
            in_code = letter != "m"
        elif letter == "\x1b":
            in_code = True
        else:
            columns += 1
    return columns
