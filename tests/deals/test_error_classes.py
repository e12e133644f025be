"""The errors: how they read, what they carry, and that they survive pickling."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from deals import (
    CardError,
    DeckError,
    FormatError,
    GehtaufError,
    RefusedError,
    SettingError,
    unknown_name,
)

PLACE: dict[str, Any] = {
    "file": "a.txt",
    "line": 3,
    "column": 9,
    "text": "XH",
    "expected": "a card",
}
ERRORS = [
    GehtaufError("m", **PLACE),
    CardError("m", **PLACE),
    FormatError("m", **PLACE),
    SettingError("m", **PLACE),
    DeckError("m", **PLACE, missing=("AC", "AC"), surplus=("KD",), order=2),
    RefusedError("m", **PLACE, step=7, rule="a group matches"),
    FormatError("m"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_with_all_fields(error: GehtaufError, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert str(again) == str(error)
    assert vars(copy.copy(error)) == vars(error)


def test_every_class_keeps_what_it_is_told() -> None:
    for error in ERRORS[:-1]:
        assert {key: vars(error)[key] for key in PLACE} == PLACE
        assert error.args == (error.message,) == ("m",)
    deck = DeckError("m", missing=("AC",), surplus=("KD",), order=2)
    assert (deck.missing, deck.surplus, deck.order) == (("AC",), ("KD",), 2)
    assert (DeckError("m").missing, DeckError("m").surplus, DeckError("m").order) == ((), (), 1)
    refused = RefusedError("m", step=7, rule="a group matches")
    assert (refused.step, refused.rule) == (7, "a group matches")
    assert (RefusedError("m").step, RefusedError("m").rule) == (None, "")


@pytest.mark.parametrize(
    ("fields", "written"),
    [
        ({}, "m"),
        ({"file": "f"}, "f: m"),
        ({"line": 3, "column": 4}, "3:4: m"),
        ({"file": "f", "line": 3, "column": 4}, "f:3:4: m"),
        ({"text": "XH"}, "m (read 'XH')"),
        ({"expected": "a card"}, "m (expected a card)"),
        (PLACE, "a.txt:3:9: m (read 'XH'; expected a card)"),
        ({"text": "\x1b[31m\ud800"}, r"m (read '\x1b[31m\ud800')"),
    ],
)
def test_written(fields: dict[str, Any], written: str) -> None:
    assert str(FormatError("m", **fields)) == written


def test_one_root_which_is_a_value_error() -> None:
    assert issubclass(GehtaufError, ValueError)
    assert all(isinstance(error, GehtaufError) for error in ERRORS)


def test_at_fills_only_what_is_unknown() -> None:
    error = CardError("m", column=5)
    assert error.at(file="f", line=2, column=9) is error
    assert (error.file, error.line, error.column) == ("f", 2, 5)
    assert (error.at(file="g").file, error.line) == ("f", 2)


def test_long_text_is_cut() -> None:
    error = FormatError("m", text="x" * 1_000_000)
    assert error.text is not None
    assert len(error.text) == 80
    assert error.text.endswith("x…")
    assert FormatError("m", text="x" * 80).text == "x" * 80


def test_unknown_name_names_the_nearest_and_all() -> None:
    error = unknown_name("game", "Zudeken", ["quadrat", "zudecken", "geburtstag"])
    assert str(error) == (
        "unknown game; did you mean zudecken? "
        "(read 'Zudeken'; expected one of: quadrat, zudecken, geburtstag)"
    )
    assert "did you mean" not in str(unknown_name("game", "!", ["quadrat"]))
    four = ["deck1", "deck2", "deck3", "deck4"]  # no more than three are worth a look
    assert unknown_name("deck", "deck", four).message == (
        "unknown deck; did you mean deck4 or deck3 or deck2?"
    )
