"""The referee on lost deals shown by all positions that can be reached: none too many or few."""

from __future__ import annotations

import pytest
from record_maker import (
    Json,
    Record,
    base_record,
    changed,
    covering,
    covering_rules,
    refusal,
)

GOALS = ("cleared", "stock")


LOST = covering(covering_rules("skat32", match="rank", sizes=[2, 3]), 58)
MEMBER = "the start, and where a move leads, must be a member"
SUPERFLUOUS = "every member but the start must be reached by a move"
ORDER = "levels and members must stand in ascending order, each once"


def members() -> list[tuple[int, int]]:
    data = LOST.record()["proof"]["data"]
    return [(i, j) for i, line in enumerate(data) for j in range(1, len(line.split(" ")))]


def edited(i: int, edit: Json) -> Record:
    record = LOST.record()
    data = record["proof"]["data"]
    words = data[i].split(" ")
    edit(words)
    data[i] = " ".join(words)
    return record


@pytest.mark.promise(13)
def test_a_member_dropped_is_missed() -> None:
    assert len(members()) == len(LOST.positions)
    for i, j in members():
        record = edited(i, lambda words, j=j: words.pop(j))
        assert refusal(record) == (None, MEMBER)
        record["proof"]["count"] -= 1
        record["states"] -= 1
        assert refusal(record) == (None, MEMBER)


@pytest.mark.promise(13)
def test_a_member_added_is_superfluous() -> None:
    for i, line in enumerate(LOST.record()["proof"]["data"]):
        level, first, *_ = line.split(" ")
        others = {"0123", "0124", "0", "", "01234567", "vw", "é", first[::-1]} - {first}
        for other in sorted(others):
            record = edited(i, lambda words, other=other: words.append(other))
            assert refusal(record) == (None, SUPERFLUOUS), (level, other)
            record["proof"]["count"] += 1
            record["states"] += 1
            assert refusal(record) == (None, SUPERFLUOUS), (level, other)
    more = [*LOST.record()["proof"]["data"], "32 stuv"]
    assert refusal(changed(LOST.record(), "proof", "data", to=more)) == (None, SUPERFLUOUS)


def test_a_closed_set_is_written_in_one_way() -> None:
    data = LOST.record()["proof"]["data"]
    wide = max(range(len(data)), key=lambda i: len(data[i]))
    assert refusal(edited(wide, lambda words: words.append(words[-1]))) == (None, ORDER)
    assert refusal(edited(wide, lambda words: words.insert(1, words.pop()))) == (None, ORDER)
    for lines in (data[::-1], [*data, data[-1]], [*data, "31"], [*data, ""]):
        assert refusal(changed(LOST.record(), "proof", "data", to=lines)) == (None, ORDER)
    level, first, *rest = data[wide].split(" ")
    split = [*data[:wide], f"{level} {first}", f"{level} {' '.join(rest)}", *data[wide + 1 :]]
    assert refusal(changed(LOST.record(), "proof", "data", to=split)) == (None, ORDER)
    spaced = [line.replace(" ", "  ", 1) for line in data]
    assert refusal(changed(LOST.record(), "proof", "data", to=spaced)) == (None, SUPERFLUOUS)
    zero = [f"0{line}" for line in data]
    assert refusal(changed(LOST.record(), "proof", "data", to=zero)) == (None, MEMBER)


def test_what_a_lost_record_says_besides() -> None:
    record = LOST.record()
    count = len(LOST.positions)
    for wrong in (count - 1, count + 1, float(count), str(count)):
        assert refusal(changed(record, "proof", "count", to=wrong)) == (
            None, "count must be the number of members"
        )  # fmt: skip
    assert refusal(record | {"states": count + 1}) == (None, "states must be the number of members")
    assert refusal(record | {"states": 0}) == (None, "states must be the number of members")
    left = record["cards_left"]
    for wrong in (left + 1, left - 1, None, 0):
        assert refusal(record | {"cards_left": wrong})[1] == "cards_left must count the cards left"
    assert refusal(record | {"moves": 0}) == (None, "moves must count the steps of a solution")
    assert refusal(record | {"verdict": "won"}) == (
        None,
        "the proof of a won deal must be its trace",
    )
    assert refusal(record | {"verdict": "chance"})[1].startswith("only a shuffled Geburtstag deal")
    assert refusal(record | {"trace": []})[1].startswith("no line of play proves a loss")
    kinds = (None, "the proof must be one of a lost deal")
    for kind in ("trace", "greedy", "parities", None, []):
        assert refusal(changed(record, "proof", "kind", to=kind)) == kinds
    assert refusal(changed(record, "proof", "encoding", to="places64/2"))[1].startswith("the enc")
    assert refusal(changed(record, "proof", "note", to=1)) == (
        None, "a closed set must have four fields"
    )  # fmt: skip


@pytest.mark.parametrize("goal", GOALS)
def test_a_won_position_is_no_member(goal: str) -> None:
    player = covering(covering_rules("3x4", goal=goal), 0)
    assert player.verdict == "won"
    claim = base_record(
        player.rules, [player.names], verdict="lost", cards_left=player.fewest_left,
        states=len(player.positions), proof=player.closed_set(),
    )  # fmt: skip
    assert refusal(claim) == (None, "no member may be won")
