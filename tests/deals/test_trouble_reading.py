"""Trouble that users of such programs report when they read deals: each kind is a test."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import deals
from deals import Deal, DeckError, find_deck, numbered_deal, parse_number
from deals.cards import format_card, parse_card
from deals.files import Entry, load, loads

FRENCH = find_deck("french52")
SAMPLES = sorted(
    path
    for path in (Path(deals.__file__).parent / "samples").glob("*")
    if path.suffix in (".txt", ".json", ".jsonl")
)


def written(number: int, style: deals.Style = "letters") -> str:
    return " ".join(format_card(card, style) for card in numbered_deal(number, FRENCH).cards)


@pytest.mark.promise(1)
def test_bom_crlf_symbols_and_no_final_newline_are_the_plain_file() -> None:
    plain = "".join(f"d{n}: {written(n)}\n" for n in range(5))
    fancy = "\r\n".join(f"d{n}: {written(n, 'symbols')}" for n in range(5))
    german = "\r\n".join(f"d{n}: {written(n, 'german').lower()}" for n in range(5))
    expected = [(entry.id, entry.line, entry.orders) for entry in loads(plain)]
    assert [orders for _, _, orders in expected] == [
        (numbered_deal(n, FRENCH).cards,) for n in range(5)
    ]
    for text in (fancy, german):
        entries = load(io.BytesIO(b"\xef\xbb\xbf" + text.encode()), "d")
        assert [(entry.id, entry.line, entry.orders) for entry in entries] == expected


@pytest.mark.promise(2)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_one_card_in_four_spellings_and_four_that_are_none(as_json: bool) -> None:
    def line(*cards: str) -> str:
        if not as_json:
            return "AC " + " ".join(cards)
        return '{"cards": ["AC", ' + ", ".join(f'"{card}"' for card in cards) + "]}"

    [entry] = loads(line("TH", "10H", "10h", "th"))
    assert entry.orders == ((0, 35, 35, 35, 35),)
    for wrong in ("XH", "1H", "0H", "11H"):
        good, bad = loads(line("TH") + "\n" + line("TH", wrong), "d")
        assert good.error is None
        assert bad.error is not None
        assert (bad.error.file, bad.error.line) == ("d", 2)
        assert bad.error.column == line("TH", wrong).index(wrong) + 1
        assert bad.error.text == wrong
        assert bad.error.expected


@pytest.mark.promise(3)
def test_a_deal_that_is_not_its_deck_lists_every_card() -> None:
    good = written(3).split()
    cases = {
        "": (sorted(good, key=parse_card), []),
        " ".join(good[:-3]): (sorted(good[-3:], key=parse_card), []),
        " ".join([*good[:-1], good[0]]): ([good[-1]], [good[0]]),
        " ".join([*good, good[5], good[5]]): ([], [good[5], good[5]]),
    }
    for text, (missing, surplus) in cases.items():
        [entry] = loads(f"d: {text}")
        assert entry.error is None
        with pytest.raises(DeckError) as caught:
            Deal(FRENCH, entry.orders[0])
        assert list(caught.value.missing) == missing
        assert list(caught.value.surplus) == surplus
        assert all(card in str(caught.value) for card in missing + surplus)
    # A card that is foreign to a smaller deck, and the two packs of a double one.
    with pytest.raises(DeckError) as caught:
        Deal(find_deck("skat32"), (*find_deck("skat32").cards[:-1], parse_card("2C")))
    assert (caught.value.missing, caught.value.surplus) == (("AD",), ("2C",))
    with pytest.raises(DeckError) as caught:
        Deal(find_deck("double104"), FRENCH.cards)
    assert len(caught.value.missing) == 52


@pytest.mark.promise(4)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_one_broken_deal_of_a_thousand(as_json: bool) -> None:
    def line(number: int) -> str:
        cards = written(number).replace("QD", "QX") if number == 617 else written(number)
        if not as_json:
            return f"d{number}: {cards}\n"
        quoted = ", ".join(f'"{card}"' for card in cards.split())
        return f'{{"id": "d{number}", "cards": [{quoted}]}}\n'

    entries = loads("".join(map(line, range(1000))))
    assert len(entries) == 1000
    broken = [entry for entry in entries if entry.error is not None]
    assert [(entry.id, entry.line) for entry in broken] == [("d617", 618)]
    assert broken[0].error is not None
    assert broken[0].error.column == line(617).index("QX") + 1
    assert all(
        Deal(FRENCH, entry.orders[0]).cards == numbered_deal(number, FRENCH).cards
        for number, entry in enumerate(entries)
        if entry.error is None
    )


@pytest.mark.promise(5)
def test_the_line_is_the_physical_line() -> None:
    text = "\n# one\n\n \t \na: AC, AS\n\t# two\n\nb:\tAC\tAS\n\n\nc: AC ,AS # three\n"
    assert [(entry.id, entry.line, entry.orders) for entry in loads(text)] == [
        (name, line, ((0, 13),)) for name, line in (("a", 5), ("b", 8), ("c", 11))
    ]


@pytest.mark.promise(5)
@pytest.mark.parametrize("text", ["{}", "[{}]", "{\n}", ' { "id": "a" }'])
def test_an_empty_object_is_an_error(text: str) -> None:
    [entry] = loads(text)
    assert entry.error is not None
    assert entry.error.message == "a deal without cards"
    assert (entry.error.line, entry.error.column) == (1, text.index("{") + 1)


def test_samples_are_shipped() -> None:
    assert len(SAMPLES) >= 6


@pytest.mark.promise(6)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_shipped_example_is_read(path: Path) -> None:
    with path.open("rb") as stream:
        entries = list(load(stream, path.name))
    assert entries
    assert [entry.error for entry in entries] == [None] * len(entries)
    assert all("game" in entry.settings for entry in entries)


@pytest.mark.promise(8)
@pytest.mark.parametrize("text", ["[" * 200_000, '{"x-a":' * 200_000, '{"x-a":' + "[" * 200_000])
def test_deep_json_is_an_error_with_a_position(text: str) -> None:
    [entry] = loads(text, "deep.json")
    assert entry.error is not None
    assert str(entry.error).startswith(f"deep.json:1:{entry.error.column}: broken JSON: nested")


@pytest.mark.promise(9)
def test_german_names() -> None:
    [entry] = loads("Herz-Bube Pik-Ass HB KrD KD KaD Kreuz-10 Pik-Ko\u0308nig")
    assert [format_card(card) for card in entry.orders[0]] == (
        ["JH", "AS", "JH", "QC", "KD", "QD", "TC", "KS"]
    )
    for text in ("DK", "KB", "K10"):
        entries: list[Entry] = loads(f"AC {text}", "d.txt")
        assert str(entries[0].error).startswith(
            f"d.txt:1:4: not a card. Kreuz or Karo? write KrD or KaD (read '{text}'; expected "
        )


@pytest.mark.promise(11)
def test_deal_numbers_of_any_size() -> None:
    for number in (2**31, 2**33, 2**63):
        deal = numbered_deal(parse_number(str(number)), FRENCH)
        assert (deal.number, deal.id) == (number, str(number))
        assert deal.cards != numbered_deal(number % 2**31, FRENCH).cards
    for text, words in (("-1", "start at 0"), (str(2**64), r"end at 2\^64 - 1")):
        with pytest.raises(deals.SettingError, match=f"deal numbers {words}"):
            parse_number(text)
