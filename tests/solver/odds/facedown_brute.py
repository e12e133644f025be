"""The stock face down by brute force: real cards, no symmetry, whole numbers instead of fractions.

With n cards unseen a position is counted by n! times its value, which is a whole number: the sum
over the next card of the counts after it, or the largest count after a move. Legal groups are those
of the oracle in `brute`; nothing is shared with the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import factorial

from brute import Covering, Settings

Seen = tuple[int, int]
"""The unseen cards and the face-up cards, as bit masks over the places of the deck."""


class FaceDown:
    """Every position a deck can come to, whoever plays."""

    def __init__(self, ranks: int, suits: int, settings: Settings) -> None:
        self.cards = [(rank, suit) for suit in range(suits) for rank in range(ranks)]
        self.settings = settings
        self._table = Covering([suit * 13 + rank for rank, suit in self.cards], settings)
        self._groups: dict[int, list[int]] = {}
        self._counts: dict[Seen, int] = {}
        self._suits: dict[int, list[int]] = {}

    def start(self) -> Seen:
        return (1 << len(self.cards)) - 1, 0

    def groups(self, face_up: int) -> list[int]:
        """Return the legal groups while the stock lasts; the goal does not matter then."""
        if face_up not in self._groups:
            places = frozenset(self.places(face_up))
            groups = self._table.legal_groups((-1, places))
            self._groups[face_up] = [sum(1 << place for place in group) for group in groups]
        return self._groups[face_up]

    def places(self, mask: int) -> list[int]:
        return [place for place in range(len(self.cards)) if mask >> place & 1]

    def must_deal(self, seen: Seen) -> bool:
        unseen, face_up = seen
        return unseen != 0 and face_up.bit_count() < self.settings.width

    def successors(self, seen: Seen) -> list[Seen]:
        unseen, face_up = seen
        if self.must_deal(seen):
            return [(unseen ^ 1 << p, face_up | 1 << p) for p in self.places(unseen)]
        if unseen == 0 and self.settings.goal == "stock":
            return []
        return [(unseen, face_up ^ group) for group in self.groups(face_up)]

    def count(self, seen: Seen) -> int:
        """Return the value of a position times the number of orders of its unseen cards."""
        if seen not in self._counts:
            unseen, face_up = seen
            counts = [self.count(after) for after in self.successors(seen)]
            if self.must_deal(seen):
                self._counts[seen] = sum(counts)
            elif unseen == 0 and (self.settings.goal == "stock" or face_up == 0):
                self._counts[seen] = 1
            else:
                self._counts[seen] = max(counts, default=0)
        return self._counts[seen]

    def values(self) -> Iterator[tuple[Seen, Fraction]]:
        """Yield every position that can be reached, with its value."""
        self.count(self.start())
        for seen, count in self._counts.items():
            yield seen, Fraction(count, factorial(seen[0].bit_count()))

    def columns(self, seen: Seen) -> tuple[tuple[int, int], ...]:
        """Return a position by ranks: the unseen and the face-up suits of each."""
        return tuple(zip(*map(self._by_rank, seen), strict=True))

    def _by_rank(self, mask: int) -> list[int]:
        if mask not in self._suits:
            suits = dict.fromkeys((rank for rank, _ in self.cards), 0)
            for place in self.places(mask):
                rank, suit = self.cards[place]
                suits[rank] |= 1 << suit
            self._suits[mask] = list(suits.values())
        return self._suits[mask]
