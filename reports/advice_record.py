"""The advise record: every cover of a situation with its chance, as plain values for JSON."""

from __future__ import annotations

from typing import Any

from deals.cards import Card, format_card
from reports.intervals import LEVEL, Interval, Pairs, newcombe_paired, wilson
from reports.numbers import exact
from solver.advice.advice import Advice, Contest, Sample, Weighed
from solver.odds.values import Chance
from solver.rules import as_dict

SCHEMA = "gehtauf/advise@1"


def advice_record(advice: Advice, *, version: str) -> dict[str, Any]:
    """Return the record of an advice.

    Parameters
    ----------
    advice : Advice
        What was found.
    version : str
        The program's version.
    """
    now = advice.situation
    state = "won" if now.is_won else "choice" if advice.covers else "stuck"
    return {
        "schema": SCHEMA,
        "version": version,
        "game": now.rules.game,
        "rules": as_dict(now.rules),
        "open": _names(now.face_up),
        "gone": _names(now.gone),
        "stock": len(now.unseen),
        "state": state,
        "matters": advice.matters,
        "policy": advice.policy,
        "orders": advice.orders,
        "stock_is_known": advice.stock_is_known,
        "covers": [_cover(one) for one in advice.covers],
        "contest": None if advice.contest is None else _contest(advice.contest),
    }


def sample_interval(sample: Sample) -> Interval:
    """Return the interval of the share of a sample."""
    return wilson(sample.won, sample.orders, LEVEL)


def difference(contest: Contest) -> tuple[float, Interval]:
    """Return how far the share of the best cover is above that of the second, and its interval."""
    first, second = contest.only_first, contest.only_second
    # An interval is for the second sample less the first, so the best cover is the second one.
    pairs = Pairs(contest.both, second, first, contest.neither)
    return (first - second) / sum(pairs), newcombe_paired(pairs, LEVEL)


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [format_card(card) for card in cards]


def _cover(one: Weighed) -> dict[str, Any]:
    return {
        "take": _names(one.take),
        "chance": None if isinstance(one.chance, Sample) else _chance(one.chance),
        "played": _sample(one.chance) if isinstance(one.chance, Sample) else None,
        "face_up": None if one.face_up is None else _sample(one.face_up),
        "would_win": one.would_win,
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "exact": None if chance.exact is None else exact(chance.exact),
        "value": chance.value,
        "error_bound": chance.error_bound,
    }


def _sample(sample: Sample) -> dict[str, Any]:
    return {
        "won": sample.won,
        "orders": sample.orders,
        "share": sample.share,
        "interval": _interval(sample_interval(sample), "wilson"),
    }


def _contest(contest: Contest) -> dict[str, Any]:
    found, interval = difference(contest)
    return {
        "both": contest.both,
        "only_first": contest.only_first,
        "only_second": contest.only_second,
        "neither": contest.neither,
        "difference": found,
        "interval": _interval(interval, "newcombe-paired"),
        "decided": contest.decided,
        "level": contest.level,
    }


def _interval(interval: Interval, method: str) -> dict[str, Any]:
    return {"level": LEVEL, "method": method, "low": interval.low, "high": interval.high}
