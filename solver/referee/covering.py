"""The referee's own Quadrat and Zudecken: one family, played by the rules of the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from deals.cards import SUITS, Card, format_card, rank_of, suit_of
from deals.deal import Deal
from solver.referee.reading import (
    Shown,
    need,
    read,
    read_fields,
    read_number,
    read_texts,
    read_word,
    refuse,
    same,
)

__all__ = ["judge_covering"]

# How many cards have left the stock, and the places of the face-up cards, ascending. A card is
# known by its place in the deal, from 0: the twins of a double deck are different cards.
_Position: TypeAlias = tuple[int, tuple[int, ...]]

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def judge_covering(record: Mapping[str, object], deal: Deal) -> Shown:
    """Check that the record's trace shows the deal won, or its proof that it is lost."""
    game = _Game(record["rules"], deal.cards)
    if record["verdict"] == "won":
        proof = {"kind": "trace"}
        same(record.get("proof", proof), proof, "the proof of a won deal is its trace")
        line = f"a legal line of {game.follow(record.get('trace'))} moves ends with the stock empty"
        if game.goal == "stock":
            return Shown(line, None, game.true_reasons())
        return Shown(f"{line} and no card face up", 0, game.true_reasons())
    need(record["verdict"] == "lost", "only a shuffled Geburtstag deal can have a chance")
    need("trace" not in record, "no line of play proves a loss: another might have won")
    given = read(record["proof"], dict, "a proof is an object")
    kind = read_word(given.get("kind"), "parity closed-set", "the proof is one of a lost deal")
    check = game.check_parity if kind == "parity" else game.check_closed_set
    sentence, cards_left = check(given, record["states"])
    return Shown(sentence, cards_left, game.true_reasons())


class _Game:
    """One deal under the rules of its record."""

    def __init__(self, given: object, cards: tuple[Card, ...]) -> None:
        keys = "game deck match sizes cover goal width style"
        rules = read_fields(given, keys, "the rules state every field and no others")
        self.match = read_word(rules["match"], "suit rank suit-or-rank", "match is known")
        self.cover = read_word(rules["cover"], "open group single", "cover is known")
        self.goal = read_word(rules["goal"], "cleared stock", "goal is known")
        self.width = read_number(rules["width"], 1, 8, "width is 1 to 8")
        read_word(rules["style"], "set-aside cover", "style is known")  # wording only
        rule = "sizes are numbers from 1 to 8, at least one, ascending"
        self.sizes = [read_number(size, 1, 8, rule) for size in read(rules["sizes"], list, rule)]
        need(self.sizes and self.sizes == sorted(set(self.sizes)), rule, found=self.sizes)
        self.cards, self.total = cards, len(cards)
        places = range(self.total)
        self.mates = [frozenset(q for q in places if self.agree(p, q)) for p in places]
        # At the start `width` cards are face up; fewer, if the deck is smaller.
        first = min(self.width, self.total)
        self.start: _Position = (first, tuple(range(first)))

    # ---- the rules ----

    def agree(self, p: int, q: int) -> bool:
        """Two different cards match in suit, in rank, or in either, as the rules say."""
        suit = suit_of(self.cards[p]) == suit_of(self.cards[q])
        rank = rank_of(self.cards[p]) == rank_of(self.cards[q])
        return p != q and {"suit": suit, "rank": rank, "suit-or-rank": suit or rank}[self.match]

    def broken_rule(self, group: tuple[int, ...], table: tuple[int, ...]) -> str | None:
        """Tell which rule forbids this group of face-up cards, if one does."""
        # `single` is `open`, and a card may also go alone.
        if len(group) not in self.sizes and not (self.cover == "single" and len(group) == 1):
            return "a group has one of the sizes of the rules"
        # `group`: each chosen card matches another chosen card.
        # `open`, `single`: each chosen card matches another face-up card, chosen or not.
        among, which = (group, "chosen") if self.cover == "group" else (table, "face-up")
        if any(self.mates[place].isdisjoint(among) for place in group):
            return f"each chosen card matches another {which} card"
        return None

    def play(self, position: _Position, group: tuple[int, ...]) -> _Position:
        """Let the group go; as many new cards come, or as many as the stock still has."""
        dealt, table = position
        after = min(dealt + len(group), self.total)
        return after, (*(p for p in table if p not in group), *range(dealt, after))

    def is_won(self, position: _Position) -> bool:
        """Tell whether the game is won, and so over."""
        # `cleared`: stock empty and nothing face up. `stock`: as soon as the stock is empty.
        dealt, table = position
        return dealt == self.total and (self.goal == "stock" or not table)

    def moves(self, position: _Position) -> Iterator[_Position]:
        """Yield where each legal move leads; callers ask only while the game is not won."""
        table = position[1]
        for size in range(1, len(table) + 1):
            for group in combinations(table, size):
                if self.broken_rule(group, table) is None:
                    yield self.play(position, group)

    # ---- won: a trace ----

    def follow(self, trace: object) -> int:
        """Play a line, which must be legal and end won; give the number of its moves."""
        position, n = self.start, 0
        for n, given in enumerate(read(trace, list, "a won deal has a list of steps"), 1):
            step = read_fields(given, "n take deal table stock", "a step has its five fields", n)
            same(step["n"], n, "steps count up from 1", n)
            need(not self.is_won(position), "nothing is played after the game is won", n)
            dealt, table = position
            face_up = dict(zip(self.names(table), table, strict=True))
            taken = read_texts(step["take"], "take is a list of cards", n)
            need(face_up.keys() >= set(taken), "only face-up cards can be taken", n, taken)
            group = tuple(face_up[name] for name in taken)
            rule = "cards are taken once each, in order of their places"
            need(group == tuple(sorted(set(group))), rule, n, taken)
            if broken := self.broken_rule(group, table):
                refuse(broken, n, taken)
            position = self.play(position, group)
            fresh, face_up_now = self.names(range(dealt, position[0])), self.names(position[1])
            same(step["deal"], fresh, "the cards dealt are the next of the stock", n)
            same(step["table"], face_up_now, "table lists the face-up cards after the move", n)
            same(step["stock"], self.total - position[0], "stock counts the cards in it", n)
        need(self.is_won(position), "the trace of a won deal ends won", n or None)
        return n

    def names(self, places: Iterable[int]) -> list[str]:
        """Name cards; in a deck that has twins with their places: ``7C@31``."""
        twins = len(set(self.cards)) < self.total
        return [format_card(self.cards[p]) + (f"@{p}" if twins else "") for p in places]

    # ---- lost: parity ----

    def parity_end(self) -> int | None:
        """Tell after how many cards the game ends, where parity settles it.

        Four cards are face up while the stock lasts, and pairs of one suit go. So of each suit
        the cards dealt and the cards face up are both even or both odd in number, and four
        face-up cards are stuck, all suits being different, exactly when all four counts are
        odd. If that never happens, all cards are dealt, and one of each odd suit is left.
        (A deck has at most four suits; with fewer the four counts are never all odd.)
        """
        if (self.match, self.cover, self.sizes, self.width) != ("suit", "group", [2], 4):
            return None
        stuck = (n for n in range(4, self.total, 2) if all(c % 2 for c in self.counts(n).values()))
        return next(stuck, self.total)

    def counts(self, n: int) -> dict[str, int]:
        """Count the cards of each suit among the first n."""
        suits = [SUITS[suit_of(card)] for card in self.cards[:n]]
        return {suit: suits.count(suit) for suit in SUITS}

    def check_parity(self, given: object, _states: object) -> tuple[str, int]:
        """Count again; give what is shown and the cards left."""
        proof = read_fields(given, "kind n counts", "a parity proof has n and counts")
        n = self.parity_end()
        if n is None:
            refuse("parity needs match suit, cover group, sizes 2 and width 4")
        counts = self.counts(n)
        same(proof["n"], n, "n is the first with all four counts odd, or the whole deck")
        same(proof["counts"], counts, "counts are those of the first n cards")
        odd = sum(count % 2 for count in counts.values())
        # With all cards dealt the stock is empty: then being stuck is no loss if that is the goal.
        lost = n < self.total or (self.goal == "cleared" and odd > 0)
        need(lost, "a lost deal gets stuck before it reaches its goal")
        left = self.total - n + odd
        numbers = ", ".join(f"{suit} {count}" for suit, count in counts.items())
        return f"{numbers} in the first {n} cards, so every line of play leaves {left} cards", left

    # ---- lost: a closed set ----

    def check_closed_set(self, given: object, states: object) -> tuple[str, int]:
        """Check that the set is all that can be reached and nothing else, and holds no win.

        The search below never leaves the set: it stops at the first position that is missing.
        """
        proof = read_fields(given, "kind encoding count data", "a closed set has four fields")
        same(proof["encoding"], "places64/1", "the encoding is known")
        data = read_texts(proof["data"], "data is a list of texts")
        levels = (line.split(" ") for line in data)
        listed = {f"{level} {code}" for level, *codes in levels for code in codes}
        seen, todo = {self.start}, [self.start]
        while todo:
            position = todo.pop()
            code = self.code(position)
            need(code in listed, "the start, and where a move leads, is a member", found=code)
            need(not self.is_won(position), "no member is won", found=code)
            after = set(self.moves(position))
            todo += after - seen
            seen |= after
        superfluous = sorted(listed.difference(map(self.code, seen)))
        need(not superfluous, "every member but the start is reached by a move", found=superfluous)
        need(data == self.write(seen), "levels and members stand in ascending order, each once")
        same(proof["count"], len(seen), "count is the number of members")
        same(states, len(seen), "states is the number of members")
        # Cards are left in the stock and face up; fewest at the end of some line, as moves only
        # take cards away.
        left = min(self.total - dealt + len(table) for dealt, table in seen)
        return f"none of the {len(seen)} positions that can be reached is won", left

    def code(self, position: _Position) -> str:
        """Write the cards dealt, and each place in base 64 (two digits if there are more)."""
        high = self.total > 64
        places = ((_DIGITS[p // 64] if high else "") + _DIGITS[p % 64] for p in position[1])
        return f"{position[0]} {''.join(places)}"

    def write(self, positions: set[_Position]) -> list[str]:
        """Write a closed set: for each number of cards dealt one text with all its members."""
        lines: dict[str, list[str]] = {}
        for position in sorted(positions):
            level, code = self.code(position).split(" ")
            lines.setdefault(level, [level]).append(code)
        return [" ".join(line) for line in lines.values()]

    # ---- reasons ----

    def true_reasons(self) -> list[dict[str, object]]:
        """List the reasons that the rules and the deal bear out."""
        reasons: list[dict[str, object]] = []
        n, deck = self.parity_end(), self.counts(self.total)
        if n is not None:
            reasons.append({"kind": "parity", "n": n, "counts": self.counts(n)})
            if self.goal == "cleared" and any(count % 2 for count in deck.values()):
                reasons.append({**reasons[0], "kind": "never", "deck_counts": deck})
        if not self.is_won(self.start) and not any(self.moves(self.start)):
            reasons.append({"kind": "stuck"})
        return reasons
