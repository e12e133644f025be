"""The policies: how a player who does not see the stock may choose what to cover.

A new policy is a record in `POLICIES`, and a number in `solver.kernel.choices`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from deals.errors import unknown_name
from deals.numbering import SplitMix64, shuffle
from solver.games.contract import Verdict
from solver.games.covering import Covering
from solver.odds.facedown import Values
from solver.policies.view import View
from solver.rules import CoveringRules
from solver.search import search

Chooser: TypeAlias = Callable[[View, SplitMix64], int]
"""Told what is seen, two covers at least, and given the player's own random numbers; says which of
the covers is chosen."""

AnyValues: TypeAlias = "Values[float] | Values[Fraction]"

SAMPLES = 64
"""Orders of the stock that `sampled` looks at. With 16 it wins about 6 of 100 games less, with 256
hardly one more."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way of choosing.

    Attributes
    ----------
    name : str
        Its name.
    says : str
        What it does, in words.
    make : callable
        Given the rules, and the exact values if there are any, returns what chooses.
    needs_values : bool
        Whether it cannot do without exact values.
    slice_size : int
        Deals that compiled code plays in some milliseconds.
    """

    name: str
    says: str
    make: Callable[[CoveringRules, AnyValues | None], Chooser]
    needs_values: bool = False
    slice_size: int = 1_024


def _random(rules: CoveringRules, values: object) -> Chooser:
    return lambda view, stream: stream.draw(len(view.covers))


def _by_size(best: Callable[[Sequence[int]], int]) -> Callable[[CoveringRules, object], Chooser]:
    def choose(view: View, stream: SplitMix64) -> int:
        sizes = [len(cover) for cover in view.covers]
        size = best(sizes)
        among = [number for number, other in enumerate(sizes) if other == size]
        return among[stream.draw(len(among))]

    return lambda rules, values: choose


def _sampled(rules: CoveringRules, values: object) -> Chooser:
    def choose(view: View, stream: SplitMix64) -> int:
        orders = [shuffle(stream, view.unseen) for _ in range(SAMPLES)]

        def merit(number: int) -> tuple[int, int, int]:
            cover = view.covers[number]
            games = (Covering(rules, [*view.after(cover), *order]) for order in orders)
            won = sum(search(game).verdict is Verdict.WON for game in games)
            return won, len(cover), -number

        return max(range(len(view.covers)), key=merit)

    return choose


def _exact(rules: CoveringRules, values: AnyValues | None) -> Chooser:
    assert values is not None, "the exact policy needs values"

    def choose(view: View, stream: SplitMix64) -> int:
        chances = worths(values, view)
        return chances.index(max(chances))

    return choose


def worths(values: AnyValues, view: View) -> list[Fraction | float]:
    """Return the chance to win after each cover, in their order, under the best play.

    Parameters
    ----------
    values : Values
        The exact values of the game.
    view : View
        A position in which it is the player's turn.
    """
    here = {*view.face_up, *view.unseen}
    gone = [card for card in values.game.deck if card not in here]
    return [chance for _, chance in values.covers(values.game.position(view.face_up, gone))]


POLICIES: Mapping[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("random", "any legal cover, each equally likely", _random),
        Policy("most", "as many cards as can be covered, of equal covers any", _by_size(max)),
        Policy("fewest", "as few cards as can be covered, of equal covers any", _by_size(min)),
        Policy(
            "sampled",
            f"the cover after which most of {SAMPLES} random orders of the unseen cards could be "
            "won with the stock face up; of equal ones that of more cards, then the first",
            _sampled,
            slice_size=4,
        ),
        Policy(
            "exact",
            "the cover with the largest exact chance; of equal ones the first",
            _exact,
            needs_values=True,
            slice_size=128,
        ),
    )
}
"""The policies by name, from the most careless to the best."""


def find_policy(name: str) -> Policy:
    """Return the policy of a name.

    Raises
    ------
    SettingError
        If there is none.

    Examples
    --------
    >>> find_policy("most").says
    'as many cards as can be covered, of equal covers any'
    """
    if name not in POLICIES:
        raise unknown_name("policy", name, list(POLICIES))
    return POLICIES[name]
