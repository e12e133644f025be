"""The JSON Schemas: valid in themselves, right about good records, strict about bad ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from bad_records import BAD
from good_records import GONE, GOOD, Edits, edited
from jsonschema import Draft202012Validator
from schema_check import faults, schema, validator

from reports.schemas import load_schema, names

OPEN = {("analyze", "#"), ("report", "#")}
"""The only objects that may hold what their schema does not name."""


def _walk(value: Any, path: str = "#") -> Iterator[tuple[str, Any]]:
    """Yield every value inside a JSON value, with its path."""
    yield path, value
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from _walk(inner, f"{path}/{key}")


def _structure(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parts of a schema that say what a record is made of, no conditions."""
    for path, part in _walk(schema(name)):
        conditions = re.search(r"/(allOf|if|then|else|not|const|enum)(/|$)", path)
        if isinstance(part, dict) and not conditions:
            yield path, part


def _all_good(*, skip: frozenset[str] = frozenset()) -> list[Any]:
    return [
        pytest.param(name, record, id=f"{name}-{label}")
        for name, records in GOOD.items()
        for label, record in records.items()
        if label not in skip
    ]


ALIKE = frozenset({"bare-won", "bare-lost", "searched-won", "stock-won", "won-at-once"}) | {
    "out-of-time",
    "greedy-lost",
    "pruned",
    "unknown",
}
"""Records of the same fields as others, which need not be taken apart once more."""


def _paths(record: object) -> Iterator[str]:
    """Yield the path of every value as edits write it; of a long list, the first two items."""
    for path, _ in _walk(record):
        if path != "#" and not re.search(r"/([2-9]|\d\d)(/|$)", path):
            yield path.removeprefix("#/").replace("/", ".")


# ---- The schemas themselves ----------------------------------------------------------------------


def test_there_is_a_schema_for_every_record() -> None:
    assert names() == (
        *("advise", "analyze", "deals", "graph", "manifest", "odds", "report", "solve"),
    )
    assert set(GOOD) == set(names()) == {name for name, *_ in BAD}


@pytest.mark.parametrize("name", names())
def test_schema_is_valid_and_named(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["$id"] == f"urn:gehtauf:{name}:1"
    if name != "deals":
        assert found["properties"]["schema"]["const"] == f"gehtauf/{name}@1"


@pytest.mark.parametrize("name", names())
def test_every_field_is_described(name: str) -> None:
    fields = [
        (f"{path}/{part_name}/{key}", field)
        for path, part in _structure(name)
        for part_name in ("properties", "patternProperties", "$defs")
        for key, field in part.get(part_name, {}).items()
    ]
    assert len(fields) > 10
    # A bare reference is described where it leads to; those are among the fields too.
    bare = [path for path, field in fields if not {"description", "$ref"} & set(field)]
    assert not bare


@pytest.mark.parametrize("name", names())
def test_every_object_is_closed(name: str) -> None:
    objects = {path for path, part in _structure(name) if part.get("type") == "object"}
    closed = {path for path, part in _structure(name) if part.get("additionalProperties") is False}
    assert objects - closed == {path for of, path in OPEN if of == name}


@pytest.mark.parametrize("name", names())
def test_schema_stands_alone(name: str) -> None:
    whole = schema(name)
    used = {part["$ref"] for _, part in _walk(whole) if isinstance(part, dict) and "$ref" in part}
    assert used == {f"#/$defs/{key}" for key in whole["$defs"]}


def test_one_name_is_one_definition() -> None:
    seen: dict[str, object] = {}
    for name in names():
        for key, definition in schema(name)["$defs"].items():
            assert seen.setdefault(key, definition) == definition, (name, key)


def test_each_call_loads_anew() -> None:
    load_schema("solve").clear()
    assert load_schema("solve")["title"]


@pytest.mark.parametrize("name", ["", "Solve", "solve.schema.json", "../schemas/solve", "solv"])
def test_unknown_schema_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no schema .* There are: advise, analyze, deals, graph"):
        load_schema(name)


# ---- Good and bad records ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "record"), _all_good())
def test_good_record_is_accepted(name: str, record: dict[str, Any]) -> None:
    assert faults(name, record) == []


@pytest.mark.parametrize(
    ("name", "good", "edits", "wrong"), [pytest.param(*bad, id=f"{bad[0]}-{bad[3]}") for bad in BAD]
)
def test_bad_record_is_refused(name: str, good: str, edits: Edits, wrong: str) -> None:
    assert faults(name, edited(GOOD[name][good], edits)), wrong


@pytest.mark.parametrize("record", [None, [], [{}], "won", 1], ids=repr)
def test_what_is_no_object_is_refused(record: object) -> None:
    assert [name for name in names() if not faults(name, record)] == []


@pytest.mark.parametrize("name", names())
def test_every_rule_refuses_something(name: str) -> None:
    """Each conditional rule alone stands between one of the bad records and acceptance."""
    whole = schema(name)
    rules = whole.pop("allOf")
    rest = Draft202012Validator(whole)
    alone = [Draft202012Validator({"$defs": whole["$defs"], **rule}) for rule in rules]
    needed = set()
    for bad in (edited(GOOD[name][good], edits) for of, good, edits, _ in BAD if of == name):
        if rest.is_valid(bad):
            refusing = [i for i, rule in enumerate(alone) if not rule.is_valid(bad)]
            needed |= set(refusing if len(refusing) == 1 else [])
    idle = [rules[i] for i in range(len(rules)) if i not in needed]
    assert not idle


@pytest.mark.parametrize(("name", "record"), _all_good(skip=ALIKE))
def test_no_key_can_be_added(name: str, record: dict[str, Any]) -> None:
    for path, part in _walk(record):
        free = path == "#" and (name, "#") in OPEN
        free |= "/expect" in path or "/x-" in path
        if isinstance(part, dict) and not free:
            way = f"{path}/odd".removeprefix("#/").replace("/", ".")
            assert not validator(name).is_valid(edited(record, {way: 1})), way


@pytest.mark.parametrize(("name", "record"), _all_good(skip=ALIKE))
def test_no_key_can_be_left_out(name: str, record: dict[str, Any]) -> None:
    optional = {
        "solve": r"proof|trace|deal",
        "deals": r"(?!cards$).*",
        "analyze": r"mean",
        "report": r"mean",
        "manifest": r"deals\.file|policy",
        "graph": r"graph\.deal",
    }
    for path in _paths(record):
        last = path.rpartition(".")[2]
        if not last.isdigit() and not re.fullmatch(optional.get(name, ""), path):
            assert not validator(name).is_valid(edited(record, {path: GONE})), path


@pytest.mark.parametrize(("name", "record"), _all_good(skip=ALIKE))
@pytest.mark.parametrize("odd", [{"odd": 1}, True, -7, "odd one"], ids=repr)
def test_no_value_can_be_odd(name: str, record: dict[str, Any], odd: object) -> None:
    for path in _paths(record):
        texts = r"source|message|text|^method$|graph\.deal|folder"
        texts += r"|^policy$" if name == "advise" else ""
        text = isinstance(odd, str) and re.search(texts, path)
        carried = re.match(r"expect|x-|deals\.file|truncated|mean", path)
        flag = r"(directed|complete|graph\.(truncated|pruned)|won|explored|keeps_win)$"
        flag = r"(matters|decided|would_win|stock_is_known)$" if name == "advise" else flag
        is_flag = name in ("graph", "advise") or path == "complete"
        if is_flag and odd is True and re.search(flag, path):
            continue  # true and false are both right
        if not text and not carried and not (path == "deals" and isinstance(odd, dict)):
            assert not validator(name).is_valid(edited(record, {path: odd})), path
