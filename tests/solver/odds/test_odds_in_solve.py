"""The chance in what `solve` and `analyze` say, against all later orders solved one by one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from deals.cards import Card, make_card, rank_of, suit_of
from deals.deal import Deal
from deals.decks import find_deck
from deals.numbering import numbered_deal
from reports.numbers import bound
from reports.paint import Paint
from reports.table import FORMATS
from reports.text import solved_deal
from reports.why import why
from solver.analyze import analyze
from solver.analyze_record import analyze_record
from solver.games import Birthday, Verdict
from solver.odds.geburtstag import chance
from solver.prepare import prepare_number
from solver.record import Origin, Record, solve_record
from solver.rules import BirthdayRules, find_rules
from solver.solve import Solution, solve
from tests.reports.schema_check import faults

FULL = find_rules("geburtstag")


def small(passes: int, deck: str = "6x4", target: str = "5432") -> BirthdayRules:
    rules = find_rules("geburtstag", deck=deck, target=target, passes=passes)
    assert isinstance(rules, BirthdayRules)
    return rules


def known(rules: BirthdayRules, number: int, orders: int) -> Deal:
    """Return a numbered deal of which only the first orders are given."""
    deal = prepare_number(number, rules).deal
    return replace(deal, redeals=deal.redeals[: orders - 1], number=None)


def unplayed(rules: BirthdayRules, deal: Deal) -> tuple[Card, ...]:
    game = Birthday.from_deal(rules, deal)
    return game.greedy_end(game.start()).waste


def extended(deal: Deal, first: Sequence[Card]) -> Deal:
    """Return the deal with one more order: some cards first, then all others."""
    rest = tuple(card for card in deal.cards if card not in first)
    return replace(deal, redeals=(*deal.redeals, (*first, *rest)))


def record_of(solution: Solution) -> Record:
    record = solve_record(solution, Origin("a"), version="0", with_trace=True)
    assert faults("solve", record) == []
    return record


def leaving(rules: BirthdayRules, lengths: Sequence[int]) -> Deal:
    """Return a deal whose first order leaves so many cards, two or more, of the first suits."""
    bases = prepare_number(0, rules).deal.bases
    order: list[Card] = []
    for suit, base in enumerate(bases):
        chain = [make_card((rank_of(base) + up) % 6, suit_of(base)) for up in range(1, 6)]
        left = lengths[suit] if suit < len(lengths) else 0
        # The card before those that are to be left comes last, when the others lie above the next.
        order += [*chain[: 4 - left], *chain[5 - left :], chain[4 - left]] if left else chain
    return Deal(find_deck(rules.deck), tuple(order), target=rules.target, suits=rules.suits)


@pytest.mark.parametrize(
    ("lengths", "unknown"),
    [([3], 1), ([4], 1), ([2, 3], 1), ([2, 2], 1), ([3, 3], 1), ([4, 2], 1), ([3], 2), ([4], 2)],
)
def test_all_later_orders_are_tried(lengths: list[int], unknown: int) -> None:
    """Each way in which the unknown orders can turn out, solved for itself."""
    rules = small(1 + unknown)
    deal = leaving(rules, lengths)
    left = unplayed(rules, deal)
    assert len(left) == sum(lengths)
    solution = solve(rules, deal)
    assert solution.verdict is Verdict.CHANCE
    assert solution.chance is not None
    verdicts = []
    for orders in product(list(permutations(left)), repeat=unknown):
        whole = deal
        for order in orders:
            whole = extended(whole, order)
        verdicts.append(solve(rules, whole).verdict)
    assert set(verdicts) <= {Verdict.WON, Verdict.LOST}
    assert solution.chance.exact == Fraction(verdicts.count(Verdict.WON), len(verdicts))
    assert (solution.chance.exact == 1) is (unknown >= max(lengths) - 1)


def test_the_known_passes_count() -> None:
    """After each order that is given the chance is that of the cards it leaves."""
    assert isinstance(FULL, BirthdayRules)
    for number in range(3):
        whole = prepare_number(number, FULL).deal
        for orders in (1, 2, 3):
            deal = known(FULL, number, orders)
            lengths = [0] * 4
            for card in unplayed(FULL, deal):
                lengths[suit_of(card)] += 1
            solution = solve(FULL, deal)
            assert solution.chance == chance(lengths, 4 - orders)
            record = record_of(solution)
            assert record["chance"] == {"exact": None, "value": solution.chance.value}
        assert record_of(solve(FULL, whole))["chance"] is None


def test_a_search_gives_the_same_chance() -> None:
    rules = small(2, "4x4", "1232")
    deal = next(d for n in range(200) if len(unplayed(rules, d := known(rules, n, 1))) == 2)
    found = solve(rules, deal, exhaustive=True)
    assert found.verdict is Verdict.CHANCE
    assert found.chance == solve(rules, deal).chance
    assert found.chance is not None
    limited = solve(rules, deal, exhaustive=True, max_states=2)
    assert (limited.verdict, limited.chance) == (Verdict.UNDECIDED, None)


def test_many_passes_are_no_trouble() -> None:
    for passes in (12, 10**9):
        rules = find_rules("geburtstag", passes=passes)
        assert isinstance(rules, BirthdayRules)
        deal = numbered_deal(1, find_deck("french52"), target="1956", suits="SHCD")
        solution = solve(rules, deal)
        assert solution.chance == (1, 1.0, 0.0)
        assert "in whatever order they come" in why(record_of(solution), Paint())


def test_analyze_and_csv_tell_it_too() -> None:
    assert isinstance(FULL, BirthdayRules)
    deal = known(FULL, 514, 1)
    solution = solve(FULL, deal)
    assert solution.chance is not None
    record = analyze_record(analyze(solution), Origin("a"), version="0")
    assert faults("analyze", record) == []
    assert record["chance"] == {"exact": None, "value": solution.chance.value}
    text = " ".join(solved_deal(record_of(solution), Paint(), solution=solution).split())
    error = bound(solution.chance.error_bound)
    assert f"The chance is {solution.chance.value!r}, off by at most {error}." in text
    assert faults("analyze", record | {"chance": {"exact": "2/4", "value": 0.5, "x": 1}})
    writer = FORMATS["csv"]()
    names, cells = writer.head(), writer.record(record_of(solution))
    row = dict(zip(names.strip().split(","), cells.strip().split(","), strict=True))
    assert (row["chance.exact"], row["chance.value"]) == ("", str(solution.chance.value))


@pytest.mark.parametrize(
    ("known_chance", "words"),
    [
        (None, "; the rest is a matter of chance."),
        ({"exact": "1/1", "value": 1.0}, "; it will be out after the others, in whatever order"),
        ({"exact": "1/4", "value": 0.25}, "comes out in 25 % (exactly 1/4) of all orders"),
        ({"exact": f"1/{3**70}", "value": 3.0**-70}, "comes out in 1 in 2,503,155,504,993,"),
        ({"exact": None, "value": 0.25}, "comes out in 25 % of all orders of the later passes."),
    ],
)
def test_the_words(known_chance: object, words: str) -> None:
    reason = {"kind": "no-orders", "known": 1, "passes": 2}
    text = why({"verdict": "chance", "chance": known_chance, "reason": reason}, Paint())
    assert text.startswith("It is not out in the 1 pass whose order the deal gives, of 2; ")
    assert words in text


def test_no_heavy_library_is_loaded() -> None:
    code = (
        "import sys, pathlib\n"
        "from gehtauf.cli import run\n"
        "run(['solve', 'deals/samples/geburtstag.txt', '--quiet'])\n"
        "print(*sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert "0.0828 %" in told
    loaded = {name.split(".")[0] for name in told.splitlines()[-1].split()}
    assert "solver" in loaded
    assert not loaded & {"numpy", "numba", "scipy", "pyarrow", "networkx"}
