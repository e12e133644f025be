"""What a user reads when a card, a deck, a number or a deal file is refused, word for word."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest

from deals import (
    Deal,
    GehtaufError,
    SplitMix64,
    bases_of,
    find_deck,
    format_card,
    make_card,
    numbered_deal,
    parse_card,
    parse_number,
    parse_numbers,
    parse_suits,
    parse_target,
)
from deals.files import Entry, Setting, jsonl, load, loads, text
from deals.files.lines import read_lines
from deals.files.strictjson import element_places, read_json

FRENCH, SMALL = find_deck("french52"), find_deck("2x4")

A_CARD = "expected a card such as TH, 10H, 10♥, HB or Herz-Bube"
A_DECK = (
    "expected one of: skat32, french52, double104, N*DECK (N 2 to 4), RxS (R 1 to 13, S 1 to 4)"
)
A_NUMBER = "expected a number from 0 to 2^64 - 1 = 18446744073709551615"
A_RANGE = "expected A, A..B or A..B..STEP, with A not above B and STEP from 1"
AN_ID = "expected 1 to 64 of A-Z a-z 0-9 _ . -"
SETTINGS = "game, deck, match, sizes, cover, goal, width, style, redeal, passes, target, suits"
A_KEY = f"expected one of: id, {SETTINGS}, cards, redeals, expect, x-..."
VALUE = "expected a string, an integer or a list of integers"

CALLS: list[tuple[Callable[[], object], str]] = [
    (
        lambda: make_card(13, 4),
        "no card has rank 13 and suit 4 (expected ranks 0 to 12, suits 0 to 3)",
    ),
    (lambda: format_card(52), "there is no card 52 (expected 0 to 51)"),
    (lambda: parse_card("XH"), f"not a card (read 'XH'; {A_CARD})"),
    (
        lambda: parse_card("K10"),
        f"not a card. Kreuz or Karo? write KrD or KaD (read 'K10'; {A_CARD})",
    ),
    (lambda: find_deck("5x5"), f"unknown deck (read '5x5'; {A_DECK})"),
    (lambda: find_deck("skat"), f"unknown deck; did you mean skat32? (read 'skat'; {A_DECK})"),
    (
        lambda: parse_target("19566", FRENCH),
        "not a target number (read '19566'; expected four digits 1 to 9)",
    ),
    (
        lambda: bases_of("2111", "CSHD", SMALL),
        "not a target number (read '2111'; expected four digits 1 to 1)",
    ),
    (
        lambda: parse_target("1111", find_deck("skat32")),
        "Geburtstag cannot be played with this deck (read 'skat32'; "
        "expected french52 or Rx4 with R from 2 to 13)",
    ),
    (
        lambda: parse_suits("SHCX"),
        "not an order of the four suits (read 'SHCX'; expected C, S, H and D, each once)",
    ),
    (
        lambda: Deal(SMALL, SMALL.cards, target="1111"),
        "a target and the suits of its bases go together",
    ),
    (
        lambda: Deal(SMALL, SMALL.cards, (SMALL.cards,)),
        "orders for later passes belong to Geburtstag, which has a target and suits",
    ),
    (
        lambda: Deal(SMALL, (0, 0, 51)),
        "the cards are not those of 2x4; missing: 2C AS 2S AH 2H AD 2D; surplus: AC KD",
    ),
    (
        lambda: Deal(SMALL, (0,), ((0,),), target="1111", suits="CSHD"),
        "the cards of order 1 are not those of 2x4 without the bases 2C 2S 2H 2D; "
        "missing: AS AH AD",
    ),
    (
        lambda: SplitMix64(0).draw(0),
        "cannot draw below 0 (expected a bound from 1 to 2^64)",
    ),
    (lambda: numbered_deal(-1, FRENCH), f"deal numbers start at 0 (read '-1'; {A_NUMBER})"),
    (
        lambda: numbered_deal(2**64, FRENCH),
        f"deal numbers end at 2^64 - 1 (read '18446744073709551616'; {A_NUMBER})",
    ),
    (
        lambda: numbered_deal(0, FRENCH, orders=0),
        "a deal cannot have 0 orders (expected at least 1)",
    ),
    (lambda: parse_number("-1"), f"deal numbers start at 0 (read '-1'; {A_NUMBER})"),
    (lambda: parse_number("-"), f"not a deal number (read '-'; {A_NUMBER})"),
    (
        lambda: parse_number("1" * 21),
        f"deal numbers end at 2^64 - 1 (read '{'1' * 21}'; {A_NUMBER})",
    ),
    (
        lambda: parse_numbers("1..2..3..4"),
        f"not a range of deal numbers (read '1..2..3..4'; {A_RANGE})",
    ),
    (lambda: parse_numbers("1.."), f"not a range of deal numbers (read '1..'; {A_RANGE})"),
    (
        lambda: parse_numbers("2..1"),
        f"the range of deal numbers is empty: its end is below its start (read '2..1'; {A_RANGE})",
    ),
    (
        lambda: parse_numbers("1..2..0"),
        f"a range of deal numbers cannot have step 0 (read '1..2..0'; {A_RANGE})",
    ),
    (lambda: parse_numbers("1..x"), f"not a deal number (read 'x'; {A_NUMBER})"),
]

TEXTS = [
    ("7C XH", f"1:4: not a card (read 'XH'; {A_CARD})"),
    ("  7C\t8X", f"1:6: not a card (read '8X'; {A_CARD})"),
    ("a/b: 7C", f"1:1: not the name of a deal (read 'a/b'; {AN_ID})"),
    ("x | 7C", "1:1: before '|' stands what is no setting (read 'x'; expected key=value)"),
    ("game= | 7C", "1:1: before '|' stands what is no setting (read 'game='; expected key=value)"),
    (
        "gme=a | 7C",
        f"1:1: unknown setting; did you mean game? (read 'gme'; expected one of: {SETTINGS})",
    ),
    (" a: deck=1 deck=2 | 7C", "1:12: deck is set twice (read 'deck=2')"),
    ("| 7C", "1:1: no setting stands before '|' (expected key=value |)"),
    (" | 7C", "1:2: no setting stands before '|' (expected key=value |)"),
    ("a: | 7C", "1:4: no setting stands before '|' (expected key=value |)"),
    ("deck=1x1 | 7C 8|C|", "1:16: a second '|' in the line"),
    (
        "7C game=quadrat 8C",
        "1:4: settings need a '|' between them and the cards "
        "(read 'game=quadrat'; expected key=value | cards)",
    ),
    (
        " @gme quadrat",
        "1:3: unknown setting; did you mean game? "
        f"(read 'gme'; expected one of: {SETTINGS}, schema, version)",
    ),
    ("@game", "1:1: @game takes one value, here are 0 (read '@game'; expected @game VALUE)"),
    (
        "\t@game a b ",
        "1:2: @game takes one value, here are 2 (read '@game a b'; expected @game VALUE)",
    ),
    # What is no blank is neither passed over nor cut off, whatever it looks like.
    ("\xa0", f"1:1: not a card (read '\\xa0'; {A_CARD})"),
    ("\x0c", "1:1: a control character, U+000C, stands in the line"),
    ("\xa0 # 7C", f"1:1: not a card (read '\\xa0'; {A_CARD})"),
    ("X # 7C", f"1:1: not a card (read 'X'; {A_CARD})"),
    ("\xa0@game", f"1:1: not a card (read '\\xa0@game'; {A_CARD})"),
    ("X@game", f"1:1: not a card (read 'X@game'; {A_CARD})"),
    (
        "@game a \xa0",
        "1:1: @game takes one value, here are 2 (read '@game a \\xa0'; expected @game VALUE)",
    ),
    (
        "@game a X",
        "1:1: @game takes one value, here are 2 (read '@game a X'; expected @game VALUE)",
    ),
    ("@schema x", "1:9: this format is not known (read 'x'; expected gehtauf/deals@1)"),
    (
        "@version 1\n @version 1",
        "2:2: @version may stand only once, above all settings and deals",
    ),
    (
        "@game quadrat\n@version 1",
        "2:1: @version may stand only once, above all settings and deals",
    ),
    ("7C\r8C", "1:3: a control character, U+000D, stands in the line"),
    ("7C \x1f 8C", "1:4: a control character, U+001F, stands in the line"),
    ("ä \udc80 8C", "1:3: not UTF-8: byte 0xED (expected UTF-8)"),
]

JSONS = [
    ('{"cards": ["XH"]}', f"1:13: not a card (read 'XH'; {A_CARD})"),
    ('{"cards": "AC"}', "1:11: cards cannot be a string (expected a list of cards)"),
    ('{"cards": [5]}', "1:12: a card in cards cannot be the number 5 (expected a string)"),
    (
        '{"cards": [], "redeals": [[], [false]]}',
        "1:32: a card in redeals cannot be false (expected a string)",
    ),
    (
        '{"id": "a b", "cards": []}',
        f"1:8: not the name of a deal (read 'a b'; {AN_ID})",
    ),
    ('{\n\n "id": "a b", "cards": []}', f"3:8: not the name of a deal (read 'a b'; {AN_ID})"),
    ('{"cards": [],\n"x-a": 1, "x": 1}', f"2:11: unknown key (read 'x'; {A_KEY})"),
    ('{"cards": [\n"AC",\n  "XH"]}', f"3:4: not a card (read 'XH'; {A_CARD})"),
    ('{"id": 7, "cards": []}', "1:8: id cannot be the number 7 (expected a string)"),
    ('{"width": null, "cards": []}', f"1:11: width cannot be null ({VALUE})"),
    (
        '{"crads": []}',
        f"1:2: unknown key; did you mean cards? (read 'crads'; {A_KEY})",
    ),
    ("\n {}", '2:2: a deal without cards (expected "cards": [...])'),
    ("[5]", "1:2: a deal cannot be the number 5 (expected an object)"),
    ("[true]", "1:2: a deal cannot be true (expected an object)"),
    ("[[]]", "1:2: a deal cannot be a list (expected an object)"),
    (
        '{"cards": [], "redeals": 5}',
        "1:26: redeals cannot be the number 5 (expected a list of lists of cards)",
    ),
    (
        '{"cards": [], "redeals": [{}]}',
        "1:27: redeals cannot be an object (expected a list of cards)",
    ),
    (
        '{"cards": [], "cards": []}',
        "1:15: the same key stands twice in one object (read 'cards')",
    ),
    (
        '{"cards": [], "x-a": NaN}',
        "1:22: x-a: NaN is no JSON value (expected any JSON value)",
    ),
    (
        '{"cards": [], "x-a": [{"x-b": NaN}]}',
        "1:31: x-a: NaN is no JSON value (expected any JSON value)",
    ),
    ('{"cards": 1e999}', "1:11: cards: a number is too large (expected a list of cards)"),
    (
        f'{{"width": {"9" * 401}, "cards": []}}',
        f"1:11: width: a number has more than 400 digits ({VALUE})",
    ),
    (
        r'{"id": "\ud800", "cards": []}',
        "1:8: id: a string holds half a surrogate pair (expected a string)",
    ),
    ('{"cards": []', "1:13: broken JSON: it ends too early"),
    ('{"id": XX"a"XX}', "1:8: broken JSON: expecting value (read 'XX\"a\"XX}')"),
    ('\xa0[{"cards": []}]', "1:1: broken JSON: expecting value (read '\\xa0[{\"cards\": []}]')"),
    ('X[{"cards": []}]', "1:1: broken JSON: expecting value (read 'X[{\"cards\": []}]')"),
    ('{"cards": [] x', "1:14: broken JSON: ',' or '}' is missing (read 'x')"),
    ('{"cards" []}', "1:10: broken JSON: ':' is missing (read '[]}')"),
    ("{5: 1}", "1:2: broken JSON: a key in quotes is missing (read '5: 1}')"),
    ('{"cards": []} more', "1:15: broken JSON: something follows after the end (read 'more')"),
    ("[" * 60, f"1:51: broken JSON: nested more than 50 deep (read '{'[' * 10}')"),
    (
        '{"x-a": trübe Sachen und mehr als das}',
        "1:9: broken JSON: expecting value (read 'trübe Sachen und meh')",
    ),
    ('{"id"\n: "a" b\n}', "2:7: broken JSON: ',' or '}' is missing (read 'b')"),
    (
        '{"x-a": ' + "[1, " * 60,
        f"1:205: broken JSON: nested more than 50 deep (read '{'[1, ' * 5}')",
    ),
    ('{"id": "a', "1:8: broken JSON: unterminated string starting (read '\"a')"),
]


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[message[:40] for _, message in CALLS])
def test_calls(call: Callable[[], object], message: str) -> None:
    with pytest.raises(GehtaufError) as caught:
        call()
    assert str(caught.value) == message
    assert caught.value.args == (caught.value.message,)  # as in every other exception


@pytest.mark.parametrize(("content", "message"), TEXTS)
def test_lines_of_text(content: str, message: str) -> None:
    [entry] = text.loads(content, "a.txt")
    assert str(entry.error) == f"a.txt:{message}"


@pytest.mark.parametrize(("content", "message"), JSONS)
def test_json(content: str, message: str) -> None:
    [entry] = jsonl.loads(content, "a.json")
    assert str(entry.error) == f"a.json:{message}"


@pytest.mark.parametrize("module", [text, jsonl], ids=["text", "JSON"])
def test_what_cannot_be_written(module: object) -> None:
    def refused(**fields: object) -> str:
        plain: dict[str, object] = {"id": None, "settings": {}, "orders": ((0,),), "columns": ()}
        entry = Entry(**{**plain, "source": "s", "line": 4, **fields})  # type: ignore[arg-type]
        with pytest.raises(GehtaufError) as caught:
            module.dumps([entry])  # type: ignore[attr-defined]
        return str(caught.value)

    name, room = ("text", "text") if module is text else ("JSON", "deal")
    many = {"settings": {"n": Setting("1"), "m": Setting("2")}, "extra": {"o": 1, "p": 2}}
    assert refused(orders=()) == f"s:4: a deal cannot be written as {name}: it has no cards"
    assert refused(id="z", orders=()) == f"s:4: deal z cannot be written as {name}: it has no cards"
    assert refused(settings={"deck": Setting([1.5])}) == (
        f"s:4: a deal cannot be written as {name}: its deck cannot be [1.5]"
    )
    assert refused(**many) == (
        f"s:4: a deal cannot be written as {name}: a {room} file has no room for n, m, o, p"
    )


def test_what_cannot_be_written_as_text_alone() -> None:
    deals = text.loads("game=quadrat | 7C\nq: 8C", "s")
    with pytest.raises(GehtaufError) as caught:
        text.dumps(deals)
    assert str(caught.value) == (
        "s:2: deal q cannot be written as text: without a game it cannot follow a deal that has one"
    )
    with pytest.raises(GehtaufError) as caught:
        text.dumps([], version="1 2")
    assert str(caught.value) == "not a version (read '1 2'; expected one word)"


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], object()], ids=["nan", "inf", "?"])
def test_what_cannot_be_written_as_json_alone(value: object) -> None:
    [deal] = text.loads("q: 8C", "s")
    with pytest.raises(GehtaufError) as caught:
        jsonl.dumps([replace(deal, extra={"x-a": value})])
    assert str(caught.value) == (
        "s:1: deal q cannot be written as JSON: what it carries along is no JSON"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe7\0", "a.txt:1:1: the file is UTF-16 or binary (expected UTF-8)"),
        (b"\xef\xbb\xbf7\0C\0", "a.txt:1:1: the file is UTF-16 or binary (expected UTF-8)"),
        (b"\xef\xbb\xbf\xc3\xa4 \x80", "a.txt:1:3: not UTF-8: byte 0x80 (expected UTF-8)"),
    ],
)
def test_bytes_that_are_no_text(content: bytes, message: str) -> None:
    [entry] = load(io.BytesIO(content), "a.txt")
    assert str(entry.error) == message
    [line] = read_lines(io.BytesIO(content), "a.txt")
    assert (line.number, str(line.error)) == (1, message)
    assert line.text == ("ä \ufffd" if "not UTF-8" in message else "")


@pytest.mark.parametrize("before", ["X", "\xa0", "\x0c", "\u3000", "#"])
def test_only_blanks_may_stand_before_the_bracket_of_json(before: str) -> None:
    content = f'{before}{{"cards": ["AC"]}}'
    entries = loads(content)
    assert [str(entry.error) for entry in entries] == (
        [str(entry.error) for entry in text.loads(content)]
    )
    assert len(entries) == (before != "#")
    assert all(entry.error and "JSON" not in entry.error.message for entry in entries)
    [broken] = jsonl.loads(f'{{"cards": ["AC"]\n{before}\n')
    assert "JSON" in str(broken.error)


@pytest.mark.parametrize("blanks", ["", " ", "\t", "\r", " \t\r\n\r \t"])
def test_blanks_before_json(blanks: str) -> None:
    [entry] = loads(f'{blanks}{{"cards": ["AC"]}}')
    assert entry.error is None
    [first, second] = loads(f'{blanks}[{{"cards": ["AC"]}},\n{{"cards": []}}]')
    assert (first.error, second.error) == (None, None)


@pytest.mark.parametrize("read", [loads, text.loads, jsonl.loads])
def test_a_text_without_a_name_is_called_string(read: Callable[[str], list[Entry]]) -> None:
    assert read('{"cards": []}')[0].source == "<string>"


def test_a_byte_order_mark_is_passed_over_at_the_very_start_only() -> None:
    first, second = loads("\ufeff7C\n\ufeff8C", "a.txt")
    assert first.error is None
    assert str(second.error) == f"a.txt:2:1: not a card (read '\\ufeff8C'; {A_CARD})"


TOO_LONG = f'{{"a": "{"x" * (1 << 22)}", "b": %s}}'  # to be searched for the place of a fault


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": }', "3:7: broken JSON: Expecting value"),
        ("[1,\n 1e999]", "4:2: a number is too large"),
        ("[-Infinity]", "3:2: -Infinity is no JSON value"),
        ("[" * 51, "3:51: broken JSON: nested more than 50 deep (read '[')"),
        (TOO_LONG % "1e999", "3:1: not strict JSON: a number is too large"),
        (TOO_LONG % "NaN", "3:1: not strict JSON: NaN is no JSON value"),
    ],
    ids=range(6),
)
def test_strict_json(content: str, message: str) -> None:
    with pytest.raises(GehtaufError) as caught:
        read_json(content, 3)
    assert str(caught.value) == message
    assert element_places("[1]") == [(1, 2)]
