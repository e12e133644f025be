"""A position and a move of each game, taken from a real deal."""

from __future__ import annotations

from collections.abc import Sequence

import gehtauf
from deals.cards import Card, format_card
from docs.diagrams.drawing import CARD_HEIGHT, CARD_WIDTH, Drawing
from solver.games import Birthday, BirthdayState, Choice, Covering, Group, make_game

_SCALE = 0.62
_WIDE, _HIGH = CARD_WIDTH * _SCALE, CARD_HEIGHT * _SCALE
_LEFT, _STEP = 108, 86  # where the first card of a table lies, and how far it is to the next


def quadrat() -> str:
    """Draw the first move of a deal of Quadrat."""
    game = covering("quadrat", 3)
    move = game.moves(game.start())[0]
    drawing = Drawing(480, 322, "Quadrat: two of the four cards go, two new ones come.")
    drawing.text(20, 30, f"Two cards of one suit, {_words(game, move)}, are taken away:")
    _table(drawing, game, 46, move, after=False)
    drawing.text(20, 184, "the next two of the stock fill the gaps.")
    _table(drawing, game, 200, move, after=True)
    return drawing.svg()


def zudecken() -> str:
    """Draw a cover that the usual reading of the rules allows, and the narrow one does not."""
    game, narrow = covering("zudecken", 11), covering("zudecken-group", 11)
    face_up = game.start()[1]
    matching = set(narrow.moves(game.start()))
    move = next(group for group in game.moves(game.start()) if group not in matching)
    drawing = Drawing(480, 370, "Zudecken: each covered card matches one that stays.")
    drawing.text(20, 30, f"{_words(game, move)}, each matching a card that stays:")
    _table(drawing, game, 46, move, after=False)
    for place in move:
        partner = next(p for p in face_up if (min(p, place), max(p, place)) in matching)
        left, right = (_LEFT + _STEP * face_up.index(p) + _WIDE / 2 for p in (place, partner))
        low = 46 + _HIGH
        drawing.arrow([(left, low + 6), (left, low + 20), (right, low + 20), (right, low + 6)])
    drawing.text(20, 208, "Under cover = group they would have to match")
    drawing.text(20, 228, "each other. Two new cards are laid on them:")
    _table(drawing, game, 246, move, after=True)
    return drawing.svg()


def geburtstag() -> str:
    """Draw the first moment of a deal in which a drawn card sets free the top of the waste."""
    question = gehtauf.deal("geburtstag", 514)
    game = make_game(*question)
    assert isinstance(game, Birthday)
    before = game.start()
    while True:
        move = game.moves(before)[0]
        after = game.apply(before, move)
        if move is Choice.PLAY_STOCK and game.moves(after)[0] is Choice.PLAY_WASTE:
            break
        before = after
    drawn, freed = game.card(before, move), after.waste[-1]
    drawing = Drawing(480, 590, "Der Geburtstag: a drawn card is played, and frees another.")
    drawing.text(20, 30, "Four bases for 1956, and what is built on them. The card")
    drawing.text(20, 50, f"drawn, {symbols(drawn)}, is the next one of its suit:")
    _birthday(drawing, question.deal.bases, game, before, 64, drawn)
    end = game.apply(after, Choice.PLAY_WASTE)
    drawing.text(20, 316, f"It is played, and so can be {symbols(freed)}, the top of the waste:")
    _birthday(drawing, question.deal.bases, game, end, 330)
    return drawing.svg()


def covering(game: str, number: int, **settings: object) -> Covering:
    """Return a numbered deal of Quadrat or Zudecken as a game."""
    made = make_game(*gehtauf.deal(game, number, **settings))
    assert isinstance(made, Covering)
    return made


def symbols(card: Card) -> str:
    """Return a card as text, its suit never drawn as a coloured picture."""
    return format_card(card, "symbols") + "\ufe0e"


def _words(game: Covering, move: Group) -> str:
    return " and ".join(symbols(game.cards[place]) for place in move)


def _table(drawing: Drawing, game: Covering, y: float, move: Group, *, after: bool) -> None:
    """Draw the stock and the table before or after the first move, new cards in the gaps."""
    dealt, face_up = game.start()
    coming = iter(range(dealt, dealt + len(move)))
    drawing.stock(len(game.cards) - dealt - after * len(move), 20, y, _SCALE)
    for number, place in enumerate(face_up):
        mark = "chosen" if place in move else ""
        if after and mark:
            place, mark = next(coming), "new"
        drawing.card(game.cards[place], _LEFT + _STEP * number, y, _SCALE, mark)


def _birthday(
    drawing: Drawing,
    bases: Sequence[Card],
    game: Birthday,
    state: BirthdayState,
    y: float,
    drawn: Card | None = None,
) -> None:
    """Draw the foundations, and below them the stock, the card drawn from it and the waste."""
    tops = list(bases)
    for card, (foundation, height) in game.places.items():
        if state.heights[foundation] == height + 1:
            tops[foundation] = card
    for number, (card, height) in enumerate(zip(tops, state.heights, strict=True)):
        x = 20 + number * 96
        drawing.card(card, x, y, _SCALE)
        drawing.text(x + _WIDE / 2, y + _HIGH + 17, f"{height} on it", "middle small quiet")
    low = y + _HIGH + 32
    drawing.stock(len(state.stock) - (drawn is not None), 20, low, _SCALE)
    if drawn is not None:
        drawing.card(drawn, 116, low, _SCALE, "chosen")
    for number, card in enumerate(state.waste):
        drawing.card(card, 212 + number * 22, low, _SCALE)
    words = f"waste: {len(state.waste)}"
    drawing.text(212 + _WIDE / 2, low + _HIGH + 17, words, "middle small quiet")
