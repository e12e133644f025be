"""Zudecken: its defaults, its variants and its words."""

from __future__ import annotations

from solver.games.covering import Covering, CoveringRules
from solver.games.kind import GameKind, Words

_DEFAULTS = CoveringRules(
    game="zudecken",
    deck="french52",
    match="suit-or-rank",
    sizes=(2, 3, 4),
    cover="open",
    goal="cleared",
    width=4,
    style="cover",
)

_WORDS = Words(
    title="Zudecken",
    summary=("Four cards lie face up; cover two, three or four that match others in suit or rank."),
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
        "Verdicts are for a player who sees the stock: a deal is won if some way of playing wins "
        "it.",
    ),
    sources=("Gorys, Das Buch der Spiele, p. 121.",),
)

GAME = GameKind(
    rules=_DEFAULTS,
    make=Covering.from_deal,
    words=_WORDS,
    variants={
        "zudecken-stock": {"goal": "stock"},
        "zudecken-32": {"deck": "skat32"},
        "zudecken-group": {"cover": "group"},
        "zudecken-group-stock": {"cover": "group", "goal": "stock"},
        "zudecken-group-32": {"deck": "skat32", "cover": "group"},
        "zudecken-single": {"cover": "single"},
        "zudecken-single-stock": {"cover": "single", "goal": "stock"},
        "zudecken-single-32": {"deck": "skat32", "cover": "single"},
    },
    aliases=("covering",),
)
