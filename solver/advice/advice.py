"""The advice for one situation: every cover with its chance, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from deals.cards import Card
from solver.advice.same import distinct
from solver.advice.situation import Situation
from solver.odds.values import Chance, exact_chance
from solver.policies.view import Cover


@dataclass(frozen=True, slots=True)
class Sample:
    """How many of some random orders of the stock a game is won with.

    Attributes
    ----------
    won, orders : int
    """

    won: int
    orders: int

    @property
    def share(self) -> float:
        """The share that is won."""
        return self.won / self.orders


@dataclass(frozen=True, slots=True)
class Weighed:
    """One cover and what can be said for it.

    Attributes
    ----------
    cover : tuple of int
        The places of its cards among those face up.
    take : tuple of Card
        The cards.
    chance : Chance or Sample
        The chance to win after it under the best play; or how many random orders of the stock are
        won by a player who goes on by some policy.
    face_up : Sample or None
        How many random orders could be won by a player who sees the stock; None if that was not
        asked, or not found out within the limits of the search.
    would_win : bool or None
        Whether a player who sees the stock can win; None if its order is not known, or that was
        not found out.
    """

    cover: Cover
    take: tuple[Card, ...]
    chance: Chance | Sample
    face_up: Sample | None = None
    would_win: bool | None = None

    @property
    def value(self) -> float:
        """The chance, or the share, as a number."""
        return self.chance.share if isinstance(self.chance, Sample) else self.chance.value


@dataclass(frozen=True, slots=True)
class Contest:
    """The two best covers of a sample, order by order of the stock.

    Attributes
    ----------
    both, only_first, only_second, neither : int
        How many orders are won after both of them, after one alone, after neither.
    decided : bool
        Whether the first is better than every other cover at the stated level; covers that come to
        the same by an exchange of ranks or suits apart.
    level : float
        How sure that is.
    """

    both: int
    only_first: int
    only_second: int
    neither: int
    decided: bool
    level: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of every cover in a situation.

    Attributes
    ----------
    situation : Situation
        Where the game stands.
    covers : tuple of Weighed
        Every legal cover, the best first, equal ones in the order of moves. Of covers that take
        the same cards, twins for one another, only the first.
    policy : str or None
        The policy that plays sampled games on; None where chances are exact.
    contest : Contest or None
        The two best, where they are sampled and there are two.
    matters : bool
        Whether choices make any difference in this game.
    orders : int
        In how many random orders it was tried after each cover what a player who sees the stock
        could win; where that was not found out for a cover, its `face_up` is None.
    stock_is_known : bool
        Whether the order of the stock was given; where it was not found out whether it can be
        won after a cover, its `would_win` is None.
    """

    situation: Situation
    covers: tuple[Weighed, ...]
    policy: str | None = None
    contest: Contest | None = None
    matters: bool = True
    orders: int = 0
    stock_is_known: bool = False


def weigh_exactly(
    situation: Situation, chances: Sequence[Fraction | float], bound: float
) -> list[Weighed]:
    """Return every distinct cover with its exact chance, in the order of moves.

    Parameters
    ----------
    situation : Situation
        Where the game stands, no card missing.
    chances : sequence of Fraction or float
        The chance to win after each cover of the view under the best play.
    bound : float
        How far a chance may be off, if it is no fraction.
    """
    view = situation.view
    chance_of = dict(zip(view.covers, chances, strict=True))
    return [
        Weighed(cover, view.taken(cover), _chance(chance_of[cover], bound))
        for cover in distinct(view)
    ]


def _chance(value: Fraction | float, bound: float) -> Chance:
    if isinstance(value, Fraction):
        return exact_chance(value)
    return Chance(None, value, bound)
