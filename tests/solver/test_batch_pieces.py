"""Pieces and tallies: however the deals are cut, everything is there once and in order."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.batch.arrays import blank, scatter
from solver.batch.pieces import End, Pace, Piece, number_pieces
from solver.batch.tally import KEPT, SAMPLED, Tally, hardest, tally
from solver.batch.work import Task, Worker
from solver.columns import COUNTS, VERDICTS, Columns, Detail
from solver.rules import find_rules


class FixedPace(Pace):
    def __init__(self, size: int) -> None:
        self.size = size


@given(
    st.integers(0, 2**64 - 1),
    st.integers(1, 300),
    st.integers(1, 2**40),
    st.integers(1, 50),
    st.integers(1, 60),
    st.sets(st.integers(0, 20)),
)
def test_pieces_hold_every_deal_once(
    first: int, count: int, step: int, chunk_size: int, size: int, there: set[int]
) -> None:
    numbers = range(first, first + count * step, step)
    rows: dict[int, int] = {}

    def skip(index: int, number: int) -> bool:
        rows[index] = number
        return index in there

    seen: list[int] = []
    places: list[int] = []
    for item in number_pieces(numbers, chunk_size, FixedPace(size), skip):
        if isinstance(item, Piece):
            assert len(item.places) == len(item.labels) <= size
            seen += item.labels
            places += item.places
        else:
            assert isinstance(item, End)
            assert list(item.labels) == seen
            assert places == list(range(len(seen)))
            assert seen == list(numbers)[item.index * chunk_size :][:chunk_size]
            assert item.index not in there
            seen, places = [], []
    assert seen == []
    assert sum(rows.values()) == count
    assert all(number == chunk_size for index, number in rows.items() if index != max(rows))


def test_all_numbers_there_are_can_be_cut() -> None:
    stream = number_pieces(range(2**64), 10**6, FixedPace(10**9), lambda index, rows: index < 3)
    first = next(stream)
    assert isinstance(first, Piece)
    assert first.labels == range(3 * 10**6, 4 * 10**6)
    assert isinstance(next(stream), End)
    last = list(number_pieces(range(2**64 - 3, 2**64), 2, FixedPace(5), lambda *_: False))
    assert last[2] == Piece(range(1), range(2**64 - 1, 2**64))


def test_the_pace_follows_the_work_and_is_never_nothing() -> None:
    pace = Pace()
    for _ in range(40):
        pace.took(pace.size, pace.size / 1e6)
    assert pace.size == 100_000  # a tenth of a second
    pace.took(100_000, 10.0)
    assert pace.size == 1000
    pace.took(1, 50.0)
    assert pace.size == 1
    pace.took(0, 0.0)
    assert pace.size == 1
    pace.took(1, 0.0)
    assert pace.size == 2


def test_columns_of_a_chunk_are_those_of_its_parts_in_their_places() -> None:
    names = ("verdict", "cards_left", "passes", "left")
    one: Columns = blank(names, 2, 1)
    one["verdict"][:], one["passes"][:], one["left"][:] = 0, 1, 7
    other: Columns = blank(names, 1, 3)
    other["verdict"][:], other["passes"][:], other["left"][:] = 1, 3, [[9, 8, 6]]
    whole = scatter(names, 5, [(range(2), one), ([3], other)])
    assert whole["verdict"].tolist() == [0, 0, 4, 1, 4]
    assert whole["left"].tolist() == [[7, 0, 0], [7, 0, 0], [0, 0, 0], [9, 8, 6], [0, 0, 0]]
    nothing = scatter(("verdict", *COUNTS, "lines", "random_win"), 0, [])
    assert [len(column) for column in nothing.values()] == [0] * 9


DEALS = st.lists(st.tuples(st.sampled_from([0, 1, 2, 3]), st.integers(0, 52)), max_size=60)


def columns_of(deals: list[tuple[int, int]]) -> Columns:
    left = [cards if verdict < 2 else -1 for verdict, cards in deals]
    return {
        "verdict": np.array([verdict for verdict, _ in deals], dtype=np.uint8),
        "cards_left": np.array(left, dtype=np.int16),
    }


@given(DEALS, st.integers(0, 2**63), st.integers(1, 7), st.lists(st.integers(0, 60), max_size=4))
def test_tallies_count_what_there_is_however_it_is_cut(
    deals: list[tuple[int, int]], first: int, step: int, cuts: list[int]
) -> None:
    labels = range(first, first + len(deals) * step, step)
    found = tally(labels, columns_of(deals))
    assert found.deals == len(deals)
    assert list(found.verdicts) == [
        sum(verdict == code for verdict, _ in deals) for code in range(len(VERDICTS))
    ]
    known = [cards for verdict, cards in deals if verdict < 2]
    assert list(found.cards_left) == [known.count(i) for i in range(max(known, default=-1) + 1)]
    lost = [
        (cards, label)
        for (verdict, cards), label in zip(deals, labels, strict=True)
        if verdict == 1
    ]
    assert found.nearest == tuple((label, cards) for cards, label in sorted(lost)[:KEPT])
    sums = Tally()
    bounds = sorted({0, len(deals), *(cut for cut in cuts if cut < len(deals))})
    for start, stop in pairwise(bounds):
        sums += tally(labels[start:stop], columns_of(deals[start:stop]))
    assert sums == found


def test_of_many_equal_misses_the_first_ones_are_the_nearest() -> None:
    """More of them than a sort that is not stable leaves in order."""
    random = np.random.default_rng(1)
    left = random.choice(np.array([3, 5], dtype=np.int16), 500, p=[0.01, 0.99])
    found = tally(range(500), {"verdict": np.ones(500, dtype=np.uint8), "cards_left": left})
    by_hand = sorted(range(500), key=lambda i: (left[i], i))[:KEPT]
    assert [deal for deal, _ in found.nearest] == by_hand
    assert {cards for _, cards in found.nearest} == {3, 5}
    halves = [tally(part, columns_of([(1, int(left[i])) for i in part])) for part in
              (range(250), range(250, 500))]  # fmt: skip
    assert halves[0] + halves[1] == halves[1] + halves[0] == found


def test_the_hardest_are_won_with_the_smallest_chance() -> None:
    chance = np.array([0.5, 0.1, 0.0, 0.1, *np.linspace(0.2, 0.3, 12)])
    verdict = np.zeros(16, dtype=np.uint8)
    verdict[2] = VERDICTS.index("lost")
    found = hardest(range(100, 116), {"verdict": verdict, "random_win": chance})
    assert [deal for deal, _ in found.hardest] == [101, 103, *range(104, 112)]
    assert found.deals == 0


@pytest.mark.parametrize("cut", [3, 7, 10])
def test_a_tally_looks_at_the_deals_whose_place_in_the_chunk_says_so(
    cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.batch.work.SAMPLED", 4)
    worker = Worker(Task(find_rules("zudecken", deck="4x4"), Detail.TALLY, compiled=False))
    sums = Tally()
    ticks: list[int] = []
    for start in range(0, 20, cut):
        places = range(start, min(start + cut, 20))
        piece = Piece(places, range(1000 + places.start, 1000 + places.stop))
        result = worker(piece, ticks.append).result
        assert isinstance(result, Tally)
        sums += result
    assert sorted(deal for deal, _ in sums.hardest) == [1000, 1004, 1008, 1012, 1016]
    assert sum(ticks) == 20  # those looked at twice are counted once


def test_deals_from_files_are_sampled_by_their_places_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.prepare import prepare_number

    monkeypatch.setattr("solver.batch.work.SAMPLED", 4)
    rules = find_rules("zudecken", deck="4x4")
    deals = tuple(prepare_number(number, rules).deal for number in range(5))
    piece = Piece([3, 4, 6, 8, 9], [3, 4, 6, 8, 9], deals)
    result = Worker(Task(rules, Detail.TALLY, compiled=False))(piece, lambda done: None).result
    assert isinstance(result, Tally)
    assert sorted(deal for deal, _ in result.hardest) == [4, 8]


@pytest.mark.parametrize("game", ["quadrat", "geburtstag"])
def test_where_choices_decide_nothing_no_deal_is_the_hardest(game: str) -> None:
    task = Task(find_rules(game), Detail.TALLY, compiled=False)
    assert task.details() == (Detail.TALLY,)
    result = Worker(task)(Piece(range(20), range(20)), lambda done: None).result
    assert isinstance(result, Tally)
    assert result.hardest == ()
    assert result.deals == 20
    assert SAMPLED == 10_000
