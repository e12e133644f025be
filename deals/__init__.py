"""What is dealt: cards, decks, deals, numbered deals and deal files."""

from deals.cards import (
    RANKS,
    SUITS,
    Card,
    Style,
    format_card,
    make_card,
    parse_card,
    rank_of,
    suit_of,
)
from deals.deal import Deal, bases_of, parse_suits, parse_target
from deals.decks import Deck, find_deck
from deals.errors import (
    CardError,
    DeckError,
    FormatError,
    GehtaufError,
    RefusedError,
    SettingError,
    unknown_name,
)
from deals.numbering import SplitMix64, numbered_deal, parse_number, parse_numbers, shuffle

__all__ = [
    "RANKS",
    "SUITS",
    "Card",
    "CardError",
    "Deal",
    "Deck",
    "DeckError",
    "FormatError",
    "GehtaufError",
    "RefusedError",
    "SettingError",
    "SplitMix64",
    "Style",
    "bases_of",
    "find_deck",
    "format_card",
    "make_card",
    "numbered_deal",
    "parse_card",
    "parse_number",
    "parse_numbers",
    "parse_suits",
    "parse_target",
    "rank_of",
    "shuffle",
    "suit_of",
    "unknown_name",
]
