"""A game played by a policy, by the rules as they are written."""

from __future__ import annotations

from collections.abc import Sequence

from deals.cards import Card
from deals.numbering import SplitMix64
from solver.games.covering import Covering, CoveringState
from solver.policies.policies import Chooser
from solver.policies.view import View


def seed_of(cards: Sequence[Card]) -> int:
    """Return the seed of the player's random numbers in a deal.

    Parameters
    ----------
    cards : sequence of Card
        The deal.

    Returns
    -------
    int
        A number that depends on all cards and their order: so a deal is played alike by number
        and from a file, and the player's numbers have nothing to do with those it was dealt by.

    Examples
    --------
    >>> seed_of([]), hex(seed_of([0]))
    (0, '0xe220a8397b1dcdaf')
    """
    seed = 0
    for card in cards:
        seed = SplitMix64(seed ^ card).next()
    return seed


def play(game: Covering, choose: Chooser) -> CoveringState:
    """Play a game to its end.

    Parameters
    ----------
    game : Covering
        The game; its cards may be part of a deck.
    choose : callable
        Chooses wherever there are two covers or more.

    Returns
    -------
    CoveringState
        A state without moves.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.policies.policies import find_policy
    >>> from solver.rules import find_rules
    >>> rules = find_rules("zudecken", deck="3x4")
    >>> game = Covering(rules, numbered_deal(1, find_deck("3x4")).cards)
    >>> play(game, find_policy("most").make(rules, None))
    (12, ())
    """
    stream = SplitMix64(seed_of(game.cards))
    state = game.start()
    while moves := game.moves(state):
        number = choose(View.at(game, state), stream) if len(moves) > 1 else 0
        state = game.apply(state, moves[number])
    return state
