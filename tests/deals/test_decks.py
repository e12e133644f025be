"""The decks: what is in each, and which names there are."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from deals import SettingError, find_deck, format_card


def letters(name: str) -> str:
    return " ".join(map(format_card, find_deck(name).cards))


def test_list_orders() -> None:
    assert letters("skat32").startswith("7C 8C 9C TC JC QC KC AC 7S 8S")
    assert letters("skat32").endswith("QD KD AD")
    assert letters("french52").startswith("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS")
    assert letters("4x4") == "AC 2C 3C 4C AS 2S 3S 4S AH 2H 3H 4H AD 2D 3D 4D"
    assert letters("2x3") == "AC 2C AS 2S AH 2H"
    assert letters("2*2x1") == "AC 2C AC 2C"
    assert letters("1x1") == "AC"


@pytest.mark.parametrize(
    ("name", "size", "packs"),
    [
        ("skat32", 32, 1),
        ("french52", 52, 1),
        ("double104", 104, 2),
        ("2*skat32", 64, 2),
        ("4*french52", 208, 4),
        ("3*3x4", 36, 3),
        ("13x4", 52, 1),
        ("2*13x4", 104, 2),
    ],
)
def test_sizes(name: str, size: int, packs: int) -> None:
    deck = find_deck(name)
    assert (deck.name, len(deck.cards), deck.packs) == (name, size, packs)
    assert set(Counter(deck.cards).values()) == {packs}
    assert deck.cards == deck.cards[: size // packs] * packs


def test_one_deck_has_one_object_whatever_it_is_called() -> None:
    assert find_deck("2*french52") is find_deck("double104") is find_deck("DOUBLE104")
    assert find_deck("2*FRENCH52").name == "double104"
    assert find_deck("4X4") is find_deck("4x4")
    assert find_deck("13x4") != find_deck("french52")  # equal cards, a name of its own
    assert find_deck("13x4").cards == find_deck("french52").cards
    assert pickle.loads(pickle.dumps(find_deck("skat32"))) == find_deck("skat32")


@pytest.mark.parametrize(
    "name",
    [
        *("", "skat", "skat 32", " skat32", "french", "52", "1*skat32", "5*skat32", "0*4x4"),
        *("2*2*skat32", "2*double104", "*skat32", "2skat32", "0x4", "14x4", "4x0", "4x5", "04x4"),
        *("4x4x4", "x", "-1x4", "٤x4", "4×4", "s\u212aat32", "ſkat32", "2 * skat32", "double52"),
    ],
)
def test_unknown_decks_are_refused(name: str) -> None:
    with pytest.raises(SettingError, match="unknown deck") as caught:
        find_deck(name)
    assert caught.value.text == name
    assert "skat32, french52, double104, N*DECK" in str(caught.value)


def test_refusal_names_the_nearest() -> None:
    with pytest.raises(SettingError, match=r"did you mean french52\?"):
        find_deck("frensh52")
