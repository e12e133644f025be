"""Deal files in text: the grammar, the places in errors, and writing that reads back."""

from __future__ import annotations

import pytest
from entries import ids, orders, read, settings, words
from hypothesis import given
from hypothesis import strategies as st

from deals import FormatError, GehtaufError, parse_card
from deals.files import SETTINGS, Entry, Setting
from deals.files.text import dumps, loads


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def test_a_setting_made_by_hand_stands_nowhere() -> None:
    assert Setting("quadrat") == ("quadrat", None, None, None)


def test_every_part_of_a_line() -> None:
    text = (
        "@schema gehtauf/deals@1\n@version 0.1.0\n\n# a comment\n@game geburtstag # said once\n"
        "@passes 3\n"
        "b1: target=1956 suits=SHCD passes=2 | 2C, 3C\t/4C,5C/ 6C # the rest\n"
        "  7C 8C\n"
    )
    first, second = loads(text, "b.txt")
    assert (first.id, second.id) == ("b1", None)
    assert (first.line, second.line) == (7, 8)
    assert first.orders == (cards("2C 3C"), cards("4C 5C"), cards("6C"))
    assert first.columns == ((39, 43), (47, 50), (54,))
    assert first.settings == {
        "game": Setting("geburtstag", "b.txt", 5, 7),
        "passes": Setting("2", "b.txt", 7, 35),  # the deal's own, above the file's
        "target": Setting("1956", "b.txt", 7, 12),
        "suits": Setting("SHCD", "b.txt", 7, 23),
    }
    assert second.settings == {
        "game": Setting("geburtstag", "b.txt", 5, 7),
        "passes": Setting("3", "b.txt", 6, 9),
    }
    assert (second.orders, second.columns) == ((cards("7C 8C"),), ((3, 6),))


@pytest.mark.parametrize(
    "line",
    [
        "a1: deck=4x4 goal=stock | 7C 8D / KH",
        "a1:\tdeck=4x4\tgoal=stock\t|\t7C\t8D\t/\tKH",
        "a1: deck=4x4 goal=stock|7C,8D/KH",
        "  a1:   goal=stock   deck=4x4 | , 7C,,8D , / ,KH,  ",
        "a1: deck=4x4 goal=stock | 7♣ Karo-8 / HK # KS",
        "a1: deck=4x4 goal=stock | 7C 8D/KH #",
    ],
)
def test_one_deal_in_many_forms(line: str) -> None:
    [entry] = read(loads(line))
    assert entry == ("a1", {"deck": "4x4", "goal": "stock"}, (cards("7C 8D"), cards("KH")), {})


def test_a_new_game_forgets_what_was_set_before() -> None:
    text = "@deck 4x4\nAC\n@game quadrat\nAC\n@width 3\n@width 2\nAC\n@game zudecken\nAC\n"
    assert [entry.settings for entry in read(loads(text))] == [
        {"deck": "4x4"},
        {"game": "quadrat"},
        {"game": "quadrat", "width": "2"},
        {"game": "zudecken"},
    ]


def test_every_setting_may_be_made_in_both_places() -> None:
    for key in SETTINGS:
        assert read(loads(f"{key}=x | AC")) == read(loads(f"@{key} x\nAC"))
        assert read(loads(f"{key}=x | AC"))[0].settings == {key: "x"}


def test_values_are_kept_as_written() -> None:
    [entry] = read(loads("sizes=2,3,4 target=a=b match=x/y cover=#z | AC"))
    assert entry.settings == {"sizes": "2,3,4", "target": "a=b", "match": "x/y", "cover": "#z"}


def test_no_cards_is_a_deal_for_the_deck_to_judge() -> None:
    assert [entry.orders for entry in read(loads("a:\na: deck=4x4 |\nAC /\n/\n,"))] == [
        ((),),
        ((),),
        ((0,), ()),
        ((), ()),
        ((),),
    ]


@pytest.mark.parametrize(
    ("line", "column", "text", "words"),
    [
        ("a: 7C XH 8D", 7, "XH", "not a card"),
        ("7C\t8D,1H", 7, "1H", "not a card"),
        ("🂡 🂢 X", 5, "X", "not a card"),
        ("Karo-Ko\u0308nig X", 13, "X", "not a card"),
        ("7C / 8D / K10", 11, "K10", "Kreuz or Karo? write KrD or KaD"),
        ("a:7C 8D", 1, "a:7C", "not a card"),
        ("a : 7C", 1, "a", "not a card"),
        ("7C b: 8D", 4, "b:", "not a card"),
        ("7C#8D", 1, "7C#8D", "not a card"),
        ("7C;8D", 1, "7C;8D", "not a card"),
        ("7C\u00a08D", 1, "7C\u00a08D", "not a card"),
        ("7C \ufeff8D", 4, "\ufeff8D", "not a card"),
        (": 7C", 1, "", "not the name of a deal"),
        ("  a!: 7C", 3, "a!", "not the name of a deal"),
        ("ä: 7C", 1, "ä", "not the name of a deal"),
        ("a:b: 7C", 1, "a:b", "not the name of a deal"),
        ("x" * 65 + ": 7C", 1, "x" * 65, "not the name of a deal"),
        ("a: deck=4x4 7C 8D", 4, "deck=4x4", "settings need a '|'"),
        ("a: 7C deck=4x4", 7, "deck=4x4", "settings need a '|'"),
        ("a: 7C | 8D", 4, "7C", "no setting"),
        ("a: deck= | 8D", 4, "deck=", "no setting"),
        ("a: deck = 4x4 | 8D", 4, "deck", "no setting"),
        ("a: | 8D", 4, None, "no setting stands before '|'"),
        ("a: deck=4x4 | 8D | 7C", 18, None, "a second '|'"),
        ("a: deck=4x4 | 8D|7C", 17, None, "a second '|'"),
        ("a: deck=4x4 deck=4x4 | 8D", 13, "deck=4x4", "deck is set twice"),
        ("a: dekc=4x4 | 8D", 4, "dekc", "did you mean deck?"),
        ("a: Deck=4x4 | 8D", 4, "Deck", "did you mean deck?"),
        ("a: schema=gehtauf/deals@1 | 8D", 4, "schema", "unknown setting"),
        ("a: expect=won | 8D", 4, "expect", "unknown setting"),
        ("a: x-mine=1 | 8D", 4, "x-mine", "unknown setting"),
        ("7C \0 8D", 4, None, "a control character, U+0000"),
        ("7C\r8D", 3, None, "a control character, U+000D"),
        ("7C # \x1b[31m", 6, None, "a control character, U+001B"),
        ("7C \x0c 8D", 4, None, "a control character, U+000C"),
        ("{7C}", 1, "{7C}", "not a card"),
    ],
)
def test_faults_of_one_deal(line: str, column: int, text: str | None, words: str) -> None:
    before, entry, after = loads(f"AC\n{line}\nAS", "d.txt")
    assert (before.error, after.error, after.orders) == (None, None, ((13,),))
    assert entry.error is not None
    assert words in entry.error.message
    place = (entry.error.file, entry.error.line, entry.error.column)
    assert place == ("d.txt", 2, column)
    assert entry.error.text == text
    assert (entry.source, entry.line) == ("d.txt", 2)


def test_what_stood_before_a_fault_is_kept() -> None:
    [entry] = loads("@game quadrat\na7: deck=4x4 | 7C 8D / XH")
    assert entry.error is not None
    assert entry.id == "a7"
    assert {key: setting.value for key, setting in entry.settings.items()} == {
        "game": "quadrat",
        "deck": "4x4",
    }
    assert entry.orders == (cards("7C 8D"),)


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("@gmae quadrat", 2, "did you mean game?"),
        ("@", 2, "unknown setting"),
        ("@ game quadrat", 2, "unknown setting"),
        ("@Game quadrat", 2, "did you mean game?"),
        ("@game", 1, "takes one value, here are 0"),
        ("@game # quadrat", 1, "takes one value, here are 0"),
        ("  @sizes 2, 3", 3, "takes one value, here are 2"),
        ("@game=quadrat", 2, "unknown setting"),
        ("@game quad\0rat", 11, "control character"),
        ("@schema gehtauf/deals@1", 1, "only once, above all settings and deals"),
        ("@version 1.0", 1, "only once, above all settings and deals"),
    ],
)
def test_a_fault_in_a_setting_ends_the_file(line: str, column: int, words: str) -> None:
    entries = loads(f"AC\n{line}\nAS\nAH", "d.txt")
    assert len(entries) == 2
    error = entries[1].error
    assert error is not None
    assert words in error.message
    assert (error.file, error.line, error.column) == ("d.txt", 2, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        ("@schema gehtauf/deals@2\nAC", 1, 9, "gehtauf/deals@2"),
        ("\n@version 9\n@schema other\nAC", 3, 9, "other"),
    ],
)
def test_an_unknown_schema_ends_the_file(text: str, line: int, column: int, found: str) -> None:
    [entry] = loads(text)
    assert entry.error is not None
    assert "this format is not known" in entry.error.message
    assert (entry.error.line, entry.error.column, entry.error.text) == (line, column, found)
    assert entry.error.expected == "gehtauf/deals@1"


@pytest.mark.parametrize("head", ["@schema gehtauf/deals@1", "@version 1"])
@pytest.mark.parametrize("before", ["@game quadrat", "AC", "XX", "{head}"])
def test_the_head_comes_first_and_once(head: str, before: str) -> None:
    error = loads(f"{before.format(head=head)}\n{head}\nAS")[-1].error
    assert error is not None
    assert "only once, above all" in error.message
    assert error.line == 2


def test_dump_in_blocks() -> None:
    text = """\
@schema gehtauf/deals@1
@version 1.2

AC 2C
a: deck=4x4 sizes=2,3 | 3C / 4C

@game quadrat
b: TH KD
JC

@game geburtstag
@target 1956
@suits SHCD
c:
d: AC / / AS

@game quadrat
e: QC
"""
    assert dumps(loads(text), version="1.2") == text
    assert dumps(loads(text)) == text.replace("@version 1.2\n", "")


def test_dump_writes_one_form_of_everything() -> None:
    text = "@suits SHCD\n@game quadrat\n@width 3\n@deck 4x4\n a: Herz-10,10♦  # x\n@width 3\n th"
    assert dumps(loads(text)) == (
        "@schema gehtauf/deals@1\n\n@game quadrat\n@deck 4x4\n@width 3\na: TH TD\nTH\n"
    )
    assert dumps([]) == "@schema gehtauf/deals@1\n"
    assert loads(dumps([])) == []


def test_numbers_and_lists_of_numbers_are_written_as_text() -> None:
    given = {"sizes": Setting([2, 3, 4]), "width": Setting(3)}
    assert dumps([entry(settings=given)]) == (
        "@schema gehtauf/deals@1\n\nsizes=2,3,4 width=3 | AC\n"
    )


def entry(**fields: object) -> Entry:
    plain: dict[str, object] = {
        "id": None,
        "settings": {},
        "orders": ((0,),),
        "columns": ((1,),),
        "source": "s",
    }
    return Entry(**{**plain, "line": 4, **fields})  # type: ignore[arg-type]


NO_WORDS: tuple[object, ...] = (
    *("", "a b", "a|b", "#a", "a:", "a\n", "a\u2028b"),
    *([], None, 1.5, True),
)


@pytest.mark.parametrize(
    ("unwritable", "words"),
    [
        (entry(orders=()), "no cards"),
        (entry(id="a", orders=()), "no cards"),
        (entry(orders=((),)), "no cards"),
        (entry(id="a b"), "not the name of a deal"),
        (entry(id=""), "not the name of a deal"),
        (entry(extra={"expect": 1}), "no room for expect"),
        (entry(settings={"number": Setting("1")}), "no room for number"),
        *((entry(settings={"deck": Setting(value)}), "its deck cannot be") for value in NO_WORDS),
        (entry(settings={"sizes": Setting(["2", "3"])}), "its sizes cannot be"),
        (entry(orders=((52,),)), "no card 52"),
    ],
)
def test_dump_refuses(unwritable: Entry, words: str) -> None:
    with pytest.raises(GehtaufError) as caught:
        dumps([unwritable])
    assert words in str(caught.value)


def test_dump_refuses_a_deal_without_a_game_after_one_with_a_game() -> None:
    with pytest.raises(FormatError, match=r"s:4: deal z cannot .* without a game it cannot follow"):
        dumps([entry(settings={"game": Setting("quadrat")}), entry(id="z")])


def test_dump_refuses_an_unread_deal_and_a_version_of_two_words() -> None:
    with pytest.raises(GehtaufError, match="not a card"):
        dumps(loads("XH"))
    with pytest.raises(FormatError, match="not a version"):
        dumps([], version="1 2")


written = st.builds(
    lambda **fields: entry(**fields), id=ids, settings=settings(words), orders=orders
).filter(
    lambda e: e.id is not None or any(e.orders) or bool(e.settings.keys() - {"game"})
)  # fmt: skip


@given(st.lists(written, max_size=5), st.none() | words)
def test_round_trip(entries: list[Entry], version: str | None) -> None:
    entries.sort(key=lambda e: "game" in e.settings)
    entries = [e for e in entries if "game" not in e.settings or e.id is not None or any(e.orders)]
    text = dumps(entries, version=version)
    again = loads(text)
    assert read(again) == read(entries)
    assert dumps(again, version=version) == text
