"""Depth-first search over any game: the verdict and one line that shows it, first answer first."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic

from deals.errors import SettingError
from solver.games.contract import Game, Move, State, Verdict

_STATES_BETWEEN_LOOKS_AT_THE_CLOCK = 256


@dataclass(frozen=True, slots=True)
class Found(Generic[Move]):
    """What a search found.

    Attributes
    ----------
    verdict : Verdict
        Undecided only if a limit stopped the search.
    line : tuple of Move
        A winning line; otherwise the line with the fewest cards left among those tried.
    cards_left : int or None
        Cards left at the end of a winning line or, for a lost deal, the fewest over all lines.
    states : int
        Different states that were seen.
    limit : str or None
        The limit that stopped the search, ``"max-states"`` or ``"timeout"``.
    """

    verdict: Verdict
    line: tuple[Move, ...]
    cards_left: int | None
    states: int
    limit: str | None = None


def check_limits(max_states: int | None, timeout: float | None) -> None:
    """Refuse limits that are none.

    Raises
    ------
    SettingError
        If a number of states is below 1, or a time below 0 or not a number.

    Examples
    --------
    >>> check_limits(1000, 0.5)
    >>> check_limits(0, None)
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: max_states is a number from 1, or None (read '0')
    """
    if max_states is not None and max_states < 1:
        raise SettingError("max_states is a number from 1, or None", text=str(max_states))
    if timeout is not None and not timeout >= 0:
        raise SettingError("timeout is a number from 0, or None", text=str(timeout))


def search(
    game: Game[State, Move],
    *,
    start: State | None = None,
    max_states: int | None = None,
    timeout: float | None = None,
) -> Found[Move]:
    """Search a game depth-first, moves in their defined order, until it is decided.

    Parameters
    ----------
    game : Game
        The game to search; only its contract is used.
    start : State, optional
        Where to begin; the game's start unless given.
    max_states : int, optional
        Give up when more than this many different states would be seen.
    timeout : float, optional
        Give up after this many seconds.

    Returns
    -------
    Found

    Notes
    -----
    Every state is entered once: whatever follows from it is known when it is met again. The
    search keeps its own stack, so the length of a line is not bounded by the interpreter's.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.games import Covering
    >>> from solver.rules import find_rules
    >>> deal = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> search(Covering(find_rules("zudecken", deck="2x4"), deal)).verdict
    <Verdict.WON: 'won'>
    """
    walk = _Walk(game, game.start() if start is None else start, max_states, timeout)
    return walk.run()


class _Walk(Generic[State, Move]):
    """One depth-first walk: the states seen, the line being tried, the best end so far."""

    def __init__(
        self,
        game: Game[State, Move],
        start: State,
        max_states: int | None,
        timeout: float | None,
    ) -> None:
        self.game = game
        self.start = start
        self.max_states = max_states
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.seen: set[Hashable] = {start}
        self.line: list[Move] = []
        self.best_line: tuple[Move, ...] = ()
        self.fewest: int | None = None
        self.met_open_end = False

    def run(self) -> Found[Move]:
        game, seen = self.game, self.seen
        if game.is_won(self.start):
            return self._won(self.start)
        # Each level holds a state and an iterator over its moves still to be tried.
        levels = [(self.start, iter(self._moves_or_end(self.start)))]
        while levels:
            state, untried = levels[-1]
            for move in untried:
                after = game.apply(state, move)
                if after in seen:
                    continue
                if limit := self._limit_reached():
                    return Found(Verdict.UNDECIDED, self.best_line, None, len(seen), limit)
                seen.add(after)
                self.line.append(move)
                if game.is_won(after):
                    return self._won(after)
                levels.append((after, iter(self._moves_or_end(after))))
                break
            else:
                levels.pop()
                if self.line:
                    self.line.pop()
        verdict = Verdict.CHANCE if self.met_open_end else Verdict.LOST
        left = self.fewest if verdict is Verdict.LOST else None
        return Found(verdict, self.best_line, left, len(seen))

    def _moves_or_end(self, state: State) -> tuple[Move, ...]:
        """Return the moves of a state; where there is none, note how the line ended."""
        moves = tuple(self.game.moves(state))
        if not moves:
            self.met_open_end = self.met_open_end or self.game.is_open(state)
            left = self.game.cards_left(state)
            if self.fewest is None or left < self.fewest:
                self.fewest, self.best_line = left, tuple(self.line)
        return moves

    def _won(self, state: State) -> Found[Move]:
        left = self.game.cards_left(state)
        return Found(Verdict.WON, tuple(self.line), left, len(self.seen))

    def _limit_reached(self) -> str | None:
        if self.max_states is not None and len(self.seen) >= self.max_states:
            return "max-states"
        if self.deadline is None or len(self.seen) % _STATES_BETWEEN_LOOKS_AT_THE_CLOCK:
            return None
        return "timeout" if time.monotonic() >= self.deadline else None
