"""A verdict's reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from deals.words import count, every
from reports.numbers import percent
from reports.paint import Paint

Record = Mapping[str, Any]

_LONGEST_FRACTION = 30
"""Longer fractions are in the JSON formats only."""


def why(record: Record, paint: Paint) -> str:
    """Return in words why a record's verdict holds.

    Parameters
    ----------
    record : mapping
        A solve record.
    paint : Paint
        How cards and suits look.

    Returns
    -------
    str
        One to three sentences, or the error's message.
    """
    if record["verdict"] == "error":
        return str(record["error"]["message"])
    reason = record["reason"]
    if reason is None:
        return _found(record)
    return _WORDS[reason["kind"]](record, reason, paint)


def _found(record: Record) -> str:
    moves, positions = count(record["moves"], "move"), count(record["states"], "position")
    if record["moves"] == 0:
        return "It is won before the first move."
    return f"It comes out in {moves}, with the stock face up ({positions} searched)."


def _counts(counts: Mapping[str, int], paint: Paint) -> str:
    return " ".join(f"{paint.suit(suit)} {number}" for suit, number in counts.items())


def _left(record: Record) -> str:
    left = count(record["cards_left"], "card")
    return f"{left} {'is' if record['cards_left'] == 1 else 'are'} left"


_NO_CHOICE = "In Quadrat no choice could have changed it."


def _parity(record: Record, reason: Record, paint: Paint) -> str:
    n, counts = reason["n"], _counts(reason["counts"], paint)
    if record["verdict"] == "won":
        return (
            f"It comes out in {count(record['moves'], 'move')}, however it is played: while the "
            "stock lasts the four suit counts are never all odd (at the end, after "
            f"{count(n, 'card')}, they are {counts}). {_NO_CHOICE}"
        )
    return f"{_where_it_ends(record, reason, paint)} {_NO_CHOICE}"


def _where_it_ends(record: Record, reason: Record, paint: Paint) -> str:
    n, counts = reason["n"], _counts(reason["counts"], paint)
    if all(number % 2 for number in reason["counts"].values()):
        return (
            f"After {count(n, 'card')} the suit counts are {counts}: all four are odd, so the four "
            f"cards face up are of four suits, whatever was chosen before; {_left(record)}."
        )
    dealt = every(n, "card")
    return f"After {dealt} the suit counts are {counts}; {_left(record)}, one of each odd suit."


def _never(record: Record, reason: Record, paint: Paint) -> str:
    deck, odd = record["rules"]["deck"], max(n for n in reason["deck_counts"].values() if n % 2)
    return (
        f"No deal of {deck} can be cleared in Quadrat: {count(odd, 'card')} of a suit cannot "
        f"be removed in pairs. {_where_it_ends(record, reason, paint)} {_NO_CHOICE} "
        "(With goal = stock the question is whether the stock can be used up.)"
    )


def _stuck(record: Record, reason: Record, paint: Paint) -> str:
    return f"There is no legal move at the start; {_left(record)}."


def _exhausted(record: Record, reason: Record, paint: Paint) -> str:
    if reason["states"] == 1:
        return f"The only position that can be reached is not won; {_left(record)}."
    positions = every(reason["states"], "position").capitalize()
    return (
        f"{positions} that can be reached were searched, with the stock face up, and none is won; "
        f"on the best line {_left(record)}."
    )


def _greedy(record: Record, reason: Record, paint: Paint) -> str:
    passes = count(reason["passes"], "pass", "passes")
    rule = "Playing every card as soon as it can be played is best in Der Geburtstag"
    if record["verdict"] == "won":
        return f"It comes out in {passes}. {rule}."
    return f"{rule}; so played, {_left(record)} after {passes}."


def _limit(record: Record, reason: Record, paint: Paint) -> str:
    option = {"max-states": "--max-states", "timeout": "--timeout"}[reason["limit"]]
    if reason["limit"] == "timeout":
        bound = f"{reason['value']:g} second{'' if reason['value'] == 1 else 's'}"
    else:
        bound = count(reason["value"], "position")
    searched = count(record["states"], "position")
    return (
        f"Not decided: the search stopped at its limit of {bound} ({searched} seen). "
        f"A larger {option} may decide it."
    )


def _no_orders(record: Record, reason: Record, paint: Paint) -> str:
    known = count(reason["known"], "pass", "passes")
    return (
        f"It is not out in the {known} whose order the deal gives, of {reason['passes']:,}; "
        f"{_how_likely(record['chance'])}"
    )


def _how_likely(chance: Record | None) -> str:
    if chance is None:
        return "the rest is a matter of chance."
    if chance["exact"] == "1/1":
        return "it will be out after the others, in whatever order they come."
    # A float is a fraction too, and small ones are told as one in so many.
    share = percent(Fraction(chance["exact"] or chance["value"]))
    exactly = chance["exact"] or ""
    shown = f" (exactly {exactly})" if 0 < len(exactly) <= _LONGEST_FRACTION else ""
    return (
        f"the rest is a matter of chance. It comes out in {share}{shown} of all orders "
        "of the later passes."
    )


_WORDS: Mapping[str, Callable[[Record, Record, Paint], str]] = {
    "parity": _parity,
    "never": _never,
    "stuck": _stuck,
    "exhausted": _exhausted,
    "greedy": _greedy,
    "limit": _limit,
    "no-orders": _no_orders,
}


def proved(record: Record) -> str:
    """Return in words what a record's proof consists of."""
    proof = record["proof"]
    return {
        "trace": "Proof: the solution itself.",
        "parity": "Proof: the suit counts above.",
        "greedy": "Proof: the line of play, in which no playable card is held back.",
        "closed-set": f"Proof: the list of {every(proof.get('count', 0), 'position')}, in the "
        "JSON formats.",
    }[proof["kind"]]
