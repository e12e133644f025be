"""Quadrat and Zudecken: groups of matching cards leave play, new cards take their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from deals.cards import Card, format_card, rank_of, suit_of
from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import DeckError
from solver.games.contract import TakingGame, Theorem
from solver.games.kind import Rules
from solver.games.parity import applies, parity_theorem

Place: TypeAlias = int
"""A card of the deal, known by its place in it: 0 is the first card dealt."""

CoveringState: TypeAlias = tuple[int, tuple[Place, ...]]
"""How many cards have left the stock, and the places of the face-up cards, ascending."""

Group: TypeAlias = tuple[Place, ...]
"""A move: the places of the cards that leave play together, ascending."""


@dataclass(frozen=True, slots=True)
class CoveringRules(Rules):
    """Rules of the family of Quadrat and Zudecken; see `SETTINGS` for what each field means.

    Raises
    ------
    SettingError
        If a value is not one the setting may have.
    """

    match: str
    sizes: tuple[int, ...]
    cover: str
    goal: str
    width: int
    style: str

    @property
    def group_sizes(self) -> tuple[int, ...]:
        """The sizes a group may have; ``cover = single`` adds 1 to `sizes`."""
        return tuple(sorted({1, *self.sizes})) if self.cover == "single" else self.sizes

    @property
    def choices_matter(self) -> bool:
        """Whether the rules are not those of Quadrat's theorem, see `parity.applies`."""
        return not applies(self)


class Covering(TakingGame[CoveringState, Group]):
    """One deal of the Quadrat and Zudecken family.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    cards : sequence of Card
        The deal, first card dealt first.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> deal = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> game = Covering(find_rules("quadrat", deck="2x4"), deal)
    >>> game.moves(game.start())
    [(0, 1), (2, 3)]
    >>> game.apply(game.start(), (0, 1))
    (6, (2, 3, 4, 5))
    """

    def __init__(self, rules: CoveringRules, cards: Sequence[Card]) -> None:
        self.rules = rules
        self.cards = tuple(cards)
        self._group_must_match_itself = rules.cover == "group"
        self._partners = _partner_masks(rules.match, self.cards)
        packs = find_deck(rules.deck).packs
        self._names = [
            format_card(card) + (f"@{place}" if packs > 1 else "")
            for place, card in enumerate(self.cards)
        ]

    @classmethod
    def from_deal(cls, rules: CoveringRules, deal: Deal) -> Covering:
        """Return the game of a deal."""
        if deal.redeals:
            raise DeckError("later orders ('/') belong to Der Geburtstag only")
        return cls(rules, deal.cards)

    def start(self) -> CoveringState:
        """Return the state with the first ``width`` cards face up."""
        dealt = min(self.rules.width, len(self.cards))
        return dealt, tuple(range(dealt))

    def moves(self, state: CoveringState) -> list[Group]:
        """Return the legal groups, ordered by size, then by the places of their cards."""
        dealt, face_up = state
        if self.rules.goal == "stock" and dealt == len(self.cards):
            return []
        partners = self._partners
        mask = _mask(face_up)
        # A card without a partner on the table is in no legal group, whatever the cover.
        matched = [place for place in face_up if partners[place] & mask]
        groups = [g for size in self.rules.group_sizes for g in combinations(matched, size)]
        if self._group_must_match_itself:
            return [g for g in groups if all(partners[place] & _mask(g) for place in g)]
        return groups

    def apply(self, state: CoveringState, move: Group) -> CoveringState:
        """Return the state after a group has left play and the stock has filled the gaps."""
        dealt, face_up = state
        after = min(dealt + len(move), len(self.cards))
        kept = tuple(place for place in face_up if place not in move)
        return after, kept + tuple(range(dealt, after))

    def is_won(self, state: CoveringState) -> bool:
        """Tell whether the stock is empty and, under ``goal = cleared``, no card lies face up."""
        dealt, face_up = state
        return dealt == len(self.cards) and (self.rules.goal == "stock" or not face_up)

    def cards_left(self, state: CoveringState) -> int:
        """Return the number of cards in the stock and face up."""
        dealt, face_up = state
        return len(self.cards) - dealt + len(face_up)

    def step(self, state: CoveringState, move: Group) -> dict[str, object]:
        """Return the cards taken, the cards dealt, the table and the stock after them."""
        dealt, face_up = self.apply(state, move)
        return {
            "take": self.names(move),
            "deal": self.names(range(state[0], dealt)),
            "table": self.names(face_up),
            "stock": len(self.cards) - dealt,
        }

    def names(self, move: Sequence[Place]) -> list[str]:
        """Return cards as text; with several packs each is written with its place, ``7C@31``."""
        return [self._names[place] for place in move]

    def theorem(self) -> Theorem | None:
        """Return what the suit counts force where the rules are those of Quadrat."""
        return parity_theorem(self.rules, self.cards)


def _mask(places: Sequence[Place]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def _partner_masks(match: str, cards: Sequence[Card]) -> list[int]:
    """Return for each place the set of places whose cards match it, as a bit mask."""
    of_suit, of_rank = _masks_by(suit_of, cards), _masks_by(rank_of, cards)
    return [
        (of_suit[suit_of(card)] * (match != "rank") | of_rank[rank_of(card)] * (match != "suit"))
        & ~(1 << place)
        for place, card in enumerate(cards)
    ]


def _masks_by(kind_of: Callable[[Card], int], cards: Sequence[Card]) -> dict[int, int]:
    """Return for each kind of card the set of places that hold one."""
    masks: dict[int, int] = {}
    for place, card in enumerate(cards):
        masks[kind_of(card)] = masks.get(kind_of(card), 0) | 1 << place
    return masks
