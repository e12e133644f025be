"""``gehtauf batch``: solve millions of deals into a folder that can be continued."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from deals.errors import GehtaufError
from deals.words import count
from gehtauf.batching import Plan, named_source, run_batch
from gehtauf.cli.console import complain
from gehtauf.cli.exits import exit_code
from gehtauf.cli.options import (
    bar_options,
    deals_option,
    exit_code_option,
    rule_options,
    settings_from,
    strict_option,
    table_option,
)
from gehtauf.cli.progress import meter
from reports.output import Output, OutputError
from reports.paint import plain
from reports.store import Folder
from reports.store.parts import ERRORS_FILE
from solver.columns import Detail
from solver.policies.policies import POLICIES
from solver.rules import variant_name


@click.command("batch")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@deals_option
@rule_options
@click.option("-o", "--output", required=True, metavar="DIR", help="The results folder.")
@click.option(
    "--detail",
    type=click.Choice([str(detail) for detail in Detail]),
    default=str(Detail.VERDICT),
    show_default=True,
    help="Keep the verdict of each deal, all its counts, or one row of sums for each part.",
)
@click.option(
    "--workers", metavar="N", default="auto", show_default=True, help="How many, or auto."
)
@click.option(
    "--engine",
    type=click.Choice(["threads", "readable", "dask"]),
    default="threads",
    show_default=True,
    help="The compiled kernel in threads; the rules as they are written, for any rules; or the "
    "kernel in a dask cluster.",
)
@click.option(
    "--policy",
    type=click.Choice(list(POLICIES)),
    help="Do not solve deals but play them, without seeing the stock, by a policy.",
)
@table_option
@click.option("--scheduler", metavar="HOST:PORT", help="The scheduler of a dask cluster.")
@click.option("--resume", is_flag=True, help="Go on with a folder that holds results already.")
@click.option(
    "--chunk-size",
    type=int,
    help="Deals in each part; usually 1,000,000, full 10,000, tally 10,000,000, and no more than "
    "100,000 from files.",
)
@click.option(
    "--max-states",
    type=click.IntRange(1),
    help="With --engine readable, give up on a deal after so many positions.",
)
@strict_option
@exit_code_option
@bar_options
def command(**options: Any) -> int:
    """Solve millions of deals into a folder of Parquet files.

    The folder holds a part for every so many deals, each written whole and with a checksum. A run
    that was interrupted goes on with --resume, which also takes more deals at the end. The
    results do not depend on workers, engine or interruptions.

    \b
    gehtauf batch --game zudecken --deals 1..1000000 -o zudecken
    gehtauf batch --game zudecken --deals 1..5000000 -o zudecken --resume
    gehtauf batch --game quadrat --deals 0..999999999 --detail tally -o tally
    """
    settings = settings_from(options)
    plan = Plan(
        options["output"],
        Detail(options["detail"]),
        announce=None if options["quiet"] else complain,
        **{key: options[key] for key in ("engine", "workers", "scheduler", "resume")},
        **{key: options[key] for key in ("chunk_size", "max_states", "policy", "table")},
    )
    source = named_source(options["deals"], options["files"], settings, strict=options["strict"])
    shown = partial(meter, options["bar"], quiet=options["quiet"])
    with _kept(plan.output):
        folder = run_batch(source, plan, shown, partial(shown, unit="values"))
    with Output(None, sys.stdout) as output:
        output.write(_summary(folder))
    return exit_code(folder.verdicts, tell=options["exit_code"])


# Reasons that another try would meet again.
_IN_THE_WAY = (errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EROFS)


@contextmanager
def _kept(path: str) -> Iterator[None]:
    """Note, if a run does not come to its end, what is left of it."""
    try:
        yield
    except GehtaufError:
        raise
    except BaseException as error:  # a signal, a full disk
        if isinstance(error, OutputError) and error.errno in _IN_THE_WAY:
            error.add_note("what stands in the way has to go, or --output names another folder")
        elif os.path.isdir(path):
            error.add_note(
                f"whole parts are kept in {path}, and --resume goes on with them "
                "(--chunk-size makes parts smaller)"
            )
        raise


def _summary(folder: Folder) -> str:
    verdicts = {verdict: n for verdict, n in folder.verdicts.items() if n}
    found = ", ".join(f"{n:,} {verdict}" for verdict, n in verdicts.items())
    deals = f"{count(folder.deals, 'deal')} of {variant_name(folder.manifest.rules)}"
    if folder.manifest.policy is not None:
        deals += f", played by {folder.manifest.policy}"
    told = f" (see {ERRORS_FILE} there)" if verdicts.get("error") else ""
    return f"{deals}{': ' if found else ''}{found}; in {plain(folder.path)}{told}\n"
