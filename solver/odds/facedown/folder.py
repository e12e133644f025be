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

import filelock
import numpy as np
from numpy.typing import NDArray

from deals.errors import FormatError, GehtaufError
from solver.cache import cache_folder
from solver.odds.facedown.game import FaceDownGame

SCHEMA = "gehtauf/facedown@1"
"""Changes whenever the order of the values does."""


def default_path(game: FaceDownGame) -> Path:
    """Return where the table of a game lies unless told otherwise: in the user's cache."""
    base = cache_folder()
    if base is None:
        raise GehtaufError(
            "there is no home to keep the table of exact chances in", expected="another folder"
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

    Raises
    ------
    FormatError
        If there is a manifest that cannot be read, or is for other rules or another version.

    Attributes
    ----------
    layers : int
        How many layers are listed, from 0 on.
    """

    def __init__(self, path: Path, game: FaceDownGame) -> None:
        self.path = path
        self._game = game
        self._listed: list[dict[str, Any]] = self._read_manifest()

    @property
    def layers(self) -> int:
        """How many layers are listed."""
        return len(self._listed)

    @property
    def is_complete(self) -> bool:
        """Whether all layers are listed and their files are there."""
        needed = len(self._game.deck) + 1
        return self.layers == needed and all(self._file(n).exists() for n in range(needed))

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process from writing here meanwhile.

        Raises
        ------
        GehtaufError
            If another process does already.
        """
        with _plain_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(self.path / "lock", timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise GehtaufError(
                "another process is building this table", file=str(self.path)
            ) from None
        try:
            self._listed = self._read_manifest()
            yield
        finally:
            lock.release()

    def read(self, unseen: int) -> NDArray[np.float64]:
        """Return the kept values of a layer, mapped into memory.

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
                    "the file is damaged; once it is deleted, it is built anew",
                    file=str(file),
                    text=digest,
                    expected=listed["sha256"],
                )
            values: NDArray[np.float64] = np.load(file, mmap_mode="r", allow_pickle=False)
        except OSError as error:
            raise FormatError(
                f"the layer cannot be read: {error.strerror or error}", file=str(file)
            ) from None
        if values.dtype != np.float64 or values.shape != (listed["values"],):
            raise FormatError(
                "the file does not hold the layer",
                file=str(file),
                text=f"{values.shape} of {values.dtype}",
                expected=f"({listed['values']},) of float64",
            )
        return values

    def drop_damaged(self) -> None:
        """Forget the first layer that cannot be read, and all after it."""
        for unseen in range(self.layers):
            try:
                self.read(unseen)
            except FormatError:
                del self._listed[unseen:]
                return

    def append(self, values: NDArray[np.float64]) -> None:
        """Add the next layer: its file first, then its line in the manifest."""
        file = self._file(self.layers)
        little = values.astype("<f8", copy=False)
        _write(file, lambda stream: np.save(stream, little, allow_pickle=False))
        self._listed.append({"values": len(values), "sha256": _digest(file)})
        manifest = {"schema": SCHEMA, "rules": self._game.key, "layers": self._listed}
        text = json.dumps(manifest, indent=1) + "\n"
        _write(self.path / "manifest.json", lambda stream: stream.write(text.encode()))

    def _file(self, unseen: int) -> Path:
        return self.path / f"layer-{unseen:02}.npy"

    def _read_manifest(self) -> list[dict[str, Any]]:
        file = self.path / "manifest.json"
        try:
            manifest = json.loads(file.read_text("utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as error:
            raise FormatError(f"the manifest cannot be read: {error}", file=str(file)) from None
        if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
            schema = manifest.get("schema") if isinstance(manifest, dict) else manifest
            raise FormatError(
                "no table of this version", file=str(file), text=str(schema), expected=SCHEMA
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
            raise FormatError("the list of layers is damaged", file=str(file))
        if len(listed) > len(self._game.deck) + 1:
            raise FormatError("there are more layers than cards", file=str(file))
        return listed


def _is_layer(listed: object) -> bool:
    return (
        isinstance(listed, dict)
        and isinstance(listed.get("values"), int)
        and isinstance(listed.get("sha256"), str)
    )


def _digest(file: Path) -> str:
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file under another name and rename it when it is on the disk."""
    temporary = file.with_name(file.name + ".new")
    with _plain_errors(file):
        try:
            with open(temporary, "wb") as stream:
                write(stream)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _plain_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GehtaufError(
            f"the table cannot be written: {error.strerror or error}",
            file=str(path),
            expected="a folder that can be written (--table DIR)",
        ) from None
