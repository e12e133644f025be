"""Where a game stands as its player knows it: cards on the table, cards gone, cards to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deals.cards import Card, format_card
from deals.decks import find_deck
from deals.errors import DeckError, SettingError
from deals.words import count
from solver.odds.gone import why_not_gone
from solver.policies.view import Cover, View
from solver.rules import CoveringRules, Rules


@dataclass(frozen=True, slots=True)
class Situation:
    """A game in progress, the order of the stock unknown.

    Attributes
    ----------
    rules : CoveringRules
        The rules in force.
    face_up : tuple of Card
        The cards on the table, those that have lain there longest first.
    gone : tuple of Card
        The cards that have left play.
    unseen : tuple of Card
        The cards of the stock, ascending.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> now = Situation.start(find_rules("quadrat", deck="2x4"))
    >>> now.missing
    4
    >>> now = now.dealt([parse_card(card) for card in "AC 2C AS AH".split()])
    >>> now.view.covers, now.covered((0, 1)).missing, now.covered((0, 1)).cards_left
    (((0, 1),), 2, 6)
    """

    rules: CoveringRules
    face_up: tuple[Card, ...]
    gone: tuple[Card, ...]
    unseen: tuple[Card, ...]

    @classmethod
    def start(cls, rules: Rules) -> Situation:
        """Return where a game stands before the first card is dealt.

        Raises
        ------
        SettingError
            If the rules are not those of Quadrat and Zudecken.
        """
        if not isinstance(rules, CoveringRules):
            if rules.choices_matter:
                why = "only covers are weighed"
            else:
                why = "there is nothing to advise: it is best to play every card as soon as it "
                why += "can be played"
            raise SettingError(
                why,
                text=rules.game,
                expected="a game of Quadrat or Zudecken",
            )
        return cls(rules, (), (), tuple(sorted(find_deck(rules.deck).cards)))

    @classmethod
    def of(cls, rules: Rules, face_up: Iterable[Card], gone: Iterable[Card] = ()) -> Situation:
        """Return where a game stands with these cards on the table and those gone.

        Parameters
        ----------
        rules : CoveringRules
            The rules in force.
        face_up, gone : iterable of Card
            The cards on the table, and those that have left play.

        Raises
        ------
        SettingError
            If the rules are not those of Quadrat and Zudecken.
        DeckError
            If a card is not in the deck or named more often than it is there, or if for certain
            no game can stand so; see `solver.odds.gone.why_not_gone`.
        """
        now = cls.start(rules)
        face_up, gone = tuple(face_up), tuple(gone)
        unseen = now.stock_without([*face_up, *gone])
        width = now.rules.width
        if len(face_up) > width or (unseen and len(face_up) < width):
            raise DeckError(
                f"{count(len(face_up), 'card')} face up, with {len(unseen)} in the stock",
                expected=f"{width}" if unseen else f"at most {width}",
            )
        impossible = why_not_gone(now.rules, gone, face_up)
        if impossible is not None:
            raise DeckError(
                f"no game can stand so: {impossible}",
                text=" ".join(map(format_card, gone)),
                expected="all cards that have gone, and no others",
            )
        return cls(now.rules, face_up, gone, unseen)

    @property
    def missing(self) -> int:
        """How many cards have to come from the stock before it is the player's turn."""
        return min(self.rules.width - len(self.face_up), len(self.unseen))

    @property
    def view(self) -> View:
        """What the player sees, and may cover; no card is missing."""
        return View.of(self.rules, self.face_up, self.unseen)

    @property
    def is_won(self) -> bool:
        """Whether the stock is empty and, under ``goal = cleared``, no card lies face up."""
        return not self.unseen and (self.rules.goal == "stock" or not self.face_up)

    @property
    def cards_left(self) -> int:
        """How many cards are in the stock and face up."""
        return len(self.unseen) + len(self.face_up)

    def dealt(self, cards: Sequence[Card]) -> Situation:
        """Return where the game stands after cards have come from the stock.

        Raises
        ------
        DeckError
            If there are more than are missing, or one is not in the stock.
        """
        if len(cards) > self.missing:
            raise DeckError(
                "more cards are dealt than are missing",
                text=" ".join(map(format_card, cards)),
                expected=f"{self.missing}",
            )
        unseen = self.stock_without(cards)
        return replace(self, face_up=(*self.face_up, *cards), unseen=unseen)

    def covered(self, cover: Cover) -> Situation:
        """Return where the game stands after a cover, before new cards come."""
        view = self.view
        return replace(self, face_up=view.after(cover), gone=(*self.gone, *view.taken(cover)))

    def stock_without(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards of the stock without some, ascending.

        Raises
        ------
        DeckError
            If one is not in the stock.
        """
        deck, named = Counter(find_deck(self.rules.deck).cards), Counter(cards)
        foreign = [format_card(card) for card in named if card not in deck]
        if foreign:
            raise DeckError(f"not in the deck {self.rules.deck}: {', '.join(foreign)}")
        there = Counter(self.unseen)
        twice = [format_card(card) for card, times in named.items() if times > there[card]]
        if twice:
            raise DeckError(
                f"named more often than the deck has it: {', '.join(twice)}",
                expected=f"each card {deck[cards[0]]} times at most, face up and gone together"
                if deck.total() > len(deck)
                else "each card once, face up or gone",
            )
        return tuple(sorted((there - named).elements()))
