"""Deals from files as a stream of pieces: checked, under one set of rules, never all in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from itertools import chain
from typing import NamedTuple, Protocol, runtime_checkable

from deals.deal import Deal
from deals.errors import FormatError, GehtaufError, SettingError
from deals.files import Entry, Setting
from deals.words import count
from solver.batch.ahead import ReadAhead
from solver.batch.pieces import End, Known, Pace, Piece, Stream
from solver.prepare import known_rules, prepare
from solver.record import Origin, Record, error_record
from solver.rules import Rules, resolve, variant_name

_BAD_AT_MOST = 10_000  # deals that cannot be read, before the first that can


@runtime_checkable
class Closable(Protocol):
    """What holds something open while it is read, as a generator does that reads files."""

    def close(self) -> None:
        """Close it."""


class Row(NamedTuple):
    """One deal from a file: the deal, or the record of what is wrong with it."""

    id: str | None
    deal: Deal | None
    error: Record | None
    digest: bytes


class Entries:
    """Deals from files, all under the same rules.

    Parameters
    ----------
    entries : iterable of Entry
        The deals as files give them; read only as far as they are needed. If it has a method
        ``close``, that is called after the last deal, after an error, and by `close`.
    settings : mapping of str to Setting, optional
        Settings that go before the deals' own.
    version : str
        The program's version, for error records.
    strict : bool
        Whether the first deal that cannot be used ends the stream with its error.

    Attributes
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force: those of the first deal that can be read. A deal that is to be played
        by other rules becomes an error record.
    count : int or None
        How many deals there are; None until a stream of them has come to its end.

    Raises
    ------
    GehtaufError
        If no deal can be read and the settings alone name no game.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        settings: Mapping[str, Setting] | None = None,
        *,
        version: str,
        strict: bool = False,
    ) -> None:
        self.count: int | None = None
        self._settings = settings or {}
        self._version = version
        self._strict = strict
        self._entries = iter(entries)
        self._first: list[Entry] = []  # those that were read to learn the rules
        try:
            self.rules: Rules = self._find_rules()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close what the deals are read from, unless `pieces` has begun, which sees to that."""
        if isinstance(self._entries, Closable):
            self._entries.close()

    def _find_rules(self) -> Rules:
        faults: list[GehtaufError] = []
        for entry in self._entries:
            self._first.append(entry)
            try:
                return prepare(entry, self._settings).rules
            except GehtaufError as error:
                if self._strict:
                    raise
                faults.append(error)
                if len(faults) == _BAD_AT_MOST:
                    raise FormatError(
                        f"none of the first {_BAD_AT_MOST} deals can be read; the first fault: "
                        f"{self._first[0].error or error}",
                    ) from None
        return self._rules_without_a_deal(self._first, faults)

    def _rules_without_a_deal(
        self, entries: Sequence[Entry], faults: Sequence[GehtaufError]
    ) -> Rules:
        """Return the rules of deals that all have faults, or of no deal at all."""
        if "game" in self._settings:
            return resolve(self._settings)
        for entry in entries:
            rules = known_rules(entry, self._settings)
            if rules is not None:
                return rules
        if faults:
            raise faults[0]
        raise FormatError(
            "the files hold no deal", expected="deals, or --game GAME for an empty results folder"
        )

    def pieces(
        self, chunk_size: int, pace: Pace, known: Callable[[int], Known | None] = lambda index: None
    ) -> Stream:
        """Cut the deals into chunks and these into pieces.

        Parameters
        ----------
        chunk_size : int
            Deals in each chunk but the last.
        pace : Pace
            Says how large a piece is.
        known : callable, optional
            Told the number of a chunk; says what is there already. Such a chunk is read again,
            to see that its deals are the same, and not solved again.

        Yields
        ------
        Piece, End or None
            None if no deal is to be had just now. At least one `End`, that of an empty chunk.

        Raises
        ------
        FormatError
            If the deals of a known chunk are others than they were, or fewer.
        OSError
            If a file cannot be read.
        """
        # A generator can be closed only where it runs: from now on that is the reader's thread.
        entries, self._entries = self._entries, iter(())
        with closing(ReadAhead(self._rows(entries))) as rows:
            yield from self._cut(rows, chunk_size, pace, known)

    def _cut(
        self, rows: ReadAhead[Row], size: int, pace: Pace, known: Callable[[int], Known | None]
    ) -> Stream:
        chunk = _Chunk(0, 0, known(0))
        for row in rows:
            if row is None:
                yield from chunk.pieces(1)
                yield None
                continue
            chunk.add(row)
            if len(chunk.ids) < size:
                yield from chunk.pieces(pace.size)
            else:
                yield from chunk.finish()
                chunk = _Chunk(chunk.index + 1, chunk.first + size, known(chunk.index + 1))
        if chunk.is_wanted:
            yield from chunk.finish()
        self.count = chunk.first + len(chunk.ids)

    def _rows(self, entries: Iterator[Entry]) -> Generator[Row, None, None]:
        with closing(entries) if isinstance(entries, Closable) else nullcontext():
            for entry in chain(self._first, entries):
                yield self._row(entry)

    def _row(self, entry: Entry) -> Row:
        try:
            question = prepare(entry, self._settings)
            if question.rules != self.rules:
                raise self._other_rules(question.rules, entry)
        except GehtaufError as error:
            if self._strict:
                raise
            origin = Origin(entry.id, entry.source, entry.line)
            rules = known_rules(entry, self._settings)
            record = error_record(error, origin, version=self._version, rules=rules)
            digest = repr((entry.id, entry.line, error.message))
            return Row(entry.id, None, record, digest.encode(errors="backslashreplace"))
        deal = question.deal
        digest = repr((deal.id, deal.cards, deal.redeals))
        return Row(entry.id, deal, None, digest.encode())

    def _other_rules(self, rules: Rules, entry: Entry) -> SettingError:
        return SettingError(
            "a results folder has one set of rules, and this deal is to be played by others",
            file=entry.source,
            line=entry.line,
            text=variant_name(rules),
            expected=variant_name(self.rules),
        )


class _Chunk:
    """A chunk while its deals are coming in."""

    def __init__(self, index: int, first: int, known: Known | None) -> None:
        self.index = index
        self.first = first
        self.ids: list[str | None] = []
        self._known = known
        self._errors: list[Record] = []
        self._digest = hashlib.sha256()
        self._places: list[int] = []  # of the deals that are in no piece yet
        self._deals: list[Deal] = []

    @property
    def is_wanted(self) -> bool:
        """Whether a chunk that gets no more deals is one: it has or had some, or is the first."""
        return bool(self.ids) or self._known is not None or self.index == 0

    def add(self, row: Row) -> None:
        """Take in a deal; the first one too many for a known chunk makes it unknown again."""
        if self._known is not None and len(self.ids) == self._known.rows:
            self._check(self._known)
            self._known = None
        if row.error is not None:
            self._errors.append(row.error)
        elif row.deal is not None:
            self._places.append(len(self.ids))
            self._deals.append(row.deal)
        self.ids.append(row.id)
        self._digest.update(row.digest + b"\n")

    def pieces(self, size: int) -> Iterator[Piece]:
        """Yield the deals that wait, if they are enough for a piece.

        Those of a known chunk go on waiting: they are needed only if more deals come than the
        chunk had before.
        """
        if self._deals and len(self._deals) >= size and self._known is None:
            labels = [self.first + place for place in self._places]
            yield Piece(self._places, labels, tuple(self._deals))
            self._places, self._deals = [], []

    def finish(self) -> Iterator[Piece | End]:
        """Yield what is left and the end; nothing if the chunk is there already."""
        if self._known is not None:
            self._check(self._known)
            return
        yield from self.pieces(1)
        labels = range(self.first, self.first + len(self.ids))
        yield End(self.index, labels, self.ids, self._errors, self._digest.hexdigest())

    def _check(self, known: Known) -> None:
        last = self.first + known.rows - 1
        if len(self.ids) < known.rows:
            raise FormatError(
                "the files hold fewer deals than before",
                text=count(self.first + len(self.ids), "deal"),
                expected=f"at least {last + 1:,}",
            )
        if self._digest.hexdigest() != known.digest:
            raise FormatError(
                f"deals {self.first:,} to {last:,} (counted from 0) are not those that the folder "
                "was made from",
                expected="the same files, with more deals at the end at most",
            )
