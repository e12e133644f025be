"""``gehtauf analyze``: every count of a deal, what each move is worth, a played line judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from deals.errors import FormatError, GehtaufError, SettingError
from gehtauf._version import __version__
from gehtauf.cli.console import paint
from gehtauf.cli.exits import BAD_INPUT, DONE
from gehtauf.cli.inputs import Asked, asked
from gehtauf.cli.options import (
    cards_option,
    deals_option,
    max_states_option,
    rule_options,
    run_options,
    settings_from,
    strict_option,
)
from gehtauf.cli.progress import progress
from reports.analysis_text import analyzed_deal
from reports.graphs import FORMATS as GRAPH_FORMATS
from reports.graphs import format_of, graph_content
from reports.output import Output
from reports.paint import Paint
from reports.table import JsonArray, JsonLines, RecordWriter
from reports.text import heading
from solver.analyze import BirthdayAnalysis, CoveringAnalysis, DealAnalysis, analyze
from solver.analyze_record import SCHEMA, analyze_record
from solver.difficulty import difficulty
from solver.graph import StateGraph
from solver.lines import Step, read_line
from solver.record import error_record, solve_record

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
@max_states_option
@click.option(
    "--format", "form", type=click.Choice(["text", *_WRITERS]), default="text", show_default=True
)
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
    line = None if options["played"] is None else read_line(_text_of(options["played"]))
    formats = {path: format_of(path) for path in options["graph"]}
    deals = asked(options["files"], options["deals"], settings)
    if line is not None or formats or options["html"]:
        deals = _only_one(deals)
    writer = _WRITERS[options["form"]]() if options["form"] in _WRITERS else None
    look = paint(options["cards"])
    errors = 0
    with Output(options["output"], sys.stdout) as output:
        output.write(writer.head() if writer else "")
        for item in progress(deals, options["bar"], quiet=options["quiet"]):
            found = _find(item, line, options["max_states"])
            output.write(_text(item, found, writer, look), flush=True)
            if isinstance(found, GehtaufError):
                errors += 1
                if options["strict"]:
                    break
                continue
            for path, form in formats.items():
                _write_graph(path, form, item, found, options)
            if options["html"]:
                _write_page(options["html"], item, found)
        output.write(writer.foot() if writer else "")
    return BAD_INPUT if errors else DONE


def _only_one(deals: Iterator[Asked]) -> Iterator[Asked]:
    """Return the deals if there is exactly one."""
    first = list(islice(deals, 2))
    if len(first) != 1:
        raise SettingError(
            "--line, --graph and --html belong to one deal",
            text="no deal" if not first else "several deals",
            expected="a file of one deal, or --deals N",
        )
    return iter(first)


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


def _find(item: Asked, line: Sequence[Step] | None, max_states: int) -> DealAnalysis | GehtaufError:
    if isinstance(item.question, GehtaufError):
        return item.question
    return analyze(*item.question, line=line, max_states=max_states)


def _text(
    item: Asked,
    found: DealAnalysis | GehtaufError,
    writer: RecordWriter | None,
    look: Paint,
) -> str:
    if isinstance(found, GehtaufError):
        record = error_record(found, item.origin, version=__version__) | {"schema": SCHEMA}
        return writer.record(record) if writer else "\n".join(heading(record, look, None)) + "\n"
    if writer:
        return writer.record(analyze_record(found, item.origin, version=__version__))
    solved = solve_record(found.solution, item.origin, version=__version__)
    return analyzed_deal(solved, found, look)


def _write_graph(
    path: str,
    form: str,
    item: Asked,
    found: DealAnalysis,
    options: Mapping[str, Any],
) -> None:
    if isinstance(found, BirthdayAnalysis):
        raise SettingError("Der Geburtstag has no state graph: its choices decide nothing")
    graph = found.analysis or StateGraph(found.solution.game, max_states=options["max_states"])
    content = graph_content(graph, version=__version__, deal=item.origin.id, prune=options["prune"])
    with Output(path, sys.stdout) as output:
        output.write(GRAPH_FORMATS[form](content))


def _write_page(path: str, item: Asked, found: DealAnalysis) -> None:
    from reports.html import deal_page  # jinja2 takes its time

    analysis = found.analysis if isinstance(found, CoveringAnalysis) else None
    page = deal_page(
        found.solution,
        analysis,
        title=item.origin.id,
        version=__version__,
        difficulty=None if analysis is None else difficulty(analysis),
    )
    with Output(path, sys.stdout) as output:
        output.write(page)
