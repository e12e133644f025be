"""Cards: every notation that is read, everything near it that is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals import (
    RANKS,
    SUITS,
    CardError,
    Style,
    format_card,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)

HINT = "Kreuz or Karo? write KrD or KaD"
STYLES: tuple[Style, ...] = ("letters", "symbols", "german")
ALL_CARDS = range(52)

# The first spelling is the card in letters; the other ones are the same card.
SAME = [
    "TH 10H 10h th tH 10♥ T♥ t♥ 10♡ 10♥\ufe0f 10♥\ufe0e T♡\ufe0f H10 h10 Herz-10 Herz10 HERZ10 🂺",
    "KD kd K♦ k♢ KaK kak KAK Karo-König KaroKönig karo-koenig KAROKOENIG KAROKÖNIG Karo-K KaroK 🃎",
    "QD Q♦ KaD KAD kad Karo-Dame karodame KaroD Karo-D 🃍",
    "QC Q♣ q♧ KrD krd KRD Kreuz-Dame KREUZDAME KreuzD 🃝",
    "KC K♣ KrK Kreuz-König kreuzk 🃞",
    "JH J♥ HB hb Herz-Bube herzbube Herz-B HerzB 🂻",
    "AS A♠ a♤ PA pa Pik-As Pik-Ass PikAs PIKASS Pik-A PikA 🂡",
    "AC A♣ KrA Kreuz-As KreuzAss KreuzA 🃑",
    "AH A♥ HA Herz-As HerzAss HerzA 🂱",
    "AD A♦ KaA Karo-As KaroAss 🃁",
    "TS 10S 10♠ P10 Pik10 Pik-10 🂪",
    "TC 10C Kr10 kr10 Kreuz-10 🃚",
    "2D 2♦ Ka2 Karo2 Karo-2 🃂",
    "9S 9♠ P9 Pik-9 🂩",
    "QH HD hd Herz-Dame 🂽",
    "KH HK hk Herz-König 🂾",
    "QS PD pd Pik-Dame 🂭",
    "JS PB Pik-Bube 🂫",
]

HINTED = [
    *("DK", "KB", "K10", "BH"),
    *("K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "KA", "KK"),
    *("10K", "2K", "AK", "BK", "kb", "dk", "bh"),
    *("BP", "BKr", "BKa", "DKr", "DKa", "DH", "DP", "DD", "D♥", "B♠"),
]

REFUSED = [
    *("", " ", "X", "H", "K", "10", "XH", "1H", "0H", "11H", "12H", "010H", "10HH", "TTH"),
    *(" TH", "TH ", "T H", "T-H", "TH,", "H-10", "H-B", "Kr-D", "HT", "PT", "HerzT", "Herz 10"),
    *("Herz--10", "Herz_10", "Herz‐10", "Herz–10", "-HB", "HQ", "HJ", "Herz-Q", "Herz-J", "HBube"),
    *("KrDame", "HAs", "HASS", "Bube-Herz", "10-Herz", "TKr", "10P", "AP", "♥10", "♥T", "HC", "B"),
    *("Kreuz-1", "Kreuz-11", "Herz-Konig", "Herz-Kőnig", "Pick-As", "Joker", "TH\n", "TH\0"),
    *("TH\ufe0f", "T\ufe0fH", "10♥\ufe0f\ufe0f", "10♥\ufeff", "🂺\ufe0f"),
    *("🂠", "🂬", "🂼", "🃌", "🃜", "🃏", "🂿", "🂯", "🂰"),  # back, knights, jokers, empty places
]

# What is refused, and how the one card is written that it can stand for.
MEANT = {
    "PA": "PAs pass P-As P-A AP AsP As-Pik AssP A-Pik ♠A ♠As A-P",
    "HB": "HBube H-B H-Bube HJ Herz-J BubeH Bube-Herz ♥B ♥J",
    "HD": "HQ Herz-Q HDame ♥D",
    "KrK": "KrKönig krkoenig ♣K KönigKr",
    "Ka10": "KaT Karo-T 10Ka T-Ka 10-Karo ♦10",
    "AS": "SA",
    "QC": "CQ CD",
    "TS": "S10 ST",
}
NOT_MEANT = "XH 1H 0H 11H PP AA AsAs KAs DB K♥♥ D10 1P P1 Herz--10 Pick-As Joker"

# Letters that look like ours or become ours in some careless comparison of cases.
LOOK_ALIKES = {
    "long s for S": ["Aſ", "Pik-Aſ", "PikAſs"],
    "Kelvin sign for K": ["\u212aH", "\u212arD", "H\u212a", "Herz-\u212aönig"],
    "sharp s": ["Pik-Aß"],
    "fullwidth": ["ＴＨ", "１０H", "Ｋ♦"],
    "Cyrillic and Greek": ["КH", "АH", "TН", "ΚH", "ТH"],
    "other digits": ["٢H", "２H", "²H", "₂H", "①H", "๒H"],
    "dotless and dotted i": ["Pık-As", "PİK-AS"],
    "ligature-like": ["Ⅹ♥", "Ⅻ♥"],
    "combining mark elsewhere": ["T\u0308H", "Kar\u0308o-10", "Kö\u0308nig"],
    "other suits": ["10🖤", "10❤", "10♥♥", "10❤\ufe0f"],
}


def test_all_spellings_of_one_card_agree() -> None:
    for line in SAME:
        letters, *others = line.split(" ")
        card = SUITS.index(letters[1]) * 13 + RANKS.index(letters[0])
        assert {text: parse_card(text) for text in (letters, *others)} == dict.fromkeys(
            (letters, *others), card
        )


def test_composed_and_decomposed_umlaut_are_one() -> None:
    for text in ("Herz-König", "HERZ-KÖNIG"):
        decomposed = unicodedata.normalize("NFD", text)
        assert decomposed != text
        assert format_card(parse_card(decomposed)) == "KH"


@pytest.mark.promise(9)
@pytest.mark.parametrize("text", HINTED)
def test_mixed_notation_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(CardError, match=HINT.replace("?", r"\?")) as caught:
        parse_card(text)
    assert caught.value.text == text
    assert caught.value.expected


@pytest.mark.promise(2)
@pytest.mark.parametrize("text", REFUSED)
def test_refused_without_a_guess(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert caught.value.text == text
    assert "Herz-Bube" in str(caught.value.expected)
    assert HINT not in str(caught.value)


@pytest.mark.parametrize("card", MEANT)
def test_what_can_be_one_card_only_is_refused_with_its_name(card: str) -> None:
    for text in MEANT[card].split():
        with pytest.raises(CardError) as caught:
            parse_card(text)
        assert caught.value.message == f"not a card; did you mean {card}?"
    assert parse_card(card) in ALL_CARDS


def test_no_suggestion_hides_another() -> None:
    from deals.cards import _meant

    pairs = set(_meant())
    assert len(pairs) == len({text for text, _ in pairs}) > 1000


def test_no_card_is_suggested_where_several_or_none_could_be_meant() -> None:
    for text in [*HINTED, *NOT_MEANT.split()]:
        with pytest.raises(CardError) as caught:
            parse_card(text)
        assert "did you mean" not in caught.value.message


@pytest.mark.parametrize("texts", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alikes_are_refused(texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(CardError):
            parse_card(text)


def test_no_spelling_stands_for_two_cards() -> None:
    """The table is a dict, which would hide a collision: list it again, pair by pair."""
    from deals.cards import _fold, _spellings

    pairs = {
        (_fold(text), suit * 13 + rank)
        for suit in range(4)
        for rank in range(13)
        for text in _spellings(rank, suit)
    }
    assert len(pairs) == len({text for text, _ in pairs}) > 600


@given(st.sampled_from(ALL_CARDS), st.sampled_from(STYLES), st.data())
def test_written_cards_read_back_in_any_case(card: int, style: Style, data: st.DataObject) -> None:
    text = format_card(card, style)
    assert parse_card(text) == card
    mixed = "".join(data.draw(st.sampled_from([letter.upper(), letter.lower()])) for letter in text)
    assert parse_card(mixed) == card


@given(st.text(max_size=8) | st.text(alphabet="KDBHPCSATQJ10rao♥-", max_size=4))
def test_any_text_is_one_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError:
        return
    # Whatever is read has a rank and a suit in ASCII or one of the known symbols.
    assert card in ALL_CARDS
    assert parse_card(format_card(card)) == card


def test_written_in_every_style() -> None:
    queens = [make_card(11, suit) for suit in range(4)]
    assert [[format_card(card, style) for card in queens] for style in STYLES] == [
        ["QC", "QS", "QH", "QD"],
        ["Q♣", "Q♠", "Q♥", "Q♦"],
        ["KrD", "PD", "HD", "KaD"],
    ]
    assert [format_card(card, "symbols") for card in range(8, 13)] == [
        "9♣",
        "10♣",
        "J♣",
        "Q♣",
        "K♣",
    ]
    assert [format_card(card, "german") for card in (26, 27, 35, 36, 37, 38)] == [
        *("HA", "H2", "H10", "HB", "HD", "HK")
    ]
    for style in STYLES:
        assert len({format_card(card, style) for card in ALL_CARDS}) == 52


def test_numbers_of_cards() -> None:
    assert [make_card(rank, suit) for suit in range(4) for rank in range(13)] == list(ALL_CARDS)
    assert [(suit_of(card), rank_of(card)) for card in (0, 12, 13, 51)] == [
        (0, 0),
        (0, 12),
        (1, 0),
        (3, 12),
    ]


@pytest.mark.parametrize(("rank", "suit"), [(-1, 0), (13, 0), (0, -1), (0, 4)])
def test_make_card_refuses(rank: int, suit: int) -> None:
    with pytest.raises(CardError):
        make_card(rank, suit)


@pytest.mark.parametrize("card", [-1, 52])
def test_format_card_refuses(card: int) -> None:
    with pytest.raises(CardError, match=f"no card {card}"):
        format_card(card)
