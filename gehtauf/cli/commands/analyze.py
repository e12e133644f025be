"""``gehtauf analyze``: count everything about a deal, weigh its moves, judge a played line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import click

from deals.errors import FormatError, GehtaufError, SettingError
from deals.files.lines import decode
from gehtauf._version import __version__
from gehtauf.cli.console import paint
from gehtauf.cli.exits import BAD_INPUT, DONE
from gehtauf.cli.exports import Exports
from gehtauf.cli.inputs import (
    STDIN,
    Asked,
    asked,
    check_readable,
    name_of,
    open_input,
    refuse_overwriting,
)
from gehtauf.cli.options import (
    cards_option,
    deals_option,
    format_option,
    max_states_option,
    rule_options,
    run_options,
    settings_from,
    strict_option,
)
from gehtauf.cli.progress import progress
from reports.analysis_text import analyzed_deal
from reports.output import Output
from reports.paint import Paint
from reports.table import JsonArray, JsonLines, RecordWriter
from reports.text import heading
from solver.analyze import DEFAULT_MAX_STATES, DealAnalysis, analyze
from solver.analyze_record import SCHEMA, analyze_record
from solver.lines import Step, read_line
from solver.record import error_record, solve_record
from solver.solve import Solution, solve

_OPTION = "--line"
_LONGEST_LINE = 1 << 24  # bytes; what never ends must not fill the memory
_WRITERS: Mapping[str, type[JsonArray] | type[JsonLines]] = {"json": JsonArray, "jsonl": JsonLines}


@click.command("analyze")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@deals_option
@rule_options
@click.option(
    "--line",
    "played",
    metavar="TRACE",
    help="Judge a played line: a file, or the cards taken, as in 'AD QD, QS KS'.",
)
@click.option(
    "--graph",
    multiple=True,
    metavar="OUT",
    help="Write the state graph of one deal: .graphml, .dot or .json; may be repeated.",
)
@click.option(
    "--prune",
    type=click.Choice(["won"]),
    help="Keep only what lies on winning lines in --graph.",
)
@click.option("--html", metavar="OUT", help="Write a page about one deal, to read and to play.")
@max_states_option(DEFAULT_MAX_STATES)
@format_option(["text", *_WRITERS])
@strict_option
@run_options
@cards_option
def command(**options: Any) -> int:
    """Tell all there is to know about a deal, with the stock face up.

    Counts every position and every line of play, says what each first move is worth, which
    decisions matter, and how hard the deal is. With --line it judges a played game move by move
    and says where the win was thrown away.

    \b
    gehtauf analyze --game zudecken --deals 4
    gehtauf analyze --game zudecken --deals 4 --line '8D 6D, 2H 7H, 10S AC'
    gehtauf analyze --game zudecken --deals 4 --html deal4.html --graph deal4.graphml
    """
    settings = settings_from(options)
    exports = Exports(options["graph"], options["prune"], options["html"], options["output"])
    line = None if options["played"] is None else _read_line(options["played"])
    refuse_overwriting(options["files"], options["output"])
    deals = asked(options["files"], options["deals"], settings)
    if line is not None or exports:
        deals = _only_one(deals, exports)
    writer = _WRITERS[options["form"]]() if options["form"] in _WRITERS else None
    look = paint(options["cards"], options["output"])
    errors = 0
    with Output(options["output"], sys.stdout) as output:
        before = writer.head() if writer else ""  # written with the first deal, if there is one
        for item in progress(deals, options["bar"], quiet=options["quiet"]):
            if isinstance(item.question, GehtaufError):
                output.write(before + _error(item.question, item, writer, look), flush=True)
                before = ""
                errors += 1
                if options["strict"]:
                    break
                continue
            solution = solve(*item.question, max_states=options["max_states"])
            if writer is None:
                solved = solve_record(solution, item.origin, version=__version__)
                before = "\n".join(heading(solved, look, solution)) + "\n"
                if line is None:  # the verdict is there long before a large graph is
                    output.write(before, flush=True)
                    before = ""
            found = _analyzed(solution, line, options)
            exports.write(found, item.origin, options["max_states"])
            output.write(before + _text(found, item, writer, look), flush=True)
            before = ""
        output.write(before + (writer.foot() if writer else ""))
    return BAD_INPUT if errors else DONE


def _only_one(deals: Iterator[Asked], exports: Exports) -> Iterator[Asked]:
    """Return the deals if there is exactly one, and it can be exported."""
    first = list(islice(deals, 2))
    if len(first) != 1:
        raise SettingError(
            "--line, --graph and --html belong to one deal",
            text="no deal" if not first else "several deals",
            expected="a file of one deal, or --deals N",
        )
    if not isinstance(first[0].question, GehtaufError):
        exports.check(first[0].question.rules)
    return iter(first)


def _analyzed(
    solution: Solution, line: list[Step] | None, options: Mapping[str, Any]
) -> DealAnalysis:
    try:
        return analyze(solution, line=line, max_states=options["max_states"])
    except FormatError as error:  # a move that is not legal
        raise error.at(file=_source_of_line(options["played"])) from None


def _read_line(played: str) -> list[Step]:
    """Read a played line from the file the argument names, or from the argument itself."""
    source = _source_of_line(played)
    if source == _OPTION:
        return read_line(played, source)
    if played != STDIN:
        check_readable(played)
    with open_input(played) as stream:
        data = stream.read(_LONGEST_LINE + 1)
    if len(data) > _LONGEST_LINE:
        raise FormatError("the file is too long for a played line", file=source, line=1, column=1)
    return read_line(decode(data, source), source)


def _source_of_line(played: str) -> str:
    """Name the file that holds the played line; the option itself may be the line."""
    looks_like_a_file = played == STDIN or re.search(r"[/\\.]", played)
    if os.path.exists(played) or (looks_like_a_file and played.lstrip()[:1] not in "[{"):
        return name_of(played)
    return _OPTION


def _error(error: GehtaufError, item: Asked, writer: RecordWriter | None, look: Paint) -> str:
    record = error_record(error, item.origin, version=__version__, rules=item.rules)
    record |= {"schema": SCHEMA}
    return writer.record(record) if writer else "\n".join(heading(record, look, None)) + "\n"


def _text(found: DealAnalysis, item: Asked, writer: RecordWriter | None, look: Paint) -> str:
    if writer is None:
        return analyzed_deal(found, look)
    return writer.record(analyze_record(found, item.origin, version=__version__))
