"""Chances of covers by playing on in random orders of the stock, until it is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from deals.cards import Card
from deals.numbering import SplitMix64, shuffle
from solver.advice.advice import Contest, Sample
from solver.columns import VERDICTS, no_tick
from solver.policies.readable import seed_of
from solver.policies.view import Cover, View
from solver.rules import CoveringRules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
"""How sure a decision is."""

ROUNDS = 6
"""Each round has as many orders as all before it together."""


class Effort(NamedTuple):
    """How many games are played to find the best cover.

    Attributes
    ----------
    first_round : int
        The orders of the first round, fewer where so many would be too many games; the last round
        ends with 32 times as many.
    most_games : int
        A round that would go beyond so many games, all covers together, is not begun.
    """

    first_round: int
    most_games: int

    def at_first(self, covers: int) -> int:
        """Return in how many orders each of so many covers is played on in any case."""
        return min(self.first_round, max(self.most_games // covers, 1))

    def limit(self, covers: int) -> int:
        """Return how many games there are at most."""
        return max(self.most_games, covers)


EFFORT = Effort(200, 10_000)
"""In compiled code; a game of the policy that looks ahead takes half a millisecond."""

_SINGLES = Effort(100, 2_500)
"""Where a card may go alone, it takes three or four."""

_NARROW_SINGLES = Effort(25, 500)
"""Where cards match by suit or by rank only besides, up to forty."""


def effort_to_look_ahead(rules: CoveringRules) -> Effort:
    """Return how many games of the policy that looks ahead compiled code plays in some seconds.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> names = ("zudecken", "zudecken-single")
    >>> [effort_to_look_ahead(find_rules(name)).most_games for name in names]
    [10000, 2500]
    """
    if 1 not in rules.group_sizes:
        return EFFORT
    return _SINGLES if rules.match == "suit-or-rank" else _NARROW_SINGLES


_AT_ONCE = 25  # games: hundredths of a second
_WON, _UNDECIDED = VERDICTS.index("won"), VERDICTS.index("undecided")


class Player(Protocol):
    """What plays deals, a row each, to their ends; see `solver.policies.compiled`."""

    def rows(self, deals: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        """Play them by a policy; return the verdicts and what else is known."""

    def face_up(self, deals: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        """Return how they end for one who sees the stock, as far as that is decided."""


@dataclass(slots=True, eq=False)
class Tried:
    """A cover on trial: whether each of the orders so far was won.

    Attributes
    ----------
    cover : tuple of int
        The cover.
    won : array of bool
        By order: whether the policy won.
    """

    cover: Cover
    won: NDArray[np.bool_]

    @property
    def sample(self) -> Sample:
        """The orders that were won, and all of them."""
        return Sample(int(self.won.sum()), len(self.won))


class Orders:
    """Random orders of the unseen cards, as many as are asked for; the same ones at each call.

    Parameters
    ----------
    view : View
        What is seen; the orders depend on nothing else.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._stream = SplitMix64(seed_of([*view.face_up, *view.unseen]))
        self._orders: list[Sequence[Card]] = []

    def deals(self, cover: Cover, start: int, stop: int) -> NDArray[np.uint8]:
        """Return the deals that go on after a cover, in some of the orders, a row each."""
        import numpy as np

        while len(self._orders) < stop:
            self._orders.append(shuffle(self._stream, self._view.unseen))
        kept = self._view.after(cover)
        rows = [[*kept, *order] for order in self._orders[start:stop]]
        return np.array(rows, np.uint8).reshape(stop - start, len(kept) + len(self._view.unseen))


def face_up(
    player: Player,
    orders: Orders,
    cover: Cover,
    count: int,
    tick: Callable[[int], None] = no_tick,
) -> Sample | None:
    """Return in how many of some orders a player who sees the stock can win after a cover.

    None if one of them is undecided: the share of the others would be too high or too low.
    """
    won = 0
    for start in range(0, count, _AT_ONCE):
        stop = min(start + _AT_ONCE, count)
        verdicts, _ = player.face_up(orders.deals(cover, start, stop))
        if (verdicts == _UNDECIDED).any():
            tick(count - start)
            return None
        tick(stop - start)
        won += int((verdicts == _WON).sum())
    return Sample(won, count)


def try_covers(
    player: Player,
    orders: Orders,
    covers: Sequence[Cover],
    workers: int = 1,
    tick: Callable[[int], None] = no_tick,
    effort: Effort = EFFORT,
) -> tuple[list[Tried], Contest | None]:
    """Play every cover on in the same random orders, until it is decided which is best.

    Parameters
    ----------
    player : Player
        Plays on.
    orders : Orders
        The orders.
    covers : sequence of tuple of int
        Covers of which no two come to the same, one at least.
    workers : int
        How many threads play; the result is the same for any number.
    tick : callable
        Told after each few games how many more are played.
    effort : Effort
        How many games that may take.

    Returns
    -------
    list of Tried, Contest or None
        The covers, the best first; and the two best compared.

    Notes
    -----
    All covers on trial are played with the same orders, so two of them differ in the orders that
    one wins and the other does not. If they were equally good, each such order would fall to
    either with a chance of one half: a sign test. After each round a cover goes off trial if this
    test says that it is worse than the one that leads. The test is made for each of the others and
    in each round, so each has only its share of the error that the level allows (Bonferroni): the
    best cover is put off trial with a chance of at most ``1 - LEVEL`` in all.
    """
    import numpy as np

    tried = [Tried(cover, np.zeros(0, np.bool_)) for cover in covers]
    on_trial = list(tried)
    error = (1 - LEVEL) / (ROUNDS * max(len(covers) - 1, 1))
    played, size, games = 0, effort.at_first(len(covers)), 0
    with ThreadPoolExecutor(workers) as pool:
        for number in range(ROUNDS):
            games += len(on_trial) * (size - played)
            if number > 0 and (games > effort.most_games or len(on_trial) == 1):
                break
            _play(player, orders, on_trial, played, size, pool, tick)
            played, size = size, 2 * size
            leader = max(on_trial, key=lambda one: one.sample.won)
            on_trial = [one for one in on_trial if not _is_worse(one, leader, error)]
    ranking = sorted(tried, key=lambda one: (one not in on_trial, -one.sample.share))
    if len(ranking) < 2:
        return ranking, None
    return ranking, _contest(ranking[0], ranking[1], decided=len(on_trial) == 1)


def _play(
    player: Player,
    orders: Orders,
    tried: Sequence[Tried],
    start: int,
    stop: int,
    pool: ThreadPoolExecutor,
    tick: Callable[[int], None],
) -> None:
    """Play some covers on in some of the orders."""
    import numpy as np

    jobs = [
        (one, pool.submit(player.rows, orders.deals(one.cover, a, min(a + _AT_ONCE, stop))))
        for one in tried
        for a in range(start, stop, _AT_ONCE)
    ]
    try:
        for one, job in jobs:
            verdicts, _ = job.result()
            one.won = np.concatenate([one.won, verdicts == _WON])
            tick(len(verdicts))
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise


def _is_worse(one: Tried, leader: Tried, error: float) -> bool:
    """Tell whether the sign test finds a cover worse than the leader, wrongly in so few cases."""
    from scipy.stats import binomtest

    ahead = int((leader.won & ~one.won).sum())
    behind = int((one.won & ~leader.won).sum())
    if ahead <= behind:
        return False
    return bool(binomtest(ahead, ahead + behind, alternative="greater").pvalue <= error)


def _contest(first: Tried, second: Tried, *, decided: bool) -> Contest:
    """Compare two covers in the orders that both have been played in."""
    common = min(len(first.won), len(second.won))
    one, other = first.won[:common], second.won[:common]
    return Contest(
        int((one & other).sum()),
        int((one & ~other).sum()),
        int((other & ~one).sum()),
        int((~one & ~other).sum()),
        decided,
        LEVEL,
    )
