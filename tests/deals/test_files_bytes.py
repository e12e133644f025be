"""Bytes of any kind: encodings, endless streams, and the promise that nothing ever raises."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import BinaryIO

import pytest
from entries import read
from hypothesis import given
from hypothesis import strategies as st

from deals.files import Entry, jsonl, load, loads, text
from deals.files.lines import read_lines

Load = Callable[[BinaryIO, str], Iterator[Entry]]

PLAIN = "@game quadrat\n# note\na1: deck=2x2 | AC 2C AS 2S\n\nb1: AH KD\n"
LINES = (
    '{"id": "a1", "game": "quadrat", "deck": "2x2", "cards": ["AC", "2C", "AS", "2S"]}\n'
    '{"id": "b1", "game": "quadrat", "cards": ["AH", "KD"]}\n'
)


def from_bytes(data: bytes, reader: Load = load) -> list[Entry]:
    return list(reader(io.BytesIO(data), "d"))


@pytest.mark.promise(1)
@pytest.mark.parametrize("content", [PLAIN, LINES], ids=["text", "json"])
def test_forms_of_one_file(content: str) -> None:
    expected = loads(content, "d")
    assert [entry.id for entry in expected] == ["a1", "b1"]
    assert read(expected) == read(loads(PLAIN, "d"))
    plain = content.encode()
    bom = b"\xef\xbb\xbf"
    for form in (
        bom + plain,
        plain.replace(b"\n", b"\r\n"),
        plain.rstrip(b"\n"),
        bom + plain.replace(b"\n", b"\r\n").rstrip(b"\r\n"),
        plain.replace(b"\n", b"\r\r\n"),
    ):
        assert from_bytes(form) == expected  # lines and columns too
    # Blank lines in front move the lines, and do not hide which format it is.
    shifted = from_bytes(bom + b"\n \t\r\n" + plain)
    assert read(shifted) == read(expected)
    assert [e.line for e in shifted] == [e.line + 2 for e in expected if e.line is not None]


@pytest.mark.parametrize("reader", [load, text.load, jsonl.load])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("content", [PLAIN, LINES, "AC"], ids=["text", "json", "card"])
def test_utf16_is_named_once(content: str, encoding: str, reader: Load) -> None:
    data = content.encode(encoding)
    if encoding == "utf-32":
        assert data.startswith(b"\xff\xfe")
    [entry] = from_bytes(data, reader)
    assert entry.error is not None
    assert "UTF-16" in entry.error.message
    assert (entry.error.file, entry.error.line) == ("d", 1)
    assert entry.error.expected == "UTF-8"


@pytest.mark.parametrize("reader", [load, text.load])
def test_bytes_that_are_not_utf8(reader: Load) -> None:
    data = "a: AC\nb: K♦ ".encode() + b"\xff AC\n# caf\xe9\nc: AS\n"
    first, second, third, fourth = from_bytes(data, reader)
    assert (first.error, fourth.error) == (None, None)
    assert second.error is not None
    assert second.error.message == "not UTF-8: byte 0xFF"
    assert (second.error.line, second.error.column) == (2, 7)
    assert third.error is not None
    assert (third.error.line, third.error.column) == (3, 6)
    # In a setting it ends the file: what would follow under it could not be trusted.
    assert [e.error is None for e in from_bytes(b"AC\n@deck \xff\nAS\n", reader)] == [True, False]


def test_bytes_that_are_not_utf8_in_json() -> None:
    line = LINES.split("\n")[0].encode()
    bad = b'{"id": "\xe4", "cards": []}'
    entries = from_bytes(b"\n".join([bad, line, b'{"cards": [', bad, line]))
    assert [e.error is None for e in entries] == [False, True, False, False, True]
    assert entries[0].error is not None
    assert (entries[0].error.line, entries[0].error.column) == (1, 9)
    entries = from_bytes(b'{"cards": [\n\xff\n' + line)
    assert [(e.line, e.error is None) for e in entries] == [(1, False), (2, False), (3, True)]
    # In an array nothing can be trusted then.
    [entry] = from_bytes(b"[" + line + b",\n" + bad + b"]")
    assert entry.error is not None
    assert (entry.line, entry.error.line, entry.error.column) == (2, 2, 9)


@pytest.mark.parametrize(
    ("content", "unread"),
    [
        (b'{"id": "\xe4", "cards": []}\n{"cards": ["AC"]}\n', [True, False]),
        (b"@deck \xe4\nAC\n", [True]),
        (b"A\xe4\nAC\n", [True, False]),
        (b"AS\n\xef\xbb\xbf@deck \xe4\nAC\n", [False, True, False]),
    ],
    ids=["json", "setting", "deal", "mid-file"],
)
def test_a_byte_order_mark_before_bytes_that_are_not_utf8(
    content: bytes, unread: list[bool]
) -> None:
    for data in (content, b"\xef\xbb\xbf" + content):
        assert [entry.error is not None for entry in from_bytes(data)] == unread


def test_surrogates_in_a_string() -> None:
    for content in ("AC \ud800", '{"id": "\ud800", "cards": []}', '["\ud800"]'):
        for reader in (loads, text.loads, jsonl.loads):
            [entry] = reader(content, "d")
            assert entry.error is not None


@pytest.mark.parametrize("word", ["x", "\0", "AC ", "[", "{", '{"a":', "a=", "|", "# ", '"'])
def test_lines_of_a_megabyte(word: str) -> None:
    long = word * (1_000_000 // len(word))
    entries = loads(f"AC\n{long}\nAS")
    assert (entries[0].error, entries[-1].error) == (None, None)
    assert len(entries) == (2 if word == "# " else 3)
    if word not in ("AC ", "# "):
        for [entry] in ([entries[1]], loads(long)):
            assert entry.error is not None
            assert len(str(entry.error)) < 1000


def test_a_line_without_end_does_not_fill_the_memory() -> None:
    class Blanks(io.RawIOBase):
        def __init__(self) -> None:
            self.given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            self.given += len(buffer)
            assert self.given < 1 << 26, "read on and on"
            buffer[:] = b" " * len(buffer)
            return len(buffer)

    first = next(load(io.BufferedReader(Blanks()), "d"))
    assert first.error is not None
    assert "longer than 16777216 bytes" in first.error.message
    # And what follows after such a line is read.
    lines = list(read_lines(io.BytesIO(b"AC\n" + b"x" * (1 << 25) + b"\nAS\n"), "d"))
    assert [(line.number, line.text) for line in lines] == [(1, "AC"), (2, ""), (3, "AS")]
    assert [line.error is None for line in lines] == [True, False, True]


def test_a_line_of_sixteen_megabytes_is_too_long() -> None:
    [line] = read_lines(io.BytesIO(b"x" * (1 << 24)), "d")
    assert str(line.error) == "d:1:1: the line is longer than 16777216 bytes"
    [line] = read_lines(io.BytesIO(b"x" * ((1 << 24) - 1)), "d")
    assert line.error is None


def test_no_part_of_an_endless_line_is_read_without_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Watched(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size == 64
            return super().readline(size)

    monkeypatch.setattr("deals.files.lines._LONGEST", 64)
    content = b"7C " * 1000 + b"\n8C\n" + b"9C " * 21 + b"\nTC"
    first = next(read_lines(Watched(content), "d"))
    assert str(first.error) == "d:1:1: the line is longer than 64 bytes"
    entries = list(load(Watched(content), "d"))
    assert [(entry.line, entry.error is None) for entry in entries] == [
        (1, False),
        (2, True),
        (3, True),  # 64 bytes with the end of the line
        (4, True),
    ]


class Drip(io.RawIOBase):
    """Gives one line at a time, for ever, and knows how many it has given."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        assert len(buffer) >= len(self.line)
        self.given += 1
        buffer[: len(self.line)] = self.line
        return len(self.line)


@pytest.mark.promise(26)
@pytest.mark.parametrize(
    ("line", "reader"),
    [
        (b"a1: AC AS\n", load),
        (b"a1: AC AS\n", text.load),
        (b'{"id": "a1", "cards": ["AC", "AS"]}\n', load),
        (b'{"id": "a1", "cards": ["AC", "AS"]}\n', jsonl.load),
        (b"XX\n", load),
        (b"{]\n", load),
    ],
)
def test_an_endless_stream_gives_each_entry_at_once(line: bytes, reader: Load) -> None:
    drip = Drip(line)
    entries = reader(io.BufferedReader(drip), "d")
    for number, entry in enumerate(islice(entries, 100), start=1):
        assert entry.line == number == drip.given


@pytest.mark.parametrize("line", [b"a1: AC\n", b'\n\n{"id": "a1", "cards": ["AC"]}\n'])
def test_a_pipe_that_stays_open_gives_its_first_entry(line: bytes) -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as stream, open(writing, "wb", buffering=0) as end:
        end.write(line)
        assert next(load(stream, "d")).id == "a1"


def no_fault(entries: list[Entry], source: str) -> None:
    """Check what holds for the entries of any file at all."""
    for entry in entries:
        assert entry.source == source
        assert [len(order) for order in entry.orders] == [len(c) for c in entry.columns]
        if entry.error is None:
            assert entry.orders
        else:
            assert entry.error.file == source
            assert entry.error.line is not None
            assert entry.error.message
            assert str(entry.error).startswith(f"{source}:{entry.error.line}:")


PIECES = st.sampled_from(
    [
        *("@game quadrat", "@schema gehtauf/deals@1", "@", "#", "|", "/", ",", ":", "=", " ", "\t"),
        *("\n", "\r\n", "\r", "a1:", "deck=4x4", "sizes=2,3", "AC", "10♥", "Herz-Bube", "K10"),
        *("[", "]", "{", "}", '"', '"id":', '"a"', '"cards":', '["AC"]', '"x-a":', '{"cards": []}'),
        *("NaN", "1e999", "9" * 5000, "null", "\\ud800", '"\\ud800"', "\0", "\ufeff", "\ufffe"),
        *("ſ", "🂡"),
    ]
)
FILES = (
    st.text().map(str.encode)
    | st.binary()
    | st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode())
    | st.tuples(
        st.sampled_from(
            [PLAIN.encode(), LINES.encode(), b"[" + LINES.replace("\n", ",\n").encode()]
        ),
        st.integers(0, 200),
        st.binary(max_size=3),
        st.integers(0, 3),
    ).map(lambda cut: cut[0][: cut[1]] + cut[2] + cut[0][cut[1] + cut[3] :])
)


@given(FILES)
def test_no_bytes_ever_raise(data: bytes) -> None:
    for reader in (load, text.load, jsonl.load):
        no_fault(from_bytes(data, reader), "d")


@given(st.text(st.characters()) | st.lists(PIECES, max_size=25).map("".join))
def test_no_text_ever_raises(content: str) -> None:
    for reader in (loads, text.loads, jsonl.loads):
        no_fault(reader(content, "d"), "d")


@given(FILES)
def test_what_was_read_is_written_and_reads_back(data: bytes) -> None:
    entries = [entry for entry in from_bytes(data) if entry.error is None]
    written = jsonl.dumps(entries)
    assert read(jsonl.loads(written)) == read(entries)
