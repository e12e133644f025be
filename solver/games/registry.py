"""The games there are, and the game that a deal makes under a record of rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deals.deal import Deal
from deals.errors import DeckError
from solver.games.birthday import Birthday
from solver.games.contract import Game
from solver.games.covering import Covering
from solver.rules import BirthdayRules, CoveringRules, Rules

_FAMILIES: Mapping[type, Callable[[Any, Deal], Game[Any, Any]]] = {
    CoveringRules: Covering.from_deal,
    BirthdayRules: Birthday.from_deal,
}


def make_game(rules: Rules, deal: Deal) -> Game[Any, Any]:
    """Return the game of a deal under a record of rules.

    Raises
    ------
    DeckError
        If the deal is not made of the deck the rules name, or has orders the rules do not know.
    """
    if deal.deck.name != rules.deck:
        raise DeckError(
            "the deal is made of another deck than the rules name",
            text=deal.deck.name,
            expected=rules.deck,
        )
    return _FAMILIES[type(rules)](rules, deal)
