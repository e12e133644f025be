"""The public functions: from a game's name and a deal to a verdict, a trace and a checked proof."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from deals.errors import GehtaufError, unknown_name
from deals.files import Entry, Setting
from deals.files import load as load_entries
from deals.files import loads as loads_entries
from gehtauf._version import __version__
from gehtauf.api_odds import advise as advise
from gehtauf.api_odds import odds as odds
from reports.intervals import LEVEL
from solver import record as _record
from solver import referee
from solver import solve as _solve
from solver import trace as _trace
from solver.prepare import Question, prepare, prepare_number
from solver.rules import Rules, find_rules
from solver.solve import DEFAULT_MAX_STATES, Solution

if TYPE_CHECKING:
    from reports.store import Folder
    from reports.summary import Summary


def rules(game: str, **settings: object) -> Rules:
    """Return the rules of a game or named variant, some settings changed.

    Parameters
    ----------
    game : str
        ``"quadrat"``, ``"zudecken"``, ``"geburtstag"``, an alias or a named variant.
    **settings : object
        For example ``deck="skat32"``, ``cover="group"``, ``passes=3``.

    Returns
    -------
    CoveringRules or BirthdayRules

    Raises
    ------
    SettingError
        If a name or a value is unknown.

    Examples
    --------
    >>> rules("zudecken", cover="group").group_sizes
    (2, 3, 4)
    """
    return find_rules(game, **settings)


def deal(game: str, cards: int | str | Sequence[str], **settings: object) -> Question:
    """Return a deal with its rules, by number or from its cards.

    Parameters
    ----------
    game : str
        As for `rules`.
    cards : int, str or sequence of str
        A deal number from 0 to 2^64 - 1; or the cards, first card dealt first, as in a deal file
        (``/`` between the orders of Der Geburtstag).
    **settings : object
        As for `rules`.

    Returns
    -------
    Question
        ``rules`` and ``deal``.

    Raises
    ------
    GehtaufError
        If a setting is wrong, a card cannot be read, or the cards are not those of the deck.

    Examples
    --------
    >>> deal("quadrat", "AC 2C AS 2S AH 2H AD 2D", deck="2x4").deal.cards
    (0, 1, 13, 14, 26, 27, 39, 40)
    """
    wanted = find_rules(game, **settings)
    if isinstance(cards, int):
        return prepare_number(cards, wanted)
    text = cards if isinstance(cards, str) else " ".join(cards)
    entries = loads_entries(text, "<cards>")
    if len(entries) != 1:
        raise GehtaufError("one deal was expected", text=text, expected="the cards of one deal")
    chosen = {"game": game, **settings}
    return prepare(entries[0], {key: Setting(value) for key, value in chosen.items()})


def load(path: str | os.PathLike[str], **settings: object) -> Iterator[Question | GehtaufError]:
    """Read the deals of a file: text, JSON or JSON Lines.

    Parameters
    ----------
    path : path-like
        The file.
    **settings : object
        Settings that go before the file's own, ``game`` among them.

    Yields
    ------
    Question or GehtaufError
        Each deal with its rules, or what is wrong with it.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    chosen = {key: Setting(value) for key, value in settings.items()}
    with open(path, "rb") as stream:
        for entry in load_entries(stream, os.fspath(path)):
            yield _prepared(entry, chosen)


def _prepared(entry: Entry, settings: Mapping[str, Setting]) -> Question | GehtaufError:
    try:
        return prepare(entry, settings)
    except GehtaufError as error:
        return error


def solve(
    question: Question,
    *,
    exhaustive: bool = False,
    max_states: int | None = DEFAULT_MAX_STATES,
    timeout: float | None = None,
) -> Solution:
    """Find out whether a deal comes out, with the stock face up.

    Parameters
    ----------
    question : Question
        What `deal` or `load` gave.
    exhaustive, max_states, timeout
        See `solver.solve.solve`.

    Returns
    -------
    Solution

    Examples
    --------
    >>> solve(deal("quadrat-52", 3)).reason["kind"]
    'parity'
    """
    return _solve.solve(*question, exhaustive=exhaustive, max_states=max_states, timeout=timeout)


def batch(
    game: str | None,
    deals: int | str | range | None = None,
    *,
    files: Sequence[str | os.PathLike[str]] = (),
    output: str | os.PathLike[str],
    detail: str = "verdict",
    engine: str = "threads",
    workers: int | str = "auto",
    scheduler: str | None = None,
    resume: bool = False,
    chunk_size: int | None = None,
    max_states: int | None = None,
    strict: bool = False,
    policy: str | None = None,
    table: str | os.PathLike[str] | None = None,
    progress: bool = False,
    **settings: object,
) -> Folder:
    """Solve any number of deals into a results folder.

    Parameters
    ----------
    game : str or None
        As for `rules`; None if the files say it.
    deals : int, str or range, optional
        Numbered deals: a number, ``"A..B"`` (B included), or a range.
    files : sequence of path-like, optional
        Deal files instead.
    output : path-like
        The folder.
    detail : str
        ``"verdict"``, ``"full"`` (all counts of each deal) or ``"tally"`` (sums only).
    engine, workers, scheduler
        ``"threads"`` (the compiled kernel), ``"readable"`` (any rules) or ``"dask"``; how many
        workers; the address of a dask scheduler. They make no difference to the results.
    resume : bool
        Go on with a folder that holds results already.
    chunk_size, max_states, strict
        As for ``gehtauf batch``.
    policy : str, optional
        Play the deals by this policy, without seeing the stock, instead of solving them.
    table : path-like, optional
        Where the table of exact chances is that the policy ``exact`` needs.
    progress : bool
        Whether to tell on standard error how far the work is.
    **settings : object
        As for `rules`.

    Returns
    -------
    reports.store.Folder
        What the folder holds.

    Raises
    ------
    GehtaufError
        If a setting is wrong, or the folder holds something else.
    OutputError
        If the folder cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as path:
    ...     folder = batch("quadrat", "0..99", output=f"{path}/out", engine="readable", workers=1)
    ...     folder.verdicts["won"], next(folder.tables()).num_rows
    (22, 100)
    """
    from gehtauf.batching import Plan, named_source, run_batch
    from gehtauf.cli.progress import meter
    from solver.columns import Detail

    if detail not in list(Detail):
        raise unknown_name("detail", detail, list(Detail))
    chosen = settings if game is None else {"game": game, **settings}
    named = {key: Setting(value) for key, value in chosen.items()}
    source = named_source(deals, [os.fspath(path) for path in files], named, strict=strict)
    plan = Plan(
        os.fspath(output),
        Detail(detail),
        engine,
        workers,
        scheduler,
        resume,
        chunk_size,
        max_states,
        policy=policy,
        table=None if table is None else os.fspath(table),
    )
    building = partial(meter, progress, unit="values")
    return run_batch(source, plan, partial(meter, progress), table_meter=building)


def trace(solution: Solution) -> list[dict[str, object]]:
    """Return the steps of a solution's line.

    Examples
    --------
    >>> trace(solve(deal("zudecken", 1)))[0]["n"]
    1
    """
    return _trace.trace(solution.game, solution.line)


def record(solution: Solution, *, proof: bool = True) -> dict[str, Any]:
    """Return the solve record of a solution, with its trace and, if asked, its proof.

    Examples
    --------
    >>> record(solve(deal("zudecken", 1)))["proof"]
    {'kind': 'trace'}
    """
    return _record.solve_record(
        solution,
        _record.Origin(solution.deal.id),
        version=__version__,
        with_trace=True,
        with_proof=proof,
    )


def verify(record: Mapping[str, object]) -> str:
    """Let the referee check a solve record.

    Parameters
    ----------
    record : mapping
        What `record` or ``gehtauf solve --format json`` gave.

    Returns
    -------
    str
        What was shown.

    Raises
    ------
    RefusedError
        If the record does not hold.
    """
    return referee.verify(record)


def report(*folders: str | os.PathLike[str], level: float = LEVEL) -> list[dict[str, Any]]:
    """Return a report record for each results folder, each compared with the first.

    Parameters
    ----------
    *folders, level
        See `reports.summary.record.report`.
    """
    from reports.summary import report as report_records

    return report_records(folders, version=__version__, level=level)


def summarize(folder: str | os.PathLike[str]) -> Summary:
    """Return what a results folder says as a whole; see `reports.summary.summary.summarize`."""
    from reports.summary import summarize as summarize_folder

    return summarize_folder(folder)
