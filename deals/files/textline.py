"""One line of a text file that holds a deal: name, settings, orders of cards."""

from __future__ import annotations

import re

from deals.cards import Card, parse_card
from deals.errors import CardError, FormatError, unknown_name
from deals.files.entry import SETTINGS, Draft, Setting, check_id

__all__ = ["WORD", "read_deal"]

WORD = re.compile(r"[^ \t]+")  # settings and names stand between blanks
_CARD = re.compile(r"[^ \t,]+")  # cards between blanks or commas


def read_deal(draft: Draft, body: str) -> None:
    """Read one deal: ``[id:] [key=value ... |] cards [/ cards ...]``.

    Parameters
    ----------
    draft
        Where to put what is read; what stood before a fault is kept.
    body
        The line without its comment.

    Raises
    ------
    GehtaufError
        If something else stands there; the error has the column.
    """
    start = 0
    first = WORD.search(body)
    if first and first[0].endswith(":"):
        try:
            draft.id = check_id(first[0][:-1])
        except FormatError as error:
            raise error.at(column=first.start() + 1) from None
        start = first.end()
    bar = body.find("|", start)
    if bar >= 0:
        _read_settings(draft, body, start, bar)
        start = bar + 1
    end = start - 1
    while end < len(body):
        start = end + 1
        end = body.find("/", start)
        end = len(body) if end < 0 else end
        draft.add_order(
            [(_read_card(word), word.start() + 1) for word in _CARD.finditer(body, start, end)]
        )


def _read_settings(draft: Draft, body: str, start: int, end: int) -> None:
    own = set()
    for word in WORD.finditer(body, start, end):
        key, equals, value = word[0].partition("=")
        column = word.start() + 1
        if not (equals and value):
            raise FormatError(
                "before '|' stands what is no setting",
                column=column,
                text=word[0],
                expected="key=value",
            )
        if key not in SETTINGS:
            raise unknown_name("setting", key, SETTINGS).at(column=column)
        if key in own:
            raise FormatError(f"{key} is set twice", column=column, text=word[0])
        own.add(key)
        value_column = column + len(key) + 1
        draft.settings[key] = Setting(value, draft.source, draft.line, value_column)
    if not own:
        raise FormatError("no setting stands before '|'", column=end + 1, expected="key=value |")


def _read_card(word: re.Match[str]) -> Card:
    text, column = word[0], word.start() + 1
    if "|" in text:
        raise FormatError("a second '|' in the line", column=column + text.index("|"))
    if "=" in text:
        raise FormatError(
            "settings need a '|' between them and the cards",
            column=column,
            text=text,
            expected="key=value | cards",
        )
    try:
        return parse_card(text)
    except CardError as error:
        raise error.at(column=column) from None
