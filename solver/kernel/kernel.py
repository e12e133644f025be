"""The compiled kernel: which rules it takes, and many deals solved by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import SettingError
from solver.columns import Columns, Detail, in_slices, no_tick
from solver.games import parity
from solver.prepare import check_numbers
from solver.rules import BirthdayRules, CoveringRules, Rules

if TYPE_CHECKING:
    from solver.kernel.runners import Runner

MOST_FACE_UP = 4
MOST_CARDS = 64
_ELSE = "at most that, or the engine for all rules: --engine readable"


def refusal(rules: Rules, detail: Detail) -> SettingError | None:
    """Return why there is no compiled code for rules, None if there is.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules.
    detail : Detail
        How much is to be known of each deal.

    Returns
    -------
    SettingError or None

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> refusal(find_rules("quadrat-104"), Detail.VERDICT) is None
    True
    >>> print(refusal(find_rules("zudecken", width=5), Detail.VERDICT))
    the compiled kernel takes at most 4 face-up cards (read 'width = 5'; expected at most that, \
or the engine for all rules: --engine readable)
    """
    if isinstance(rules, BirthdayRules):
        return None
    if not isinstance(rules, CoveringRules):
        return SettingError(
            f"there is no compiled kernel for {rules.game}",
            text=rules.game,
            expected="the engine for all rules: --engine readable",
        )
    if detail is not Detail.FULL and parity.applies(rules):
        return None
    if rules.width > MOST_FACE_UP:
        return SettingError(
            f"the compiled kernel takes at most {MOST_FACE_UP} face-up cards",
            text=f"width = {rules.width}",
            expected=_ELSE,
        )
    cards = len(find_deck(rules.deck).cards)
    if cards > MOST_CARDS:
        return SettingError(
            f"the compiled kernel takes at most {MOST_CARDS} cards",
            text=f"deck = {rules.deck}, {cards} cards",
            expected=_ELSE,
        )
    return None


class Kernel:
    """Solves many deals under one set of rules, in compiled code that does not hold the GIL.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    detail : Detail
        How much is to be known of each deal.
    announce : callable, optional
        Told in a line of text if compiling takes long, or cannot be kept for the next time.

    Raises
    ------
    SettingError
        If there is no compiled code for the rules, see `refusal`.

    Notes
    -----
    Several threads may use one kernel: it keeps nothing between calls. It can be pickled, and is
    built anew where it is unpickled.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> columns = Kernel(find_rules("quadrat"), Detail.VERDICT).numbered(range(5, 9))
    >>> columns["verdict"].tolist(), columns["cards_left"].tolist()
    ([0, 1, 1, 1], [0, 16, 32, 28])
    """

    def __init__(
        self,
        rules: Rules,
        detail: Detail,
        *,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        refused = refusal(rules, detail)
        if refused is not None:
            raise refused
        from solver.kernel.jit import announcing  # numba takes its time

        self.rules = rules
        self.detail = detail
        with announcing(announce):
            self._runner = _runner_for(rules, detail)

    def __reduce__(self) -> tuple[type[Kernel], tuple[Rules, Detail]]:
        return Kernel, (self.rules, self.detail)

    def numbered(self, numbers: range, tick: Callable[[int], None] = no_tick) -> Columns:
        """Solve numbered deals.

        Parameters
        ----------
        numbers : range
            Their numbers, ascending or descending.
        tick : callable, optional
            Told after every few milliseconds of work how many more deals are done; what it raises
            ends the work.

        Returns
        -------
        dict of str to array
            See `solver.columns.column_names`.

        Raises
        ------
        SettingError
            If there is no such number, or the rules ask for more passes than are dealt by number.
        """
        check_numbers(numbers, self.rules)
        return self._solved(numbers, tick)

    def dealt(self, deals: Sequence[Deal], tick: Callable[[int], None] = no_tick) -> Columns:
        """Solve deals that are given, all of the deck that the rules name; see `numbered`."""
        return self._solved(deals, tick)

    def _solved(self, deals: range | Sequence[Deal], tick: Callable[[int], None]) -> Columns:
        slices = in_slices(deals, self._runner.slice_size, tick)
        return _joined([self._runner.run(part) for part in slices])


def _runner_for(rules: Rules, detail: Detail) -> Runner:
    from solver.kernel.runners import runner_for

    return runner_for(rules, detail)


def _joined(parts: Sequence[Columns]) -> Columns:
    """Return the columns of several slices as one."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    widest = max(part["left"].shape[1] for part in parts) if "left" in parts[0] else 0
    joined = {}
    for name in parts[0]:
        columns = [part[name] for part in parts]
        if name == "left":
            columns = [np.pad(c, ((0, 0), (0, widest - c.shape[1]))) for c in columns]
        joined[name] = np.concatenate(columns)
    return joined
