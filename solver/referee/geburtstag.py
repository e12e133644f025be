"""The referee's own Geburtstag: a line of play, and why a greedy one shows a loss."""

from __future__ import annotations

from collections.abc import Mapping

from deals.cards import Card, format_card, make_card, rank_of, suit_of
from deals.deal import Deal
from solver.referee.reading import Shown, need, read, read_fields, read_number, read_word, same

__all__ = ["judge_geburtstag"]


def judge_geburtstag(record: Mapping[str, object], deal: Deal) -> Shown:
    """Check the passes that are known, and follow the line of play through them.

    A line that shows a loss must be greedy: each card is played as soon as it can be. No other
    line B plays more. For, by induction, greedy has played whatever B has, and the other cards
    lie in the same order; and if B plays the top of its waste and greedy has not played that
    card before, it is the top of greedy's waste as well, and its foundation is ready for it.
    """
    keys = "game deck redeal passes target suits"
    rules = read_fields(record["rules"], keys, "the rules state every field and no others")
    redeal = read_word(rules["redeal"], "shuffled unshuffled", "redeal is known")
    passes = read_number(rules["passes"], 1, None, "passes is a number from 1")
    need(deal.bases, "the rules name a target and suits")
    orders = 1 + len(deal.redeals)
    rule = "later orders belong to shuffled redeals, and there are no more orders than passes"
    need(orders <= (passes if redeal == "shuffled" else 1), rule, found=orders)
    known = orders if redeal == "shuffled" else passes
    verdict = record["verdict"]
    need(verdict != "lost" or known == passes, "a lost deal has an order for every pass")
    need(verdict != "chance" or known < passes, "a chance needs a pass without an order")
    proof = {"kind": "trace" if verdict == "won" else "greedy"}
    same(record.get("proof", proof), proof, "the proof is one of the verdict")

    left, now = _follow(record.get("trace"), deal, redeal, known, greedy=verdict != "won")
    used: list[dict[str, object]] = [{"kind": "greedy", "passes": now}]
    if verdict == "won":
        return Shown(f"a legal line plays every card by pass {now}", 0, used)
    line = f"play that holds nothing back leaves {left} cards after pass {now}"
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
    held_back = "a line that shows a loss plays each card as soon as it can"
    for n, given in enumerate(read(trace, list, "the trace is a list of steps"), 1):
        step = read_fields(given, "n pass from card to", "a step has its five fields", n)
        same(step["n"], n, "steps count up from 1", n)
        need(stock or waste, "nothing is played after the game is won", n)
        source = read_word(step["from"], "stock waste", "a card comes from stock or waste", n)
        to = read_word(step["to"], "foundation waste", "a card goes to foundation or waste", n)
        if source == "stock":
            need(not (greedy and waste and waste[-1] in wanted), held_back, n, step["card"])
            if not stock:  # redeal: the waste in the order given, or in that of laying down
                need(now < known, "nothing is drawn after the last known pass", n)
                order = deal.redeals[now - 1] if redeal == "shuffled" else tuple(waste)
                stock, waste, now = [card for card in order if card in waste], [], now + 1
            card = stock.pop(0)
        else:
            need(waste and to == "foundation", "from the waste a card goes to its foundation", n)
            card = waste.pop()
        same(step["pass"], now, "a new pass begins when a card is drawn and the stock is empty", n)
        same(step["card"], format_card(card), "only the next card of its pile is played", n)
        if to == "foundation":
            need(card in wanted, "a foundation takes the next card of its suit", n, step["card"])
            wanted = wanted - {card} | {above(card)}
        else:
            need(not (greedy and card in wanted), held_back, n, step["card"])
            waste.append(card)

    left, end = len(stock) + len(waste), n or None
    if greedy:
        need(left, "a deal with every card on its foundation is won", end)
        over = not stock and now == known and waste[-1] not in wanted
        need(over, "a line that shows a loss runs until nothing more can be played or drawn", end)
    else:
        need(not left, "the trace of a won deal ends won", end)
    return left, now
