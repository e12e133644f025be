"""Proofs of every kind as JSON records: the referee accepts each and refuses every fault in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from deals.errors import RefusedError
from deals.numbering import SplitMix64
from solver.games import Verdict
from solver.prepare import Question
from solver.referee import verify
from solver.rules import Rules, find_rules
from solver.solve import solve
from tests.agreement.draws import (
    GOALS,
    birthday_rules,
    choose,
    covering_rules,
    draw_question,
    is_stuck,
)
from tests.agreement.judges import Record, proved_record
from tests.agreement.tally import Difference, Tally
from tests.solver.mutations import mutations

MOST_POSITIONS = 4_000
"""A deal whose search sees more is passed over here: each proof is written and checked in full."""

ONE_FAULTY_IN = 10
"""So many proofs for each one that is tried with faults."""

DECKS = ("3x4", "8x2", "4x4", "2*4x2", "skat32", "french52", "2*skat32", "double104")
WIDTHS = (3, 3, 4, 4, 5)
COVERS = ("open", "group", "group", "single")


class Kind(NamedTuple):
    """A kind of proof: the rules it is drawn for, and what the record says of it."""

    rules: Callable[[SplitMix64], Rules]
    proof: str
    verdicts: tuple[Verdict, ...]


def _covering(stream: SplitMix64) -> Rules:
    return covering_rules(stream, choose(stream, DECKS), WIDTHS, COVERS)


def _quadrat(stream: SplitMix64) -> Rules:
    return find_rules("quadrat", deck=choose(stream, DECKS), goal=choose(stream, GOALS))


def _birthday(stream: SplitMix64) -> Rules:
    return birthday_rules(stream, (4, 5, 6, 8, 13))


def _short_birthday(stream: SplitMix64) -> Rules:
    return birthday_rules(stream, (3, 4, 5, 6))


KINDS: Mapping[str, Kind] = {
    "won traces": Kind(_covering, "trace", (Verdict.WON,)),
    "closed sets": Kind(_covering, "closed-set", (Verdict.LOST,)),
    "parity": Kind(_quadrat, "parity", (Verdict.LOST,)),
    "greedy": Kind(_birthday, "greedy", (Verdict.LOST, Verdict.CHANCE)),
    "won traces of Geburtstag": Kind(_short_birthday, "trace", (Verdict.WON,)),
}


def check_proof(stream: SplitMix64, number: int) -> Tally:
    """Draw deals until one has a proof of the kind whose turn it is, and let it be judged."""
    name = list(KINDS)[number % len(KINDS)]
    question, record = _find(stream, KINDS[name])
    tally = Tally()
    tally.seen.update(["deals", name, str(record["verdict"])])
    try:
        verify(record)
    except Exception as fault:
        tally.differences.append(Difference(question, "referee", "proof", str(fault)))
    if number // len(KINDS) % ONE_FAULTY_IN == 0:
        plant_faults(question, record, tally)
    return tally


def _find(stream: SplitMix64, kind: Kind) -> tuple[Question, Record]:
    while True:
        question = draw_question(stream, kind.rules(stream))
        solution = solve(*question, max_states=MOST_POSITIONS)
        if solution.verdict in kind.verdicts and not is_stuck(question):
            record = proved_record(solution)
            if record["proof"]["kind"] == kind.proof and _needs_every_order(record):
                return question, record


def _needs_every_order(record: Record) -> bool:
    """Tell whether a win uses the last order: else it is as true without that one."""
    orders = 1 + len(record["deal"]["redeals"])
    return orders == 1 or bool(record["trace"][-1]["pass"] == orders)


def plant_faults(question: Question, record: Record, tally: Tally) -> None:
    """Plant faults in a proof, one after the other, and see each refused."""
    tally.seen["proofs tried with faults"] += 1
    for fault, spoilt in mutations(record, Random(question.deal.number)):
        try:
            accepted = verify(spoilt)
        except RefusedError:
            tally.seen["faults refused"] += 1
        else:
            tally.differences.append(Difference(question, "referee", fault, accepted, planted=True))
