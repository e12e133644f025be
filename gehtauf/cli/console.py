"""The streams of this process: what they can show, and how to speak to the user on them."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import shutil
import sys
from typing import TextIO

from deals.cards import Style
from reports.paint import Paint, plain

_SYMBOLS = "♣♠♥♦"
_PLAIN = str.maketrans(
    {
        **dict(zip(_SYMBOLS, "CSHD", strict=True)),
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "…": "...",
        "–": "-",
        "≥": ">=",
    }
)
_IN_PLAIN_LETTERS = "gehtauf-in-plain-letters"


def prepare_streams() -> None:
    """Make both streams write any text: what they cannot encode is written in plain letters."""
    codecs.register_error(_IN_PLAIN_LETTERS, _in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError):  # of what waits to be written; told when it is
                stream.reconfigure(errors=_IN_PLAIN_LETTERS, newline="\n")


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Replace what a console cannot show: a suit by its letter, any other thing by an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_PLAIN)
    return text.encode("ascii", errors="backslashreplace").decode("ascii"), error.end


def showable(text: str) -> str:
    """Return a text in letters that standard output can show, for what others write there."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, errors=_IN_PLAIN_LETTERS).decode(encoding)


def silence_stdout() -> None:
    """Send what is still buffered for standard output nowhere, so that the exit is quiet."""
    if sys.stdout is None:
        return
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def complain(message: str) -> None:
    """Tell the user of an error, on standard error; where that is not possible, go on."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        lines = "\n".join(map(plain, message.split("\n")))
        sys.stderr.write(f"gehtauf: {lines}\n")
        sys.stderr.flush()


def end_line() -> None:
    """End the line in which a terminal shows that Ctrl-C was pressed."""
    if _is_terminal(sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("\n")


def paint(cards: str, path: str | None = None) -> Paint:
    """Return how text on standard output, or in a file, is to look.

    Parameters
    ----------
    cards : str
        A card style, or ``auto``: symbols where the console can show them, else letters.
    path : str, optional
        The file that the text goes to; what is written there does not depend on the console.

    Returns
    -------
    Paint
        Coloured only on a terminal that has colours and a user who wants them
        (https://no-color.org).
    """
    styles: dict[str, Style] = {"letters": "letters", "symbols": "symbols", "german": "german"}
    if path not in (None, "-"):
        return Paint(styles.get(cards, "symbols"))
    stream = sys.stdout
    terminal = _is_terminal(stream)
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    style = styles.get(cards) or ("symbols" if _can_show_symbols(stream) else "letters")
    width = shutil.get_terminal_size().columns if terminal else 80
    return Paint(style, colour, max(20, min(width, 120)))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _can_show_symbols(stream: TextIO | None) -> bool:
    try:
        _SYMBOLS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
