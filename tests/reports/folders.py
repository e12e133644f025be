"""Results folders made by hand, row by row, for the tests of reports."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from reports.store import Manifest
from reports.store.parts import Sidecar, part_path, sidecar_path
from solver.columns import COUNTS, VERDICTS, Detail
from solver.rules import CoveringRules, Rules, find_rules

Row = Mapping[str, Any]

_NEAREST = pa.list_(pa.struct([("deal", pa.uint64()), ("cards_left", pa.uint8())]))
_HARDEST = pa.list_(pa.struct([("deal", pa.uint64()), ("random_win", pa.float64())]))


def schema(rules: Rules, detail: Detail) -> pa.Schema:
    """Return the columns of a part as docs/formats.md states them."""
    if detail is Detail.TALLY:
        counts = [(key, pa.uint64()) for key in ("first", "deals", *VERDICTS)]
        lists = [("cards_left", pa.list_(pa.uint64())), ("nearest", _NEAREST)]
        return pa.schema([*counts, *lists, ("hardest", _HARDEST)])
    columns = [
        ("deal", pa.uint64()),
        ("id", pa.string()),
        ("verdict", pa.dictionary(pa.int8(), pa.string())),
        ("cards_left", pa.uint8()),
    ]
    if detail is Detail.FULL and isinstance(rules, CoveringRules):
        columns += [(key, pa.uint32()) for key in COUNTS]
        columns += [("lines", pa.string()), ("winning_lines", pa.string())]
        columns += [("random_win", pa.float64())]
    elif detail is Detail.FULL:
        columns += [("passes", pa.uint8()), ("left", pa.list_(pa.uint8()))]
    return pa.schema(columns)


def make_folder(
    path: Path,
    game: str | Rules,
    rows: Sequence[Row],
    *,
    detail: str = "verdict",
    deals: str | dict[str, object] | None = None,
    chunk_size: int = 50,
) -> str:
    """Write a results folder with these rows; a missing value is null, a missing id too."""
    rules = find_rules(game) if isinstance(game, str) else game
    kind = Detail(detail)
    if deals is None:
        numbers = [row["deal"] for row in rows]
        deals = f"{min(numbers)}..{max(numbers)}" if numbers else {"kind": "files", "count": 0}
    path.mkdir()
    manifest = Manifest("0.1.0", rules, deals, kind, chunk_size)
    (path / "manifest.json").write_text(manifest.dumps(), encoding="utf-8")
    for index, start in enumerate(range(0, len(rows), chunk_size)):
        write_part(path, index, rules, kind, rows[start : start + chunk_size])
    return str(path)


def write_part(path: Path, index: int, rules: Rules, detail: Detail, rows: Sequence[Row]) -> None:
    """Write one part and the sidecar beside it."""
    columns = schema(rules, detail)
    filled = [{name: row.get(name) for name in columns.names} for row in rows]
    part = Path(part_path(str(path), index))
    parquet.write_table(pa.Table.from_pylist(filled, columns), part)
    tally = detail is Detail.TALLY
    verdicts: Counter[str] = Counter()
    for row in rows:
        verdicts.update({word: row[word] for word in VERDICTS} if tally else [row["verdict"]])
    deals = sum(row["deals"] for row in rows) if tally else len(rows)
    digest = hashlib.sha256(part.read_bytes()).hexdigest()
    sidecar = Sidecar(digest, deals, dict(verdicts), None, [])
    Path(sidecar_path(str(path), index)).write_text(sidecar.dumps(), encoding="utf-8")


def verdict_row(deal: int, verdict: str, cards_left: int | None = None, **more: Any) -> Row:
    """Return a row; a won deal of the goal ``cleared`` leaves no card."""
    if verdict == "won" and cards_left is None:
        cards_left = 0
    return {"deal": deal, "verdict": verdict, "cards_left": cards_left, **more}
