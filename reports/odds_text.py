"""Odds as text: the chance, how sure it is, and what lies behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from deals.words import count
from reports.numbers import bound, exact, percent, rounded
from reports.paint import Paint
from solver.odds.answer import Odds
from solver.odds.values import Chance, PassOdds, SimulatedShare
from solver.rules import variant_name

_INDENT = "    "
_STOCKS = {"up": "the stock face up", "down": "the stock face down"}
_LONGEST_FRACTION = 40
_QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


def odds_text(odds: Odds, paint: Paint) -> str:
    """Return the text about odds.

    Parameters
    ----------
    odds : Odds
        What was found.
    paint : Paint
        How it is to look.

    Returns
    -------
    str
        Some lines, the last one ended.
    """
    return "\n".join(_lines(odds, paint)) + "\n"


def _lines(odds: Odds, paint: Paint) -> Iterator[str]:
    name, share = variant_name(odds.rules), paint.word(percent(Fraction(odds.value)), "bold")
    simulated = isinstance(odds.found, SimulatedShare)
    stock = f", {_STOCKS[odds.stock]}" if odds.stock else ""
    text = f"{name}{stock}: {'about ' if simulated else ''}{share} of all deals come out."
    yield from paint.paragraph(text)
    if isinstance(odds.found, SimulatedShare):
        yield from paint.paragraph(_simulated(odds.found, odds.numbers), _INDENT)
    else:
        yield from paint.paragraph(_known(odds.found), _INDENT)
    yield from paint.paragraph(f"Method: {odds.method}.", _INDENT)
    if odds.stock is None:
        yield from paint.paragraph(
            "Whether the player sees the stock makes no difference.", _INDENT
        )
    if odds.by_pass:
        yield from ["", *_indented(_passes(odds.by_pass), paint)]
        if not simulated:
            yield from ["", *paint.paragraph(_how_sure(odds.by_pass), _INDENT)]
    if odds.quadrat is not None:
        yield from ["", *_indented(_chances("cards dealt at the end", odds.quadrat.ends), paint)]
        yield from ["", *_indented(_chances("cards left", odds.quadrat.cards_left), paint)]


def _known(chance: Chance) -> str:
    if chance.exact is None:
        return rounded(chance.value, chance.error_bound)
    fraction = exact(chance.exact)
    if len(fraction) > _LONGEST_FRACTION:
        fraction = f"a fraction of {len(fraction) - 1} digits (it is in the JSON format)"
    return f"The chance is {fraction} = {chance.value!r}."


def _how_sure(by_pass: tuple[PassOdds, ...]) -> str:
    if all(one.exact is not None for one in by_pass):
        return "The JSON format has the chances after each pass as fractions."
    worst = bound(max(one.error_bound for one in by_pass))
    return f"The numbers behind this table are off by at most {worst} of themselves."


def _simulated(found: SimulatedShare, numbers: str | None) -> str:
    low, high = (percent(Fraction(end)) for end in (found.low, found.high))
    named, verb = "number" if found.deals == 1 else "numbers", "comes" if found.won == 1 else "come"
    return (
        f"{found.won:,} of {count(found.deals, 'deal')} ({named} {numbers}) {verb} out; the true "
        f"share is between {low} and {high} with a confidence of {100 * found.level:g} % "
        f"({found.method.capitalize()}'s interval)."
    )


def _passes(by_pass: tuple[PassOdds, ...]) -> Iterator[list[str]]:
    yield ["after pass", "out", "cards left on average", "half of all deals have"]
    for one in by_pass:
        low, _, high = (_quantile(one, share) for share in _QUARTILES)
        out = percent(Fraction(one.value))
        yield [str(one.number), out, f"{one.mean:.2f}", f"{low} to {high}"]


def _quantile(one: PassOdds, share: Fraction) -> int:
    below = 0.0
    for left, chance in enumerate(one.cards_left):
        below += chance
        if below >= share:
            return left
    return len(one.cards_left) - 1


def _chances(name: str, chances: Mapping[int, Fraction]) -> Iterator[list[str]]:
    yield [name, "chance", ""]
    for cards, chance in chances.items():
        fraction = exact(chance)
        short = fraction if len(fraction) <= _LONGEST_FRACTION else ""
        yield [str(cards), percent(chance), short]


def _indented(rows: Iterator[list[str]], paint: Paint) -> list[str]:
    return [_INDENT + line for line in paint.table(list(rows))]
