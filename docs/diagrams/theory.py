"""Figures to the proofs: the parity of Quadrat, the exchange of Der Geburtstag, a state graph."""

from __future__ import annotations

import gehtauf
from deals.cards import suit_of
from docs.diagrams.drawing import MINI_HEIGHT, MINI_WIDTH, Drawing
from docs.diagrams.games import covering
from solver.analysis import Analysis
from solver.games import Birthday, BirthdayState, Choice, make_game
from solver.graph import StateGraph


def parity() -> str:
    """Draw the suit counts of a lost deal of Quadrat, up to where all four are odd."""
    solution = gehtauf.solve(gehtauf.deal("quadrat", 0))
    stuck = int(str((solution.reason or {})["n"]))
    drawing = Drawing(480, 262, "Quadrat, deal 0: cards of each suit among those dealt.")
    drawing.text(20, 30, "Deal 0: how many cards of each suit have been dealt,")
    drawing.text(20, 50, "odd counts in yellow. Four odd ones: no move.")
    wide, top = 40, 88
    drawing.text(20, 76, "dealt", "start small quiet")
    for column, n in enumerate(range(4, stuck + 1, 2)):
        x = 66 + column * wide
        drawing.text(x + wide / 2 - 2, 76, str(n), "middle small quiet")
        for suit in range(4):
            count = sum(suit_of(card) == suit for card in solution.deal.cards[:n])
            y = top + suit * 40
            drawing.box(x, y, wide - 4, 34, "odd" if count % 2 else "even")
            classes = "middle oddtext" if count % 2 else "middle"
            drawing.text(x + wide / 2 - 2, y + 22, str(count), classes)
    for suit in range(4):
        drawing.suit(suit, 38, top + suit * 40 + 17, 1)
    return drawing.svg()


def exchange() -> str:
    """Draw one moment of a deal of Der Geburtstag, played at once and with cards held back."""
    game = make_game(*gehtauf.deal("geburtstag", 204, deck="6x4", target="1234"))
    assert isinstance(game, Birthday)
    draws = 13
    hasty, slow = _played(game, draws, at_once=True), _played(game, draws, at_once=False)
    drawing = Drawing(480, 300, "Der Geburtstag: one deal played in two ways.")
    drawing.text(20, 30, f"The same {draws} cards, drawn by two players.")
    y = 46
    for name, state in (("B holds cards back", slow), ("A plays at once", hasty)):
        played = [c for c, (f, h) in game.places.items() if h < state.heights[f]]
        drawing.text(20, y + 14, f"{name}: played", "start strong")
        drawing.minis(played, 20, y + 22)
        drawing.text(20, y + 66, "waste, the top on the right", "start small quiet")
        for number, card in enumerate(slow.waste):
            x = 20 + number * (MINI_WIDTH + 3)
            drawing.mini(card, x, y + 74, faded=card not in state.waste)
        y += 122
    return drawing.svg()


def _played(game: Birthday, draws: int, *, at_once: bool) -> BirthdayState:
    """Return where a player stands: A, or B who plays drawn cards only, and not each of them."""
    state = game.start()
    stock = len(state.stock)
    while moves := game.moves(state):
        drawn = stock - len(state.stock)
        if drawn == draws and not (at_once and moves[0] is Choice.PLAY_WASTE):
            break
        hold = drawn % 2 == 0 or Choice.PLAY_STOCK not in moves
        state = game.apply(state, moves[0] if at_once else moves[-1 if hold else -2])
    return state


# The states of the drawn graph in columns, one for each number of moves, so that no lines cross.
_COLUMNS = ((0,), (1,), (2,), (6, 3, 5, 4), (7, 9, 10, 8))


def state_graph() -> str:
    """Draw every position of a small deal of Zudecken, and which of them can still be won."""
    game = covering("zudecken", 102, deck="3x3", width=3)
    graph = StateGraph(game)
    analysis = Analysis(graph)
    middles = {
        number: (44 + 98 * column, 244 + 96 * (row - (len(numbers) - 1) / 2))
        for column, numbers in enumerate(_COLUMNS)
        for row, number in enumerate(numbers)
    }
    drawing = Drawing(480, 440, "Zudecken: the state graph of a small deal.")
    drawing.text(20, 30, "All positions of one deal. Solid frames: it can still")
    drawing.text(20, 50, "be won. Dashed: it is lost, whatever follows.")
    half = MINI_WIDTH / 2 + 5
    for source, target, _ in graph.edges():
        (x1, y1), (x2, y2) = middles[source], middles[target]
        drawing.arrow([(x1 + half, y1), (x2 - half - 3, y2)])
    for number, (x, y) in middles.items():
        face_up = [game.cards[place] for place in graph.states[number][1]]
        tall = max(1, len(face_up)) * (MINI_HEIGHT + 3)
        kind = "won" if analysis.can_win(number) else "lost"
        drawing.box(x - half, y - tall / 2 - 4, 2 * half, tall + 5, kind)
        for place, card in enumerate(face_up):
            drawing.mini(card, x - MINI_WIDTH / 2, y - tall / 2 + place * (MINI_HEIGHT + 3))
        if not face_up:
            drawing.text(x, y + 5, "won", "middle oddtext")
    return drawing.svg()
