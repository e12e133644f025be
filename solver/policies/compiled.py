"""Many games played by a policy in compiled code: arrays in, columns out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from deals.deal import Deal
from deals.decks import find_deck
from solver.kernel.playout import play
from solver.kernel.runners import PATIENCE, told_of
from solver.kernel.search import decide
from solver.kernel.tables import GROUPS, make_tables
from solver.odds.facedown import FaceDownGame
from solver.odds.facedown.folder import Folder
from solver.odds.facedown.layers import Layers
from solver.policies.arrays import Arrays, no_arrays, read_arrays
from solver.policies.policies import POLICIES, SAMPLES, Policy
from solver.rules import CoveringRules

Cards = NDArray[np.uint8]
Results = tuple[NDArray[np.uint8], NDArray[np.int16]]
"""Verdicts, as places in `solver.columns.VERDICTS`, and cards left."""

_SLOTS = np.array([sum(1 << slot for slot in group) for group in GROUPS], np.uint64)


class CompiledPlayer:
    """A policy in compiled code.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force: at most four cards face up, at most 64 cards.
    policy : Policy
        How the player chooses.
    table : Folder, optional
        The exact values, for a policy that needs them.
    samples : int
        How many orders `sampled` looks at.

    Attributes
    ----------
    slice_size : int
        Deals that take some milliseconds.
    """

    def __init__(
        self,
        rules: CoveringRules,
        policy: Policy,
        table: Folder | None = None,
        *,
        samples: int = SAMPLES,
    ) -> None:
        self.slice_size = policy.slice_size
        self._deck = np.array(find_deck(rules.deck).cards, np.uint8)
        self._policy = np.uint64(list(POLICIES).index(policy.name))
        self._samples = samples
        self._rules = make_tables(rules)
        self._table = no_arrays() if table is None else _arrays(rules, table)

    def play(self, deals: range | Sequence[Deal]) -> Results:
        """Play deals: numbered ones by their numbers, or given ones."""
        return self._run(len(deals), *told_of(deals, self._deck))

    def rows(self, deals: Cards) -> Results:
        """Play deals, a row each; they may be part of a deck, all of the same size."""
        nothing = np.uint64(0)
        return self._run(len(deals), nothing, nothing, deals, np.zeros(deals.shape[1], np.uint8))

    def face_up(self, deals: Cards) -> Results:
        """Return how such deals end for one who sees the stock and plays as well as can be."""
        results = _results(len(deals))
        deck = np.zeros(deals.shape[1], np.uint8)
        nothing = np.uint64(0)
        decide(nothing, nothing, deals, deck, np.uint64(PATIENCE), *self._rules, *results)
        return results

    def _run(
        self, rows: int, first: np.uint64, step: np.uint64, deals: Cards, deck: Cards
    ) -> Results:
        results = _results(rows)
        play(
            first,
            step,
            deals,
            deck,
            self._policy,
            self._samples,
            _SLOTS,
            tuple(self._rules),
            tuple(self._table),
            *results,
        )
        return results


def _arrays(rules: CoveringRules, table: Folder) -> Arrays:
    return read_arrays(Layers(FaceDownGame(rules)), table)


def _results(rows: int) -> Results:
    return np.empty(rows, np.uint8), np.empty(rows, np.int16)
