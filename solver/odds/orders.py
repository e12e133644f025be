"""How many orders of the stock do what in one greedy pass of Der Geburtstag, in whole numbers.

Only the lengths of the chains still to be played matter. A pass over an order of all their cards
splits it as ``S₀ w₁ S₁ … w_k S_k``: ``w₁ … w_k`` is the waste at the end from the bottom up, and
every card of the block ``S_i`` is played before ``w_{i+1}`` is drawn. ``docs/theory.md`` has the
proofs of what is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import factorial

from solver.odds.box import Box, Counts, Twin
from solver.odds.values import Progress, no_progress


def block_orders(box: Box, progress: Progress = no_progress) -> list[int]:
    """Count for all counts the orders of so many next cards in which every card is played.

    Parameters
    ----------
    box : Box
        The counts.
    progress : callable
        Told how far the work is.

    Returns
    -------
    list of int
        F, by the numbers of the counts.

    Notes
    -----
    The first card of a block is the next one of its chain and is played at once, or it is a later
    one, number j, and waits at the bottom until its chain has the height j at a moment when all
    cards above it are played. `first_met` counts the orders of what is played until that moment.

    Examples
    --------
    The Catalan numbers for one chain:

    >>> block_orders(Box([5]))
    [1, 1, 2, 5, 14, 42]
    >>> block_orders(Box([2, 2, 2, 2]))[-1]  # 8!: short chains are always played in one pass
    40320
    """
    size, chains = len(box.counts), range(len(box.lengths))
    blocks = [1] + [0] * (size - 1)
    # first_met[s][g]: orders of g, all played, no shorter part of which has both all its cards
    # played and all those of chain s. It depends on g_s and on what the other counts are.
    first_met = [[0] * size for _ in chains]
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    for number, counts in enumerate(box.counts):
        kind = box.number(sorted(counts))
        if 0 < number == kind:
            blocks[number] = _blocks(box, counts, blocks, first_met)
        blocks[number] = blocks[kind]
        for s in chains:
            key = counts[s], tuple(sorted(counts[:s] + counts[s + 1 :]))
            if key not in known:
                known[key] = _first_met(box, counts, s, blocks, first_met[s])
            first_met[s][number] = known[key]
        progress(number + 1, size)
    return blocks


def _blocks(
    box: Box, counts: Counts, blocks: Sequence[int], first_met: Sequence[Sequence[int]]
) -> int:
    number, orders = box.number(counts), 0
    for s, unit in enumerate(box.units):
        if counts[s] == 0:
            continue
        rest = number - unit  # less the first card, which belongs to chain s
        orders += blocks[rest]
        if counts[s] == 1:
            continue
        # A later card waits: of its chain at least one card is played before it, one is itself.
        met, most = first_met[s], (*counts[:s], counts[s] - 2, *counts[s + 1 :])
        orders += sum(met[unit + g] * blocks[rest - unit - g] for g in box.below(most))
    return orders


def _first_met(box: Box, counts: Counts, s: int, blocks: Sequence[int], met: Sequence[int]) -> int:
    """Count the orders of so many cards less those in which chain s is as high earlier."""
    number, fixed = box.number(counts), counts[s] * box.units[s]
    others = box.below((*counts[:s], 0, *counts[s + 1 :]))[:-1]
    return blocks[number] - sum(
        met[fixed + other] * blocks[number - fixed - other] for other in others
    )


Layer = list[list[int]]
"""By the number of what is played and by the set of next cards in the waste, as bits."""


def layers(box: Box, blocks: Sequence[int], progress: Progress = no_progress) -> Iterator[Layer]:
    """Count orders by what is played and which next cards are left, for 0, 1, … waste cards.

    Parameters
    ----------
    box : Box
        The counts.
    blocks : sequence of int
        What `block_orders` gives for it.
    progress : callable
        Told how far the work is.

    Yields
    ------
    list of list of int
        D_k: orders of k + 1 blocks and the k waste cards between them, the waste cards that are
        no next cards not told apart. Zero where more is played than k waste cards allow.

    Notes
    -----
    The order is built from its end, each time a waste card and the block that lies on it. When
    that block is played the waste card is uncovered; if it is the next one of its chain, a later
    block must hold a card of the chain, or the foundation would be ready for it.
    """
    most = most_left(box)
    twins = list(box.twins())
    ends: Layer = [[0] * box.subsets for _ in box.counts]  # as D_k without its first block
    ends[0][0] = 1
    for waste in range(most + 1):
        yield _with_block(box, blocks, ends, box.total - waste, twins)
        progress(waste + 1, most + 1)
        placed = [_place(counts, row) for counts, row in zip(box.counts, ends, strict=True)]
        ends = _with_block(box, blocks, placed, box.total - waste - 1, twins)


def most_left(box: Box) -> int:
    """Return the most cards a pass can leave: it plays the first card of every chain at least."""
    return box.total - sum(length > 0 for length in box.lengths)


def _with_block(
    box: Box, blocks: Sequence[int], ends: Layer, most: int, twins: Sequence[Twin]
) -> Layer:
    """Put a block, of any cards, before the ends of orders; play no more than so many cards."""
    layer: Layer = [[0] * box.subsets for _ in box.counts]
    for number, counts in box.ascending():
        if sum(counts) <= most:
            parts = box.below(counts)
            layer[number] = [
                sum(blocks[number - part] * ends[part][subset] for part in parts)
                for subset in range(box.subsets)
            ]
    for number, kind, renamed in twins:
        layer[number] = [layer[kind][subset] for subset in renamed]
    return layer


def _place(counts: Counts, row: Sequence[int]) -> list[int]:
    """Put a waste card before ends: no next card, or that of a chain of which they play a card."""
    return [
        count
        + sum(row[subset ^ 1 << s] for s, held in enumerate(counts) if held and subset >> s & 1)
        for subset, count in enumerate(row)
    ]


Row = dict[Counts, int]
"""How many orders leave what (ascending)."""


class Passes:
    """What one pass does to chains of any lengths up to given ones, in whole numbers.

    Parameters
    ----------
    lengths : sequence of int
        The lengths of the chains.
    progress : callable
        Told how far the work is.

    Examples
    --------
    >>> Passes([2, 3]).row((2, 3))  # of 5! orders
    {(1, 2): 6, (0, 2): 15, (0, 0): 99}
    """

    def __init__(self, lengths: Sequence[int], progress: Progress = no_progress) -> None:
        self._box = Box(lengths)
        self._layers = list(layers(self._box, block_orders(self._box), progress))
        self._rows: dict[Counts, Row] = {}

    def row(self, lengths: Counts) -> Row:
        """Return how many orders of chains of some lengths (ascending) leave what."""
        if lengths not in self._rows:
            self._rows[lengths] = self._count(lengths)
        return self._rows[lengths]

    def _count(self, lengths: Counts) -> Row:
        row: Row = {}
        for number in self._box.below(lengths):
            left = [n - f for n, f in zip(lengths, self._box.counts[number], strict=True)]
            unfinished = sum(1 << s for s, cards in enumerate(left) if cards)
            others = sum(left) - unfinished.bit_count()
            if sum(left) >= len(self._layers) or others < 0:
                continue  # a card of every chain is played: more are never left
            orders = self._layers[sum(left)][number][unfinished] * factorial(others)
            if orders:
                kind = tuple(sorted(left))
                row[kind] = row.get(kind, 0) + orders
        return row

    def left_after(self, passes: int) -> Iterator[dict[Counts, Fraction]]:
        """Yield for each of so many shuffled passes the chance of what is left (ascending)."""
        chances = {self._box.lengths: Fraction(1)}
        for _ in range(passes):
            after: dict[Counts, Fraction] = {}
            for lengths, chance in chances.items():
                share = chance / factorial(sum(lengths))
                for left, orders in self.row(lengths).items():
                    after[left] = after.get(left, Fraction()) + share * orders
            chances = after
            yield chances
