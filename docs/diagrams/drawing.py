"""Drawing for the diagrams of the documentation: cards, words and arrows on green felt, as SVG.

A diagram has its own background and no text that needs a certain font, so it looks the same on a
light and on a dark page, and wherever else its file is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from deals.cards import RANKS, SUITS, Card, rank_of, suit_of
from reports.html.cards import is_red, sprite

CARD_WIDTH, CARD_HEIGHT = 100, 140  # as `reports.html.cards` draws them
MINI_WIDTH, MINI_HEIGHT = 38, 24

_STYLE = """
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; font-size: 15px; fill: #f4f1e6; }
.small { font-size: 13px; } .strong { font-weight: 700; } .quiet { fill: #c9d8cf; }
.start { text-anchor: start; } .middle { text-anchor: middle; } .end { text-anchor: end; }
.felt { fill: #2c5c49; } .slot { fill: #234a3b; stroke: #7fa08f; stroke-dasharray: 4 4; }
.face { fill: #fffef9; stroke: #b9b2a2; } .back { fill: #7c2433; }
.red { fill: #bd1f2d; color: #bd1f2d; } .black { fill: #1d1d22; color: #1d1d22; }
.red text, .black text { fill: inherit; font-family: Georgia, "DejaVu Serif", serif; }
.red .index, .black .index { font-size: 23px; font-weight: 700; text-anchor: middle; }
.red .letter, .black .letter { font-size: 40px; font-weight: 700; text-anchor: middle; }
.frame { fill: none; stroke: currentColor; stroke-opacity: .45; } .light { fill: #e7c9a2; }
.lattice { fill: none; stroke: #e7c9a2; stroke-width: .8; stroke-opacity: .75; }
.red .figure, .black .figure { font-size: 15px; font-weight: 700; text-anchor: middle; }
.chosen { fill: none; stroke: #ffc233; stroke-width: 4; }
.new { fill: none; stroke: #9fd0ff; stroke-width: 4; stroke-dasharray: 7 4; }
.won { fill: #cfe8cf; stroke: #9be29b; stroke-width: 3; } .open { fill: #fffef9; stroke: #9be29b; }
.lost { fill: #d9d3c8; stroke: #e58b6f; stroke-dasharray: 5 3; stroke-width: 2; }
.odd { fill: #ffc233; } .even { fill: #234a3b; stroke: #7fa08f; }
.oddtext { fill: #1d1d22; font-weight: 700; }
.line { fill: none; stroke: #f4f1e6; stroke-width: 2; }
.dim { opacity: .55; stroke-dasharray: 5 4; }
.ghost { opacity: .3; }
"""


class Drawing:
    """A diagram that grows shape by shape; `svg` returns it.

    Parameters
    ----------
    width, height : float
        Its size; a page scales it down where it must.
    title : str
        What it shows, for those who cannot see it.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = width, height
        self._title = title
        self._shapes: list[str] = []
        self._cards: set[Card] = set()
        self._suits = False
        self._back = False

    def text(self, x: float, y: float, words: str, classes: str = "start") -> None:
        """Write a line of words; `classes` says where x is in it, and its weight."""
        self._shapes.append(f'<text x="{x:g}" y="{y:g}" class="{classes}">{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        """Draw a box with round corners."""
        self._shapes.append(
            f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
            f' rx="{min(6.0, height / 4):g}"/>'
        )

    def card(self, card: Card, x: float, y: float, scale: float, mark: str = "") -> None:
        """Draw a card; the mark is ``chosen``, ``new``, ``ghost`` or none."""
        self._cards.add(card)
        name = RANKS[rank_of(card)] + SUITS[suit_of(card)]
        faded = ' class="ghost"' if mark == "ghost" else ""
        self._use(f"card-{name}", x, y, scale, faded)
        if mark in ("chosen", "new"):
            self.box(x - 2, y - 2, CARD_WIDTH * scale + 4, CARD_HEIGHT * scale + 4, mark)

    def stock(self, count: int, x: float, y: float, scale: float) -> None:
        """Draw the stock face down with the number of its cards, or the place where it was."""
        width, height = CARD_WIDTH * scale, CARD_HEIGHT * scale
        if count:
            self._back = True
            self._use("card-back", x, y, scale)
        else:
            self.box(x, y, width, height, "slot")
        self.text(x + width / 2, y + height + 17, f"stock: {count}", "middle small quiet")

    def mini(self, card: Card, x: float, y: float, faded: bool = False) -> None:
        """Draw a card as a small plate with its rank and suit."""
        self._suits = True
        rank = RANKS[rank_of(card)].replace("T", "10")
        colour = "red" if is_red(card) else "black"
        self._shapes.append(
            f'<g class="{colour}{" ghost" if faded else ""}" transform="translate({x:g} {y:g})">'
            f'<rect class="face" width="{MINI_WIDTH}" height="{MINI_HEIGHT}" rx="4"/>'
            f'<text class="figure" x="12" y="17.5">{rank}</text>'
            f'<use href="#suit-{SUITS[suit_of(card)]}" transform="translate(27 12) scale(.72)"/>'
            "</g>"
        )

    def minis(self, cards: Iterable[Card], x: float, y: float) -> None:
        """Draw small plates in a row."""
        for number, card in enumerate(cards):
            self.mini(card, x + number * (MINI_WIDTH + 3), y)

    def suit(self, suit: int, x: float, y: float, scale: float) -> None:
        """Draw a suit on a small white plate around a point."""
        self._suits = True
        colour = "red" if SUITS[suit] in "HD" else "black"
        self._shapes.append(
            f'<circle class="face" cx="{x:g}" cy="{y:g}" r="{14 * scale:g}"/>'
            f'<use class="{colour}" href="#suit-{SUITS[suit]}"'
            f' transform="translate({x:g} {y:g}) scale({scale * 0.8:g})"/>'
        )

    def arrow(self, points: Sequence[tuple[float, float]], kind: str = "line") -> None:
        """Draw a line through some points with a head at its end."""
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        self._shapes.append(f'<path class="{kind}" marker-end="url(#head)" d="{path}"/>')

    def svg(self) -> str:
        """Return the diagram as the text of an SVG file."""
        width, height = self._size
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
                f' width="{width:g}" height="{height:g}" role="img">',
                f"<title>{escape(self._title)}</title>",
                f"<style>{_STYLE}</style>",
                f"<defs>{self._definitions()}</defs>",
                f'<rect class="felt" width="{width:g}" height="{height:g}" rx="12"/>',
                *self._shapes,
                "</svg>\n",
            ]
        )

    def _use(self, name: str, x: float, y: float, scale: float, more: str = "") -> None:
        place = f"translate({x:g} {y:g}) scale({scale:g})"
        self._shapes.append(f'<use href="#{name}"{more} transform="{place}"/>')

    def _definitions(self) -> str:
        """Return the head of arrows and what else is used of the cards."""
        lines = sprite(self._cards).splitlines()
        suits, back, faces = lines[: len(SUITS)], lines[len(SUITS)], lines[len(SUITS) + 1 :]
        head = (
            '<marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7"'
            ' markerHeight="7" orient="auto-start-reverse">'
            '<path d="M0 0L10 5L0 10Z" fill="#f4f1e6"/></marker>'
        )
        wanted = suits if self._suits or faces else []
        return "\n".join([head, *wanted, *([back] if self._back else []), *faces])
