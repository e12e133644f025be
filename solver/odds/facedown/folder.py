"""The folder of a table: a file for each layer and a manifest, whole after every layer.

``manifest.json`` says for which rules the table is and lists the layers that are there, each with
its number of values and the SHA-256 of its file; ``layer-NN.npy`` holds the kept values of the
positions with NN unseen cards, in NumPy's format. A file takes its name when it is whole, and a
layer is listed when its file is there, so a folder can be left at any moment and continued.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from deals.errors import FormatError
from solver.cache import cache_folder
from solver.locking import FolderLock
from solver.odds.facedown.game import FaceDownGame
from solver.odds.facedown.kept import KeepingError
from solver.whole import whole_file

SCHEMA = "gehtauf/facedown@1"
"""Changes whenever the order of the values does."""


_BUILT_ANEW = "once it is deleted, it is built anew"


def default_path(game: FaceDownGame) -> Path:
    """Return where the table of a game lies unless told otherwise: in the user's cache.

    Raises
    ------
    KeepingError
        If the user has no home.
    """
    base = cache_folder()
    if base is None:
        raise KeepingError(
            "the user has no home folder to keep tables in", expected="another folder (--table DIR)"
        )
    return base / "facedown" / game.name


class Folder:
    """The layers of one table on disk.

    Parameters
    ----------
    path : Path
        The folder; it need not be there yet.
    game : FaceDownGame
        The rules the table must be for.
    heals : bool
        Whether a manifest that cannot be used is as good as none, and is replaced by the first
        layer that is added; for folders that only the program writes.

    Raises
    ------
    FormatError
        If the manifest is damaged, or for other rules or another version, and `heals` is not set.
    KeepingError
        If it cannot be read.

    Attributes
    ----------
    layers : int
        How many layers are listed, from 0 on.
    heals : bool
        As given.
    is_spoilt : bool
        Whether there is a manifest that is as good as none.
    """

    def __init__(self, path: Path, game: FaceDownGame, *, heals: bool = False) -> None:
        self.path = path
        self._game = game
        self.heals = heals
        self._is_locked = False
        self.is_spoilt = False
        self._listed: list[dict[str, Any]] = self._read_listed()

    @property
    def layers(self) -> int:
        """How many layers are listed."""
        return len(self._listed)

    @property
    def is_complete(self) -> bool:
        """Whether all layers are listed and their files are there."""
        needed = len(self._game.deck) + 1
        return self.layers == needed and all(map(os.path.exists, map(self._file, range(needed))))

    @contextlib.contextmanager
    def locked(self, waiting: Callable[[str], None]) -> Iterator[None]:
        """Keep every other process from writing here meanwhile.

        Parameters
        ----------
        waiting : callable
            Told who writes here already, before it is waited for.

        Raises
        ------
        KeepingError
            If nobody can write here.
        """
        if self._is_locked:
            yield
            return
        with contextlib.ExitStack() as stack:
            with _plain_errors(self.path):
                self.path.mkdir(parents=True, exist_ok=True)
                stack.enter_context(FolderLock(self.path, waiting))
            self._is_locked = True
            stack.callback(setattr, self, "_is_locked", False)
            self._listed = self._read_listed()  # who was waited for may have added to it
            yield

    def read(self, unseen: int, size: int) -> NDArray[np.float64]:
        """Return the kept values of a layer, mapped into memory.

        Parameters
        ----------
        unseen : int
            The number of the layer.
        size : int
            How many values it must have.

        Raises
        ------
        FormatError
            If the layer is not listed, or its file is missing or is not what the manifest says.
        """
        file = self._file(unseen)
        if unseen >= self.layers:
            raise FormatError("the table is not complete", file=str(self.path))
        listed = self._listed[unseen]
        try:
            digest = _digest(file)
            if digest != listed["sha256"]:
                raise FormatError(
                    f"the file is damaged; {_BUILT_ANEW}",
                    file=str(file),
                    text=digest,
                    expected=listed["sha256"],
                )
            values = _mapped(file)
        except OSError as error:
            raise FormatError(
                f"the layer cannot be read: {error.strerror or error}", file=str(file)
            ) from None
        if values.dtype != np.float64 or {values.shape, (listed["values"],)} != {(size,)}:
            raise FormatError(
                f"the file does not hold the layer; {_BUILT_ANEW}",
                file=str(file),
                text=f"{values.shape} of {values.dtype}, listed as {listed['values']}",
                expected=f"({size},) of float64",
            )
        return values

    def check_sizes(self, size: Callable[[int], int]) -> None:
        """Refuse a manifest that lists layers of other sizes than the rules make: it is damaged.

        Raises
        ------
        FormatError
            If it does.
        """
        for unseen, listed in enumerate(self._listed):
            if listed["values"] != size(unseen):
                raise FormatError(
                    f"the sizes of layers are not those of these rules; {_BUILT_ANEW}",
                    file=str(self.path / "manifest.json"),
                    text=f"{listed['values']} values of layer {unseen}",
                    expected=str(size(unseen)),
                )

    def drop_damaged(self, size: Callable[[int], int]) -> None:
        """Forget the first layer that cannot be read, and all after it.

        Parameters
        ----------
        size : callable
            How many values each layer must have.
        """
        for unseen in range(self.layers):
            try:
                self.read(unseen, size(unseen))
            except FormatError:
                del self._listed[unseen:]
                return

    def append(self, values: NDArray[np.float64]) -> None:
        """Add the next layer: its file first, then its line in the manifest."""
        file = self._file(self.layers)
        little = values.astype("<f8", copy=False)
        _write(file, lambda stream: np.save(stream, little, allow_pickle=False))
        with _plain_errors(file):
            digest = _digest(file)
        self._listed.append({"values": len(values), "sha256": digest})
        manifest = {"schema": SCHEMA, "rules": self._game.key, "layers": self._listed}
        text = json.dumps(manifest, indent=1) + "\n"
        _write(self.path / "manifest.json", lambda stream: stream.write(text.encode()))

    def _file(self, unseen: int) -> Path:
        return self.path / f"layer-{unseen:02}.npy"

    def _read_listed(self) -> list[dict[str, Any]]:
        self.is_spoilt = False
        try:
            return self._read_manifest()
        except FormatError:
            if not self.heals:
                raise
            self.is_spoilt = True
            return []

    def _read_manifest(self) -> list[dict[str, Any]]:
        file = self.path / "manifest.json"
        try:
            manifest = json.loads(file.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise KeepingError.of(file, error, writing=False) from None
        except (ValueError, RecursionError):
            raise FormatError(f"the manifest is damaged; {_BUILT_ANEW}", file=str(file)) from None
        if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
            schema = manifest.get("schema") if isinstance(manifest, dict) else manifest
            raise FormatError(
                f"no table of this version; {_BUILT_ANEW}",
                file=str(file),
                text=str(schema),
                expected=SCHEMA,
            )
        if manifest.get("rules") != self._game.key:
            raise FormatError(
                "the table is for other rules",
                file=str(file),
                text=json.dumps(manifest.get("rules")),
                expected=json.dumps(self._game.key),
            )
        listed = manifest.get("layers")
        if not isinstance(listed, list) or not all(map(_is_layer, listed)):
            raise FormatError(f"the list of layers is damaged; {_BUILT_ANEW}", file=str(file))
        if len(listed) > len(self._game.deck) + 1:
            raise FormatError(f"there are more layers than cards; {_BUILT_ANEW}", file=str(file))
        return listed


def _is_layer(listed: object) -> bool:
    return (
        isinstance(listed, dict)
        and type(listed.get("values")) is int  # and not a bool
        and isinstance(listed.get("sha256"), str)
    )


def _mapped(file: Path) -> NDArray[np.float64]:
    try:
        return np.lib.format.open_memmap(file, mode="r")
    except ValueError:
        raise FormatError(f"the file is no array; {_BUILT_ANEW}", file=str(file)) from None


def _digest(file: Path) -> str:
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    with _plain_errors(file), whole_file(file, alone=True) as stream:
        write(stream)


@contextlib.contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise KeepingError.of(path, error, writing=True) from None
