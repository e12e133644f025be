"""Deals from files as a stream: one set of rules, faults in their place, nothing guessed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from deals.cards import format_card
from deals.decks import find_deck
from deals.errors import FormatError, GehtaufError
from deals.files import Entry, Setting, loads
from deals.numbering import numbered_deal
from solver.batch.ahead import ReadAhead
from solver.batch.entries import Entries
from solver.batch.pieces import End, Known, Pace, Piece, Stream
from solver.rules import find_rules

QUADRAT = "@game quadrat\n@deck 2x4\n"
GOOD = "AC 2C AS 2S AH 2H AD 2D"
BAD = "AC 2C AS"


def entries(text: str, strict: bool = False, **settings: object) -> Entries:
    named = {key: Setting(value) for key, value in settings.items()}
    return Entries(loads(text, "a.txt"), named, version="1.0", strict=strict)


def items(
    source: Entries, size: int = 3, known: Callable[[int], Known | None] = lambda index: None
) -> list[Piece | End]:
    return [item for item in source.pieces(size, Pace(), known) if item is not None]


def taken(stream: Stream) -> tuple[list[Piece | End], Exception | None]:
    """Return what there is, and what came instead of more of it."""
    found = []
    try:
        for item in stream:
            found += [] if item is None else [item]
    except Exception as fault:
        return found, fault
    return found, None


def ends(found: list[Piece | End]) -> list[End]:
    return [item for item in found if isinstance(item, End)]


def test_deals_and_faults_stand_in_their_places() -> None:
    text = f"{QUADRAT}a: {GOOD}\n{BAD}\nc: {GOOD}\nd: {BAD}\n{GOOD}\n"
    found = items(entries(text), size=4)
    pieces = [item for item in found if isinstance(item, Piece)]
    assert [list(piece.labels) for piece in pieces] == [[0, 2], [4]]
    assert [list(piece.places) for piece in pieces] == [[0, 2], [0]]
    one, other = ends(found)
    assert (one.labels, one.ids, other.labels, other.ids) == (
        range(4),
        ["a", None, "c", "d"],
        range(4, 5),
        [None],
    )
    assert [(e["line"], e["id"], e["source"]) for e in one.errors] == [
        (4, None, "a.txt"),
        (6, "d", "a.txt"),
    ]
    assert all(error["version"] == "1.0" for error in one.errors)
    assert other.errors == []


def test_the_first_deal_that_can_be_read_says_the_rules() -> None:
    text = f"{BAD}\ngame=quadrat deck=2x4 | {GOOD}\ngame=zudecken deck=2x4 | {GOOD}\n"
    source = entries(text)
    assert source.rules == find_rules("quadrat", deck="2x4")
    [end] = ends(items(source))
    assert [error["line"] for error in end.errors] == [1, 3]
    assert "by others" in end.errors[1]["error"]["message"]
    assert "zudecken with deck = 2x4" in end.errors[1]["error"]["message"]


def test_the_command_line_goes_first() -> None:
    text = f"game=quadrat deck=2x4 | {GOOD}\ngame=zudecken deck=2x4 | {GOOD}\n"
    source = entries(text, game="zudecken-group", deck="2x4")
    assert source.rules == find_rules("zudecken-group", deck="2x4")
    assert ends(items(source))[0].errors == []


def test_no_deals_are_one_empty_chunk() -> None:
    source = entries("# nothing\n", game="quadrat")
    assert items(source) == [End(0, range(0), [], [], items(source)[0].digest)]  # type: ignore[union-attr]
    with pytest.raises(FormatError, match="hold no deal"):
        entries("# nothing\n")


def test_only_faults_and_no_game_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GehtaufError, match=r"^a\.txt:1"):
        entries(f"{BAD}\n")
    monkeypatch.setattr("solver.batch.entries._BAD_AT_MOST", 3)
    with pytest.raises(FormatError, match="none of the first 3 deals"):
        entries(f"{BAD}\n" * 5, game="quadrat")


def test_only_faults_under_a_game_are_error_records_with_its_rules() -> None:
    source = entries(f"{QUADRAT}{BAD}\n{BAD}\n")
    assert source.rules.game == "quadrat"
    [record, other] = ends(items(source))[0].errors
    assert (record["game"], record["rules"]["deck"]) == ("quadrat", source.rules.deck)
    assert (record["line"], other["line"]) == (3, 4)


@pytest.mark.promise(4)
def test_strict_ends_with_the_first_fault() -> None:
    text = f"{QUADRAT}{GOOD}\n{GOOD}\n{BAD}\n{GOOD}\n"
    found, fault = taken(entries(text, strict=True).pieces(2, Pace()))
    assert isinstance(fault, GehtaufError)
    assert str(fault).startswith("a.txt:5: ")
    assert [label for item in found if isinstance(item, Piece) for label in item.labels] == [0, 1]
    with pytest.raises(GehtaufError, match=r"a\.txt:1"):
        entries(f"{BAD}\n", strict=True, game="quadrat")


def test_the_first_deals_of_a_slow_pipe_come_at_once() -> None:
    told = threading.Event()

    def slow() -> Iterator[Entry]:
        yield from loads(f"{QUADRAT}{GOOD}\n{GOOD}\n")
        told.wait(20)

    stream = Entries(slow(), version="1.0").pieces(1000, Pace())
    waited = 0
    found: list[Any] = []
    while not found:
        item = next(stream)
        waited += item is None
        found += [item] if item is not None else []
    assert isinstance(found[0], Piece)
    assert next(stream) is None  # and whoever asks again is not held up
    told.set()
    rest = [item for item in stream if item is not None]
    assert sum(len(item.labels) for item in [*found, *rest] if isinstance(item, Piece)) == 2
    assert isinstance(rest[-1], End)


@pytest.mark.promise(26)
def test_reading_ahead_is_bounded_and_ends_with_the_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.batch.ahead._READ_AHEAD", 50)
    read = 0

    def endless() -> Iterator[Entry]:
        nonlocal read
        [entry] = loads(f"game=quadrat deck=2x4 | {GOOD}\n")
        while True:
            read += 1
            yield entry

    stream = Entries(endless(), version="1.0").pieces(10, Pace())
    for _ in range(20):
        next(stream)
    time.sleep(0.1)
    seen = read
    assert seen < 1000
    stream.close()
    time.sleep(0.1)
    assert read <= seen + 1
    until = time.monotonic() + 20
    while any(thread.name == "gehtauf-reader" for thread in threading.enumerate()):
        assert time.monotonic() < until  # the reader is gone within a second or two
        time.sleep(0.05)


class Watched:
    """Deals from a file that says when it is closed, and waits for its second deal if it is to."""

    def __init__(self, text: str) -> None:
        self.entries = loads(text)
        self.asked, self.go_on, self.closed = (threading.Event() for _ in range(3))
        self.go_on.set()

    def __iter__(self) -> Generator[Entry, None, None]:
        try:
            for n, entry in enumerate(self.entries):
                if n == 1:
                    self.asked.set()
                    self.go_on.wait(20)
                yield entry
        finally:
            self.closed.set()


@pytest.mark.parametrize("text", [f"{QUADRAT}{GOOD}\n", f"{BAD}\n{QUADRAT}{GOOD}\n{GOOD}\n"])
def test_files_are_closed_though_no_deal_is_asked_for(text: str) -> None:
    file = Watched(text)
    source = Entries(file, version="1.0")
    assert not file.closed.is_set()
    source.close()
    assert file.closed.is_set()


@pytest.mark.parametrize("text", [f"{BAD}\n{GOOD}\n", f"game=no | {GOOD}\n{GOOD}\n"])
def test_files_are_closed_where_no_rules_are_found(text: str) -> None:
    file = Watched(text)
    with pytest.raises(GehtaufError) as held:  # which holds the frames, and so the generator
        Entries(file, version="1.0", strict=True)
    assert file.closed.is_set()
    del held


def test_files_are_closed_by_the_thread_that_reads_them() -> None:
    """It may be waiting for a line while all is given up, and is not disturbed then."""
    file = Watched(f"{QUADRAT}{GOOD}\n{GOOD}\n")
    file.go_on.clear()
    source = Entries(file, version="1.0")
    stream = source.pieces(10, Pace())
    next(stream)
    assert file.asked.wait(20)
    stream.close()
    source.close()
    assert not file.closed.is_set()
    file.go_on.set()
    assert file.closed.wait(20)


def test_what_is_read_ahead_is_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.batch.ahead._READ_AHEAD", 2)
    file = Watched(text_of(LINES))
    ahead = ReadAhead(file.__iter__())
    assert next(iter(ahead)) is not None
    ahead.close()
    assert file.closed.wait(20)


def test_what_cannot_be_read_on_comes_after_what_was_read() -> None:
    def broken() -> Iterator[Entry]:
        yield from loads(f"{QUADRAT}{GOOD}\n")
        raise OSError("gone")

    found, fault = taken(Entries(broken(), version="1.0").pieces(1, Pace()))
    assert isinstance(fault, OSError)
    assert [list(item.labels) for item in found if isinstance(item, Piece)] == [[0]]


LINES = [f"d{n}: {' '.join(cards)}" for n, cards in enumerate([GOOD.split()] * 9)]


def text_of(lines: list[str]) -> str:
    return QUADRAT + "".join(f"{line}\n" for line in lines)


def known_of(lines: list[str], size: int) -> Callable[[int], Known | None]:
    made = {
        end.index: Known(len(end.labels), end.digest)
        for end in ends(items(entries(text_of(lines)), size))
    }
    return made.get


def test_known_chunks_are_compared_and_not_solved_again() -> None:
    known = known_of(LINES[:7], 3)
    assert items(entries(text_of(LINES[:7])), 3, known) == []
    grown = items(entries(text_of(LINES)), 3, known)
    assert [end.index for end in ends(grown)] == [2]
    assert [label for item in grown if isinstance(item, Piece) for label in item.labels] == [
        6,
        7,
        8,
    ]
    whole = ends(items(entries(text_of(LINES)), 3))[2]
    assert ends(grown)[0].digest == whole.digest
    assert ends(items(entries(text_of(LINES)), 3, lambda i: known(i) if i != 1 else None))[
        0
    ].index in (1, 2)


@pytest.mark.parametrize("at", [0, 4, 6])
def test_other_deals_than_before_are_refused(at: int) -> None:
    known = known_of(LINES[:7], 3)
    other = numbered_deal(3, find_deck("2x4")).cards
    changed = LINES.copy()
    changed[at] = f"d{at}: {' '.join(map(format_card, other))}"
    for lines in (changed, changed[:7]):
        with pytest.raises(FormatError, match="are not those"):
            items(entries(text_of(lines)), 3, known)
    renamed = LINES.copy()
    renamed[at] = renamed[at].replace("d", "e", 1)
    with pytest.raises(FormatError, match="are not those"):
        items(entries(text_of(renamed)), 3, known)


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6])
def test_fewer_deals_than_before_are_refused(count: int) -> None:
    known = known_of(LINES[:7], 3)
    source = entries(text_of(LINES[:count]), game="quadrat", deck="2x4")
    with pytest.raises(FormatError, match="fewer deals than before"):
        items(source, 3, known)


def test_the_count_is_known_at_the_end() -> None:
    source = entries(text_of(LINES[:7]))
    stream = source.pieces(3, Pace())
    next(stream)
    assert source.count is None
    for _ in stream:
        pass
    assert source.count == 7
