"""The plots of a report: each a function from a report record, or a part of one, to SVG text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.plain_svg import Colour, plain_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Record = Mapping[str, Any]

_WIDTH, _HEIGHT = 380, 215
_MOST_PASSES = 12
_LONGEST_NAME = 46
_BESIDE = 0.03  # a tick so near the left end would touch the words beside the other axis
_LINE: Any = {"clip_on": False, "solid_capstyle": "butt"}


def cards_left_plot(lost: Mapping[int, int]) -> str:
    """Return bars: how many lost deals leave so many cards.

    Parameters
    ----------
    lost : mapping of int to int
        Lost deals by cards left, at least one.

    Returns
    -------
    str
    """
    deals = sum(lost.values())

    def draw(axes: Axes) -> None:
        shares = [n / deals for n in lost.values()]
        axes.bar(list(lost), shares, width=0.8, color=Colour.LOST, clip_on=False)
        axes.set_xlabel("cards left")
        _whole_ticks(axes, min(lost), max(lost))
        _share_axis(axes, "of lost deals")

    return plain_svg(_WIDTH, _HEIGHT, "Lost deals by cards left", draw)


def spread_plot(found: Record, name: str, *, chance: bool = False) -> str:
    """Return a histogram over a scale of doublings.

    Parameters
    ----------
    found : mapping
        A distribution of a report record.
    name : str
        What the values are.
    chance : bool
        Whether they are chances and not whole numbers.

    Returns
    -------
    str
    """
    bars = list(_contiguous(found["histogram"]))
    edges = [_position(bar["low"]) for bar in bars] + [_position(bars[-1]["high"])]
    shares = [bar["deals"] / found["deals"] for bar in bars]

    def draw(axes: Axes) -> None:
        axes.stairs(shares, edges, fill=True, color=Colour.WON, linewidth=0, clip_on=False)
        axes.set_xlabel(name)
        axes.set_xlim(edges[0], edges[-1])
        ticks = list(_chance_ticks(edges) if chance else _number_ticks(edges))
        axes.set_xticks([place for place, _ in ticks], [text for _, text in ticks])
        _share_axis(axes, "of won deals" if chance else "of deals")

    return plain_svg(_WIDTH, _HEIGHT, f"Deals by {name}", draw)


def difficulty_plot(found: Mapping[str, int]) -> str:
    """Return bars: how many won deals are very easy, easy and so on."""
    deals = sum(found.values())

    def draw(axes: Axes) -> None:
        places = range(len(found))
        shares = [n / deals for n in found.values()]
        axes.bar(places, shares, width=0.7, color=Colour.WON, clip_on=False)
        axes.set_xticks(list(places), [word.replace("-", " ") for word in found])
        _share_axis(axes, "of won deals")

    return plain_svg(_WIDTH, _HEIGHT, "Won deals by difficulty", draw)


def passes_plot(by_pass: Sequence[Record]) -> str:
    """Return, for each pass, how many cards it leaves: the middle half, and nine in ten."""
    shown = by_pass[:_MOST_PASSES]

    def draw(axes: Axes) -> None:
        for after in shown:
            low, q1, middle, q3, high = (
                _quantile(after["cards_left"], share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)
            )
            place = [after["pass"]] * 2
            axes.plot(place, [low, high], color=Colour.MUTED, linewidth=1.5, **_LINE)
            axes.plot(place, [q1, q3], color=Colour.LOST, linewidth=18, **_LINE)
            ends = [after["pass"] - 0.28, after["pass"] + 0.28]
            axes.plot(ends, [middle] * 2, color=Colour.LINE, linewidth=2.5, **_LINE)
        axes.set_xticks([after["pass"] for after in shown])
        axes.set_xlim(0.5, len(shown) + 0.5)
        axes.set_ylim(bottom=0)
        axes.set_xlabel("pass")
        axes.set_ylabel("cards left")

    return plain_svg(_WIDTH, _HEIGHT, "Cards left after each pass", draw)


def wins_plot(by_pass: Sequence[Record]) -> str:
    """Return bars: how many deals come out in each pass."""
    shown = by_pass[:_MOST_PASSES]
    deals = sum(by_pass[0]["cards_left"])

    def draw(axes: Axes) -> None:
        passes = [after["pass"] for after in shown]
        shares = [after["won"] / deals for after in shown]
        axes.bar(passes, shares, width=0.6, color=Colour.WON, clip_on=False)
        axes.set_xticks(passes)
        axes.set_xlabel("pass in which the deal comes out")
        _share_axis(axes, "of all deals")

    return plain_svg(_WIDTH, _HEIGHT, "Deals that come out, by pass", draw)


def comparison_plot(names: Sequence[str], records: Sequence[Record]) -> str:
    """Return the share of each folder with its interval, one below the other."""
    height = 52 + 42 * len(records)

    def draw(axes: Axes) -> None:
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x", color=Colour.EDGE, linewidth=0.8)
        for row, (name, record) in enumerate(zip(names, records, strict=True)):
            _interval(axes, row, record)
            text = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
            axes.text(
                *(0, row - 0.2),
                text,
                transform=axes.get_yaxis_transform(),  # from the left edge, whatever the shares
                color=Colour.INK,
                va="bottom",
            )
        axes.set_ylim(len(records) - 0.6, -0.7)
        axes.set_yticks([])
        axes.set_xlabel("share of deals that come out")
        axes.margins(x=0.06)
        axes.xaxis.set_major_formatter(_per_cent)
        axes.locator_params(axis="x", nbins=5)

    return plain_svg(_WIDTH, height, "Shares of deals that come out, with intervals", draw)


def _interval(axes: Axes, row: int, record: Record) -> None:
    if record["share"] is None:
        return
    interval = record["interval"]
    axes.plot(
        [interval["low"], interval["high"]], [row] * 2, color=Colour.WON, linewidth=6, **_LINE
    )
    for share in {record["share"], record["share_at_most"]}:
        axes.plot([share] * 2, [row - 0.14, row + 0.14], color=Colour.LINE, linewidth=2, **_LINE)


def _share_axis(axes: Axes, of: str) -> None:
    axes.yaxis.set_major_formatter(_per_cent)
    axes.locator_params(axis="y", nbins=5)
    axes.set_ylim(bottom=0)
    axes.set_ylabel(of)


def _per_cent(value: float, _: object = None) -> str:
    return f"{100 * value:.10g} %"


def _whole_ticks(axes: Axes, low: int, high: int) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True))
    axes.set_xlim(low - 0.6, high + 0.6)


def _contiguous(bars: Sequence[Record]) -> Iterator[Record]:
    """Yield bars with an empty one wherever one does not begin where the last ended."""
    end = None
    for bar in bars:
        if end is not None and bar["low"] != end:
            yield {"low": end, "high": bar["low"], "deals": 0}
        yield bar
        end = bar["high"]


def _position(value: float) -> float:
    """Return where a value stands; zero, which has no logarithm, half a doubling below one."""
    return math.log2(value) if value else -0.5


def _number_ticks(edges: Sequence[float]) -> Iterator[tuple[float, str]]:
    low, high = edges[0], edges[-1]
    if low < 0:
        yield -0.25, "0"
    steps = (1, 2, 5) if high - low < 8 else (1, 3) if high - low < 14 else (1,)
    for power in range(10):
        for step in steps:
            value = step * 10**power
            if low <= math.log2(value) <= high:
                yield math.log2(value), f"{value:,}"


def _chance_ticks(edges: Sequence[float]) -> Iterator[tuple[float, str]]:
    low, high = edges[0], edges[-1]
    words = {0: "1", -1: "0.1", -2: "0.01", -3: "0.001"}
    every = max(1, math.ceil((high - low) / math.log2(10) / 7))
    for power in range(0, -400, -every):
        place = power * math.log2(10)
        if low + _BESIDE * (high - low) <= place <= high:
            yield place, words.get(power, f"1e{power}".replace("-", "−"))


def _quantile(counts: Sequence[int], share: float) -> int:
    wanted, seen = share * sum(counts), 0
    for value, deals in enumerate(counts):
        seen += deals
        if seen >= wanted:
            return value
    return len(counts) - 1
