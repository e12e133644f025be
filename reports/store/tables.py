"""The rows of a part: their schema, fixed before the first deal, and how a chunk becomes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from solver.batch.chunks import Chunk
from solver.batch.tally import Tally
from solver.columns import COUNTS, VERDICTS, Columns, Detail, column_names
from solver.rules import Rules

_Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

_TYPES: Mapping[str, pa.DataType] = {
    "verdict": pa.dictionary(pa.int8(), pa.string()),
    "cards_left": pa.uint8(),
    **dict.fromkeys(COUNTS, pa.uint32()),
    "lines": pa.string(),
    "winning_lines": pa.string(),
    "random_win": pa.float64(),
    "passes": pa.uint8(),
    "left": pa.list_(pa.uint8()),
}

_TALLY = pa.schema(
    [
        ("first", pa.uint64()),
        ("deals", pa.uint64()),
        *((verdict, pa.uint64()) for verdict in VERDICTS),
        ("cards_left", pa.list_(pa.uint64())),
        ("nearest", pa.list_(pa.struct([("deal", pa.uint64()), ("cards_left", pa.uint8())]))),
        ("hardest", pa.list_(pa.struct([("deal", pa.uint64()), ("random_win", pa.float64())]))),
    ]
)

# Numbers in a row differ by the same step: kept as differences they take next to no room. What has
# few values is kept as places in a list of them. Every reader of Parquet since 2013 knows both.
# A reader may look for deals by their range; of the other columns a range tells little.
_WRITING: Mapping[str, Any] = {
    "compression": "zstd",
    "use_dictionary": ["verdict", "cards_left", "passes"],
    "column_encoding": {"deal": "DELTA_BINARY_PACKED"},
    "write_statistics": ["deal"],
}


def schema(rules: Rules, detail: Detail) -> pa.Schema:
    """Return the columns of a part and their types.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> schema(find_rules("birthday"), Detail.FULL).names
    ['deal', 'id', 'verdict', 'cards_left', 'passes', 'left']
    """
    if detail is Detail.TALLY:
        return _TALLY
    names = column_names(rules, detail)
    return pa.schema(
        [("deal", pa.uint64()), ("id", pa.string()), *((name, _TYPES[name]) for name in names)]
    )


def as_table(chunk: Chunk, rules: Rules, detail: Detail) -> pa.Table:
    """Return a chunk as rows: one a deal, or one in all for a tally.

    Parameters
    ----------
    chunk : Chunk
        What was found.
    rules : CoveringRules or BirthdayRules
        The rules in force.
    detail : Detail
        How much is kept.
    """
    columns = schema(rules, detail)
    if isinstance(chunk.result, Tally):
        rows = [_sums(chunk.labels, chunk.result)] if chunk.labels else []
        return pa.Table.from_pylist(rows, schema=columns)
    labels = _numbers(chunk.labels)
    arrays = {
        "deal": _values(labels, pa.uint64()),
        "id": pa.nulls(len(labels), pa.string()) if chunk.ids is None else _texts(chunk.ids),
    }
    for name in columns.names[len(arrays) :]:
        arrays[name] = _MAKERS.get(name, _counted)(chunk.result, name)
    return pa.table(arrays, schema=columns)


def as_parquet(table: pa.Table) -> bytes:
    """Return rows as the bytes of a Parquet file; equal rows give equal bytes."""
    options = dict(_WRITING) if "deal" in table.column_names else {}  # a tally is one row
    if options:
        options["use_dictionary"] = [
            n for n in options["use_dictionary"] if n in table.column_names
        ]
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, row_group_size=max(1, table.num_rows), **options)
    return bytes(sink.getvalue())


def _numbers(labels: range) -> _Array:
    """Return a range as an array; numpy's own ``arange`` ends at 2^63."""
    if not labels:
        return np.empty(0, dtype=np.uint64)
    steps = np.arange(len(labels), dtype=np.uint64) * np.uint64(labels.step)
    return steps + np.uint64(labels.start)


def _values(values: _Array, kind: pa.DataType, unknown: _Array | None = None) -> pa.Array:
    """Return numbers as Arrow has them, null where they are unknown.

    From the buffers, because ``pyarrow.array`` first imports pandas where that is installed, and
    that takes longer than a hundred thousand deals.
    """
    known = None if unknown is None else pa.py_buffer(np.packbits(~unknown, bitorder="little"))
    values = np.ascontiguousarray(values, np.dtype(str(kind)))  # both say uint64, int8, double
    return pa.Array.from_buffers(kind, len(values), [known, pa.py_buffer(values)])


def _texts(texts: Iterable[str | None]) -> pa.Array:
    """Return texts as Arrow has them; see `_values`."""
    encoded = [None if text is None else text.encode() for text in texts]
    unknown = np.array([text is None for text in encoded], dtype=bool)
    lengths = [len(text or b"") for text in encoded]
    known = pa.py_buffer(np.packbits(~unknown, bitorder="little"))
    letters = pa.py_buffer(b"".join(text or b"" for text in encoded))
    return pa.Array.from_buffers(
        pa.string(), len(encoded), [known, pa.py_buffer(_offsets(lengths)), letters]
    )


def _offsets(lengths: Sequence[int] | _Array) -> _Array:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int32)]).astype(np.int32)


def _verdict(columns: Columns, name: str) -> pa.Array:
    return pa.DictionaryArray.from_arrays(_values(columns[name], pa.int8()), _texts(VERDICTS))


def _cards_left(columns: Columns, name: str) -> pa.Array:
    left = columns[name]
    return _values(np.maximum(left, 0), pa.uint8(), left < 0)


def _counted(columns: Columns, name: str) -> pa.Array:
    """Return a column of what is known only of a deal that is decided."""
    unknown = columns["verdict"] > VERDICTS.index("lost")
    if _TYPES[name] == pa.string():
        pairs = zip(columns[name].tolist(), unknown.tolist(), strict=True)
        return _texts(None if nothing else text for text, nothing in pairs)
    return _values(columns[name], _TYPES[name], unknown)


def _passes(columns: Columns, name: str) -> pa.Array:
    return _values(columns[name], pa.uint8(), _unplayed(columns))


def _left(columns: Columns, name: str) -> pa.Array:
    left, used = columns[name], np.where(_unplayed(columns), 0, columns["passes"])
    values = left[np.arange(left.shape[1]) < used[:, None]]
    unknown = pa.py_buffer(np.packbits(~_unplayed(columns), bitorder="little"))
    return pa.Array.from_buffers(
        _TYPES[name],
        len(used),
        [unknown, pa.py_buffer(_offsets(used))],
        children=[_values(values, pa.uint8())],
    )


def _unplayed(columns: Columns) -> _Array:
    """Tell which deals have not been played: a chance has been, as far as its orders go."""
    unplayed = [VERDICTS.index("undecided"), VERDICTS.index("error")]
    return np.isin(columns["verdict"], unplayed)


_MAKERS: Mapping[str, Callable[[Columns, str], pa.Array]] = {
    "verdict": _verdict,
    "cards_left": _cards_left,
    "passes": _passes,
    "left": _left,
}


def _sums(labels: range, found: Tally) -> dict[str, object]:
    return {
        "first": labels[0],
        "deals": found.deals,
        **dict(zip(VERDICTS, found.verdicts, strict=True)),
        "cards_left": list(found.cards_left),
        "nearest": [{"deal": deal, "cards_left": left} for deal, left in found.nearest],
        "hardest": [{"deal": deal, "random_win": chance} for deal, chance in found.hardest],
    }
