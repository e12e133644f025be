"""None, one, two and many in the texts: numbers agree with their nouns and verbs."""

from __future__ import annotations

import pytest

from reports.odds_text import _simulated
from reports.paint import Paint
from reports.why import proved, why
from solver.odds.values import SimulatedShare
from tests.gehtauf.command import gehtauf


def lost(states: int, left: int) -> dict[str, object]:
    reason = {"kind": "exhausted", "states": states}
    return {"verdict": "lost", "reason": reason, "states": states, "cards_left": left}


@pytest.mark.parametrize(
    ("states", "left", "text", "proof"),
    [
        (1, 2, "The only position that can be reached is not won; 2 cards are left.", "the only"),
        (2, 1, "Both positions that can be reached were searched, with the stock face up, and none "
         "is won; on the best line 1 card is left.", "both"),
        (1234, 5, "All 1,234 positions that can be reached were searched, with the stock face up, "
         "and none is won; on the best line 5 cards are left.", "all 1,234"),
    ],
)  # fmt: skip
def test_positions_and_cards(states: int, left: int, text: str, proof: str) -> None:
    assert why(lost(states, left), Paint()) == text
    noun = "position" if states == 1 else "positions"
    told = f"Proof: the list of {proof} {noun}, in the JSON formats."
    assert proved({"proof": {"kind": "closed-set", "count": states}}) == told


@pytest.mark.parametrize(("value", "text"), [(1, "1 second "), (0.5, "0.5 seconds "), (2, "2 sec")])
def test_seconds(value: float, text: str) -> None:
    reason = {"kind": "limit", "limit": "timeout", "value": value}
    record = {"verdict": "undecided", "reason": reason, "states": 1}
    assert f"its limit of {text}" in why(record, Paint())
    assert "(1 position seen)" in why(record, Paint())


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ("analyze --game quadrat --deck 2x1 --deals 0",
         ["No choice matters: the only line of play comes to this end.", "comes out in 1 move,"]),
        ("analyze --game quadrat --deck 2x2 --deals 0",
         ["No choice matters: both lines of play end alike.", "comes out in 2 moves,"]),
        ("analyze --game zudecken --deck 2x1 --deals 0", ["1 of 1 line wins.", "takes 1 move,"]),
        ("analyze --game zudecken --deck 3x1 --sizes 2 --deals 0",
         ["None of the 3 lines of play wins; the best one leaves 1 card."]),
        ("analyze --game zudecken --deck 3x1 --sizes 2 --width 2 --deals 0",
         ["The only line of play does not win; it leaves 1 card."]),
        ("solve --game zudecken --deck 1x1 --deals 0", ["1 card is left.", "1 deal: 1 lost"]),
    ],
)  # fmt: skip
def test_small_deals(command: str, texts: list[str]) -> None:
    out = " ".join(gehtauf(*command.split()).out.split())
    for text in texts:
        assert text in out


def test_simulated_deals() -> None:
    one, two = (SimulatedShare(n, n, 0.95, 0.2, 1.0, "wilson") for n in (1, 2))
    assert _simulated(one, "0").startswith("1 of 1 deal (number 0) comes out; ")
    assert _simulated(two, "0..1").startswith("2 of 2 deals (numbers 0..1) come out; ")
