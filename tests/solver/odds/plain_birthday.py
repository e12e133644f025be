"""One greedy pass of Der Geburtstag on a plain list, with no code of the project."""

from __future__ import annotations

from collections.abc import Sequence

PlainCard = tuple[int, int]
"""A chain and the height at which the card belongs there, from 0."""


def plain_cards(lengths: Sequence[int], heights: Sequence[int] | None = None) -> list[PlainCard]:
    """All cards of chains that are not yet played."""
    start = [0] * len(lengths) if heights is None else heights
    return [(s, j) for s, n in enumerate(lengths) for j in range(start[s], n)]


def play_pass(order: Sequence[PlainCard], heights: list[int]) -> list[PlainCard]:
    """Play every card as soon as it can be played; raise the heights, return the waste."""
    waste: list[PlainCard] = []
    for card in order:
        waste.append(card)  # laying a card down and taking it up at once is playing it
        while waste and heights[waste[-1][0]] == waste[-1][1]:
            heights[waste.pop()[0]] += 1
    return waste
