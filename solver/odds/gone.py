"""Which cards can have gone at all: what sizes of groups and matches rule out for certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deals.cards import Card, format_card, rank_of, suit_of
from deals.decks import find_deck
from deals.words import count
from solver.rules import CoveringRules


def why_never(rules: CoveringRules) -> str | None:
    """Return in words why no deal comes out, None where that is not certain.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> why_never(find_rules("quadrat", deck="french52", width=5))
    '13 cards of a suit cannot go in groups of 2 cards'
    >>> why_never(find_rules("zudecken", deck="3x3", sizes=[2, 4]))
    '9 cards cannot go in groups of 2 or 4 cards'
    """
    if rules.goal == "stock":
        return None
    return why_not_gone(rules, find_deck(rules.deck).cards)


def why_not_gone(
    rules: CoveringRules, gone: Sequence[Card], face_up: Sequence[Card] = ()
) -> str | None:
    """Return in words why cards cannot have gone, however the stock lay; None if they may have.

    Parameters
    ----------
    rules : CoveringRules
        The rules in force.
    gone : sequence of Card
        The cards that have gone, all of them.
    face_up : sequence of Card
        The cards that lie on the table now.

    Notes
    -----
    The cards that have gone are made up of groups. Under ``cover = group`` each card of a group
    matches another one of it, so a group falls into parts of two cards or more that match each
    other; matching goes from card to card within a suit, a rank, or whatever hangs together by
    both, and never beyond, so each of these sets of cards is made up of such parts. Otherwise a
    card that goes matches some card on the table, which is there still or has gone as well; and if
    no card is left there, those that went last matched each other, two of them at least.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> from solver.rules import find_rules
    >>> why_not_gone(find_rules("zudecken-group"), [parse_card("7C"), parse_card("8D")])
    '7C cannot go in groups of 2, 3 or 4 cards that match each other'
    """
    sizes = [size for size in rules.group_sizes if size <= rules.width]
    if rules.cover == "group":
        sizes = [size for size in sizes if size > 1]
    in_groups = f"cannot go in groups of {_listed(sizes)}" if sizes else "cannot go at all"
    if not is_sum(len(gone), sizes):
        return f"{count(len(gone), 'card')} {in_groups}"
    if rules.cover != "group":
        lonely = _alone(rules.match, gone, [*gone, *face_up])
        if lonely is not None:
            return f"{format_card(lonely)} matches no card that is or was on the table"
        last = [size for size in sizes if size > 1 and is_sum(len(gone) - size, sizes)]
        if gone and not face_up and not last:
            return "the last card to go has none to match"
        return None
    parts = {part for size in sizes for part in range(2, size + 1) if size - part != 1}
    for cards in _matching(rules.match, gone):
        if not is_sum(len(cards), parts):
            what = {"suit": " of a suit", "rank": " of a rank"}.get(rules.match, "")
            if what:
                return f"{count(len(cards), 'card')}{what} {in_groups}"
            return f"{' '.join(map(format_card, cards))} {in_groups} that match each other"
    return None


def is_sum(number: int, sizes: Iterable[int]) -> bool:
    """Tell whether a number is a sum of sizes.

    Examples
    --------
    >>> [number for number in range(10) if is_sum(number, [3, 5])]
    [0, 3, 5, 6, 8, 9]
    """
    sizes, sums = tuple(sizes), {0}
    for total in range(1, number + 1):
        if any(total - size in sums for size in sizes):
            sums.add(total)
    return number in sums


def _matching(match: str, cards: Iterable[Card]) -> Iterable[list[Card]]:
    """Return cards in sets that matching does not lead out of, each in the order given."""
    sets: list[list[Card]] = []
    for card in cards:
        mine = [cards for cards in sets if any(_match(match, card, other) for other in cards)]
        sets = [cards for cards in sets if cards not in mine]
        sets.append([*(other for cards in mine for other in cards), card])
    return sets


def _alone(match: str, cards: Sequence[Card], others: Sequence[Card]) -> Card | None:
    """Return the first card that matches none of the others but itself."""
    for card in cards:
        if sum(_match(match, card, other) for other in others) == 1:
            return card
    return None


def _match(match: str, one: Card, other: Card) -> bool:
    return (match != "rank" and suit_of(one) == suit_of(other)) or (
        match != "suit" and rank_of(one) == rank_of(other)
    )


def _listed(sizes: Sequence[int]) -> str:
    *first, last = map(str, sizes)
    both = f"{', '.join(first)} or {last}" if first else last
    return f"{both} card{'' if sizes[-1] == 1 else 's'}"
