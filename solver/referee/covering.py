"""The referee's own Quadrat and Zudecken: one family, played by the rules of the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from deals.cards import SUITS, Card, format_card, rank_of, suit_of
from deals.deal import Deal
from deals.words import count
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
        proof, rule = {"kind": "trace"}, "the proof of a won deal must be its trace"
        same(record.get("proof", proof), proof, rule, "proof")
        moves = count(game.follow(record.get("trace")), "move")
        line = f"a legal line of {moves} ends with the stock empty"
        if game.goal == "stock":
            return Shown(line, None, game.true_reasons())
        return Shown(f"{line} and no card face up", 0, game.true_reasons())
    rule = "only a shuffled Geburtstag deal can have a chance"
    need(record["verdict"] == "lost", rule, "verdict", found="chance", wanted="won or lost")
    rule = "no line of play proves a loss: another might have won"
    need("trace" not in record, rule, "trace", wanted="a proof, and no trace")
    given = read(record["proof"], dict, "a proof must be an object", "proof")
    rule = "the proof must be one of a lost deal"
    kind = read_word(given.get("kind"), "parity closed-set", rule, "proof.kind")
    check = game.check_parity if kind == "parity" else game.check_closed_set
    sentence, cards_left = check(given, record["states"])
    return Shown(sentence, cards_left, game.true_reasons())


class _Game:
    """One deal under the rules of its record."""

    def __init__(self, given: object, cards: tuple[Card, ...]) -> None:
        keys = "game deck match sizes cover goal width style"
        rules = read_fields(given, keys, "the rules must state every field and no others", "rules")
        words = {
            "match": "suit rank suit-or-rank",
            "cover": "open group single",
            "goal": "cleared stock",
            "style": "set-aside cover",  # wording only
        }
        self.match, self.cover, self.goal, _ = (
            read_word(rules[key], known, f"{key} must be known", f"rules.{key}")
            for key, known in words.items()
        )
        self.width = read_number(rules["width"], 1, 8, "width must be 1 to 8", "rules.width")
        rule, where = "sizes must be numbers from 1 to 8, at least one, ascending", "rules.sizes"
        sizes = read(rules["sizes"], list, rule, where)
        self.sizes = [read_number(size, 1, 8, rule, where) for size in sizes]
        ascending = sorted(set(self.sizes))
        need(sizes, rule, where, found=sizes)
        need(self.sizes == ascending, rule, where, found=self.sizes, wanted=ascending)
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

    def is_size(self, size: int) -> bool:
        """Tell whether so many cards may go together."""
        # `single` is `open`, and a card may also go alone.
        return size in self.sizes or (self.cover == "single" and size == 1)

    def unmatched(self, group: tuple[int, ...], table: tuple[int, ...]) -> list[int]:
        """List the cards of this group of face-up cards that match none they must match."""
        # `group`: each chosen card matches another chosen card.
        # `open`, `single`: each chosen card matches another face-up card, chosen or not.
        among = group if self.cover == "group" else table
        return [place for place in group if self.mates[place].isdisjoint(among)]

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
        for size in filter(self.is_size, range(1, len(table) + 1)):
            for group in combinations(table, size):
                if not self.unmatched(group, table):
                    yield self.play(position, group)

    # ---- won: a trace ----

    def follow(self, trace: object) -> int:
        """Play a line, which must be legal and end won; give the number of its moves."""
        position, n = self.start, 0
        steps = read(trace, list, "a won deal must have a list of steps", "trace")
        for n, given in enumerate(steps, 1):
            fields = "n take deal table stock"
            step = read_fields(given, fields, "a step must have its five fields", "", n)
            same(step["n"], n, "steps must count up from 1", "n", n)
            rule = "nothing may be played after the game is won"
            need(not self.is_won(position), rule, "", n, wanted=count(n - 1, "step"))
            group = self.taken(step["take"], position[1], n)
            dealt, position = position[0], self.play(position, group)
            fresh, face_up = self.names(range(dealt, position[0])), self.names(position[1])
            same(step["deal"], fresh, "the cards dealt must be the next of the stock", "deal", n)
            same(step["table"], face_up, "table must list the face-up cards after it", "table", n)
            same(step["stock"], self.total - position[0], "stock must count its cards", "stock", n)
        left = f"cards left: {self.total - position[0]} in the stock, {len(position[1])} face up"
        rule, where = "the trace of a won deal must end won", "" if n else "trace"
        need(self.is_won(position), rule, where, n or None, why=left)
        return n

    def taken(self, given: object, table: tuple[int, ...], n: int) -> tuple[int, ...]:
        """Read the cards that a step takes, which must be a group that may go."""
        face_up = dict(zip(self.names(table), table, strict=True))
        taken = read_texts(given, "take must be a list of cards", "take", n)
        for name in taken:
            rule = "only face-up cards can be taken"
            wanted = f"some of {' '.join(face_up) or 'no cards'}"
            need(name in face_up, rule, "take", n, found=name, wanted=wanted)
        group = tuple(face_up[name] for name in taken)
        rule, ascending = (
            "cards must be taken once each, in order of their places",
            sorted(set(group)),
        )
        need([*group] == ascending, rule, "take", n, found=taken, wanted=self.names(ascending))
        rule = "a group must have one of the sizes of the rules"
        sizes = " or ".join(str(size) for size in range(1, 9) if self.is_size(size))
        need(self.is_size(len(group)), rule, "take", n, found=taken, wanted=f"{sizes} cards")
        if alone := self.names(self.unmatched(group, table)):
            which = "chosen" if self.cover == "group" else "face-up"
            rule = f"each chosen card must match another {which} card"
            refuse(rule, "take", n, found=taken, why=f"{alone[0]} matches no other by {self.match}")
        return group

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
        proof = read_fields(
            given, "kind n counts", "a parity proof must have n and counts", "proof"
        )
        n = self.parity_end()
        if n is None:
            rule = "parity needs match suit, cover group, sizes 2 and width 4"
            sizes = ",".join(map(str, self.sizes))
            found = f"match {self.match}, cover {self.cover}, sizes {sizes}, width {self.width}"
            refuse(rule, "rules", found=found)
        counts = self.counts(n)
        rule = "n must be the first with all four counts odd, or the whole deck"
        same(proof["n"], n, rule, "proof.n")
        same(proof["counts"], counts, "counts must be those of the first n cards", "proof.counts")
        odd = sum(count % 2 for count in counts.values())
        # With all cards dealt the stock is empty: then being stuck is no loss if that is the goal.
        lost = n < self.total or (self.goal == "cleared" and odd > 0)
        why = "with these counts all cards are dealt and the goal is reached"
        need(lost, "a lost deal must get stuck before it reaches its goal", "proof", why=why)
        left = self.total - n + odd
        numbers = ", ".join(f"{suit} {count}" for suit, count in counts.items())
        dealt, kept = count(n, "card"), count(left, "card")
        return f"{numbers} in the first {dealt}, so every line of play leaves {kept}", left

    # ---- lost: a closed set ----

    def check_closed_set(self, given: object, states: object) -> tuple[str, int]:
        """Check that the set is all that can be reached and nothing else, and holds no win.

        The search below never leaves the set: it stops at the first position that is missing.
        """
        fields, where = "kind encoding count data", "proof.data"
        proof = read_fields(given, fields, "a closed set must have four fields", "proof")
        same(proof["encoding"], "places64/1", "the encoding must be known", "proof.encoding")
        data = read_texts(proof["data"], "data must be a list of texts", where)
        levels = (line.split(" ") for line in data)
        listed = {f"{level} {code}" for level, *codes in levels for code in codes}
        seen, todo = {self.start}, [self.start]
        while todo:
            position = todo.pop()
            code = self.code(position)
            if code not in listed:
                rule = "the start, and where a move leads, must be a member"
                refuse(rule, where, wanted=code, why=f"{self.told(position)} is missing")
            if self.is_won(position):
                why = f"{self.told(position)} is won"
                refuse("no member may be won", where, found=code, why=why)
            after = set(self.moves(position))
            todo += after - seen
            seen |= after
        superfluous = sorted(listed.difference(map(self.code, seen)))
        rule = "every member but the start must be reached by a move"
        if superfluous:
            why = f"no move leads to {len(superfluous)} of those listed"
            refuse(rule, where, found=superfluous[0], why=why)
        rule = "levels and members must stand in ascending order, each once"
        written = self.write(seen)
        for found, wanted in zip(data, written, strict=False):
            same(found, wanted, rule, where)
        sizes = len(data), len(written)
        need(sizes[0] == sizes[1], rule, where, found=sizes[0], wanted=count(sizes[1], "text"))
        same(proof["count"], len(seen), "count must be the number of members", "proof.count")
        same(states, len(seen), "states must be the number of members", "states")
        # Cards are left in the stock and face up; fewest at the end of some line, as moves only
        # take cards away.
        left = min(self.total - dealt + len(table) for dealt, table in seen)
        if len(seen) == 1:
            return "the only position that can be reached is not won", left
        return f"none of the {count(len(seen), 'position')} that can be reached is won", left

    def told(self, position: _Position) -> str:
        """Write a position for people."""
        face_up = " ".join(self.names(position[1])) or "no card"
        return f"the position after {count(position[0], 'card')} dealt with {face_up} face up"

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
