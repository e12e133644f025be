"""Advice for a game in progress: exact where it can be, sampled and said to be so elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from deals.cards import Card
from deals.decks import find_deck
from deals.errors import DeckError, SettingError
from deals.words import count
from gehtauf.tables import Building, Meter, open_values
from solver.advice.advice import Advice, Weighed, weigh_exactly
from solver.advice.estimate import (
    EFFORT,
    Effort,
    Orders,
    Player,
    effort_to_look_ahead,
    face_up,
    try_covers,
)
from solver.advice.late import Late
from solver.advice.readable import (
    ReadablePlayer,
    Searches,
    effort_within_reach,
    positions_within_reach,
)
from solver.advice.same import alike
from solver.advice.situation import Situation
from solver.columns import no_tick
from solver.games.contract import Verdict
from solver.games.covering import Covering
from solver.games.parity import applies
from solver.kernel.kernel import MOST_CARDS, MOST_FACE_UP
from solver.odds.answer import stock_matters
from solver.odds.facedown import Exact
from solver.odds.quadrat import chance_from
from solver.policies.player import compiled_player
from solver.policies.policies import POLICIES, SAMPLES, Policy, find_policy, worths
from solver.rules import Rules

if TYPE_CHECKING:
    from gehtauf.tables import AnyValues

ORDERS = 1_000
"""Random orders of the stock in which it is tried what a player who sees it could win."""

_FEW_UNSEEN = 8
_FEW_IN_PLAY = 13
"""So few unseen cards, and cards in play with them, have exact chances in a second or some, without
any table and however many packs there are."""

_USUAL_POLICY = "sampled"
_FEW_SAMPLES = 8
"""Orders at which that policy looks when it plays a sampled game on; 64 would take too long."""

_READABLE_POLICY = "most"
"""How games go on that compiled code does not take; a policy that looks ahead would take minutes
for each cover."""

_READABLE_ORDERS, _FEWEST_ORDERS = 1_000, 25
"""How many orders are seen through there: so many for all covers together, but so many for each."""


class Adviser:
    """Weighs the covers of a game.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    building : Building, optional
        How tables are found and built, and how many workers sample.
    policy : str, optional
        Play sampled games on by this policy, and never ask for exact chances.
    orders : int
        In how many random orders of the stock it is tried what could be won with the stock face
        up; 0 for not at all. Where compiled code does not take the cards there are fewer, and it is
        not found out for every cover: that is bounded, see `solver.advice.readable`.
    meter : callable, optional
        Shows how many sampled games are played.

    Raises
    ------
    SettingError
        If the rules are not those of Quadrat and Zudecken, or there is no such policy.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> rules = find_rules("zudecken", deck="3x4", width=3)
    >>> now = Situation.start(rules).dealt([0, 1, 13])
    >>> [str(one.chance.exact) for one in Adviser(rules, orders=0).advise(now).covers]
    ['271/378', '887/1260', '59/84', '829/1260']
    """

    def __init__(
        self,
        rules: Rules,
        building: Building | None = None,
        *,
        policy: str | None = None,
        orders: int = ORDERS,
        meter: Meter | None = None,
    ) -> None:
        self._start = Situation.start(rules)
        self._building = building or Building()
        self._policy = None if policy is None else _policy_to_go_on(policy)
        self._orders = orders
        self._meter = meter
        self._table: list[AnyValues | None] = []  # empty until somebody has looked for it
        self._late = Late(self._start.rules)
        self._compiled_player: Player | None = None

    def advise(self, situation: Situation, stock: Sequence[Card] | None = None) -> Advice:
        """Return what can be said for every cover.

        Parameters
        ----------
        situation : Situation
            Where the game stands.
        stock : sequence of Card, optional
            The order of the stock, if it is known, to tell what a player who sees it could do. It
            has no influence on anything else.

        Raises
        ------
        DeckError
            If cards have to be dealt first.
        SettingError
            If the policy that was asked for cannot play so many cards.
        GehtaufError
            If a table cannot be used or built.
        """
        if situation.missing:
            raise DeckError(
                f"{count(len(situation.face_up), 'card')} face up while the stock lasts",
                expected=str(situation.rules.width),
            )
        matters = stock_matters(situation.rules)
        if not situation.view.covers:
            return Advice(situation, (), matters=matters)
        known = self._exact(situation)
        if known is None:
            advice = self._sampled(situation)
        else:
            advice = Advice(situation, tuple(sorted(known, key=lambda one: -one.value)))
        advice = self._seen_through(replace(advice, matters=matters))
        return advice if stock is None else _with_stock(advice, stock)

    def _exact(self, situation: Situation) -> list[Weighed] | None:
        """Return the covers with their exact chances, None where these are not to be had."""
        rules, view = situation.rules, situation.view
        if self._policy is not None:
            return None
        if applies(rules):
            chance = chance_from(rules, situation.unseen)
            return weigh_exactly(situation, [chance] * len(view.covers), 0.0)
        if len(situation.unseen) <= _FEW_UNSEEN and situation.cards_left <= _FEW_IN_PLAY:
            return weigh_exactly(situation, self._late.worths(view), 0.0)
        if find_deck(rules.deck).packs > 1:
            return None
        if not self._table:
            self._table.append(open_values(rules, self._building))
        values = self._table[0]
        if values is None:
            return None
        bound = 0.0 if isinstance(values, Exact) else values.bound
        return weigh_exactly(situation, worths(values, view), bound)

    def _sampled(self, situation: Situation) -> Advice:
        """Return the covers by how they fare when a policy plays on."""
        policy, player = self._player(situation)
        rules, view = situation.rules, situation.view
        groups = alike(rules, view)
        orders = Orders(view)
        effort = _effort(situation, policy)
        with self._counting(effort.limit(len(groups))) as tick:
            tried, contest = try_covers(
                player,
                orders,
                [group[0] for group in groups],
                self._building.workers,
                tick,
                effort,
            )
        found = {one.cover: (rank, one.sample) for rank, one in enumerate(tried)}
        ranked = sorted(groups, key=lambda group: found[group[0]][0])
        weighed = [
            Weighed(cover, view.taken(cover), found[group[0]][1])
            for group in ranked
            for cover in group
        ]
        says = f"{policy.name} ({policy.says.replace(str(SAMPLES), str(_FEW_SAMPLES))})"
        return Advice(situation, tuple(weighed), says, contest)

    def _seen_through(self, advice: Advice) -> Advice:
        """Add in how many random orders a player who sees the stock could win, the best first."""
        if not self._orders:
            return advice
        situation, count = advice.situation, self._orders
        if _is_large(situation):
            count = min(count, max(_READABLE_ORDERS // len(advice.covers), _FEWEST_ORDERS))
        _, player = self._player(situation)
        orders = Orders(situation.view)
        with self._counting(count * len(advice.covers)) as tick:
            covers = tuple(
                replace(one, face_up=face_up(player, orders, one.cover, count, tick))
                for one in advice.covers
            )
        return replace(advice, covers=covers, orders=count)

    @contextmanager
    def _counting(self, games: int) -> Iterator[Callable[[int], None]]:
        """Give what is told of each few games of so many, and shows how far that is."""
        done = 0
        with self._meter(games, 0) if self._meter else nullcontext(no_tick) as show:

            def tick(more: int) -> None:
                nonlocal done
                done += more
                show(done)

            yield tick

    def _player(self, situation: Situation) -> tuple[Policy, Player]:
        """Return who plays on in a situation, by which policy."""
        if _is_large(situation):
            policy = self._policy or find_policy(_READABLE_POLICY)
            if policy.name == _USUAL_POLICY:
                raise _too_large(situation)
            return policy, ReadablePlayer(situation.rules, policy)
        policy = self._policy or find_policy(_USUAL_POLICY)
        if self._compiled_player is None:
            announce = self._building.announce and cache(self._building.announce)
            self._compiled_player = compiled_player(
                self._start.rules, policy, samples=_FEW_SAMPLES, announce=announce
            )
        return policy, self._compiled_player


def _policy_to_go_on(name: str) -> Policy:
    policy = find_policy(name)
    if policy.needs_values:
        raise SettingError(
            "a policy to go on with in samples looks nothing up",
            text=name,
            expected=", ".join(name for name, one in POLICIES.items() if not one.needs_values),
        )
    return policy


def _effort(situation: Situation, policy: Policy) -> Effort:
    """Return how many games can be played on in some seconds."""
    rules = situation.rules
    if _is_large(situation):
        return effort_within_reach(rules, situation.cards_left)
    return effort_to_look_ahead(rules) if policy.name == _USUAL_POLICY else EFFORT


def _is_large(situation: Situation) -> bool:
    """Tell whether compiled code does not take the cards of a situation."""
    return situation.rules.width > MOST_FACE_UP or situation.cards_left > MOST_CARDS


def _too_large(situation: Situation) -> SettingError:
    """Return why the policy that looks ahead cannot play on in a large situation."""
    others = [name for name, one in POLICIES.items() if not one.needs_values]
    others.remove(_USUAL_POLICY)
    return SettingError(
        f"the policy {_USUAL_POLICY} plays on with at most {MOST_FACE_UP} cards face up and "
        f"{MOST_CARDS} in play",
        text=f"width = {situation.rules.width}, {count(situation.cards_left, 'card')}",
        expected=f"the policy {', '.join(others)}, or none",
    )


def _with_stock(advice: Advice, stock: Sequence[Card]) -> Advice:
    """Add whether a player who sees this very stock can win after each cover."""
    rules, view = advice.situation.rules, advice.situation.view
    searches = Searches(positions_within_reach(rules))
    covers = []
    for one in advice.covers:
        found = searches.verdict(Covering(rules, [*view.after(one.cover), *stock]))
        known = found in (Verdict.WON, Verdict.LOST)
        covers.append(replace(one, would_win=found is Verdict.WON if known else None))
    return replace(advice, covers=tuple(covers), stock_is_known=True)
