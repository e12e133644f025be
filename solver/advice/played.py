"""A game in progress from the cards that have left the stock and what was covered of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deals.cards import Card, format_card, parse_card
from deals.errors import DeckError, FormatError
from deals.words import count
from solver.advice.situation import Situation
from solver.policies.view import Cover
from solver.rules import Rules


def play_to(
    rules: Rules, cards: Sequence[Card], line: Sequence[Mapping[str, Any]]
) -> tuple[Situation, tuple[Card, ...] | None]:
    """Return where a game stands after some covers.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    cards : sequence of Card
        The deal, or its first cards in their order: at least those that have left the stock.
        Further ones must be cards that can come, and nothing else is made of them, unless the
        whole deal is known.
    line : sequence of mapping
        What was covered, as `solver.lines.read_line` gives it.

    Returns
    -------
    Situation, tuple of Card or None
        Where the game stands; and the order of the stock if the whole deal is given.

    Raises
    ------
    SettingError
        If the rules are not those of Quadrat and Zudecken.
    DeckError
        If the cards cannot be those of a deal, or are fewer than have been dealt.
    FormatError
        If a cover is not legal.

    Examples
    --------
    >>> from solver.lines import read_line
    >>> from solver.rules import find_rules
    >>> cards = [parse_card(card) for card in "AC 2C AS AH 2S 2D".split()]
    >>> now, stock = play_to(find_rules("quadrat", deck="2x4"), cards, read_line("AC 2C"))
    >>> [format_card(card) for card in now.face_up], stock
    (['AS', 'AH', '2S', '2D'], None)
    """
    now, rest = _deal(Situation.start(rules), cards)
    for number, step in enumerate(line, 1):
        now, rest = _deal(now.covered(find_cover(now, step.get("take"), number)), rest)
    now.stock_without(rest)
    if now.missing:
        needed = len(cards) + now.missing
        covers = f"after {count(len(line), 'cover')}"
        raise DeckError(
            f"{covers if line else 'before the first cover'} {needed} cards have left the stock",
            text=count(len(cards), "card"),
            expected=f"those {needed} at least",
        )
    return now, tuple(rest) if len(rest) == len(now.unseen) else None


def _deal(now: Situation, cards: Sequence[Card]) -> tuple[Situation, Sequence[Card]]:
    """Deal what is missing, as far as the cards last; return what is left of them."""
    return now.dealt(cards[: now.missing]), cards[now.missing :]


def find_cover(now: Situation, take: object, number: int | None = None) -> Cover:
    """Return the legal cover of some cards, given as text.

    Parameters
    ----------
    now : Situation
        Where the game stands.
    take : object
        The names of the cards, if it is a list of them.
    number : int, optional
        The number of the move, for errors.

    Raises
    ------
    FormatError
        If there is none.
    """
    names = [str(name) for name in take] if isinstance(take, list) else []
    this = "this" if number is None else f"move {number}"
    try:
        wanted = Counter(parse_card(name.partition("@")[0]) for name in names)
    except ValueError as error:
        raise FormatError(f"{this}: {error}") from None
    view = now.view
    for cover in view.covers:
        if Counter(view.taken(cover)) == wanted:
            return cover
    raise FormatError(
        f"{this} is no legal cover",
        text=" ".join(names),
        expected=f"a group of {' '.join(map(format_card, view.face_up))}",
    )
