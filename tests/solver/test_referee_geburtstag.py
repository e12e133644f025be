"""The referee on Der Geburtstag: lines that win, greedy lines that show a loss or a chance."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from facts import load_facts
from record_maker import (
    Geburtstag,
    Json,
    Record,
    changed,
    deck_names,
    geburtstag,
    geburtstag_rules,
    refusal,
)

from solver.referee import verify

TARGETS = {"3x4": "1212", "5x4": "1243", "7x4": "6135", "french52": "1956", "13x4": "9999"}
SHORT = geburtstag_rules("7x4", "6135", "shuffled", 2)
TURNED = geburtstag_rules("7x4", "6135", "unshuffled", 3)

HELD_BACK = "a line that shows a loss must play each card as soon as it can"
NEXT_CARD = "only the next card of its pile may be played"
ENDS_WON = "the trace of a won deal must end won"
RUNS_ON = "a line that shows a loss must run until nothing more can be played or drawn"
NEW_PASS = "a new pass begins when a card is drawn and the stock is empty"
NO_PASS = "nothing may be drawn after the last known pass"
FOUNDATION = "a foundation takes the next card of its suit"
FIELDS = "a step must have its five fields"


def first_deal(rules: Record, verdict: str, orders: int) -> Geburtstag:
    """Find the first of the test's own deals with this verdict."""
    for seed in range(500):
        player = geburtstag(rules, seed, orders)
        if player.verdict == verdict and player.passes == player.known:
            return player
    raise AssertionError(f"no {verdict} deal under {rules}")


LOST = first_deal(SHORT, "lost", 2).record()
WON = first_deal(SHORT, "won", 2).record()
CHANCE = first_deal(SHORT, "chance", 1).record()
TURNED_LOST = first_deal(TURNED, "lost", 1).record()
TURNED_WON = first_deal(TURNED, "won", 1).record()
EVERY = [LOST, WON, CHANCE, TURNED_LOST, TURNED_WON]


def renumbered(trace: list[Record]) -> list[Record]:
    return [step | {"n": n} for n, step in enumerate(trace, start=1)]


def test_sentences() -> None:
    assert verify(WON) == "won: a legal line plays every card by pass 2"
    left = LOST["cards_left"]
    assert verify(LOST) == f"lost: play that holds nothing back leaves {left} cards after pass 2"
    assert verify(CHANCE).startswith("chance: play that holds nothing back leaves ")


@pytest.mark.parametrize("redeal", ["shuffled", "unshuffled"])
@pytest.mark.parametrize("deck", TARGETS)
def test_greedy_records_are_accepted(deck: str, redeal: str) -> None:
    seen: Counter[str] = Counter()
    for passes in (1, 2, 4):
        rules = geburtstag_rules(deck, TARGETS[deck], redeal, passes)
        for orders in range(1, passes + 1 if redeal == "shuffled" else 2):
            for seed in range(6):
                player = geburtstag(rules, seed, orders)
                record = player.record()
                assert verify(record).startswith(f"{player.verdict}: ")
                verify(changed(record, "proof", drop=True))
                seen[player.verdict] += 1
    if deck in ("5x4", "7x4"):
        assert min(seen["won"], seen["lost"]) > 0, seen
    assert seen["chance"] == 0 or redeal == "shuffled"
    assert seen["chance"] > 0 or redeal == "unshuffled" or deck == "3x4", seen


@pytest.mark.parametrize("fact", load_facts("geburtstag"), ids=lambda fact: fact["id"])
def test_known_deals(fact: Json) -> None:
    rules = geburtstag_rules(
        fact.get("deck", "french52"), fact["target"], fact["redeal"], fact.get("passes", 4)
    )
    rules["suits"] = fact["suits"]
    record = Geburtstag(rules, [fact["cards"], *fact.get("redeals", [])]).record()
    assert verify(record).startswith(fact["expect"]["verdict"])
    if fact["expect"]["verdict"] != "chance":
        assert record["cards_left"] == fact["expect"]["cards_left"]
        assert record["reason"]["passes"] == fact["expect"]["passes"]


def test_a_won_line_may_hold_cards_back_and_a_lost_one_may_not() -> None:
    seen: Counter[str] = Counter()
    rules = geburtstag_rules("5x4", "1243", "unshuffled", 2)
    for seed in range(60):
        player = geburtstag(rules, seed, 1, hold_back=Random(seed))
        if player.steps == geburtstag(rules, seed, 1).steps:
            continue
        record = player.record()
        if player.verdict == "won":
            verify(record)
        else:
            step, rule = refusal(record)
            assert rule in (HELD_BACK, RUNS_ON)
            assert step is not None
        seen[player.verdict] += 1
    assert min(seen["won"], seen["lost"]) >= 10, seen


def test_no_held_back_line_beats_greedy() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        greedy = geburtstag(SHORT, seed, 2)
        other = geburtstag(SHORT, seed, 2, hold_back=Random(seed))
        assert len(other.waste) >= len(greedy.waste)
        seen["more left" if len(other.waste) > len(greedy.waste) else "as many"] += 1
    assert min(seen.values()) > 10, seen


@pytest.mark.parametrize("record", EVERY, ids=lambda r: f"{r['rules']['redeal']}-{r['verdict']}")
def test_every_step_is_checked(record: Record) -> None:
    trace = record["trace"]
    for at, step in enumerate(trace):
        n = at + 1

        def with_step(key: str, to: Json, at: int = at) -> Record:
            return changed(record, "trace", at, key, to=to)

        stranger = trace[at - 1]["card"]
        assert refusal(with_step("card", stranger)) == (n, NEXT_CARD)
        assert refusal(with_step("card", None)) == (n, NEXT_CARD)
        for other in (step["pass"] + 1, step["pass"] - 1, float(step["pass"]), None):
            assert refusal(with_step("pass", other)) == (n, NEW_PASS)
        for other in (n + 1, n - 1, float(n), None, [n]):
            assert refusal(with_step("n", other)) == (n, "steps must count up from 1")
        for other in ("tableau", None, 1):
            assert refusal(with_step("from", other)) == (n, "a card must come from stock or waste")
            assert refusal(with_step("to", other)) == (n, "a card must go to foundation or waste")
        assert refusal(changed(record, "trace", at, "to", drop=True)) == (n, FIELDS)
        assert refusal(with_step("x", 0)) == (n, FIELDS)
        other = "stock" if step["from"] == "waste" else "waste"
        assert refusal(with_step("from", other))[0] == n
        if step["to"] == "waste":
            assert refusal(with_step("to", "foundation")) == (n, FOUNDATION)
        elif step["from"] == "waste":
            rule = "from the waste a card must go to its foundation"
            assert refusal(with_step("to", "waste")) == (n, rule)
        elif record["verdict"] != "won":
            assert refusal(with_step("to", "waste")) == (n, HELD_BACK)


@pytest.mark.promise(13)
@pytest.mark.parametrize("record", EVERY, ids=lambda r: f"{r['rules']['redeal']}-{r['verdict']}")
def test_dropped_doubled_and_swapped_steps(record: Record) -> None:
    trace, won = record["trace"], record["verdict"] == "won"
    last = len(trace) - 1
    for at in range(len(trace)):
        shorter = trace[:at] + trace[at + 1 :]
        step, rule = refusal(record | {"trace": shorter})
        if at == last:
            assert (step, rule) == (last, ENDS_WON if won else RUNS_ON)
        else:
            assert (step, rule) == (at + 1, "steps must count up from 1")
            step, rule = refusal(record | {"trace": renumbered(shorter)})
            # A card that was not played shows later at the latest, where the next one is missed.
            assert step is not None
            assert step >= at + 1
            assert rule in (NEXT_CARD, HELD_BACK, FOUNDATION, NEW_PASS)
        doubled = renumbered(trace[: at + 1] + trace[at:])
        step, rule = refusal(record | {"trace": doubled})
        assert step == at + 2
        if at == last:
            over = "nothing may be played after the game is won"
            assert rule in ((over,) if won else (NO_PASS, NEXT_CARD))
        if at < last:
            swapped = [*trace[:at], trace[at + 1], trace[at], *trace[at + 2 :]]
            step, rule = refusal(record | {"trace": renumbered(swapped)})
            assert step in (at + 1, at + 2)


def test_a_loss_must_be_played_to_its_end() -> None:
    for record in (LOST, CHANCE, TURNED_LOST):
        for length in range(len(record["trace"])):
            step, rule = refusal(record | {"trace": record["trace"][:length]})
            assert (step, rule) == (length or None, RUNS_ON)


def test_the_waste_is_played_before_the_next_card_is_drawn() -> None:
    late = 0
    for seed in range(30):
        record = geburtstag(SHORT, seed, 1).record()
        assert record["verdict"] == "chance"
        trace = record["trace"]
        for at, (step, then) in enumerate(pairwise(trace)):
            if step["from"] == "waste" and then["from"] == "stock":
                swapped = renumbered([*trace[:at], then, step, *trace[at + 2 :]])
                assert refusal(record | {"trace": swapped}) == (at + 1, HELD_BACK)
                late += 1
    assert late >= 10


@pytest.mark.promise(13)
def test_verdicts_and_counts() -> None:
    assert refusal(LOST | {"verdict": "won"}) == (None, "the proof must be one of the verdict")
    as_won = changed(LOST, "proof", drop=True) | {"verdict": "won"}
    assert refusal(as_won) == (len(LOST["trace"]), ENDS_WON)
    as_lost = changed(WON, "proof", drop=True) | {"verdict": "lost"}
    rule = "a deal with every card on its foundation is won"
    assert refusal(as_lost) == (len(WON["trace"]), rule)
    assert refusal(LOST | {"verdict": "chance"}) == (None, "a chance needs a pass without an order")
    assert refusal(TURNED_LOST | {"verdict": "chance"})[1] == (
        "a chance needs a pass without an order"
    )
    assert refusal(CHANCE | {"verdict": "lost"}) == (
        None, "a lost deal must have an order for every pass"
    )  # fmt: skip
    left = (None, "cards_left must count the cards left")
    for wrong in (LOST["cards_left"] - 1, LOST["cards_left"] + 1, None, 0):
        assert refusal(LOST | {"cards_left": wrong}) == left
    assert refusal(WON | {"cards_left": None}) == left
    assert refusal(CHANCE | {"cards_left": 20}) == left
    moves = (None, "moves must count the steps of a solution")
    assert refusal(WON | {"moves": len(WON["trace"]) - 1}) == moves
    assert refusal(WON | {"moves": None}) == moves
    assert refusal(LOST | {"moves": len(LOST["trace"])}) == moves
    for record in EVERY:
        for proof in (None, {}, {"kind": "closed-set"}, record["proof"] | {"n": 1}):
            assert refusal(record | {"proof": proof}) == (
                None,
                "the proof must be one of the verdict",
            )
        bare = changed(record, "trace", drop=True)
        assert refusal(bare) == (None, "the trace must be a list of steps")


def test_reasons() -> None:
    false = (None, "the reason must be true")
    for record in EVERY:
        verify(record | {"reason": None})
        assert refusal(record | {"reason": {"kind": "stuck"}}) == false
        assert refusal(record | {"reason": {"kind": "greedy", "passes": 5}}) == false
        for key, value in record["reason"].items():
            if key != "kind":
                assert refusal(changed(record, "reason", key, to=value + 1)) == false
                assert refusal(changed(record, "reason", key, to=float(value))) == false
    verify(LOST | {"states": 77, "reason": {"kind": "exhausted", "states": 77}})
    assert refusal(WON | {"states": 77, "reason": {"kind": "exhausted", "states": 77}}) == false


@pytest.mark.parametrize(
    "chance", [None, {"exact": None, "value": 0.25}, {"exact": "1/4", "value": 0.25}]
)
def test_a_chance_may_have_its_number(chance: Json) -> None:
    verify(CHANCE | {"chance": chance})
    if chance is not None:
        for record in (WON, LOST):
            assert refusal(record | {"chance": chance})[1].startswith("only the verdict chance has")


@pytest.mark.parametrize(
    "chance",
    [0.25, "1/4", {}, {"value": 0.5}, {"exact": "1/4"}, {"exact": 1, "value": 0.5},
     {"exact": None, "value": None}, {"exact": None, "value": 1}, {"exact": None, "value": 1.5},
     {"exact": None, "value": float("nan")}, {"exact": None, "value": -0.1},
     {"exact": None, "value": 0.1, "by_pass": []}],
)  # fmt: skip
def test_a_chance_that_is_none(chance: Json) -> None:
    assert refusal(CHANCE | {"chance": chance})[1].startswith("only the verdict chance has")


def test_orders_and_passes() -> None:
    rule = "later orders belong to shuffled redeals, and no more orders are dealt than passes"
    assert refusal(changed(LOST, "rules", "passes", to=1)) == (None, rule)
    assert refusal(changed(LOST, "rules", "redeal", to="unshuffled")) == (None, rule)
    assert refusal(changed(LOST, "rules", "passes", to=3))[1].startswith(
        "a lost deal must have an order"
    )
    more = [*LOST["deal"]["redeals"], LOST["deal"]["cards"]]
    assert refusal(changed(LOST, "deal", "redeals", to=more)) == (None, rule)
    assert refusal(changed(LOST, "deal", "redeals", to=[]))[1].startswith(
        "a lost deal must have an order"
    )
    assert refusal(changed(TURNED_LOST, "deal", "redeals", to=more[:1])) == (None, rule)
    fewer = changed(TURNED_LOST, "rules", "passes", to=2)
    assert refusal(fewer)[1] == NO_PASS
    assert refusal(changed(TURNED_LOST, "rules", "passes", to=10**50)) == (
        len(TURNED_LOST["trace"]), RUNS_ON
    )  # fmt: skip
    for passes in (0, -1, 2.0, True, "2", None):
        refused = refusal(changed(LOST, "rules", "passes", to=passes))
        assert refused == (None, "passes must be a number from 1")
    for redeal in ("none", None, 1, "Shuffled"):
        refused = refusal(changed(LOST, "rules", "redeal", to=redeal))
        assert refused == (None, "redeal must be known")


def test_a_changed_order_of_a_later_pass_is_noticed() -> None:
    second = LOST["deal"]["redeals"][0]
    played = [
        step["card"] for step in LOST["trace"] if step["pass"] == 2 and step["from"] == "stock"
    ]
    a, b = second.index(played[0]), second.index(played[1])
    swapped = list(second)
    swapped[a], swapped[b] = second[b], second[a]
    at = next(step["n"] for step in LOST["trace"] if step["pass"] == 2)
    assert refusal(changed(LOST, "deal", "redeals", 0, to=swapped)) == (at, NEXT_CARD)


def test_target_and_suits() -> None:
    deck = "a deal must hold exactly the cards of its deck"
    for key, other in (("target", "6134"), ("suits", "HSCD")):
        record = changed(LOST, "rules", key, to=other)
        assert refusal(record) == (None, f"rules and deal must name the same {key}")
        assert refusal(changed(record, "deal", key, to=other)) == (None, deck)
    for key, others in (("target", ["0135", "613", "9999", "six"]), ("suits", ["SHC", "SSCD"])):
        for other in others:
            both = changed(changed(LOST, "rules", key, to=other), "deal", key, to=other)
            assert refusal(both) == (None, "the deal must be readable")
    record = LOST
    for place in ("rules", "deal"):
        for key in ("target", "suits"):
            record = changed(record, place, key, to=None)
    record = changed(record, "deal", "cards", to=deck_names("7x4"))
    record = changed(record, "deal", "redeals", to=[])
    assert refusal(record) == (None, "the rules must name a target and suits")
    assert refusal(changed(LOST, "rules", "width", to=4))[1].startswith(
        "the rules must state every"
    )
    assert refusal(changed(LOST, "rules", "redeal", drop=True))[1].startswith(
        "the rules must state"
    )
