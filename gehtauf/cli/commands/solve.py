"""``gehtauf solve``: tell whether deals can be won, and how or why not."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from math import isnan
from typing import Any

import click

from deals.errors import GehtaufError, SettingError
from gehtauf._version import __version__
from gehtauf.cli.console import paint
from gehtauf.cli.exits import exit_code
from gehtauf.cli.inputs import Asked, asked, refuse_overwriting
from gehtauf.cli.options import (
    cards_option,
    deals_option,
    exit_code_option,
    format_option,
    max_states_option,
    rule_options,
    run_options,
    settings_from,
    strict_option,
)
from gehtauf.cli.progress import progress
from reports.output import Output
from reports.table import FORMATS
from reports.text import solved_deal, summary
from solver.record import Record, error_record, solve_record
from solver.solve import DEFAULT_MAX_STATES, Solution, solve


@click.command("solve")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@deals_option
@rule_options
@click.option("--trace", is_flag=True, help="Write every move with the table after it.")
@click.option("--proof", is_flag=True, help="Write a proof of each verdict, for gehtauf verify.")
@click.option("--exhaustive", is_flag=True, help="Search even where a theorem knows the answer.")
@max_states_option(DEFAULT_MAX_STATES)
@click.option(
    "--timeout", type=click.FloatRange(0), help="Give up on a deal after so many seconds."
)
@format_option(["text", *FORMATS])
@strict_option
@exit_code_option
@run_options
@cards_option
def command(**options: Any) -> int:
    """Tell for each deal whether it comes out, with a solution or the reason why there is none.

    FILE is a deal file (text, JSON or JSON Lines), - is standard input. The stock counts as face
    up: a deal is won if some way of playing wins it.

    \b
    gehtauf solve deals.txt
    gehtauf solve --game zudecken --deals 1..20 --trace
    gehtauf solve --game quadrat --deals 7 --trace --proof --format json
    """
    if options["timeout"] is not None and isnan(options["timeout"]):
        raise SettingError("--timeout is a number of seconds", text="nan", expected="e.g. 10")
    settings = settings_from(options)
    refuse_overwriting(options["files"], options["output"])
    deals = asked(options["files"], options["deals"], settings)
    verdicts: Counter[str] = Counter()
    writer = FORMATS[options["form"]]() if options["form"] in FORMATS else None
    look = paint(options["cards"], options["output"])
    with Output(options["output"], sys.stdout) as output:
        output.write(writer.head() if writer else "")
        for item in progress(deals, options["bar"], quiet=options["quiet"]):
            record, solution = _answer(item, options)
            verdicts[record["verdict"]] += 1
            if writer:
                text = writer.record(record)
            else:
                text = solved_deal(record, look, solution=solution, full=options["trace"])
            output.write(text, flush=True)
            if options["strict"] and record["verdict"] == "error":
                break
        output.write(writer.foot() if writer else f"{summary(verdicts)}\n")
    return exit_code(verdicts, tell=options["exit_code"])


def _answer(item: Asked, options: Mapping[str, Any]) -> tuple[Record, Solution | None]:
    if isinstance(item.question, GehtaufError):
        record = error_record(item.question, item.origin, version=__version__, rules=item.rules)
        return record, None
    limits = {key: options[key] for key in ("exhaustive", "max_states", "timeout")}
    solution = solve(*item.question, **limits)
    shown = {"with_trace": options["trace"], "with_proof": options["proof"]}
    return solve_record(solution, item.origin, version=__version__, **shown), solution
