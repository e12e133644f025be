"""The public functions about chances: how likely a game comes out, and what to cover in one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from deals.cards import Card, parse_card
from solver.rules import find_rules

if TYPE_CHECKING:
    from solver.advice import Advice
    from solver.odds.answer import Odds


def odds(
    game: str,
    stock: str | None = None,
    *,
    deals: str | None = None,
    table: str | os.PathLike[str] | None = None,
    build: bool = False,
    workers: int | str = "auto",
    **settings: object,
) -> Odds:
    """Return how likely a random deal is to come out under the best play.

    Parameters
    ----------
    game : str
        As for `rules`.
    stock : str, optional
        ``"up"`` (unless given) or ``"down"``: whether the player sees the order of the stock.
    deals : str, optional
        Where the chance is simulated, the numbered deals: ``"A..B"``.
    table : path-like, optional
        Where the table of exact chances is kept; in the user's cache unless given.
    build : bool
        Build a table even if that takes minutes or hours.
    workers : int or str
        How many threads work, or ``"auto"``.
    **settings : object
        As for `rules`.

    Returns
    -------
    solver.odds.answer.Odds
        The chance (``found``, with its bound or its interval) and the ``method`` that found it.

    Raises
    ------
    GehtaufError
        If a setting is wrong, there is no table and it would take long to build, or `deals`,
        `table` or `build` can have no effect.
    OutputError
        If a table cannot be written.

    Examples
    --------
    >>> odds("quadrat", deck="2x4").found.exact
    Fraction(27, 35)
    """
    from deals.numbering import parse_numbers
    from gehtauf.chances import Means, check_options, find_odds
    from gehtauf.tables import Building
    from solver.batch.cores import read_workers

    path = None if table is None else os.fspath(table)
    building = Building(path, build, read_workers(workers))
    numbers = None if deals is None else parse_numbers(deals)
    rules = find_rules(game, **settings)
    given = {"deals": deals, "table": table, "build": build or None}
    check_options(rules, stock, [name for name, value in given.items() if value is not None])
    return find_odds(rules, stock, Means(building, numbers))


def advise(
    game: str,
    face_up: str | Iterable[Card],
    gone: str | Iterable[Card] = (),
    *,
    policy: str | None = None,
    orders: int | None = None,
    table: str | os.PathLike[str] | None = None,
    build: bool = False,
    workers: int | str = "auto",
    **settings: object,
) -> Advice:
    """Return every legal cover with its chance, for a player who cannot see the stock.

    Parameters
    ----------
    game : str
        As for `rules`.
    face_up, gone : str or iterable of Card
        The cards on the table, and those that have gone before.
    policy : str, optional
        Do not look for exact chances; sample, and play on by this policy.
    orders : int, optional
        In how many random orders of the stock to try what a player who sees it could win; 1000
        unless given.
    table, build, workers
        As for `odds`.
    **settings : object
        As for `rules`.

    Returns
    -------
    solver.advice.Advice
        ``covers``: every legal cover with its chance, the best first.

    Raises
    ------
    GehtaufError
        If a setting is wrong, or no game can stand so.
    OutputError
        If a table cannot be written.

    Examples
    --------
    >>> best = advise("zudecken", "AC 2C AS", deck="3x4", width=3, orders=0).covers[0]
    >>> best.take, best.chance.exact
    ((0, 13), Fraction(271, 378))
    """
    from gehtauf.advising import ORDERS, Adviser
    from gehtauf.tables import Building
    from solver.advice import Situation
    from solver.batch.cores import read_workers

    now = Situation.of(find_rules(game, **settings), _cards(face_up), _cards(gone))
    path = None if table is None else os.fspath(table)
    building = Building(path, build, read_workers(workers))
    samples = ORDERS if orders is None else orders
    return Adviser(now.rules, building, policy=policy, orders=samples).advise(now)


def _cards(cards: str | Iterable[Card]) -> Iterable[Card]:
    return map(parse_card, cards.replace(",", " ").split()) if isinstance(cards, str) else cards
