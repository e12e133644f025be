"""Deal files in text: one deal a line, read as it comes and written so that it reads back."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, TextIO

from deals.cards import format_card
from deals.errors import FormatError, GehtaufError, unknown_name
from deals.files.entry import SETTINGS, Draft, Entry, Setting, check_id, is_value
from deals.files.lines import Line, as_stream, read_lines
from deals.files.textline import WORD, read_deal

__all__ = ["dump", "dumps", "load", "load_lines", "loads"]

SCHEMA = "gehtauf/deals@1"

_COMMENT = re.compile(r"(?:^|[ \t])#")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]")
# A value that reads back: no blank, no bar, not taken for a comment or for the name of a deal.
_VALUE = re.compile(r"(?!#)[^\s\x00-\x1f|]+(?<!:)")


def load(stream: BinaryIO, source: str) -> Iterator[Entry]:
    r"""Read the deals of a text file, each as soon as its line is there.

    Parameters
    ----------
    stream
        The bytes of the file, UTF-8.
    source
        The name of the file, for entries and errors.

    Yields
    ------
    Entry
        Every deal. One that cannot be read has an error and does not stop the others, but a
        fault in an ``@`` line ends the file, since nothing after it could be trusted.

    Examples
    --------
    >>> from io import BytesIO
    >>> [entry] = load(BytesIO(b"@deck 1x2\na1: game=quadrat | AS AC  # two aces"), "a.txt")
    >>> entry.id, entry.orders, entry.columns, entry.line
    ('a1', ((13, 0),), ((20, 23),), 2)
    >>> {key: setting.value for key, setting in entry.settings.items()}
    {'deck': '1x2', 'game': 'quadrat'}

    Notes
    -----
    A line holds ``[id:] [key=value ... |] cards [/ cards ...]``, or ``@key value`` for all
    deals that follow; ``#`` at the start of a line or after a blank opens a comment.
    """
    return load_lines(read_lines(stream, source), source)


def loads(text: str, source: str = "<string>") -> list[Entry]:
    """Read the deals of a text; see `load`.

    Parameters
    ----------
    text
        What a file would hold.
    source
        The name to use in entries and errors.

    Returns
    -------
    list of Entry
        All deals, the unreadable ones with an error.

    Examples
    --------
    >>> print(loads("7C XH")[0].error)  # doctest: +ELLIPSIS
    <string>:1:4: not a card (read 'XH'; expected a card such as ...
    """
    return list(load(as_stream(text), source))


def load_lines(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Read the deals in lines that are already at hand; see `load`.

    Parameters
    ----------
    lines
        The lines of the file.
    source
        The name of the file.

    Yields
    ------
    Entry
        Every deal.
    """
    head = _Head(source)
    for line in lines:
        comment = _COMMENT.search(line.text)
        body = line.text[: comment.start()] if comment else line.text
        is_setting = body.lstrip(" \t").startswith("@")
        if line.blank or (comment and not body.strip(" \t") and not line.error):
            continue
        draft = Draft(source, line.number, settings=dict(head.settings))
        try:
            _check_characters(line)
            if is_setting:
                head.read(body, line.number)
                continue
            head.over = True
            read_deal(draft, body)
        except GehtaufError as error:
            yield draft.entry(error)
            if is_setting:
                return
        else:
            yield draft.entry()


class _Head:
    """What the ``@`` lines have said so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.settings: dict[str, Setting] = {}
        self.seen: set[str] = set()  # of schema and version
        self.over = False  # only the head of the file may hold schema and version

    def read(self, body: str, number: int) -> None:
        """Take in one ``@`` line."""
        key_word, *values = WORD.finditer(body)
        key = key_word[0][1:]
        column = key_word.start() + 1
        if key not in (*SETTINGS, "schema", "version"):
            raise unknown_name("setting", key, (*SETTINGS, "schema", "version")).at(
                column=column + 1
            )
        if len(values) != 1:
            raise FormatError(
                f"@{key} takes one value, here are {len(values)}",
                column=column,
                text=body.strip(" \t"),
                expected=f"@{key} VALUE",
            )
        value, value_column = values[0][0], values[0].start() + 1
        if key in ("schema", "version"):
            self._read_head(key, value, column, value_column)
            return
        self.over = True
        if key == "game":
            self.settings.clear()
        self.settings[key] = Setting(value, self.source, number, value_column)

    def _read_head(self, key: str, value: str, column: int, value_column: int) -> None:
        if self.over or key in self.seen:
            raise FormatError(
                f"@{key} may stand only once, above all settings and deals", column=column
            )
        if key == "schema" and value != SCHEMA:
            raise FormatError(
                "this format is not known", column=value_column, text=value, expected=SCHEMA
            )
        self.seen.add(key)


def _check_characters(line: Line) -> None:
    if line.error:
        raise line.error
    control = _CONTROL.search(line.text)
    if control:
        raise FormatError(
            f"a control character, U+{ord(control[0]):04X}, stands in the line",
            column=control.start() + 1,
        )


def dump(entries: Iterable[Entry], stream: TextIO, *, version: str | None = None) -> None:
    """Write deals as text.

    Parameters
    ----------
    entries
        The deals.
    stream
        Where to write.
    version
        The version of the program to name at the head.

    Raises
    ------
    GehtaufError
        If an entry has an error, or does not fit the format: a deal without a game after one
        that has a game, a value with a blank, extra fields, nothing at all to write.

    Notes
    -----
    Deals with a game stand in blocks under the settings that they share; a deal without one
    has its settings in its own line. What is written reads back and is written the same.
    """
    stream.write(f"@schema {SCHEMA}\n")
    if version is not None:
        if not _VALUE.fullmatch(version):
            raise FormatError("not a version", text=version, expected="one word")
        stream.write(f"@version {version}\n")
    block: dict[str, str] | None = None  # the settings in force; none before the first deal
    for entry in entries:
        if entry.error is not None:
            raise entry.error
        settings = _written_settings(entry)
        shared = settings if "game" in settings else {}
        if block and not shared:
            raise _unwritable(entry, "without a game it cannot follow a deal that has one")
        if shared != block:
            block = shared
            stream.write("\n" + "".join(f"@{key} {value}\n" for key, value in block.items()))
        stream.write(_written_deal(entry, {} if shared else settings) + "\n")


def dumps(entries: Iterable[Entry], *, version: str | None = None) -> str:
    r"""Write deals as one text; see `dump`.

    Parameters
    ----------
    entries
        The deals.
    version
        The version of the program to name at the head.

    Returns
    -------
    str
        What a file would hold.

    Examples
    --------
    >>> print(dumps(loads("@game quadrat\n a1:  10♥,kd"), version="1.0"), end="")
    @schema gehtauf/deals@1
    @version 1.0
    <BLANKLINE>
    @game quadrat
    a1: TH KD
    """
    stream = io.StringIO()
    dump(entries, stream, version=version)
    return stream.getvalue()


def _written_settings(entry: Entry) -> dict[str, str]:
    unknown = [key for key in entry.settings if key not in SETTINGS] + list(entry.extra)
    if unknown:
        raise _unwritable(entry, f"a text file has no room for {', '.join(unknown)}")
    written = {}
    for key in SETTINGS:
        if key in entry.settings:
            value = entry.settings[key].value
            text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            if not is_value(value) or not _VALUE.fullmatch(text):
                raise _unwritable(entry, f"its {key} cannot be {value!r}")
            written[key] = text
    return written


def _written_deal(entry: Entry, settings: dict[str, str]) -> str:
    words = [f"{check_id(entry.id)}:"] if entry.id is not None else []
    if settings:
        words += [f"{key}={value}" for key, value in settings.items()] + ["|"]
    for i, cards in enumerate(entry.orders):
        words += ["/"] * (i > 0) + [format_card(card) for card in cards]
    if not (words and entry.orders):
        raise _unwritable(entry, "it has no cards")
    return " ".join(words)


def _unwritable(entry: Entry, why: str) -> FormatError:
    name = "a deal" if entry.id is None else f"deal {entry.id}"
    return FormatError(
        f"{name} cannot be written as text: {why}", file=entry.source, line=entry.line
    )
