"""The family of Quadrat and Zudecken with the stock face down: positions as columns of suits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

from deals.cards import Card, format_card, make_card, rank_of, suit_of
from deals.decks import find_deck
from deals.errors import DeckError, SettingError
from deals.words import count
from solver.games.covering import Covering
from solver.rules import CoveringRules, Rules

Column: TypeAlias = tuple[int, int]
"""A rank of the deck: the suits that are unseen and those that lie face up, as bit masks."""

Columns: TypeAlias = tuple[Column, ...]
"""A position, a column for each rank. What is neither unseen nor face up is gone."""

UpCard: TypeAlias = tuple[int, int]
"""A face-up card of a position: the number of its column, and its suit."""


@dataclass(frozen=True, slots=True)
class Position:
    """What the player knows: the face-up cards, in some order, and the cards still to come.

    Attributes
    ----------
    face_up : tuple of Card
        The cards on the table.
    unseen : frozenset of Card
        The cards of the stock, whose order nobody knows.
    columns : tuple of (int, int)
        The same by ranks, in the order of the deck's ranks.
    places : tuple of (int, int)
        For each card on the table its column and its suit.
    """

    face_up: tuple[Card, ...]
    unseen: frozenset[Card]
    columns: Columns
    places: tuple[UpCard, ...]


@dataclass(frozen=True, slots=True)
class FaceDownGame:
    """The rules, as far as they matter to a player who cannot see the stock.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force. The deck holds every card once.

    Raises
    ------
    SettingError
        If the rules are those of another family, or the deck has several packs.

    Attributes
    ----------
    deck : tuple of Card
        The cards.
    ranks, suits : int
        How many there are in the deck.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> game = FaceDownGame(find_rules("zudecken-32"))
    >>> game.ranks, game.suits, game.name
    (8, 4, '8x4-suit-or-rank-open-2.3.4-cleared-w4')

    Notes
    -----
    Neither the names of the ranks nor those of the suits matter, nor their order: a position is
    as good as every other that comes from it by exchanging ranks, or suits.
    """

    rules: CoveringRules
    deck: tuple[Card, ...] = field(init=False, repr=False)
    ranks: int = field(init=False, repr=False)
    suits: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, CoveringRules):
            raise SettingError(
                "only Quadrat and Zudecken have odds with the stock face down",
                text=self.rules.game,
            )
        deck = find_deck(self.rules.deck)
        if deck.packs > 1:
            raise SettingError(
                "the best play with the stock face down is known for one pack only",
                text=self.rules.deck,
                expected="skat32, french52 or RxS",
            )
        object.__setattr__(self, "deck", deck.cards)
        object.__setattr__(self, "ranks", len(set(map(rank_of, deck.cards))))
        object.__setattr__(self, "suits", len(set(map(suit_of, deck.cards))))

    @classmethod
    def of(cls, rules: Rules) -> FaceDownGame:
        """Return the game of any record of rules, or refuse it as the class does."""
        return cls(rules)  # type: ignore[arg-type]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of groups that can come up."""
        return tuple(size for size in self.rules.group_sizes if size <= self.rules.width)

    @property
    def key(self) -> dict[str, object]:
        """Everything the values depend on. Games with equal keys have equal values.

        ``single`` is ``open`` with groups of one card, and a deck is its ranks and suits.
        """
        return {
            "deck": f"{self.ranks}x{self.suits}",
            "match": self.rules.match,
            "cover": "group" if self.rules.cover == "group" else "open",
            "sizes": list(self.sizes),
            "goal": self.rules.goal,
            "width": self.rules.width,
        }

    @property
    def name(self) -> str:
        """The key as text, fit for a file name."""
        key = self.key
        sizes = ".".join(map(str, self.sizes))
        return f"{key['deck']}-{key['match']}-{key['cover']}-{sizes}-{key['goal']}-w{key['width']}"

    def start(self) -> Columns:
        """Return the position before the first card is dealt."""
        return ((2**self.suits - 1, 0),) * self.ranks

    def position(self, face_up: Iterable[Card], gone: Iterable[Card] = ()) -> Position:
        """Return the position with these cards face up and those gone.

        Parameters
        ----------
        face_up : iterable of Card
            The cards on the table.
        gone : iterable of Card
            The cards that have left play.

        Raises
        ------
        DeckError
            If a card is not in the deck or is named twice, or more cards than `width` lie
            face up.

        Examples
        --------
        >>> from deals.cards import parse_card
        >>> from solver.rules import find_rules
        >>> game = FaceDownGame(find_rules("zudecken", deck="2x2"))
        >>> game.position([parse_card("AC"), parse_card("2S")], [parse_card("AS")]).columns
        ((0, 1), (1, 2))
        """
        face_up, gone = tuple(face_up), tuple(gone)
        deck = set(self.deck)
        named = [*face_up, *gone]
        foreign = tuple(format_card(card) for card in named if card not in deck)
        twice = tuple(format_card(card) for card in sorted(deck) if named.count(card) > 1)
        if foreign or twice:
            cards = ", ".join(foreign or twice)
            fault = "not in the deck" if foreign else "named twice"
            raise DeckError(f"{fault}: {cards}", surplus=foreign or twice)
        if len(face_up) > self.rules.width:
            raise DeckError(
                f"{count(len(face_up), 'card')} face up", expected=f"at most {self.rules.width}"
            )
        unseen = frozenset(deck.difference(named))
        ranks = list(dict.fromkeys(map(rank_of, self.deck)))
        columns = tuple((_suits_of(unseen, rank), _suits_of(face_up, rank)) for rank in ranks)
        places = tuple((ranks.index(rank_of(card)), suit_of(card)) for card in face_up)
        return Position(face_up, unseen, columns, places)

    def groups(self, cards: Sequence[UpCard]) -> tuple[tuple[int, ...], ...]:
        """Return the legal groups among face-up cards, while cards are left in the stock.

        Parameters
        ----------
        cards : sequence of (int, int)
            The cards: any number for the rank, and the suit.

        Returns
        -------
        tuple of tuple of int
            The groups as places in `cards`, in the order of moves.

        Examples
        --------
        >>> from solver.rules import find_rules
        >>> FaceDownGame(find_rules("zudecken-group")).groups([(9, 0), (9, 1), (5, 0), (4, 3)])
        ((0, 1), (0, 2), (0, 1, 2))
        """
        names: dict[int, int] = {}
        pattern = tuple((names.setdefault(rank, len(names)), suit) for rank, suit in cards)
        return _groups(self.rules, pattern)


@cache  # bounded: a pattern is a table of at most `width` cards whose ranks are numbered afresh
def _groups(rules: CoveringRules, pattern: tuple[UpCard, ...]) -> tuple[tuple[int, ...], ...]:
    """Ask the rules themselves; the goal makes no difference before the stock is empty."""
    cards = [make_card(rank, suit) for rank, suit in pattern]
    game = Covering(replace(rules, goal="cleared"), cards)
    return tuple(game.moves((len(cards), tuple(range(len(cards))))))


def _suits_of(cards: Iterable[Card], rank: int) -> int:
    return sum(1 << suit_of(card) for card in cards if rank_of(card) == rank)


def up_cards(columns: Iterable[Column]) -> tuple[UpCard, ...]:
    """Return the face-up cards of columns.

    Examples
    --------
    >>> up_cards([(0b0001, 0b0110), (0b1111, 0), (0, 0b1000)])
    ((0, 1), (0, 2), (2, 3))
    """
    return tuple(
        (number, suit) for number, (_, face_up) in enumerate(columns) for suit in suits_in(face_up)
    )


def suits_in(mask: int) -> list[int]:
    """Return the suits of a bit mask, ascending.

    Examples
    --------
    >>> suits_in(0b1010)
    [1, 3]
    """
    return [suit for suit in range(mask.bit_length()) if mask >> suit & 1]


def without(columns: Columns, cards: Iterable[UpCard]) -> Columns:
    """Return columns after face-up cards have gone.

    Examples
    --------
    >>> without(((0b0001, 0b0110), (0, 0b1000)), [(0, 1), (1, 3)])
    ((1, 4), (0, 0))
    """
    after = list(columns)
    for number, suit in cards:
        unseen, face_up = after[number]
        after[number] = (unseen, face_up & ~(1 << suit))
    return tuple(after)


def turned_up(columns: Columns, number: int, suit: int) -> Columns:
    """Return columns after an unseen card has come from the stock.

    Examples
    --------
    >>> turned_up(((0b0001, 0b0110), (0, 0b1000)), 0, 0)
    ((0, 7), (0, 8))
    """
    unseen, face_up = columns[number]
    after = (unseen & ~(1 << suit), face_up | 1 << suit)
    return (*columns[:number], after, *columns[number + 1 :])


def exchanged(mask: int, turn: tuple[int, ...]) -> int:
    """Return a set of suits after suit s has become suit ``turn[s]``.

    Examples
    --------
    >>> exchanged(0b0101, (3, 2, 1, 0)) == 0b1010
    True
    """
    return sum((mask >> suit & 1) << to for suit, to in enumerate(turn))


@cache  # bounded: there are 33 exchanges of up to four suits
def exchanges(turn: tuple[int, ...]) -> Mapping[Column, Column]:
    """Return what becomes of every column when suit s becomes suit ``turn[s]``.

    Examples
    --------
    >>> exchanges((1, 0))[0b01, 0b10]
    (2, 1)
    """
    masks = range(2 ** len(turn))
    return {
        (unseen, face_up): (exchanged(unseen, turn), exchanged(face_up, turn))
        for unseen in masks
        for face_up in masks
        if not unseen & face_up
    }
