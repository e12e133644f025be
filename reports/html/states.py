"""The state graph inside a page: every position with its moves and values, in little space."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from reports.html.packing import pack
from reports.numbers import exact, percent
from solver.analysis import Analysis
from solver.games import Covering, CoveringState, Group

GraphAnalysis: TypeAlias = Analysis[CoveringState, Group]

BUDGET = 4_300_000
"""Bytes the positions of a page may fill by the estimate of `_cost`; a page stays under 5 MB."""

LAYER_WON, LAYER_LOST = 30, 12
"""Positions of a layer that are drawn where there are too many to draw them all."""

MOST_DRAWN = 3000
"""Up to so many positions all of them are drawn."""

_LONGEST_FRACTION = 32
OPEN, WON, DEAD, NOT_HELD = range(4)
"""How a position ends: not yet, won, stuck, or with moves that the page does not hold."""


def whole_graph(analysis: GraphAnalysis, lines: Sequence[Sequence[Group]]) -> dict[str, Any]:
    """Return the positions of a deal with their moves and values, as many as a page can hold.

    Parameters
    ----------
    analysis : Analysis
        What follows from every position.
    lines : sequence of sequence of Group
        Lines of play from the start, which the page shows.

    Returns
    -------
    dict
        Lists of packed numbers, one entry a position or a move; see ``templates/data.js``.

    Notes
    -----
    A page that cannot hold every position holds the moves of those on the lines and of those
    nearest to the start, and all positions these moves lead to.
    """
    walks = [walk(analysis, line) for line in lines]
    followed = _followed(analysis, sorted({number for path in walks for number in path}))
    kept = sorted({0}.union(followed, *(analysis.graph.successors(i) for i in followed)))
    place = {number: index for index, number in enumerate(kept)}
    game, graph = analysis.game, analysis.graph
    states = [graph.states[number] for number in kept]
    targets = [graph.successors(i) if i in followed else () for i in kept]
    masks = [
        _masks(state, game.moves(state)) if after else []
        for state, after in zip(states, targets, strict=True)
    ]
    ends = [
        (WON if game.is_won(state) else DEAD)
        if not graph.successors(i)
        else OPEN
        if i in followed
        else NOT_HELD
        for i, state in zip(kept, states, strict=True)
    ]
    return {
        **_positions(states, ends),
        **_moves(masks, [[place[target] for target in after] for after in targets]),
        **_values(analysis, kept),
        "all": len(graph.states),
        "drawn": _drawn(analysis, kept, {place[i] for path in walks for i in path}),
        "lines": [_choices(game, line) for line in lines],
    }


def single_line(game: Covering, line: Sequence[Group]) -> dict[str, Any]:
    """Return the positions of one line only, for a deal whose graph is not known."""
    states = [game.start()]
    for move in line:
        states.append(game.apply(states[-1], move))
    last = WON if game.is_won(states[-1]) else NOT_HELD if game.moves(states[-1]) else DEAD
    masks = [_masks(state, [move]) for state, move in zip(states, line, strict=False)]
    return {
        **_positions(states, [OPEN] * len(line) + [last]),
        **_moves([*masks, []], [*([number + 1] for number in range(len(line))), []]),
        "all": None,
        "drawn": None,
        "lines": [[0] * len(line)],
    }


def walk(analysis: GraphAnalysis, line: Iterable[Group]) -> list[int]:
    """Return the numbers of the positions of a line, the start included."""
    numbers = [0]
    for choice in _choices(analysis.game, line):
        numbers.append(analysis.graph.successors(numbers[-1])[choice])
    return numbers


def _choices(game: Any, line: Iterable[Group]) -> list[int]:
    """Return for each move of a line which one it is among the moves of its position."""
    choices, state = [], game.start()
    for move in line:
        choices.append(list(game.moves(state)).index(move))
        state = game.apply(state, move)
    return choices


def _followed(analysis: GraphAnalysis, first: Iterable[int]) -> set[int]:
    """Return the positions whose moves the page holds: some first, then the nearest."""
    followed: set[int] = set()
    held: set[int] = set()
    room = BUDGET
    on_lines = list(first)
    for turn, number in enumerate([*on_lines, *range(len(analysis.graph.states))]):
        if number in followed:
            continue
        after = analysis.graph.successors(number)
        new = {number, *after} - held
        room -= 6 * len(after) + sum(_cost(analysis, state) for state in new)
        if room < 0 and turn >= len(on_lines):
            break
        followed.add(number)
        held |= new
    return followed


def _cost(analysis: GraphAnalysis, number: int) -> int:
    """Return about how many bytes a position takes, its moves not counted."""
    width = len(analysis.graph.states[number][1])
    winning = len(str(analysis.winning_lines(number)))
    return 14 + 2 * width + winning + min(2 * winning + 20, _LONGEST_FRACTION + 14)


def _positions(states: Sequence[CoveringState], ends: Sequence[int]) -> dict[str, Any]:
    return {
        "dealt": pack([dealt for dealt, _ in states]),
        "width": pack([len(up) for _, up in states]),
        "up": pack([place for _, up in states for place in up]),
        "end": pack(ends),
    }


def _moves(masks: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]) -> dict[str, Any]:
    return {
        "moves": pack([len(after) for after in targets]),
        "take": pack([mask for group in masks for mask in group]),
        "target": pack([target for after in targets for target in after]),
    }


def _masks(state: CoveringState, moves: Iterable[Group]) -> list[int]:
    """Return for each move which face-up cards it takes, the first card as the lowest bit."""
    bit = {place: 1 << index for index, place in enumerate(state[1])}
    return [sum([bit[place] for place in move]) for move in moves]


def _values(analysis: GraphAnalysis, kept: Sequence[int]) -> dict[str, Any]:
    """Return what can be had from each position.

    The chances are listed in ascending order, each once, so that of two positions the one with
    the higher index has the better chance, and no number has to be computed in the page.
    """
    chances = [analysis.random_win(number) for number in kept]
    # Floats order nearly all of them quickly; equal floats are told apart exactly.
    ascending = sorted(set(chances), key=lambda chance: (float(chance), chance))
    rank = {chance: index for index, chance in enumerate(ascending)}
    return {
        "winning": " ".join(str(analysis.winning_lines(number)) for number in kept),
        "fewest": pack([analysis.cards_left(number) for number in kept]),
        "chance": pack([rank[chance] for chance in chances]),
        "chances": [
            f"{percent(chance)}|{text}" if len(text) <= _LONGEST_FRACTION else percent(chance)
            for chance, text in ((chance, exact(chance)) for chance in ascending)
        ],
    }


def _drawn(analysis: GraphAnalysis, kept: Sequence[int], always: set[int]) -> dict[str, Any] | None:
    """Return which positions are drawn, None if all are: the best of each layer, and the lines.

    The best are those with the most winning lines, and of the lost ones those with the fewest
    cards left.
    """
    if len(kept) <= MOST_DRAWN:
        return None
    layers: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for index, number in enumerate(kept):
        dealt, face_up = analysis.graph.states[number]
        layers[dealt - len(face_up), analysis.can_win(number)].append(index)
    chosen = set(always)
    for (_, can_win), layer in layers.items():
        layer.sort(
            key=lambda i: (-analysis.winning_lines(kept[i]), analysis.cards_left(kept[i]), i)
        )
        chosen.update(layer[: LAYER_WON if can_win else LAYER_LOST])
    return {"won": LAYER_WON, "lost": LAYER_LOST, "states": pack(sorted(chosen))}
