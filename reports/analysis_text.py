"""The analysis of one deal as text: summary, the decisions that matter, then the counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from deals.cards import format_card
from deals.words import count, every
from reports.numbers import exact, percent
from reports.paint import Paint
from reports.play import groups_taken
from solver.analysis import Analysis, Counts, MoveValue
from solver.analyze import BirthdayAnalysis, DealAnalysis, TakingAnalysis
from solver.difficulty import difficulty
from solver.games import TakingGame, Verdict
from solver.passes import Pass
from solver.played import Played, PlayedCard, judge

_INDENT = "    "
_MOST_CHOICES_NAMED = 4

GraphAnalysis = Analysis[Any, Any]


def analyzed_deal(found: DealAnalysis, paint: Paint) -> str:
    """Return what an analysis adds to the heading of a deal.

    Parameters
    ----------
    found : TakingAnalysis or BirthdayAnalysis
        What was found.
    paint : Paint
        How it is to look.

    Returns
    -------
    str
        Some paragraphs, the last line ended.
    """
    narrow = paint.narrowed(len(_INDENT))
    body = (
        _birthday(found, narrow)
        if isinstance(found, BirthdayAnalysis)
        else _covering(found, narrow)
    )
    return "".join(f"{_INDENT}{line}".rstrip() + "\n" for line in body)


def _covering(found: TakingAnalysis, paint: Paint) -> Iterator[str]:
    analysis, game = found.analysis, found.solution.game
    assert isinstance(game, TakingGame)
    if analysis is None:
        limit = "Its state graph is larger than --max-states allows, so nothing can be counted."
        yield from paint.paragraph(limit)
        return
    counts = analysis.counts()
    yield from _summary(analysis, counts, paint)
    if found.played is not None:
        yield from ["", *_played(game, analysis, found.played, paint)]
    elif analysis.can_win(0) and analysis.game.theorem() is None:
        yield from ["", *_decisions(game, analysis, paint)]
    yield from ["", *_first_moves(game, analysis, paint)]
    if analysis.game.theorem() is None and counts.transitions:
        yield from ["", *_lines(game, found, analysis, paint)]
    yield from ["", *_counts(counts, paint)]


def _summary(analysis: GraphAnalysis, counts: Counts, paint: Paint) -> Iterator[str]:
    if analysis.game.theorem() is not None:
        lines = every(counts.lines, "line")
        ends = "comes to this end" if counts.lines == 1 else "end alike"
        yield from paint.paragraph(f"No choice matters: {lines} of play {ends}.")
        return
    if counts.transitions == 0:  # the heading has said why there is nothing to play
        return
    if counts.winning_lines == 0:
        left = count(counts.cards_left, "card")
        lines = f"None of the {count(counts.lines, 'line')} of play wins; the best one leaves"
        if counts.lines == 1:
            lines = "The only line of play does not win; it leaves"
        yield from paint.paragraph(f"{lines} {left}.")
        return
    chance = counts.random_win
    often = (
        f"{percent(chance)} of the games"
        if chance > Fraction(1, 20)
        else f"1 game in {round(1 / chance):,}"
    )
    win = "wins" if counts.winning_lines == 1 else "win"
    yield from paint.paragraph(
        f"Difficulty: {difficulty(analysis)}. Choosing at random wins {often}; "
        f"{counts.winning_lines:,} of {count(counts.lines, 'line')} {win}. The shortest win takes "
        f"{count(counts.shortest_win or 0, 'move')}, the longest {counts.longest_win}.",
    )


def _first_moves(game: TakingGame[Any, Any], analysis: GraphAnalysis, paint: Paint) -> list[str]:
    values = analysis.moves(0)
    if not values:
        return ["No first move."]
    rows = [("first move", "then", "winning lines", "at random", "fewest left")]
    for value in values:
        rows.append(
            (
                paint.cards(game.names(value.move)),
                _word(value, paint),
                f"{value.winning_lines:,}",
                percent(value.random_win),
                str(value.cards_left),
            )
        )
    return paint.table(rows)


def _word(value: MoveValue[Any], paint: Paint) -> str:
    return paint.word(str(value.verdict), "green" if value.verdict is Verdict.WON else "red")


def _decisions(game: TakingGame[Any, Any], analysis: GraphAnalysis, paint: Paint) -> Iterator[str]:
    moves = judge(analysis, analysis.safest_line())
    matter = [move for move in moves if move.matters]
    yield from paint.paragraph(
        f"Decisions that matter on the safest line: {len(matter)} of {count(len(moves), 'move')}.",
    )
    for move in matter:
        losing = [choice for choice in move.choices if not choice.winning_lines]
        yield from _listed(
            paint,
            f"move {move.n}: {paint.cards(game.names(move.chosen.move))} "
            f"({percent(move.chosen.random_win)} at random); the win is thrown away by "
            f"{_named(game, losing, paint)}",
        )


def _named(game: TakingGame[Any, Any], choices: Sequence[MoveValue[Any]], paint: Paint) -> str:
    named = [paint.cards(game.names(c.move)) for c in choices[:_MOST_CHOICES_NAMED]]
    more = len(choices) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def _listed(paint: Paint, text: str) -> list[str]:
    first, *rest = paint.narrowed(4).paragraph(text)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _played(
    game: TakingGame[Any, Any], analysis: GraphAnalysis, played: Sequence[Played], paint: Paint
) -> Iterator[str]:
    yield "The line that was played:"
    rows = [("move", "taken", "choices", "of them win", "at random", "then", "better")]
    for move in played:
        wins = sum(choice.winning_lines > 0 for choice in move.choices)
        better = ""
        if move.best.random_win > move.chosen.random_win:
            cards = paint.cards(game.names(move.best.move))
            better = f"{cards} ({percent(move.best.random_win)})"
        rows.append(
            (
                str(move.n),
                paint.cards(game.names(move.chosen.move)),
                str(len(move.choices)),
                str(wins),
                percent(move.chosen.random_win),
                _word(move.chosen, paint),
                better,
            )
        )
    yield from paint.table(rows)
    yield from paint.paragraph(_outcome(game, analysis, played, paint))


def _outcome(
    game: TakingGame[Any, Any], analysis: GraphAnalysis, played: Sequence[Played], paint: Paint
) -> str:
    thrown = next((move for move in played if move.threw_the_win_away), None)
    end = played[-1].chosen.target if played else 0
    if thrown is not None:
        best = paint.cards(game.names(thrown.best.move))
        return (
            f"The win was thrown away by move {thrown.n}: {best} would have kept it within reach."
        )
    if not analysis.can_win(0):
        return "The deal was lost from the start; no choice could have won it."
    if game.is_won(analysis.graph.states[end]):
        return "The line wins."
    return f"The win is still within reach; at random {percent(analysis.random_win(end))}."


def _lines(
    game: TakingGame[Any, Any], found: TakingAnalysis, analysis: GraphAnalysis, paint: Paint
) -> Iterator[str]:
    if not analysis.can_win(0):
        yield "Best line:"
        yield from groups_taken(game, analysis.safest_line(), paint)
        return
    yield "Safest line (at each step the choice with the largest chance at random):"
    yield from groups_taken(game, analysis.safest_line(), paint)
    yield "First line found:"
    yield from groups_taken(game, found.solution.line, paint)


def _counts(counts: Counts, paint: Paint) -> list[str]:
    rows = [
        ("count", "", ""),
        ("positions", f"{counts.states:,}", "that can be reached"),
        ("transitions", f"{counts.transitions:,}", "moves between them"),
        ("dead ends", f"{counts.dead_ends:,}", "without a move and not won"),
        ("choice points", f"{counts.choice_points:,}", "with two moves or more"),
        ("forced", f"{counts.forced:,}", "with exactly one move"),
        ("critical", f"{counts.critical:,}", "where some moves keep a win and others do not"),
        ("lines", f"{counts.lines:,}", "complete ways of playing"),
        ("winning lines", f"{counts.winning_lines:,}", ""),
        ("random win", percent(counts.random_win), _fraction(counts.random_win)),
        ("cards left", f"{counts.cards_left:,}", "the fewest over all lines"),
    ]
    return paint.table(rows)


def _fraction(chance: Fraction) -> str:
    text = exact(chance)
    return text if len(text) <= 30 else "(the exact fraction is in the JSON formats)"


def _birthday(found: BirthdayAnalysis, paint: Paint) -> Iterator[str]:
    for one in found.passes:
        yield from _pass(one, paint)
    if found.needed is not None:
        yield f"It comes out in {count(found.needed, 'pass', 'passes')}, played so."
    if found.played is not None:
        yield from ["", *_played_cards(found.played, paint)]


def _pass(one: Pass, paint: Paint) -> list[str]:
    played = [paint.card(format_card(card)) for card in one.played] or ["no card fits"]
    end = f"{count(one.cards_left, 'card')} left"
    if one.waiting:
        waits = [
            f"{paint.card(format_card(w.card))} (under {count(w.under, 'card')})"
            for w in one.waiting
        ]
        end += f"; the foundations wait for {', '.join(waits)}"
    return [
        *paint.wrap([f"pass {one.number}:", *played]),
        *(f"  {t}" for t in paint.paragraph(end)),
    ]


def _played_cards(played: Sequence[PlayedCard], paint: Paint) -> Iterator[str]:
    held = [card for card in played if card.could_have]
    steps, cards = count(len(played), "step"), count(len(held), "card")
    yield f"The line that was played: {steps}, {cards} held back."
    for card in held:
        names = ", ".join(paint.card(str(step["card"])) for step in card.could_have)
        cost = card.best_after - card.best_before
        effect = f"and costs {count(cost, 'card')}" if cost else "and costs nothing"
        yield from _listed(
            paint, f"step {card.n} (pass {card.step['pass']}): {names} could be played {effect}"
        )
    thrown = next((card for card in played if card.threw_the_win_away), None)
    if thrown is not None:
        yield f"The win was thrown away by step {thrown.n}."
    elif played:
        left = played[-1].best_after
        yield (
            "The win is still within reach."
            if left == 0
            else f"At best {count(left, 'card')} are left."
        )
