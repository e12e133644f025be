"""The referee on records of every kind: what it asks of all, and that nothing else can happen."""

from __future__ import annotations

import ast
import copy
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_maker import (
    Covering,
    Geburtstag,
    Json,
    Record,
    base_record,
    changed,
    covering,
    covering_rules,
    first_covering,
    geburtstag,
    geburtstag_rules,
    parity_record,
    quadrat_rules,
    refusal,
    stuck_points,
)

import solver.referee
from deals.cards import format_card, parse_card
from deals.decks import find_deck
from deals.errors import DeckError, RefusedError
from deals.numbering import numbered_deal
from solver.referee import verify

WON = covering(covering_rules("3x3"), 0).record()
LOST = first_covering(covering_rules("4x4", match="rank", sizes=[2]), "lost", (8, 40)).record()
TWINS = first_covering(quadrat_rules("2*2x4"), "won").record()
STUCK = first_covering(quadrat_rules("4x4"), "lost", (3, 40))
PARITY = parity_record(STUCK.rules, STUCK.names, stuck_points(STUCK.names)[0])
GREEDY_WON = geburtstag(geburtstag_rules("3x4", "1212", "shuffled", 2), 0, 2).record()
GREEDY_LOST = geburtstag(geburtstag_rules("5x4", "1243", "unshuffled", 1), 0, 1).record()
CHANCE = geburtstag(geburtstag_rules("6x4", "1243", "shuffled", 3), 0, 2).record()
VALID = {"won": WON, "lost": LOST, "twins": TWINS, "parity": PARITY, "geburtstag": GREEDY_WON,
         "geburtstag lost": GREEDY_LOST, "chance": CHANCE}  # fmt: skip
EACH = pytest.mark.parametrize("record", VALID.values(), ids=VALID)

NOTHING = (None, "nothing to verify")


def test_the_referee_shares_no_code() -> None:
    """Every module it is made of imports the standard library, `deals` and its own parts."""
    paths = list(Path(cast(str, solver.referee.__file__)).parent.glob("*.py"))
    assert len(paths) >= 4
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                own = name.startswith("solver.referee.")
                room = name.partition(".")[0]
                assert own or room == "deals" or room in sys.stdlib_module_names, (path, name)


def test_the_records_of_these_tests_are_of_every_kind() -> None:
    shown = [(r["verdict"], r["proof"]["kind"]) for r in VALID.values()]
    assert shown == [("won", "trace"), ("lost", "closed-set"), ("won", "trace"),
                     ("lost", "parity"), ("won", "trace"), ("lost", "greedy"),
                     ("chance", "greedy")]  # fmt: skip


@pytest.mark.promise(13)
@EACH
def test_valid_records(record: Record) -> None:
    before = copy.deepcopy(record)
    sentence = verify(record)
    assert record == before
    assert sentence.startswith(f"{record['verdict']}: ")
    assert "\n" not in sentence
    assert verify(json.loads(json.dumps(record))) == sentence
    assert verify(MappingProxyType(record)) == sentence
    assert verify(record | {"version": "9", "source": None, "line": None, "id": "a"}) == sentence
    for key in ("version", "id", "source", "line"):
        assert verify(changed(record, key, drop=True)) == sentence


@EACH
def test_nothing_to_verify(record: Record) -> None:
    bare = {key: value for key, value in record.items() if key not in ("trace", "proof")}
    assert refusal(bare) == NOTHING
    assert refusal(changed(bare, "deal", drop=True)) == NOTHING
    assert refusal(bare | {"verdict": "undecided"}) == NOTHING
    error = {"verdict": "error", "rules": None, "game": None, "error": {"message": "no card"}}
    assert refusal(bare | error) == NOTHING
    with pytest.raises(RefusedError, match="gehtauf solve --proof"):
        verify(bare)


def test_a_lost_deal_with_a_trace_only() -> None:
    record = changed(LOST, "proof", drop=True) | {"trace": []}
    assert refusal(record) == (None, "no line of play proves a loss: another might have won")


@EACH
def test_every_field_is_wanted(record: Record) -> None:
    for key in ("game", "rules", "verdict", "cards_left", "moves", "states", "chance", "reason",
                "deal"):  # fmt: skip
        assert refusal(changed(record, key, drop=True)) == (
            None,
            "a record must have all its fields",
        )
    for key in record["rules"]:
        if key not in ("game", "deck", "target", "suits"):  # these the deal has as well
            rule = "the rules must state every field and no others"
            assert refusal(changed(record, "rules", key, drop=True)) == (None, rule)
    for key in record["deal"]:
        rule = "a deal must have all its fields and no others"
        assert refusal(changed(record, "deal", key, drop=True)) == (None, rule)
        assert refusal(changed(record, "deal", key + "s", to=None)) == (None, rule)


@EACH
def test_schema_game_verdict_and_states(record: Record) -> None:
    for schema in ("gehtauf/solve@2", "gehtauf/analyze@1", None, 1, ["gehtauf/solve@1"]):
        assert refusal(record | {"schema": schema}) == (None, "the schema must be gehtauf/solve@1")
    assert refusal(changed(record, "schema", drop=True)) == (
        None,
        "the schema must be gehtauf/solve@1",
    )
    for verdict in ("undecided", "error", "WON", None, True):
        assert refusal(record | {"verdict": verdict}) == (
            None,
            "only won, lost and chance can be shown",
        )
    for game in ("zudecken-group", "patience", None, {}):
        assert refusal(record | {"game": game}) == (None, "the game must be known")
    for states in (-1, 1.0, None, True, "3"):
        assert refusal(record | {"states": states}) == (None, "states must be a number")


@pytest.mark.parametrize("junk", [None, 1, "record", [], [WON], True, 1.5, object()])
def test_what_is_no_record_at_all(junk: Json) -> None:
    assert refusal(junk) == (None, "a record must be a JSON object")


@EACH
def test_deal_rules_and_record_agree(record: Record) -> None:
    other = "zudecken" if record["game"] != "zudecken" else "quadrat"
    assert refusal(changed(record, "deal", "game", to=other))[1].endswith("name the same game")
    assert refusal(changed(record, "rules", "game", to=other))[1].endswith("name the same game")
    if record["game"] != "geburtstag":
        renamed = changed(changed(record, "deal", "game", to=other), "rules", "game", to=other)
        verify(renamed | {"game": other})  # the rules decide, not the name
        assert refusal(changed(record, "deal", "target", to="1956"))[1].endswith("the same target")
        assert refusal(changed(record, "deal", "suits", to="SHCD"))[1].endswith("the same suits")
    assert refusal(changed(record, "deal", "deck", to="skat32"))[1].endswith("name the same deck")
    for deck in ("skat33", "0x4", "\ud800", "4x4\n", "9" * 5000 + "x4"):
        both = changed(changed(record, "deal", "deck", to=deck), "rules", "deck", to=deck)
        assert refusal(both) == (None, "the deal must be readable")


@pytest.mark.promise(13)
@EACH
def test_the_deal_is_checked_against_its_deck(record: Record) -> None:
    cards = record["deal"]["cards"]
    rule = "a deal must hold exactly the cards of its deck"
    for order in (cards[1:], cards + cards[:1], [*cards[1:], "KD"], []):
        spoilt = changed(record, "deal", "cards", to=order)
        assert refusal(spoilt) == (None, rule)
        with pytest.raises(RefusedError) as caught:
            verify(spoilt)
        assert isinstance(caught.value.__cause__, DeckError)
    assert refusal(changed(record, "deal", "cards", 0, to="1H")) == (
        None,
        "the deal must be readable",
    )
    for order in (None, "AC", [*cards[1:], 7], {}):
        spoilt = changed(record, "deal", "cards", to=order)
        assert refusal(spoilt) == (None, "an order must be a list of cards")
    assert (
        refusal(changed(record, "deal", "redeals", to=None))[1]
        == "redeals must be a list of orders"
    )
    assert (
        refusal(changed(record, "deal", "redeals", to=[7]))[1] == "an order must be a list of cards"
    )
    if record["game"] != "geburtstag":
        one_more = changed(record, "deal", "redeals", to=[cards])
        assert refusal(one_more) == (None, "the deal must be readable")


def test_a_number_is_checked() -> None:
    names = [format_card(card) for card in numbered_deal(17, find_deck("4x4")).cards]
    record = changed(Covering(covering_rules("4x4"), names).record(), "deal", "number", to="17")
    assert verify(record).startswith("won")
    rule = "a numbered deal must have the cards of its number"
    assert refusal(changed(record, "deal", "number", to="18")) == (None, rule)
    for number in ("-1", "", "1e3", str(2**64), "1" * 10000, "\u0661"):
        assert (
            refusal(changed(record, "deal", "number", to=number))[1] == "the deal must be readable"
        )
    for number in (17, 17.0, True, ["17"]):
        wrong = refusal(changed(record, "deal", "number", to=number))
        assert wrong == (None, "the deal's number must be a text or null")


def test_a_numbered_geburtstag_deal_has_its_orders() -> None:
    rules = geburtstag_rules("5x4", "1243", "shuffled", 3)
    deal = numbered_deal(5, find_deck("5x4"), target="1243", suits="SHCD", orders=3)
    orders = [[format_card(card) for card in order] for order in (deal.cards, *deal.redeals)]
    for known in (1, 2, 3):
        record = Geburtstag(rules, orders[:known]).record()
        verify(changed(record, "deal", "number", to="5"))
    spoilt = changed(record, "deal", "redeals", 1, to=orders[1])
    assert refusal(changed(spoilt, "deal", "number", to="5")) == (
        None, "a numbered deal must have the cards of its number"
    )  # fmt: skip


# ---- anything at all ---------------------------------------------------------------------------


def places(value: Json, path: tuple[Json, ...] = ()) -> Iterator[tuple[Json, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


def at(value: Json, path: tuple[Json, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def nested(depth: int, kind: type) -> Json:
    value: Json = 0
    for _ in range(depth):
        value = [value] if kind is list else {"kind": value}
    return value


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from([0, 1, 10**40, -(10**30), "10H", "KD", "a" * 300, "\ud800", "\0"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=5,
)  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> Record:
    record = copy.deepcopy(draw(st.sampled_from(list(VALID.values()))))
    for _ in range(draw(st.integers(1, 3))):
        paths = list(places(record))
        if not paths:
            break
        *path, key = draw(st.sampled_from(paths))
        owner = at(record, tuple(path))
        what = draw(st.sampled_from(["junk", "other", "drop", "insert", "nudge"]))
        value = draw(JUNK) if what in ("junk", "insert") else None
        if what == "drop":
            del owner[key]
        elif what == "other":  # something that stands elsewhere in this or another record
            donor = draw(st.sampled_from(list(VALID.values())))
            same_key = [p for p in places(donor) if p[-1] == key] or list(places(donor))
            owner[key] = copy.deepcopy(at(donor, draw(st.sampled_from(same_key))))
        elif what == "insert" and isinstance(owner, list):
            owner.insert(key, draw(st.sampled_from([value, *owner])))
        elif what == "insert":
            owner[draw(st.text(max_size=6))] = value
        elif what == "nudge" and isinstance(owner[key], int | float):
            owner[key] += draw(st.sampled_from([1, -1, 2, 0.0]))
        else:
            owner[key] = value
    return record


def true_verdict(record: Record) -> tuple[str, int | None]:
    """Play the deal of a record under its rules."""
    rules, deal = record["rules"], record["deal"]
    orders = [[format_card(parse_card(name)) for name in order]
              for order in (deal["cards"], *deal["redeals"])]  # fmt: skip
    if rules["game"] == "geburtstag":
        found = Geburtstag(rules, orders).record()
        return found["verdict"], found["cards_left"]
    player = Covering(rules, orders[0])
    won = player.verdict == "won"
    left = (0 if rules["goal"] == "cleared" else None) if won else player.fewest_left
    return player.verdict, left


@pytest.mark.promise(13)
@settings(max_examples=300, deadline=None)
@given(spoilt())
def test_a_spoilt_record_is_refused_or_still_true(record: Record) -> None:
    try:
        sentence = verify(record)
    except RefusedError:
        refusal(record)
        return
    assert sentence.startswith(record["verdict"])
    assert (record["verdict"], record["cards_left"]) == true_verdict(record)


@settings(max_examples=60, deadline=None)
@given(JUNK | st.dictionaries(st.sampled_from([*WON, "kind"]), JUNK))
def test_junk_is_refused(junk: Json) -> None:
    step, _ = refusal(junk)
    assert step is None


ORIGINS = {"version": (None, 1, ["0.1.0"]), "id": (1, "", "a b", "x\ny", {}),
           "source": (1, [], True), "line": (0, -1, 1.0, "1", True)}  # fmt: skip


@EACH
def test_where_a_record_comes_from_has_its_form(record: Record) -> None:
    for key, values in ORIGINS.items():
        for value in values:
            assert refusal(record | {key: value})[1].startswith(f"{key} must be ")
    for key in ("x-note", "error", "verdicts", "", "Trace"):
        assert refusal(record | {key: None}) == (None, "a record must have no other fields")


def test_no_text_of_a_record_is_shown_as_it_is() -> None:
    forged = "skat32)\nz2: accepted: won"
    with pytest.raises(RefusedError) as caught:
        verify(changed(WON, "deal", "deck", to=forged))
    assert str(caught.value).isprintable()


@pytest.mark.promise(8)
@EACH
def test_deep_and_huge_values_anywhere(record: Record) -> None:
    huge = 10**6000
    values = (nested(100_000, list), nested(100_000, dict), huge, -huge, "7C " * 10**6)
    paths = [
        path for path in places(record) if sum(isinstance(k, int) and k > 1 for k in path) == 0
    ]
    texts, numbers = {("version",), ("source",)}, {("line",)}  # only their form is looked at
    may_be_huge = {("states",)} if record != LOST else set()  # how many a search saw
    if record["verdict"] == "won":
        may_be_huge |= {("rules", "passes")}
    for path in paths:
        owner: Json = copy.deepcopy(record)
        for value in values:
            at(owner, path[:-1])[path[-1]] = value
            fits = (path in texts and isinstance(value, str)) or (path in numbers and value == huge)
            if fits or (path in may_be_huge and value == huge):
                verify(owner)
            else:
                refusal(owner)
        if path[0] == "rules" and path[-1] in record["deal"]:  # the same on either side
            for value in values:
                owner["rules"][path[-1]] = owner["deal"][path[-1]] = value
                refusal(owner)


def test_a_mapping_need_not_be_a_dict() -> None:
    class Lazy(Mapping[str, object]):
        def __getitem__(self, key: str) -> object:
            return WON[key]

        def __iter__(self) -> Iterator[str]:
            return iter(WON)

        def __len__(self) -> int:
            return len(WON)

    assert verify(Lazy()).startswith("won")
    assert base_record(WON["rules"], [WON["deal"]["cards"]])["deal"] == WON["deal"]
