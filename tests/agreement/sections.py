"""The sections of the comparison, cut into pieces that any number of processes can work off."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from deals.numbering import SplitMix64
from solver.rules import Rules
from tests.agreement.draws import birthday_rules, draw_question, large_rules, small_rules, stream_of
from tests.agreement.judges import Answers, Limits, hear, kernels_for
from tests.agreement.proofs import check_proof
from tests.agreement.tally import Tally

Work = Callable[[SplitMix64, int, int], Tally]
"""Given a stream, the number of the first deal and how many deals: compares them."""


class Section(NamedTuple):
    """A part of the comparison.

    Attributes
    ----------
    title : str
        What is compared.
    work : callable
        Does it.
    deals : int
        How many deals are compared unless it is said otherwise.
    piece : int
        How many of them are one piece of work, some seconds at most.
    """

    title: str
    work: Work
    deals: int
    piece: int


class Piece(NamedTuple):
    """Some deals of a section, drawn from a stream that these fields decide."""

    section: str
    seed: int
    first: int
    deals: int


def _judge(rules: Callable[[SplitMix64], Rules], deals_of_rules: int, limits: Limits) -> Work:
    """Return work that draws rules, and for each so many deals at most.

    A piece turns to new rules early when those it has turn out to be laborious.
    """

    def work(stream: SplitMix64, first: int, deals: int) -> Tally:
        tally = Tally()
        while tally.seen["deals"] < deals:
            drawn = rules(stream)
            kernels = kernels_for(drawn)
            tally.seen["rules"] += 1
            wanted = min(deals_of_rules, deals - tally.seen["deals"])
            labour = 0
            while wanted and labour < LABOUR:
                question = draw_question(stream, drawn)
                answers = hear(question, kernels, limits)
                tally.add(question, answers)
                labour += _labour(answers)
                wanted -= 1
        return tally

    return work


LABOUR = 3_000
"""So many transitions of state graphs are enough for one record of rules."""


def _labour(answers: Answers) -> int:
    counted = answers.get("graph", {}).get("transitions", LABOUR)
    return counted if isinstance(counted, int) else LABOUR


def _prove(stream: SplitMix64, first: int, deals: int) -> Tally:
    tally = Tally()
    for number in range(first, first + deals):
        tally += check_proof(stream, number)
    return tally


def _small_birthday(stream: SplitMix64) -> Rules:
    return birthday_rules(stream, (2, 3, 4, 5))


def _open_or_group(stream: SplitMix64) -> Rules:
    return large_rules(stream, ("open", "group"))


def _single(stream: SplitMix64) -> Rules:
    return large_rules(stream, ("single",))


SMALL = Limits(positions=3_000, counts=20_000, verdict=None)
PLAYED_OUT = Limits(positions=3_000, counts=0, verdict=10_000)
LARGE = Limits(positions=10_000, counts=5_000, verdict=20_000)

SECTIONS: Mapping[str, Section] = {
    "verdicts": Section(
        "random rules, decks of up to 16 cards", _judge(small_rules, 40, SMALL), 100_000, 200
    ),
    "birthdays": Section(
        "Der Geburtstag, decks 2x4 to 5x4", _judge(_small_birthday, 40, PLAYED_OUT), 10_000, 200
    ),
    "large": Section("random rules, 52 cards", _judge(_open_or_group, 3, LARGE), 2_000, 9),
    "single": Section("cover = single, 52 cards", _judge(_single, 2, LARGE), 200, 2),
    "proofs": Section("proofs of every kind", _prove, 10_000, 10),
}


def pieces(section: str, seed: int, deals: int) -> Iterator[Piece]:
    """Yield the pieces of a section, all of the same size but the last."""
    size = SECTIONS[section].piece
    for first in range(0, deals, size):
        yield Piece(section, seed, first, min(size, deals - first))


def work_off(piece: Piece) -> Tally:
    """Compare the deals of a piece; the same ones in every process."""
    stream = stream_of(piece.section, piece.seed, piece.first)
    return SECTIONS[piece.section].work(stream, piece.first, piece.deals)


def run(section: str, seed: int, deals: int, workers: int = 1) -> Iterator[Tally]:
    """Yield the tally of one piece after the other, in their order whatever the workers."""
    todo = pieces(section, seed, deals)
    if workers == 1:
        yield from map(work_off, todo)
        return
    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=signal.signal,  # Ctrl-C is for this process, which then ends the workers
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        try:
            yield from pool.map(work_off, todo)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
