"""What compiled code there is for which rules: arrays in, columns out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deals.deal import Deal
from deals.decks import find_deck
from solver.analysis import Analysis
from solver.columns import COUNTS, Columns, Detail
from solver.games import Birthday, make_game, parity
from solver.graph import StateGraph
from solver.kernel.tables import make_tables
from solver.prepare import prepare_number
from solver.rules import BirthdayRules, CoveringRules, Rules

Cards = NDArray[np.uint8]

PATIENCE = 30
"""Dead ends before a search looks back; measured: half or twice as many cost some percent."""


class Runner(Protocol):
    """Compiled code for one set of rules.

    Attributes
    ----------
    slice_size : int
        Deals that take some milliseconds.
    """

    slice_size: int

    def run(self, deals: range | Sequence[Deal]) -> Columns:
        """Return the columns of deals: of numbered ones by their numbers, or of given ones."""
        ...


def runner_for(rules: Rules, detail: Detail) -> Runner:
    """Return the compiled code for rules that `solver.kernel.refusal` does not refuse."""
    if isinstance(rules, BirthdayRules):
        return _Birthday(rules, detail)
    assert isinstance(rules, CoveringRules)  # no other is let in by `refusal`
    if detail is Detail.FULL:
        return _Counting(rules)
    return _Parity(rules) if parity.applies(rules) else _Search(rules)


def numbers_of(deals: range | Sequence[Deal]) -> tuple[np.uint64, np.uint64]:
    """Return the first number of numbered deals and their step, as words that wrap around."""
    if not isinstance(deals, range) or not deals:
        return np.uint64(0), np.uint64(0)
    return np.uint64(deals[0]), np.uint64(deals.step % 2**64)


def told_of(
    deals: range | Sequence[Deal], deck: Cards
) -> tuple[np.uint64, np.uint64, Cards, Cards]:
    """Return what compiled code is told of deals of one order each, and of the deck.

    They are the first arguments of `solver.kernel.search.decide` and of what is like it.
    """
    given = () if isinstance(deals, range) else deals
    rows = np.array([deal.cards for deal in given], np.uint8).reshape(len(given), len(deck))
    return *numbers_of(deals), rows, deck


def _verdict_columns(rows: int) -> Columns:
    return {"verdict": np.empty(rows, np.uint8), "cards_left": np.empty(rows, np.int16)}


class _Parity:
    slice_size = 65_536

    def __init__(self, rules: CoveringRules) -> None:
        from solver.kernel.parity import decide_by_parity

        self._decide = decide_by_parity
        self._deck = np.array(find_deck(rules.deck).cards, np.uint8)
        self._to_stock = np.uint64(rules.goal == "stock")

    def run(self, deals: range | Sequence[Deal]) -> Columns:
        columns = _verdict_columns(len(deals))
        self._decide(
            *told_of(deals, self._deck),
            self._to_stock,
            columns["verdict"],
            columns["cards_left"],
        )
        return columns


class _Search:
    slice_size = 4_096

    def __init__(self, rules: CoveringRules) -> None:
        from solver.kernel.search import decide

        self._decide = decide
        self._deck = np.array(find_deck(rules.deck).cards, np.uint8)
        self._tables = make_tables(rules)

    def run(self, deals: range | Sequence[Deal]) -> Columns:
        columns = _verdict_columns(len(deals))
        first, step, given, deck = told_of(deals, self._deck)
        self._decide(
            first,
            step,
            given,
            deck,
            np.uint64(PATIENCE),
            *self._tables,
            columns["verdict"],
            columns["cards_left"],
        )
        return columns


class _Counting:
    slice_size = 64

    def __init__(self, rules: CoveringRules) -> None:
        from solver.kernel.counting import count

        self._count = count
        self._rules = rules
        self._deck = np.array(find_deck(rules.deck).cards, np.uint8)
        self._tables = make_tables(rules)
        if self._tables.singly:
            self.slice_size = 8

    def run(self, deals: range | Sequence[Deal]) -> Columns:
        rows = len(deals)
        columns = _verdict_columns(rows)
        counts = np.empty((rows, len(COUNTS)), np.uint32)
        lines, chances = np.empty((rows, 4), np.uint64), np.empty(rows, np.float64)
        too_many = np.empty(rows, np.bool_)
        rules = self._tables
        self._count(
            *told_of(deals, self._deck),
            rules.width,
            rules.to_stock,
            rules.singly,
            rules.masks,
            rules.legal,
            rules.remains,
            columns["verdict"],
            columns["cards_left"],
            counts,
            lines,
            chances,
            too_many,
        )
        columns |= {name: counts[:, i].copy() for i, name in enumerate(COUNTS)}
        for column, name in enumerate(("lines", "winning_lines")):
            lower, upper = lines[:, column].tolist(), lines[:, column + 2].tolist()
            numbers = [low | high << 64 for low, high in zip(lower, upper, strict=True)]
            columns[name] = np.array([str(number) for number in numbers], object)
        for row in np.flatnonzero(too_many).tolist():
            deal = deals[row]
            if not isinstance(deal, Deal):
                deal = prepare_number(deal, self._rules).deal
            exact = Analysis(StateGraph(make_game(self._rules, deal)))
            columns["lines"][row] = str(exact.lines(0))
            columns["winning_lines"][row] = str(exact.winning_lines(0))
        return columns | {"random_win": chances}


class _Birthday:
    slice_size = 8_192

    def __init__(self, rules: BirthdayRules, detail: Detail) -> None:
        from solver.kernel.birthday import play

        self._play = play
        self._full = detail is Detail.FULL
        self._shuffled = rules.redeal == "shuffled"
        one_pass = replace(rules, passes=1)  # more may be more than are dealt by number
        game = make_game(one_pass, prepare_number(0, one_pass).deal)
        assert isinstance(game, Birthday)
        self._code = {card: chain << 4 | up for card, (chain, up) in game.places.items()}
        deck = [card for card in find_deck(rules.deck).cards if card in self._code]
        self._deck = np.array([self._code[card] for card in deck], np.uint8)
        # Each pass plays a card of each unfinished chain at least, so that more are never played.
        self._passes = min(rules.passes, len(self._deck))

    def run(self, deals: range | Sequence[Deal]) -> Columns:
        rows = len(deals)
        columns = _verdict_columns(rows)
        used, left = np.empty(rows, np.uint8), np.zeros((rows, self._passes), np.uint8)
        with_orders = () if isinstance(deals, range) else deals
        given = np.array([1 + len(deal.redeals) for deal in with_orders], np.uint16)
        orders = np.zeros((len(given), int(given.max(initial=0)), len(self._deck)), np.uint8)
        for row, deal in enumerate(with_orders):
            orders[row, : given[row]] = [
                [self._code[card] for card in order] for order in (deal.cards, *deal.redeals)
            ]
        self._play(
            *numbers_of(deals),
            orders,
            given,
            self._deck,
            np.uint64(self._passes),
            np.uint64(self._shuffled),
            columns["verdict"],
            columns["cards_left"],
            used,
            left,
        )
        if self._full:
            columns |= {"passes": used, "left": left[:, : int(used.max(initial=0))].copy()}
        return columns
