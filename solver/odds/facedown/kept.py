"""What a table is kept in: a folder, or memory alone where nothing can be written."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, Self

from deals.errors import FormatError, GehtaufError
from solver.odds.facedown.game import FaceDownGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class KeepingError(GehtaufError):
    """A folder can keep no table: it cannot be written, or not be read, or there is none.

    Attributes
    ----------
    error : OSError
        Why.
    writing : bool
        Whether it came of writing.
    """

    error = OSError(errno.ENOENT, "the user has no home folder")
    writing = True

    @classmethod
    def of(cls, path: os.PathLike[str], error: OSError, *, writing: bool) -> Self:
        """Return the error that comes of one of the system's."""
        made = cls(
            f"the table cannot be {'written' if writing else 'read'}: {error.strerror or error}",
            file=os.fspath(path),
            expected="another folder (--table DIR)",
        )
        made.error = OSError(error.errno, error.strerror or str(error))
        made.writing = writing
        return made

    @property
    def reason(self) -> str:
        """The file, if there is one, and what is wrong with it."""
        return f"{self.file}: {self.error.strerror}" if self.file else str(self.error.strerror)


class Keeper(Protocol):
    """Keeps the layers of one table, from that without a stock on."""

    @property
    def layers(self) -> int:
        """How many layers are there."""

    @property
    def is_complete(self) -> bool:
        """Whether all are."""

    def locked(self, waiting: Callable[[str], None]) -> AbstractContextManager[None]:
        """Keep everybody else from adding layers meanwhile; `waiting` is told who is waited for."""

    def read(self, unseen: int, size: int) -> NDArray[np.float64]:
        """Return the kept values of a layer, which must be so many."""

    def drop_damaged(self, size: Callable[[int], int]) -> None:
        """Forget the first layer that is not sound, and all after it."""

    def append(self, values: NDArray[np.float64]) -> None:
        """Add the next layer."""


class Memory:
    """Keeps a table as long as the process lives.

    Parameters
    ----------
    game : FaceDownGame
        The rules.
    """

    def __init__(self, game: FaceDownGame) -> None:
        self._needed = len(game.deck) + 1
        self._values: list[NDArray[np.float64]] = []

    @property
    def layers(self) -> int:
        """How many layers are there."""
        return len(self._values)

    @property
    def is_complete(self) -> bool:
        """Whether all are."""
        return self.layers == self._needed

    def locked(self, waiting: Callable[[str], None]) -> AbstractContextManager[None]:
        """Do nothing: nobody else is here."""
        return nullcontext()

    def read(self, unseen: int, size: int) -> NDArray[np.float64]:
        """Return the kept values of a layer."""
        if unseen >= self.layers:
            raise FormatError("the table is not complete", text=f"{self.layers} layers")
        return self._values[unseen]

    def drop_damaged(self, size: Callable[[int], int]) -> None:
        """Do nothing: what is in memory is sound."""

    def append(self, values: NDArray[np.float64]) -> None:
        """Add the next layer."""
        self._values.append(values)
