"""The report record: one results folder, or several compared, as plain values for JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from deals.errors import SettingError
from reports.intervals import LEVEL, Interval, clopper_pearson, wilson
from reports.summary.bypass import AfterPass
from reports.summary.comparison import Comparison, compare
from reports.summary.distribution import QUANTILES, Distribution
from reports.summary.rarest import Rare
from reports.summary.summary import Summary, open_results, summarize
from reports.summary.words import PLAYED_BY
from solver.rules import as_dict, variant_name

SCHEMA = "gehtauf/report@1"
Record = Mapping[str, Any]


def report(
    paths: Sequence[str | os.PathLike[str]], *, version: str, level: float = LEVEL
) -> list[dict[str, Any]]:
    """Return a report record for each results folder.

    Parameters
    ----------
    paths : sequence of path-like
        The folders; each after the first is compared with the first.
    version : str
        The program's version.
    level : float
        The confidence of all intervals, between 0 and 1.

    Returns
    -------
    list of dict

    Raises
    ------
    FormatError
        If a folder is none, or damaged.
    SettingError
        If the level is no level.
    """
    if not 0 < level < 1:
        raise SettingError("a level of confidence lies between 0 and 1", text=str(level))
    folders = [open_results(path) for path in paths]
    pairs = [(folder, summarize(folder)) for folder in folders]
    return [
        report_record(
            pair[1],
            version=version,
            level=level,
            comparison=compare(pairs[0], pair, level) if place else None,
        )
        for place, pair in enumerate(pairs)
    ]


def report_record(
    summary: Summary, *, version: str, level: float = LEVEL, comparison: Comparison | None = None
) -> dict[str, Any]:
    """Return the report record of one folder.

    Parameters
    ----------
    summary : Summary
        What the folder says.
    version : str
        The program's version.
    level : float
        The confidence of the intervals.
    comparison : Comparison, optional
        How it compares with another folder.

    Returns
    -------
    dict of str to object
        Ready for JSON; deal numbers, counts of lines and what is expected are strings, for they may
        be larger than what every reader takes as a whole number.
    """
    manifest, verdicts = summary.manifest, summary.verdicts
    variant = variant_name(manifest.rules)
    return {
        "schema": SCHEMA,
        "version": version,
        "folder": summary.path,
        "game": manifest.rules.game,
        "variant": variant + (f"{PLAYED_BY}{manifest.policy}" if manifest.policy else ""),
        "rules": as_dict(manifest.rules),
        "numbers": manifest.deals if isinstance(manifest.deals, str) else None,
        "detail": str(manifest.detail),
        "complete": summary.complete,
        "expected": None if manifest.total is None else str(manifest.total),
        "deals": sum(verdicts.values()),
        "won": verdicts["won"],
        "lost": verdicts["lost"],
        "undecided": verdicts["undecided"],
        "chance": verdicts["chance"],
        "errors": verdicts["error"],
        "share": _share(summary.won, summary.readable),
        "share_at_most": _share(summary.won_at_most, summary.readable),
        "interval": _interval(summary, "wilson", level),
        "exact_interval": _interval(summary, "clopper-pearson", level),
        "cards_left": summary.cards_left,
        **{key: _distribution(summary.distributions.get(key)) for key in _DISTRIBUTIONS},
        "difficulty": summary.difficulty or None,
        "by_pass": [_after(after) for after in summary.passes] or None,
        "rarest": {
            kind: [_rare(kind, deal) for deal in found] for kind, found in summary.rarest.items()
        },
        "comparison": None if comparison is None else _compared(comparison, level),
    }


_DISTRIBUTIONS = ("states", "choice_points", "random_win")
_METHODS = {"wilson": wilson, "clopper-pearson": clopper_pearson}


def _share(won: int, deals: int) -> float | None:
    return won / deals if deals else None


def _interval(summary: Summary, method: str, level: float) -> dict[str, object]:
    """Return the interval from all open deals lost, at its low end, to all won, at its high end."""
    compute = _METHODS[method]
    low = compute(summary.won, summary.readable, level).low
    high = compute(summary.won_at_most, summary.readable, level).high
    return {"level": level, "method": method, **Interval(low, high)._asdict()}


def _distribution(found: Distribution | None) -> dict[str, Any] | None:
    ends = found and found.ends()
    if found is None or not ends:
        return None
    return {
        "deals": found.deals,
        "min": ends[0],
        "max": ends[1],
        "mean": found.mean(),
        "quantiles": [{"share": q, "value": found.quantile(q)} for q in QUANTILES],
        "histogram": [bar._asdict() for bar in found.histogram()],
    }


def _after(after: AfterPass) -> dict[str, Any]:
    deals = sum(after.cards_left)
    cards = sum(left * n for left, n in enumerate(after.cards_left))
    return {
        "pass": after.number,
        "played": after.played,
        "won": after.won,
        "mean_cards_left": cards / deals,
        "cards_left": after.cards_left,
    }


def _rare(kind: str, rare: Rare) -> dict[str, object]:
    value = str(rare.value) if kind == "fewest_winning_lines" else rare.value
    return {"deal": str(rare.deal), "id": rare.id, "value": value}


def _compared(comparison: Comparison, level: float) -> dict[str, object]:
    fields = asdict(comparison)
    interval = {"level": level, "method": fields.pop("method"), **comparison.interval._asdict()}
    return {**fields, "interval": interval}
