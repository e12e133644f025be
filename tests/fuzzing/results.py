"""Folders made of an input: results of many deals, and tables of exact chances."""

from __future__ import annotations

import hashlib
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deals.errors import GehtaufError
from reports.store.parts import part_path, sidecar_path
from solver.columns import VERDICTS
from solver.rules import find_rules
from tests.fuzzing.promise import check_refusal

if TYPE_CHECKING:
    import pyarrow

    from solver.odds.facedown import FaceDownGame


def run_results(data: bytes) -> bool:
    """Write the folder that a JSON object describes, and make a report of it.

    The object has a manifest, a sidecar, and the columns of the one part; ``flip`` may name a
    place in the part's file and a byte to be put there after its checksum was taken. Everything
    else gets a checksum that fits, as if somebody had written the folder with care.
    """
    from reports.paint import Paint
    from reports.report_text import FORMATS
    from reports.store.sealed import seal
    from reports.summary import report

    try:
        given = json.loads(data)
        table = make_table(given["columns"])
        flip = given.get("flip")
        place, byte = (int(flip[0]), int(flip[1]) % 256) if flip else (None, 0)
    except Exception:  # no folder comes of it, so nothing has been read
        return False
    from pyarrow import parquet

    with tempfile.TemporaryDirectory() as name:
        part = Path(part_path(name, 0))
        parquet.write_table(table, part)
        content = bytearray(part.read_bytes())
        sidecar = given.get("sidecar")
        if isinstance(sidecar, dict) and sidecar.get("sha256") == "":
            sidecar["sha256"] = hashlib.sha256(content).hexdigest()
        if place is not None:
            content[place % len(content)] ^= byte
            part.write_bytes(content)
        for path, fields in (
            (f"{name}/manifest.json", given.get("manifest")),
            (sidecar_path(name, 0), sidecar),
        ):
            if isinstance(fields, dict):
                fields.pop("seal", None)
                try:
                    Path(path).write_text(seal(fields), encoding="utf-8")
                except RecursionError:
                    return False
        try:
            records = report([name], version="0.1.0")
        except GehtaufError as error:
            check_refusal(error, folder=name)
            return False
    for write in FORMATS.values():
        assert write(records, Paint())
    return True


def make_table(columns: Any) -> pyarrow.Table:
    """Return a table of columns, each given as the name of its type and its values."""
    import pyarrow as pa

    nearest = pa.struct([("deal", pa.uint64()), ("cards_left", pa.uint8())])
    hardest = pa.struct([("deal", pa.uint64()), ("random_win", pa.float64())])
    types = {
        "bytes": pa.list_(pa.uint8()),
        "longs": pa.list_(pa.uint64()),
        "nearest": pa.list_(nearest),
        "hardest": pa.list_(hardest),
    }
    arrays = {}
    for name, (kind, values) in columns.items():
        if kind == "verdict":
            words = pa.array(VERDICTS, pa.string())
            arrays[name] = pa.DictionaryArray.from_arrays(pa.array(values, pa.int8()), words)
        elif kind in ("nearest", "hardest"):
            names = [field.name for field in types[kind].value_type]
            rows = [[dict(zip(names, pair, strict=True)) for pair in row] for row in values]
            arrays[name] = pa.array(rows, types[kind])
        else:
            arrays[name] = pa.array(values, types.get(kind) or pa.type_for_alias(kind))
    return pa.table(arrays)


@cache
def facedown_game() -> FaceDownGame:
    """Return the game whose table is spoilt: two cards are all of it."""
    from solver.odds.facedown import FaceDownGame

    return FaceDownGame.of(find_rules("zudecken", deck="1x2"))


@cache
def _table_files() -> dict[str, bytes]:
    import numpy as np

    from solver.odds.facedown.folder import Folder

    with tempfile.TemporaryDirectory() as name:
        folder = Folder(Path(name), facedown_game())
        for layer in range(len(facedown_game().deck) + 1):
            folder.append(np.arange(layer + 1) / 4)
        return {file.name: file.read_bytes() for file in Path(name).iterdir()}


def write_table(path: Path) -> None:
    """Write a whole table into a folder."""
    for name, content in _table_files().items():
        (path / name).write_bytes(content)


def tables() -> list[bytes]:
    """Return the manifest of a table and one of its layers."""
    return [_table_files()["manifest.json"], _table_files()["layer-00.npy"]]
