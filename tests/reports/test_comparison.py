"""Folders side by side: the pairs that are counted, and what open deals do to the interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from folders import Row, make_folder, verdict_row
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.intervals import Pairs, newcombe, newcombe_paired
from reports.store import open_folder
from reports.store.parts import part_path, sidecar_path
from reports.summary import summarize
from reports.summary.comparison import Comparison, _in_step, compare

Make = Callable[..., str]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    names = iter(range(1000))
    return lambda *args, **options: make_folder(
        tmp_path / f"folder-{next(names)}", *args, **options
    )


def compared(first: str, other: str, level: float = 0.95) -> Comparison:
    folders = [open_folder(path) for path in (first, other)]
    one, two = ((folder, summarize(folder)) for folder in folders)
    return compare(one, two, level)


def drawn(verdicts: tuple[str, ...], share: list[float], seed: int, n: int = 500) -> list[Row]:
    chosen = np.random.default_rng(seed).choice(verdicts, n, p=share)
    return [
        verdict_row(deal, verdict, 3 * (verdict == "lost")) for deal, verdict in enumerate(chosen)
    ]


def test_the_same_deals_are_compared_one_by_one(make: Make) -> None:
    one = drawn(("won", "lost"), [0.7, 0.3], 1)
    two = drawn(("won", "lost"), [0.6, 0.4], 2)
    pairs = Counter((a["verdict"], b["verdict"]) for a, b in zip(one, two, strict=True))
    first = make("zudecken", one, chunk_size=150)
    found = compared(first, make("zudecken-group", two, chunk_size=100))
    assert found.method == "newcombe-paired"
    assert found.deals == 500
    assert found.only_here == pairs["lost", "won"] > 50
    assert found.only_there == pairs["won", "lost"] > 50
    assert found.difference == (found.only_here - found.only_there) / 500
    table = Pairs(pairs["won", "won"], found.only_there, found.only_here, pairs["lost", "lost"])
    assert found.interval == newcombe_paired(table, 0.95)
    assert compared(first, first).difference == 0


@pytest.mark.promise(12)
def test_open_deals_widen_a_paired_interval(make: Make) -> None:
    verdicts = ("won", "lost", "undecided")
    one = drawn(verdicts, [0.5, 0.4, 0.1], 3)
    two = drawn(verdicts, [0.5, 0.3, 0.2], 4)
    found = compared(make("zudecken", one), make("zudecken-group", two))

    def ends(open_there: str, open_here: str) -> tuple[float, float]:
        pairs = Counter(
            (
                open_there if a["verdict"] == "undecided" else a["verdict"],
                open_here if b["verdict"] == "undecided" else b["verdict"],
            )
            for a, b in zip(one, two, strict=True)
        )
        words = ("won", "lost")
        return newcombe_paired(Pairs(*(pairs[a, b] for a in words for b in words)), 0.95)

    assert found.interval == (ends("won", "lost")[0], ends("lost", "won")[1])


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("zudecken-32", {}),  # another deck: a number stands for other cards
        ("zudecken-group", {"deals": "0..400", "cut": 401}),
        ("zudecken-group", {"deals": {"kind": "files", "count": 500}}),
    ],
)
def test_other_deals_are_separate_samples(make: Make, game: str, options: dict[str, Any]) -> None:
    one = drawn(("won", "lost", "undecided"), [0.6, 0.3, 0.1], 5)
    two = drawn(("won", "lost", "undecided"), [0.7, 0.2, 0.1], 6)[: options.pop("cut", 500)]
    found = compared(make("zudecken", one), make(game, two, **options))
    assert (found.method, found.deals, found.only_here, found.only_there) == (
        *("newcombe", None, None, None),
    )
    a, b = (Counter(row["verdict"] for row in rows) for rows in (one, two))
    low = newcombe((500 - a["lost"], 500), (b["won"], len(two)), 0.95).low
    high = newcombe((a["won"], 500), (len(two) - b["lost"], len(two)), 0.95).high
    assert found.interval == (low, high)
    assert found.difference == b["won"] / len(two) - a["won"] / 500


def test_a_tally_tells_no_single_deals(make: Make) -> None:
    row = {"first": 0, "deals": 500, "cards_left": [500], "nearest": [], "hardest": []}
    row |= {"won": 500, "lost": 0, "undecided": 0, "chance": 0, "error": 0}
    tally = make("zudecken", [row], detail="tally", deals="0..499", chunk_size=500)
    found = compared(make("zudecken", drawn(("won", "lost"), [0.5, 0.5], 7)), tally)
    assert found.method == "newcombe"


def test_geburtstag_of_another_target_deals_other_cards(make: Make) -> None:
    from solver.rules import find_rules

    rows = drawn(("won", "lost"), [0.5, 0.5], 8, 20)
    folders = [make(find_rules("geburtstag", target=target), rows) for target in ("1956", "1234")]
    assert compared(*folders).method == "newcombe"
    folders[1] = make("geburtstag-unshuffled", rows)
    assert compared(*folders).method == "newcombe-paired"


def test_only_deals_that_both_hold_are_paired(make: Make) -> None:
    """An unfinished folder of the same range has fewer deals, and errors are no verdicts."""
    one = drawn(("won", "lost", "error"), [0.5, 0.4, 0.1], 9)
    two = drawn(("won", "lost", "error"), [0.6, 0.3, 0.1], 10)
    folder = make("zudecken-group", two, chunk_size=50)
    for path in (part_path(folder, 4), sidecar_path(folder, 4)):
        Path(path).unlink()
    found = compared(make("zudecken", one, chunk_size=64), folder)
    there = [n for n in range(500) if not 200 <= n < 250]
    good = [n for n in there if "error" not in (one[n]["verdict"], two[n]["verdict"])]
    assert found.deals == len(good) < len(there)


def test_nothing_in_common_is_two_samples(make: Make) -> None:
    rows = drawn(("won", "lost"), [0.5, 0.5], 11, 20)
    folders = [make(game, rows, chunk_size=10) for game in ("zudecken", "zudecken-group")]
    for folder, gone in zip(folders, (0, 1), strict=True):
        Path(part_path(folder, gone)).unlink()
        Path(sidecar_path(folder, gone)).unlink()
    assert compared(*folders).method == "newcombe"


def test_an_empty_folder_says_nothing(make: Make) -> None:
    rows = drawn(("won", "lost"), [0.5, 0.5], 12, 20)
    found = compared(make("zudecken", rows), make("zudecken", []))
    assert (found.difference, found.interval) == (None, (-1, 1))


NUMBERS = st.lists(st.integers(0, 40) | st.integers(2**64 - 9, 2**64 - 1), unique=True).map(sorted)


@given(NUMBERS, NUMBERS, st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_stepping_through_two_folders(
    one: list[int], two: list[int], cut_one: int, cut_two: int
) -> None:
    def parts(numbers: list[int], cut: int) -> Any:
        for start in range(0, len(numbers), cut):
            part = np.array(numbers[start : start + cut], np.uint64)
            yield part, np.arange(start, start + len(part))

    found = [
        (one[a], two[b])
        for there, here in _in_step(parts(one, cut_one), parts(two, cut_two))
        for a, b in zip(there.tolist(), here.tolist(), strict=True)
    ]
    assert found == [(n, n) for n in one if n in two]
