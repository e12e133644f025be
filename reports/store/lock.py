"""One writer at a time in a folder of results."""

from __future__ import annotations

import os
from typing import Self

from deals.errors import FormatError
from reports.output import OutputError
from solver import locking
from solver.locking import LOCK_FILE, OWNER_FILE, HeldError

__all__ = ["LOCK_FILE", "OWNER_FILE", "FolderLock"]


class FolderLock(locking.FolderLock):
    """The right to write into a folder of results, held while the context lasts.

    Parameters
    ----------
    folder : str
        The folder.

    Raises
    ------
    FormatError
        On entering, if another process holds it; the error names the process.
    OutputError
        On entering, if the folder cannot be written.
    """

    def __enter__(self) -> Self:
        try:
            return super().__enter__()
        except HeldError as held:
            raise FormatError(
                f"another run is writing into this folder: {held.owner}", file=self.folder
            ) from None
        except OSError as error:
            raise OutputError(os.path.join(self.folder, LOCK_FILE), error) from None
