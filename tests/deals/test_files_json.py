"""Deal files in JSON: lines, single objects and arrays, the places in errors, writing."""

from __future__ import annotations

import json
import math

import pytest
from entries import extras, ids, numbers, orders, read, settings, strings
from hypothesis import given
from hypothesis import strategies as st

from deals import GehtaufError, parse_card
from deals.files import SETTINGS, Entry, Setting
from deals.files.jsonl import dumps, loads
from deals.files.jsonplaces import JsonFault, JsonText, Members, Node, Unfit
from deals.files.lines import Line

DEAL = '{"id": "b1", "game": "geburtstag", "target": "1956", "cards": ["2C", "3C"], "redeals": []}'


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def only_error(text: str) -> tuple[Entry, GehtaufError]:
    [entry] = loads(text, "d.json")
    assert entry.error is not None
    assert entry.error.file == "d.json"
    return entry, entry.error


def test_every_field() -> None:
    line = (
        '{"id": "b1", "game": "geburtstag", "passes": 3, "sizes": [2, 3], "suits": "SHCD", '
        '"cards": ["2C", "10♥"], "redeals": [["4C"], []], "expect": {"verdict": "won"}, '
        '"x-note": [1, 2.5, null, true, "ß"]}'
    )
    [entry] = loads(line, "b.jsonl")
    assert entry.error is None
    assert (entry.id, entry.source, entry.line) == ("b1", "b.jsonl", 1)
    assert entry.orders == (cards("2C TH"), cards("4C"), ())
    columns = tuple(line.index(f'"{text}"') + 2 for text in ("2C", "10♥", "4C"))
    assert entry.columns == (columns[:2], columns[2:], ())
    assert {key: setting.value for key, setting in entry.settings.items()} == {
        "game": "geburtstag",
        "passes": 3,
        "sizes": [2, 3],
        "suits": "SHCD",
    }
    for key, setting in entry.settings.items():
        value = json.dumps(setting.value)
        assert (setting.file, setting.line) == ("b.jsonl", 1)
        assert setting.column == line.index(f'"{key}": {value}') + len(key) + 5
    assert entry.extra == {"expect": {"verdict": "won"}, "x-note": [1, 2.5, None, True, "ß"]}


def test_lines_object_and_array_hold_the_same() -> None:
    value = json.loads(DEAL)
    pretty = json.dumps(value, indent=2)
    array = json.dumps([value, value], indent=1)
    one = read(loads(DEAL))
    assert read(loads(DEAL + "\n\n" + DEAL + "\n")) == one * 2
    assert read(loads(pretty)) == one
    assert read(loads(pretty + "\n" + pretty + "\n" + DEAL)) == one * 3
    assert read(loads(array)) == one * 2
    assert read(loads(f"\n \n[{DEAL}, {DEAL}]\n")) == one * 2
    assert loads("[]") == loads("[ \n ]\n") == loads("") == loads("\n \n") == []


def test_lines_are_physical_lines() -> None:
    assert [entry.line for entry in loads(f"\n{DEAL}\n\n{DEAL}")] == [2, 4]
    pretty = json.dumps([json.loads(DEAL)] * 2, indent=2)
    expected = [i for i, line in enumerate(pretty.split("\n"), start=1) if line == "  {"]
    assert [entry.line for entry in loads(pretty)] == expected
    assert [entry.line for entry in loads(f"[{DEAL},{DEAL},\n\n {DEAL}]")] == [1, 1, 3]
    blanks = '{\n\n"id": "a",\n\n\n "cards": ["AC",\n\n  "XH"]}'
    [entry] = loads(blanks)
    assert entry.error is not None
    assert (entry.line, entry.error.line, entry.error.column) == (1, 8, 4)


def test_a_bad_card_is_found_in_its_place() -> None:
    pretty = json.dumps([json.loads(DEAL), {"id": "c2", "cards": ["AC", "XH"]}], indent=2)
    good, bad = loads(pretty, "d.json")
    assert good.error is None
    assert bad.error is not None
    lines = pretty.split("\n")
    assert bad.error.line is not None
    assert bad.error.column is not None
    assert lines[bad.error.line - 1][bad.error.column - 1 :].startswith("XH")
    assert (bad.id, bad.error.text, bad.line) == ("c2", "XH", lines.index("  {", 2) + 1)
    line = '{"cards": ["AC", "K10"]}'
    _, error = only_error(line)
    assert (error.line, error.column) == (1, line.index("K10") + 1)
    assert "Kreuz or Karo?" in str(error)


def test_card_columns_count_characters() -> None:
    [entry] = loads('{"x-a": "🂡ö", "cards": ["\\u2665", "A♥"]}')
    assert entry.error is not None
    assert entry.error.text == "♥"
    assert entry.error.column == 26
    [entry] = loads('{"cards": ["A\\u2665", "A♠"]}')
    assert entry.columns == ((13, 24),)


@pytest.mark.parametrize(
    "value", ["null", "true", "1.5", "{}", "[1.5]", "[true]", '["2"]', "[[2]]"]
)
@pytest.mark.parametrize("key", SETTINGS)
def test_wrong_types_of_settings(key: str, value: str) -> None:
    entry, error = only_error(f'{{"id": "a", "{key}": {value}, "cards": ["AC"]}}')
    assert entry.id == "a"
    assert error.message.startswith(f"{key} cannot be ")
    assert error.expected == "a string, an integer or a list of integers"
    assert (error.line, error.column) == (1, 17 + len(key))


@pytest.mark.parametrize("value", ["null", "false", "7", "1.5", "{}", "[]", '["a"]'])
def test_wrong_types_of_id(value: str) -> None:
    entry, error = only_error(f'{{"id": {value}, "cards": ["AC"]}}')
    assert entry.id is None
    assert error.message.startswith("id cannot be ")
    assert (error.column, error.expected) == (8, "a string")


@pytest.mark.parametrize("value", ['""', '"a b"', '"ä"', '"' + "x" * 65 + '"', r'"a\u0000"'])
def test_wrong_ids(value: str) -> None:
    _, error = only_error(f'{{"id": {value}, "cards": ["AC"]}}')
    assert error.message == "not the name of a deal"
    assert error.column == 8


@pytest.mark.parametrize(
    ("fields", "message", "column"),
    [
        ('"cards": null', "cards cannot be null", 11),
        ('"cards": "AC AS"', "cards cannot be a string", 11),
        ('"cards": {}', "cards cannot be an object", 11),
        ('"cards": 5', "cards cannot be the number 5", 11),
        ('"cards": [5]', "a card in cards cannot be the number 5", 12),
        ('"cards": [null]', "a card in cards cannot be null", 12),
        ('"cards": [["AC"]]', "a card in cards cannot be a list", 12),
        ('"cards": [], "redeals": null', "redeals cannot be null", 26),
        ('"cards": [], "redeals": ["AC"]', "redeals cannot be a string", 27),
        ('"cards": [], "redeals": [[], [1]]', "a card in redeals cannot be the number 1", 32),
        ('"cards": [], "redeals": {}', "redeals cannot be an object", 26),
        ('"game": "quadrat"', "a deal without cards", 1),
        ("", "a deal without cards", 1),
    ],
)
def test_wrong_types_of_cards(fields: str, message: str, column: int) -> None:
    _, error = only_error("{" + fields + "}")
    assert (error.message, error.line, error.column) == (message, 1, column)
    assert error.expected


@pytest.mark.parametrize(
    ("fields", "text", "column"),
    [
        ('"cards": [], "cards": []', "cards", 15),
        ('"id": "a", "cards": [], "id": "a"', "id", 26),
        ('"cards": [], "x-a": 1, "x-a": 1', "x-a", 25),
        ('"cards": [], "x-a": [{"b": 1, "b": 1}]', "b", 32),
    ],
)
def test_duplicate_keys(fields: str, text: str, column: int) -> None:
    _, error = only_error("{" + fields + "}")
    assert (error.text, error.column) == (text, column)
    assert error.message == "the same key stands twice in one object"
    assert loads('{"id": "a", "id": "b", "cards": []}')[0].id == "a"


@pytest.mark.parametrize("key", ["crads", "number", "schema", "ID", "x", "", "X-a", "redeal s"])
def test_unknown_keys(key: str) -> None:
    entry, error = only_error(f'{{"id": "a", "{key}": 1, "cards": []}}')
    assert entry.id == "a"
    assert (error.text, error.column) == (key, 13)
    assert error.message.startswith("unknown key")
    assert "x-..." in str(error)


@pytest.mark.parametrize("value", ["1", '"AC"', "null", "[]"])
def test_an_element_that_is_no_object(value: str) -> None:
    bad, good = loads(f"[{value}, {DEAL}]")
    assert good.error is None
    assert bad.error is not None
    assert bad.error.message.startswith("a deal cannot be ")
    assert bad.error.column == 2


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("NaN", "NaN is no JSON value"),
        ("Infinity", "Infinity is no JSON value"),
        ("-Infinity", "-Infinity is no JSON value"),
        ("1e999", "a number is too large"),
        ("9" * 401, "more than 400 digits"),
        ("-" + "9" * 100_000, "more than 400 digits"),
        (r'"\ud800"', "half a surrogate pair"),
        (r'"x\udfff"', "half a surrogate pair"),
    ],
)
@pytest.mark.parametrize("key", ["x-a", "expect", "id", "width", "cards", "redeals"])
def test_unfit_values_spoil_only_their_deal(key: str, value: str, words: str) -> None:
    field = f'"{key}": {value}'
    rest = "" if key == "cards" else ', "cards": []'
    for text in (f"[{{{field}{rest}}}, {DEAL}]", f" {{{field}{rest}}}\n{DEAL}"):
        bad, good = loads(text)
        assert good.error is None
        assert bad.error is not None
        assert words in bad.error.message
        assert (bad.error.line, bad.error.column) == (1, len(key) + 7)


def test_big_integers_are_carried_exactly() -> None:
    number = 10**399 + 7
    line = f'{{"width": {number}, "cards": [], "x-n": [{number}, {2**64}]}}\n'
    [entry] = loads(line)
    assert entry.settings["width"].value == number
    assert entry.extra == {"x-n": [number, 2**64]}
    assert dumps([entry]) == line


def test_letters_are_written_as_they_are() -> None:
    line = '{"cards": ["TH"], "x-note": "Größe ♥"}\n'
    assert dumps(loads(line)) == line


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("{", 2, "it ends too early"),
        ('{"id": "a", "cards": ["7C",', 28, "it ends too early"),
        ('{"id": "a", "cards": ["7C"', 27, "it ends too early"),
        ('{"id" "a"}', 7, "':' is missing"),
        ('{"id": "a" "cards": []}', 12, "',' or '}' is missing"),
        ('{"cards": ["7C" "8C"]}', 17, "',' or ']' is missing"),
        ('{"cards": ["7C",]}', 17, "expecting value"),
        ('{"cards": ["7C"}', 16, "',' or ']' is missing"),
        ('{"cards": []]', 13, "',' or '}' is missing"),
        ('{"cards": [],}', 14, "a key in quotes is missing"),
        ("{id: 1}", 2, "a key in quotes is missing"),
        ("{'id': 1}", 2, "a key in quotes is missing"),
        ('{"id": "a', 8, "unterminated string"),
        ('{"id": "a\tb"}', 10, "invalid control character"),
        (r'{"id": "\x"}', 9, "invalid \\escape"),
        ('{"id": tru}', 8, "expecting value"),
        ('{"id": 01}', 9, "',' or '}' is missing"),
        ('{"id": .5}', 8, "expecting value"),
        ('{"cards": []} x', 15, "something follows after the end"),
        ('{"cards": []},', 14, "something follows after the end"),
        ('{"cards": []}{"cards": []}', 14, "something follows after the end"),
        ("{} # comment", 4, "something follows after the end"),
        ("}", 1, "expecting value"),
        ("7C 8D", 2, "something follows after the end"),
        ("[", 2, "it ends too early"),
    ],
)
def test_broken_lines_do_not_stop_the_others(line: str, column: int, words: str) -> None:
    before, bad, after = loads(f"{DEAL}\n{line}\n{DEAL}", "d.jsonl")
    assert (before.error, after.error) == (None, None)
    assert (before.line, bad.line, after.line) == (1, 2, 3)
    assert bad.error is not None
    assert bad.error.message.startswith("broken JSON: ")
    assert words in bad.error.message
    assert (bad.error.file, bad.error.line, bad.error.column) == ("d.jsonl", 2, column)


def test_each_broken_line_is_an_error_of_its_own() -> None:
    entries = loads(f"{{]\nAC AS\n[\n[\n{DEAL}\n7\n}}")
    assert [(e.line, e.error is None) for e in entries] == (
        [(1, False), (2, False), (3, False), (4, False), (5, True), (6, False), (7, False)]
    )


def test_a_broken_object_of_several_lines_is_one_error() -> None:
    broken = '{\n "id": "a"\n "cards": [\n  "7C"\n ]\n}'
    entries = loads(f"{broken}\n{DEAL}\n{broken}\n{broken}")
    assert [(entry.line, entry.error is None) for entry in entries] == [
        (1, False),
        (7, True),
        (8, False),
        (14, False),
    ]
    assert entries[0].error is not None
    assert (entries[0].error.line, entries[0].error.column) == (3, 2)
    pretty = json.dumps(json.loads(DEAL), indent=1)
    entries = loads(f"{broken}\n{pretty}\n{broken}")
    assert [entry.error is None for entry in entries] == [False, True, False]
    two_lines = '{"id": "a"\n "cards": []}\n}'  # the bracket is no error of its own
    assert [entry.line for entry in loads(f"{two_lines}\n{DEAL}")] == [1, 4]
    unfinished = '{\n "id": "a",\n "cards": ['
    entries = loads(f"{unfinished}\n{DEAL}\n{unfinished}")
    assert [entry.error is None for entry in entries] == [False, True, False]
    assert [entry.line for entry in entries] == [1, 4, 5]


def test_an_object_of_several_lines_cannot_grow_without_end() -> None:
    text = "{\n" + '"x-a": 1,\n' * 20_000 + DEAL
    first, second = loads(text, "d")
    assert second.error is None
    assert str(first.error) == "d:1:1: a deal of more than 10000 lines"


def test_an_object_may_have_exactly_the_most_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deals.files.jsonl._MOST_LINES", 4)
    [entry] = loads('{\n"cards":\n[\n"AC"]}')
    assert entry.error is None
    _, error = only_error('{\n"cards":\n[\n"AC"]\n}')
    assert error.message == "a deal of more than 4 lines"


@pytest.mark.parametrize(
    ("end", "column", "words"),
    [
        (" ", 2, "it ends too early"),
        ("]]", 2, "something follows after the end"),
        ("] x", 3, "something follows after the end"),
        (",]", 2, "expecting value"),
        ("{}]", 1, "',' or ']' is missing"),
        ("]\n" + DEAL, 1, "something follows after the end"),
    ],
)
def test_a_broken_array_ends_the_file_there(end: str, column: int, words: str) -> None:
    good, bad = loads(f"[{DEAL}\n{end}", "d.json")
    assert good.error is None
    assert bad.error is not None
    assert words in bad.error.message
    assert (bad.error.line, bad.error.column) == (2 + end.count("\n"), column)
    assert loads(f"[{DEAL}, NaN, nan, {DEAL}]")[-1].error is not None


@pytest.mark.parametrize("opening", ["[", '{"x-a":', '[{"x-a":'])
def test_deep_nesting_is_refused_with_a_place(opening: str) -> None:
    for text in (opening * 200_000, '{"x-b": 1, "x-a": ' + opening * 200_000):
        entry, error = only_error(text)
        assert "nested more than 50 deep" in error.message
        assert (entry.line, error.line) == (1, 1)
        assert 50 < (error.column or 0) < 500


def test_nesting_up_to_the_limit_is_read() -> None:
    deep = '{"cards": [], "x-a": ' + "[" * 49 + "]" * 49 + "}"
    assert loads(deep)[0].error is None
    assert only_error(deep.replace("[]]", "[[]]]"))


def test_dump_refuses() -> None:
    def entry(**fields: object) -> Entry:
        plain: dict[str, object] = {
            "id": None,
            "settings": {},
            "orders": ((0,),),
            "columns": ((1,),),
            "source": "s",
        }
        return Entry(**{**plain, "line": 4, **fields})  # type: ignore[arg-type]

    for unwritable, words in (
        (entry(orders=()), "no cards"),
        (entry(id="a b"), "not the name of a deal"),
        (entry(extra={"note": 1}), "no room for note"),
        (entry(extra={"cards": []}), "no room for cards"),
        (entry(settings={"number": Setting("1")}), "no room for number"),
        (entry(id="z", settings={"deck": Setting(None)}), "s:4: deal z cannot be written"),
        (entry(settings={"deck": Setting(1.5)}), "its deck cannot be 1.5"),
        (entry(orders=((52,),)), "no card 52"),
        (loads('{"cards": ["XH"]}')[0], "not a card"),
    ):
        with pytest.raises(GehtaufError, match=words):
            dumps([unwritable])


@given(
    st.lists(
        st.builds(
            lambda **fields: Entry(columns=(), source="s", line=None, **fields),
            id=ids,
            settings=settings(strings | numbers),
            orders=orders,
            extra=extras,
        ),
        max_size=4,
    )
)
def test_round_trip(entries: list[Entry]) -> None:
    text = dumps(entries)
    again = loads(text)
    assert read(again) == read(entries)
    assert dumps(again) == text
    assert read(loads("[" + text.rstrip("\n").replace("\n", ",\n") + "]")) == read(entries)


def plain(node: Node) -> object:
    """Give a node as json.loads would give it."""
    if isinstance(node.value, Members):
        return {key: plain(value) for key, _, value in node.value.items}
    if isinstance(node.value, list):
        return [plain(item) for item in node.value]
    assert not isinstance(node.value, Unfit)
    return node.value


PIECES = st.sampled_from(
    [
        *(
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            '"',
            "0",
            "-",
            '"a"',
            '"b":',
            "1",
            "-1.5e-3",
            "true",
            "null",
        ),
        *(" ", "\n", "\t", "[]", "{}", '{"a": 1}', '"\\n"', '"\\u00e4"', "[1, 2]", "\x0c", "tru"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_reads_what_the_standard_library_reads(text: str) -> None:
    reader = JsonText(Line(i, line) for i, line in enumerate(text.split("\n"), start=1))
    try:
        node = reader.read()
        reader.finish()
    except JsonFault:
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)
    else:
        assert plain(node) == json.loads(text)
        line, column = reader.place(node.start)
        assert text.split("\n")[line - 1][: column - 1].strip(" \t\r") == ""


@given(st.floats(allow_nan=False) | st.integers() | st.text())
def test_scalars_as_the_standard_library_reads_them(value: float | int | str) -> None:
    node = JsonText([Line(1, json.dumps(value))]).read()
    if isinstance(value, float) and math.isinf(value):
        assert isinstance(node.value, Unfit)
    else:
        assert node.value == value
        assert type(node.value) is type(value)
