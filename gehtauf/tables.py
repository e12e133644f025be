"""Exact values for play with the stock face down: from the cache, or built where that is cheap."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from deals.errors import SettingError
from solver.columns import no_tick
from solver.odds.facedown import Exact, FaceDownGame
from solver.odds.facedown.plan import Plan, plan
from solver.rules import Rules, variant_name

if TYPE_CHECKING:
    from solver.odds.facedown import Table

AnyValues: TypeAlias = "Exact | Table"

FEW_CARDS = 12
"""Decks of so few cards have their values worked out as fractions, when they are asked for."""

_SECONDS_UNASKED = 60
"""Tables that one core builds in this time are built without being asked for."""

Meter: TypeAlias = Callable[[int | None, int], AbstractContextManager[Callable[[int], None]]]
"""Given how many values there are and how many are known, gives what shows how far the work is."""


@dataclass(frozen=True, slots=True)
class Building:
    """How tables are found and built.

    Attributes
    ----------
    path : str or None
        Where the table is, or is to be; in the user's cache unless given.
    long : bool
        Whether to build it even if that takes long.
    workers : int
        How many threads build it.
    announce : callable or None
        Told in words what takes long.
    meter : callable or None
        Shows how many values are known.
    """

    path: str | None = None
    long: bool = False
    workers: int = 1
    announce: Callable[[str], None] | None = None
    meter: Meter | None = None


def open_values(rules: Rules, how: Building, few_cards: int = FEW_CARDS) -> AnyValues | None:
    """Return the exact values of a game, None where a table would take long and is not there.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    how : Building
        Where tables are, and whether they may be built.
    few_cards : int
        Up to how many cards values are fractions, and no table is needed.

    Raises
    ------
    SettingError
        If there can be no exact values for these rules.
    FormatError
        If the table is damaged, or for other rules or another version.
    GehtaufError
        If it cannot be written, or another process is building it.
    """
    game = FaceDownGame.of(rules)
    if len(game.deck) <= few_cards:
        return Exact(rules)
    announce = how.announce and cache(how.announce)  # each thing is said once
    from solver.kernel.jit import announcing

    with announcing(announce):
        from solver.odds.facedown import build, load
    from solver.odds.facedown.folder import Folder, default_path

    path = default_path(game) if how.path is None else Path(how.path)
    if Folder(path, game).is_complete:
        return load(rules, path)
    costs = plan(game)
    if costs.seconds > _SECONDS_UNASKED and not how.long:
        return None
    if announce is not None:
        announce(f"building the table of exact chances, {_in_words(costs, how.workers)}, in {path}")
    with ExitStack() as stack:
        show: Callable[[int], None] | None = None

        def tell(done: int, total: int) -> None:
            nonlocal show
            if show is None:  # what is there already is known only now
                show = stack.enter_context(how.meter(total, done)) if how.meter else no_tick
            show(done)

        return build(rules, path, workers=how.workers, progress=tell)


def not_built(rules: Rules, workers: int) -> SettingError:
    """Return the error that a table is not there, and what it would cost to build it."""
    costs = plan(FaceDownGame.of(rules))
    return SettingError(
        f"the table of exact chances is not built: {_in_words(costs, workers)} (an interrupted "
        "build goes on where it ended)",
        text=variant_name(rules),
        expected="--build, or --stock up",
    )


def _in_words(costs: Plan, workers: int) -> str:
    seconds = costs.seconds / workers
    time = f"{seconds:.0f} seconds" if seconds < 100 else f"{seconds / 60:.0f} minutes"
    millions = max(costs.values // 10**6, 1)
    return (
        f"{millions:,} million values, about {time}, {_size(costs.memory)} of memory and "
        f"{_size(costs.disk)} of disk"
    )


def _size(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{max(size // 10**6, 1)} MB"
