"""``gehtauf rules``: explain a game, its settings and its variants."""

from __future__ import annotations

import sys
from typing import Any

import click

from deals.errors import SettingError
from gehtauf.cli.console import paint
from gehtauf.cli.exits import DONE
from gehtauf.cli.options import rule_options, settings_from
from reports.output import Output
from reports.rulebook import overview, rulebook
from solver.rules import resolve
from solver.rules_toml import to_toml


@click.command("rules")
@click.argument("name", required=False, metavar="[GAME]")
@rule_options
@click.option("--toml", is_flag=True, help="Print only the record, as a file for --rules.")
def command(name: str | None, toml: bool, **options: Any) -> int:
    """Explain a game or named variant; without a name, list them.

    \b
    gehtauf rules zudecken
    gehtauf rules zudecken --cover group --width 5 --toml > mine.toml
    gehtauf solve --rules mine.toml --deals 1..10
    """
    if name is not None and options["game"] is not None:
        raise SettingError("two games are named", expected="GAME or --game GAME")
    options["game"] = options["game"] or name
    settings = settings_from(options)
    with Output(None, sys.stdout) as output:
        if not settings:
            output.write(overview(paint("auto")))
        else:
            rules = resolve(settings)
            output.write(to_toml(rules) if toml else rulebook(rules, paint("auto")))
    return DONE
