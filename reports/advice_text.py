"""Advice as text: the covers in a table, the best first, and what the numbers mean."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from deals.cards import format_card
from deals.decks import find_deck
from deals.words import count
from reports.advice_record import difference, sample_interval
from reports.numbers import bound, percent
from reports.paint import Paint
from solver.advice.advice import Advice, Contest, Sample, Weighed
from solver.advice.situation import Situation
from solver.odds.facedown import FaceDownGame
from solver.odds.facedown.plan import plan
from solver.rules import variant_name

_INDENT = "    "


def advice_text(advice: Advice, paint: Paint) -> str:
    """Return the text about an advice: where the game stands, the covers, what is known of them.

    Parameters
    ----------
    advice : Advice
        What was found.
    paint : Paint
        How it is to look.

    Returns
    -------
    str
        Some lines, the last one ended.
    """
    now = advice.situation
    where = f"{variant_name(now.rules)}: {standing(now, paint)}"
    lines = [*paint.paragraph(where), *covers_text(advice, paint)]
    return "\n".join(lines) + "\n"


def standing(now: Situation, paint: Paint) -> str:
    """Return where a game stands, in a sentence."""
    cards = " ".join(paint.card(format_card(card)) for card in now.face_up) or "no card"
    gone = count(len(now.gone), "card") if now.gone else "none"
    return f"{cards} face up, {count(len(now.unseen), 'card')} in the stock, {gone} gone."


def covers_text(
    advice: Advice, paint: Paint, *, numbered: bool = False, notes: bool = True
) -> list[str]:
    """Return the lines about the covers.

    Parameters
    ----------
    advice : Advice
        What was found.
    paint : Paint
        How it is to look.
    numbered : bool
        Whether to number the covers, so that one can be chosen.
    notes : bool
        Whether to say what the columns mean.
    """
    now = advice.situation
    if now.is_won:
        return [f"{_INDENT}The game is won."]
    if not advice.covers:
        left = count(now.cards_left, "card")
        return [f"{_INDENT}No group of these cards may go: the game is lost, with {left} left."]
    rows = list(_rows(advice, paint))
    if numbered:
        rows = [["" if i == 0 else str(i), *row] for i, row in enumerate(rows)]
    lines = [_INDENT + line for line in paint.table(rows)]
    if notes:
        for note in _notes(advice):
            lines += paint.paragraph(note, _INDENT)
    return lines


def _rows(advice: Advice, paint: Paint) -> Iterator[list[str]]:
    heads = ["cover", "chance" if advice.policy is None else "played on"]
    if any(one.face_up is not None for one in advice.covers):
        heads.append("seeing the stock")
    if any(one.would_win is not None for one in advice.covers):
        heads.append("this stock")
    yield heads
    for one in advice.covers:
        yield [" ".join(paint.card(format_card(card)) for card in one.take), *_cells(one, heads)]


def _cells(one: Weighed, heads: list[str]) -> Iterator[str]:
    if isinstance(one.chance, Sample):
        yield _share(one.chance)
    else:
        fraction = one.chance.exact
        yield percent(Fraction(one.chance.value) if fraction is None else fraction)
    if "seeing the stock" in heads:
        seen = one.face_up
        yield "unknown" if seen is None else percent(Fraction(seen.won, seen.orders))
    if "this stock" in heads:
        yield {True: "won", False: "lost", None: "unknown"}[one.would_win]


def _share(sample: Sample) -> str:
    low, high = sample_interval(sample)
    return f"{percent(Fraction(sample.won, sample.orders))} ({100 * low:.1f} to {100 * high:.1f})"


def _notes(advice: Advice) -> Iterator[str]:
    """Yield what the columns mean and how sure they are."""
    first, seen = advice.covers[0], [one.face_up for one in advice.covers]
    if not advice.matters:
        yield "No choice makes a difference in this game."
    if isinstance(first.chance, Sample):
        yield (
            f"Exact chances are not at hand here{_hint(advice)}. Played on: how many of "
            f"{_tried(advice)} random orders of the stock are won, with 95 % intervals, by a "
            f"player who goes on by the policy {advice.policy}. The best play wins at least as "
            "many."
        )
    elif first.chance.exact is not None:
        yield "Chance: exact, for the best play without seeing the stock."
    else:
        yield (
            "Chance: exact to within "
            f"{bound(first.chance.error_bound)}, for the best play without seeing the stock."
        )
    if advice.contest is not None:
        yield _compared(advice.contest)
    if advice.orders and not any(seen):
        yield (
            f"Seeing the stock: not told, for after no cover could all of {advice.orders:,} random "
            "orders be decided by searches of bearable length."
        )
    elif advice.orders:
        yield (
            f"Seeing the stock: how many of {advice.orders:,} random orders could be won by "
            f"a player who sees them{'' if all(seen) else _UNKNOWN}."
        )
    would_win = {one.would_win for one in advice.covers}
    if advice.stock_is_known and would_win == {None}:
        yield "This stock: not told, for no search of bearable length decided if it can be won."
    elif advice.stock_is_known and None in would_win:
        yield f"This stock: whether a player who sees it could win{_UNKNOWN}."


_UNKNOWN = "; unknown where searches of bearable length did not decide it"


def _tried(advice: Advice) -> str:
    """Return in how many orders the covers were tried, the fewest and the most."""
    sizes = [one.chance.orders for one in advice.covers if isinstance(one.chance, Sample)]
    low, high = min(sizes), max(sizes)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _hint(advice: Advice) -> str:
    """Return how exact chances could be had, or why they cannot."""
    rules = advice.situation.rules
    if find_deck(rules.deck).packs > 1:
        return ""
    costs = plan(FaceDownGame(rules))
    if costs.is_too_large:
        return f" (a table of them would be too large: {costs.says})"
    return f" (--build makes a table of them: {costs.says})"


def _compared(contest: Contest) -> str:
    found, interval = difference(contest)
    points = f"{100 * found:.1f} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
    sure = f"{100 * contest.level:g} %"
    decided = (
        f"the first is the best, with a confidence of {sure}"
        if contest.decided
        else f"which is the best is not decided with a confidence of {sure}"
    )
    return f"The first is ahead of the next by {points} percentage points; {decided}."
