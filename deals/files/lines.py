"""The physical lines of a stream of bytes: decoded one by one, numbered, faults marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from deals.errors import FormatError

__all__ = ["Line", "read_lines"]

_BOM = b"\xef\xbb\xbf"
# Either a byte order mark, or every other byte is NUL as it is in plain English text.
_UTF16 = re.compile(rb"\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0]")
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
        if number == 1:
            raw = raw.removeprefix(_BOM)
            if _UTF16.match(raw):
                message = "the file is UTF-16 or binary"
                yield Line(1, "", FormatError(message, file=source, line=1, expected="UTF-8"))
                return
        if len(raw) == _LONGEST and not raw.endswith(b"\n"):
            message = f"the line is longer than {_LONGEST} bytes"
            yield Line(number, "", FormatError(message, file=source, line=number))
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(_LONGEST)
            continue
        yield _decode(raw.rstrip(b"\r\n"), number, source)


def _decode(raw: bytes, number: int, source: str) -> Line:
    try:
        return Line(number, raw.decode())
    except UnicodeDecodeError as fault:
        error = FormatError(
            f"not UTF-8: byte 0x{raw[fault.start]:02X}",
            file=source,
            line=number,
            column=len(raw[: fault.start].decode()) + 1,
            expected="UTF-8",
        )
        return Line(number, raw.decode(errors="replace"), error)
