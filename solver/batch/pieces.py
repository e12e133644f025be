"""What is handed out: pieces of chunks, as large as a worker solves in a tenth of a second."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from deals.deal import Deal
from solver.record import Record

_FIRST_PIECE = 16
_SECONDS_A_PIECE = 0.1


class Piece(NamedTuple):
    """Some deals of one chunk, the work of one worker.

    Attributes
    ----------
    places : sequence of int
        Where the deals stand in the chunk; ascending.
    labels : sequence of int
        The numbers of the deals, or their places in the files.
    deals : tuple of Deal or None
        The deals; numbered deals are made where they are solved.
    """

    places: Sequence[int]
    labels: Sequence[int]
    deals: tuple[Deal, ...] | None = None


@dataclass(frozen=True, slots=True)
class End:
    """A chunk whose pieces have all been handed out.

    Attributes
    ----------
    index : int
        The number of the chunk.
    labels : range
        The numbers of its deals, or their places in the files.
    ids : list of str or None, or None
        What the deals are called in their files; None for numbered deals.
    errors : list of dict
        The error records of the deals that are in no piece.
    digest : str or None
        The checksum of deals from files.
    """

    index: int
    labels: range
    ids: list[str | None] | None = None
    errors: list[Record] = field(default_factory=list)
    digest: str | None = None


class Known(NamedTuple):
    """A chunk that is there already: how many deals it holds, and their checksum."""

    rows: int
    digest: str | None


Stream: TypeAlias = Generator[Piece | End | None, None, None]
"""Pieces, an `End` after the last one of each chunk, and None where nothing is there to be had
yet, so that whoever asks need not wait."""


class Pace:
    """How many deals a piece holds, so that one takes about a tenth of a second.

    A result does not depend on how the deals were cut into pieces, so clocks may have a say here.

    Examples
    --------
    >>> pace = Pace()
    >>> pace.took(16, 0.001)
    >>> pace.size
    32
    >>> pace.took(32, 0.064)
    >>> pace.size
    50
    """

    def __init__(self) -> None:
        self.size = _FIRST_PIECE

    def took(self, deals: int, seconds: float) -> None:
        """Learn how long a piece took; the size never more than doubles at once."""
        fitting = round(deals * _SECONDS_A_PIECE / max(seconds, 1e-9))
        self.size = max(1, min(fitting, 2 * deals)) if deals else self.size


def number_pieces(
    numbers: range, chunk_size: int, pace: Pace, skip: Callable[[int, int], bool]
) -> Stream:
    """Cut a range of deal numbers into chunks and these into pieces.

    Parameters
    ----------
    numbers : range
        The deal numbers; any number of them.
    chunk_size : int
        Deals in each chunk but the last.
    pace : Pace
        Says how large a piece is.
    skip : callable
        Told the number of a chunk and how many deals it has; says whether it is there already.

    Yields
    ------
    Piece or End

    Examples
    --------
    >>> for item in number_pieces(range(7, 50), 40, Pace(), lambda index, rows: index == 0):
    ...     print(item)
    Piece(places=range(0, 3), labels=range(47, 50), deals=None)
    End(index=1, labels=range(47, 50), ids=None, errors=[], digest=None)
    """
    index = 0
    while chunk := numbers[index * chunk_size : (index + 1) * chunk_size]:
        if not skip(index, len(chunk)):
            place = 0
            while place < len(chunk):
                places = range(place, min(place + pace.size, len(chunk)))
                yield Piece(places, chunk[places.start : places.stop])
                place = places.stop
            yield End(index, chunk)
        index += 1
