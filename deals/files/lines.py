"""The physical lines of a stream of bytes: decoded one by one, numbered, faults marked."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from deals.errors import FormatError

__all__ = ["Line", "as_stream", "decode", "read_lines"]

_BOM = b"\xef\xbb\xbf"
# A byte order mark, or NUL in the first bytes: in UTF-16 every other byte of English text is one.
_NO_TEXT = re.compile(rb"\xff\xfe|\xfe\xff|[^\n]{0,3}\0")
_LONGEST = 1 << 24  # bytes; a stream without line ends must not fill the memory


class Line(NamedTuple):
    """One line without its end, and what is wrong with its bytes, if anything."""

    number: int
    text: str
    error: FormatError | None = None

    @property
    def blank(self) -> bool:
        """Tell whether nothing stands in the line."""
        return self.error is None and not self.text.strip(" \t\r")


def as_stream(text: str) -> BinaryIO:
    """Return a text as the bytes that a file would hold."""
    # Surrogates cannot be encoded; passed through, they are found as bytes that are not UTF-8.
    return io.BytesIO(text.encode(errors="surrogatepass"))


def read_lines(stream: BinaryIO, source: str) -> Iterator[Line]:
    r"""Read UTF-8 lines, each as soon as it is there.

    Parameters
    ----------
    stream
        Bytes; a byte order mark is skipped, and lines may end in CR LF.
    source
        The name of the file, for errors.

    Yields
    ------
    Line
        Every physical line, with its number from 1. One that is not UTF-8 or endlessly long
        has an error. A UTF-16 file yields one line with an error, and nothing more.

    Examples
    --------
    >>> from io import BytesIO
    >>> [(line.number, line.text) for line in read_lines(BytesIO(b"7C 8D\r\n\nKH"), "a")]
    [(1, '7C 8D'), (2, ''), (3, 'KH')]
    """
    number = 0
    while raw := stream.readline(_LONGEST):
        number += 1
        if number == 1 and _NO_TEXT.match(raw.removeprefix(_BOM)):
            message = "the file is UTF-16 or binary"
            fault = FormatError(message, file=source, line=1, column=1, expected="UTF-8")
            yield Line(1, "", fault)
            return
        if len(raw) == _LONGEST and not raw.endswith(b"\n"):
            message = f"the line is longer than {_LONGEST} bytes"
            yield Line(number, "", FormatError(message, file=source, line=number, column=1))
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(_LONGEST)
            continue
        yield _decoded(raw.rstrip(b"\r\n"), number, source)


def decode(raw: bytes, source: str, line: int = 1) -> str:
    r"""Decode bytes as UTF-8, or say where they are none.

    Parameters
    ----------
    raw
        The bytes of one line or of several.
    source
        The name of the file, for errors.
    line
        The number of the first line.

    Returns
    -------
    str
        The text, without the byte order mark that may stand before the first line.

    Raises
    ------
    FormatError
        At the first byte that is no UTF-8, with line and column.

    Examples
    --------
    >>> decode(b"7C\n10\xff", "a.txt")
    Traceback (most recent call last):
    ...
    deals.errors.FormatError: a.txt:2:3: not UTF-8: byte 0xFF (expected UTF-8)
    """
    raw = raw.removeprefix(_BOM) if line == 1 else raw
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        *above, last = raw[: fault.start].decode().split("\n")
        raise FormatError(
            f"not UTF-8: byte 0x{raw[fault.start]:02X}",
            file=source,
            line=line + len(above),
            column=len(last) + 1,
            expected="UTF-8",
        ) from None


def _decoded(raw: bytes, number: int, source: str) -> Line:
    try:
        return Line(number, decode(raw, source, number))
    except FormatError as error:
        encoding = "utf-8-sig" if number == 1 else "utf-8"  # the first may have a mark
        return Line(number, raw.decode(encoding, errors="replace"), error)
