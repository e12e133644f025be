"""The referee's own Geburtstag: a line of play, and why a greedy one shows a loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from deals.cards import Card, format_card, make_card, rank_of, suit_of
from deals.deal import Deal
from deals.words import count
from solver.referee.reading import (
    Shown,
    need,
    read,
    read_fields,
    read_number,
    read_word,
    refuse,
    same,
)

__all__ = ["judge_geburtstag"]


def judge_geburtstag(record: Mapping[str, object], deal: Deal) -> Shown:
    """Check the passes that are known, and follow the line of play through them.

    A line that shows a loss must be greedy: each card is played as soon as it can be. No other
    line B plays more. For, by induction, greedy has played whatever B has, and the other cards
    lie in the same order; and if B plays the top of its waste and greedy has not played that
    card before, it is the top of greedy's waste as well, and its foundation is ready for it.
    """
    keys = "game deck redeal passes target suits"
    rule = "the rules must state every field and no others"
    rules = read_fields(record["rules"], keys, rule, "rules")
    words = "shuffled unshuffled"
    redeal = read_word(rules["redeal"], words, "redeal must be known", "rules.redeal")
    rule = "passes must be a number from 1"
    passes = read_number(rules["passes"], 1, None, rule, "rules.passes")
    need(deal.bases, "the rules must name a target and suits", "rules")
    orders, most = 1 + len(deal.redeals), passes if redeal == "shuffled" else 1
    rule = "later orders belong to shuffled redeals, and no more orders are dealt than passes"
    why = "counted with the first, they are too many"
    need(orders <= most, rule, "deal.redeals", found=orders, wanted=most, why=why)
    known = orders if redeal == "shuffled" else passes
    verdict = record["verdict"]
    rule, why = (
        "a lost deal must have an order for every pass",
        "counted with the first, they are too few",
    )
    good = verdict != "lost" or known == passes
    need(good, rule, "deal.redeals", found=known, wanted=passes, why=why)
    rule, why = "a chance needs a pass without an order", "the order of every pass is known"
    need(verdict != "chance" or known < passes, rule, "verdict", found="chance", why=why)
    proof = {"kind": "trace" if verdict == "won" else "greedy"}
    same(record.get("proof", proof), proof, "the proof must be one of the verdict", "proof")

    left, now = _follow(record.get("trace"), deal, redeal, known, greedy=verdict != "won")
    used: list[dict[str, object]] = [{"kind": "greedy", "passes": now}]
    if verdict == "won":
        return Shown(f"a legal line plays every card by pass {now}", 0, used)
    line = f"play that holds nothing back leaves {count(left, 'card')} after pass {now}"
    if verdict == "lost":
        return Shown(line, left, used)
    return Shown(line, None, [{"kind": "no-orders", "known": known, "passes": passes}])


def _follow(trace: object, deal: Deal, redeal: str, known: int, *, greedy: bool) -> tuple[int, int]:
    """Play a legal line: to the win, or greedily to a loss. Give the cards left and the pass."""
    ranks = len({rank_of(card) for card in deal.deck.cards})

    def above(card: Card) -> Card:
        return make_card((rank_of(card) + 1) % ranks, suit_of(card))  # K is followed by A

    wanted = {above(base) for base in deal.bases}  # the next card of each foundation
    stock, waste, now, n = list(deal.cards), list[Card](), 1, 0
    held_back = "a line that shows a loss must play each card as soon as it can"
    for n, given in enumerate(read(trace, list, "the trace must be a list of steps", "trace"), 1):
        fields = "n pass from card to"
        step = read_fields(given, fields, "a step must have its five fields", "", n)
        same(step["n"], n, "steps must count up from 1", "n", n)
        rule = "nothing may be played after the game is won"
        need(stock or waste, rule, "", n, wanted=count(n - 1, "step"))
        rule = "a card must come from stock or waste"
        source = read_word(step["from"], "stock waste", rule, "from", n)
        rule = "a card must go to foundation or waste"
        to = read_word(step["to"], "foundation waste", rule, "to", n)
        if source == "stock":
            if greedy and waste and waste[-1] in wanted:
                _refuse_holding(held_back, waste[-1], "the waste", n)
            if not stock:  # redeal: the waste in the order given, or in that of laying down
                rule = "nothing may be drawn after the last known pass"
                need(now < known, rule, "from", n, why=f"pass {now} is the last")
                order = deal.redeals[now - 1] if redeal == "shuffled" else tuple(waste)
                stock, waste, now = [card for card in order if card in waste], [], now + 1
            card = stock.pop(0)
        else:
            need(
                waste, "a card of the waste must be there", "from", n, found="waste", wanted="stock"
            )
            rule = "from the waste a card must go to its foundation"
            need(to == "foundation", rule, "to", n, found="waste", wanted="foundation")
            card = waste.pop()
        rule = "a new pass begins when a card is drawn and the stock is empty"
        same(step["pass"], now, rule, "pass", n)
        rule = "only the next card of its pile may be played"
        same(step["card"], format_card(card), rule, "card", n)
        if to == "foundation":
            if card not in wanted:
                rule = "a foundation takes the next card of its suit"
                following = [format_card(c) for c in wanted if suit_of(c) == suit_of(card)]
                refuse(rule, "card", n, found=step["card"], wanted=following)
            wanted = wanted - {card} | {above(card)}
        else:
            if greedy and card in wanted:
                _refuse_holding(held_back, card, "the stock", n)
            waste.append(card)

    left, where, end = len(stock) + len(waste), "" if n else "trace", n or None
    if greedy:
        need(left, "a deal with every card on its foundation is won", where, end)
        over = not stock and now == known and waste[-1] not in wanted
        rule = "a line that shows a loss must run until nothing more can be played or drawn"
        why = f"cards left: {len(stock)} in the stock, {len(waste)} on the waste, in pass {now}"
        need(over, rule, where, end, why=why)
    else:
        why = f"cards left: {left}"
        need(not left, "the trace of a won deal must end won", where, end, why=why)
    return left, now


def _refuse_holding(rule: str, card: Card, pile: str, step: int) -> NoReturn:
    why = f"{format_card(card)} of {pile} fits its foundation, and is not played"
    refuse(rule, "", step, why=why)
