"""``gehtauf odds``: tell how likely a game is to come out."""

from __future__ import annotations

import sys
from typing import Any

import click

from deals.errors import SettingError
from deals.numbering import parse_numbers
from gehtauf._version import __version__
from gehtauf.chances import Means, check_options, find_odds
from gehtauf.cli.console import paint
from gehtauf.cli.exits import DONE
from gehtauf.cli.options import (
    building_from,
    chances_options,
    meter_from,
    rule_options,
    run_options,
    settings_from,
)
from reports.odds_record import odds_record
from reports.odds_text import odds_text
from reports.output import Output
from reports.table import JsonLines
from solver.odds.answer import STOCKS
from solver.rules import resolve

_MAY_BE_IDLE = ("deals", "table", "build", "workers")


@click.command("odds")
@rule_options
@click.option(
    "--stock",
    type=click.Choice(STOCKS),
    help="Whether the player sees the order of the stock; up unless given. It makes no difference "
    "in Quadrat and Der Geburtstag.",
)
@click.option(
    "--deals",
    metavar="A..B",
    help="Where odds are simulated: the numbered deals; a million unless given.",
)
@chances_options
@run_options
def command(**options: Any) -> int:
    """Tell how likely a random deal is to come out under the best play.

    Exact for Quadrat, for Der Geburtstag with shuffled passes, and for Zudecken with the stock
    face down, where a table of all positions is built once and kept. Simulated, with an interval,
    for Zudecken with the stock face up and for unshuffled passes.

    \b
    gehtauf odds --game quadrat
    gehtauf odds --game geburtstag --passes 6
    gehtauf odds --game zudecken-group-32 --stock down
    """
    settings = settings_from(options)
    if "game" not in settings:
        raise SettingError("the odds of which game?", expected="--game GAME")
    rules = resolve(settings)
    building = building_from(options)
    numbers = None if options["deals"] is None else parse_numbers(options["deals"])
    named = [name for name in _MAY_BE_IDLE if options[name] not in (None, False, "auto")]
    check_options(rules, options["stock"], named)
    found = find_odds(rules, options["stock"], Means(building, numbers, meter_from(options)))
    with Output(options["output"], sys.stdout) as output:
        if options["form"] == "json":
            output.write(JsonLines().record(odds_record(found, version=__version__)))
        else:
            output.write(odds_text(found, paint("auto", options["output"])))
    return DONE
