"""Exact values as fractions, by plain recursion: small decks, and the measure of the tables.

Another recursion than `solver.advice.late`: positions are columns of suits as in the tables, and
those that differ by an exchange of ranks or suits are one, without which whole games take too long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

from solver.columns import no_tick
from solver.odds.facedown.game import Columns, FaceDownGame, exchanges
from solver.odds.facedown.values import Values
from solver.rules import Rules


class Exact(Values[Fraction]):
    """Values as fractions, each position worked out when it is first asked for.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force. With four suits a deck of 16 cards takes seconds (a minute or two with
        more than four cards face up) and each further rank five to ten times as long.
    tick : callable
        Told after each position how many are known.

    Raises
    ------
    SettingError
        If the rules are those of another family, or the deck has several packs.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> Exact(find_rules("quadrat", deck="2x4")).start()
    Fraction(27, 35)
    """

    def __init__(self, rules: Rules, tick: Callable[[int], None] = no_tick) -> None:
        super().__init__(FaceDownGame.of(rules), Fraction)
        self._tick = tick
        self._known: dict[Columns, Fraction] = {}
        self._turns = [exchanges(turn) for turn in permutations(range(self.game.suits))]

    def worth(self, columns: Columns) -> Fraction:
        """Return the value of a position given as columns."""
        simplest = self.simplest(columns)
        if simplest not in self._known:
            self._known[simplest] = self.derive(simplest)
            self._tick(len(self._known))
        return self._known[simplest]

    def known(self) -> Iterator[tuple[Columns, Fraction]]:
        """Yield every position worked out so far, up to exchanges of ranks and suits."""
        yield from self._known.items()

    def simplest(self, columns: Columns) -> Columns:
        """Return the first of all positions that come from one by exchanging ranks or suits."""
        return min(tuple(sorted(map(turn.__getitem__, columns))) for turn in self._turns)
