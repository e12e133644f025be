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
GREEDY = geburtstag(geburtstag_rules("5x4", "1243", "unshuffled", 1), 0, 1).record()
CHANCE = geburtstag(geburtstag_rules("6x4", "1243", "shuffled", 3), 0, 2).record()
LAST = len(GREEDY["trace"])

FRACTION = "only the verdict chance has one: a value from 0 to 1, and a fraction or null"
RULES = "the rules state every field and no others"
SIZES = "sizes are numbers from 1 to 8, at least one, ascending"
STEP = "step 1: a step has its five fields"
GROUP = "cards are taken once each, in order of their places"
PASS = "a new pass begins when a card is drawn and the stock is empty"
HELD_BACK = "a line that shows a loss plays each card as soon as it can"
RUNS_ON = "a line that shows a loss runs until nothing more can be played or drawn"


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
    (WON, ("schema",), "x", "the schema is gehtauf/solve@1 (read 'x'; expected gehtauf/solve@1)"),
    (
        WON, ("verdict",), "undecided",
        "won, lost and chance can be shown (read 'undecided'; expected won or lost or chance)",
    ),
    (
        WON, ("game",), "patience",
        "the game is known (read 'patience'; expected quadrat or zudecken or geburtstag)",
    ),
    (WON, ("states",), 1.5, "states is a number of positions (read '1.5')"),
    (WON, ("moves",), 9, "moves counts the steps of a solution (read '9'; expected 4)"),
    (WON, ("moves",), 10**20, "moves counts the steps of a solution "
     "(read 'a huge number'; expected 4)"),
    (WON, ("moves",), 1 - 10**20, "moves counts the steps of a solution "
     f"(read '-{'9' * 20}'; expected 4)"),
    (WON, ("cards_left",), None, "cards_left counts the cards left (read 'null'; expected 0)"),
    (LOST, ("cards_left",), True, "cards_left counts the cards left (read 'true'; expected 2)"),
    (LOST, ("cards_left",), False, "cards_left counts the cards left (read 'false'; expected 2)"),
    (LOST, ("cards_left",), 1e30, "cards_left counts the cards left (read '1e+30'; expected 2)"),
    (WON, ("reason",), {"kind": "stuck", "n": [1], "m": {}},
     "the reason is true (read 'kind stuck, n a list, m an object')"),
    (WON, ("reason",), [[], 1, object()], "the reason is true (read 'a list 1 no JSON')"),
    (WON, ("reason",), {}, "the reason is true (read 'nothing')"),
    (WON, ("reason",), "x" * 80, f"the reason is true (read '{'x' * 80}')"),
    (WON, ("reason",), "x" * 81, f"the reason is true (read '{'x' * 79}…')"),
    (WON, ("chance",), 1, f"{FRACTION} (read '1')"),
    (WON, ("chance",), {"exact": None, "value": 0.5}, f"{FRACTION} (read '0.5')"),
    (CHANCE, ("chance",), {"exact": "1/2"}, f"{FRACTION} (read 'no value')"),
    (WON, ("rules",), [1, 2], "the rules are an object (read '1 2')"),
    (WON, ("rules", "passes"), 3, f"{RULES} (read 'passes')"),
    (WON, ("rules", "match"), "x", "match is known (read 'x'; expected suit or rank or "
     "suit-or-rank)"),
    (WON, ("rules", "cover"), "x", "cover is known (read 'x'; expected open or group or single)"),
    (WON, ("rules", "goal"), "x", "goal is known (read 'x'; expected cleared or stock)"),
    (WON, ("rules", "style"), "x", "style is known (read 'x'; expected set-aside or cover)"),
    (WON, ("rules", "width"), 9, "width is 1 to 8 (read '9')"),
    (WON, ("rules", "sizes"), [3, 2], f"{SIZES} (read '3 2')"),
    (WON, ("rules", "sizes"), [], f"{SIZES} (read 'nothing')"),
    (WON, ("rules", "sizes"), 2, f"{SIZES} (read '2')"),
    (WON, ("deal",), None, "a deal has all its fields and no others (read 'null')"),
    (WON, ("deal", "extra"), 1, "a deal has all its fields and no others (read 'extra')"),
    (WON, ("deal", "deck"), 5, "the deal's deck is a text or null (read '5')"),
    (WON, ("deal", "deck"), "4x4", "rules and deal name the same deck (read '3x3'; expected 4x4)"),
    (WON, ("deal", "deck"), "3x3\x1b", "rules and deal name the same deck "
     r"(read '3x3'; expected '3x3\x1b')"),
    (WON, ("deal", "game"), "quadrat", "deal and record name the same game "
     "(read 'quadrat'; expected zudecken)"),
    (WON, ("deal", "redeals"), {"a": None}, "redeals is a list of orders (read 'a null')"),
    (WON, ("deal", "cards"), [7], "an order is a list of cards (read '7')"),
    (WON, ("deal", "cards", 0), "KD", "the cards are not those of 3x3; missing: 3S; surplus: KD"),
    (WON, ("deal", "number"), "7", "a numbered deal has the cards of its number (read '7')"),
    (WON, ("proof",), {"kind": "greedy"}, "the proof of a won deal is its trace "
     "(read 'kind greedy'; expected kind trace)"),
    (WON, ("trace",), "x", "a won deal has a list of steps (read 'x')"),
    (WON, ("verdict",), "lost", "no line of play proves a loss: another might have won"),
    (WON, ("verdict",), "chance", "only a shuffled Geburtstag deal can have a chance"),
    (WON, ("trace",), WON["trace"][:-1], "step 3: the trace of a won deal ends won"),
    (WON, ("trace",), [], "the trace of a won deal ends won"),
    (WON, ("trace", 0), 5, f"{STEP} (read '5')"),
    (WON, ("trace", 0), {}, f"{STEP} (read 'no n')"),
    (WON, ("trace", 0, "n"), 2, "step 1: steps count up from 1 (read '2'; expected 1)"),
    (WON, ("trace", 0, "take"), "x", "step 1: take is a list of cards (read 'x')"),
    (WON, ("trace", 0, "take"), [5], "step 1: take is a list of cards (read '5')"),
    (WON, ("trace", 0, "take"), ["KD"], "step 1: only face-up cards can be taken (read 'KD')"),
    (WON, ("trace", 0, "take"), ["3C", "2C"], f"step 1: {GROUP} (read '3C 2C')"),
    (WON, ("trace", 0, "take"), ["2C"], "step 1: a group has one of the sizes of the rules "
     "(read '2C')"),
    (WON, ("trace", 0, "deal"), [], "step 1: the cards dealt are the next of the stock "
     "(read 'nothing'; expected 2H AC)"),
    (WON, ("trace", 0, "table"), [], "step 1: table lists the face-up cards after the move "
     "(read 'nothing'; expected 3S AH 2H AC)"),
    (WON, ("trace", 0, "stock"), 7, "step 1: stock counts the cards in it (read '7'; expected 3)"),
    (LOST, ("proof",), "x", "a proof is an object (read 'x')"),
    (LOST, ("proof",), {}, "the proof is one of a lost deal "
     "(read 'null'; expected parity or closed-set)"),
    (LOST, ("proof", "n"), 1, "a closed set has four fields (read 'n')"),
    (LOST, ("proof", "encoding"), "b", "the encoding is known (read 'b'; expected places64/1)"),
    (LOST, ("proof", "data"), "b", "data is a list of texts (read 'b')"),
    (LOST, ("proof", "data", 0), "4", "the start, and where a move leads, is a member "
     "(read '4 0123')"),
    (LOST, ("proof", "data"), [*LOST["proof"]["data"], "16 0123"],
     "every member but the start is reached by a move (read '16 0123')"),
    (LOST, ("proof", "count"), 1, "count is the number of members (read '1'; expected 25)"),
    (LOST, ("states",), 1, "states is the number of members (read '1'; expected 25)"),
    (PARITY, ("proof", "x"), 1, "a parity proof has n and counts (read 'x')"),
    (PARITY, ("proof", "n"), 1, "n is the first with all four counts odd, or the whole deck "
     "(read '1'; expected 8)"),
    (PARITY, ("proof", "counts"), {"C": 1}, "counts are those of the first n cards "
     "(read 'C 1'; expected C 1, S 3, H 3, D 1)"),
    (PARITY, ("rules", "width"), 5, "parity needs match suit, cover group, sizes 2 and width 4"),
    (PLAYED, ("rules", "redeal"), "x", "redeal is known (read 'x'; expected shuffled or "
     "unshuffled)"),
    (PLAYED, ("rules", "passes"), 0, "passes is a number from 1 (read '0')"),
    (PLAYED, ("rules", "passes"), 1, "later orders belong to shuffled redeals, and there are no "
     "more orders than passes (read '2')"),
    (PLAYED, ("rules", "sizes"), 1, f"{RULES} (read 'sizes')"),
    (PLAYED, ("proof",), {"kind": "x"}, "the proof is one of the verdict "
     "(read 'kind x'; expected kind trace)"),
    (GREEDY, ("proof",), {"kind": "x"}, "the proof is one of the verdict "
     "(read 'kind x'; expected kind greedy)"),
    (PLAYED, ("trace",), 5, "the trace is a list of steps (read '5')"),
    (PLAYED, ("trace", 0), 1, f"{STEP} (read '1')"),
    (PLAYED, ("trace", 0, "n"), 5, "step 1: steps count up from 1 (read '5'; expected 1)"),
    (PLAYED, ("trace", 0, "from"), "hand", "step 1: a card comes from stock or waste "
     "(read 'hand'; expected stock or waste)"),
    (PLAYED, ("trace", 0, "from"), "waste", "step 1: from the waste a card goes to its foundation"),
    (PLAYED, ("trace", 0, "to"), "hand", "step 1: a card goes to foundation or waste "
     "(read 'hand'; expected foundation or waste)"),
    (PLAYED, ("trace", 0, "to"), "foundation", "step 1: a foundation takes the next card of its "
     "suit (read 'AS')"),
    (PLAYED, ("trace", 0, "pass"), 2, f"step 1: {PASS} (read '2'; expected 1)"),
    (PLAYED, ("trace", 0, "card"), "KD", "step 1: only the next card of its pile is played "
     "(read 'KD'; expected AS)"),
    (PLAYED, ("trace",), PLAYED["trace"][:-1], "step 9: the trace of a won deal ends won"),
    (PLAYED, ("trace",), [], "the trace of a won deal ends won"),
    (PLAYED, ("trace",), [*PLAYED["trace"], PLAYED["trace"][-1] | {"n": 11}],
     "step 11: nothing is played after the game is won"),
    (PLAYED, ("verdict",), "chance", "a chance needs a pass without an order"),
    (CHANCE, ("verdict",), "lost", "a lost deal has an order for every pass"),
    (GREEDY, ("trace", 0, "to"), "waste", f"step 1: {HELD_BACK} (read '3S')"),
    (GREEDY, ("trace",), GREEDY["trace"][:-1], f"step {LAST - 1}: {RUNS_ON}"),
    (GREEDY, ("trace",), [], RUNS_ON),
    (GREEDY, ("trace",), [*GREEDY["trace"], GREEDY["trace"][0] | {"n": LAST + 1}],
     f"step {LAST + 1}: nothing is drawn after the last known pass"),
]  # fmt: skip


@pytest.mark.parametrize(("record", "path", "to", "message"), REFUSED)
def test_what_is_refused(record: Record, path: tuple[Json, ...], to: Json, message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        verify(changed(record, *path, to=to))
    error = caught.value
    assert str(error) == message
    if error.__cause__ is None:
        assert error.message == (f"step {error.step}: " if error.step else "") + error.rule
    else:
        assert error.rule == "a deal holds exactly the cards of its deck"


def test_a_closed_set_that_holds_a_win() -> None:
    proof = PLAYER.closed_set()
    claim = {"verdict": "lost", "cards_left": 2, "moves": None, "states": proof["count"]}
    record = {key: value for key, value in WON.items() if key != "trace"} | claim
    with pytest.raises(RefusedError) as caught:
        verify(record | {"proof": proof})
    assert str(caught.value) == "no member is won (read '9 ')"


def test_a_card_held_back_on_the_waste_is_named() -> None:
    steps = GREEDY["trace"]
    sources = [step["from"] for step in steps]
    at = next(i for i in range(len(steps)) if sources[i : i + 2] == ["waste", "stock"])
    drawn = steps[at + 1] | {"n": at + 1}
    with pytest.raises(RefusedError) as caught:
        verify(changed(GREEDY, "trace", to=[*steps[:at], drawn]))
    assert str(caught.value) == f"step {at + 1}: {HELD_BACK} (read '{drawn['card']}')"


def test_no_record_at_all() -> None:
    with pytest.raises(RefusedError) as caught:
        verify("a text")  # type: ignore[arg-type]
    assert str(caught.value) == "a record is a JSON object (read 'a text')"


def test_nothing_to_verify() -> None:
    record = {key: value for key, value in WON.items() if key not in ("trace", "proof")}
    with pytest.raises(RefusedError) as caught:
        verify(record)
    assert caught.value.rule == "nothing to verify"
    assert str(caught.value) == (
        "nothing to verify: the record has neither trace nor proof; "
        "`gehtauf solve --proof` writes them"
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
