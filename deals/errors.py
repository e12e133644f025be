"""The errors of the whole program: one root and a few named children, each saying where and what.

An error names the place (file, line, column), the text that was read and what was expected
instead, as far as they are known. Errors survive pickling with all their fields, so they can
cross from a worker process to the one that reports them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

__all__ = [
    "CardError",
    "DeckError",
    "FormatError",
    "GehtaufError",
    "RefusedError",
    "SettingError",
    "unknown_name",
]

_LONGEST_TEXT = 80  # a quoted text is cut to this length: a line may be a megabyte long


class GehtaufError(ValueError):
    """Root of all errors that tell a user what is wrong with the input.

    Parameters
    ----------
    message
        What is wrong, in words.
    file, line, column
        The place; lines and columns count from 1, columns in characters.
    text
        What was read there (cut, if it is longer than 80 characters).
    expected
        What should stand there instead.

    Examples
    --------
    >>> print(GehtaufError("no such card", file="a.txt", line=3, column=9, text="XH"))
    a.txt:3:9: no such card (read 'XH')
    >>> print(GehtaufError("no game is named", expected="game=NAME"))
    no game is named (expected game=NAME)
    """

    # No argument but the message is required, so that unpickling, which calls the class with
    # the message alone and then restores the attributes, works for every child.
    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.text = _cut(text) if text is not None else None
        self.expected = expected

    def __str__(self) -> str:
        place = ":".join(str(p) for p in (self.file, self.line, self.column) if p is not None)
        details = []
        if self.text is not None:
            details.append(f"read {self.text!r}")
        if self.expected is not None:
            details.append(f"expected {self.expected}")
        head = f"{place}: {self.message}" if place else self.message
        return f"{head} ({'; '.join(details)})" if details else head

    def at(
        self, *, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> Self:
        """Fill in the place where it is still unknown, and give back this same error.

        Parameters
        ----------
        file, line, column
            The place; what the error knows already stays as it is.

        Returns
        -------
        GehtaufError
            The error itself, so that ``raise error.at(line=3)`` reads well.

        Examples
        --------
        >>> print(GehtaufError("no such card", line=3).at(file="a.txt", line=9))
        a.txt:3: no such card
        """
        self.file = file if self.file is None else self.file
        self.line = line if self.line is None else self.line
        self.column = column if self.column is None else self.column
        return self


class CardError(GehtaufError):
    """A card that cannot be read."""


class DeckError(GehtaufError):
    """A deal does not hold the cards of its deck.

    Parameters
    ----------
    missing, surplus
        All cards that are missing and all that are too many, in letters; a card that is
        missing twice stands there twice.
    order
        Which order of the deal is at fault: 1 is the deal itself, 2 the order of the second
        pass, and so on.
    file, line, column, text, expected
        As for `GehtaufError`.
    """

    def __init__(
        self,
        message: str,
        *,
        missing: tuple[str, ...] = (),
        surplus: tuple[str, ...] = (),
        order: int = 1,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message, file=file, line=line, column=column, text=text, expected=expected)
        self.missing = missing
        self.surplus = surplus
        self.order = order


class FormatError(GehtaufError):
    """A file, a line or a record that cannot be read."""


class SettingError(GehtaufError):
    """An unknown game or setting, or a value that is not allowed."""


class RefusedError(GehtaufError):
    """The referee refuses a record.

    Parameters
    ----------
    step
        The step of the trace at fault, if it is one.
    rule
        The rule that was broken, in words.
    file, line, column, text, expected
        As for `GehtaufError`.
    """

    def __init__(
        self,
        message: str,
        *,
        step: int | None = None,
        rule: str = "",
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(message, file=file, line=line, column=column, text=text, expected=expected)
        self.step = step
        self.rule = rule


def unknown_name(what: str, text: str, allowed: Sequence[str]) -> SettingError:
    """Make the error for a name that is not on a list, with the nearest names first.

    Parameters
    ----------
    what
        What the name should have named, with its article left out: ``"game"``.
    text
        The name that was read.
    allowed
        All names that would have been right, in the order in which they are to be listed.

    Returns
    -------
    SettingError
        To be raised by the caller.

    Examples
    --------
    >>> print(unknown_name("goal", "claered", ["cleared", "stock"]))
    unknown goal; did you mean cleared? (read 'claered'; expected one of: cleared, stock)
    """
    import difflib  # only wanted on the way out

    near = difflib.get_close_matches(_cut(text).lower(), allowed, n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return SettingError(
        f"unknown {what}{hint}", text=text, expected=f"one of: {', '.join(allowed)}"
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
