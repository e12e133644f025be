"""Faults to plant in a solve record: each makes it claim something that is not so."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from deals import find_deck, format_card

Record = dict[str, Any]
Step = dict[str, Any]
Faults = Iterator[tuple[str, Record]]

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def mutations(record: Record, random: Random) -> Faults:
    """Yield what was done and the spoilt copy, for every kind of fault the record can have."""
    for plant in (_in_the_claims, _in_the_deal, _in_the_trace, _in_the_proof):
        for fault, spoilt in plant(record, random):
            assert spoilt != record, fault
            yield fault, spoilt


def _in_the_claims(record: Record, random: Random) -> Faults:
    for verdict in sorted({"won", "lost", "chance", "undecided", "error"} - {record["verdict"]}):
        yield f"verdict changed to {verdict}", _put(record, verdict, "verdict")
    for key in ("cards_left", "moves"):
        number = record[key]
        yield f"{key} changed", _put(record, 1 if number is None else number + 1, key)
    yield "reason changed", _put(record, {"kind": "exhausted", "states": 10**6}, "reason")


def _in_the_deal(record: Record, random: Random) -> Faults:
    cards: list[str] = record["deal"]["cards"]
    place = random.randrange(len(cards))
    other = _another_card(record, cards[place], random)
    yield "card of the deal changed", _put(record, other, "deal", "cards", place)
    yield "card of the deal dropped", _drop(record, "deal", "cards", place)
    yield "deal reversed", _put(record, cards[::-1], "deal", "cards")
    yield (
        "deal number changed",
        _put(record, str(int(record["deal"]["number"]) ^ 1), "deal", "number"),
    )
    if record.get("trace"):  # it shows the place of every card but those face up at the start
        first, second = _two_different(cards, record["rules"].get("width", 0), random)
        spoilt = _put(record, None, "deal", "number")
        spoilt = _put(spoilt, cards[first], "deal", "cards", second)
        spoilt = _put(spoilt, cards[second], "deal", "cards", first)
        yield "two cards of a deal without a number exchanged", spoilt
    for n, order in enumerate(record["deal"]["redeals"]):
        yield f"order {n + 2} reversed", _put(record, order[::-1], "deal", "redeals", n)
        yield f"order {n + 2} dropped", _drop(record, "deal", "redeals", n)


def _in_the_trace(record: Record, random: Random) -> Faults:
    trace: list[Step] = record.get("trace", [])
    if not trace:
        return
    yield "trace dropped", _put(record, [], "trace")
    for n in sorted({0, len(trace) - 1, random.randrange(len(trace))}):
        without = _drop(record, "trace", n)
        yield f"step {n + 1} dropped", without
        yield f"step {n + 1} dropped, renumbered", _renumbered(without)
        twice = [*trace[:n], trace[n], *trace[n:]]
        yield f"step {n + 1} doubled, renumbered", _renumbered(_put(record, twice, "trace"))
        yield f"step {n + 1} has another n", _put(record, n + 2, "trace", n, "n")
        plant = _in_a_covering_step if "take" in trace[n] else _in_a_birthday_step
        yield from plant(record, n, random)
    for n in sorted({0, len(trace) // 2, len(trace) - 2} & set(range(len(trace) - 1))):
        swapped = _put(record, _swapped(trace, n), "trace")
        yield f"step {n + 1} swapped with the next", swapped
        # A card from the waste and one from the stock may be played in either order.
        if "waste" not in (trace[n].get("from"), trace[n + 1].get("from")):
            yield f"step {n + 1} swapped with the next, renumbered", _renumbered(swapped)


def _in_a_covering_step(record: Record, n: int, random: Random) -> Faults:
    step = record["trace"][n]
    for key in ("take", "deal", "table"):
        cards: list[str] = step[key]
        where = ("trace", n, key)
        if cards:
            place = random.randrange(len(cards))
            other = _another_card(record, cards[place], random)
            yield f"step {n + 1}: card changed in {key}", _put(record, other, *where, place)
            yield f"step {n + 1}: card dropped in {key}", _drop(record, *where, place)
        if len(cards) > 1:
            yield f"step {n + 1}: cards swapped in {key}", _put(record, _swapped(cards, 0), *where)
    yield f"step {n + 1}: stock changed", _put(record, step["stock"] + 1, "trace", n, "stock")


def _in_a_birthday_step(record: Record, n: int, random: Random) -> Faults:
    step = record["trace"][n]
    other = _another_card(record, step["card"], random)
    turned = {"stock": "waste", "waste": "stock"}
    yield f"step {n + 1}: card changed", _put(record, other, "trace", n, "card")
    yield f"step {n + 1}: card dropped", _drop(record, "trace", n, "card")
    yield f"step {n + 1}: pass changed", _put(record, step["pass"] + 1, "trace", n, "pass")
    yield f"step {n + 1}: from changed", _put(record, turned[step["from"]], "trace", n, "from")
    goes_to = "waste" if step["to"] == "foundation" else "foundation"
    yield f"step {n + 1}: to changed", _put(record, goes_to, "trace", n, "to")


def _in_the_proof(record: Record, random: Random) -> Faults:
    proof = record.get("proof", {})
    if proof.get("kind") == "parity":
        yield "parity: n changed", _put(record, proof["n"] + 2, "proof", "n")
        for suit, number in proof["counts"].items():
            yield f"parity: {suit} changed", _put(record, number + 1, "proof", "counts", suit)
            yield f"parity: {suit} dropped", _drop(record, "proof", "counts", suit)
    if proof.get("kind") == "closed-set":
        yield from _in_a_closed_set(record, random)


def _in_a_closed_set(record: Record, random: Random) -> Faults:
    levels: list[str] = record["proof"]["data"]
    for n in sorted({0, len(levels) - 1, random.randrange(len(levels))}):
        dealt, *members = levels[n].split(" ")
        place = random.randrange(len(members))
        kept = members[:place] + members[place + 1 :]
        if kept:
            fewer = " ".join([dealt, *kept])
            yield (
                f"member {place} of level {n} dropped",
                _with_levels(record, [*levels[:n], fewer, *levels[n + 1 :]]),
            )
        yield f"level {n} dropped", _with_levels(record, levels[:n] + levels[n + 1 :])
        if stranger := _stranger(int(dealt), members, len(record["deal"]["cards"]), random):
            more = sorted([*members, stranger], key=lambda code: [DIGITS.index(d) for d in code])
            yield (
                f"member {stranger} added to level {n}",
                _with_levels(record, [*levels[:n], " ".join([dealt, *more]), *levels[n + 1 :]]),
            )
    last_twice = [f"{levels[0]} {levels[0].split(' ')[-1]}", *levels[1:]]
    yield "a member twice", _with_levels(record, last_twice)
    yield "a member twice, counted once", _put(record, last_twice, "proof", "data")
    if len(levels) > 1:
        yield "levels in another order", _put(record, _swapped(levels, 0), "proof", "data")
    for number in (record["states"] - 1, record["states"] + 1):
        yield "count changed", _put(record, number, "proof", "count")
        yield "states changed", _put(record, number, "states")


def _with_levels(record: Record, levels: list[str]) -> Record:
    """Return the record with another closed set and all the counts that then belong to it."""
    members = sum(len(level.split(" ")) - 1 for level in levels)
    spoilt = _put(record, levels, "proof", "data")
    spoilt["proof"]["count"] = spoilt["states"] = members
    if record["reason"] is not None and record["reason"]["kind"] == "exhausted":
        spoilt["reason"]["states"] = members
    return spoilt


def _stranger(dealt: int, members: list[str], cards: int, random: Random) -> str | None:
    """Return a position like the members of a level that is none of them."""
    high = cards > len(DIGITS)
    up = len(members[-1]) // (2 if high else 1)
    for _ in range(20):
        places = sorted(random.sample(range(dealt), up))
        code = "".join((DIGITS[p // 64] if high else "") + DIGITS[p % 64] for p in places)
        if code not in members:
            return code
    return None


def _two_different(cards: list[str], start: int, random: Random) -> tuple[int, int]:
    """Return the places of two different cards, one of them not among the first ones."""
    first = random.randrange(start, len(cards))
    others = [place for place, card in enumerate(cards) if card != cards[first]]
    return first, random.choice(others)


def _another_card(record: Record, card: str, random: Random) -> str:
    """Return another card of the deck, written as this one (a twin with its place)."""
    cards = [format_card(card) for card in find_deck(record["deal"]["deck"]).cards]
    name, at, place = card.partition("@")
    return random.choice([other for other in cards if other != name]) + at + place


def _put(record: Record, value: object, *path: str | int) -> Record:
    """Return a copy with another value at a path."""
    spoilt = copy.deepcopy(record)
    _at(spoilt, path[:-1])[path[-1]] = value
    return spoilt


def _drop(record: Record, *path: str | int) -> Record:
    """Return a copy without what is at a path."""
    spoilt = copy.deepcopy(record)
    del _at(spoilt, path[:-1])[path[-1]]
    return spoilt


def _at(record: Record, path: tuple[str | int, ...]) -> Any:
    found: Any = record
    for key in path:
        found = found[key]
    return found


def _swapped(items: list[Any], n: int) -> list[Any]:
    return [*items[:n], items[n + 1], items[n], *items[n + 2 :]]


def _renumbered(record: Record) -> Record:
    """Return a copy whose steps have their right numbers and are counted right."""
    steps = [{**step, "n": n} for n, step in enumerate(record["trace"], 1)]
    moves = None if record["moves"] is None else len(steps)
    return {**record, "trace": steps, "moves": moves}
