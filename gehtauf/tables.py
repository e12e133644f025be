"""Exact values for play with the stock face down: from the cache, or built where that is cheap."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from deals.errors import FormatError, SettingError
from reports.output import OutputError
from solver.columns import no_tick
from solver.odds.facedown import Exact, FaceDownGame
from solver.odds.facedown.plan import SECONDS_UNASKED, Plan, plan, size
from solver.rules import Rules, variant_name

if TYPE_CHECKING:
    from solver.odds.facedown import Table
    from solver.odds.facedown.folder import Folder
    from solver.odds.facedown.kept import Keeper, KeepingError

AnyValues: TypeAlias = "Exact | Table"

FEW_CARDS = 12
"""Decks of so few cards have their values worked out as fractions, when they are asked for."""

_FEW_VALUES = 5000
"""So many values are worked out as fractions in a second or two."""

_LARGEST_IN_MEMORY = 2 * 10**9
"""Bytes that a table may take, and its making, where it can be kept nowhere else."""

Meter: TypeAlias = Callable[[int | None, int], AbstractContextManager[Callable[[int], None]]]
"""Given how many values there are and how many are known, gives what shows how far the work is."""


@dataclass(frozen=True, slots=True)
class Building:
    """How tables are found and built.

    Attributes
    ----------
    path : str or None
        Where the table is, or is to be; in the user's cache unless given. A manifest in the cache
        that cannot be used is replaced, one elsewhere is refused.
    long : bool
        Whether to build it even if that takes long.
    workers : int
        How many threads build it.
    announce : callable or None
        Told in words what takes long.
    meter : callable or None
        Shows how many values are known.

    Raises
    ------
    SettingError
        If the path is empty.
    """

    path: str | None = None
    long: bool = False
    workers: int = 1
    announce: Callable[[str], None] | None = None
    meter: Meter | None = None

    def __post_init__(self) -> None:
        if self.path == "":  # which would be the current folder
            raise SettingError("the folder of the table is empty", expected="--table DIR")


def open_values(rules: Rules, how: Building) -> AnyValues | None:
    """Return the exact values of a game, None where a table is not there and would take long.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    how : Building
        Where tables are, and whether they may be built. Up to `FEW_CARDS` cards none is needed.

    Raises
    ------
    SettingError
        If there can be no exact values for these rules.
    FormatError
        If the table is damaged, or for other rules or another version.
    GehtaufError
        If it cannot be read.
    OutputError
        If it cannot be written where it is to be; or not into the cache, and memory is too small.
    """
    game = FaceDownGame.of(rules)
    return Exact(rules) if len(game.deck) <= FEW_CARDS else open_table(game, how)


def open_table(game: FaceDownGame, how: Building, *, in_memory: bool = True) -> Table | None:
    """Return the table of a game, None where it is not there and would take long or cannot be.

    A table that another process is building is waited for.

    Parameters
    ----------
    game : FaceDownGame
        The rules.
    how : Building
        Where tables are, and whether they may be built.
    in_memory : bool
        Whether a table that the user's cache cannot keep may be in memory alone.

    Raises
    ------
    GehtaufError, OutputError
        As for `open_values`.
    """
    from solver.kernel.jit import announcing

    with announcing(how.announce and cache(how.announce)):  # each thing is said once
        from solver.odds.facedown.folder import Folder, default_path
        from solver.odds.facedown.kept import KeepingError, Memory

    costs = plan(game)
    if costs.is_too_large:
        return None
    too_long = costs.seconds > SECONDS_UNASKED and not how.long
    try:
        path = default_path(game) if how.path is None else Path(how.path)
        folder = Folder(path, game, heals=how.path is None and not too_long)
        table = _whole(folder, game)
        if table is not None:
            return table
        if too_long:
            return None
        with folder.locked(lambda owner: _say(how, _waits(owner, path))):
            table = _whole(folder, game)  # who was waited for may have built it
            if table is not None:
                return table
            # Whether it can be written is known now, before anything is said.
            anew = " anew, as its manifest is damaged" if folder.is_spoilt else ""
            _say(how, f"building the table of exact chances{anew}, {costs.says}, in {path}")
            return _built(game, folder, how)
    except KeepingError as error:
        if how.path is not None and error.writing:
            raise OutputError(error.file or how.path, error.error) from None
        if how.path is not None:
            raise
        if too_long:
            return None
        if not in_memory or costs.memory + costs.disk > _LARGEST_IN_MEMORY:
            raise _no_place(error, costs) from None
        _say(
            how,
            f"the table of exact chances is worked out in memory and not kept ({error.reason}); "
            "--table DIR names another folder",
        )
    return _built(game, Memory(game), how)


def _whole(folder: Folder, game: FaceDownGame) -> Table | None:
    """Open a table; None where it is to be built, or mended if that is allowed."""
    from solver.odds.facedown import load

    if not folder.is_complete:
        return None
    try:
        return load(game.rules, folder.path)
    except FormatError:  # its layers have the sizes of another game
        if not folder.heals:
            raise
        folder.is_spoilt = True
        return None


def _built(game: FaceDownGame, keeper: Keeper, how: Building) -> Table:
    """Build a table, or what is missing of it, and show how far it is."""
    from solver.odds.facedown import build

    with ExitStack() as stack:
        show: Callable[[int], None] | None = None

        def tell(done: int, total: int) -> None:
            nonlocal show
            if show is None:  # what is there already is known only now
                show = stack.enter_context(how.meter(total, done)) if how.meter else no_tick
            show(done)

        return build(game.rules, keeper, workers=how.workers, progress=tell)


def start_fraction(rules: Rules, how: Building) -> Fraction:
    """Return the value of a whole game of few cards, and tell how far it is if that takes long.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    how : Building
        Who is told.
    """
    if plan(FaceDownGame.of(rules)).values <= _FEW_VALUES:
        return Exact(rules).start()
    _say(how, "working out the chance of every position as a fraction; it may take minutes")
    with how.meter(None, 0) if how.meter else nullcontext(no_tick) as show:
        return Exact(rules, show).start()


def _say(how: Building, text: str) -> None:
    if how.announce is not None:
        how.announce(text)


def _waits(owner: str, path: Path) -> str:
    return f"waiting for {owner}, which is building the table of exact chances in {path}"


def _no_place(error: KeepingError, costs: Plan) -> OutputError:
    """Return the error that a table can be neither in the user's cache nor in memory."""
    remedy = f"--table DIR names another folder; it needs {size(costs.disk)}"
    name = error.file or "the table of exact chances"
    return OutputError(name, OSError(error.error.errno, f"{error.error.strerror} ({remedy})"))


def not_built(rules: Rules, build: str, otherwise: str) -> SettingError:
    """Return the error that a table is not there, and what it would cost to build it.

    Parameters
    ----------
    rules : Rules
        The rules in force.
    build, otherwise : str
        How it is built, if it can be; and what else can be done.
    """
    costs = plan(FaceDownGame.of(rules))
    if costs.is_too_large:
        why, remedy = f"would be too large to build: {costs.says}", otherwise
    else:
        why = f"is not built: {costs.says} (an interrupted build goes on where it ended)"
        remedy = f"{build}, or {otherwise}"
    return SettingError(
        f"the table of exact chances {why}", text=variant_name(rules), expected=remedy
    )
