"""Pages for the tests of the HTML reports: the deals shown, and what their data say."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any, NamedTuple

from reports.html import deal_page
from reports.html.packing import unpack
from solver.analysis import Analysis
from solver.games import Covering
from solver.graph import StateGraph
from solver.prepare import Question, prepare_number
from solver.rules import find_rules
from solver.solve import Solution, solve

HOSTILE = "</script><img src=x onerror=alert(1)>"


class Shown(NamedTuple):
    """A page with what it was made from."""

    solution: Solution
    analysis: Any
    html: str


def show(question: Question, *, analyse: bool = True, **options: Any) -> Shown:
    """Return the page of a deal."""
    solution = solve(*question)
    covering = isinstance(solution.game, Covering)
    analysis = Analysis(StateGraph(solution.game)) if covering and analyse else None
    html = deal_page(solution, analysis, version="0.1.0", **options)
    return Shown(solution, analysis, html)


@cache
def numbered(variant: str, number: int, **settings: object) -> Shown:
    """Return the page of a numbered deal, made once."""
    return show(prepare_number(number, find_rules(variant, **settings)))


WON_ZUDECKEN = ("zudecken-group", 1)
LOST_ZUDECKEN = ("zudecken-group", 11)
WON_QUADRAT = ("quadrat", 3)
LOST_QUADRAT = ("quadrat", 0)
WON_GEBURTSTAG = ("geburtstag", 514)
LOST_GEBURTSTAG = ("geburtstag", 5)
TWINS = ("zudecken", 5)
TWO_PACKS = {"deck": "2*2x4"}  # settings that go with it
DEALS = (
    WON_ZUDECKEN,
    LOST_ZUDECKEN,
    WON_QUADRAT,
    LOST_QUADRAT,
    WON_GEBURTSTAG,
    LOST_GEBURTSTAG,
)


def data_of(html: str) -> Any:
    """Return the data inside a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


class Read(NamedTuple):
    """One position as the page holds it."""

    dealt: int
    up: tuple[int, ...]
    end: int
    moves: dict[tuple[int, ...], int]  # the places taken: the index of the position after it


def positions(graph: Any) -> list[Read]:
    """Return the positions of a page's data, read the way its script reads them."""
    up, take, target = (iter(unpack(graph[key])) for key in ("up", "take", "target"))
    columns = (unpack(graph[key]) for key in ("dealt", "width", "end", "moves"))
    read = []
    for dealt, width, end, moves in zip(*columns, strict=True):
        places = tuple(next(up) for _ in range(width))
        after = {}
        for _ in range(moves):
            mask = next(take)
            group = tuple(place for bit, place in enumerate(places) if mask >> bit & 1)
            after[group] = next(target)
        assert len(after) == moves
        read.append(Read(dealt, places, end, after))
    assert not [*up, *take, *target]
    return read


_VOID = {"meta", "link", "input", "wbr", "br", "img"}


class Document(HTMLParser):
    """A page taken apart: its elements in order, its text, and every fault of its nesting."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self._owners: list[list[str]] = []  # text inside each open element
        self.texts: list[tuple[str, str]] = []  # each closed element and its text
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice")
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)
            self._owners.append([])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self._open[-1:]}")
            return
        self._open.pop()
        text = "".join(self._owners.pop())
        if self._owners:
            self._owners[-1].append(text)
        self.texts.append((tag, text))

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._owners:
            self._owners[-1].append(data)

    def text_of(self, tag: str) -> str:
        """Return the text of the first element of a kind."""
        return next(text for name, text in self.texts if name == tag)
