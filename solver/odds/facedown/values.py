"""The value of a position under the best play with the stock face down, as the rules say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Generic, TypeVar

from deals.cards import Card
from deals.errors import DeckError
from deals.words import count
from solver.odds.facedown.game import (
    Columns,
    FaceDownGame,
    Position,
    suits_in,
    turned_up,
    up_cards,
    without,
)

Number = TypeVar("Number", float, Fraction)


class Values(Generic[Number]):
    """The chance to win from any position, for a player who plays as well as can be.

    Parameters
    ----------
    game : FaceDownGame
        The rules in force.
    number : type
        float or Fraction: the kind of number in which values are counted.

    Notes
    -----
    While fewer than `width` cards lie face up and the stock lasts, a card comes from it: every
    unseen card is equally likely, so the value is the mean of the values after each. Otherwise
    it is the largest of the values after each legal group, 0 where there is none and 1 where the
    game is won. Every order of the unseen cards is equally likely whatever the player has done
    so far, since no choice can depend on what nobody has seen.
    """

    def __init__(self, game: FaceDownGame, number: Callable[[int], Number]) -> None:
        self.game = game
        self._zero: Number = number(0)
        self._one: Number = number(1)

    def start(self) -> Number:
        """Return the value of the whole game, before the first card is dealt."""
        return self.worth(self.game.start())

    def value(self, position: Position) -> Number:
        """Return the chance to win from a position under the best play."""
        return self.worth(position.columns)

    def covers(self, position: Position) -> list[tuple[tuple[Card, ...], Number]]:
        """Return every legal cover of a position with the chance to win after it.

        Parameters
        ----------
        position : Position
            A position in which it is the player's turn: `width` cards lie face up, or the stock
            is empty.

        Returns
        -------
        list of (tuple of Card, float or Fraction)
            In the order of moves: by size, then by the places in `face_up`.

        Raises
        ------
        DeckError
            If cards must come from the stock first.
        """
        if self._must_deal(position.columns):
            raise DeckError(
                f"{count(len(position.face_up), 'card')} face up while the stock lasts",
                expected=f"{self.game.rules.width}",
            )
        if self._is_won(position.columns):
            return []
        return [
            (
                tuple(position.face_up[place] for place in group),
                self.worth(without(position.columns, [position.places[place] for place in group])),
            )
            for group in self.game.groups(position.places)
        ]

    def worth(self, columns: Columns) -> Number:
        """Return the value of a position given as columns."""
        return self.derive(columns)

    def derive(self, columns: Columns) -> Number:
        """Return the value of a position from the values of those that may follow it."""
        if self._must_deal(columns):
            return self._mean(columns)
        if self._is_won(columns):
            return self._one
        cards = up_cards(columns)
        after = {
            without(columns, [cards[place] for place in group]) for group in self.game.groups(cards)
        }
        return max((self.worth(columns) for columns in after), default=self._zero)

    def _mean(self, columns: Columns) -> Number:
        total = self._zero
        for column, times in Counter(columns).items():
            number = columns.index(column)
            for suit in suits_in(column[0]):
                total += times * self.worth(turned_up(columns, number, suit))
        return total / _unseen(columns)

    def _must_deal(self, columns: Columns) -> bool:
        return bool(_unseen(columns)) and len(up_cards(columns)) < self.game.rules.width

    def _is_won(self, columns: Columns) -> bool:
        goal_is_stock = self.game.rules.goal == "stock"
        return not _unseen(columns) and (goal_is_stock or not up_cards(columns))


def _unseen(columns: Columns) -> int:
    return sum(unseen.bit_count() for unseen, _ in columns)
