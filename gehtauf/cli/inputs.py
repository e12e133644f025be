"""The deals a command is asked about, one by one: from files, standard input or by number."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

import click

from deals.errors import FormatError, GehtaufError, SettingError
from deals.files import Setting, load
from deals.numbering import parse_numbers
from solver.prepare import Question, known_rules, prepare, prepare_number
from solver.record import Origin
from solver.rules import Rules, resolve

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Asked:
    """One deal that was asked for: where it comes from, and what became of it."""

    origin: Origin
    question: Question | GehtaufError
    rules: Rules | None = None
    """The rules of a deal with faults, if they are known."""


def asked(
    files: Sequence[str], deals: str | None, settings: Mapping[str, Setting]
) -> Iterator[Asked]:
    """Yield the deals of files and of ``--deals``, in that order; ends with the command.

    Parameters
    ----------
    files : sequence of str
        Paths, ``-`` for standard input.
    deals : str or None
        Numbered deals as text.
    settings : mapping of str to Setting
        The command line's settings.

    Yields
    ------
    Asked

    Raises
    ------
    GehtaufError
        Before the first deal, if there is nothing to read or a setting is wrong.
    """
    if not files and deals is None:
        raise FormatError(
            "no deals are named", expected="deal files, - for standard input, or --deals A..B"
        )
    for path in files:
        check_readable(path)
    if "game" in settings:
        resolve(settings)
    numbers = None if deals is None else _numbers(deals, settings)
    found = _asked(files, numbers, settings)
    # A command may stop early, and an error may keep hold of what it was reading.
    click.get_current_context().call_on_close(found.close)
    return found


def _numbers(deals: str, settings: Mapping[str, Setting]) -> range:
    if "game" not in settings:
        raise SettingError("numbered deals need a game", expected="--game GAME")
    return parse_numbers(deals)


def _asked(
    files: Sequence[str], numbers: range | None, settings: Mapping[str, Setting]
) -> Generator[Asked, None, None]:
    for path in files:
        with open_input(path) as stream:
            for entry in load(stream, name_of(path)):
                origin = Origin(entry.id, entry.source, entry.line)
                try:
                    item = Asked(origin, prepare(entry, settings))
                except GehtaufError as error:
                    item = Asked(origin, error, known_rules(entry, settings))
                yield item
    if numbers is not None:
        rules = resolve(settings)
        for number in numbers:
            yield Asked(Origin(str(number)), prepare_number(number, rules))


def refuse_overwriting(files: Sequence[str], output: str | None) -> None:
    """Refuse to write results over a file that is read.

    Raises
    ------
    FormatError
    """
    for path in files:
        are_files = output and os.path.isfile(path) and os.path.isfile(output)
        if output and are_files and os.path.samefile(path, output):
            raise FormatError("results would overwrite the deals", file=path)


def name_of(path: str) -> str:
    r"""Return how a file is called in records and messages: bytes that are no UTF-8 as ``\xe9``."""
    if path == STDIN:
        return "<stdin>"
    return path.encode(errors="surrogateescape").decode(errors="backslashreplace")


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``, for reading bytes.

    Raises
    ------
    FormatError
        If it cannot be opened, or not be read to its end.
    """
    try:
        with _opened(path) as stream:
            yield stream
    except OSError as error:
        raise _unreadable(path, error) from None


def _opened(path: str) -> BinaryIO:
    if path != STDIN:
        return open(path, "rb")
    if sys.stdin is None:
        raise OSError("it is closed")
    return open(sys.stdin.fileno(), "rb", closefd=False)


def check_readable(path: str, what: str = "deals", remedy: str | None = None) -> None:
    """Refuse a path that cannot be read, before any work is done.

    Parameters
    ----------
    path : str
        The path, ``-`` for standard input.
    what : str
        What its file should hold.
    remedy : str, optional
        What to do if it is a folder.

    Raises
    ------
    FormatError
        If there is no such file, or it is a folder, or may not be read.
    """
    if path == STDIN:
        return
    try:
        if os.path.isdir(path):
            raise FormatError(f"this is a folder, not a file of {what}", file=path, expected=remedy)
        if not os.access(path, os.R_OK):
            with open(path, "rb"):
                pass
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> FormatError:
    hint = "a file that exists; the pattern matched none" if set(path) & set("*?[") else None
    reason = error.strerror or str(error)
    return FormatError(f"cannot read the file: {reason}", file=name_of(path), expected=hint)
