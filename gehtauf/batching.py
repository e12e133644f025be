"""A whole batch: deals from a source, through an engine, into a results folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deals.errors import FormatError, SettingError
from deals.files import Entry, Setting, load
from deals.numbering import parse_numbers
from gehtauf._version import __version__
from gehtauf.cli.inputs import check_readable, name_of, open_input
from gehtauf.tables import Building, Meter, not_built, open_table
from reports.store import Folder, Manifest, Store
from reports.store.folder import read_manifest
from reports.store.manifest import CHUNK_SIZES, range_text
from reports.store.writing import files_manifest, holds_results
from solver.columns import Detail
from solver.odds.facedown import FaceDownGame
from solver.policies import find_policy, refusal
from solver.prepare import prepare_number
from solver.rules import Rules, resolve
from solver.solve import DEFAULT_MAX_STATES

if TYPE_CHECKING:
    from solver.batch.entries import Entries
    from solver.batch.pieces import Pace, Stream
    from solver.batch.work import Task

_CHUNK_FROM_FILES = 100_000  # reading is slow: a chunk should be full after seconds, not minutes
_LARGEST_CHUNK = 10_000_000  # a chunk is in memory, and its texts must be less than 2^31 bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """How a batch is to be done; see ``gehtauf batch --help``."""

    output: str
    detail: Detail = Detail.VERDICT
    engine: str = "threads"
    workers: str | int = "auto"
    scheduler: str | None = None
    resume: bool = False
    chunk_size: int | None = None
    max_states: int | None = None
    announce: Callable[[str], None] | None = None
    policy: str | None = None
    table: str | None = None


class Numbers:
    """Numbered deals as the source of a batch."""

    def __init__(self, numbers: range, rules: Rules) -> None:
        prepare_number(numbers[0], rules)  # refuses what no numbered deal can have
        self.rules = rules
        self.deals: str | dict[str, object] = range_text(numbers)
        self.usual_chunks: Mapping[Detail, int] = CHUNK_SIZES
        self.count: int | None = None  # the manifest's range says it
        self._numbers = numbers

    def close(self) -> None:
        """Close nothing: numbers are read from nowhere."""

    def stream(self, store: Store, pace: Pace) -> Stream:
        """Return the pieces that are still to be solved."""
        from solver.batch.pieces import number_pieces

        return number_pieces(self._numbers, store.manifest.chunk_size, pace, store.has)


class Files:
    """Deals from files as the source of a batch."""

    def __init__(
        self, entries: Iterable[Entry], settings: Mapping[str, Setting], *, strict: bool
    ) -> None:
        from solver.batch.entries import Entries

        self._entries: Entries = Entries(entries, settings, version=__version__, strict=strict)
        self.rules = self._entries.rules
        self.deals: str | dict[str, object] = files_manifest()
        self.usual_chunks: Mapping[Detail, int] = {
            detail: min(size, _CHUNK_FROM_FILES) for detail, size in CHUNK_SIZES.items()
        }

    @property
    def count(self) -> int | None:
        """How many deals there are, once they have all been read."""
        return self._entries.count

    def close(self) -> None:
        """Close the files."""
        self._entries.close()

    def stream(self, store: Store, pace: Pace) -> Stream:
        """Return the pieces that are still to be solved; the others are read and compared."""
        return self._entries.pieces(store.manifest.chunk_size, pace, store.known)


def named_source(
    deals: int | str | range | None,
    files: Sequence[str],
    settings: Mapping[str, Setting],
    *,
    strict: bool = False,
) -> Numbers | Files:
    """Return the source that a command line or a call names.

    Parameters
    ----------
    deals : int, str, range or None
        Numbered deals.
    files : sequence of str
        Or the names of deal files, ``-`` for standard input.
    settings : mapping of str to Setting
        Settings that go before those of files.
    strict : bool
        Whether the first deal that cannot be used ends the batch.

    Raises
    ------
    GehtaufError
        If both are named or neither is, numbers have no game, a file cannot be read, or no deal
        of the files can.
    """
    if bool(files) == (deals is not None):
        raise FormatError(
            "a results folder holds either numbered deals or those of files",
            text="both" if files else "neither",
            expected="--deals A..B, or deal files, or - for standard input",
        )
    if deals is not None:
        if "game" not in settings:
            raise SettingError("numbered deals need a game", expected="--game GAME")
        if isinstance(deals, range):
            if not deals or deals.step < 0:
                raise SettingError(
                    "not a range of deal numbers", text=str(deals), expected="one that goes up"
                )
            deals = range_text(deals)
        return Numbers(parse_numbers(str(deals)), resolve(settings))
    for path in files:
        check_readable(path)
    return Files(_entries(files), settings, strict=strict)


def _entries(files: Sequence[str]) -> Iterator[Entry]:
    for path in files:
        with open_input(path) as stream:
            yield from load(stream, name_of(path))


def run_batch(
    source: Numbers | Files,
    plan: Plan,
    meter: Meter,
    table_meter: Meter | None = None,
) -> Folder:
    """Solve all deals of a source into a results folder.

    Parameters
    ----------
    source : Numbers or Files
        The deals and the rules.
    plan : Plan
        Where to, in which detail, by which engine.
    meter : callable
        Told how many deals there are (None if nobody knows) and how many are done already; gives
        what is to be shown how far the work is.
    table_meter : callable, optional
        The same for the values of a table, if a policy needs one that is not there.

    Returns
    -------
    Folder

    Raises
    ------
    GehtaufError
        If the folder holds something else, the engine does not take the rules, or a deal cannot
        be read and the source is strict.
    OutputError
        If the folder cannot be written, or a table that a policy needs.

    Notes
    -----
    However it ends, the files of the source are closed.
    """
    with closing(source):
        return _run(source, plan, meter, table_meter)


def _run(source: Numbers | Files, plan: Plan, meter: Meter, table_meter: Meter | None) -> Folder:
    from solver.batch.chunks import solve_chunks
    from solver.batch.cores import read_workers
    from solver.batch.engines import Setup, find_engine
    from solver.batch.pieces import Pace
    from solver.batch.work import Task

    kind = find_engine(plan.engine)
    kind.check(scheduler=plan.scheduler, max_states=plan.max_states)
    if plan.policy is not None and plan.max_states is not None:
        raise SettingError(
            "a policy plays one line of a deal, and needs no limit of positions",
            text=f"max_states = {plan.max_states}",
        )
    limit = DEFAULT_MAX_STATES if plan.max_states is None else plan.max_states
    table = plan.table and os.path.abspath(plan.table)  # a worker may start elsewhere
    task = Task(source.rules, plan.detail, kind.compiled, limit, plan.policy, table)
    workers = read_workers(plan.workers)
    _have_table(task, Building(table, False, workers, plan.announce, table_meter))
    task.check()
    with Store(plan.output, _manifest(source, plan), resume=plan.resume) as store:
        done = _Done(store.settled)
        setup = Setup(task, workers, done.add, plan.announce, plan.scheduler)
        pace = Pace()
        if store.is_full:  # then there is nothing to start an engine for
            return store.finish()
        with (
            closing(source.stream(store, pace)) as stream,
            kind.start(setup) as engine,
            meter(store.manifest.total, done.value) as show,
        ):
            for chunk in solve_chunks(stream, engine, task, pace):
                if chunk is not None:
                    store.write(chunk)
                show(done.value)
        return store.finish(source.count)


def _have_table(task: Task, building: Building) -> None:
    """Build the table that a policy needs, if it is not there and that takes no time."""
    if task.policy is None or not find_policy(task.policy).needs_values:
        if building.path is not None:
            raise SettingError(
                "--table goes with --policy exact; nothing else here looks chances up",
                text=f"--table {building.path}",
            )
        return
    refused = refusal(task.rules, task.detail, compiled=task.compiled)
    if refused is not None:
        raise refused
    if open_table(FaceDownGame.of(task.rules), building, in_memory=False) is None:
        build_it = "gehtauf odds --stock down --build to build it"
        raise not_built(task.rules, build_it, "another policy")


def _manifest(source: Numbers | Files, plan: Plan) -> Manifest:
    """Return what the folder is to hold; a folder that goes on keeps its chunk size."""
    size = plan.chunk_size
    if size is not None and not 1 <= size <= _LARGEST_CHUNK:
        raise SettingError(
            "not a chunk size",
            text=str(size),
            expected=f"a whole number from 1 to {_LARGEST_CHUNK:,}",
        )
    if size is None and plan.resume and holds_results(plan.output):
        size = read_manifest(plan.output).chunk_size
    if size is None:
        size = source.usual_chunks[plan.detail]
    return Manifest(__version__, source.rules, source.deals, plan.detail, size, plan.policy)


class _Done:
    """How many deals are done, told from any thread."""

    def __init__(self, value: int) -> None:
        self.value = value
        self._lock = threading.Lock()

    def add(self, deals: int) -> None:
        with self._lock:
            self.value += deals
