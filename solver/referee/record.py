"""What the referee asks of every record: that it is complete, and that its claims hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import gcd

from deals.cards import parse_card
from deals.deal import Deal
from deals.decks import find_deck
from deals.errors import DeckError, GehtaufError, RefusedError
from deals.numbering import numbered_deal, parse_number
from solver.referee.covering import judge_covering
from solver.referee.geburtstag import judge_geburtstag
from solver.referee.reading import (
    equal,
    need,
    read,
    read_fields,
    read_number,
    read_texts,
    read_word,
    same,
)

__all__ = ["verify"]

_CLAIMS = "schema game rules verdict cards_left moves states chance reason deal"
_ORIGIN = "version id source line"  # where the record comes from
_SHOWN = "trace proof"
_DEAL = "game deck cards redeals target suits number"
_JUDGES = {
    "quadrat": judge_covering,
    "zudecken": judge_covering,
    "geburtstag": judge_geburtstag,
}


def verify(record: Mapping[str, object]) -> str:
    """Check a solve record, and say in one sentence what it shows.

    Parameters
    ----------
    record
        One ``gehtauf/solve@1`` record as JSON has it: objects are dicts, arrays are lists.

    Returns
    -------
    str
        What was shown.

    Raises
    ------
    RefusedError
        If anything does not follow from the record's deal and rules: `rule` is the rule that
        was broken, `step` the step of the trace at fault, if it is one. The rule is
        ``nothing to verify`` if the record has neither trace nor proof.

    Notes
    -----
    Not checked, for nothing in a record could show it: what ``version``, ``id``, ``source`` and
    ``line`` say, which may be left out; ``states``, unless the proof lists them; the value of a
    ``chance``. A key that is no part of the format is refused.

    Examples
    --------
    >>> record = {
    ...     "schema": "gehtauf/solve@1", "game": "quadrat",
    ...     "rules": {"game": "quadrat", "deck": "2x2", "match": "suit", "sizes": [2],
    ...               "cover": "group", "goal": "cleared", "width": 3, "style": "set-aside"},
    ...     "verdict": "won", "cards_left": 0, "moves": 2, "states": 3, "chance": None,
    ...     "reason": None, "proof": {"kind": "trace"},
    ...     "trace": [
    ...         {"n": 1, "take": ["AC", "2C"], "deal": ["2S"], "table": ["AS", "2S"], "stock": 0},
    ...         {"n": 2, "take": ["AS", "2S"], "deal": [], "table": [], "stock": 0}],
    ...     "deal": {"game": "quadrat", "deck": "2x2", "cards": ["AC", "AS", "2C", "2S"],
    ...              "redeals": [], "target": None, "suits": None, "number": None}}
    >>> verify(record)
    'won: a legal line of 2 moves ends with the stock empty and no card face up'
    >>> record["trace"][0]["take"] = ["AC", "AS"]
    >>> verify(record)
    Traceback (most recent call last):
    ...
    deals.errors.RefusedError: step 1: each chosen card matches another chosen card (read 'AC AS')
    """
    need(isinstance(record, Mapping), "a record is a JSON object", found=record)
    same(record.get("schema"), "gehtauf/solve@1", "the schema is gehtauf/solve@1")
    if "trace" not in record and "proof" not in record:
        hint = "the record has neither trace nor proof; `gehtauf solve --proof` writes them"
        raise RefusedError(f"nothing to verify: {hint}", rule="nothing to verify")
    claims = {key: record[key] for key in _CLAIMS.split() if key in record}
    read_fields(claims, _CLAIMS, "a record has all its fields")
    _check_origin(record)
    for key in record:
        need(
            key in f"{_CLAIMS} {_ORIGIN} {_SHOWN}".split(),
            "a record has no other fields",
            found=key,
        )
    verdict = read_word(claims["verdict"], "won lost chance", "won, lost and chance can be shown")
    game = read_word(claims["game"], " ".join(_JUDGES), "the game is known")
    states = read_number(claims["states"], 0, None, "states is a number of positions")
    shown = _JUDGES[game](record, _read_deal(claims))

    moves = len(read(record["trace"], list, "")) if verdict == "won" else None
    same(claims["moves"], moves, "moves counts the steps of a solution")
    same(claims["cards_left"], shown.cards_left, "cards_left counts the cards left")
    true_reasons: list[object] = [None, *shown.reasons]
    if verdict == "lost":
        true_reasons.append({"kind": "exhausted", "states": states})
    reason = claims["reason"]
    need(any(equal(reason, true) for true in true_reasons), "the reason is true", found=reason)
    if claims["chance"] is not None:
        rule = "only the verdict chance has one: a value from 0 to 1, and a fraction or null"
        chance = read_fields(claims["chance"], "exact value", rule)
        value, exact = chance["value"], chance["exact"]
        good = isinstance(value, float) and 0 <= value <= 1 and _is_fraction(exact)
        need(good and verdict == "chance", rule, found=value)
        return f"{verdict}: {shown.sentence} (how likely a win is has not been checked)"
    return f"{verdict}: {shown.sentence}"


def _check_origin(record: Mapping[str, object]) -> None:
    """Check the form of what names the record's origin, as far as it is there."""
    read(record.get("version", ""), str, "version is a text")
    name, source, line = (record.get(key) for key in ("id", "source", "line"))
    good = name is None or (isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", name))
    need(good, "id is the name of a deal or null", found=name)
    if source is not None:
        read(source, str, "source is the name of a file or null")
    if line is not None:
        read_number(line, 1, None, "line is a number from 1 or null")


def _is_fraction(exact: object) -> bool:
    """Tell whether this is null or a chance p/q in lowest terms."""
    if exact is None:
        return True
    if not isinstance(exact, str) or not re.fullmatch(r"[0-9]{1,4000}/[0-9]{1,4000}", exact):
        return False
    above, below = map(int, exact.split("/"))
    return 0 <= above <= below and gcd(above, below) == 1 and exact == f"{above}/{below}"


def _read_deal(claims: Mapping[str, object]) -> Deal:
    """Build the deal, which checks it against its deck; compare it with rules and number."""
    rules = read(claims["rules"], dict, "the rules are an object")
    given = read_fields(claims["deal"], _DEAL, "a deal has all its fields and no others")
    game, deck, target, suits, number = (
        None if given[key] is None else read(given[key], str, f"the deal's {key} is a text or null")
        for key in ("game", "deck", "target", "suits", "number")
    )
    same(game, claims["game"], "deal and record name the same game")
    for key, text in (("game", game), ("deck", deck), ("target", target), ("suits", suits)):
        same(rules.get(key), text, f"rules and deal name the same {key}")
    lists = [given["cards"], *read(given["redeals"], list, "redeals is a list of orders")]
    names = [read_texts(order, "an order is a list of cards") for order in lists]
    try:
        first, *later = [tuple(map(parse_card, order)) for order in names]
        deal = numbered = Deal(find_deck(deck or ""), first, tuple(later), target, suits)
        if number is not None:
            numbered = numbered_deal(
                parse_number(number), deal.deck, target=target, suits=suits, orders=len(names)
            )
    except DeckError as error:
        rule = "a deal holds exactly the cards of its deck"
        raise RefusedError(str(error), rule=rule) from error
    except GehtaufError as error:
        raise RefusedError(str(error), rule="the deal can be read") from error
    orders_agree = (deal.cards, deal.redeals) == (numbered.cards, numbered.redeals)
    need(orders_agree, "a numbered deal has the cards of its number", found=number)
    return deal
