"""The games there are: every module of this package that names one as its ``GAME``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deals.deal import Deal
from deals.errors import DeckError
from solver.games.contract import Game
from solver.games.kind import GameKind, Rules
from solver.siblings import siblings


def _found() -> Iterator[GameKind]:
    for module in siblings(__name__):
        kind = getattr(module, "GAME", None)
        if isinstance(kind, GameKind):
            yield kind


GAMES: Mapping[str, GameKind] = {kind.rules.game: kind for kind in _found()}
"""Every game by its own name."""


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
    return GAMES[rules.game].make(rules, deal)
