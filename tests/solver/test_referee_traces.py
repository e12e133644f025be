"""The referee on won deals of Quadrat and Zudecken: every step of the trace is checked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from record_maker import (
    Json,
    Record,
    base_record,
    changed,
    covering,
    covering_rules,
    deck_names,
    first_covering,
    quadrat_rules,
    refusal,
)

from solver.referee import verify

GOALS = ("cleared", "stock")


WON = covering(covering_rules("4x4", sizes=[2, 3]), 0)
TRACE = WON.record()["trace"]
LAST = len(TRACE)
DEALT = "the cards dealt must be the next of the stock"
TABLE = "table must list the face-up cards after it"
STOCK = "stock must count its cards"
FACE_UP = "only face-up cards can be taken"
ILLEGAL = (FACE_UP, "each chosen card must match another face-up card")
COUNT_UP = "steps must count up from 1"
FIELDS = "a step must have its five fields"


@pytest.mark.promise(13)
def test_every_legal_line_is_accepted() -> None:
    lines = [WON.record(seed) for seed in range(20)]
    assert len({str(line["trace"]) for line in lines}) > 5
    assert {len(line["trace"]) for line in lines} != {LAST}
    for line in lines:
        verify(line)
        verify(changed(line, "proof", drop=True))


@pytest.mark.parametrize("goal", GOALS)
def test_a_game_may_be_won_at_the_start(goal: str) -> None:
    record = base_record(
        quadrat_rules("1x4", goal=goal), [deck_names("1x4")], verdict="won", moves=0, trace=[],
        cards_left=0 if goal == "cleared" else None,
    )  # fmt: skip
    if goal == "stock":
        assert verify(record) == "won: a legal line of 0 moves ends with the stock empty"
        stuck = record | {"reason": {"kind": "stuck"}}  # no move, and yet not stuck: it is over
        assert refusal(stuck) == (None, "the reason must be true")
    else:
        assert refusal(record) == (None, "the trace of a won deal must end won")


@pytest.mark.promise(13)
@pytest.mark.parametrize("at", range(LAST))
def test_every_step_is_checked(at: int) -> None:
    record, step, n = WON.record(), TRACE[at], at + 1
    covered = WON.names[-1] if step["stock"] > 0 else TRACE[at - 1]["take"][0]

    def with_step(key: str, to: Json) -> Record:
        return changed(record, "trace", at, key, to=to)

    assert refusal(with_step("take", [*step["take"][:-1], covered])) == (n, FACE_UP)
    assert refusal(with_step("take", step["take"][:1])) == (
        n, "a group must have one of the sizes of the rules"
    )  # fmt: skip
    order = (n, "cards must be taken once each, in order of their places")
    assert refusal(with_step("take", step["take"][::-1])) == order
    assert refusal(with_step("take", [step["take"][0], *step["take"]])) == order
    assert refusal(with_step("deal", [*step["deal"], covered])) == (n, DEALT)
    if len(step["deal"]) > 1:
        assert refusal(with_step("deal", step["deal"][::-1])) == (n, DEALT)
        assert refusal(with_step("deal", step["deal"][1:])) == (n, DEALT)
    assert refusal(with_step("table", [*step["table"], covered])) == (n, TABLE)
    if step["table"]:
        assert refusal(with_step("table", step["table"][1:])) == (n, TABLE)
        assert refusal(with_step("table", [covered, *step["table"][1:]])) == (n, TABLE)
        assert refusal(with_step("table", [*step["table"][1:], step["table"][0]]))[0] == n or (
            len(step["table"]) == 1
        )
    for stock in (step["stock"] + 1, step["stock"] - 1, float(step["stock"]), None):
        assert refusal(with_step("stock", stock)) == (n, STOCK)
    for number in (n + 1, 0, float(n), True, str(n)):
        if type(number) is not int or number != n:
            assert refusal(with_step("n", number)) == (n, COUNT_UP)
    assert refusal(changed(record, "trace", at, "stock", drop=True)) == (n, FIELDS)
    assert refusal(with_step("comment", "a fine move")) == (n, FIELDS)
    assert refusal(changed(record, "trace", at, to=[step])) == (n, FIELDS)


def renumbered(trace: list[Record]) -> list[Record]:
    return [step | {"n": n} for n, step in enumerate(trace, start=1)]


@pytest.mark.parametrize("at", range(LAST))
def test_dropped_and_doubled_steps(at: int) -> None:
    shorter = TRACE[:at] + TRACE[at + 1 :]
    step, rule = refusal(WON.record() | {"trace": shorter})
    last = at == LAST - 1
    ends = (LAST - 1, "the trace of a won deal must end won")
    assert (step, rule) == (ends if last else (at + 1, COUNT_UP))
    step, rule = refusal(WON.record() | {"trace": renumbered(shorter), "moves": LAST - 1})
    if last:
        assert (step, rule) == ends
    else:
        assert step == at + 1
        assert rule in (*ILLEGAL, DEALT, TABLE)
    doubled = renumbered(TRACE[: at + 1] + TRACE[at:])
    over = "nothing may be played after the game is won"
    step, rule = refusal(WON.record() | {"trace": doubled})
    assert (step, rule) == (at + 2, over if last else FACE_UP)


@pytest.mark.promise(13)
@pytest.mark.parametrize("at", range(LAST - 1))
def test_swapped_steps(at: int) -> None:
    swapped = [*TRACE[:at], TRACE[at + 1], TRACE[at], *TRACE[at + 2 :]]
    assert refusal(WON.record() | {"trace": swapped}) == (at + 1, COUNT_UP)
    step, rule = refusal(WON.record() | {"trace": renumbered(swapped)})
    assert step == at + 1
    assert rule in (*ILLEGAL, DEALT, TABLE)


@pytest.mark.parametrize(
    ("cover", "take", "rule"),
    [
        ("group", ["2C", "2S"], None),
        ("group", ["AC", "2C"], None),
        ("group", ["AC", "2S"], "each chosen card must match another chosen card"),
        ("open", ["AC", "2S"], None),  # AC matches 2C, 2S matches 2C
        ("open", ["AC", "3D"], "each chosen card must match another face-up card"),
        ("open", ["AC"], "a group must have one of the sizes of the rules"),
        ("single", ["AC"], None),
        ("single", ["3D"], "each chosen card must match another face-up card"),
        ("group", ["AC", "2C", "2S"], None),
        ("group", ["AC", "2C", "2S", "3D"], "each chosen card must match another chosen card"),
    ],
)
def test_cover_decides_which_groups_may_go(cover: str, take: list[str], rule: str | None) -> None:
    table = ["AC", "2C", "2S", "3D"]
    names = table + [name for name in deck_names("3x4") if name not in table]
    fresh = names[4 : 4 + len(take)]
    after = [name for name in table if name not in take] + fresh
    step = {"n": 1, "take": take, "deal": fresh, "table": after, "stock": 8 - len(take)}
    record = base_record(covering_rules("3x4", cover=cover), [names], verdict="won", trace=[step])
    # A legal first step is all that this line has: then only its end is wrong.
    assert refusal(record) == (1, rule or "the trace of a won deal must end won")


@pytest.mark.promise(13)
def test_what_a_won_record_says_besides() -> None:
    record = WON.record()
    moves = (None, "moves must count the steps of a solution")
    assert [refusal(record | {"moves": m}) for m in (LAST + 1, None, float(LAST))] == [moves] * 3
    left = (None, "cards_left must count the cards left")
    assert [refusal(record | {"cards_left": c}) for c in (1, None, False)] == [left] * 3
    assert refusal(record | {"verdict": "lost"}) == (
        None, "no line of play proves a loss: another might have won"
    )  # fmt: skip
    assert refusal(record | {"verdict": "chance"}) == (
        None, "only a shuffled Geburtstag deal can have a chance"
    )  # fmt: skip
    trace_only = (None, "the proof of a won deal must be its trace")
    for proof in (None, {}, {"kind": "greedy"}, {"kind": "trace", "n": 1}, "trace"):
        assert refusal(record | {"proof": proof}) == trace_only
    assert refusal(changed(record, "trace", drop=True)) == (
        None,
        "a won deal must have a list of steps",
    )


def test_goal_stock_ends_with_the_last_card_dealt() -> None:
    player = first_covering(covering_rules("4x4", goal="stock"), "won")
    record = player.record()
    assert record["cards_left"] is None
    assert verify(record).endswith("moves ends with the stock empty")
    assert refusal(record | {"cards_left": 0}) == (None, "cards_left must count the cards left")
    last = record["trace"][-1]
    n = last["n"] + 1
    more = {"n": n, "take": last["table"], "deal": [], "table": [], "stock": 0}
    longer = record | {"trace": [*record["trace"], more], "moves": n}
    assert refusal(longer) == (n, "nothing may be played after the game is won")


def test_random_lines_that_go_wrong_are_never_called_won() -> None:
    """Play at random; the referee calls a line won exactly when nothing is left."""
    seen: Counter[str] = Counter()
    player = covering(covering_rules("4x4", cover="group"), 0)
    for seed in range(300):
        random, position, steps = Random(seed), player.start, list[Record]()
        while moves := player.positions[position]:
            group, after = random.choice(moves)
            steps.append(player.step(len(steps) + 1, position, group, after))
            position = after
        record = base_record(player.rules, [player.names], verdict="won", cards_left=0,
                             moves=len(steps), trace=steps)  # fmt: skip
        if player.won(position):
            verify(record)
        else:
            assert refusal(record) == (len(steps) or None, "the trace of a won deal must end won")
        seen["won" if player.won(position) else "lost"] += 1
    assert min(seen["won"], seen["lost"]) >= 50, seen
