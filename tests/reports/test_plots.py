"""Plots of reports: their areas and lengths are the numbers, and no label touches another."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import plots
from reports.plots_scale import chance_ticks, doubling_ticks, steps, whole_ticks

Point = tuple[float, float]


def found(values: dict[float, int], *, ratio: float = 0.0) -> dict[str, Any]:
    """Return a distribution with a bar for each value, of one whole number or of a ratio."""
    deals, seen, middle = sum(values.values()), 0, 0.0
    for value in sorted(values):
        if seen < deals / 2:
            middle = value
        seen += values[value]
    histogram = [
        {"low": value, "high": value * ratio if ratio else value + 1, "deals": values[value]}
        for value in sorted(values)
    ]
    ends = {"min": min(values), "max": max(values)}
    return ends | {
        "deals": deals,
        "histogram": histogram,
        "quantiles": [{"share": 0.5, "value": middle}],
    }


def after_pass(number: int, won: int, cards_left: list[int]) -> dict[str, Any]:
    return {"pass": number, "played": sum(cards_left), "won": won, "cards_left": cards_left}


def record(share: float, low: float, high: float, most: float | None = None) -> dict[str, Any]:
    return {
        "share": share,
        "share_at_most": share if most is None else most,
        "undecided": 0 if most is None else 1,
        "chance": 0,
        "interval": {"low": low, "high": high, "level": 0.95},
    }


def drawn(svg: str, name: str) -> list[list[Point]]:
    """Return the corners of every path of a class."""
    paths = re.findall(rf'class="{name}"[^>]* d="([^"]*)"', svg)
    return [[(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", d)] for d in paths]


def columns(svg: str, name: str) -> list[tuple[float, float, float]]:
    """Return left end, right end and area of each column under the outline of a histogram."""
    [outline] = drawn(svg, name)
    ground = max(y for _, y in outline)
    tops = [(a, b) for a, b in pairwise(outline) if a[1] == b[1] < ground - 1e-6 and a[0] < b[0]]
    return [(a[0], b[0], (ground - a[1]) * (b[0] - a[0])) for a, b in tops]


def texts(svg: str) -> list[tuple[str, float, float]]:
    """Return the words that are not turned, with where they stand."""
    elements = ElementTree.fromstring(svg).iter("text")
    return [
        (element.text or "", float(element.get("x", "")), float(element.get("y", "")))
        for element in elements
        if "rotate(-90" not in element.get("transform", "")
    ]


whole_numbers = st.dictionaries(st.integers(0, 10**6), st.integers(1, 1000), min_size=1)
chances = st.dictionaries(
    st.integers(-300, 0).map(lambda n: 2.0 ** (n / 8)), st.integers(1, 1000), min_size=1
)


@given(whole_numbers)
def test_areas_are_shares_of_whole_numbers(values: dict[float, int]) -> None:
    check_areas(values, found(values)["histogram"], chance=False)


@given(chances)
def test_areas_are_shares_of_chances(values: dict[float, int]) -> None:
    check_areas(values, found(values, ratio=2 ** (1 / 16))["histogram"], chance=True)


def check_areas(values: dict[float, int], histogram: list[dict[str, Any]], *, chance: bool) -> None:
    got, deals = steps(histogram, chance=chance), sum(values.values())
    assert all(left < right for left, right in pairwise(got.edges))
    widths = [right - left for left, right in pairwise(got.edges)]
    areas = [height * width for height, width in zip(got.heights, widths, strict=True)]
    assert sum(areas) == pytest.approx(1)
    assert (got.zero is None) == (0 not in values)
    for value, n in values.items():
        at = math.log2(value * 1.01 if chance else value) if value else got.zero
        place = next(i for i, right in enumerate(got.edges[1:]) if at < right)
        if not chance:  # the columns of chances hold several bars
            assert areas[place] == pytest.approx(n / deals)
        assert areas[place] >= n / deals * (1 - 1e-9)
    low, high = got.limits(chance=chance)
    assert low <= got.edges[0] <= got.edges[-1] <= high + 1e-9
    assert len((chance_ticks if chance else doubling_ticks)((low, high), got.zero)) >= 2


@given(st.floats(-1000, 20), st.floats(4, 60), st.booleans())
def test_labels_on_a_scale_of_doublings_have_room(low: float, wide: float, zero: bool) -> None:
    limits = (low, low + wide)
    for ticks in (doubling_ticks, chance_ticks):
        labels = ticks(limits, low + 0.5 if zero else None)
        assert [place for place, _ in labels] == sorted(place for place, _ in labels)
        for (place, text), (after, other) in pairwise(labels):
            # 280 units for the scale, of which a letter takes no more than six
            assert (after - place) / wide * 280 > 3 * (len(text.replace(",", "")) + len(other))
        assert all(low <= place <= low + wide for place, _ in labels)


@pytest.mark.parametrize("high", [1, 4, 9, 32, 52, 104, 255])
def test_ticks_of_small_numbers_are_whole_and_begin_with_none(high: int) -> None:
    ticks = whole_ticks(0, high)
    assert [text for _, text in ticks] == [str(place) for place, _ in ticks]
    assert ticks[0] == (0, "0")
    steps_between = {after[0] - before[0] for before, after in pairwise(ticks)}
    assert len(steps_between) == 1
    assert 2 <= len(ticks) <= 14


def test_bars_are_as_high_as_their_counts() -> None:
    for svg, name, counts in (
        (plots.cards_left_plot({2: 100, 5: 50, 7: 25}), "lost", (100, 50, 25)),
        (plots.difficulty_plot({"easy": 30, "hard": 120}), "won", (30, 120)),
        (plots.spread_plot(found({0: 4, 3: 1}), "positions"), "deals", (4, 1)),
        (plots.wins_plot([after_pass(1, 2, [2, 8]), after_pass(2, 6, [8, 2])]), "won", (2, 6)),
    ):
        heights = [
            max(y for _, y in bar) - min(y for _, y in bar) for bar in drawn(svg, f"fill-{name}")
        ]
        shares = [height / sum(heights) for height in heights]
        assert shares == pytest.approx([n / sum(counts) for n in counts], rel=1e-4)


def test_a_wide_histogram_is_drawn_by_area_with_its_median() -> None:
    svg = plots.spread_plot(found({0: 30, 1: 10, 40: 50, 5000: 10}), "positions")
    areas = [area for *_, area in columns(svg, "fill-deals")]
    assert [area / sum(areas) for area in areas] == pytest.approx([0.3, 0.1, 0.5, 0.1], rel=1e-4)
    [[(middle, _), _]] = drawn(svg, "stroke-line")
    left, right, _ = columns(svg, "fill-deals")[2]
    assert left < middle < right


@pytest.mark.parametrize("value", [0, 1, 2, 15, 16, 300, 10**6])
def test_a_single_value_has_a_bar_and_labels_around_it(value: int) -> None:
    svg = plots.spread_plot(found({value: 1}), "positions")
    words = [text for text, *_ in texts(svg)]
    numbers = [text.replace(",", "") for text in words if "%" not in text and text != "positions"]
    assert all(number.isdigit() for number in numbers)
    assert len(numbers) >= 2
    assert int(numbers[0]) <= value <= int(numbers[-1]) or len(numbers) > 2
    [bar] = drawn(svg, "fill-deals")
    assert min(x for x, _ in bar) >= 0
    assert max(x for x, _ in bar) <= 340


def test_zero_and_one_have_labels_that_do_not_touch() -> None:
    svg = plots.spread_plot(found({0: 3, 1: 2, 4000: 5}), "positions")
    places = {text: x for text, x, _ in texts(svg)}
    assert places["1"] - places["0"] > 20


def test_tiny_chances_and_none_at_all_can_be_drawn() -> None:
    tiny = found({0.0: 1, 1e-30: 1, 0.9: 1}, ratio=1.1)
    svg = plots.spread_plot(tiny, "chance", chance=True)
    words = [text for text, *_ in texts(svg)]
    assert words[0] == "0"
    assert "1 in 1e16" in words
    assert len(words) < 12
    only_none = found({0.0: 1}, ratio=1.1) | {"max": 0.0}
    assert "0" in [text for text, *_ in texts(plots.spread_plot(only_none, "c", chance=True))]


def test_each_pass_shows_its_quartiles() -> None:
    counts = [1] * 101  # 0 to 100 cards left
    svg = plots.passes_plot([after_pass(1, 1, counts)])
    [box], [[median, _]] = drawn(svg, "fill-deals"), drawn(svg, "stroke-line")
    top, bottom = min(y for _, y in box), max(y for _, y in box)
    assert median[1] == pytest.approx((top + bottom) / 2)
    [[(_, low), (_, high)]] = drawn(svg, "stroke-muted")
    assert (low - high) / (bottom - top) == pytest.approx(90 / 50)
    assert "medians 50" in svg


def test_an_interval_lies_where_the_scale_says() -> None:
    records = [record(0.5, 0.45, 0.55), record(0.6, 0.58, 0.7, most=0.65)]
    svg = plots.comparison_plot(["1 a", "2 b"], records)
    ticks = {float(text[:-2]): x for text, x, _ in texts(svg) if text.endswith("%")}
    one, other = min(ticks), max(ticks)
    scale = (ticks[other] - ticks[one]) / (other - one)

    def shares(name: str) -> list[list[float]]:
        return [[(x - ticks[one]) / scale + one for x, _ in path] for path in drawn(svg, name)]

    assert shares("stroke-won") == [pytest.approx([45, 55]), pytest.approx([58, 70])]
    marks = sorted(path[0] for path in shares("stroke-line"))
    assert marks == pytest.approx([50, 60, 65])
    assert "2 b 60 % to 65 %" in svg


def test_far_shares_are_shown_on_the_whole_scale() -> None:
    svg = plots.comparison_plot(["1 a", "2 b"], [record(0.1, 0.05, 0.2), record(0.8, 0.7, 0.9)])
    assert {"0 %", "100 %"} <= {text for text, *_ in texts(svg)}


def test_no_grid_line_runs_through_a_name() -> None:
    names = [f"{n} zudecken with match = rank, width = 5, played by fewest" for n in range(1, 6)]
    svg = plots.comparison_plot(names, [record(n / 7, n / 8, n / 6) for n in range(1, 6)])
    written = [y for text, _, y in texts(svg) if text.startswith(("1 z", "2 z", "3 z", "4 z"))]
    assert len(written) == 4
    for path in drawn(svg, "stroke-edge"):
        top, bottom = min(y for _, y in path), max(y for _, y in path)
        for line in written:  # letters reach up from their line
            assert bottom <= line - 11 or top >= line + 1


def test_every_plot_says_what_it_shows_to_those_who_cannot_see_it() -> None:
    passes = [after_pass(1, 1, [1, 3]), after_pass(2, 0, [1, 3])]
    for svg, words in (
        (plots.cards_left_plot({2: 3, 9: 1}), "from 2 to 9"),
        (plots.spread_plot(found({1: 1, 2000: 5}), "positions"), "1 to 2,000, median 2,000"),
        (plots.difficulty_plot({"very-easy": 1, "hard": 3}), "very easy 25.0 %, hard 75.0 %"),
        (plots.passes_plot(passes), "medians 1, 1"),
        (plots.wins_plot(passes), "1 in pass 1, 0 in pass 2"),
        (plots.comparison_plot(["1 a", "2 b"], [record(0.5, 0.4, 0.6)] * 2), "1 a 50 %, 2 b 50 %"),
    ):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert words in root.get("aria-label", "")
