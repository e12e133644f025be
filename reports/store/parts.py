"""A part of a results folder: its file, and the sidecar that says what the file must be."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from deals.errors import FormatError
from reports.store.sealed import seal, unseal
from solver.columns import VERDICTS

SCHEMA = "gehtauf/part@1"
ERRORS_FILE = "errors.jsonl"

_NAME = re.compile(r"part-(0[0-9]{5}|[1-9][0-9]{5,})\.parquet")


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What is known of a part without reading its rows.

    Attributes
    ----------
    sha256 : str
        The checksum of the part's file.
    rows : int
        How many deals it stands for (which is its rows, but for the detail ``tally``).
    verdicts : dict of str to int
        How many deals have each verdict.
    digest : str or None
        The checksum of the deals themselves, if they come from files.
    errors : list of dict
        The error records of the deals with the verdict ``error``, in their order.

    Examples
    --------
    >>> sidecar = Sidecar("0" * 64, 1, {"error": 1}, None, [])
    >>> Sidecar.loads(sidecar.dumps(), "part-000000.json") == sidecar
    True
    """

    sha256: str
    rows: int
    verdicts: dict[str, int]
    digest: str | None
    errors: list[dict[str, Any]]

    def dumps(self) -> str:
        """Return the sidecar as the text of its file."""
        return seal({"schema": SCHEMA, **asdict(self)})

    @classmethod
    def loads(cls, text: str | bytes, source: str) -> Sidecar:
        """Read a sidecar.

        Raises
        ------
        FormatError
            If it is damaged.
        """
        fields = unseal(text, source)
        if fields.pop("schema", None) != SCHEMA:
            raise FormatError("not a file of this format", file=source, expected=SCHEMA)
        if tuple(fields) != cls.__slots__ or not _are_kinds(fields):
            raise FormatError("not the fields of a part", file=source)
        return cls(**fields)


def _are_kinds(fields: Mapping[str, Any]) -> bool:
    """Tell whether every field of a sidecar is of its kind."""
    verdicts, errors = fields["verdicts"], fields["errors"]
    return (
        isinstance(fields["sha256"], str)
        and isinstance(fields["digest"], str | None)
        and isinstance(verdicts, dict)
        and verdicts.keys() <= set(VERDICTS)
        and all(type(count) is int and count >= 0 for count in (fields["rows"], *verdicts.values()))
        and isinstance(errors, list)
        and all(isinstance(record, dict) for record in errors)
    )


def part_path(folder: str, index: int) -> str:
    """Return where a part lies.

    Examples
    --------
    >>> os.path.basename(part_path("out", 7))
    'part-000007.parquet'
    """
    return os.path.join(folder, f"part-{index:06d}.parquet")


def sidecar_path(folder: str, index: int) -> str:
    """Return where the sidecar of a part lies."""
    return part_path(folder, index).removesuffix(".parquet") + ".json"


def part_indices(folder: str) -> list[int]:
    """Return which parts lie in a folder, in order, whether or not they are good."""
    names = (_NAME.fullmatch(name) for name in os.listdir(folder))
    return sorted(int(name[1]) for name in names if name)


def read_sidecar(folder: str, index: int) -> Sidecar:
    """Return the sidecar of a part.

    Raises
    ------
    FormatError
        If it is missing or damaged.
    """
    path = sidecar_path(folder, index)
    try:
        with open(path, "rb") as file:
            return Sidecar.loads(file.read(), path)
    except OSError as error:
        raise unreadable(path, error.strerror) from None


def unreadable(path: str, reason: str | None) -> FormatError:
    """Return the error that a file of the folder cannot be read; no run replaces a folder."""
    in_the_way = "a file; once the folder is removed, gehtauf batch --resume writes it anew"
    return FormatError(
        f"cannot be read: {reason}",
        file=path,
        expected=in_the_way if os.path.isdir(path) else None,
    )


def check_part(folder: str, index: int) -> Sidecar:
    """Return the sidecar of a part whose file is what the sidecar says.

    Raises
    ------
    FormatError
        If either is missing or damaged.
    """
    import hashlib

    sidecar, path = read_sidecar(folder, index), part_path(folder, index)
    try:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(path, error.strerror) from None
    if found != sidecar.sha256:
        raise FormatError("damaged: it does not fit its checksum", file=path)
    return sidecar
