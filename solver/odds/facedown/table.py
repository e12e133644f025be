"""Tables of values: how one is built layer by layer, and how a position is looked up in it."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deals.errors import FormatError
from solver.kernel import facedown as kernel
from solver.odds.facedown.folder import Folder, default_path
from solver.odds.facedown.game import Columns, FaceDownGame
from solver.odds.facedown.kept import Keeper
from solver.odds.facedown.layers import Layer, Layers
from solver.odds.facedown.layouts import turned
from solver.odds.facedown.values import Values
from solver.rules import Rules


class Table(Values[float]):
    """The values of all positions of a game, from the layers that are kept.

    Each layer is checked when it is first needed: in a folder, against its checksum.

    Parameters
    ----------
    layers : Layers
        The places of the values.
    keeper : Keeper
        Where they are.

    Raises
    ------
    FormatError
        If the table is not complete; and from every look-up, if a layer's file is damaged.

    Attributes
    ----------
    bound : float
        No value differs by more from the exact one.
    """

    def __init__(self, layers: Layers, keeper: Keeper) -> None:
        super().__init__(layers.game, float)
        if not keeper.is_complete:
            raise FormatError(
                "the table is not complete",
                text=f"{keeper.layers} layers",
                expected=f"{layers.cards + 1}",
            )
        self.bound = error_bound(layers.cards)
        self._layers = layers
        self._keeper = keeper
        self._read: dict[int, NDArray[np.float64]] = {}

    def worth(self, columns: Columns) -> float:
        """Return the value of a position given as columns."""
        unseen = sum(suits.bit_count() for suits, _ in columns)
        layout = tuple(sorted(column for column in columns if column[1]))
        layouts, stocks = self._layers.layouts, self._layers.stocks
        kept = self._layers.kept(unseen)
        if layout not in layouts.place or not kept[layouts.place[layout]]:
            return self.derive(columns)
        stock = np.zeros(2**self.game.suits, dtype=np.uint8)
        for suits, _ in columns:
            stock[suits] += 1
        number = kernel.rank(stock, stocks.steps)
        pattern, perm = stocks.kind[number], layouts.perms[stocks.turn[number]]
        # The pattern has become this stock by the exchange; the layout goes the other way.
        before = turned(layout, tuple(perm.index(suit) for suit in range(self.game.suits)))
        place = kernel.place(
            stocks.patterns[pattern], layouts.place[before], layouts.need, layouts.skip, kept
        )
        return float(self._values(unseen)[self._layers.kept_starts[pattern] + place])

    def _values(self, unseen: int) -> NDArray[np.float64]:
        if unseen not in self._read:
            size = self._layers.kept_size(unseen)
            self._read[unseen] = self._keeper.read(unseen, size)
        return self._read[unseen]


def error_bound(cards: int) -> float:
    """Return by how much at most a value of a deck's table differs from the exact one.

    Parameters
    ----------
    cards : int
        The size of the deck.

    Returns
    -------
    float

    Notes
    -----
    A value with n unseen cards is a sum of at most n terms, each a count times the largest of
    some values with n - 1 unseen cards, divided by n. The choice of the largest rounds nothing,
    so a term has been through at most 1 + (n - 1) + 1 roundings when the value is done: the
    product, the additions, the division. All terms are positive, hence relative errors do not
    grow otherwise, and from n unseen cards down to none they add up to n(n + 3)/2 roundings of
    2^-53 each. Values are at most 1, so this bounds the absolute error too; the factor 1.01
    covers the products of the roundings.

    Examples
    --------
    >>> f"{error_bound(52):.1e}"
    '1.6e-13'
    """
    return 1.01 * cards * (cards + 3) / 2 * 2.0**-53


def load(rules: Rules, folder: str | PathLike[str] | None = None) -> Table:
    """Open the table of a game that has been built before.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    folder : path, optional
        Where it is; in the user's cache unless given.

    Returns
    -------
    Table

    Raises
    ------
    SettingError
        If there can be no table for these rules.
    FormatError
        If there is no complete table, or its manifest is damaged, or it is for other rules or
        another version.
    """
    game = FaceDownGame.of(rules)
    opened = Folder(_path(folder, game), game)
    if not opened.is_complete:
        raise FormatError("there is no complete table", file=str(opened.path))
    layers = Layers(game)
    opened.check_sizes(layers.kept_size)
    return Table(layers, opened)


def build(
    rules: Rules,
    folder: str | PathLike[str] | Keeper | None = None,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
    waiting: Callable[[str], None] = lambda owner: None,
) -> Table:
    """Build the table of a game, or what is missing of it, and open it.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    folder : path or Keeper, optional
        Where it shall be; in the user's cache unless given. Whatever sound layers of this table
        are there already are used.
    workers : int
        How many threads to use; the files are the same for any number.
    progress : callable
        Takes the number of values known so far and the number of all, several times a second.
        What it raises ends the work; the layers done so far stay.
    waiting : callable
        Told who builds there already, before that process is waited for.

    Returns
    -------
    Table

    Raises
    ------
    SettingError
        If there can be no table for these rules.
    FormatError
        If the folder holds a table for other rules or of another version.
    KeepingError
        If the folder cannot be written or read.
    """
    game = FaceDownGame.of(rules)
    if folder is None or isinstance(folder, str | PathLike):
        folder = Folder(_path(folder, game), game)
    keeper: Keeper = folder
    with keeper.locked(waiting):
        layers = Layers(game)
        keeper.drop_damaged(layers.kept_size)
        if not keeper.is_complete:
            _Builder(layers, keeper, workers, progress).run()
    return Table(layers, keeper)


def _path(folder: str | PathLike[str] | None, game: FaceDownGame) -> Path:
    return default_path(game) if folder is None else Path(folder)


class _Builder:
    """One run of the work, from the last layer that is there to the top."""

    def __init__(
        self, layers: Layers, keeper: Keeper, workers: int, progress: Callable[[int, int], None]
    ) -> None:
        self._layers = layers
        self._keeper = keeper
        self._workers = workers
        self._progress = progress
        self._total = sum(map(layers.size, range(layers.cards + 1)))
        self._done = 0

    def run(self) -> None:
        layer = self._first()
        if layer.unseen >= self._keeper.layers:
            self._append(layer)
        self._done = sum(map(self._layers.size, range(layer.unseen + 1)))
        while layer.unseen < self._layers.cards:
            layer = self._layers.above(layer, self._workers, self._tick)
            if layer.unseen < self._keeper.layers:
                self._restore(layer)
            else:
                self._append(layer)

    def _first(self) -> Layer:
        """Return the layer to begin with, so that all is known again where the layers end.

        The values that are not kept have come from at most `width` layers further down.
        """
        unseen = max(0, self._keeper.layers - self._layers.game.rules.width - 1)
        if unseen == 0:
            return self._layers.lowest()
        layer = self._layers.empty(unseen)
        layer.values[:] = np.nan
        self._restore(layer)
        return layer

    def _restore(self, layer: Layer) -> None:
        layer.values[self._kept(layer)] = self._keeper.read(
            layer.unseen, self._layers.kept_size(layer.unseen)
        )

    def _append(self, layer: Layer) -> None:
        self._keeper.append(layer.values[self._kept(layer)])

    def _kept(self, layer: Layer) -> NDArray[np.bool_]:
        kept: NDArray[np.bool_] = self._layers.kept(layer.unseen)[layer.fitting]
        return kept

    def _tick(self, done: int) -> None:
        self._done += done
        self._progress(self._done, self._total)
