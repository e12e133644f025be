"""What is gathered from a results folder, part by part, so that memory stays flat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from reports.summary.bypass import MOST_CARDS, Passes, by_cards
from reports.summary.distribution import Distribution
from reports.summary.rarest import MOST, Rare, Rarest
from solver.columns import VERDICTS, Detail
from solver.difficulty import DIFFICULTIES
from solver.rules import BirthdayRules, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

RARE = 100
"""What at most one deal in so many has is rare."""

_ROUNDING = 2e-13  # how far a random_win may be from the exact chance, see solver.columns


class Gathering:
    """Everything that is counted of the deals of one folder.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    detail : Detail
        What the folder holds of each deal.

    Attributes
    ----------
    verdicts : dict of str to int
        Deals by verdict.
    cards_left : ndarray
        Deals by cards left.
    distributions : dict of str to Distribution
        ``states`` and ``choice_points`` of decided deals, ``random_win`` of won ones.
    difficulty : dict of str to int
        Won deals by the word for their difficulty.
    passes : Passes
        Der Geburtstag in full detail: what each pass left.
    rarest : dict of str to Rarest
        Deals that stand out, by what makes them do so.
    """

    def __init__(self, rules: Rules, detail: Detail) -> None:
        by_pass = isinstance(rules, BirthdayRules)
        # Where a theorem says that no choice matters, no deal is harder than another.
        free = rules.choices_matter
        full = detail is Detail.FULL
        self.verdicts = dict.fromkeys(VERDICTS, 0)
        self.cards_left = np.zeros(MOST_CARDS, np.int64)
        self.distributions: dict[str, Distribution] = {}
        self.difficulty = {word: 0 for word, _ in DIFFICULTIES} if full and free else {}
        self.passes = Passes()
        self.rarest = {
            "hardest": Rarest(),
            "fewest_winning_lines": Rarest(),
            "most_states": Rarest(largest=True),
            "lost_most_states": Rarest(largest=True),
            "nearest": Rarest(),
            "first_won": Rarest(),
        }
        self._firsts: dict[int, Rare] = {}  # the first lost deal with so many cards left
        self._steps: list[Callable[[pa.Table, pa.Table], None]] = [self._rarest]
        if full and not by_pass:
            self.distributions |= {key: Distribution(whole=True) for key in _COUNTED}
            self._steps.append(self._counts)
        if full and free:
            self.distributions["random_win"] = Distribution(whole=False)
            self._steps.append(self._chances)
        if full and by_pass:
            self._steps.append(self.passes.add)
        self.add = self._tally if detail is Detail.TALLY else self._deals

    def _deals(self, table: pa.Table) -> None:
        """Take in a part that has a row for each deal."""
        codes = verdict_codes(table)
        for word, deals in zip(VERDICTS, np.bincount(codes, minlength=len(VERDICTS)), strict=True):
            self.verdicts[word] += int(deals)
        self.cards_left += by_cards(pc.drop_null(table["cards_left"]).to_numpy())
        won, lost = (
            table.filter(pa.array(codes == VERDICTS.index(word))) for word in ("won", "lost")
        )
        for step in self._steps:
            step(won, lost)

    def _rarest(self, won: pa.Table, lost: pa.Table) -> None:
        self.rarest["first_won"].add(won, np.zeros(len(won)))
        cards = _numbers(lost, "cards_left")
        self.rarest["nearest"].add(lost, cards)
        values, places = np.unique(cards, return_index=True)
        rows = lost.select(["deal", "id"]).take(places).to_pylist()
        for value, row in zip(values.tolist(), rows, strict=True):
            self._firsts.setdefault(value, Rare(row["deal"], row["id"], value))

    def _counts(self, won: pa.Table, lost: pa.Table) -> None:
        for key in _COUNTED:
            for table in (won, lost):
                self.distributions[key].add(_numbers(table, key))
        self.rarest["most_states"].add(won, _numbers(won, "states"))
        self.rarest["lost_most_states"].add(lost, _numbers(lost, "states"))

    def _chances(self, won: pa.Table, lost: pa.Table) -> None:
        chances = _numbers(won, "random_win")
        self.distributions["random_win"].add(chances)
        self.rarest["hardest"].add(won, chances)
        for word, deals in zip(self.difficulty, _by_difficulty(chances), strict=True):
            self.difficulty[word] += deals
        few = _shortest(won, "winning_lines")
        lines = np.array([int(text) for text in few["winning_lines"].to_pylist()], object)
        self.rarest["fewest_winning_lines"].add(few, lines)

    def _tally(self, table: pa.Table) -> None:
        """Take in a part whose rows are sums over many deals."""
        for row in table.to_pylist():
            for word in VERDICTS:
                self.verdicts[word] += row[word]
            self.cards_left[: len(row["cards_left"])] += np.array(row["cards_left"], np.int64)
            for kind, value in (("nearest", "cards_left"), ("hardest", "random_win")):
                self.rarest[kind].merge(Rare(deal["deal"], None, deal[value]) for deal in row[kind])

    def standing_out(self) -> dict[str, list[Rare]]:
        """Return the deals that stand out, by kind; wins and cards left only where rare."""
        found = {kind: rarest.deals() for kind, rarest in self.rarest.items()}
        decided = self.verdicts["won"] + self.verdicts["lost"]
        if self.verdicts["won"] * RARE > decided:
            found["first_won"] = []
        deals = {value: int(self.cards_left[value]) for value in self._firsts}
        rare = sorted((n, value) for value, n in deals.items() if n * RARE <= self.verdicts["lost"])
        return found | {"rarest_cards_left": [self._firsts[value] for _, value in rare[:MOST]]}


_COUNTED = ("states", "choice_points")


def verdict_codes(table: pa.Table) -> NDArray[np.int64]:
    """Return the verdict of each row as its place in `VERDICTS`, however the file numbers them."""
    column = table["verdict"].unify_dictionaries()
    found: list[NDArray[Any]] = [np.zeros(0, np.int64)]
    for chunk in column.chunks:
        places = np.array([VERDICTS.index(word) for word in chunk.dictionary.to_pylist()], np.int64)
        found.append(places[chunk.indices.to_numpy()])
    return np.concatenate(found)


def _numbers(table: pa.Table, column: str) -> NDArray[Any]:
    values: NDArray[Any] = table[column].to_numpy()
    return values


def _by_difficulty(chances: NDArray[np.float64]) -> list[int]:
    """Return how many chances earn each word; one that is only rounded below a limit reaches it."""
    above, deals = 0, []
    for _, least in DIFFICULTIES:
        reach = int(np.count_nonzero(chances >= float(least) * (1 - _ROUNDING)))
        deals.append(reach - above)
        above = reach
    return deals


def _shortest(table: pa.Table, column: str) -> pa.Table:
    """Return the rows whose number, written as text, is among the shortest: some are smallest."""
    lengths = pc.utf8_length(table[column]).to_numpy()
    if len(lengths) <= MOST:
        return table
    return table.filter(pa.array(lengths <= np.partition(lengths, MOST - 1)[MOST - 1]))
