"""The rows of a part read back: they must be such as `tables` writes, and as the sidecar counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from deals.errors import FormatError
from reports.store.manifest import Manifest
from reports.store.parts import Sidecar
from reports.store.tables import schema
from solver.columns import VERDICTS, Detail

# What reports sum up, of deals that are won and of those that are lost.
_OF_ALL = ("deal", "states", "choice_points", "passes", "left")
_OF_WON = (*_OF_ALL, "winning_lines", "random_win")
_OF_LOST = (*_OF_ALL, "cards_left")
_LONGEST_NUMBER = 4000  # digits


def read_rows(
    path: str, manifest: Manifest, sidecar: Sidecar, columns: Sequence[str] | None = None
) -> pa.Table:
    """Return the rows of a part.

    Parameters
    ----------
    path : str
        The part's file.
    manifest : Manifest
        Says which columns there are.
    sidecar : Sidecar
        Says how many deals have each verdict.
    columns : sequence of str, optional
        Which columns to return; all unless given.

    Returns
    -------
    pyarrow.Table

    Raises
    ------
    FormatError
        If they are not what the program writes.

    Notes
    -----
    The checksum shows damage, and this a part that was never whole: whatever sums rows up may
    rely on the types, and on values that are there and within bounds.
    """
    try:
        # One file at a time: as a data set, the folder's name could be read as a column.
        file = parquet.ParquetFile(path)
        is_right = file.schema_arrow.equals(schema(manifest.rules, manifest.detail))
        needed = None if columns is None else sorted({*columns, "verdict"})
        table = file.read(columns=needed) if is_right else None
    except (pa.ArrowException, OSError) as error:
        raise _unsound(path, f"it cannot be read: {error}") from None
    if table is None:
        raise _unsound(path, "its columns are not those of the detail")
    fault = (_fault_of_tally if manifest.detail is Detail.TALLY else _fault)(table, sidecar)
    if fault is not None:
        raise _unsound(path, fault)
    return table if columns is None else table.select(columns)


def _unsound(path: str, why: str) -> FormatError:
    return FormatError(f"not a part as batch writes it: {' '.join(why.split())}", file=path)


def _fault(table: pa.Table, sidecar: Sidecar) -> str | None:
    """Say what is wrong with a part that has a row for each deal."""
    verdicts = table["verdict"].cast(pa.string())
    counts = {row["values"]: row["counts"] for row in pc.value_counts(verdicts).to_pylist()}
    if table.num_rows != sidecar.rows or counts != _positive(sidecar.verdicts):
        return "its verdicts are not those that its sidecar counts"
    for word, wanted in (("won", _OF_WON), ("lost", _OF_LOST)):
        deals = table.filter(pc.equal(verdicts, word))
        gaps = [name for name in wanted if name in deals.column_names and deals[name].null_count]
        if gaps:
            return f"a value is missing: {', '.join(gaps)}"
        if fault := _fault_of_values(deals, is_won=word == "won"):
            return fault
    return None


def _fault_of_values(deals: pa.Table, *, is_won: bool) -> str | None:
    """Say which value of deals with the same verdict is out of bounds."""
    columns = deals.column_names
    if is_won and "winning_lines" in columns:
        lines = deals["winning_lines"]
        short = pc.less(pc.utf8_length(lines), _LONGEST_NUMBER)
        if not _all(pc.and_(short, pc.match_substring_regex(lines, "^[0-9]+$"))):
            return "its winning_lines are no numbers"
    if is_won and "random_win" in columns and not _all(_is_chance(deals["random_win"])):
        return "a random_win is no chance"
    if "left" in columns:
        passes = pc.list_value_length(deals["left"])
        if not _all(pc.and_(pc.equal(passes, deals["passes"]), pc.greater(passes, 0))):
            return "a deal has not one number of cards left for each pass"
    return None


def _fault_of_tally(table: pa.Table, sidecar: Sidecar) -> str | None:
    """Say what is wrong with a part of one row of sums."""
    if table.num_rows != min(sidecar.rows, 1):
        return "a tally is one row"
    if any(column.null_count for column in table.columns):
        return "a value is missing"
    for row in table.to_pylist():
        found = {verdict: row[verdict] for verdict in VERDICTS if row[verdict]}
        deals = row["deals"]
        if deals != sidecar.rows or found != _positive(sidecar.verdicts) or deals >= 2**63:
            return "its sums are not those of its sidecar"
        rare = [tuple((deal or {None: None}).values()) for deal in row["nearest"] + row["hardest"]]
        if None in (*row["cards_left"], *chain.from_iterable(rare)):
            return "a value in a list is missing"
        if sum(row["cards_left"]) > deals:
            return "more deals have cards left than there are deals"
        if not all(0 <= deal["random_win"] <= 1 for deal in row["hardest"]):
            return "a random_win is no chance"
    return None


def _positive(counts: Mapping[str, int]) -> dict[str, int]:
    return {verdict: count for verdict, count in counts.items() if count}


def _is_chance(values: pa.Array) -> pa.Array:
    return pc.and_(pc.greater_equal(values, 0), pc.less_equal(values, 1))


def _all(values: pa.Array) -> bool:
    return pc.all(values, skip_nulls=False).as_py() is not False
