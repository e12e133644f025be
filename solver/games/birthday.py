"""Der Geburtstag: foundations are built up from their bases, in several passes of the stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from deals.cards import Card, format_card, make_card, rank_of, suit_of
from deals.deal import Deal, parse_suits, parse_target
from deals.decks import find_deck
from deals.errors import DeckError
from solver.games.contract import Game, Theorem, Verdict
from solver.games.kind import Rules


@dataclass(frozen=True, slots=True)
class BirthdayRules(Rules):
    """Rules of Der Geburtstag; see `SETTINGS` for what each field means.

    Raises
    ------
    SettingError
        If a value is not one the setting may have, or the deck has no card for a digit.
    """

    redeal: str
    passes: int
    target: str
    suits: str

    def __post_init__(self) -> None:
        Rules.__post_init__(self)  # super() does not work in a class with slots
        object.__setattr__(self, "suits", parse_suits(self.suits))
        object.__setattr__(self, "target", parse_target(self.target, find_deck(self.deck)))

    @property
    def orders(self) -> int:
        """How many orders of the cards a complete deal has."""
        return self.passes if self.redeal == "shuffled" else 1

    @property
    def choices_matter(self) -> bool:
        """Never: playing every card as soon as it can be played is best."""
        return False


class BirthdayState(NamedTuple):
    """Where a game of Der Geburtstag stands.

    Attributes
    ----------
    number : int
        The pass, from 1.
    stock : tuple of Card
        Cards still to be drawn in this pass, next one first.
    heights : tuple of int
        Cards on each foundation, the base not counted.
    waste : tuple of Card
        The waste from the bottom up; only its last card can be played.
    """

    number: int
    stock: tuple[Card, ...]
    heights: tuple[int, ...]
    waste: tuple[Card, ...]


class Choice(IntEnum):
    """A move, in the order in which moves are tried: playing comes before laying aside."""

    PLAY_WASTE = 0
    PLAY_STOCK = 1
    LAY = 2


class Birthday(Game[BirthdayState, Choice]):
    """One deal of Der Geburtstag, for chains of any lengths.

    Parameters
    ----------
    chains : sequence of sequence of Card
        The cards of each foundation in the order in which they are built, the base left out.
    orders : sequence of sequence of Card
        The order of the stock, and for a shuffled redeal an order of all cards for later passes.
    passes : int
        Passes through the stock in all.
    shuffled : bool
        Whether the waste is shuffled (the given orders) or turned over.

    Raises
    ------
    DeckError
        If there are more orders than passes, or a later order although nothing is shuffled.

    Examples
    --------
    >>> game = Birthday([[0, 1, 2]], [[1, 0, 2]], passes=1, shuffled=False)
    >>> game.moves(game.start())
    [<Choice.LAY: 2>]
    >>> game.theorem().verdict
    <Verdict.WON: 'won'>
    """

    def __init__(
        self,
        chains: Sequence[Sequence[Card]],
        orders: Sequence[Sequence[Card]],
        *,
        passes: int,
        shuffled: bool,
    ) -> None:
        _check_orders(len(orders), passes, shuffled)
        self._place: Mapping[Card, tuple[int, int]] = {
            card: (chain, height)
            for chain, cards in enumerate(chains)
            for height, card in enumerate(cards)
        }
        self._chains = [tuple(chain) for chain in chains]
        self._orders = [tuple(order) for order in orders]
        self._passes = passes
        self._shuffled = shuffled

    @classmethod
    def from_deal(cls, rules: BirthdayRules, deal: Deal) -> Birthday:
        """Return the game of a deal: each chain goes up from its base, K followed by A."""
        ranks = len(deal.deck.cards) // 4
        chains = [
            [make_card((rank_of(base) + up) % ranks, suit_of(base)) for up in range(1, ranks)]
            for base in deal.bases
        ]
        orders = [deal.cards, *deal.redeals]
        return cls(chains, orders, passes=rules.passes, shuffled=rules.redeal == "shuffled")

    @property
    def places(self) -> Mapping[Card, tuple[int, int]]:
        """For each card its foundation and its place there, both from 0."""
        return self._place

    @property
    def cards(self) -> int:
        """How many cards are to be played."""
        return len(self._place)

    def with_passes(self, passes: int) -> Birthday:
        """Return the same deal with another number of passes."""
        return Birthday(self._chains, self._orders, passes=passes, shuffled=self._shuffled)

    def start(self) -> BirthdayState:
        """Return the state before the first card is drawn."""
        return BirthdayState(1, self._orders[0], (0,) * len(self._chains), ())

    def moves(self, state: BirthdayState) -> list[Choice]:
        """Return what can be done: play the waste top, play the drawn card, lay it aside."""
        moves = []
        if state.waste and self._fits(state.waste[-1], state.heights):
            moves.append(Choice.PLAY_WASTE)
        ready = self._ready_to_draw(state)
        if ready.stock:
            if self._fits(ready.stock[0], state.heights):
                moves.append(Choice.PLAY_STOCK)
            moves.append(Choice.LAY)
        return moves

    def apply(self, state: BirthdayState, move: Choice) -> BirthdayState:
        """Return the state after a move; drawing from an empty stock begins the next pass."""
        if move is Choice.PLAY_WASTE:
            heights = self._raise(state.waste[-1], state.heights)
            return state._replace(heights=heights, waste=state.waste[:-1])
        ready = self._ready_to_draw(state)
        card, stock = ready.stock[0], ready.stock[1:]
        if move is Choice.PLAY_STOCK:
            return ready._replace(stock=stock, heights=self._raise(card, ready.heights))
        return ready._replace(stock=stock, waste=(*ready.waste, card))

    def is_won(self, state: BirthdayState) -> bool:
        """Tell whether all cards lie on the foundations."""
        return not state.stock and not state.waste

    def is_open(self, state: BirthdayState) -> bool:
        """Tell whether the next pass would need an order that the deal does not give."""
        return (
            bool(state.waste)
            and not state.stock
            and self._shuffled
            and len(self._orders) <= state.number < self._passes
        )

    def cards_left(self, state: BirthdayState) -> int:
        """Return the number of cards not on the foundations."""
        return len(state.stock) + len(state.waste)

    def step(self, state: BirthdayState, move: Choice) -> dict[str, object]:
        """Return the pass, the card, where it comes from and where it goes."""
        return {
            "pass": self.apply(state, move).number,
            "from": "waste" if move is Choice.PLAY_WASTE else "stock",
            "card": format_card(self.card(state, move)),
            "to": "waste" if move is Choice.LAY else "foundation",
        }

    def card(self, state: BirthdayState, move: Choice) -> Card:
        """Return the card that a move plays or lays aside."""
        if move is Choice.PLAY_WASTE:
            return state.waste[-1]
        return self._ready_to_draw(state).stock[0]

    def wanted(self, heights: tuple[int, ...]) -> list[Card]:
        """Return the next card of each unfinished foundation."""
        pairs = zip(self._chains, heights, strict=True)
        return [chain[height] for chain, height in pairs if height < len(chain)]

    def greedy_end(self, state: BirthdayState) -> BirthdayState:
        """Return where a game ends if from a state on every card is played that can be."""
        while moves := self.moves(state):
            state = self.apply(state, moves[0])
        return state

    def theorem(self) -> Theorem:
        """Return the verdict of greedy play, which no other way of playing can beat.

        Notes
        -----
        Whatever another player has played, the greedy one has played too; the greedy waste and
        stock are the other's less some cards, in the same order. So a card that the other can
        play now is on the greedy player's foundation or can be played now, and a redeal that
        keeps orders keeps this true.
        """
        state = self.greedy_end(self.start())
        greedy: dict[str, object] = {"kind": "greedy", "passes": state.number}
        proof = {"kind": "greedy"}
        if self.is_won(state):
            return Theorem(Verdict.WON, greedy, proof)
        if self.is_open(state):
            known = {"kind": "no-orders", "known": len(self._orders), "passes": self._passes}
            return Theorem(Verdict.CHANCE, known, proof)
        return Theorem(Verdict.LOST, greedy, proof)

    def _fits(self, card: Card, heights: tuple[int, ...]) -> bool:
        chain, height = self._place[card]
        return heights[chain] == height

    def _raise(self, card: Card, heights: tuple[int, ...]) -> tuple[int, ...]:
        chain, height = self._place[card]
        return (*heights[:chain], height + 1, *heights[chain + 1 :])

    def _ready_to_draw(self, state: BirthdayState) -> BirthdayState:
        """Return the state with the next pass begun if the stock is used up and there is one."""
        if state.stock or not state.waste or state.number == self._passes:
            return state
        stock = state.waste
        if self._shuffled:
            if state.number >= len(self._orders):
                return state
            unplayed = set(state.waste)
            stock = tuple(card for card in self._orders[state.number] if card in unplayed)
        return state._replace(number=state.number + 1, stock=stock, waste=())


def _check_orders(orders: int, passes: int, shuffled: bool) -> None:
    if orders > 1 and not shuffled:
        raise DeckError(
            "an unshuffled redeal turns the waste over, so a deal has one order only",
            text=f"{orders} orders",
            expected="one order, or redeal = shuffled",
        )
    if orders > passes:
        raise DeckError(
            "the deal has more orders than there are passes",
            text=f"{orders} orders",
            expected=f"at most {passes}",
        )
