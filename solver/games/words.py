"""Every game in words: its rules for players, what is known of it, and where it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """What a person wants to read about a game; each paragraph is one string."""

    title: str
    summary: str
    rules: tuple[str, ...]
    known: tuple[str, ...]
    sources: tuple[str, ...]


_WOLTER = "Wolter-Rosendorf, Patiencen in Wort und Bild (Falken 1994)"
_FACE_UP = (
    "Verdicts are for a player who sees the stock: a deal is won if some way of playing wins it."
)

WORDS: Mapping[str, Words] = {
    "quadrat": Words(
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
            f"{_WOLTER}, p. 9.",
            "Lembke, Das große Haus- und Familienbuch der Spiele, p. 193.",
        ),
    ),
    "zudecken": Words(
        title="Zudecken",
        summary=(
            "Four cards lie face up; cover two, three or four that match others in suit or rank."
        ),
        rules=(
            "Shuffle the pack: it is the stock (Talon). Deal four cards face up; they are the "
            "table (Auslage).",
            "Choose two, three or all four of the open cards and cover each with a card from the "
            "stock. A card may be chosen if it agrees with another open card in suit (Farbe) or "
            "rank (Wert). Covered cards are out of play.",
            "When the stock is empty, groups are taken away without new cards. If the stock holds "
            "fewer cards than were chosen, it fills as many gaps as it can.",
            "The patience comes out (geht auf) when the stock is empty and no card lies open. It "
            "is lost when no card can be covered before that.",
        ),
        known=(
            "The sources do not say whether the card that a chosen card agrees with must be chosen "
            "too. cover = open, the default, does not ask for it; cover = group, the narrow "
            "reading, does; cover = single, the widest, lets one card "
            "be covered alone if it agrees with an open one.",
            _FACE_UP,
        ),
        sources=("Gorys, Das Buch der Spiele, p. 121.",),
    ),
    "geburtstag": Words(
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
        sources=(f"{_WOLTER}, pp. 47-49.",),
    ),
}
