"""Numbers with their nouns, as every text and message of the program writes them."""

from __future__ import annotations

__all__ = ["count", "every"]


def count(number: int, one: str, many: str | None = None) -> str:
    """Write a number with its noun, thousands set apart.

    Parameters
    ----------
    number
        The number.
    one
        The noun for one thing.
    many
        The noun for several or none; with an s at its end unless given.

    Returns
    -------
    str
        Number and noun.

    Examples
    --------
    >>> count(1, "move"), count(0, "move"), count(12345, "move"), count(2, "pass", "passes")
    ('1 move', '0 moves', '12,345 moves', '2 passes')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def every(number: int, one: str, many: str | None = None) -> str:
    """Write all there are of something, be it only one.

    Parameters
    ----------
    number
        How many there are.
    one, many
        As for `count`.

    Returns
    -------
    str
        ``the only line``, ``both lines``, ``all 3 lines``.

    Examples
    --------
    >>> every(1, "line"), every(2, "line"), every(3000, "line")
    ('the only line', 'both lines', 'all 3,000 lines')
    """
    if number == 1:
        return f"the only {one}"
    return f"both {many or one + 's'}" if number == 2 else f"all {count(number, one, many)}"
