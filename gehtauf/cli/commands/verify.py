"""``gehtauf verify``: let the referee check traces and proofs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

import click

from deals.errors import GehtaufError, RefusedError
from deals.words import count
from gehtauf.cli.console import paint
from gehtauf.cli.exits import BAD_INPUT, DONE, REFUSED
from gehtauf.cli.inputs import check_readable, name_of, open_input
from gehtauf.cli.progress import progress
from reports.foreign import REMEDY
from reports.output import Output
from reports.records import Read, read_records
from reports.text import verified
from solver.referee import verify


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--quiet", "-q", is_flag=True, help="Print only what is refused.")
@click.option("--progress/--no-progress", "bar", default=None, help="Progress on standard error.")
def command(files: Sequence[str], quiet: bool, bar: bool | None) -> int:
    """Check the traces and proofs that gehtauf solve has written.

    FILE holds records as solve writes them with --proof and --format json or jsonl, - is standard
    input. Without --proof (or --trace, for a won deal) a record claims something and shows
    nothing, and is refused. The referee knows the rules by its own code and trusts nothing in a
    record. Exit code 4 says that it refused something, 2 that a file holds no such records.

    \b
    gehtauf solve --game quadrat --deals 0..9 --proof --format jsonl -o proofs.jsonl
    gehtauf verify proofs.jsonl
    """
    for path in files:
        check_readable(path, "records", REMEDY)
    accepted = refused = broken = 0
    look = paint("auto")
    with Output(None, sys.stdout) as output:
        for source, read in progress(_records(files), bar, quiet=quiet):
            name = place = f"{source}:{read.line}"
            if isinstance(read.record, GehtaufError):
                broken += 1
                text = str(read.record)
            else:
                name = _name(read.record.get("id")) or name
                try:
                    shown = verify(read.record)
                except RefusedError as error:
                    refused += 1
                    if name != place:
                        error = error.at(file=source, line=read.line)
                    text = verified(name, None, _refusal(error), look)
                else:
                    accepted += 1
                    text = "" if quiet else verified(name, shown, None, look)
            if text:
                output.write(f"{text}\n", flush=True)
        if not quiet:
            total = count(accepted + refused + broken, "record")
            faulty = f", {broken} broken" if broken else ""
            output.write(f"{total}: {accepted:,} accepted, {refused:,} refused{faulty}\n")
    if broken:
        return BAD_INPUT
    return REFUSED if refused else DONE


def _records(files: Sequence[str]) -> Iterator[tuple[str, Read]]:
    for path in files:
        with open_input(path) as stream:
            for read in read_records(stream, name_of(path)):
                yield name_of(path), read


def _name(found: object) -> str | None:
    """Return a record's id if it is one; anything else could forge the referee's words."""
    good = isinstance(found, str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", found)
    return str(found) if good else None


def _refusal(error: RefusedError) -> str:
    return str(error) if error.rule in error.message else f"{error} [rule: {error.rule}]"
