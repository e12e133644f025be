"""Quadrat's theorem: the choices do not matter, the suit counts decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from deals.cards import SUITS, Card, suit_of
from deals.decks import find_deck
from solver.games.contract import Theorem, Verdict

if TYPE_CHECKING:
    from solver.games.covering import CoveringRules


class Parity(NamedTuple):
    """Where a Quadrat deal ends: cards dealt by then, and the count of each suit among them."""

    n: int
    counts: dict[str, int]
    stuck: bool


def applies(rules: CoveringRules) -> bool:
    """Tell whether the theorem holds under a record; under any other it must not be used.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> applies(find_rules("quadrat", deck="4*french52")), applies(find_rules("quadrat", width=5))
    (True, False)
    """
    return (rules.match, rules.cover, rules.group_sizes, rules.width) == ("suit", "group", (2,), 4)


def find_end(cards: Sequence[Card]) -> Parity:
    """Return the moment at which a deal ends, for every way of playing it.

    Parameters
    ----------
    cards : sequence of Card
        The deal, first card dealt first.

    Returns
    -------
    Parity
        Either stuck: the first even n ≥ 4 at which all four suits have an odd count among the
        first n cards; or the whole deck, with one card left of each suit whose count is odd.

    Notes
    -----
    While the stock lasts four cards lie face up and every move takes two of one suit. So the
    parity of a suit among the face-up cards is its parity among the cards dealt so far, whatever
    was chosen, and four cards are stuck exactly when the suits all differ: when all four parities
    are odd. Afterwards pairs go until each suit has none or one card left.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> find_end([parse_card(card) for card in "AC AS AH AD 2C 2S 2H 2D".split()])
    Parity(n=4, counts={'C': 1, 'S': 1, 'H': 1, 'D': 1}, stuck=True)
    """
    counts = [0] * len(SUITS)
    for n, card in enumerate(cards, 1):
        counts[suit_of(card)] += 1
        if n % 2 == 0 and n >= 4 and all(count % 2 for count in counts):
            return Parity(n, dict(zip(SUITS, counts, strict=True)), stuck=True)
    return Parity(len(cards), dict(zip(SUITS, counts, strict=True)), stuck=False)


def parity_theorem(rules: CoveringRules, cards: Sequence[Card]) -> Theorem | None:
    """Return the verdict the suit counts force, None where the theorem does not apply.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    cards : sequence of Card
        The deal.

    Returns
    -------
    Theorem or None

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> deal = [parse_card(card) for card in "AC 2C AS 2S AH 2H AD 2D".split()]
    >>> parity_theorem(find_rules("quadrat", deck="2x4"), deal).verdict
    <Verdict.WON: 'won'>
    """
    if not applies(rules):
        return None
    end = find_end(cards)
    line: dict[str, object] = {"kind": "parity", "n": end.n, "counts": end.counts}
    dealt_out = end.n == len(cards)
    cleared = not any(count % 2 for count in end.counts.values())
    won = dealt_out and (rules.goal == "stock" or cleared)
    reason = line
    if not won and rules.goal == "cleared":
        deck_counts = _counts(find_deck(rules.deck).cards)
        if any(count % 2 for count in deck_counts.values()):
            reason = line | {"kind": "never", "deck_counts": deck_counts}
    return Theorem(Verdict.WON if won else Verdict.LOST, reason, line)


def _counts(cards: Sequence[Card]) -> dict[str, int]:
    return {name: sum(suit_of(card) == suit for card in cards) for suit, name in enumerate(SUITS)}
