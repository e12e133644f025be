"""What a table of exact values would cost: an estimate without working anything out."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial

from solver.odds.facedown.game import FaceDownGame

_SECONDS_A_STEP = 32e-9
"""Of a core with nothing else to do: 25 to 34 in the large layers of 40 and 52 cards."""

_BUSY = 3.7
"""How many times as long it may take by the clock where other programs share the core: tables of 52
cards have taken 1,498 and 2,285 seconds so."""

_SECONDS_A_LAYOUT = 50e-6
_BYTES_A_VALUE_KEPT = 8
_BYTES_A_VALUE_IN_MEMORY = 2.4  # two layers of 12 bytes a value, of which a layer has a tenth
_BYTES_A_STOCK = 5
_BYTES_ANYWAY = 180_000_000  # the program and its libraries


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table costs, to one or two digits.

    Attributes
    ----------
    values : int
        How many values have to be worked out.
    seconds : float
        How long that takes at least, on one core with nothing else to do.
    seconds_busy : float
        How long it takes where others share the core, going by what was measured.
    memory, disk : int
        Bytes of memory meanwhile, and of disk in the end.
    """

    values: int
    seconds: float
    seconds_busy: float
    memory: int
    disk: int


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
    '1.3e+09 values, 10 minutes, 1.7 GB'

    Notes
    -----
    Positions are counted up to exchanges of ranks but not of suits, and divided by the number of
    the latter, which is right for all but the few that are their own images. A step is a look-up
    after one kind of card; how many kinds a position has is counted as if all stocks were equally
    likely. From 32 cards on both are within a fifth of the counts of
    ``python -m benchmarks.facedown plan``.
    """
    suits, ranks, width = game.suits, game.ranks, game.rules.width
    masks = 2**suits
    kept_cards = {width - size for size in game.sizes}
    values, kept = 0, 0
    for (columns, cards), layouts in _layouts(suits, width - 1).items():
        if columns <= ranks:
            stocks = comb(masks + ranks - columns - 1, ranks - columns)
            values += layouts * stocks
            kept += layouts * stocks * (cards in kept_cards)
    values, kept = values // factorial(suits), kept // factorial(suits)
    kinds = suits * masks // 2 * ranks / (ranks + masks - 1)
    layouts_in_all = sum(_layouts(suits, width).values())
    all_stocks = comb(masks + ranks - 1, ranks)
    seconds = layouts_in_all * _SECONDS_A_LAYOUT + values * kinds * _SECONDS_A_STEP
    return Plan(
        values,
        seconds,
        seconds * _BUSY,
        round(values * _BYTES_A_VALUE_IN_MEMORY) + all_stocks * _BYTES_A_STOCK + _BYTES_ANYWAY,
        kept * _BYTES_A_VALUE_KEPT,
    )


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
