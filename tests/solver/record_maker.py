"""Small players that write solve records for the tests of the referee.

They share nothing with the solver or with the referee: cards are strings here, and a position is
played out by plain search. A record is made as the format describes it, key by key.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

import pytest

from deals.cards import format_card
from deals.deal import bases_of
from deals.decks import find_deck
from deals.errors import RefusedError
from solver.referee import verify

Json = Any
Record = dict[str, Json]

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def deck_names(deck: str, without: Sequence[str] = ()) -> list[str]:
    names = [format_card(card) for card in find_deck(deck).cards]
    return [name for name in names if name not in without]


def shuffled(names: Sequence[str], seed: object) -> list[str]:
    return Random(repr(seed)).sample(list(names), len(names))


def covering_rules(deck: str = "4x4", game: str = "zudecken", **changes: Json) -> Record:
    rules: Record = {"game": game, "deck": deck, "match": "suit-or-rank", "sizes": [2, 3, 4],
                     "cover": "open", "goal": "cleared", "width": 4, "style": "cover"}  # fmt: skip
    return rules | changes


def quadrat_rules(deck: str = "skat32", **changes: Json) -> Record:
    quadrat = {"match": "suit", "sizes": [2], "cover": "group", "style": "set-aside"}
    return covering_rules(deck, "quadrat", **(quadrat | changes))


def geburtstag_rules(deck: str, target: str, redeal: str, passes: int) -> Record:
    return {"game": "geburtstag", "deck": deck, "redeal": redeal, "passes": passes,
            "target": target, "suits": "SHCD"}  # fmt: skip


def base_record(rules: Record, orders: Sequence[Sequence[str]], **claims: Json) -> Record:
    deal = {"game": rules["game"], "deck": rules["deck"], "cards": list(orders[0]),
            "redeals": [list(order) for order in orders[1:]], "target": rules.get("target"),
            "suits": rules.get("suits"), "number": None}  # fmt: skip
    record = {"schema": "gehtauf/solve@1", "version": "0.0.0", "id": None, "source": "a test",
              "line": 1, "game": rules["game"], "rules": rules, "verdict": None,
              "cards_left": None, "moves": None, "states": 0, "chance": None, "reason": None,
              "deal": deal}  # fmt: skip
    return copy.deepcopy(record | claims)


class Covering:
    """Every position of one deal of the family: (cards dealt, places face up)."""

    def __init__(self, rules: Record, names: Sequence[str]) -> None:
        self.rules, self.names, self.total = rules, list(names), len(names)
        first = min(rules["width"], self.total)
        self.start = (first, tuple(range(first)))

    def moves(self, position: tuple[int, tuple[int, ...]]) -> Iterator[tuple[Any, Any]]:
        dealt, table = position
        if dealt == self.total and self.rules["goal"] == "stock":
            return
        sizes = set(self.rules["sizes"]) | ({1} if self.rules["cover"] == "single" else set())
        for size in sorted(sizes):
            for group in combinations(table, size):
                pool = group if self.rules["cover"] == "group" else table
                if all(any(self.match(p, q) for q in pool if q != p) for p in group):
                    kept = [p for p in table if p not in group]
                    new = list(range(dealt, self.total))[:size]
                    yield group, (dealt + len(new), tuple(kept + new))

    def match(self, p: int, q: int) -> bool:
        (rank, suit), (other_rank, other_suit) = self.names[p], self.names[q]
        wanted = self.rules["match"].split("-or-")
        return ("rank" in wanted and rank == other_rank) or (
            "suit" in wanted and suit == other_suit
        )

    def won(self, position: tuple[int, tuple[int, ...]]) -> bool:
        return position[0] == self.total and (self.rules["goal"] == "stock" or position[1] == ())

    @cached_property
    def positions(self) -> dict[Any, list[tuple[Any, Any]]]:
        found: dict[Any, list[tuple[Any, Any]]] = {}
        todo = [self.start]
        while todo:
            position = todo.pop()
            if position not in found:
                found[position] = list(self.moves(position))
                todo += [after for _, after in found[position]]
        return found

    @cached_property
    def winning(self) -> set[Any]:
        good: set[Any] = set()
        for position in sorted(self.positions, key=lambda p: len(p[1]) - p[0]):  # most gone first
            after = [new for _, new in self.positions[position]]
            if self.won(position) or not good.isdisjoint(after):
                good.add(position)
        return good

    @property
    def verdict(self) -> str:
        return "won" if self.start in self.winning else "lost"

    @property
    def fewest_left(self) -> int:
        ends = [p for p, moves in self.positions.items() if not moves]
        return min(self.total - dealt + len(table) for dealt, table in ends)

    def label(self, places: Sequence[int]) -> list[str]:
        twins = len(set(self.names)) < self.total
        return [f"{self.names[p]}@{p}" if twins else self.names[p] for p in places]

    def trace(self, random: Random) -> list[Record]:
        """Draw a winning line."""
        steps: list[Record] = []
        position = self.start
        while not self.won(position):
            good = [move for move in self.positions[position] if move[1] in self.winning]
            group, after = random.choice(good)
            steps.append(self.step(len(steps) + 1, position, group, after))
            position = after
        return steps

    def step(self, n: int, before: Any, group: Sequence[int], after: Any) -> Record:
        return {
            "n": n,
            "take": self.label(group),
            "deal": self.label(range(before[0], after[0])),
            "table": self.label(after[1]),
            "stock": self.total - after[0],
        }

    def closed_set(self) -> Record:
        def code(place: int) -> str:
            return DIGITS[place] if self.total <= 64 else DIGITS[place // 64] + DIGITS[place % 64]

        data = []
        for level in sorted({dealt for dealt, _ in self.positions}):
            members = sorted(table for dealt, table in self.positions if dealt == level)
            data.append(" ".join([str(level), *("".join(map(code, table)) for table in members)]))
        count = len(self.positions)
        return {"kind": "closed-set", "encoding": "places64/1", "count": count, "data": data}

    def record(self, seed: object = 0) -> Record:
        count = len(self.positions)
        if self.verdict == "lost":
            return base_record(
                self.rules, [self.names], verdict="lost", cards_left=self.fewest_left,
                states=count, reason={"kind": "exhausted", "states": count},
                proof=self.closed_set(),
            )  # fmt: skip
        trace = self.trace(Random(repr(seed)))
        return base_record(
            self.rules, [self.names], verdict="won", moves=len(trace), states=count, trace=trace,
            cards_left=0 if self.rules["goal"] == "cleared" else None, proof={"kind": "trace"},
        )  # fmt: skip


def covering(rules: Record, seed: object) -> Covering:
    return Covering(rules, shuffled(deck_names(rules["deck"]), seed))


def first_covering(rules: Record, verdict: str, positions: tuple[int, int] = (2, 500)) -> Covering:
    """Find the first shuffled deal with this verdict and so many positions."""
    for seed in range(500):
        player = covering(rules, seed)
        if player.verdict == verdict and positions[0] <= len(player.positions) <= positions[1]:
            return player
    raise AssertionError(f"no {verdict} deal under {rules}")


def suit_counts(names: Sequence[str]) -> dict[str, int]:
    return {suit: sum(name[-1] == suit for name in names) for suit in "CSHD"}


def parity_record(rules: Record, names: Sequence[str], n: int) -> Record:
    """Claim a loss by the parities after n cards, rightly or wrongly."""
    counts = suit_counts(names[:n])
    left = len(names) - n + sum(count % 2 for count in counts.values())
    return base_record(
        rules, [names], verdict="lost", cards_left=left,
        reason={"kind": "parity", "n": n, "counts": counts},
        proof={"kind": "parity", "n": n, "counts": counts},
    )  # fmt: skip


def stuck_points(names: Sequence[str]) -> list[int]:
    every = range(4, len(names) + 1)
    return [n for n in every if all(c % 2 for c in suit_counts(names[:n]).values())]


class Geburtstag:
    """One deal, played once: greedily, or passing by a chance now and then as `hold_back` draws."""

    def __init__(
        self, rules: Record, orders: Sequence[Sequence[str]], hold_back: Random | None = None
    ) -> None:
        self.rules, self.orders, self.hold_back = rules, orders, hold_back
        self.known = len(orders) if rules["redeal"] == "shuffled" else rules["passes"]
        deck = find_deck(rules["deck"])
        ranks = [format_card(card)[0] for card in deck.cards if format_card(card)[1] == "C"]
        self.chains = {}
        for base in map(format_card, bases_of(rules["target"], rules["suits"], deck)):
            at = ranks.index(base[0])
            self.chains[base[1]] = [rank + base[1] for rank in ranks[at + 1 :] + ranks[:at]]
        self.steps: list[Record] = []
        self.waste: list[str] = []
        self.passes = 0
        left = [card for chain in self.chains.values() for card in chain]
        while left and self.passes < self.known:
            order = orders[self.passes] if rules["redeal"] == "shuffled" else orders[0]
            if self.passes and rules["redeal"] == "unshuffled":
                order = list(self.waste)
            self.passes += 1
            self.play_pass([card for card in order if card in left])
            left = list(self.waste)

    def play_pass(self, stock: list[str]) -> None:
        self.waste = []
        for card in stock:
            self.put("stock", card)
            while self.waste and self.wants(self.waste[-1]):
                self.put("waste", self.waste.pop())

    def wants(self, card: str) -> bool:
        if self.chains[card[1]][:1] != [card]:
            return False
        return self.hold_back is None or self.hold_back.random() < 0.7

    def put(self, source: str, card: str) -> None:
        to = "foundation" if source == "waste" or self.wants(card) else "waste"
        if to == "foundation":
            self.chains[card[1]].pop(0)
        else:
            self.waste.append(card)
        self.steps.append({"n": len(self.steps) + 1, "pass": self.passes, "from": source,
                           "card": card, "to": to})  # fmt: skip

    @property
    def verdict(self) -> str:
        if not any(self.chains.values()):
            return "won"
        return "lost" if self.known == self.rules["passes"] else "chance"

    def record(self) -> Record:
        verdict = self.verdict
        reason = {"kind": "greedy", "passes": self.passes}
        if verdict == "chance":
            reason = {"kind": "no-orders", "known": self.known, "passes": self.rules["passes"]}
        return base_record(
            self.rules, self.orders, verdict=verdict, reason=reason, trace=self.steps,
            cards_left={"won": 0, "lost": len(self.waste), "chance": None}[verdict],
            moves=len(self.steps) if verdict == "won" else None,
            proof={"kind": "trace" if verdict == "won" else "greedy"},
        )  # fmt: skip


def geburtstag(
    rules: Record, seed: object, orders: int, hold_back: Random | None = None
) -> Geburtstag:
    """Play a shuffled deal whose orders are given for the first passes only."""
    bases = map(format_card, bases_of(rules["target"], rules["suits"], find_deck(rules["deck"])))
    names = deck_names(rules["deck"], without=list(bases))
    dealt = [shuffled(names, (seed, order)) for order in range(orders)]
    return Geburtstag(rules, dealt, hold_back)


def refusal(record: Json) -> tuple[int | None, str]:
    """Where and why the referee refuses a record: the step and the rule."""
    with pytest.raises(RefusedError) as caught:
        verify(record)
    assert caught.value.rule
    assert caught.value.rule in str(caught.value) or caught.value.__cause__ is not None
    assert len(str(caught.value)) < 2000
    return caught.value.step, caught.value.rule


def changed(record: Record, *path: Json, to: Json = None, drop: bool = False) -> Record:
    """Copy the record with one thing in it changed or dropped."""
    copied = copy.deepcopy(record)
    place: Json = copied
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return copied
