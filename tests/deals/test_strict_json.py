"""Strict JSON: what it takes is what the standard library takes, and each fault has its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.errors import FormatError
from deals.files import jsonl, strictjson
from deals.files.strictjson import element_places, read_json

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.sampled_from([None, 1]))
def test_json_is_read_as_by_the_library(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    assert read_json(text) == json.loads(text) == value


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", (1, 1)),
        ('{"a": 1,\n "b": }', (2, 7)),
        ("[1,\n 2] 3", (2, 5)),
        ('{"a": {"b": 1, "b": 1}}', (1, 16)),
        ('{"a": [\n1, NaN]}', (2, 4)),
        ("[1e999]", (1, 2)),
        ('{"a":\n' + "9" * 5_000 + "}", (2, 1)),
        ("[" * 51, (1, 51)),
        ('{"a":' * 51, (1, 251)),
    ],
)
def test_each_fault_has_its_place(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(text)
    assert (caught.value.line, caught.value.column) == place
    with pytest.raises(FormatError) as caught:
        read_json(text, 10)
    assert (caught.value.line, caught.value.column) == (place[0] + 9, place[1])


def test_fifty_levels_and_brackets_in_strings_are_fine() -> None:
    assert read_json("[" * 50 + "]" * 50)
    assert read_json(json.dumps(["[" * 99, {"{": "[[" * 99}])) == ["[" * 99, {"{": "[[" * 99}]
    assert read_json('["\\ud800"]') == ["\ud800"]


def test_a_fault_in_a_text_too_long_to_be_searched_has_the_place_of_the_text() -> None:
    with pytest.raises(FormatError, match=r"^7:1: not strict JSON: an object has a key twice"):
        read_json('{"a": "' + "x" * (1 << 22) + '", "a": 1}', 7)


def test_a_text_too_long_to_be_searched_is_not_nested_more_deeply_either() -> None:
    long = "x" * (1 << 22)
    assert read_json(f'["{long}", "{"[" * 60}", {"[" * 49}{"]" * 49}]')
    with pytest.raises(FormatError, match=r"^7:1: broken JSON: nested more than 50 deep"):
        read_json(f'["{long}", {"[" * 50}{"]" * 50}]', 7)


def test_brackets_in_strings_hide_no_depth() -> None:
    closers = json.dumps('"' + "]" * 99)
    with pytest.raises(FormatError, match="nested more than 50 deep"):
        read_json(f"[{closers}, {'[' * 50}{']' * 50}]")


def test_depth_counts_open_brackets_alone() -> None:
    flat = "[]," * 60
    assert len(read_json(f"[{flat}{'[' * 49}{']' * 49}]")) == 61
    with pytest.raises(FormatError, match=r"1:231: .*nested more than 50 deep"):
        read_json(f"[{flat}{'[' * 50}{']' * 50}]")


def test_only_what_is_nested_too_deeply_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strictjson, "_places", lambda *_: pytest.fail("searched, which is slow"))
    assert read_json("[" + "[1], " * 100 + "{}]")[-1] == {}
    assert read_json("[[], " + "[" * 49 + "]" * 49 + "]")[0] == []


def test_the_longest_text_that_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[1, NaN]"
    monkeypatch.setattr(strictjson, "_LONGEST_SEARCH", len(text))
    for longer, column in (("", 5), (" ", 1)):
        with pytest.raises(FormatError) as caught:
            read_json(text + longer)
        assert caught.value.column == column
        assert element_places(f"[1, 222]{longer}") == [(1, 2 if column > 1 else 1), (1, column)]


def test_the_places_of_elements() -> None:
    assert element_places("[\n]") == []
    assert element_places('[1,\n  {"a": [2]}, 3]', 5) == [(5, 2), (6, 3), (6, 15)]
    assert element_places(f'["{"x" * (1 << 22)}",\n 1]', 5) == [(5, 1), (5, 1)]


LONG = [
    '{"id": "a", "deck": "1x2", "x-a": {"b": "}"',
    "}",
    ', "x-b": [{}',
    "]",
    ', "cards": ["AC",',
]


def test_an_object_of_many_lines_ends_where_it_is_complete() -> None:
    text = "\n".join([*LONG, '"AS"]}', '"x"', "", *LONG, '"AS"]} ', "", "{}"])
    entries = jsonl.loads(text)
    assert [entry.line for entry in entries] == [1, 7, 9, 16]
    assert [entry.error is None for entry in entries] == [True, False, True, False]


def test_an_object_of_many_lines_is_not_read_anew_after_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, calls = jsonl._read_object, []
    monkeypatch.setattr(jsonl, "_read_object", lambda *given: (calls.append(1), read(*given))[1])
    [entry] = jsonl.loads('{"x-a": {}\n' + ',"x-k": {}\n' * 200 + ',"cards": ["AC"]}')
    assert entry.error is not None  # x-k stands more than once
    assert len(calls) == 2
