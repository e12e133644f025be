"""What happens in each pass of Der Geburtstag when every card is played as soon as it can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from deals.cards import Card
from solver.games.birthday import Birthday, BirthdayState, Choice


class Waiting(NamedTuple):
    """The next card of an unfinished foundation, and how many cards lie on it in the waste."""

    card: Card
    under: int


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass through the stock, played greedily.

    Attributes
    ----------
    number : int
        The pass, from 1.
    played : tuple of Card
        The cards that went to the foundations, in that order.
    cards_left : int
        Cards still unplayed at its end.
    waiting : tuple of Waiting
        At its end, for each unfinished foundation, the card it waits for: these block the deal.
    """

    number: int
    played: tuple[Card, ...]
    cards_left: int
    waiting: tuple[Waiting, ...]


def greedy_passes(game: Birthday) -> list[Pass]:
    """Return every pass that is known and needed.

    Parameters
    ----------
    game : Birthday
        The deal.

    Returns
    -------
    list of Pass

    Examples
    --------
    >>> game = Birthday([[0, 1, 2]], [[2, 0, 1]], passes=2, shuffled=False)
    >>> [(p.number, p.played, p.cards_left, p.waiting) for p in greedy_passes(game)]
    [(1, (0, 1, 2), 0, ())]
    """
    passes: list[Pass] = []
    played: list[Card] = []
    state = game.start()
    while moves := game.moves(state):
        after = game.apply(state, moves[0])
        if after.number != state.number:
            passes.append(_pass(game, state, played))
            played = []
        if moves[0] is not Choice.LAY:
            played.append(game.card(state, moves[0]))
        state = after
    return [*passes, _pass(game, state, played)]


def _pass(game: Birthday, state: BirthdayState, played: list[Card]) -> Pass:
    wanted = game.wanted(state.heights)
    waiting = tuple(
        Waiting(card, under) for under, card in enumerate(reversed(state.waste)) if card in wanted
    )
    return Pass(state.number, tuple(played), game.cards_left(state), waiting)


def passes_needed(game: Birthday) -> int:
    """Return how many passes an unshuffled deal needs to come out.

    There is always such a number: each pass draws every unplayed card, so also the next card of
    each foundation, which is played at once.

    Examples
    --------
    >>> game = Birthday([[0, 1, 2, 3]], [[2, 3, 0, 1]], passes=1, shuffled=False)
    >>> passes_needed(game)
    2
    """
    return greedy_passes(game.with_passes(game.cards))[-1].number
