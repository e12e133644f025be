"""The plots of a report: each a function from a report record, or a part of one, to SVG text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.plain_svg import Colour, plain_svg
from reports.plots_scale import chance_ticks, doubling_ticks, steps, whole_ticks
from reports.summary import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Record = Mapping[str, Any]

MOST_PASSES = 12
"""Passes that have room in a plot; those after them are left out."""

_WIDTH, _HEIGHT = 340, 200
_LONGEST_NAME = 44
_FEW = 15  # whole numbers up to here have a bar each in every record, and so on a plain scale
_LEAST_WHOLE = 4  # a plain scale reaches at least so far
_WHOLE_RANGE = 0.4  # shares further apart than this are shown from 0 to 100 %
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
    label = f"Lost deals by cards left, from {min(lost)} to {max(lost)}"

    def draw(axes: Axes) -> None:
        _bar_each(axes, lost, Colour.LOST)
        axes.set_xlabel("cards left")
        axes.set_ylabel("of lost deals")

    return plain_svg(_WIDTH, _HEIGHT, label, draw)


def spread_plot(found: Record, name: str, *, chance: bool = False) -> str:
    """Return a histogram: of few whole numbers a bar for each, else over a scale of doublings.

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

    Notes
    -----
    On a scale of doublings whole numbers fill unequal columns, so that equal heights would be
    unequal shares; there the areas are the shares.
    """
    show = words.chance if chance else words.number
    values = {item["share"]: item["value"] for item in found["quantiles"]}
    ends = f"from {show(found['min'])} to {show(found['max'])}, median {show(values[0.5])}"
    colour = Colour.WON if chance else Colour.DEALS
    drawn = steps(found["histogram"], chance=chance)

    def draw(axes: Axes) -> None:
        axes.set_xlabel(name)
        if has_bars(found, chance=chance):
            _bar_each(axes, {bar["low"]: bar["deals"] for bar in found["histogram"]}, colour)
            axes.set_ylabel("of deals")
            return
        axes.stairs(drawn.heights, drawn.edges, fill=True, color=colour, linewidth=0, clip_on=False)
        limits = drawn.limits(chance=chance)
        axes.set_xlim(*limits)
        axes.set_ylim(0, 1.05 * max(drawn.heights))
        ticks = (chance_ticks if chance else doubling_ticks)(limits, drawn.zero)
        axes.set_xticks([at for at, _ in ticks], [text for _, text in ticks])
        axes.set_yticks([])
        if values[0.5]:
            axes.axvline(math.log2(values[0.5]), color=Colour.LINE, linewidth=2)
        elif drawn.zero is not None:
            axes.axvline(drawn.zero, color=Colour.LINE, linewidth=2)
        axes.axhline(0, color=Colour.EDGE, linewidth=0.8)

    return plain_svg(_WIDTH, _HEIGHT, f"Deals by {name}, {ends}", draw)


def has_bars(found: Record, *, chance: bool = False) -> bool:
    """Tell whether a distribution is of so few whole numbers that each has a bar."""
    return not chance and bool(found["max"] <= _FEW)


def difficulty_plot(found: Mapping[str, int]) -> str:
    """Return bars: how many won deals are very easy, easy and so on."""
    deals = sum(found.values())
    names = [word.replace("-", " ") for word in found]
    shares = [n / deals for n in found.values()]
    told = (words.per_cent(share, 1) for share in shares)
    listed = ", ".join(map(" ".join, zip(names, told, strict=True)))

    def draw(axes: Axes) -> None:
        places = range(len(found))
        axes.bar(places, shares, width=0.7, color=Colour.WON, clip_on=False)
        axes.set_xticks(list(places), [name.replace(" ", "\n") for name in names])
        _share_axis(axes)
        axes.set_ylabel("of won deals")

    return plain_svg(_WIDTH, _HEIGHT, f"Won deals by difficulty: {listed}", draw)


def passes_plot(by_pass: Sequence[Record]) -> str:
    """Return, for each pass, how many cards it leaves: the middle half, and nine in ten."""
    shown = by_pass[:MOST_PASSES]
    passes = [after["pass"] for after in shown]
    low, q1, middle, q3, high = (
        [_quantile(after["cards_left"], share) for after in shown]
        for share in (0.05, 0.25, 0.5, 0.75, 0.95)
    )

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        for at, *ends in zip(passes, low, high, strict=True):
            axes.plot([at] * 2, ends, color=Colour.MUTED, linewidth=1.5, **_LINE)
        halves = [top - bottom for bottom, top in zip(q1, q3, strict=True)]
        axes.bar(passes, halves, bottom=q1, width=0.3, color=Colour.DEALS, clip_on=False)
        for at, value in zip(passes, middle, strict=True):
            axes.plot([at - 0.3, at + 0.3], [value] * 2, color=Colour.LINE, linewidth=2.5, **_LINE)
        _pass_ticks(axes, passes)
        axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True, min_n_ticks=1))
        axes.set_ylim(0, max(*high, _LEAST_WHOLE))
        axes.set_xlabel("pass")
        axes.set_ylabel("cards left")

    listed = ", ".join(map(str, middle))
    return plain_svg(_WIDTH, _HEIGHT, f"Cards left after each pass, medians {listed}", draw)


def wins_plot(by_pass: Sequence[Record]) -> str:
    """Return bars: how many deals come out in each pass; some deal must."""
    shown = by_pass[:MOST_PASSES]
    deals = sum(by_pass[0]["cards_left"])
    passes = [after["pass"] for after in shown]
    won = [after["won"] for after in shown]

    def draw(axes: Axes) -> None:
        axes.bar(passes, [n / deals for n in won], width=0.6, color=Colour.WON, clip_on=False)
        _pass_ticks(axes, passes)
        _share_axis(axes)
        axes.set_xlabel("pass in which the deal comes out")
        axes.set_ylabel("of all deals")

    listed = ", ".join(f"{n:,} in pass {at}" for at, n in zip(passes, won, strict=True))
    return plain_svg(_WIDTH, _HEIGHT, f"Deals that come out: {listed}", draw)


def comparison_plot(names: Sequence[str], records: Sequence[Record]) -> str:
    """Return the share of each folder with its interval, one below the other."""
    height = 48 + 42 * len(records)

    def draw(axes: Axes) -> None:
        axes.grid(visible=False)
        axes.set_xlim(*_share_limits(records))
        axes.set_ylim(len(records) - 0.65, -0.6)
        axes.set_yticks([])
        axes.set_xlabel("share of deals that come out")
        axes.xaxis.set_major_formatter(_per_cent)
        axes.locator_params(axis="x", nbins=5)
        ticks = [at for at in axes.get_xticks() if 0 <= at <= 1]
        axes.set_xticks(ticks)
        for row, (name, record) in enumerate(zip(names, records, strict=True)):
            # The grid is cut where names stand.
            axes.vlines(ticks, row - 0.2, row + 0.25, color=Colour.EDGE, linewidth=0.8)
            axes.axhline(row, color=Colour.EDGE, linewidth=0.8)
            _interval(axes, row, record)
            text = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
            axes.text(
                *(0, row - 0.28),
                text,
                transform=axes.get_yaxis_transform(),  # from the left edge, whatever the shares
                color=Colour.INK,
                va="bottom",
            )

    listed = ", ".join(map(" ".join, zip(names, map(words.share_won, records), strict=True)))
    return plain_svg(_WIDTH, height, f"Shares of deals that come out: {listed}", draw)


def _share_limits(records: Sequence[Record]) -> tuple[float, float]:
    """Return the ends of a scale for intervals: all of it, unless they lie close together."""
    low = min(record["interval"]["low"] for record in records)
    high = max(record["interval"]["high"] for record in records)
    if high - low > _WHOLE_RANGE:
        return 0, 1
    beside = 0.06 * (high - low) or 0.01
    return max(low - beside, 0), min(high + beside, 1)


def _interval(axes: Axes, row: int, record: Record) -> None:
    if record["share"] is None:
        return
    interval = record["interval"]
    axes.plot(
        [interval["low"], interval["high"]], [row] * 2, color=Colour.WON, linewidth=6, **_LINE
    )
    for share in {record["share"], record["share_at_most"]}:
        axes.plot([share] * 2, [row - 0.14, row + 0.14], color=Colour.LINE, linewidth=2, **_LINE)


def _bar_each(axes: Axes, counts: Mapping[int, int], colour: Colour) -> None:
    """Draw the share of each whole number, on a scale that begins with 0."""
    deals, high = sum(counts.values()), max(*counts, _LEAST_WHOLE)
    axes.bar(
        list(counts), [n / deals for n in counts.values()], width=0.8, color=colour, clip_on=False
    )
    axes.set_xlim(-0.6, high + 0.6)
    ticks = whole_ticks(0, high)
    axes.set_xticks([at for at, _ in ticks], [text for _, text in ticks])
    _share_axis(axes)


def _pass_ticks(axes: Axes, passes: Sequence[int]) -> None:
    axes.set_xticks(passes)
    axes.set_xlim(0.5, len(passes) + 0.5)


def _share_axis(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(_per_cent)
    axes.locator_params(axis="y", nbins=5)
    axes.set_ylim(bottom=0)


def _per_cent(value: float, _: object = None) -> str:
    return f"{100 * value:.10g} %"


def _quantile(counts: Sequence[int], share: float) -> int:
    wanted, seen = share * sum(counts), 0
    for value, deals in enumerate(counts):
        seen += deals
        if seen >= wanted:
            return value
    return len(counts) - 1
