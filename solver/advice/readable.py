"""Games played on by the rules as they are written, where compiled code takes no more cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

MOST_STATES = 5_000
"""Positions searched for one verdict; a second or two, where there are eight cards face up."""


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
            verdict = seen_through(Covering(self._rules, cards), MOST_STATES)
            if verdict not in (Verdict.WON, Verdict.LOST):
                break
            verdicts[row] = VERDICTS.index(verdict.value)
        return verdicts, None


def seen_through(game: Covering, max_states: int) -> Verdict:
    """Return how a game ends for one who sees the stock: by a theorem, else by so long a search.

    Examples
    --------
    >>> from deals.decks import find_deck
    >>> from solver.rules import find_rules
    >>> game = Covering(find_rules("quadrat-104"), find_deck("double104").cards)
    >>> seen_through(game, 1)
    <Verdict.LOST: 'lost'>
    """
    theorem = game.theorem()
    return search(game, max_states=max_states).verdict if theorem is None else theorem.verdict
