"""How many cards of each chain of Der Geburtstag: all such counts, and which are alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

Counts = tuple[int, ...]
"""Of each chain so many cards."""


class Twin(NamedTuple):
    """Counts that are those of another number with the chains exchanged.

    `renamed` says for each set of chains, as bits, which set it is among the other's chains.
    """

    number: int
    kind: int
    renamed: list[int]


class Box:
    """All counts up to given lengths, each also as one number: its place in the list of them all.

    The numbers are the counts read in mixed radix, so the number of a difference of counts is
    the difference of their numbers, and smaller counts have smaller numbers.

    Parameters
    ----------
    lengths : sequence of int
        The lengths of the chains; they are put in ascending order.

    Examples
    --------
    >>> box = Box((1, 2))
    >>> box.counts
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    >>> box.below((1, 1))
    [0, 1, 3, 4]
    """

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths = tuple(sorted(lengths))
        self.total = sum(lengths)
        self.counts: list[Counts] = list(product(*(range(length + 1) for length in self.lengths)))
        self.units = [prod(n + 1 for n in self.lengths[s + 1 :]) for s in range(len(lengths))]
        self.subsets = 1 << len(lengths)

    def number(self, counts: Sequence[int]) -> int:
        """Return the number of some counts."""
        return sum(count * unit for count, unit in zip(counts, self.units, strict=True))

    def below(self, counts: Counts) -> list[int]:
        """Return the numbers of all counts that are nowhere larger, ascending."""
        numbers = [0]
        for count, unit in zip(counts, self.units, strict=True):
            steps = range(0, (count + 1) * unit, unit)
            numbers = [number + step for number in numbers for step in steps]
        return numbers

    def ascending(self) -> Iterator[tuple[int, Counts]]:
        """Yield the counts in ascending order with their numbers: one of each kind.

        Chains can be exchanged, so all other counts are like one of these, which comes first.
        """
        for number, counts in enumerate(self.counts):
            if list(counts) == sorted(counts):
                yield number, counts

    def twins(self) -> Iterator[Twin]:
        """Yield all other numbers, each with that of its kind."""
        for number, counts in enumerate(self.counts):
            chains = sorted(range(len(counts)), key=counts.__getitem__)
            kind = self.number([counts[chain] for chain in chains])
            if kind != number:
                yield Twin(number, kind, _renamed_subsets(tuple(chains)))


@cache
def _renamed_subsets(chains: Counts) -> list[int]:
    """Return for each set of chains, as bits, the same set when ``chains[i]`` is called i."""
    return [
        sum(1 << new for new, old in enumerate(chains) if subset >> old & 1)
        for subset in range(1 << len(chains))
    ]
