"""What the referee asks of every record: that it is complete, and that its claims hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import gcd

from deals.cards import format_card, parse_card
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
    refuse,
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
    >>> verify(record)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    deals.errors.RefusedError: step 1, take: AC matches no other by suit;
        each chosen card must match another chosen card (read 'AC AS')
    """
    need(isinstance(record, Mapping), "a record must be a JSON object", "", found=record)
    rule = "the schema must be gehtauf/solve@1"
    same(record.get("schema"), "gehtauf/solve@1", rule, "schema")
    if "trace" not in record and "proof" not in record:
        rule, remedy = "nothing to verify", "gehtauf solve --proof --format jsonl writes them"
        hint = f"the record has neither trace nor proof; {remedy}"
        raise RefusedError(f"{rule}: {hint}", rule=rule)
    claims = {key: record[key] for key in _CLAIMS.split() if key in record}
    read_fields(claims, _CLAIMS, "a record must have all its fields", "")
    _check_origin(record)
    for key in record:
        known = f"{_CLAIMS} {_ORIGIN} {_SHOWN}".split()
        need(key in known, "a record must have no other fields", "", found=key)
    rule = "only won, lost and chance can be shown"
    verdict = read_word(claims["verdict"], "won lost chance", rule, "verdict")
    game = read_word(claims["game"], " ".join(_JUDGES), "the game must be known", "game")
    states = read_number(claims["states"], 0, None, "states must be a number", "states")
    shown = _JUDGES[game](record, _read_deal(claims))

    moves = len(read(record["trace"], list, "", "")) if verdict == "won" else None
    same(claims["moves"], moves, "moves must count the steps of a solution", "moves")
    rule = "cards_left must count the cards left"
    same(claims["cards_left"], shown.cards_left, rule, "cards_left")
    _check_reason(claims["reason"], verdict, states, shown.reasons)
    if claims["chance"] is not None:
        rule = "only the verdict chance has one: a value from 0 to 1, and a fraction or null"
        need(verdict == "chance", rule, "chance", found=claims["chance"], wanted="null")
        chance = read_fields(claims["chance"], "exact value", rule, "chance")
        value, exact = chance["value"], chance["exact"]
        good = isinstance(value, float) and 0 <= value <= 1
        need(good, rule, "chance.value", found=value)
        need(_is_fraction(exact), rule, "chance.exact", found=exact)
        return f"{verdict}: {shown.sentence} (how likely a win is has not been checked)"
    return f"{verdict}: {shown.sentence}"


def _check_origin(record: Mapping[str, object]) -> None:
    """Check the form of what names the record's origin, as far as it is there."""
    read(record.get("version", ""), str, "version must be a text", "version")
    name, source, line = (record.get(key) for key in ("id", "source", "line"))
    good = name is None or (isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", name))
    rule = "id must be the name of a deal or null"
    need(good, rule, "id", found=name, wanted="1 to 64 of A-Z, a-z, 0-9, dot, _ and -")
    if source is not None:
        read(source, str, "source must be the name of a file or null", "source")
    if line is not None:
        read_number(line, 1, None, "line must be a number from 1 or null", "line")


def _check_reason(
    reason: object, verdict: str, states: int, shown: list[dict[str, object]]
) -> None:
    """Check that the reason is one of those that are true, or null."""
    exhausted: dict[str, object] = {"kind": "exhausted", "states": states}
    true = [*shown, exhausted] if verdict == "lost" else shown
    if reason is not None and not any(equal(reason, each) for each in true):
        wanted: object = " or ".join(["null", *(f"kind {each['kind']}" for each in true)])
        for each in true:
            if isinstance(reason, dict) and reason.get("kind") == each["kind"]:
                wanted = each
        refuse("the reason must be true", "reason", found=reason, wanted=wanted)


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
    rules = read(claims["rules"], dict, "the rules must be an object", "rules")
    rule = "a deal must have all its fields and no others"
    given = read_fields(claims["deal"], _DEAL, rule, "deal")
    game, deck, target, suits, number = (
        None
        if (value := given[key]) is None
        else read(value, str, f"the deal's {key} must be a text or null", f"deal.{key}")
        for key in ("game", "deck", "target", "suits", "number")
    )
    same(game, claims["game"], "deal and record must name the same game", "deal.game")
    for key, text in (("game", game), ("deck", deck), ("target", target), ("suits", suits)):
        same(rules.get(key), text, f"rules and deal must name the same {key}", f"rules.{key}")
    later = read(given["redeals"], list, "redeals must be a list of orders", "deal.redeals")
    rule = "an order must be a list of cards"
    names = [read_texts(given["cards"], rule, "deal.cards")]
    names += [read_texts(order, rule, "deal.redeals") for order in later]
    try:
        first, *others = [tuple(map(parse_card, order)) for order in names]
        deal = numbered = Deal(find_deck(deck or ""), first, tuple(others), target, suits)
        if number is not None:
            numbered = numbered_deal(
                parse_number(number), deal.deck, target=target, suits=suits, orders=len(names)
            )
    except DeckError as error:
        rule = "a deal must hold exactly the cards of its deck"
        raise RefusedError(f"deal: {error}", rule=rule) from error
    except GehtaufError as error:
        raise RefusedError(f"deal: {error}", rule="the deal must be readable") from error
    orders = [deal.cards, *deal.redeals], [numbered.cards, *numbered.redeals]
    for n, (order, true) in enumerate(zip(*orders, strict=True)):
        for k, (card, wanted) in enumerate(zip(order, true, strict=True), 1):
            if card != wanted:
                rule = "a numbered deal must have the cards of its number"
                where = f"deal.redeals, order {n + 1}, card {k}" if n else f"deal.cards, card {k}"
                found, due = format_card(card), format_card(wanted)
                refuse(rule, where, found=found, wanted=f"{due} in deal {number}")
    return deal
