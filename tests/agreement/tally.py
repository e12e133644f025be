"""What was compared, what was seen, and where two judges do not agree."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from solver.prepare import Question
from solver.rules import as_dict
from tests.agreement.judges import JUDGES, Answers

NOT_AT_ONCE = "not at once"
"""What is counted of lost deals that have a move at the start."""

Pair = tuple[str, str]


class Difference(NamedTuple):
    """Two judges who say different things of a deal, or one who is wrong by himself.

    Attributes
    ----------
    question : Question
        The deal and its rules.
    judges : str
        Who they are.
    asked, said : str
        What was asked, and what each said.
    planted : bool
        Whether it is a fault, planted in a proof, that was not refused.
    """

    question: Question
    judges: str
    asked: str
    said: str
    planted: bool = False

    def command(self) -> str:
        """Return what to type to have the deal judged again."""
        rules, deal = self.question
        options = ["--rules", json.dumps(as_dict(rules)), "--deal", str(deal.number)]
        options += ["--orders", str(1 + len(deal.redeals))] if deal.bases else []
        options += ["--faults"] if self.planted else []
        return shlex.join(["python", "-m", "tests.agreement", *options])

    def __str__(self) -> str:
        return f"{self.judges}: {self.asked}: {self.said}\n    {self.command()}"


@dataclass
class Tally:
    """The sums over many deals.

    Attributes
    ----------
    pairs : Counter
        How many deals each pair of judges was compared on, in the order of `JUDGES`.
    seen : Counter of str
        How many deals had each verdict, how many records of rules there were, and the like.
    differences : list of Difference
        All of them.
    """

    pairs: Counter[Pair] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.pairs += other.pairs
        self.seen += other.seen
        self.differences += other.differences
        return self

    def add(self, question: Question, answers: Answers) -> None:
        """Compare what all judges said of a deal."""
        self.differences += differences(question, answers)
        sound = [name for name in JUDGES if "fault" not in answers.get(name, {"fault": None})]
        self.pairs.update(combinations(sound, 2))
        first = answers[sound[0]] if sound else {"verdict": "nothing"}
        self.seen.update(["deals", str(first["verdict"])])
        if first["verdict"] == "lost" and first.get("states", 2) != 1:
            self.seen[NOT_AT_ONCE] += 1


def differences(question: Question, answers: Answers) -> Iterator[Difference]:
    """Yield every difference between two judges, in all that both speak of."""
    for name, answer in answers.items():
        if "fault" in answer:
            yield Difference(question, name, "no answer", str(answer["fault"]))
    for one, other in combinations(answers, 2):
        for asked in answers[one].keys() & answers[other].keys() - {"fault"}:
            said = answers[one][asked], answers[other][asked]
            if said[0] != said[1]:
                yield Difference(question, f"{one}, {other}", asked, f"{said[0]}, {said[1]}")
