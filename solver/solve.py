"""The verdict on one deal and the line that shows it: by a theorem if one holds, else by search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deals.deal import Deal
from deals.errors import SettingError
from solver.games import Birthday, Game, Theorem, Verdict, make_game
from solver.odds.values import Chance
from solver.rules import BirthdayRules, Rules
from solver.search import Found, check_limits, search

DEFAULT_MAX_STATES = 2_000_000
"""States a search may see before it gives up; about half a gigabyte. No named variant of the
Quadrat family needs more than 50,000."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of one deal.

    Attributes
    ----------
    rules, deal, game
        The question: the rules in force, the deal, and the game they make.
    verdict : Verdict
        Won, lost, undecided (a limit was reached) or chance (later orders are not given).
    line : tuple of moves
        A winning line; where there is none, the line with the fewest cards left that is known.
    cards_left : int or None
        0 for a win that clears everything, None for one that need not; the fewest over all lines
        for a lost deal; None where that is not known.
    states : int
        Positions searched; 0 where a theorem answers.
    reason : mapping or None
        Why, in the form of the solve record.
    theorem : Theorem or None
        The theorem that decided, if one did or could have.
    chance : Chance or None
        For the verdict chance, how likely the deal comes out, all later shuffles being as likely.
    """

    rules: Rules
    deal: Deal
    game: Game[Any, Any]
    verdict: Verdict
    line: tuple[Any, ...]
    cards_left: int | None
    states: int
    reason: Mapping[str, object] | None
    theorem: Theorem | None
    chance: Chance | None = None


def solve(
    rules: Rules,
    deal: Deal,
    *,
    exhaustive: bool = False,
    max_states: int | None = DEFAULT_MAX_STATES,
    timeout: float | None = None,
) -> Solution:
    """Find out whether a deal can be won, all cards face up.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    deal : Deal
        The deal, made of the deck that the rules name.
    exhaustive : bool
        Search even where a theorem knows the answer (in Der Geburtstag: try holding cards back).
    max_states, timeout
        Limits of the search, see `solver.search.search`.

    Returns
    -------
    Solution

    Raises
    ------
    DeckError
        If the deal has more orders than the rules allow.
    SettingError
        If a limit is none, or a game other than Der Geburtstag leaves a deal to later shuffles.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from deals.numbering import numbered_deal
    >>> from solver.rules import find_rules
    >>> solution = solve(find_rules("zudecken"), numbered_deal(1, find_deck("french52")))
    >>> solution.verdict, solution.cards_left
    (<Verdict.WON: 'won'>, 0)
    """
    check_limits(max_states, timeout)
    game = make_game(rules, deal)
    theorem = game.theorem()
    if theorem is not None and not exhaustive:
        return _by_theorem(rules, deal, game, theorem)
    found = search(game, max_states=max_states, timeout=timeout)
    return Solution(
        rules,
        deal,
        game,
        found.verdict,
        found.line,
        _cards_left(found.verdict, found.cards_left),
        found.states,
        _reason(game, found, theorem, max_states if found.limit == "max-states" else timeout),
        theorem,
        _chance(rules, game, found.verdict),
    )


def _by_theorem(rules: Rules, deal: Deal, game: Game[Any, Any], theorem: Theorem) -> Solution:
    """Play the first move each time: no other way of playing does better."""
    line = []
    state = game.start()
    while moves := game.moves(state):
        line.append(moves[0])
        state = game.apply(state, moves[0])
    left = _cards_left(theorem.verdict, game.cards_left(state))
    return Solution(
        rules,
        deal,
        game,
        theorem.verdict,
        tuple(line),
        left,
        0,
        theorem.reason,
        theorem,
        _chance(rules, game, theorem.verdict),
    )


def _chance(rules: Rules, game: Game[Any, Any], verdict: Verdict) -> Chance | None:
    """Return how likely a deal comes out that later shuffles decide."""
    if verdict is not Verdict.CHANCE:
        return None
    # Imported here, for few deals need it and it reads a table.
    from solver.odds.geburtstag import chance_after

    if not isinstance(rules, BirthdayRules) or not isinstance(game, Birthday):
        raise SettingError(
            "what later shuffles may bring is known for Der Geburtstag only",
            text=rules.game,
            expected="a game that says of every deal whether it is won or lost",
        )
    return chance_after(rules, game)


def _cards_left(verdict: Verdict, left: int | None) -> int | None:
    """Return the number a verdict vouches for.

    A win that leaves cards (``goal = stock``) was the first one found and says nothing about the
    fewest; a chance or a limit says nothing at all.
    """
    if verdict is Verdict.WON:
        return 0 if left == 0 else None
    return left if verdict is Verdict.LOST else None


def _reason(
    game: Game[Any, Any], found: Found[Any], theorem: Theorem | None, limit: float | None
) -> Mapping[str, object] | None:
    if found.verdict is Verdict.UNDECIDED:
        return {"kind": "limit", "limit": found.limit, "value": limit}
    if theorem is not None:
        return theorem.reason
    if found.verdict is Verdict.WON:
        return None
    if not game.moves(game.start()):
        return {"kind": "stuck"}
    return {"kind": "exhausted", "states": found.states}
