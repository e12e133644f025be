"""Parts whose checksum fits and whose rows do not: each is refused, naming the file and why."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from folders import schema
from pyarrow import parquet

from deals.errors import FormatError
from reports.store import Manifest
from reports.store.parts import Sidecar
from reports.store.rows import read_rows
from solver.columns import COUNTS, VERDICTS, Detail
from solver.rules import find_rules

Row = dict[str, Any]

FULL: Row = {"id": None, "lines": "9", **dict.fromkeys(COUNTS, 3)}
WON: Row = {"deal": 0, "verdict": "won", "cards_left": 0, "winning_lines": "4", "random_win": 0.5}
LOST: Row = {"deal": 1, "verdict": "lost", "cards_left": 6, "winning_lines": "0", "random_win": 0.0}
OPEN: Row = {"deal": 2, "verdict": "undecided", "cards_left": None}
BIRTHDAY = [{"deal": 0, "verdict": "won", "cards_left": 0, "passes": 2, "left": [3, 0]}]
TALLY: Row = {
    "first": 0,
    "deals": 3,
    **dict.fromkeys(VERDICTS, 0),
    "won": 2,
    "lost": 1,
    "cards_left": [2, 0, 1],
    "nearest": [{"deal": 2, "cards_left": 2}],
    "hardest": [{"deal": 1, "random_win": 0.5}],
}


def read(
    path: Path, game: str, detail: str, rows: list[Row], counted: dict[str, int], **changes: Any
) -> pa.Table:
    rules, kind = find_rules(game), Detail(detail)
    names = changes.get("columns", schema(rules, kind))
    table = pa.Table.from_pylist(
        [{name: row.get(name) for name in names.names} for row in rows], names
    )
    parquet.write_table(table, path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sidecar = Sidecar(digest, sum(counted.values()), counted, None, [])
    manifest = Manifest("0.1.0", rules, "0..2", kind, 50)
    return read_rows(str(path), manifest, sidecar, changes.get("wanted"))


FULL_ROWS = [FULL | WON, FULL | LOST, OPEN]
COUNTED = {"won": 1, "lost": 1, "undecided": 1}


def test_sound_parts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "part"
    assert read(path, "zudecken", "full", FULL_ROWS, COUNTED).num_rows == 3
    assert read(path, "geburtstag", "full", BIRTHDAY, {"won": 1, "lost": 0}).num_rows == 1
    assert read(path, "zudecken", "tally", [TALLY], {"won": 2, "lost": 1}).num_rows == 1
    assert read(path, "zudecken", "tally", [], {}).num_rows == 0
    table = read(path, "zudecken", "full", FULL_ROWS, COUNTED, wanted=["deal"])
    assert table.to_pydict() == {"deal": [0, 1, 2]}


def changed(rows: list[Row], place: int, **values: Any) -> list[Row]:
    return [row | values if n == place else row for n, row in enumerate(rows)]


UNSOUND: dict[str, tuple[str, str, list[Row], str]] = {
    "another verdict": ("zudecken", "full", changed(FULL_ROWS, 2, verdict="error"), "verdicts"),
    "no verdict": ("zudecken", "full", changed(FULL_ROWS, 2, verdict=None), "verdicts"),
    "a row more": ("zudecken", "full", [*FULL_ROWS, OPEN], "verdicts"),
    "states": ("zudecken", "full", changed(FULL_ROWS, 0, states=None), "missing: states"),
    "chance": ("zudecken", "full", changed(FULL_ROWS, 0, random_win=None), "missing: random_win"),
    "cards left": (
        "zudecken",
        "full",
        changed(FULL_ROWS, 1, cards_left=None),
        "missing: cards_left",
    ),
    "words": ("zudecken", "full", changed(FULL_ROWS, 0, winning_lines="4 "), "no numbers"),
    "digits": ("zudecken", "full", changed(FULL_ROWS, 0, winning_lines="4" * 4_000), "no numbers"),
    "above 1": ("zudecken", "full", changed(FULL_ROWS, 0, random_win=1.5), "no chance"),
    "NaN": ("zudecken", "full", changed(FULL_ROWS, 0, random_win=float("nan")), "no chance"),
    "passes": ("geburtstag", "full", changed(BIRTHDAY, 0, passes=1), "for each pass"),
    "no pass": ("geburtstag", "full", changed(BIRTHDAY, 0, passes=0, left=[]), "for each pass"),
    "sums": ("zudecken", "tally", changed([TALLY], 0, won=3), "sums"),
    "deals": ("zudecken", "tally", changed([TALLY], 0, deals=4), "sums"),
    "no sum": ("zudecken", "tally", changed([TALLY], 0, error=None), "missing"),
    "too many left": ("zudecken", "tally", changed([TALLY], 0, cards_left=[2**63]), "more deals"),
    "a gap": ("zudecken", "tally", changed([TALLY], 0, cards_left=[2, None]), "in a list"),
    "a gap in a deal": ("zudecken", "tally", changed([TALLY], 0, nearest=[None]), "in a list"),
    "a tally's chance": (
        "zudecken",
        "tally",
        changed([TALLY], 0, hardest=[{"deal": 1, "random_win": -0.5}]),
        "no chance",
    ),
    "two rows": ("zudecken", "tally", [TALLY, TALLY], "one row"),
    "no row": ("zudecken", "tally", [], "one row"),
}


@pytest.mark.parametrize(("game", "detail", "rows", "told"), UNSOUND.values(), ids=UNSOUND)
def test_unsound_parts_are_refused(
    game: str, detail: str, rows: list[Row], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "part"
    counted = {"won": 2, "lost": 1} if detail == "tally" else COUNTED
    with pytest.raises(FormatError, match=told) as caught:
        read(path, game, detail, rows, {"won": 1} if game == "geburtstag" else counted)
    assert caught.value.file == str(path)


def without_id(columns: pa.Schema) -> pa.Schema:
    return columns.remove(columns.get_field_index("id"))


def wider(columns: pa.Schema) -> pa.Schema:
    return columns.set(columns.get_field_index("cards_left"), pa.field("cards_left", pa.int64()))


@pytest.mark.parametrize("change", [without_id, wider])
def test_other_columns_are_refused(
    change: Callable[[pa.Schema], pa.Schema], tmp_path: Path
) -> None:
    columns = change(schema(find_rules("quadrat"), Detail.VERDICT))
    with pytest.raises(FormatError, match="its columns are not those of the detail"):
        read(tmp_path / "part", "quadrat", "verdict", [WON], {"won": 1}, columns=columns)


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part"
    manifest = Manifest("0.1.0", find_rules("quadrat"), "0..2", Detail.VERDICT, 50)
    for data in (b"", b"PAR1", b"PAR1" * 20):
        path.write_bytes(data)
        with pytest.raises(FormatError, match="cannot be read") as caught:
            read_rows(str(path), manifest, Sidecar("", 0, {}, None, []))
        assert str(caught.value).isprintable()
