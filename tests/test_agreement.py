"""Independent judges agree on random deals, and a fault planted in any of them is told.

The same comparison on far more deals: ``python -m tests.agreement``, see docs/agreement.md.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from solver.columns import Detail
from solver.games import Covering
from solver.kernel import Kernel
from solver.referee import covering as referee
from solver.rules import CoveringRules, Rules
from tests import brute
from tests.agreement import __main__ as command
from tests.agreement import judges, proofs
from tests.agreement.draws import SMALL_DECKS, size_set, stream_of
from tests.agreement.sections import SECTIONS, Piece, run, work_off
from tests.agreement.tally import NOT_AT_ONCE, Tally

Plant = Callable[[pytest.MonkeyPatch], None]


def sample(section: str, rules: int, deals: int, seed: int = 0) -> Tally:
    """Compare a few deals under each of so many rules."""
    tally = Tally()
    for number in range(seed, seed + rules):
        tally += work_off(Piece(section, number, 0, deals))
    return tally


def guilty(tally: Tally) -> list[set[str]]:
    return [set(one.judges.split(", ")) for one in tally.differences]


def test_small_decks() -> None:
    tally = sample("verdicts", 20, 5, seed=25)
    assert not tally.differences
    assert tally.seen["lost"] >= 40
    assert tally.seen[NOT_AT_ONCE] >= 25
    assert tally.seen["won"] >= 50
    assert tally.pairs["search", "brute"] == tally.pairs["referee", "brute"] == 100
    assert min(tally.pairs["kernel", "brute"], tally.pairs["counts", "brute"]) >= 70
    assert tally.pairs["theorem", "brute"] >= 5


def test_geburtstag() -> None:
    tally = sample("birthdays", 12, 4)
    assert not tally.differences
    assert min(tally.seen["lost"], tally.seen["won"]) >= 5
    assert min(tally.pairs["kernel", "brute"], tally.pairs["graph", "brute"]) >= 30


@pytest.mark.parametrize("section", ["large", "single"])
def test_52_cards(section: str) -> None:
    tally = sample(section, 4, 1)
    assert not tally.differences
    assert tally.pairs["kernel", "referee"] == tally.seen["deals"] == 4
    assert tally.seen["lost"]


def test_proofs() -> None:
    tally = work_off(Piece("proofs", 0, 0, 25))
    assert not tally.differences
    assert [tally.seen[kind] for kind in proofs.KINDS] == [5] * 5
    assert tally.seen["faults refused"] > 100


def of_rank(self: Any, one: int, other: int) -> bool:
    return one != other and bool(self.cards[one] % 13 == self.cards[other] % 13)


def in_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a fault: two cards match only in rank."""
    right = Covering.__init__

    def by_rank(self: Covering, rules: CoveringRules, cards: Any) -> None:
        right(self, replace(rules, match="rank"), cards)

    monkeypatch.setattr(Covering, "__init__", by_rank)


def in_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_rank(rules: Rules, detail: Detail) -> Kernel:
        assert isinstance(rules, CoveringRules)
        return Kernel(replace(rules, match="rank"), detail)

    monkeypatch.setattr(judges, "Kernel", by_rank)


def in_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee._Game, "agree", of_rank)


def in_the_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brute.Covering, "match", of_rank)


@pytest.mark.parametrize(
    ("plant", "suspects"),
    [
        (in_the_rules, {"search", "theorem", "graph", "referee"}),  # the referee refuses their line
        (in_the_kernel, {"kernel", "counts"}),
        (in_the_referee, {"referee"}),
        (in_the_brute_force, {"brute"}),
    ],
)
def test_a_match_by_rank_alone_is_told(
    plant: Plant, suspects: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    tally = sample("verdicts", 5, 2, seed=30)
    assert len(tally.differences) > 3
    assert all(suspects & judges for judges in guilty(tally))


def test_a_waste_turned_the_wrong_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = brute.Birthday.next_stock

    def upside_down(self: brute.Birthday, number: int, waste: Any) -> tuple[int, ...]:
        return right(self, number, waste)[::-1]

    monkeypatch.setattr(brute.Birthday, "next_stock", upside_down)
    tally = sample("birthdays", 1, 4, seed=53)  # rules under which the order decides
    assert tally.differences
    assert all("brute" in judges for judges in guilty(tally))


def test_a_referee_that_refuses_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "verify", lambda record: "fine")
    tally = work_off(Piece("proofs", 0, 0, 5))
    assert len(tally.differences) > 100
    assert "--faults" in tally.differences[0].command()


def arguments(seed: int = 1, **deals: int) -> list[str]:
    """Return the arguments for so many deals of some sections and none of the others."""
    counts = [f"--{name}={deals.get(name, 0)}" for name in SECTIONS]
    return [*counts, f"--seed={seed}", "--quiet"]


def test_the_command_tells_what_it_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(arguments(verdicts=3)) == 0
    first, *table, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r"random rules, decks of up to 16 cards: 3 deals under 1 rules: "
        r"\d won, \d lost( \(\d not at once\))?, 0 undecided; no difference; \d+ s",
        first,
    )
    assert table[0].split()[-2:] == ["referee", "brute"]
    assert table[-1].split() == ["referee", "3"]
    assert last == "in all: no difference"


def test_a_difference_comes_with_a_command_that_shows_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_the_brute_force(monkeypatch)
    assert command.main(arguments(seed=31, verdicts=20)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith(" differences")
    told = next(line for line in lines if "python -m tests.agreement" in line)
    again = shlex.split(told)[3:]
    assert command.main(again) == 1
    shown = capsys.readouterr().out
    assert "\nbrute: verdict " in shown
    assert "search, brute: " in shown
    monkeypatch.undo()
    assert command.main([*again, "--faults"]) == 0
    assert capsys.readouterr().out.endswith("\nno difference\n")


def test_an_interrupted_run_tells_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(section: str, *how: int) -> Iterator[Tally]:
        yield from islice(run(section, *how), 1)
        if section == "proofs":
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", interrupted)
    assert command.main(arguments(proofs=20)) == 130
    told = capsys.readouterr()
    assert "10 deals" in told.out
    assert told.err == "interrupted\n"


@pytest.mark.parametrize(
    "wrong", ["--workers=0", "--verdicts=-1", "--seed=x", "--rules={", "--rules={}", "--rules=[]"]
)
def test_wrong_arguments_are_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command.main([wrong])
    assert end.value.code == 2
    assert wrong.partition("=")[0] in capsys.readouterr().err


def test_workers_change_nothing() -> None:
    alone = list(run("proofs", 3, 12, workers=1))
    assert list(run("proofs", 3, 12, workers=2)) == alone
    assert list(run("proofs", 4, 12)) != alone


def test_every_deck_and_set_of_sizes_can_be_drawn() -> None:
    assert len(SMALL_DECKS) == len(set(SMALL_DECKS)) == 63
    assert {"16x1", "1x1", "4x4", "13x1", "4*1x4", "2*4x2"} - set(SMALL_DECKS) == {"16x1"}
    stream = stream_of("sizes")
    assert {tuple(size_set(stream, 3)) for _ in range(200)} == {
        *((1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3))
    }
