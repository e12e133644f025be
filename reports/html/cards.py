"""Playing cards drawn as SVG, and what they are called in text and aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deals.cards import RANKS, SUITS, Card, format_card, parse_card, rank_of, suit_of

_RED_SUITS = "HD"
_SUIT_NAMES: Mapping[str, str] = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
_RANK_NAMES: Mapping[str, str] = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}

# Each suit drawn around the origin, about 20 units wide and high.
_SUITS: Mapping[str, str] = {
    "C": (
        '<circle cy="-5.2" r="4.7"/><circle cx="-5.4" cy="1.9" r="4.7"/>'
        '<circle cx="5.4" cy="1.9" r="4.7"/>'
        '<path d="M-1.4-3Q-1 7-4 10H4Q1 7 1.4-3Z"/>'
    ),
    "S": (
        '<path d="M0-10C3-5 10-1.5 10 3.6A4.7 4.7 0 0 1 1.6 6.2Q1.9 8.6 4 10H-4'
        'Q-1.9 8.6-1.6 6.2A4.7 4.7 0 0 1-10 3.6C-10-1.5-3-5 0-10Z"/>'
    ),
    "H": (
        '<path d="M0 10C-3 5.5-10 1.5-10-4.2A5 5 0 0 1 0-5.6A5 5 0 0 1 10-4.2C10 1.5 3 5.5 0 10Z"/>'
    ),
    "D": '<path d="M0-10Q3.5-4.5 8 0Q3.5 4.5 0 10Q-3.5 4.5-8 0Q-3.5-4.5 0-10Z"/>',
}

# A head-dress for each court card, drawn around the origin.
_COURT: Mapping[str, str] = {
    "J": (
        '<path d="M-12 6V1Q-12-8 0-8T12 1V6Z"/><circle cy="-10.5" r="2.6"/>'
        '<path class="light" d="M-12 2.5H12V6H-12Z"/>'
    ),
    "Q": (
        '<path d="M-12 6L-15-5L-6 0L0-9L6 0L15-5L12 6Z"/><circle cx="-15" cy="-7" r="2"/>'
        '<circle cy="-11" r="2.4"/><circle cx="15" cy="-7" r="2"/>'
        '<path class="light" d="M-12.4 2.5H12.4L12 6H-12Z"/>'
    ),
    "K": (
        '<path d="M-13 6L-15-7L-8 0L-5-9H5L8 0L15-7L13 6Z"/><path d="M-1.3-15H1.3V-9H-1.3Z"/>'
        '<path d="M-3.6-13.3H3.6V-10.7H-3.6Z"/><path class="light" d="M-13.4 2.5H13.4L13 6H-13Z"/>'
    ),
}

_LEFT, _MIDDLE, _RIGHT = 33, 50, 67
_TOP, _CENTRE, _BOTTOM = 29, 70, 111
_CORNERS: list[tuple[float, float]] = [(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM)]
_SIDES: list[tuple[float, float]] = [(_LEFT, _CENTRE), (_RIGHT, _CENTRE)]
_COLUMNS = [(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, 56.3, 83.7, _BOTTOM)]

PIPS: Mapping[str, list[tuple[float, float]]] = {
    "2": [(_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)],
    "3": [(_MIDDLE, _TOP), (_MIDDLE, _CENTRE), (_MIDDLE, _BOTTOM)],
    "4": _CORNERS,
    "5": [*_CORNERS, (_MIDDLE, _CENTRE)],
    "6": [*_CORNERS, *_SIDES],
    "7": [*_CORNERS, *_SIDES, (_MIDDLE, 49.5)],
    "8": [*_CORNERS, *_SIDES, (_MIDDLE, 49.5), (_MIDDLE, 90.5)],
    "9": [*_COLUMNS, (_MIDDLE, _CENTRE)],
    "T": [*_COLUMNS, (_MIDDLE, 42.6), (_MIDDLE, 97.4)],
}
"""Where the suit stands on a card of 100 by 140; below the middle it stands on its head."""


def names(card: Card) -> tuple[str, str]:
    """Return what a card is called in a line of text, and read aloud.

    Examples
    --------
    >>> from deals.cards import parse_card
    >>> names(parse_card("TH")), names(parse_card("AS"))
    (('10♥', '10 of hearts'), ('A♠', 'ace of spades'))
    """
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    return format_card(card, "symbols"), f"{_RANK_NAMES.get(rank, rank)} of {_SUIT_NAMES[suit]}"


def label(name: str) -> tuple[str, str, int]:
    """Return what a card of a record (``TH``, ``7C@31``) is called, and 1 if it is red, else 0.

    Examples
    --------
    >>> label("TH"), label("7C@31")
    (('10♥', '10 of hearts', 1), ('7♣@31', '7 of clubs, place 31', 0))
    """
    letters, at, place = name.partition("@")
    card = parse_card(letters)
    text, spoken = names(card)
    if at:  # one of twins: its place tells it from the others
        text, spoken = f"{text}@{place}", f"{spoken}, place {place}"
    return text, spoken, int(is_red(card))


def is_red(card: Card) -> bool:
    """Tell whether a card is a heart or a diamond."""
    return SUITS[suit_of(card)] in _RED_SUITS


def sprite(cards: Iterable[Card]) -> str:
    """Return SVG groups ``card-TH``, one for each different card, ``suit-H`` and ``card-back``.

    Parameters
    ----------
    cards : iterable of Card
        The cards that the page shows, in any order and number.

    Returns
    -------
    str
        What goes between ``<svg><defs>`` and ``</defs></svg>``; a card fills 100 by 140.
    """
    suits = (f'<g id="suit-{suit}">{shape}</g>' for suit, shape in _SUITS.items())
    return "\n".join([*suits, _back(), *map(_face, sorted(set(cards)))])


def _back() -> str:
    rows = "".join(
        f'<path d="M{x} {y}l5.5 8l-5.5 8l-5.5-8z"/>'
        for y in range(14, 113, 16)
        for x in range(17, 90, 11)
    )
    return (
        '<g id="card-back"><rect class="face" x=".5" y=".5" width="99" height="139" rx="8"/>'
        '<rect class="back" x="6" y="6" width="88" height="128" rx="4"/>'
        f'<g class="lattice">{rows}</g></g>'
    )


def _face(card: Card) -> str:
    rank, suit = RANKS[rank_of(card)], SUITS[suit_of(card)]
    colour = "red" if suit in _RED_SUITS else "black"
    # Two figures are squeezed into the room of one, whatever the font.
    figures = ' textLength="19" lengthAdjust="spacingAndGlyphs">10' if rank == "T" else f">{rank}"
    index = f'<text class="index" x="12.5" y="23"{figures}</text>{_suit(suit, 12.5, 36, 0.68)}'
    return (
        f'<g id="card-{rank}{suit}" class="{colour}">'
        '<rect class="face" x=".5" y=".5" width="99" height="139" rx="8"/>'
        f'{index}<g transform="rotate(180 50 70)">{index}</g>{"".join(_middle(rank, suit))}</g>'
    )


def _middle(rank: str, suit: str) -> Iterator[str]:
    if rank == "A":
        yield _suit(suit, _MIDDLE, _CENTRE, 2.4)
    elif rank in _COURT:
        half = f'<g transform="translate(50 39)">{_COURT[rank]}</g>'
        yield '<rect class="frame" x="25" y="14" width="50" height="112" rx="4"/>'
        yield f'{half}<g transform="rotate(180 50 70)">{half}</g>'
        yield f'<text class="letter" x="50" y="84">{rank}</text>'
    else:
        for x, y in PIPS[rank]:
            yield _suit(suit, x, y, -0.86 if y > _CENTRE else 0.86)


def _suit(suit: str, x: float, y: float, scale: float) -> str:
    return f'<use href="#suit-{suit}" transform="translate({x} {y}) scale({scale})"/>'
