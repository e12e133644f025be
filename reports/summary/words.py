"""A report record in words: shares with as many digits as they deserve, kinds of rare deals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from deals.words import count
from reports.numbers import percent

Record = Mapping[str, Any]

VERDICTS = {
    "won": "won",
    "lost": "lost",
    "undecided": "undecided",
    "chance": "chance",
    "errors": "unreadable",
}
"""The fields of a record that count deals, each with what such deals are called."""

DISTRIBUTIONS = {
    "cards_left": "cards left of lost deals",
    "states": "positions that can be reached",
    "choice_points": "positions with a choice",
    "random_win": "random win of won deals",
}
"""What is known of how deals are spread, by field."""

PLAYED_BY = ", played by "
"""Stands between a variant and the policy that played its deals, where they were not solved."""


class Spread(NamedTuple):
    """One row of a table of distributions, as text."""

    name: str
    cells: tuple[str, ...]


SPREAD_COLUMNS = ("least", "5 %", "median", "95 %", "most", "mean")
_SPREAD = (0.05, 0.5, 0.95)
_TINY = 1e-9  # chances below it are told by their order of magnitude


def decimals(interval: Record) -> int:
    """Return how many decimals a percentage deserves: two digits of its interval's width.

    Examples
    --------
    >>> decimals({"low": 0.2, "high": 0.6}), decimals({"low": 0.8405, "high": 0.8419})
    (0, 2)
    """
    width = 100 * (interval["high"] - interval["low"])
    return min(max(1 - math.floor(math.log10(width)), 0), 12) if width > 0 else 2


def per_cent(share: float | None, digits: int) -> str:
    """Return a share in per cent; it is never shown as none or all unless it is just that.

    Examples
    --------
    >>> per_cent(0.84123, 2), per_cent(None, 2)
    ('84.12 %', 'unknown')
    >>> per_cent(0.0, 1), per_cent(1e-6, 1), per_cent(0.9999, 1)
    ('0 %', 'under 0.1 %', 'over 99.9 %')
    """
    if share is None:
        return "unknown"
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    shown, least = f"{100 * share:.{digits}f}", 10.0**-digits
    if float(shown) == 0:
        return f"under {least:.{digits}f} %"
    return f"{shown} %" if float(shown) < 100 else f"over {100 - least:.{digits}f} %"


def points(difference: float | None, digits: int) -> str:
    """Return a difference of shares in percentage points, its sign always there.

    Examples
    --------
    >>> points(-0.043, 1), points(0.0, 1)
    ('-4.3', '+0.0')
    """
    return "unknown" if difference is None else f"{100 * difference + 0.0:+.{digits}f}"


def between(interval: Record) -> str:
    """Return the ends of an interval for a share.

    Examples
    --------
    >>> between({"low": 0.8405, "high": 0.8419})
    '84.05 % to 84.19 %'
    """
    digits = decimals(interval)
    return f"{per_cent(interval['low'], digits)} to {per_cent(interval['high'], digits)}"


def share_won(record: Record) -> str:
    """Return the share of deals that come out; two, if some deals are still open."""
    digits = decimals(record["interval"])
    low, high = (per_cent(record[key], digits) for key in ("share", "share_at_most"))
    return f"{low} to {high}" if has_open(record) else low


def has_policy(record: Record) -> bool:
    """Tell whether the deals of a folder were played by a policy and not solved.

    Examples
    --------
    >>> has_policy({"variant": "zudecken, played by most"}), has_policy({"variant": "zudecken"})
    (True, False)
    """
    return PLAYED_BY in record["variant"]


def level_of(record: Record) -> str:
    """Return the confidence of a record's intervals.

    Examples
    --------
    >>> level_of({"interval": {"level": 0.95}})
    '95 %'
    """
    return f"{100 * record['interval']['level']:.10g} %"


def verdict_rows(record: Record) -> list[tuple[str, str, str]]:
    """Return verdict, deals and share for each verdict that some deal has."""
    digits = decimals(record["interval"])
    return [
        (word, f"{record[key]:,}", per_cent(record[key] / record["deals"], digits))
        for key, word in VERDICTS.items()
        if record[key]
    ]


def how_much(record: Record) -> str:
    """Return what a folder holds: how many deals of how many, and which.

    Examples
    --------
    >>> how_much({"deals": 1, "complete": True, "numbers": "7"})
    '1 deal, number 7'
    >>> how_much({"deals": 1, "complete": False, "expected": "3000", "numbers": "1..3000"})
    'unfinished: 1 of 3,000 deals so far, numbers 1..3000'
    """
    deals = count(record["deals"], "deal")
    if not record["complete"]:
        if record["expected"] is not None:
            deals = f"{record['deals']:,} of {count(int(record['expected']), 'deal')}"
        deals = f"unfinished: {deals} so far"
    if record["numbers"] is None:
        return f"{deals}, from files"
    return f"{deals}, number{'' if record['numbers'].isdigit() else 's'} {record['numbers']}"


def has_open(record: Record) -> bool:
    """Tell whether deals of a folder are still open: each may be won or lost."""
    return bool(record["undecided"] + record["chance"])


def open_deals(record: Record) -> str:
    """Return a sentence about deals that are still open, nothing if there are none."""
    open_ = record["undecided"] + record["chance"]
    if not open_:
        return ""
    one = open_ == 1
    return (
        f"{count(open_, 'deal')} {'is' if one else 'are'} still open; the interval goes from what "
        f"holds if {'it is' if one else 'all of them are'} lost to what holds if "
        f"{'it is' if one else 'all are'} won."
    )


def sentence(record: Record) -> str:
    """Return the result in one sentence."""
    if record["share"] is None:
        return "There are no deals to take a share of."
    return (
        f"{share_won(record)} of the deals come out; {level_of(record)} intervals: "
        f"{between(record['interval'])} (Wilson), "
        f"{between(record['exact_interval'])} (Clopper-Pearson)."
    )


def spread_rows(record: Record) -> list[Spread]:
    """Return how the values of a record are spread, a row for each kind of value there is."""
    rows = []
    lost = lost_cards(record)
    if lost:
        rows.append(Spread(DISTRIBUTIONS["cards_left"], _cards_spread(lost)))
    for key in ("states", "choice_points", "random_win"):
        found = record[key]
        if found:
            quantiles = {item["share"]: item["value"] for item in found["quantiles"]}
            values = (found["min"], *(quantiles[q] for q in _SPREAD), found["max"], found["mean"])
            show = chance if key == "random_win" else number
            rows.append(Spread(DISTRIBUTIONS[key], tuple(map(show, values))))
    return rows


def lost_cards(record: Record) -> dict[int, int]:
    """Return how many lost deals leave so many cards; a won deal leaves none, or is not counted."""
    return {cards: n for cards, n in enumerate(record["cards_left"]) if cards and n}


def _cards_spread(lost: Mapping[int, int]) -> tuple[str, ...]:
    deals = sum(lost.values())
    values: list[float] = [min(lost)]
    for share in _SPREAD:
        seen = 0
        for cards, n in lost.items():
            seen += n
            if seen >= share * deals:
                values.append(cards)
                break
    mean = sum(cards * n for cards, n in lost.items()) / deals
    return tuple(map(number, (*values, max(lost), mean)))


def number(value: float) -> str:
    """Return a whole number with its thousands apart, a mean with one decimal."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def chance(value: float) -> str:
    """Return a chance as `percent` does, a tiny one by its order of magnitude.

    Examples
    --------
    >>> chance(0.25), chance(2.5e-6), chance(1.7e-14)
    ('25 %', '1 in 400,000', '1 in 5.88e13')
    """
    if 0 < value < _TINY:
        digits, exponent = f"{1 / value:.2e}".split("e")
        return f"1 in {digits}e{int(exponent)}"
    return percent(Fraction(value))


def difficulty_rows(record: Record) -> list[tuple[str, str, str]]:
    """Return word, deals and share of the won deals for each difficulty."""
    found = record["difficulty"] or {}
    total = sum(found.values())
    return [
        (word.replace("-", " "), f"{n:,}", per_cent(n / total, 1)) for word, n in found.items() if n
    ]


PASS_COLUMNS = ("pass", "deals", "out in it", "out by then", "mean cards left")


def pass_rows(record: Record) -> list[tuple[str, ...]]:
    """Return how the deals of Der Geburtstag stand after each pass."""
    digits = decimals(record["interval"])
    rows: list[tuple[str, ...]] = []
    for after in record["by_pass"] or ():
        out = after["cards_left"][0] / sum(after["cards_left"])
        counts = (f"{after['played']:,}", f"{after['won']:,}")
        mean = f"{after['mean_cards_left']:.2f}"
        rows.append((str(after["pass"]), *counts, per_cent(out, digits), mean))
    return rows


def names_of(records: Sequence[Record]) -> list[str]:
    """Return a short name for each folder: its variant, numbered where there are several.

    Examples
    --------
    >>> names_of([{"variant": "zudecken"}, {"variant": "zudecken-group"}])
    ['1 zudecken', '2 zudecken-group']
    """
    if len(records) == 1:
        return [records[0]["variant"]]
    return [f"{place} {record['variant']}" for place, record in enumerate(records, 1)]
