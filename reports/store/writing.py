"""A results folder as its writer sees it: begun or taken up again, filled part by part."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from deals.errors import FormatError
from deals.words import count
from reports.output import OutputError
from reports.store.folder import Folder, is_complete, read_manifest
from reports.store.lock import LOCK_FILE, OWNER_FILE, FolderLock
from reports.store.manifest import FILE, Manifest
from reports.store.parts import (
    ERRORS_FILE,
    Sidecar,
    check_part,
    part_indices,
    part_path,
    sidecar_path,
)
from reports.store.whole import is_leftover, write_whole
from reports.table import JsonLines
from solver.batch.pieces import Known
from solver.rules import as_dict

if TYPE_CHECKING:
    from solver.batch.chunks import Chunk


class Store:
    """A results folder that is being written; a context manager that holds the folder's lock.

    Parameters
    ----------
    path : str
        The folder; made if there is none.
    manifest : Manifest
        What it is to hold.
    resume : bool
        Whether to go on with a folder that holds results already. Its parts are checked, and
        those that are damaged are as good as missing.

    Attributes
    ----------
    parts : dict of int to Sidecar
        What is known of the parts that are there and good, their error records left out.

    Raises
    ------
    FormatError
        On entering, if the folder holds other things, other results, or results although
        `resume` is not set; or if another process is writing into it.
    OutputError
        On entering or writing, if the folder cannot be written.
    """

    def __init__(self, path: str, manifest: Manifest, *, resume: bool = False) -> None:
        self.path = path
        self.manifest = manifest
        self.parts: dict[int, Sidecar] = {}
        self._resume = resume
        self._lock = FolderLock(path)

    def __enter__(self) -> Self:
        if not self.path:
            raise FormatError("no results folder is named", text="", expected="-o DIR")
        try:
            if os.path.lexists(self.path) and not os.path.isdir(self.path):
                raise OSError("results go into a folder, and this is none")
            os.makedirs(self.path, exist_ok=True)
            self._refuse_foreign()
            self._lock.__enter__()
        except OSError as error:
            raise OutputError(self.path, error) from None
        try:
            self._take_up()
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._lock.__exit__(kind, error, traceback)

    @property
    def deals(self) -> int:
        """How many deals the good parts hold."""
        return sum(part.rows for part in self.parts.values())

    @property
    def settled(self) -> int:
        """How many deals need not be solved again; a part that is not full may still have to be."""
        size = self.manifest.chunk_size
        total = self.manifest.total if self.manifest.numbers else None  # files may have grown
        return sum(
            part.rows
            for index, part in self.parts.items()
            if part.rows == (size if total is None else min(size, total - index * size))
        )

    @property
    def is_full(self) -> bool:
        """Whether all numbered deals are there; files may always have grown."""
        return self.manifest.numbers is not None and self.settled == self.manifest.total

    def known(self, index: int) -> Known | None:
        """Return how many deals from files a part holds and their checksum, if it is there."""
        part = self.parts.get(index)
        return None if part is None else Known(part.rows, part.digest)

    def has(self, index: int, rows: int) -> bool:
        """Tell whether a part of so many deals is there already."""
        return index in self.parts and self.parts[index].rows == rows

    def write(self, chunk: Chunk) -> None:
        """Write the part of a chunk.

        Raises
        ------
        OutputError
            If it cannot be written; nothing is left of it then.
        """
        from reports.store.tables import as_parquet, as_table

        data = as_parquet(as_table(chunk, self.manifest.rules, self.manifest.detail))
        sidecar = Sidecar(
            hashlib.sha256(data).hexdigest(),
            len(chunk.labels),
            chunk.verdicts,
            chunk.digest,
            chunk.errors,
        )
        write_whole(part_path(self.path, chunk.index), [data])
        write_whole(sidecar_path(self.path, chunk.index), [sidecar.dumps().encode()])
        self.parts[chunk.index] = replace(sidecar, errors=[])

    def finish(self, count: int | None = None) -> Folder:
        """Write what can only be known at the end, and return the folder.

        Parameters
        ----------
        count : int, optional
            How many deals the files held.

        Raises
        ------
        FormatError
            If there are parts of deals that the files do not hold any more.
        OutputError
            If it cannot be written.
        """
        if count is not None:
            self._refuse_fewer(count)
            self._set_manifest(replace(self.manifest, deals=_files(count)))
        parts = dict(sorted(self.parts.items()))
        folder = Folder(self.path, self.manifest, parts, is_complete(self.manifest, parts))
        lines = (JsonLines().record(record).encode() for record in folder.errors())
        write_whole(os.path.join(self.path, ERRORS_FILE), lines)
        return folder

    def _refuse_fewer(self, deals: int) -> None:
        last = max(part_indices(self.path), default=0)  # good or not, it was written once
        begins = last * self.manifest.chunk_size
        if last and begins >= deals:
            raise FormatError(
                "the files hold fewer deals than before",
                text=count(deals, "deal"),
                expected=f"more than {begins:,}, for there is {part_path(self.path, last)}",
            )

    def _refuse_foreign(self) -> None:
        """Refuse a folder that holds anything but results, or what is left of their beginning."""
        names = os.listdir(self.path)
        foreign = [n for n in names if n not in (LOCK_FILE, OWNER_FILE) and not is_leftover(n)]
        if foreign and FILE not in names:
            raise FormatError(
                f"the folder is not empty and holds no {FILE}",
                file=self.path,
                text=min(foreign),
                expected="a new or empty folder, or one that batch has made",
            )

    def _take_up(self) -> None:
        for name in os.listdir(self.path):
            if is_leftover(name):
                _remove(os.path.join(self.path, name))
        if not holds_results(self.path):
            self._set_manifest(self.manifest)
            return
        if not self._resume:
            raise FormatError(
                "the folder holds results already",
                file=self.path,
                expected="--resume to go on with them, or another folder",
            )
        self._set_manifest(_continued(read_manifest(self.path), self.manifest, self.path))
        for index in part_indices(self.path):
            with contextlib.suppress(FormatError):  # it will be written anew
                self.parts[index] = replace(check_part(self.path, index), errors=[])

    def _set_manifest(self, manifest: Manifest) -> None:
        self.manifest = manifest
        path, data = os.path.join(self.path, FILE), manifest.dumps().encode()
        with contextlib.suppress(OSError), open(path, "rb") as file:
            if file.read() == data:
                return
        write_whole(path, [data])


def _remove(leftover: str) -> None:
    try:
        os.unlink(leftover)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise OutputError(leftover, error) from None


def holds_results(path: str) -> bool:
    """Tell whether a folder is one that batch has made."""
    return os.path.lexists(os.path.join(path, FILE))


def files_manifest() -> dict[str, object]:
    """Return what a manifest says of deals from files that have not been read to their end."""
    return _files(None)


def _files(count: int | None) -> dict[str, object]:
    return {"kind": "files", "count": None if count is None else str(count)}


def _continued(old: Manifest, new: Manifest, path: str) -> Manifest:
    """Return the manifest under which a folder goes on.

    Raises
    ------
    FormatError
        If the new one differs from the old in anything but more deals at the end.
    """
    for what, before, now in (
        *_pairs(as_dict(old.rules), as_dict(new.rules)),
        ("policy", old.policy or "none", new.policy or "none"),
        ("detail", str(old.detail), str(new.detail)),
        ("chunk size", old.chunk_size, new.chunk_size),
    ):
        if before != now:
            raise _differs(path, what, before, now)
    before, now = old.numbers, new.numbers
    if before is None or now is None:
        if before is not now:
            raise _differs(path, "deals", _named(old), _named(new))
        return old
    is_same = before.start == now.start and now[-1] >= before[-1]
    if not is_same or (before.step != now.step and before[-1] != before.start):
        raise _differs(path, "deals", old.deals, new.deals, but="; only their end may grow")
    return replace(old, deals=new.deals)


def _pairs(
    old: Mapping[str, object], new: Mapping[str, object]
) -> list[tuple[str, object, object]]:
    return [(key, old.get(key), new.get(key)) for key in {**old, **new}]


def _named(manifest: Manifest) -> str:
    return manifest.deals if isinstance(manifest.deals, str) else "of files"


def _differs(path: str, what: str, old: object, new: object, but: str = "") -> FormatError:
    """Make the error for a run that asks for something else than the one that began the folder."""
    was, now = (
        ",".join(map(str, value)) if isinstance(value, list) else str(value) for value in (old, new)
    )
    return FormatError(
        f"the folder was begun with {what} {was} and cannot go on with {what} {now}{but}",
        file=path,
        expected=f"the same {what}, or another folder",
    )
