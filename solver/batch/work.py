"""What one worker does: a piece in, its columns or its tally out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeAlias

from deals.deal import Deal
from solver.batch.pieces import Piece
from solver.batch.readable import Readable
from solver.batch.tally import SAMPLED, Tally, hardest, tally
from solver.columns import Columns, Detail
from solver.policies import PolicyPlayer, check_policy, find_policy
from solver.rules import Rules
from solver.solve import DEFAULT_MAX_STATES

Tick: TypeAlias = Callable[[int], None]
"""Told how many more deals are done; what it raises ends the work."""

Announce: TypeAlias = Callable[[str], None]
"""Told in words what is taking long."""


class DealSolver(Protocol):
    """What the compiled kernel and `Readable` have in common."""

    def numbered(self, numbers: range, tick: Tick = ...) -> Columns:
        """Solve numbered deals."""

    def dealt(self, deals: Sequence[Deal], tick: Tick = ...) -> Columns:
        """Solve deals that are given."""


class Outcome(NamedTuple):
    """What became of a piece, and how long it took."""

    result: Columns | Tally
    seconds: float


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be found out about every deal, and by which code; the same for all workers.

    Attributes
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    detail : Detail
        How much is kept of each deal.
    compiled : bool
        Whether the kernel does it, or the rules themselves.
    max_states : int or None
        When the rules themselves give up on a deal.
    policy : str or None
        The policy by which deals are played; None where they are solved.
    table : str or None
        Where the exact values are, for a policy that needs them; in the user's cache unless given.
    """

    rules: Rules
    detail: Detail
    compiled: bool
    max_states: int | None = DEFAULT_MAX_STATES
    policy: str | None = None
    table: str | None = None

    @property
    def samples(self) -> bool:
        """Whether some deals are looked at in full detail to find hard ones.

        Where the choices decide nothing no won deal is harder than another.
        """
        return self.detail is Detail.TALLY and self.policy is None and self.rules.choices_matter

    def details(self) -> tuple[Detail, ...]:
        """Return every detail in which deals are solved."""
        return (self.detail, Detail.FULL) if self.samples else (self.detail,)

    def check(self) -> None:
        """Refuse rules that the kernel does not take, and a policy that cannot play.

        Raises
        ------
        SettingError
            If the kernel is to do it and cannot, or the policy does not go with rules or detail.
        FormatError
            If the policy needs a table that is not there.
        """
        if self.policy is not None:
            policy = find_policy(self.policy)
            check_policy(self.rules, policy, self.detail, compiled=self.compiled, table=self.table)
        elif self.compiled:
            from solver.kernel import refusal

            for detail in self.details():
                error = refusal(self.rules, detail)
                if error is not None:
                    raise error

    def solver(self, announce: Announce | None = None) -> DealSolver:
        """Return what solves or plays deals in this detail; the kernel may be compiled first."""
        if self.policy is not None:
            policy = find_policy(self.policy)
            return PolicyPlayer(
                self.rules,
                policy,
                self.detail,
                compiled=self.compiled,
                table=self.table,
                announce=announce,
            )
        if not self.compiled:
            return Readable(self.rules, self.detail, max_states=self.max_states)
        from solver.kernel import Kernel

        return Kernel(self.rules, self.detail, announce=announce)


class Worker:
    """Solves pieces; may be called from several threads at once.

    Parameters
    ----------
    task : Task
        What is to be found out.
    announce : callable, optional
        Told if code has to be compiled first.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> worker = Worker(Task(find_rules("quadrat"), Detail.TALLY, compiled=False))
    >>> worker(Piece(range(8), range(8)), lambda done: None).result.verdicts
    (3, 5, 0, 0, 0)
    """

    def __init__(self, task: Task, announce: Announce | None = None) -> None:
        self._task = task
        self._solver = task.solver(announce)
        full = replace(task, detail=Detail.FULL)
        self._sampler = full.solver(announce) if task.samples else None

    def __call__(self, piece: Piece, tick: Tick) -> Outcome:
        """Solve a piece."""
        began = time.perf_counter()
        columns = _columns(self._solver, piece, tick)
        is_tally = self._task.detail is Detail.TALLY
        result = self._tally(piece, columns, tick) if is_tally else columns
        return Outcome(result, time.perf_counter() - began)

    def _tally(self, piece: Piece, columns: Columns, tick: Tick) -> Tally:
        sums = tally(piece.labels, columns)
        sample = _sample(piece)
        if self._sampler is None or sample is None:
            return sums
        # These deals are counted already; a tick of none still lets the work be ended.
        full = _columns(self._sampler, sample, lambda done: tick(0))
        return sums + hardest(sample.labels, full)


def _columns(solver: DealSolver, piece: Piece, tick: Tick) -> Columns:
    if piece.deals is not None:
        return solver.dealt(piece.deals, tick)
    assert isinstance(piece.labels, range)
    return solver.numbered(piece.labels, tick)


def _sample(piece: Piece) -> Piece | None:
    """Return the deals of a piece that are looked at in full detail, None if there are none."""
    if isinstance(piece.places, range):  # not place by place: there may be a million
        chosen: Sequence[int] = range(-piece.places.start % SAMPLED, len(piece.places), SAMPLED)
    else:
        chosen = [i for i, place in enumerate(piece.places) if place % SAMPLED == 0]
    if not chosen:
        return None
    labels = (
        piece.labels[chosen.start :: SAMPLED]
        if isinstance(chosen, range)
        else [piece.labels[i] for i in chosen]
    )
    deals = None if piece.deals is None else tuple(piece.deals[i] for i in chosen)
    return Piece([piece.places[i] for i in chosen], labels, deals)
