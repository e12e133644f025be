"""``gehtauf analyze``: every count of a deal, what each move is worth, a played line judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from deals.errors import FormatError, GehtaufError, SettingError
from gehtauf._version import __version__
from gehtauf.cli.console import paint
from gehtauf.cli.exits import BAD_INPUT, DONE
from gehtauf.cli.inputs import Asked, asked
from gehtauf.cli.options import cards_option, deals_option, rule_options, settings_from
from gehtauf.cli.progress import progress
from reports.analysis_text import analyzed_deal
from reports.output import Output
from reports.paint import Paint
from reports.table import JsonArray, JsonLines, RecordWriter
from reports.text import heading
from solver.analyze import analyze
from solver.analyze_record import analyze_record
from solver.lines import Step, read_line
from solver.record import Record, error_record, solve_record
from solver.solve import DEFAULT_MAX_STATES

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
    "--max-states",
    type=click.IntRange(1),
    default=DEFAULT_MAX_STATES,
    show_default=True,
    help="Give up on a deal with more positions.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", *_WRITERS]), default="text", show_default=True
)
@click.option("-o", "--output", metavar="FILE", help="Write here instead of standard output.")
@click.option("--strict", is_flag=True, help="Stop at the first deal that cannot be read.")
@click.option("--quiet", "-q", is_flag=True, help="No progress on standard error.")
@click.option("--progress/--no-progress", "bar", default=None, help="Progress on standard error.")
@cards_option
def command(**options: Any) -> int:
    """Tell all there is to know about a deal, with the stock face up.

    Counts every position and every line of play, says what each first move is worth, which
    decisions matter, and how hard the deal is. With --line it judges a played game move by move
    and says where the win was thrown away.

    \b
    gehtauf analyze --game zudecken --deals 4
    gehtauf analyze --game zudecken --deals 4 --line '2H 7H, 8D 6D, 10S AC'
    """
    settings = settings_from(options)
    line = None if options["played"] is None else read_line(_text_of(options["played"]))
    deals = asked(options["files"], options["deals"], settings)
    writer = _WRITERS[options["form"]]() if options["form"] in _WRITERS else None
    look = paint(options["cards"])
    seen = errors = 0
    with Output(options["output"], sys.stdout) as output:
        output.write(writer.head() if writer else "")
        for item in progress(deals, options["bar"], quiet=options["quiet"]):
            seen += 1
            if line is not None and seen > 1:
                raise SettingError("--line belongs to one deal", expected="one deal only")
            text, failed = _answer(item, line, writer, look, options["max_states"])
            errors += failed
            output.write(text, flush=True)
            if failed and options["strict"]:
                break
        output.write(writer.foot() if writer else "")
    return BAD_INPUT if errors else DONE


def _text_of(played: str) -> str:
    """Return the text of a played line: that of the file it names, or the argument itself."""
    if not os.path.exists(played):
        return played
    try:
        return Path(played).read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"cannot read the line: {reason}", file=played) from None
    except UnicodeDecodeError:
        raise FormatError("the line is not UTF-8 text", file=played) from None


def _answer(
    item: Asked,
    line: Sequence[Step] | None,
    writer: RecordWriter | None,
    look: Paint,
    max_states: int,
) -> tuple[str, bool]:
    if isinstance(item.question, GehtaufError):
        record = error_record(item.question, item.origin, version=__version__)
        return _written(record | {"schema": "gehtauf/analyze@1"}, writer, look), True
    found = analyze(*item.question, line=line, max_states=max_states)
    if writer:
        return writer.record(analyze_record(found, item.origin, version=__version__)), False
    solved = solve_record(found.solution, item.origin, version=__version__)
    return analyzed_deal(solved, found, look), False


def _written(record: Record, writer: RecordWriter | None, look: Paint) -> str:
    return writer.record(record) if writer else "\n".join(heading(record, look, None)) + "\n"
