"""Der Geburtstag: its defaults, its variants and its words."""

from __future__ import annotations

from solver.games.birthday import Birthday, BirthdayRules
from solver.games.kind import GameKind, Words

_DEFAULTS = BirthdayRules(
    game="geburtstag", deck="french52", redeal="shuffled", passes=4, target="1956", suits="SHCD"
)

_WORDS = Words(
    title="Der Geburtstag",
    summary="Build the four digits of a birthday on four bases, in four passes of the stock.",
    rules=(
        "Choose a number of four digits from 1 to 9, for example the year 1956. For each digit "
        "take out the card of the next higher rank (Wert), each of another suit (Farbe): for "
        "1956 the 2♠ 10♥ 6♣ 7♦. They are the bases of four foundations. The other 48 "
        "cards are shuffled: they are the stock (Talon).",
        "Each foundation is built up in its suit, K followed by A, twelve cards on the base. "
        "So the finished foundations show the number: A 9 5 6.",
        "Turn up the cards of the stock one by one. A card that is the next one of its "
        "foundation may be put there; otherwise it goes on the waste. The top card of the "
        "waste may go to its foundation at any time.",
        "When the stock is used up, the waste is shuffled and becomes the new stock (redeal = "
        "unshuffled: it is turned over). There are four passes in all.",
        "The patience comes out (geht auf) when all 48 cards lie on the foundations.",
    ),
    known=(
        "Playing every card as soon as it can be played is best, for every deal and either "
        "redeal: whatever another player has played, you have played too, and your waste and "
        "stock are the other's less those cards.",
        "With a shuffled redeal a deal may say the order of all its cards for later passes; "
        "pass k takes the cards still unplayed, in order k. Where an order is not given and "
        "the deal is not out before, its verdict is a chance.",
    ),
    sources=("Wolter-Rosendorf, Patiencen in Wort und Bild (Falken 1994), pp. 47-49.",),
)

GAME = GameKind(
    rules=_DEFAULTS,
    make=Birthday.from_deal,
    words=_WORDS,
    variants={
        "geburtstag-unshuffled": {"redeal": "unshuffled"},
    },
    aliases=("birthday", "urodziny"),
)
