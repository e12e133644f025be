"""What the referee says, word for word: what was shown, what was refused, what stood there."""

from __future__ import annotations

import pytest
from record_maker import (
    Json,
    Record,
    changed,
    covering,
    covering_rules,
    first_covering,
    geburtstag,
    geburtstag_rules,
    parity_record,
    quadrat_rules,
    stuck_points,
)

from deals.errors import RefusedError
from solver.referee import verify

PLAYER = covering(covering_rules("3x3"), 0)
WON = PLAYER.record()
STOCK = first_covering(covering_rules("4x4", goal="stock"), "won").record()
LOST = first_covering(covering_rules("4x4", match="rank", sizes=[2]), "lost", (8, 40)).record()
QUADRAT = first_covering(quadrat_rules("4x4"), "lost", (3, 40)).record()
PARITY = parity_record(
    QUADRAT["rules"], QUADRAT["deal"]["cards"], stuck_points(QUADRAT["deal"]["cards"])[0]
)
PLAYED = geburtstag(geburtstag_rules("3x4", "1212", "shuffled", 2), 0, 2).record()
GROUP = first_covering(covering_rules("4x4", cover="group"), "won").record()
LEVELS = LOST["proof"]["data"]
GREEDY = geburtstag(geburtstag_rules("5x4", "1243", "unshuffled", 1), 0, 1).record()
CHANCE = geburtstag(geburtstag_rules("6x4", "1243", "shuffled", 3), 0, 2).record()
LAST = len(GREEDY["trace"])

FRACTION = "only the verdict chance has one: a value from 0 to 1, and a fraction or null"
HELD_BACK = "a line that shows a loss must play each card as soon as it can"


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (WON, "won: a legal line of 4 moves ends with the stock empty and no card face up"),
        (STOCK, f"won: a legal line of {STOCK['moves']} moves ends with the stock empty"),
        (LOST, "lost: none of the 25 positions that can be reached is won"),
        (
            PARITY,
            "lost: C 1, S 3, H 3, D 1 in the first 8 cards, so every line of play leaves 12 cards",
        ),
        (PLAYED, "won: a legal line plays every card by pass 1"),
        (GREEDY, "lost: play that holds nothing back leaves 2 cards after pass 1"),
        (CHANCE, "chance: play that holds nothing back leaves 4 cards after pass 2"),
        (
            changed(CHANCE, "chance", to={"exact": "1/2", "value": 0.5}),
            "chance: play that holds nothing back leaves 4 cards after pass 2 "
            "(how likely a win is has not been checked)",
        ),
    ],
)
def test_what_is_shown(record: Record, sentence: str) -> None:
    assert verify(record) == sentence


# A record, where it is changed, to what, and what the referee says.
REFUSED: list[tuple[Record, tuple[Json, ...], Json, str]] = [
    (WON, ("schema",), "x",
     "schema: the schema must be gehtauf/solve@1 (read 'x'; expected gehtauf/solve@1)"),
    (WON, ("verdict",), "undecided",
     "verdict: only won, lost and chance can be shown (read 'undecided'; expected won or "
     'lost or chance)'),
    (WON, ("game",), "patience",
     "game: the game must be known (read 'patience'; expected quadrat or zudecken or "
     'geburtstag)'),
    (WON, ("states",), 1.5,
     "states: states must be a number (read '1.5'; expected a whole number from 0)"),
    (WON, ("moves",), 9,
     "moves: moves must count the steps of a solution (read '9'; expected 4)"),
    (WON, ("moves",), 10**20,
     "moves: moves must count the steps of a solution (read 'a huge number'; expected 4)"),
    (WON, ("moves",), 1 - 10**20,
     "moves: moves must count the steps of a solution (read '-99999999999999999999'; "
     'expected 4)'),
    (WON, ("cards_left",), None,
     "cards_left: cards_left must count the cards left (read 'null'; expected 0)"),
    (LOST, ("cards_left",), True,
     "cards_left: cards_left must count the cards left (read 'true'; expected 2)"),
    (LOST, ("cards_left",), False,
     "cards_left: cards_left must count the cards left (read 'false'; expected 2)"),
    (LOST, ("cards_left",), 1e30,
     "cards_left: cards_left must count the cards left (read '1e+30'; expected 2)"),
    (WON, ("reason",), {"kind": "stuck", "n": [1], "m": {}},
     "reason: the reason must be true (read 'kind stuck, n a list, m an object'; expected "
     'null)'),
    (WON, ("reason",), [[], 1, object()],
     "reason: the reason must be true (read 'a list 1 no JSON'; expected null)"),
    (WON, ("reason",), {},
     "reason: the reason must be true (read 'nothing'; expected null)"),
    (WON, ("reason",), "x" * 80,
     'reason: the reason must be true (read '
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; "
     'expected null)'),
    (WON, ("reason",), "x" * 81,
     'reason: the reason must be true (read '
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'; "
     'expected null)'),
    (WON, ("chance",), 1,
     'chance: only the verdict chance has one: a value from 0 to 1, and a fraction or null'
     " (read '1'; expected null)"),
    (WON, ("chance",), {"exact": None, "value": 0.5},
     'chance: only the verdict chance has one: a value from 0 to 1, and a fraction or null'
     " (read 'exact null, value 0.5'; expected null)"),
    (CHANCE, ("chance",), {"exact": "1/2"},
     'chance: value is missing; only the verdict chance has one: a value from 0 to 1, and '
     'a fraction or null'),
    (WON, ("rules",), [1, 2],
     "rules: the rules must be an object (read '1 2'; expected an object)"),
    (WON, ("rules", "passes"), 3,
     'rules: a field that does not belong there; the rules must state every field and no '
     "others (read 'passes'; expected game deck match sizes cover goal width style)"),
    (WON, ("rules", "match"), "x",
     "rules.match: match must be known (read 'x'; expected suit or rank or suit-or-rank)"),
    (WON, ("rules", "cover"), "x",
     "rules.cover: cover must be known (read 'x'; expected open or group or single)"),
    (WON, ("rules", "goal"), "x",
     "rules.goal: goal must be known (read 'x'; expected cleared or stock)"),
    (WON, ("rules", "style"), "x",
     "rules.style: style must be known (read 'x'; expected set-aside or cover)"),
    (WON, ("rules", "width"), 9,
     "rules.width: width must be 1 to 8 (read '9'; expected a whole number from 1 to 8)"),
    (WON, ("rules", "sizes"), [3, 2],
     "rules.sizes: sizes must be numbers from 1 to 8, at least one, ascending (read '3 2';"
     ' expected 2 3)'),
    (WON, ("rules", "sizes"), [],
     'rules.sizes: sizes must be numbers from 1 to 8, at least one, ascending (read '
     "'nothing')"),
    (WON, ("rules", "sizes"), 2,
     "rules.sizes: sizes must be numbers from 1 to 8, at least one, ascending (read '2'; "
     'expected a list)'),
    (WON, ("deal",), None,
     "deal: a deal must have all its fields and no others (read 'null'; expected an "
     'object)'),
    (WON, ("deal", "extra"), 1,
     'deal: a field that does not belong there; a deal must have all its fields and no '
     "others (read 'extra'; expected game deck cards redeals target suits number)"),
    (WON, ("deal", "deck"), 5,
     "deal.deck: the deal's deck must be a text or null (read '5'; expected a text)"),
    (WON, ("deal", "deck"), "4x4",
     "rules.deck: rules and deal must name the same deck (read '3x3'; expected 4x4)"),
    (WON, ("deal", "deck"), "3x3\x1b",
     "rules.deck: rules and deal must name the same deck (read '3x3'; expected '3x3\\x1b')"),
    (WON, ("deal", "game"), "quadrat",
     "deal.game: deal and record must name the same game (read 'quadrat'; expected "
     'zudecken)'),
    (WON, ("deal", "redeals"), {"a": None},
     "deal.redeals: redeals must be a list of orders (read 'a null'; expected a list)"),
    (WON, ("deal", "cards"), [7],
     "deal.cards: an order must be a list of cards (read '7'; expected a text)"),
    (WON, ("deal", "cards", 0), "KD",
     'deal: the cards are not those of 3x3; missing: 3S; surplus: KD'),
    (WON, ("deal", "number"), "7",
     "deal.cards, card 1: a numbered deal must have the cards of its number (read '3S'; "
     'expected AS in deal 7)'),
    (WON, ("proof",), {"kind": "greedy"},
     "proof: the proof of a won deal must be its trace (read 'kind greedy'; expected kind "
     'trace)'),
    (WON, ("trace",), "x",
     "trace: a won deal must have a list of steps (read 'x'; expected a list)"),
    (WON, ("verdict",), "lost",
     'trace: no line of play proves a loss: another might have won (expected a proof, and '
     'no trace)'),
    (WON, ("verdict",), "chance",
     "verdict: only a shuffled Geburtstag deal can have a chance (read 'chance'; expected "
     'won or lost)'),
    (WON, ("trace",), WON["trace"][:-1],
     'step 3: cards left: 0 in the stock, 3 face up; the trace of a won deal must end won'),
    (WON, ("trace",), [],
     'trace: cards left: 5 in the stock, 4 face up; the trace of a won deal must end won'),
    (STOCK, ("trace",), [*STOCK["trace"], {**STOCK["trace"][-1], "n": 7}],
     'step 7: nothing may be played after the game is won (expected 6 steps)'),
    (WON, ("rules", "sizes", 0), 9,
     "rules.sizes: sizes must be numbers from 1 to 8, at least one, ascending (read '9'; "
     'expected a whole number from 1 to 8)'),
    (WON, ("trace", 1), {"n": 2},
     'step 2: take is missing; a step must have its five fields'),
    (WON, ("trace", 0), 5,
     "step 1: a step must have its five fields (read '5'; expected an object)"),
    (WON, ("trace", 0), {},
     'step 1: n is missing; a step must have its five fields'),
    (WON, ("trace", 0, "n"), 2,
     "step 1, n: steps must count up from 1 (read '2'; expected 1)"),
    (WON, ("trace", 0, "take"), "x",
     "step 1, take: take must be a list of cards (read 'x'; expected a list)"),
    (WON, ("trace", 0, "take"), [5],
     "step 1, take: take must be a list of cards (read '5'; expected a text)"),
    (WON, ("trace", 0, "take"), ["KD"],
     "step 1, take: only face-up cards can be taken (read 'KD'; expected some of 3S 2C 3C "
     'AH)'),
    (WON, ("trace", 0, "take"), ["3C", "2C"],
     "step 1, take: cards must be taken once each, in order of their places (read '3C 2C';"
     ' expected 2C 3C)'),
    (WON, ("trace", 0, "take"), ["2C"],
     "step 1, take: a group must have one of the sizes of the rules (read '2C'; expected 2"
     ' or 3 or 4 cards)'),
    (WON, ("trace", 0, "deal"), [],
     "step 1, deal: the cards dealt must be the next of the stock (read 'nothing'; "
     'expected 2H AC)'),
    (WON, ("trace", 0, "table"), [],
     "step 1, table: table must list the face-up cards after it (read 'nothing'; expected "
     '3S AH 2H AC)'),
    (WON, ("trace", 0, "stock"), 7,
     "step 1, stock: stock must count its cards (read '7'; expected 3)"),
    (LOST, ("proof",), "x",
     "proof: a proof must be an object (read 'x'; expected an object)"),
    (LOST, ("proof",), {},
     "proof.kind: the proof must be one of a lost deal (read 'null'; expected parity or "
     'closed-set)'),
    (LOST, ("proof", "n"), 1,
     'proof: a field that does not belong there; a closed set must have four fields (read '
     "'n'; expected kind encoding count data)"),
    (LOST, ("proof", "encoding"), "b",
     "proof.encoding: the encoding must be known (read 'b'; expected places64/1)"),
    (LOST, ("proof", "data"), "b",
     "proof.data: data must be a list of texts (read 'b'; expected a list)"),
    (LOST, ("proof", "data", 0), "4",
     'proof.data: the position after 4 cards dealt with 3H AD 4D 4C face up is missing; '
     'the start, and where a move leads, must be a member (expected 4 0123)'),
    (LOST, ("proof", "data"), [*LOST["proof"]["data"], "16 0123"],
     'proof.data: no move leads to 1 of those listed; every member but the start must be '
     "reached by a move (read '16 0123')"),
    (LOST, ("proof", "count"), 1,
     "proof.count: count must be the number of members (read '1'; expected 25)"),
    (LOST, ("states",), 1,
     "states: states must be the number of members (read '1'; expected 25)"),
    (PARITY, ("proof", "x"), 1,
     'proof: a field that does not belong there; a parity proof must have n and counts '
     "(read 'x'; expected kind n counts)"),
    (PARITY, ("proof", "n"), 1,
     "proof.n: n must be the first with all four counts odd, or the whole deck (read '1'; "
     'expected 8)'),
    (PARITY, ("proof", "counts"), {"C": 1},
     "proof.counts: counts must be those of the first n cards (read 'C 1'; expected C 1, S"
     ' 3, H 3, D 1)'),
    (PARITY, ("rules", "width"), 5,
     "rules: parity needs match suit, cover group, sizes 2 and width 4 (read 'match suit, "
     "cover group, sizes 2, width 5')"),
    (PLAYED, ("rules", "redeal"), "x",
     "rules.redeal: redeal must be known (read 'x'; expected shuffled or unshuffled)"),
    (PLAYED, ("rules", "passes"), 0,
     "rules.passes: passes must be a number from 1 (read '0'; expected a whole number from"
     ' 1)'),
    (PLAYED, ("rules", "passes"), 1,
     'deal.redeals: counted with the first, they are too many; later orders belong to '
     "shuffled redeals, and no more orders are dealt than passes (read '2'; expected 1)"),
    (PLAYED, ("rules", "sizes"), 1,
     'rules: a field that does not belong there; the rules must state every field and no '
     "others (read 'sizes'; expected game deck redeal passes target suits)"),
    (PLAYED, ("proof",), {"kind": "x"},
     "proof: the proof must be one of the verdict (read 'kind x'; expected kind trace)"),
    (GREEDY, ("proof",), {"kind": "x"},
     "proof: the proof must be one of the verdict (read 'kind x'; expected kind greedy)"),
    (PLAYED, ("trace",), 5,
     "trace: the trace must be a list of steps (read '5'; expected a list)"),
    (PLAYED, ("trace", 0), 1,
     "step 1: a step must have its five fields (read '1'; expected an object)"),
    (PLAYED, ("trace", 0, "n"), 5,
     "step 1, n: steps must count up from 1 (read '5'; expected 1)"),
    (PLAYED, ("trace", 0, "from"), "hand",
     "step 1, from: a card must come from stock or waste (read 'hand'; expected stock or "
     'waste)'),
    (PLAYED, ("trace", 0, "from"), "waste",
     "step 1, from: a card of the waste must be there (read 'waste'; expected stock)"),
    (PLAYED, ("trace", 0, "to"), "hand",
     "step 1, to: a card must go to foundation or waste (read 'hand'; expected foundation "
     'or waste)'),
    (PLAYED, ("trace", 0, "to"), "foundation",
     "step 1, card: a foundation takes the next card of its suit (read 'AS'; expected 3S)"),
    (PLAYED, ("trace", 0, "pass"), 2,
     'step 1, pass: a new pass begins when a card is drawn and the stock is empty (read '
     "'2'; expected 1)"),
    (PLAYED, ("trace", 0, "card"), "KD",
     "step 1, card: only the next card of its pile may be played (read 'KD'; expected AS)"),
    (PLAYED, ("trace",), PLAYED["trace"][:-1],
     'step 9: cards left: 1; the trace of a won deal must end won'),
    (PLAYED, ("trace",), [],
     'trace: cards left: 8; the trace of a won deal must end won'),
    (PLAYED, ("trace",), [*PLAYED["trace"], PLAYED["trace"][-1] | {"n": 11}],
     'step 11: nothing may be played after the game is won (expected 10 steps)'),
    (PLAYED, ("verdict",), "chance",
     'verdict: the order of every pass is known; a chance needs a pass without an order '
     "(read 'chance')"),
    (CHANCE, ("verdict",), "lost",
     'deal.redeals: counted with the first, they are too few; a lost deal must have an '
     "order for every pass (read '2'; expected 3)"),
    (GREEDY, ("trace", 0, "to"), "waste",
     'step 1: 3S of the stock fits its foundation, and is not played; a line that shows a '
     'loss must play each card as soon as it can'),
    (GREEDY, ("trace",), GREEDY["trace"][:-1],
     'step 20: cards left: 1 in the stock, 2 on the waste, in pass 1; a line that shows a '
     'loss must run until nothing more can be played or drawn'),
    (GREEDY, ("trace",), [],
     'trace: cards left: 16 in the stock, 0 on the waste, in pass 1; a line that shows a '
     'loss must run until nothing more can be played or drawn'),
    (GREEDY, ("trace",), [*GREEDY["trace"], GREEDY["trace"][0] | {"n": LAST + 1}],
     'step 22, from: pass 1 is the last; nothing may be drawn after the last known pass'),
    (GROUP, ("trace", 0, "take"), ["4H", "AS"],
     'step 1, take: 4H matches no other by suit-or-rank; each chosen card must match '
     "another chosen card (read '4H AS')"),
    (LOST, ("proof", "data"), [LEVELS[1], LEVELS[0], *LEVELS[2:]],
     "proof.data: levels and members must stand in ascending order, each once (read '6 "
     "0145'; expected 4 0123)"),
    (LOST, ("proof", "data"), [*LEVELS, ""],
     "proof.data: levels and members must stand in ascending order, each once (read '8'; "
     'expected 7 texts)'),
    (LOST, ("proof", "data"), [*LEVELS[:-1], f"{LEVELS[-1]} BCEF"],
     "proof.data: levels and members must stand in ascending order, each once (read '16 "
     "BCEF CF BCEF'; expected 16 BCEF CF)"),
    (LOST, ("proof", "data"), [LEVELS[0], *LEVELS[2:]],
     'proof.data: the position after 6 cards dealt with 3H AD AC 2S face up is missing; '
     'the start, and where a move leads, must be a member (expected 6 0145)'),
    (CHANCE, ("chance",), {"exact": "2/4", "value": 0.5},
     'chance.exact: only the verdict chance has one: a value from 0 to 1, and a fraction '
     "or null (read '2/4')"),
    (CHANCE, ("chance",), {"exact": None, "value": 2.0},
     'chance.value: only the verdict chance has one: a value from 0 to 1, and a fraction '
     "or null (read '2.0')"),
    (LOST, ("reason",), {"kind": "exhausted", "states": 3},
     "reason: the reason must be true (read 'kind exhausted, states 3'; expected kind "
     'exhausted, states 25)'),
    (PARITY, ("reason",), {"kind": "parity", "n": 3, "counts": {}},
     "reason: the reason must be true (read 'kind parity, n 3, counts an object'; expected"
     ' kind parity, n 8, counts an object)'),
    (WON, ("id",), "a b",
     "id: id must be the name of a deal or null (read 'a b'; expected 1 to 64 of A-Z, a-z,"
     ' 0-9, dot, _ and -)'),
    (WON, ("extra",), 1,
     "a record must have no other fields (read 'extra')"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "path", "to", "message"), REFUSED)
def test_what_is_refused(record: Record, path: tuple[Json, ...], to: Json, message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        verify(changed(record, *path, to=to))
    error = caught.value
    assert str(error) == message
    if error.__cause__ is None:
        assert f"; {error.message}".endswith((f": {error.rule}", f"; {error.rule}"))
        assert error.message.startswith(f"step {error.step}") == (error.step is not None)
    else:
        assert error.rule == "a deal must hold exactly the cards of its deck"


def test_a_closed_set_that_holds_a_win() -> None:
    proof = PLAYER.closed_set()
    claim = {"verdict": "lost", "cards_left": 2, "moves": None, "states": proof["count"]}
    record = {key: value for key, value in WON.items() if key != "trace"} | claim
    with pytest.raises(RefusedError) as caught:
        verify(record | {"proof": proof})
    assert str(caught.value) == (
        "proof.data: the position after 9 cards dealt with no card face up is won; "
        "no member may be won (read '9 ')"
    )


def test_a_card_held_back_on_the_waste_is_named() -> None:
    steps = GREEDY["trace"]
    sources = [step["from"] for step in steps]
    at = next(i for i in range(len(steps)) if sources[i : i + 2] == ["waste", "stock"])
    drawn = steps[at + 1] | {"n": at + 1}
    with pytest.raises(RefusedError) as caught:
        verify(changed(GREEDY, "trace", to=[*steps[:at], drawn]))
    held = steps[at]["card"]
    assert str(caught.value) == (
        f"step {at + 1}: {held} of the waste fits its foundation, and is not played; {HELD_BACK}"
    )


def test_no_record_at_all() -> None:
    with pytest.raises(RefusedError) as caught:
        verify("a text")  # type: ignore[arg-type]
    assert str(caught.value) == "a record must be a JSON object (read 'a text')"


def test_nothing_to_verify() -> None:
    record = {key: value for key, value in WON.items() if key not in ("trace", "proof")}
    with pytest.raises(RefusedError) as caught:
        verify(record)
    assert caught.value.rule == "nothing to verify"
    assert str(caught.value) == (
        "nothing to verify: the record has neither trace nor proof; "
        "gehtauf solve --proof --format jsonl writes them"
    )


@pytest.mark.parametrize(
    ("exact", "value", "good"),
    [
        *(("0/1", 0.0, True), ("1/1", 1.0, True), ("1/3", 0.25, True), (None, 0.5, True)),
        *(("2/1", 0.5, False), ("1/0", 0.5, False), ("0/0", 0.5, False), ("0/2", 0.0, False)),
        *(("2/4", 0.5, False), ("01/2", 0.5, False), ("1/02", 0.5, False), ("-1/2", 0.5, False)),
        *(("1/2\n", 0.5, False), ("1/2/3", 0.5, False), ("1", 1.0, False), ("", 0.5, False)),
        *((f"1/1{'0' * 3999}", 0.5, True), (f"1/1{'0' * 4000}", 0.5, False)),
        *(("1/2", -1e-9, False), ("1/2", 1.0000001, False), ("1/2", float("nan"), False)),
        *(("1/2", 1, False), ("1/2", None, False), (0.5, 0.5, False)),
    ],
)
def test_the_form_of_a_chance(exact: Json, value: Json, good: bool) -> None:
    record = changed(CHANCE, "chance", to={"exact": exact, "value": value})
    if good:
        assert verify(record).endswith("(how likely a win is has not been checked)")
        return
    with pytest.raises(RefusedError) as caught:
        verify(record)
    assert caught.value.rule == FRACTION
