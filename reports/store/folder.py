"""A results folder as a reader sees it: checked, part by part, in order."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deals.errors import FormatError
from reports.store.manifest import FILE, Manifest
from reports.store.parts import (
    ERRORS_FILE,
    Sidecar,
    check_part,
    part_indices,
    part_path,
    read_sidecar,
    sidecar_path,
    unreadable,
)
from solver.columns import VERDICTS

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, slots=True)
class Folder:
    """A results folder whose files were all found to be what they must be.

    Attributes
    ----------
    path : str
        Where it lies.
    manifest : Manifest
        What it holds.
    parts : dict of int to Sidecar
        What is known of each part that is there; their error records, which may be many, are
        left out.
    complete : bool
        Whether every part is there.
    """

    path: str
    manifest: Manifest
    parts: dict[int, Sidecar]
    complete: bool

    @property
    def deals(self) -> int:
        """How many deals the parts hold."""
        return sum(sidecar.rows for sidecar in self.parts.values())

    @property
    def verdicts(self) -> dict[str, int]:
        """How many deals have each verdict."""
        counts: Counter[str] = Counter()
        for sidecar in self.parts.values():
            counts.update(sidecar.verdicts)
        return {verdict: counts[verdict] for verdict in VERDICTS}

    def tables(self, columns: Sequence[str] | None = None) -> Iterator[pyarrow.Table]:
        """Yield the rows, part by part, in order.

        Parameters
        ----------
        columns : sequence of str, optional
            Which columns to read; all unless given.

        Yields
        ------
        pyarrow.Table

        Raises
        ------
        FormatError
            If a part does not hold what manifest and sidecar say, for all its checksum fits.
        """
        from reports.store.rows import read_rows

        for index, sidecar in self.parts.items():
            yield read_rows(part_path(self.path, index), self.manifest, sidecar, columns)

    def errors(self) -> Iterator[dict[str, Any]]:
        """Yield the error records, in the order of the deals."""
        for index, sidecar in self.parts.items():
            if sidecar.verdicts.get("error"):
                yield from read_sidecar(self.path, index).errors


def open_folder(path: str | os.PathLike[str]) -> Folder:
    """Open a results folder and check all of it.

    Parameters
    ----------
    path : path-like
        The folder.

    Returns
    -------
    Folder
        It may be unfinished (`complete` is False): then parts are missing.

    Raises
    ------
    FormatError
        If there is no such folder, or a file in it is damaged.
    """
    path = os.fspath(path)
    manifest = read_manifest(path)
    errors = os.path.join(path, ERRORS_FILE)
    if os.path.isdir(errors):  # its lines are in the sidecars too, but a reader would miss them
        raise unreadable(errors, os.strerror(errno.EISDIR))
    parts = {
        index: replace(check_part(path, index), errors=[])
        for index in part_indices(path)
        if os.path.exists(sidecar_path(path, index))  # else a run is just writing it
    }
    return Folder(path, manifest, parts, is_complete(manifest, parts))


def read_manifest(path: str) -> Manifest:
    """Return the manifest of a folder.

    Raises
    ------
    FormatError
        If there is none that can be read.
    """
    name = os.path.join(path, FILE)
    try:
        with open(name, "rb") as file:
            return Manifest.loads(file.read(), name)
    except OSError as error:
        reason = "there is no such folder" if not os.path.exists(path) else error.strerror
        raise FormatError(
            f"not a results folder: {reason}", file=name, expected="a folder that batch has made"
        ) from None


def is_complete(manifest: Manifest, parts: dict[int, Sidecar]) -> bool:
    """Tell whether the parts are all that the manifest speaks of."""
    total = manifest.total
    if total is None or sum(sidecar.rows for sidecar in parts.values()) != total:
        return False
    return all(
        sidecar.rows == min(manifest.chunk_size, total - index * manifest.chunk_size)
        for index, sidecar in parts.items()
    )
