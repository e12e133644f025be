"""The few deals of a folder that stand out: the hardest, the nearest to a win, and so on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

MOST = 10
"""How many deals of one kind are named."""


class Rare(NamedTuple):
    """A deal that stands out, and the value that makes it do so.

    Attributes
    ----------
    deal : int
        Its number, or its index in the file.
    id : str or None
        Its name, if it has one.
    value : int, float
        What is rare about it.
    """

    deal: int
    id: str | None
    value: float


class Rarest:
    """The deals with the smallest values, or the largest; of equal ones those dealt first.

    Parameters
    ----------
    largest : bool
        Whether large values are the rare ones.

    Examples
    --------
    >>> import pyarrow as pa
    >>> rarest = Rarest()
    >>> deals = pa.table({"deal": [7, 8, 9], "id": pa.nulls(3, pa.string())})
    >>> rarest.add(deals, np.array([5, 2, 2]))
    >>> [(rare.deal, rare.value) for rare in rarest.deals()]
    [(8, 2), (9, 2), (7, 5)]
    """

    def __init__(self, *, largest: bool = False) -> None:
        self._sign = -1 if largest else 1
        self._found: list[Rare] = []

    def add(self, deals: pa.Table, values: NDArray[Any]) -> None:
        """Look at deals (columns ``deal`` and ``id``) and the value of each."""
        signed = values.astype(np.int64) if values.dtype.kind == "u" else values
        places = _smallest(self._sign * signed)
        chosen = deals.select(["deal", "id"]).take(places).to_pylist()
        found = zip(chosen, values[places].tolist(), strict=True)
        self.merge(Rare(row["deal"], row["id"], value) for row, value in found)

    def merge(self, found: Iterable[Rare]) -> None:
        """Look at deals that stood out elsewhere."""
        self._found += found
        self._found.sort(key=lambda rare: (self._sign * rare.value, rare.deal))
        del self._found[MOST:]

    def deals(self) -> list[Rare]:
        """Return the deals, the rarest first."""
        return list(self._found)


def _smallest(keys: NDArray[Any]) -> NDArray[np.int64]:
    """Return the places of the smallest keys, of equal ones the first."""
    if len(keys) > MOST and keys.dtype != object:  # whole numbers of any size cannot be parted
        bound = np.partition(keys, MOST - 1)[MOST - 1]
        places = np.flatnonzero(keys <= bound)
    else:
        places = np.arange(len(keys))
    return places[np.argsort(keys[places], kind="stable")[:MOST]]
