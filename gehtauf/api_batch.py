"""The public functions about results folders: many deals solved into one, and what one says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from deals.errors import unknown_name
from deals.files import Setting
from gehtauf._version import __version__
from reports.intervals import LEVEL

if TYPE_CHECKING:
    from reports.store import Folder
    from reports.summary import Summary


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
        What the folder holds: ``verdicts`` are its counts, ``tables()`` its rows.

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


def report(*folders: str | os.PathLike[str], level: float = LEVEL) -> list[dict[str, Any]]:
    """Return a report record for each results folder, each compared with the first.

    Parameters
    ----------
    *folders : path-like
        Folders that `batch` has written; they may be unfinished.
    level : float
        The confidence of all intervals, between 0 and 1.

    Returns
    -------
    list of dict
        A record for each folder, as ``gehtauf report --format json`` writes it.

    Raises
    ------
    FormatError
        If a folder is none, or damaged.
    SettingError
        If the level is no level.
    """
    from reports.summary import report as report_records

    return report_records(folders, version=__version__, level=level)


def summarize(folder: str | os.PathLike[str]) -> Summary:
    """Return what a results folder says as a whole: counts, distributions, deals that stand out.

    Parameters
    ----------
    folder : path-like
        A folder that `batch` has written; it may be unfinished.

    Returns
    -------
    reports.summary.Summary
        What all rows say together; `report` adds intervals and comparisons to it.

    Raises
    ------
    FormatError
        If there is no such folder, or a file in it is damaged.
    """
    from reports.summary import summarize as summarize_folder

    return summarize_folder(folder)
