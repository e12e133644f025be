"""What is known of many deals, as columns: how much is kept, and in which order verdicts count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from solver.rules import BirthdayRules, Rules

Deals = TypeVar("Deals", bound=Sequence[Any])

if TYPE_CHECKING:
    from numpy.typing import NDArray

Columns: TypeAlias = "dict[str, NDArray[Any]]"
"""Arrays by name, a row a deal; see `column_names` for which there are."""

VERDICTS = ("won", "lost", "undecided", "chance", "error")
"""The words of the column ``verdict``, whose numbers are their places here."""

COUNTS = ("states", "transitions", "choice_points", "forced", "critical", "dead_ends")
"""The columns of full detail that count positions, all uint32."""


class Detail(StrEnum):
    """How much is kept of each deal: the verdict, all counts, or sums over a chunk of deals."""

    VERDICT = "verdict"
    FULL = "full"
    TALLY = "tally"


def column_names(rules: Rules, detail: Detail) -> tuple[str, ...]:
    """Return the columns that an engine gives.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    detail : Detail
        How much is kept.

    Returns
    -------
    tuple of str
        ``verdict`` (uint8, a place in `VERDICTS`) and ``cards_left`` (int16, -1 where it is not
        defined) always. In full detail for the family of Quadrat and Zudecken also `COUNTS`
        (uint32), ``lines`` and ``winning_lines`` (text, since they have any size) and
        ``random_win`` (float64); for Der Geburtstag ``passes`` (uint8: passes used) and ``left``
        (uint8, shape (deals, passes): cards unplayed after each pass used, then zeros).

    Notes
    -----
    ``random_win`` is computed backward: the values after each move, summed in the order of the
    moves and divided by their number. Each of these steps is rounded once, so the result differs
    from the exact chance by less than a relative 2e-13 (at most 64 moves of at most 15 roundings,
    each of 2^-53), and every engine gets the same bits.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> column_names(find_rules("birthday"), Detail.FULL)
    ('verdict', 'cards_left', 'passes', 'left')
    """
    if detail is not Detail.FULL:
        return ("verdict", "cards_left")
    if isinstance(rules, BirthdayRules):
        return ("verdict", "cards_left", "passes", "left")
    return ("verdict", "cards_left", *COUNTS, "lines", "winning_lines", "random_win")


def no_tick(done: int) -> None:
    """Take no notice of how far work is."""


def in_slices(deals: Deals, size: int, tick: Callable[[int], None]) -> Iterator[Deals]:
    """Yield deals, or their numbers, some at a time, and tell of each slice when it is done.

    Parameters
    ----------
    deals : sequence or range
        What is cut.
    size : int
        How long a slice is.
    tick : callable
        Told when the next slice is asked for how many more deals are done; what it raises ends
        the work.

    Yields
    ------
    sequence or range
        At least one slice, if only an empty one.

    Examples
    --------
    >>> for numbers in in_slices(range(10, 0, -2), 3, print):
    ...     print(numbers)
    range(10, 4, -2)
    3
    range(4, 0, -2)
    2
    """
    for start in range(0, len(deals), size) or (0,):
        part = deals[start : start + size]
        yield part  # type: ignore[misc]  # a slice of a range is a range
        if part:
            tick(len(part))
