"""Counts of lines are exact past one word, and past two by the readable rules."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest

from solver.analysis import Analysis
from solver.columns import Columns, Detail
from solver.kernel import Kernel
from solver.kernel.check import check
from solver.kernel.counting import _backward, count
from solver.kernel.tables import make_tables
from solver.rules import CoveringRules, find_rules

SINGLE = find_rules("zudecken-single", deck="4x4")


@cache
def lines_of_cards_that_all_match(stock: int, face_up: int, sizes: tuple[int, ...]) -> int:
    """Return how many lines there are where only the number of cards counts."""
    total = 0
    for size in sizes:
        if size <= face_up and face_up >= 2:  # one card alone matches no other
            new = min(size, stock)
            after = lines_of_cards_that_all_match(stock - new, face_up - size + new, sizes)
            total += comb(face_up, size) * after
    return total or 1


def counted(cards: int, rules: CoveringRules) -> tuple[int, int, bool]:
    """Return lines, winning lines and whether they are too many, of cards that all match."""
    tables = make_tables(rules)
    verdicts, left = np.empty(1, np.uint8), np.empty(1, np.int16)
    counts, lines = np.empty((1, 6), np.uint32), np.empty((1, 4), np.uint64)
    chances, too_many = np.empty(1, np.float64), np.empty(1, np.bool_)
    count(
        np.uint64(0),
        np.uint64(1),
        np.zeros((0, cards), np.uint8),
        np.zeros(cards, np.uint8),
        tables.width,
        tables.to_stock,
        tables.singly,
        np.ones(52, np.uint32),
        tables.legal,
        tables.remains,
        verdicts,
        left,
        counts,
        lines,
        chances,
        too_many,
    )
    words = [int(word) for word in lines[0]]
    return words[0] | words[2] << 64, words[1] | words[3] << 64, bool(too_many[0])


def test_lines_up_to_two_words_and_how_more_are_told() -> None:
    rules = find_rules("zudecken-single", goal="stock")
    assert isinstance(rules, CoveringRules)
    passed = set()
    for cards in (1, 2, 4, 5, 26, 27, 28, 40, 52, 53, 54, 55, 64):
        lines, winning, too_many = counted(cards, rules)
        first = min(4, cards)
        exact = _to_stock(cards - first, first)
        assert too_many == (exact >= 2**128), cards
        if not too_many:
            assert lines == winning == exact
        passed.add(exact.bit_length() // 64)
    assert passed == {0, 1, 2}


@cache
def _to_stock(stock: int, face_up: int) -> int:
    """Return how many lines end with the stock: from four cards any group may go."""
    if stock == 0 or face_up < 2:
        return 1
    return sum(comb(4, size) * _to_stock(max(stock - size, 0), 4) for size in (1, 2, 3, 4))


@pytest.mark.parametrize("cards", [1, 3, 20, 30, 50, 53, 58])
def test_lines_that_end_with_the_last_card(cards: int) -> None:
    assert isinstance(SINGLE, CoveringRules)
    first = min(4, cards)
    exact = lines_of_cards_that_all_match(cards - first, first, (1, 2, 3, 4))
    lines, winning, too_many = counted(cards, SINGLE)
    assert too_many == (exact >= 2**128)
    if not too_many:
        assert lines == exact
        assert winning < lines or cards == 0


@pytest.mark.parametrize("sizes", [(2, 3), (2, 3, 4)])
def test_lines_where_pairs_leave(sizes: tuple[int, ...]) -> None:
    """One word suffices for some of them, and is not what is tried first for others."""
    rules = find_rules("zudecken", sizes=sizes)
    assert isinstance(rules, CoveringRules)
    words = set()
    for cards in (20, 40, 46, 50, 64):
        exact = lines_of_cards_that_all_match(cards - 4, 4, sizes)
        assert counted(cards, rules)[::2] == (exact, False)
        words.add(exact.bit_length() > 64)
    assert words == {False, True}


@pytest.mark.promise(15)
def test_lines_past_one_word_in_a_real_deal() -> None:
    rules = find_rules("zudecken-single", deck="3*12x1", width=3)
    [lines] = Kernel(rules, Detail.FULL).numbered(range(1))["lines"]
    assert int(lines) > 2**64
    assert not check(rules, range(1), (Detail.FULL,)).differences


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ([64], 2**128 - 1),
        ([64, 1], 2**128),
        ([1, 64], 2**128),  # here the carry is what is too much
        ([63, 63, 1], 2**126 - 1),
        ([64, 64, 64], 3 * 2**128 - 3),
    ],
)
def test_the_largest_number_of_lines(moves: list[int], lines: int) -> None:
    """Hand 1 is the end, hand n after it has four moves to hand n - 1 and three to the end."""
    size, width, last = 64, 4, 65
    targets = [[], [], *([hand] * 4 + [1] * 3 for hand in range(1, 63)), [63] * 8 + [1] * 7, moves]
    degrees = np.array([len(after) for after in targets], np.uint32)
    heads = np.zeros(80, np.uint32)
    heads[width : size + width + 1] = np.arange(last, 0, -1)
    known = np.zeros((last + 1, 4), np.uint64)
    too_many = _backward(
        np.uint64(size),
        np.uint64(width),
        np.uint64(0),
        True,
        np.zeros(last + 1, np.uint32),
        (np.cumsum(degrees) - degrees).astype(np.uint32),
        degrees,
        np.concatenate(targets).astype(np.uint32),
        heads,
        known,
        np.zeros(last + 1),
        np.zeros(6, np.uint32),
        np.zeros(1, np.int16),
    )
    assert too_many == (lines >= 2**128)
    if not too_many:
        assert int(known[last, 0]) | int(known[last, 2]) << 64 == lines


class FallsBack:
    """Stands for the compiled code, and tells that every other deal has too many lines."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __call__(self, *arguments: Any) -> None:
        self._real(*arguments)
        lines, too_many = arguments[-3], arguments[-1]
        too_many[::2] = True
        lines[::2] = 12345


def fall_back(kernel: Kernel) -> None:
    runner: Any = kernel._runner
    runner._count = FallsBack(runner._count)


@pytest.mark.promise(15)
@pytest.mark.parametrize("deck", ["3x3", "4x3"])
def test_more_lines_are_counted_by_the_readable_rules(deck: str) -> None:
    rules = find_rules("zudecken-single", deck=deck, match="suit", width=3)
    kernel = Kernel(rules, Detail.FULL)
    fall_back(kernel)
    numbers = range(2**64 - 1 - 20 * 3, 2**64, 3)
    checked = check(rules, numbers, (Detail.FULL,), {Detail.FULL: kernel})
    assert not checked.differences
    assert checked.verdicts["lost"] > 0


def test_the_readable_rules_count_only_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    exact = Analysis

    def counting(graph: Any) -> Any:
        asked.append(graph)
        return exact(graph)

    monkeypatch.setattr("solver.kernel.runners.Analysis", counting)
    kernel = Kernel(SINGLE, Detail.FULL)
    right: Columns = kernel.numbered(range(5))
    assert not asked
    fall_back(kernel)
    again = kernel.numbered(range(5))
    assert len(asked) == 3
    assert again["lines"].tolist() == right["lines"].tolist()
    assert again["winning_lines"].tolist() == right["winning_lines"].tolist()
