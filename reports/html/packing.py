"""Many small whole numbers as short text, for the data inside a page."""

from __future__ import annotations

import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Collection
from typing import TypedDict


class Packed(TypedDict):
    """Numbers of equal width, lowest byte first, in base 64; ``templates/data.js`` reads them."""

    bytes: int
    data: str


def pack(numbers: Collection[int]) -> Packed:
    """Return numbers in one, two or four bytes each, as the largest one needs.

    Parameters
    ----------
    numbers : collection of int
        From 0 to 2^32 - 1.

    Returns
    -------
    Packed

    Raises
    ------
    OverflowError
        If a number is negative or too large.

    Examples
    --------
    >>> pack([1, 2, 256])
    {'bytes': 2, 'data': 'AQACAAAB'}
    """
    most, least = max(numbers, default=0), min(numbers, default=0)
    if least < 0 or most >= 1 << 32:
        raise OverflowError("the page reads whole numbers of at most four bytes")
    code = "B" if most < 1 << 8 else "H" if most < 1 << 16 else "I"
    packed = array(code, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return {"bytes": packed.itemsize, "data": b64encode(packed.tobytes()).decode()}


def unpack(packed: Packed) -> list[int]:
    """Return the numbers that were packed.

    Examples
    --------
    >>> unpack(pack([1, 2, 256]))
    [1, 2, 256]
    """
    data, width = b64decode(packed["data"]), packed["bytes"]
    return [
        int.from_bytes(data[place : place + width], "little")
        for place in range(0, len(data), width)
    ]
