"""The referee's tools: each reads a part of a record, or refuses it.

Whatever a record holds, the outcome is a value of the wanted kind or a `RefusedError`: ``true``
and ``1.0`` are no whole numbers, and nothing is looked at deeper than the format goes.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn, TypeVar

from deals.errors import RefusedError

__all__ = [
    "Shown",
    "equal",
    "need",
    "read",
    "read_fields",
    "read_number",
    "read_texts",
    "read_word",
    "refuse",
    "same",
]

_Kind = TypeVar("_Kind", str, list[object], dict[str, object])
_KINDS = {str: "a text", list: "a list", dict: "an object"}


class Shown(NamedTuple):
    """What a judge found: in words, the cards left, and the reasons that would be true."""

    sentence: str
    cards_left: int | None
    reasons: list[dict[str, object]]


def refuse(
    rule: str,
    where: str,
    step: int | None = None,
    *,
    found: object = None,
    wanted: object = None,
    why: str = "",
) -> NoReturn:
    """Refuse the record: name the place, what is wrong there, the broken rule, and what fits it.

    A field inside an object is named ``rules.width``; in `why` stands no text of the record, which
    could be anything.
    """
    place = ", ".join(name for name in (f"step {step}" if step else "", where) if name)
    told = f"{why}; {rule}" if why else rule
    text = None if found is None else _in_short(found)
    expected = None if wanted is None else _in_short(wanted)
    if expected is not None and not expected.isprintable():
        expected = ascii(expected)  # no text of a record is shown as it is
    message = f"{place}: {told}" if place else told
    raise RefusedError(message, step=step, rule=rule, text=text, expected=expected)


def need(
    condition: object,
    rule: str,
    where: str,
    step: int | None = None,
    *,
    found: object = None,
    wanted: object = None,
    why: str = "",
) -> None:
    """Refuse the record unless the condition holds."""
    if not condition:
        refuse(rule, where, step, found=found, wanted=wanted, why=why)


def same(found: object, wanted: object, rule: str, where: str, step: int | None = None) -> None:
    """Refuse the record unless it says what is wanted."""
    if not equal(found, wanted):
        refuse(rule, where, step, found=_in_short(found), wanted=_in_short(wanted))


def equal(found: object, wanted: object) -> bool:
    """Tell whether two values are the same in JSON; look no deeper than `wanted` goes."""
    if isinstance(wanted, dict):
        if not (isinstance(found, dict) and found.keys() == wanted.keys()):
            return False
        return all(equal(found[key], wanted[key]) for key in wanted)
    return type(found) is type(wanted) and found == wanted


def read(value: object, kind: type[_Kind], rule: str, where: str, step: int | None = None) -> _Kind:
    """Read a JSON string (`str`), array (`list`) or object (`dict`)."""
    if not isinstance(value, kind):
        refuse(rule, where, step, found=_in_short(value), wanted=_KINDS[kind])
    return value


def read_fields(
    value: object, keys: str, rule: str, where: str, step: int | None = None
) -> dict[str, object]:
    """Read a JSON object that has exactly these keys."""
    fields, wanted = read(value, dict, rule, where, step), keys.split()
    for key in wanted:
        need(key in fields, rule, where, step, why=f"{key} is missing")
    for key in fields:
        why = "a field that does not belong there"
        need(key in wanted, rule, where, step, found=key, wanted=" ".join(wanted), why=why)
    return fields


def read_texts(value: object, rule: str, where: str, step: int | None = None) -> list[str]:
    """Read a JSON array of strings."""
    items = read(value, list, rule, where, step)
    return [read(item, str, rule, where, step) for item in items]


def read_word(value: object, words: str, rule: str, where: str, step: int | None = None) -> str:
    """Read a string that is one of these words."""
    if not (isinstance(value, str) and value in words.split()):
        refuse(rule, where, step, found=_in_short(value), wanted=" or ".join(words.split()))
    return value


def read_number(value: object, low: int, high: int | None, rule: str, where: str) -> int:
    """Read a whole number from `low` to `high`."""
    if type(value) is not int or value < low or (high is not None and value > high):
        wanted = f"a whole number from {low}" + (f" to {high}" if high is not None else "")
        refuse(rule, where, found=_in_short(value), wanted=wanted)
    return value


def _in_short(value: object, depth: int = 1) -> str:
    """Write a value for a message: nothing nested, no long text, no huge number."""
    if isinstance(value, str):
        return value if len(value) <= 80 else value[:79] + "…"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**20):
        return str(value)
    if depth and isinstance(value, list):
        return " ".join(_in_short(item, 0) for item in value) or "nothing"
    if depth and isinstance(value, dict):
        items = value.items()
        return ", ".join(f"{_in_short(k, 0)} {_in_short(v, 0)}" for k, v in items) or "nothing"
    return {int: "a huge number", list: "a list", dict: "an object"}.get(type(value), "no JSON")
