"""What a player sees: the cards on the table, those still to come, and what may be covered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deals.cards import Card
from solver.games.covering import Covering, CoveringState
from solver.rules import CoveringRules

Cover = tuple[int, ...]
"""A group that may go, as places in `View.face_up`."""


@dataclass(frozen=True, slots=True)
class View:
    """A position as far as it can be seen.

    Attributes
    ----------
    face_up : tuple of Card
        The cards on the table, those that have lain there longest first.
    unseen : tuple of Card
        The cards of the stock, ascending, since their order is not known.
    covers : tuple of tuple of int
        The legal groups, in the order of moves.
    """

    face_up: tuple[Card, ...]
    unseen: tuple[Card, ...]
    covers: tuple[Cover, ...]

    @classmethod
    def of(cls, rules: CoveringRules, face_up: Sequence[Card], unseen: Iterable[Card]) -> View:
        """Return what is seen where it is the player's turn.

        Examples
        --------
        >>> from deals.cards import parse_card
        >>> from solver.rules import find_rules
        >>> cards = [parse_card(card) for card in "7C 8C 9D TD".split()]
        >>> View.of(find_rules("zudecken-group-32"), cards, []).covers
        ((0, 1), (2, 3), (0, 1, 2, 3))
        """
        to_come = tuple(sorted(unseen))
        if not to_come and rules.goal == "stock":
            return cls(tuple(face_up), to_come, ())
        game = Covering(replace(rules, goal="cleared"), face_up)
        covers = game.moves((len(face_up), tuple(range(len(face_up)))))
        return cls(tuple(face_up), to_come, tuple(covers))

    @classmethod
    def at(cls, game: Covering, state: CoveringState) -> View:
        """Return what is seen of a state of a game."""
        dealt, places = state
        place_of = {place: i for i, place in enumerate(places)}
        return cls(
            tuple(game.cards[place] for place in places),
            tuple(sorted(game.cards[dealt:])),
            tuple(tuple(place_of[place] for place in move) for move in game.moves(state)),
        )

    def after(self, cover: Cover) -> tuple[Card, ...]:
        """Return the cards that stay on the table after a cover."""
        return tuple(card for place, card in enumerate(self.face_up) if place not in cover)

    def taken(self, cover: Cover) -> tuple[Card, ...]:
        """Return the cards of a cover."""
        return tuple(self.face_up[place] for place in cover)
