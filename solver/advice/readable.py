"""Games played on by the rules as they are written, where compiled code takes no more cards.

What may be done is counted in positions and games, not in seconds: the same question has the same
answer everywhere.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from solver.advice.estimate import Effort
from solver.columns import VERDICTS
from solver.games.contract import Verdict
from solver.games.covering import Covering
from solver.policies.policies import Policy
from solver.policies.readable import play
from solver.rules import CoveringRules
from solver.search import search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GROUPS = 6_000_000
"""Groups of face-up cards that are looked at for one question, in games and in searches each: some
seconds."""

_EFFORT = Effort(25, 2_000)

_SHARE_OF_A_GAME = 10
"""One search in so many may use up all positions; it is given no more."""


def positions_within_reach(rules: CoveringRules) -> int:
    """Return in how many positions the groups can be looked at in some seconds.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> positions_within_reach(find_rules("zudecken", width=8)), 28 + 56 + 70
    (38961, 154)
    """
    return _GROUPS // max(sum(comb(rules.width, size) for size in rules.group_sizes), 1)


def effort_within_reach(rules: CoveringRules, cards: int) -> Effort:
    """Return how many games with so many cards in play can be played in some seconds.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> [effort_within_reach(find_rules("zudecken", width=w), 104).most_games for w in (4, 6, 8)]
    [2000, 1153, 374]
    """
    games = positions_within_reach(rules) // max(cards, 1)  # of a card a move at least
    return Effort(_EFFORT.first_round, min(_EFFORT.most_games, max(games, 1)))


class ReadablePlayer:
    """A policy by the rules as they are written, for any table and any number of cards.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    policy : Policy
        How the player chooses; one that looks nothing up.
    """

    def __init__(self, rules: CoveringRules, policy: Policy) -> None:
        self._rules = rules
        self._choose = policy.make(rules, None)
        self._searches = Searches(positions_within_reach(rules))

    def rows(self, deals: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        """Play deals, a row each; they may be part of a deck."""
        import numpy as np

        games = [Covering(self._rules, cards) for cards in deals.tolist()]
        won = [game.is_won(play(game, self._choose)) for game in games]
        places = [VERDICTS.index("won" if one else "lost") for one in won]
        return np.array(places, np.uint8), None

    def face_up(self, deals: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        """Return how such deals end for one who sees the stock; after one undecided all are."""
        import numpy as np

        verdicts = np.full(len(deals), VERDICTS.index("undecided"), np.uint8)
        for row, cards in enumerate(deals.tolist()):
            verdict = self._searches.verdict(Covering(self._rules, cards))
            if verdict not in (Verdict.WON, Verdict.LOST):
                break
            verdicts[row] = VERDICTS.index(verdict.value)
        return verdicts, None


class Searches:
    """Finds out how games end for one who sees the stock, as long as its positions last.

    Parameters
    ----------
    positions : int
        How many are searched in all, and a tenth of them at most for one game.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from solver.rules import find_rules
    >>> searches = Searches(0)
    >>> searches.verdict(Covering(find_rules("quadrat-104"), find_deck("double104").cards))
    <Verdict.LOST: 'lost'>
    >>> searches.verdict(Covering(find_rules("zudecken"), find_deck("french52").cards))
    <Verdict.UNDECIDED: 'undecided'>
    """

    def __init__(self, positions: int) -> None:
        self._left = positions
        self._most = max(positions // _SHARE_OF_A_GAME, 1)

    def verdict(self, game: Covering) -> Verdict:
        """Return how a game ends: by a theorem, else by search; undecided if that is long."""
        theorem = game.theorem()
        if theorem is not None:
            return theorem.verdict
        if self._left <= 0:
            return Verdict.UNDECIDED
        found = search(game, max_states=min(self._most, self._left))
        self._left -= found.states
        return found.verdict
