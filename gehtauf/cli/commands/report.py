"""``gehtauf report``: sum up results folders and compare them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from deals.errors import SettingError
from gehtauf._version import __version__
from gehtauf.cli.console import paint
from gehtauf.cli.exits import DONE
from gehtauf.cli.options import format_option
from reports.intervals import LEVEL
from reports.output import Output
from reports.report_text import FORMATS


@click.command("report")
@click.argument("folders", nargs=-1, required=True, metavar="DIR...")
@click.option("--html", metavar="OUT", help="Write a page with plots.")
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=LEVEL,
    show_default=True,
    help="The confidence of all intervals.",
)
@format_option(FORMATS)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def command(folders: Sequence[str], **options: Any) -> int:
    """Sum up results folders that gehtauf batch has written.

    Shares with confidence intervals, how cards left, positions and difficulty are spread, and the
    deals that stand out. Several folders are set side by side, each compared with the first; if
    they hold the same numbered deals, deal by deal.

    \b
    gehtauf report zud
    gehtauf report zud zud-group zud-single --html covers.html --format markdown
    """
    from reports.summary import report  # numpy and pyarrow take their time

    page, path = options["html"], options["output"]
    _check_outputs(folders, page, path)
    records = report(folders, version=__version__, level=options["level"])
    if page is not None:
        from reports.html.report import report_page

        with Output(page, None) as output:
            output.write(report_page(records, version=__version__))
    with Output(path, sys.stdout) as output:
        output.write(FORMATS[options["form"]](records, paint("auto", path)))
    return DONE


def _check_outputs(folders: Sequence[str], page: str | None, path: str | None) -> None:
    """Refuse outputs that would spoil each other, or a folder that is read."""
    if page == "-":
        raise SettingError(
            "--html writes a file; standard output is for the report",
            text=page,
            expected="the name of a file",
        )
    named = [os.path.realpath(output) for output in (page, path) if output not in (None, "-")]
    if len(set(named)) < len(named):
        raise SettingError("two outputs have the same file", expected="a file for each")
    read = {os.path.realpath(folder) for folder in folders}
    for output in named:
        if os.path.dirname(output) in read:
            raise SettingError(
                "a report does not go among the results",
                text=output,
                expected="a file outside the folders that are read",
            )
