"""What a table of exact values would cost, without working anything out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import permutations
from math import comb, factorial
from typing import TypeAlias

from solver.odds.facedown.game import FaceDownGame, exchanged

SECONDS_UNASKED = 60
"""Tables that a core with nothing else to do builds in this time are built without being asked."""

_LONGEST_IN_MINUTES = 240

_SECONDS_A_STEP = 32e-9
"""Of a core with nothing else to do: 25 to 34 in the large layers of 40 and 52 cards."""

_BUSY = 3.5
"""How many times as long it may take by the clock where other programs share the core: tables of 52
cards have taken 1,498 and 2,285 seconds so."""

_SECONDS_A_LAYOUT = 50e-6
_BYTES_A_VALUE_KEPT = 8
_BYTES_A_VALUE_WORKED_WITH = 12
_LARGEST_LAYER = 4.8
"""How many times as large as the mean the largest layer is at most: 4.1 for 32 cards, 4.8 for 52.
Two layers are in memory at a time."""

_MOST_LAYOUTS = 1_000_000
"""Five cards face up in four suits have 534,656, six would have seven times as many."""

_BYTES_A_STOCK = 5
_BYTES_ANYWAY = 180_000_000  # the program and its libraries

Series: TypeAlias = list[list[int]]
"""Numbers of layouts by the number of ranks and the number of face-up cards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table costs: times and memory to one digit.

    Attributes
    ----------
    values : int
        How many values have to be worked out, exactly.
    seconds : float
        How long that takes at least, on one core with nothing else to do.
    seconds_busy : float
        How long it takes where others share the core, going by what was measured.
    memory, disk : int
        Bytes of memory meanwhile, and (exactly, but for the headers of files) of disk in the end.
    layouts : int
        How many ways there are for the cards face up to lie, names of ranks apart.
    """

    values: int
    seconds: float
    seconds_busy: float
    memory: int
    disk: int
    layouts: int

    @property
    def is_too_large(self) -> bool:
        """Whether no table can be built, since all layouts are numbered in memory first."""
        return self.layouts > _MOST_LAYOUTS

    @property
    def says(self) -> str:
        """What the table costs, or why there can be none, in words.

        Examples
        --------
        >>> from solver.rules import find_rules
        >>> plan(FaceDownGame(find_rules("zudecken"))).says
        '1,365 million values, 11 to 39 minutes of one core, 3.4 GB of memory and 1.8 GB of disk'
        >>> plan(FaceDownGame(find_rules("zudecken", deck="4x4"))).says
        '26,442 values, less than a minute, 180 MB of memory and 1 MB of disk'
        >>> plan(FaceDownGame(find_rules("zudecken", width=6))).says
        '25,100 million values, and 3.8 million ways for the cards face up to lie, where a table \
takes 1 million at most'
        """
        millions = round(self.values / 10**6)
        values = f"{millions:,} million values" if millions else f"{self.values:,} values"
        if self.is_too_large:
            ways, most = self.layouts / 1e6, _MOST_LAYOUTS // 10**6
            return (
                f"{values}, and {ways:,.1f} million ways for the cards face up to lie, where a "
                f"table takes {most} million at most"
            )
        memory, disk = size(self.memory), size(self.disk)
        return f"{values}, {self._time()}, {memory} of memory and {disk} of disk"

    def _time(self) -> str:
        low, high = (math.ceil(seconds / 60) for seconds in (self.seconds, self.seconds_busy))
        if high == 1:
            return "less than a minute"
        if self.seconds <= SECONDS_UNASKED:
            return f"less than a minute of an idle core and up to {high} of a busy one"
        if low <= _LONGEST_IN_MINUTES:
            return f"{low} to {high} minutes of one core"
        return f"{low // 60} to {math.ceil(high / 60)} hours of one core"


def size(of: int) -> str:
    """Return a number of bytes in words.

    Examples
    --------
    >>> size(1), size(71_400_000), size(1_845_000_000)
    ('1 MB', '71 MB', '1.8 GB')
    """
    return f"{of / 1e9:.1f} GB" if of >= 1e9 else f"{max(round(of / 1e6), 1)} MB"


def plan(game: FaceDownGame) -> Plan:
    """Return what the table of a game would cost.

    Parameters
    ----------
    game : FaceDownGame
        The rules.

    Returns
    -------
    Plan

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> whole = plan(FaceDownGame(find_rules("zudecken")))
    >>> f"{whole.values:.1e} values, {whole.seconds / 60:.0f} minutes, {whole.disk / 1e9:.1f} GB"
    '1.4e+09 values, 11 minutes, 1.8 GB'

    Notes
    -----
    Values are counted, not estimated. A table holds one stock of all that differ by an exchange of
    suits, with every layout that fits it. By Burnside's lemma these are the mean, over all
    exchanges, of the layouts that fit the stocks an exchange leaves as they are: those in which
    sets of suits that it makes of one another are as frequent.

    A step is a look-up after one kind of card; how many kinds a position has is counted as if all
    stocks were equally likely. From 32 cards on the steps are within a fifth of the counts of
    ``python -m benchmarks.facedown plan``.
    """
    suits, ranks, width = game.suits, game.ranks, game.rules.width
    masks = 2**suits
    by_cards = _values(suits, ranks, width - 1)
    values = sum(by_cards)
    moved = {width - size for size in game.sizes}
    kept = sum(count for cards, count in enumerate(by_cards) if cards in moved)
    # Of the lowest layer all is kept, and of the highest its only position.
    lowest = _fitting(suits, 0, ranks, width - 1)[ranks]
    kept += sum(count for cards, count in enumerate(lowest) if cards not in moved)
    kept += 0 not in moved
    kinds = suits * masks // 2 * ranks / (ranks + masks - 1)
    layouts = [0] * (width + 1)  # by the number of face-up cards, whatever that of the ranks
    for (_, cards), count in _layouts(suits, width).items():
        layouts[cards] += count
    all_stocks = comb(masks + ranks - 1, ranks)
    seconds = sum(layouts) * _SECONDS_A_LAYOUT + values * kinds * _SECONDS_A_STEP
    largest_layer = values * min(_LARGEST_LAYER / len(game.deck), 1)
    return Plan(
        values,
        seconds,
        seconds * _BUSY,
        round(2 * largest_layer * _BYTES_A_VALUE_WORKED_WITH)
        + all_stocks * _BYTES_A_STOCK
        + _BYTES_ANYWAY,
        kept * _BYTES_A_VALUE_KEPT,
        layouts[width],
    )


@cache  # bounded: there are few decks and widths
def _values(suits: int, ranks: int, most: int) -> tuple[int, ...]:
    """Count the values of a table by the number of face-up cards, at most so many."""
    found = [0] * (most + 1)
    for turn in permutations(range(suits)):
        fitting = _one(ranks, most)
        for length, mask in _cycles([exchanged(mask, turn) for mask in range(2**suits)]):
            fitting = _product(fitting, _alike(_fitting(suits, mask, ranks, most), length))
        found = [count + more for count, more in zip(found, fitting[ranks], strict=True)]
    return tuple(count // factorial(suits) for count in found)


def _cycles(turn: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the length of each cycle of an exchange, and a member."""
    left = set(range(len(turn)))
    while left:
        cycle = {first := min(left)}
        after = turn[first]
        while after not in cycle:
            cycle.add(after)
            after = turn[after]
        yield len(cycle), first
        left -= cycle


def _fitting(suits: int, mask: int, ranks: int, most: int) -> Series:
    """Count the layouts that fit on so many ranks, all with one set of unseen suits."""
    exactly = _one(ranks, most)  # so many columns with face-up cards
    for cards in (up.bit_count() for up in range(1, 2**suits) if not mask & up):
        for number in range(1, ranks + 1):
            for total in range(cards, most + 1):
                exactly[number][total] += exactly[number - 1][total - cards]
    return [list(map(sum, zip(*exactly[: number + 1], strict=True))) for number in range(ranks + 1)]


def _one(ranks: int, most: int) -> Series:
    return [[int(number == cards == 0) for cards in range(most + 1)] for number in range(ranks + 1)]


def _product(one: Series, other: Series) -> Series:
    found = [[0] * len(one[0]) for _ in one]
    for number in range(len(one)):
        for more in range(len(one) - number):
            for cards, count in enumerate(_times(one[number], other[more])):
                found[number + more][cards] += count
    return found


def _times(one: list[int], other: list[int]) -> list[int]:
    found = [0] * len(one)
    for cards, count in enumerate(one):
        for more in range(len(one) - cards):
            found[cards + more] += count * other[more]
    return found


def _alike(fitting: Series, sets: int) -> Series:
    """Return the same for several sets of unseen suits that are equally frequent."""
    none = [0] * len(fitting[0])
    found = [none] * len(fitting)
    for number in range((len(fitting) - 1) // sets + 1):
        found[number * sets] = reduce(_times, [fitting[number]] * sets)
    return found


def _layouts(suits: int, most: int) -> dict[tuple[int, int], int]:
    """Return how many layouts there are of so many columns and face-up cards, at most so many."""
    found = {(0, 0): 1}
    for face_up in range(1, suits + 1):
        kinds = comb(suits, face_up) * 2 ** (suits - face_up)  # columns with so many face up
        more: dict[tuple[int, int], int] = {}
        for (columns, cards), layouts in found.items():
            for times in range((most - cards) // face_up + 1):
                key = columns + times, cards + times * face_up
                more[key] = more.get(key, 0) + layouts * comb(kinds + times - 1, times)
        found = more
    return found
