"""Quadrat: its defaults, its variants and its words."""

from __future__ import annotations

from solver.games.covering import Covering, CoveringRules
from solver.games.kind import GameKind, Words

_DEFAULTS = CoveringRules(
    game="quadrat",
    deck="skat32",
    match="suit",
    sizes=(2,),
    cover="group",
    goal="cleared",
    width=4,
    style="set-aside",
)

_WORDS = Words(
    title="Quadrat",
    summary="Four cards lie face up; take away two of a suit, and two new cards fill the gaps.",
    rules=(
        "Shuffle the pack: it is the stock (Talon). Deal four cards face up in a square; they "
        "are the table (Auslage).",
        "Take two cards of one suit (Farbe) away from the four and set them aside. Deal two "
        "new cards into the gaps. Of three cards of one suit only two go, of four likewise: "
        "which two is yours to choose.",
        "Go on while two of the four cards agree in suit. When the stock is empty, pairs are "
        "taken away without new cards.",
        "The patience comes out (geht auf) when the stock is empty and no card lies face up. "
        "If the four cards are of four suits it is lost.",
    ),
    known=(
        "The choices do not matter. A suit is face up an odd number of times exactly when an "
        "odd number of its cards has been dealt, whatever was taken away. So every way of "
        "playing gets stuck at the first even number of cards, from four on, among which all "
        "four suits are odd; and comes out if there is none.",
        "With 52 cards it can never be cleared, since 13 cards of a suit are not made of "
        "pairs; goal = stock asks whether the stock can be used up (variant quadrat-52).",
    ),
    sources=(
        "Wolter-Rosendorf, Patiencen in Wort und Bild (Falken 1994), p. 9.",
        "Lembke, Das große Haus- und Familienbuch der Spiele, p. 193.",
    ),
)

GAME = GameKind(
    rules=_DEFAULTS,
    make=Covering.from_deal,
    words=_WORDS,
    variants={
        "quadrat-52": {"deck": "french52", "goal": "stock"},
        "quadrat-104": {"deck": "double104"},
    },
    aliases=("viereck", "square"),
)
