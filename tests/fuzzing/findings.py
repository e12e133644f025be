"""Every input that has once broken a promise, and what it did; none may do so again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.fuzzing import seeds

Json = Any


class Finding(NamedTuple):
    """An input for a target, with what it once did."""

    what: str
    target: str
    data: Callable[[], bytes]


def _literal(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _changed(make: Callable[[], list[bytes]], seed: int, *path: object, to: Json) -> Any:
    """Return what makes a valid JSON input in which one value is another."""

    def data() -> bytes:
        whole = holder = json.loads(make()[seed])
        for key in path[:-1]:
            holder = holder[key]
        if to is GONE:
            del holder[path[-1]]
        else:
            holder[path[-1]] = to
        return json.dumps(whole).encode()

    return data


GONE = object()
_LONG_OBJECT = b'{"x-a": {}\n' + b',"x-k": {}\n' * 4_000
_MANY_DIGITS = b"9" * 5_000

FINDINGS = (
    # Four minutes for 48 kB: an object of many lines was read anew after each of them.
    Finding("an object of many lines", "deals-jsonl", _literal(_LONG_OBJECT)),
    Finding("many numbers in an array", "records", _literal(b"[" + b"1," * 20_000 + b"1]")),
    # TypeError: the cards of a line of Der Geburtstag were believed to be a list of texts.
    Finding("take is a number", "lines", _literal(b'[{"take": 5}]')),
    Finding("take holds a list", "lines", _literal(b'[{"take": [["AC"]]}]')),
    Finding("take is missing", "lines", _literal(b'[{"take": null}, {"take": {"AC": 1}}]')),
    # Without end: a card that fits nowhere was waited for through 2^53 passes.
    Finding("a card that never fits", "commands", _literal(b"\x08" + b"2H 2S AC")),
    # No line, or no column.
    Finding("a word that is no card", "lines", _literal(b"AD 3D\n2S xx")),
    Finding("thousands of digits", "lines", _literal(b'[["AC"],\n ' + _MANY_DIGITS + b"]")),
    Finding("a number in an array", "records", _literal(b"[\n {},\n 7\n]")),
    Finding("a card on the second line", "records", _literal(b'{}\n  "2D"')),
    Finding("a record of odds", "records", _literal(b'\xef\xbb\xbf {"schema": "gehtauf/odds@1"}')),
    Finding("a deal in an array", "records", _literal(b'[{},\n {"cards": []}]')),
    Finding("a deal as text", "records", _literal(b" game=quadrat | AC")),
    Finding("a key twice", "records", _literal(b'{"id": 1,\n "id": 2}')),
    Finding("NaN", "records", _literal(b'[{"id":\n NaN}]')),
    Finding("digits", "records", _literal(b'{"states": ' + _MANY_DIGITS + b"}")),
    Finding("UTF-16", "deals-text", _literal("quadrat".encode("utf-16"))),
    Finding("deep in a list", "records", _literal(b"[" * 980 + b"]" * 980)),
    # RecursionError, when the deep value was to be shown.
    Finding(
        "deep keys", "rules", _literal(b'game = "zudecken"\nwidth.' + b"a." * 2_000 + b"b = 1")
    ),
    # A line of its own in a message, which looked like one of the referee's.
    Finding(
        "a line end in the deck",
        "records",
        _changed(seeds.records, 0, "deal", "deck", to="4x4\nz2: accepted: won"),
    ),
    # OverflowError, ValueError, or believed.
    Finding("an endless chunk", "manifest", _changed(seeds.manifests, 0, "chunk_size", to=1e999)),
    Finding(
        "fewer than no deals", "manifest", _changed(seeds.manifests, 3, "deals", "count", to="-5")
    ),
    Finding("another game", "manifest", _changed(seeds.manifests, 0, "game", to="zudecken")),
    Finding(
        "a chunk that is true", "manifest", _changed(seeds.manifests, 0, "chunk_size", to=True)
    ),
    Finding("rows as a text", "sidecar", _changed(seeds.sidecars, 0, "rows", to="3")),
    Finding("verdicts as a list", "sidecar", _changed(seeds.sidecars, 0, "verdicts", to=[2, 1])),
    Finding("an unknown verdict", "sidecar", _changed(seeds.sidecars, 0, "verdicts", "x", to=1)),
    Finding("a huge number", "rules", _literal(b'game = "zudecken"\nwidth = 0x' + b"f" * 9_000)),
    Finding("a huge game", "rules", _literal(b"game = 0x" + b"f" * 9_000)),
    # No line: at the end of a TOML file, in a table, after bytes that are no text.
    Finding("an open bracket", "rules", _literal(b'game = "zudecken"\nsizes = [2, 3')),
    Finding("a table", "rules", _literal(b'game = "zudecken"\n[width]\na = 1\n')),
    Finding("no UTF-8 in rules", "rules", _literal(b'game = "zudecken"\n# \xff\n')),
    Finding("a quoted key", "rules", _literal(b' "="="quadrat"\n')),
    Finding("a separator", "rules", _literal('# \u2028\ngame = "zudecken"\nwidth = 90'.encode())),
    # KeyError, IndexError, ValueError: parts with a checksum that fits, but not the columns.
    Finding("no verdicts", "results", _changed(seeds.results, 0, "columns", "verdict", to=GONE)),
    Finding(
        "a column missing", "results", _changed(seeds.results, 1, "columns", "states", to=GONE)
    ),
    Finding("more passes", "results", _changed(seeds.results, 2, "columns", "passes", 1, 2, to=3)),
    Finding(
        "lines that are no number",
        "results",
        _changed(seeds.results, 1, "columns", "winning_lines", 1, 0, to="many"),
    ),
    Finding(
        "another verdict than counted",
        "results",
        _changed(seeds.results, 0, "columns", "verdict", 1, 0, to=3),
    ),
    Finding(
        "no number of deals", "results", _changed(seeds.results, 3, "columns", "deals", 1, 0, to=2)
    ),
)
