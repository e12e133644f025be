"""What becomes of every layout when a card is turned up, and what the player makes of it then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solver.odds.facedown.game import Column, suits_in
from solver.odds.facedown.layouts import Layout, Layouts, int32, int64, turned


class Draws:
    """All that may follow a layout with room for another card, as arrays for the kernel.

    Parameters
    ----------
    layouts : Layouts
        The layouts of the game.

    Attributes
    ----------
    turned : array of int32
        By exchange of suits and layout: the slot of what becomes of it.
    card_from, card_to : array of int64
        Every unseen card there may be: the unseen suits of its column before and after it goes.
    plain : array of int32
        By card and layout: the choice after the card has come from a column without others.
    extra_start, extra_to, extra_times : array
        By card and layout: the choices after it has come from a column of this layout, and how
        many columns alike there are.
    targets : array of int32
        The slots that a choice is among. A layout with room is no choice but itself, a full one
        that among the layouts after each legal group. A choice is written as 256 times the place
        of its first target, and the number of its targets.

    Examples
    --------
    >>> from solver.odds.facedown.game import FaceDownGame
    >>> from solver.rules import find_rules
    >>> draws = Draws(Layouts(FaceDownGame(find_rules("zudecken", deck="2x2", width=2))))
    >>> full = draws.choice[(0, 1), (2, 1)]  # two clubs: they go, and nothing is left
    >>> full & 255, draws.targets[full >> 8].tolist()
    (1, 0)
    """

    def __init__(self, layouts: Layouts) -> None:
        self._layouts = layouts
        self.turned = int32(
            [[layouts.slot[turned(x, perm)] for x in layouts.order] for perm in layouts.perms]
        )
        self._make_choices()
        self._make_draws()

    def _make_choices(self) -> None:
        """Work out what the player can make of every layout when no card is missing."""
        slots = self._layouts.slot
        self.choice: dict[Layout, int] = {layout: slot << 8 | 1 for layout, slot in slots.items()}
        targets = list(range(len(slots)))
        for layout in self._layouts.full():
            after = self._layouts.after_moves(layout)
            self.choice[layout] = len(targets) << 8 | len(after)
            targets.extend(after)
        self.targets = int32(targets)

    def _make_draws(self) -> None:
        """Work out what every card that may come from the stock makes of every layout."""
        masks = range(2**self._layouts.game.suits)
        cards = [(unseen, suit) for unseen in masks for suit in suits_in(unseen)]
        self.card_from = int64([unseen for unseen, _ in cards])
        self.card_to = int64([unseen & ~(1 << suit) for unseen, suit in cards])
        plain, start, times = [], [], []
        to: list[int] = []
        for unseen, suit in cards:
            rest, face_up = unseen & ~(1 << suit), 1 << suit
            plain.append([self._choice_with(x, (rest, face_up)) for x in self._layouts.order])
            start.append([len(to)])
            for layout in self._layouts.order:
                for column, alike in Counter(layout).items():
                    if column[0] == unseen:
                        others = list(layout)
                        others.remove(column)
                        to.append(self._choice_with(others, (rest, column[1] | face_up)))
                        times.append(alike)
                start[-1].append(len(to))
        self.plain = int32(plain)
        self.extra_start, self.extra_to, self.extra_times = int32(start), int32(to), int64(times)

    def _choice_with(self, layout: Sequence[Column], column: Column) -> int:
        """Return the choice with one more column; none with more columns than there are ranks."""
        return self.choice.get(tuple(sorted((*layout, column))), 0)
