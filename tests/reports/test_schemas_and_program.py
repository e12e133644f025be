"""The JSON Schemas and docs/formats.md against the program: they say the same."""

from __future__ import annotations

import json
import re

import pytest
from facts import load_facts
from good_records import FORMATS, GOOD
from schema_check import faults, schema, validator

from deals.cards import format_card, parse_card
from deals.decks import find_deck
from deals.errors import GehtaufError
from deals.files import loads
from deals.numbering import numbered_deal
from solver.prepare import prepare, prepare_number
from solver.record import Origin, error_record, solve_record
from solver.referee import verify
from solver.rules import ALIASES, VARIANTS, as_dict, find_rules, resolve
from solver.rules_toml import from_toml
from solver.solve import solve

MANIFEST = GOOD["manifest"]["numbers"]


def test_all_facts_are_deals() -> None:
    facts = load_facts("quadrat", "zudecken", "geburtstag")
    assert len(facts) == 81
    assert [wrong for fact in facts if (wrong := faults("deals", fact))] == []


def test_schema_names_the_games_of_the_program() -> None:
    pattern = re.compile(schema("deals")["properties"]["game"]["pattern"])
    assert not [name for name in (*VARIANTS, *ALIASES) if not pattern.search(name)]
    assert not any(map(pattern.search, ("", "poker", "zudecken2", "squarer", "zudecken-")))
    assert [n for n in VARIANTS if not n.startswith(find_rules(n).game)] == []
    for name in (*VARIANTS, *ALIASES):
        foreign = "width" if find_rules(name).game == "geburtstag" else "passes"
        deal = {"game": name, "cards": ["AS"]}
        assert faults("deals", deal) == []
        assert faults("deals", deal | {foreign: 4})


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_of_every_variant_are_accepted(name: str) -> None:
    rules = find_rules(name)
    assert faults("manifest", MANIFEST | {"game": rules.game, "rules": as_dict(rules)}) == []


def test_schema_and_program_read_the_same_cards() -> None:
    letters = [
        *"A23456789TJQKBDCHSP1",
        "10",
        "1",
        "0",
        "11",
        "14",
        "Bube",
        "Dame",
        "König",
        "Koenig",
    ]
    suits = [*"CSHDPK♣♠♥♦♧♤♡♢", "Kr", "Ka", "Kreuz", "Pik", "Herz", "Karo", "♥\ufe0f", "♠\ufe0e"]
    texts = {a + b for a in [*letters, "As", "Ass", "Joker"] for b in suits}
    texts |= {
        b + hyphen + a for a in [*letters, "As", "Ass"] for b in suits for hyphen in ("", "-")
    }
    texts |= {chr(code) for code in range(0x1F0A0, 0x1F100)} | {
        "",
        " ",
        "AS ",
        " AS",
        "A S",
        "AS@0",
    }
    texts |= {text.lower() for text in texts} | {text.upper() for text in texts}
    agreed = {True: 0, False: 0}
    for text in sorted(texts):
        try:
            parse_card(text)
            read = True
        except GehtaufError:
            read = False
        assert validator("deals").is_valid({"cards": [text]}) is read, text
        agreed[read] += 1
    assert min(agreed.values()) > 300


def test_every_card_is_written_as_the_schema_wants() -> None:
    pattern = schema("solve")["$defs"]["card"]["pattern"]
    assert all(re.search(pattern, format_card(card)) for card in range(52))


def test_schema_and_program_know_the_same_decks() -> None:
    packs = ["", *(f"{n}*" for n in range(6))]
    plain = [f"{r}x{s}" for r in range(16) for s in range(6)]
    texts = [
        n + deck for n in packs for deck in ("skat32", "french52", "double104", "skat", *plain)
    ]
    known = 0
    for text in texts:
        try:
            written = find_deck(text).name
        except GehtaufError:
            written = None
        assert validator("deals").is_valid({"cards": ["AS"], "deck": text}) is (written is not None)
        if written:
            known += 1
            rules = as_dict(find_rules("zudecken", deck=text))
            assert rules["deck"] == written
            assert not faults("manifest", MANIFEST | {"game": "zudecken", "rules": rules})
    assert known > 200


_SMALL: list[tuple[str, dict[str, object]]] = [
    ("quadrat", {"deck": "2x4"}),
    ("quadrat", {"deck": "3x4"}),
    ("quadrat", {"deck": "3x4", "goal": "stock"}),
    ("quadrat", {"deck": "1x3", "goal": "stock"}),
    ("quadrat", {"deck": "3*2x2"}),
    ("zudecken", {"deck": "3x4", "width": 3, "cover": "group"}),
    ("zudecken", {"deck": "3x4", "width": 2}),
    ("zudecken", {"deck": "2*2x3", "width": 3, "match": "rank"}),
    ("zudecken-single", {"deck": "3x3", "width": 3, "match": "suit", "goal": "stock"}),
    ("geburtstag", {"deck": "4x4", "target": "1232", "passes": 1}),
    ("geburtstag", {"deck": "5x4", "target": "1234", "passes": 2}),
    ("geburtstag-unshuffled", {"deck": "6x4", "target": "5432", "passes": 2}),
]


@pytest.mark.parametrize(("name", "settings"), _SMALL)
@pytest.mark.parametrize("shown", [True, False])
def test_records_of_the_program_are_accepted(
    name: str, settings: dict[str, object], shown: bool
) -> None:
    rules = find_rules(name, **settings)
    for number in range(12):
        question = prepare_number(number, rules)
        solution = solve(question.rules, question.deal)
        record = solve_record(
            solution, Origin(str(number)), version="0.1.0", with_trace=shown, with_proof=shown
        )
        assert faults("solve", json.loads(json.dumps(record))) == []
        assert ("deal" in record) is shown


def test_an_error_of_the_program_is_accepted() -> None:
    error = GehtaufError("no such card", file="a.txt", line=3, column=4, text="XH")
    record = error_record(error, Origin("a", "a.txt", 3), version="0.1.0")
    assert faults("solve", record) == []


def test_the_example_to_check_by_hand_is_what_the_program_finds() -> None:
    rules = find_rules("zudecken", deck="3x4", sizes=[2, 3], cover="group", width=3)
    question = prepare_number(4, rules)
    solution = solve(rules, question.deal)
    found = solve_record(solution, Origin(), version="0.1.0", with_proof=True)
    shown = GOOD["solve"]["closed"]
    assert found["deal"] | {"number": None} == shown["deal"]
    for key in ("rules", "verdict", "cards_left", "states", "reason", "proof"):
        assert found[key] == shown[key], key


# ---- The page of formats and the program ---------------------------------------------------------


@pytest.mark.parametrize(
    "label", ["won", "closed", "greedy-lost", "greedy-won", "chance", "parity"]
)
def test_referee_accepts_what_the_page_shows(label: str) -> None:
    record = GOOD["solve"][label]
    assert verify(record).startswith(record["verdict"])


def test_deal_files_of_the_page_are_read() -> None:
    [text] = re.findall(r"```text\n(@schema gehtauf/deals@1\n.*?)```", FORMATS, re.DOTALL)
    [lines] = re.findall(r"```jsonl\n(.*?)```", FORMATS, re.DOTALL)
    found: dict[str | None, list[tuple[object, ...]]] = {}
    for entry in [*loads(text), *loads(lines)]:
        question = prepare(entry)
        solution = solve(question.rules, question.deal)
        case = (question.rules, question.deal.cards, question.deal.redeals, str(solution.verdict))
        found.setdefault(entry.id, []).append(case)
    assert {name: [case[-1] for case in cases] for name, cases in found.items()} == {
        "small": ["won", "won"],
        "same": ["won"],
        "alone": ["won"],
        "both": ["won", "won"],
        "first": ["chance"],
        "corner": ["lost"],
    }
    # The text and the JSON form of a deal are one deal.
    assert found["small"][0] == found["small"][1] == found["same"][0]
    assert found["both"][0] == found["both"][1]


def test_rules_file_of_the_page_is_read() -> None:
    [text] = re.findall(r"```toml\n(.*?)```", FORMATS, re.DOTALL)
    assert resolve(from_toml(text)) == find_rules("zudecken", match="rank", sizes=[2, 3], width=5)


def test_numbered_deals_of_the_page_are_dealt() -> None:
    rows = re.findall(r"^\| (\d+|2\^64 − 1) \| `(\w+)` \| ([^|]*?)( …)? \|$", FORMATS, re.MULTILINE)
    assert len(rows) == 4
    for number, deck, shown, more in rows:
        value = 2**64 - 1 if "^" in number else int(number)
        cards = [format_card(card) for card in numbered_deal(value, find_deck(deck)).cards]
        wanted = shown.split()
        assert cards[: len(wanted)] == wanted
        assert bool(more) is (len(wanted) < len(cards))
