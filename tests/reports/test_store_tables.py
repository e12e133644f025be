"""The rows of parts: fixed schema, nulls where nothing is known, read by other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from folders import schema as documented_schema

from reports.store.tables import as_parquet, as_table, schema
from solver.batch.arrays import blank
from solver.batch.chunks import Chunk
from solver.batch.readable import Readable
from solver.batch.tally import Tally
from solver.columns import COUNTS, VERDICTS, Columns, Detail, column_names
from solver.rules import Rules, find_rules

QUADRAT = find_rules("quadrat")
ZUDECKEN = find_rules("zudecken", deck="4x3", match="suit", width=3)
BIRTHDAY = find_rules("geburtstag", deck="4x4", target="1231", passes=2)


def chunk(result: Columns | Tally, labels: range, ids: list[str | None] | None = None) -> Chunk:
    return Chunk(0, labels, ids, [], None, result)


@pytest.mark.parametrize("rules", [QUADRAT, BIRTHDAY])
@pytest.mark.parametrize("detail", list(Detail))
def test_the_schema_is_known_before_the_first_row(rules: Rules, detail: Detail) -> None:
    assert schema(rules, detail) == documented_schema(rules, detail)
    tally = detail is Detail.TALLY
    result = Tally() if tally else blank(column_names(rules, detail), 0)
    empty = as_table(chunk(result, range(0)), rules, detail)
    assert empty.schema == schema(rules, detail)
    assert empty.num_rows == 0
    read = pa.parquet.read_table(pa.BufferReader(as_parquet(empty)))
    assert read.schema == empty.schema


def test_rows_say_what_the_columns_say() -> None:
    numbers = range(2**64 - 30, 2**64, 2)
    columns = Readable(ZUDECKEN, Detail.FULL).numbered(numbers)
    rows = as_table(chunk(columns, numbers), ZUDECKEN, Detail.FULL).to_pylist()
    assert [row["deal"] for row in rows] == list(numbers)
    assert {row["id"] for row in rows} == {None}
    for i, row in enumerate(rows):
        assert row["verdict"] == VERDICTS[columns["verdict"][i]]
        for name in ("cards_left", *COUNTS, "lines", "winning_lines", "random_win"):
            assert row[name] == columns[name][i]


@pytest.mark.parametrize("code", range(len(VERDICTS)))
def test_what_is_not_known_is_null(code: int) -> None:
    known = VERDICTS[code] in ("won", "lost")
    columns = blank(column_names(QUADRAT, Detail.FULL), 3)
    columns["verdict"][:] = code
    columns["cards_left"][:] = [5, -1, 0]
    [row, other, _] = as_table(chunk(columns, range(3)), QUADRAT, Detail.FULL).to_pylist()
    for name in (*COUNTS, "lines", "winning_lines", "random_win"):
        assert (row[name] is not None) == known
    assert (row["cards_left"], other["cards_left"]) == (5, None)

    columns = blank(column_names(BIRTHDAY, Detail.FULL), 2, 2)
    columns["verdict"][:] = code
    columns["passes"][:] = [1, 2]
    columns["left"][:] = [[9, 0], [8, 7]]
    rows = as_table(chunk(columns, range(2)), BIRTHDAY, Detail.FULL).to_pylist()
    played = known or VERDICTS[code] == "chance"
    assert [row["passes"] for row in rows] == ([1, 2] if played else [None, None])
    assert [row["left"] for row in rows] == ([[9], [8, 7]] if played else [None, None])


def test_ids_are_those_of_the_files() -> None:
    columns = blank(("verdict", "cards_left"), 3)
    ids: list[str | None] = ["a", None, "c"]
    for names in (ids, [None] * 3):
        table = as_table(chunk(columns, range(3), names), QUADRAT, Detail.VERDICT)
        assert table["id"].to_pylist() == names
        assert table.schema == schema(QUADRAT, Detail.VERDICT)


def test_a_tally_is_one_row() -> None:
    tally = Tally((5, 3, 0, 0, 2), (4, 0, 1), ((2**63, 2), (7, 4)), ((9, 0.25),))
    [row] = as_table(chunk(tally, range(7, 17)), QUADRAT, Detail.TALLY).to_pylist()
    assert row == {
        "first": 7,
        "deals": 10,
        **dict(zip(VERDICTS, (5, 3, 0, 0, 2), strict=True)),
        "cards_left": [4, 0, 1],
        "nearest": [{"deal": 2**63, "cards_left": 2}, {"deal": 7, "cards_left": 4}],
        "hardest": [{"deal": 9, "random_win": 0.25}],
    }


def _duckdb(path: str) -> list[dict[str, Any]]:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql(f"SELECT * FROM '{path}'")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def _polars(path: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pytest.importorskip("polars").read_parquet(path).to_dicts()
    return rows


def _pandas(path: str) -> list[dict[str, Any]]:
    frame = pytest.importorskip("pandas").read_parquet(path, dtype_backend="pyarrow")
    return [
        {key: value if isinstance(value, np.ndarray | list) or value == value else None
         for key, value in row.items()}
        for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
    ]  # fmt: skip


@pytest.mark.filterwarnings("default")  # theirs to bear
@pytest.mark.parametrize("read", [_duckdb, _polars, _pandas])
@pytest.mark.parametrize("rules", [ZUDECKEN, BIRTHDAY])
@pytest.mark.parametrize("detail", list(Detail))
def test_other_programs_read_it(tmp_path: Path, read: Any, rules: Rules, detail: Detail) -> None:
    numbers = range(2**64 - 3, 2**64)
    if detail is Detail.TALLY:
        result: Any = Tally((2, 1, 0, 0, 0), (2, 1), ((numbers[0], 1),), ())
    else:
        result = Readable(rules, detail).numbered(numbers)
        result["verdict"][1] = VERDICTS.index("error")
        result["cards_left"][1] = -1
    table = as_table(chunk(result, numbers), rules, detail)
    table.validate(full=True)
    path = tmp_path / "part-000000.parquet"
    path.write_bytes(as_parquet(table))
    rows = [
        {key: list(value) if isinstance(value, np.ndarray) else value for key, value in row.items()}
        for row in read(str(path))
    ]
    assert rows == table.to_pylist()


def test_numbers_in_a_row_take_next_to_no_room() -> None:
    columns = blank(("verdict", "cards_left"), 100_000)
    columns["verdict"][:] = np.random.default_rng(1).integers(0, 2, 100_000)
    columns["cards_left"][:] = np.where(columns["verdict"] == 0, 0, 7)
    labels = range(10**12, 10**12 + 700_000, 7)
    data = as_parquet(as_table(chunk(columns, labels), QUADRAT, Detail.VERDICT))
    assert len(data) < 50_000
    assert data == as_parquet(as_table(chunk(columns, labels), QUADRAT, Detail.VERDICT))
