"""``gehtauf advise``: weigh the covers for a player who cannot see the stock."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import click

from deals.cards import Card
from deals.errors import DeckError, FormatError, SettingError
from deals.files import Entry, Setting, load, loads
from deals.numbering import parse_number
from gehtauf._version import __version__
from gehtauf.advising import ORDERS, Adviser
from gehtauf.cli.console import paint
from gehtauf.cli.exits import DONE
from gehtauf.cli.inputs import check_readable, name_of, open_input
from gehtauf.cli.options import (
    building_from,
    cards_option,
    chances_options,
    meter_from,
    rule_options,
    run_options,
    settings_from,
)
from gehtauf.cli.session import Session
from reports.advice_record import advice_record
from reports.advice_text import advice_text
from reports.output import Output
from reports.table import JsonLines
from solver.advice.played import play_to
from solver.advice.situation import Situation
from solver.lines import read_line
from solver.policies.policies import POLICIES
from solver.prepare import prepare_number
from solver.rules import resolve

Where = tuple[Situation, "tuple[Card, ...] | None"]
"""Where a game stands, and the order of the stock if it is known."""


@click.command("advise")
@click.argument("file", required=False, metavar="[FILE]")
@rule_options
@click.option("--open", "face_up", metavar="CARDS", help="The cards that lie face up.")
@click.option("--seen", "gone", metavar="CARDS", help="The cards that have gone before.")
@click.option("--deals", metavar="N", help="A numbered deal, instead of FILE.")
@click.option("--line", metavar="COVERS", help="What was covered so far, as in 'AD QD, QS KS'.")
@click.option("--interactive", is_flag=True, help="Type a game in as it goes, move by move.")
@click.option(
    "--orders",
    type=click.IntRange(0),
    default=ORDERS,
    show_default=True,
    help="In how many random orders of the stock to try what a player who sees it could win.",
)
@click.option(
    "--policy",
    type=click.Choice([name for name, one in POLICIES.items() if not one.needs_values]),
    help="Do not look for exact chances; sample, and play on by this policy.",
)
@chances_options
@run_options
@cards_option
def command(**options: Any) -> int:
    """Weigh every cover by the chance to win, for a player who cannot see the stock.

    Say where the game stands: by the cards --open and --seen; or by FILE, a deal of which only
    the first cards need be known, or --deals N, and what was covered so far; or play on with
    --interactive. Chances are exact where a table of the game can be had or no choice makes a
    difference, and sampled elsewhere.

    \b
    gehtauf advise --game zudecken-group-32 --open '7C 8C TD JD' --seen '9C 9S'
    gehtauf advise --game zudecken --deals 4 --line '8D 6D, 2H 7H'
    gehtauf advise --game zudecken-32 --interactive
    """
    if options["policy"] is not None and (options["table"] is not None or options["build"]):
        raise SettingError(
            "with --policy no table of exact chances is used",
            expected="neither --table nor --build, or no --policy",
        )
    settings = settings_from(options)
    now, stock = _where(options, settings)
    adviser = Adviser(
        now.rules,
        building_from(options),
        policy=options["policy"],
        orders=options["orders"],
        meter=meter_from(options, "games"),
    )
    look = paint(options["cards"], options["output"])
    with Output(options["output"], sys.stdout) as output:
        if options["interactive"]:
            Session(adviser, now, output, look).run()
        elif options["form"] == "json":
            record = advice_record(adviser.advise(now, stock), version=__version__)
            output.write(JsonLines().record(record))
        else:
            output.write(advice_text(adviser.advise(now, stock), look))
    return DONE


def _where(options: Mapping[str, Any], settings: Mapping[str, Setting]) -> Where:
    """Return where the game stands that the command line describes."""
    ways = [way for way in _WAYS if options[way] is not None]
    interactive = options["interactive"]
    if interactive and (options["form"] != "text" or options["output"] or options["file"] == "-"):
        raise SettingError(
            "a game that is typed in is a talk on this console",
            expected="neither --format json, nor -o, nor - with --interactive",
        )
    if len(ways) > 1:
        names = " and ".join(_WAYS[way] for way in ways)
        raise SettingError(
            f"{names} each say where the game stands", expected=f"one of them, not {len(ways)}"
        )
    if not ways and not interactive:
        raise SettingError(
            "where does the game stand?",
            expected="--open CARDS, or FILE, or --deals N, or --interactive",
        )
    if "face_up" in ways or not ways:
        if options["line"] is not None or (options["gone"] is not None and not ways):
            raise SettingError(
                "--line goes with FILE or --deals, and --seen with --open", expected="the other"
            )
        rules = resolve(settings)
        if not ways:
            return Situation.start(rules), None
        named = [_cards(options[key] or "", option) for key, option in _CARD_OPTIONS]
        return Situation.of(rules, *named), None
    if options["gone"] is not None:
        raise SettingError("--seen goes with --open", expected="--line, with FILE or --deals")
    line = [] if options["line"] is None else read_line(options["line"], "--line")
    if options["deals"] is not None:
        question = prepare_number(parse_number(options["deals"]), resolve(settings))
        return play_to(question.rules, question.deal.cards, line)
    entry = _from_file(options["file"])
    try:
        return play_to(resolve({**entry.settings, **settings}), entry.orders[0], line)
    except DeckError as error:
        raise error.at(file=options["file"], line=entry.line) from None


_WAYS = {"file": "FILE", "deals": "--deals", "face_up": "--open"}
_CARD_OPTIONS = (("face_up", "--open"), ("gone", "--seen"))


def _cards(text: str, option: str) -> Sequence[Card]:
    """Read the cards of an option."""
    if not text.strip():
        return ()
    entries = loads(text, option)
    if entries and entries[0].error is not None:
        raise entries[0].error
    if len(entries) != 1 or len(entries[0].orders) != 1 or entries[0].settings:
        raise FormatError("these are not just cards", file=option, text=text)
    return entries[0].orders[0]


def _from_file(path: str) -> Entry:
    """Return the deal of a file with a single one, of which not all cards need be known."""
    check_readable(path)
    with open_input(path) as stream:
        entries = list(islice(load(stream, name_of(path)), 2))  # the file may be huge
    if len(entries) != 1:
        found = "several deals" if entries else "no deal"
        raise FormatError("advice is for one game", file=path, text=found, expected="one deal")
    [entry] = entries
    if entry.error is not None:
        raise entry.error
    if len(entry.orders) != 1:
        raise FormatError("later orders ('/') belong to Der Geburtstag only", file=path)
    return entry
