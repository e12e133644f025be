"""Options that several commands share: the rules, the deals to take, how cards are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deals.errors import FormatError, SettingError
from deals.files import Setting
from deals.files.lines import decode
from gehtauf.cli.console import complain
from gehtauf.cli.progress import meter
from solver.rules_toml import from_toml
from solver.settings import SETTINGS

if TYPE_CHECKING:
    from gehtauf.tables import Building, Meter

_LONGEST_RULES = 20_000  # bytes

Command = TypeVar("Command", bound=Callable[..., Any])


def rule_options(command: Command) -> Command:
    """Add ``--game``, ``--rules`` and an option for every setting a game can have."""
    for kind in reversed(list(SETTINGS.values())):
        values = f" ({', '.join(kind.values)})" if kind.values else ""
        command = click.option(
            f"--{kind.name}", metavar=kind.name.upper(), help=f"{kind.says}{values}."
        )(command)
    command = click.option(
        "--rules", "rules_file", metavar="FILE.toml", help="Take game and settings from a file."
    )(command)
    return click.option(
        "--game", metavar="GAME", help="Game or named variant; see: gehtauf rules."
    )(command)


def cards_option(command: Command) -> Command:
    """Add ``--cards``, the style in which people see cards."""
    return click.option(
        "--cards",
        type=click.Choice(["auto", "letters", "symbols", "german"]),
        default="auto",
        show_default=True,
        help="How text shows cards: TH, 10♥ or H10.",
    )(command)


def deals_option(command: Command) -> Command:
    """Add ``--deals``, which names numbered deals."""
    return click.option(
        "--deals",
        metavar="A..B",
        help="Numbered deals A to B, both included; also A alone, or A..B..STEP.",
    )(command)


def bar_options(command: Command) -> Command:
    """Add what to tell meanwhile."""
    for option in (
        click.option("--progress/--no-progress", "bar", default=None, help="Tell how far it is."),
        click.option("--quiet", "-q", is_flag=True, help="Nothing but results and errors."),
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Command:
    """Add where results go, and what to tell meanwhile."""
    to_file = click.option("-o", "--output", metavar="FILE", help="Write to a file.")
    return to_file(bar_options(command))


def table_option(command: Command) -> Command:
    """Add where the table of exact chances is."""
    return click.option(
        "--table",
        metavar="DIR",
        help="Where the table of exact chances is kept; in the user's cache unless given.",
    )(command)


def format_option(names: Iterable[str]) -> Callable[[Command], Command]:
    """Return what adds ``--format``, one of some names; the first unless given."""
    known = list(names)
    return click.option(
        "--format", "form", type=click.Choice(known), default=known[0], show_default=True
    )


def chances_options(command: Command) -> Command:
    """Add what ``odds`` and ``advise`` share: tables, who builds them, the format."""
    for option in (
        format_option(["text", "json"]),
        click.option(
            "--workers", metavar="N", default="auto", show_default=True, help="How many, or auto."
        ),
        table_option,
        click.option(
            "--build", is_flag=True, help="Build a table even if that takes minutes or hours."
        ),
    ):
        command = option(command)
    return command


def meter_from(options: Mapping[str, Any], unit: str = "deals") -> Meter:
    """Return what shows how far work is, as the options of `bar_options` say."""
    return partial(meter, options["bar"], quiet=options["quiet"], unit=unit)


def building_from(options: Mapping[str, Any]) -> Building:
    """Return how tables are found and built, as `chances_options` and `run_options` say."""
    from gehtauf.tables import Building
    from solver.batch.cores import read_workers

    return Building(
        path=options["table"],
        long=options["build"],
        workers=read_workers(options["workers"]),
        announce=None if options["quiet"] else complain,
        meter=meter_from(options, "values"),
    )


def exit_code_option(command: Command) -> Command:
    """Add ``--exit-code``, which tells of verdicts by the exit code."""
    return click.option(
        "--exit-code", is_flag=True, help="Exit with 1 if a deal is lost, 3 if undecided."
    )(command)


def strict_option(command: Command) -> Command:
    """Add ``--strict``, which does not go on after a deal that cannot be read."""
    return click.option(
        "--strict", is_flag=True, help="Stop at the first deal that cannot be read."
    )(command)


def max_states_option(default: int) -> Callable[[Command], Command]:
    """Return what adds ``--max-states``, the limit of a search or a state graph."""
    return click.option(
        "--max-states",
        type=click.IntRange(1),
        default=default,
        show_default=True,
        help="Give up on a deal after so many positions.",
    )


def settings_from(options: dict[str, Any]) -> dict[str, Setting]:
    """Return the settings that the command line states, taking them out of its options.

    Parameters
    ----------
    options : dict
        The options of a command made with `rule_options`; what is not a setting stays.

    Returns
    -------
    dict of str to Setting
        Those of the rules file, and over them those of single options.

    Raises
    ------
    FormatError, SettingError
        If the rules file cannot be read, or names a game together with ``--game``.
    """
    game, path = options.pop("game"), options.pop("rules_file")
    stated = {key: options.pop(key) for key in SETTINGS}
    settings = {k: Setting(v, f"--{k}") for k, v in stated.items() if v is not None}
    if path is not None:
        if game is not None:
            raise SettingError(
                "--game and --rules exclude each other", expected='game = "…" in the rules file'
            )
        settings = _from_file(path) | settings
    if game is not None:
        settings["game"] = Setting(game, "--game")
    return settings


def _from_file(path: str) -> dict[str, Setting]:
    try:
        with open(path, "rb") as file:
            data = file.read(_LONGEST_RULES + 1)
    except OSError as error:
        raise FormatError(f"cannot read the rules: {error.strerror}", file=path) from None
    if len(data) > _LONGEST_RULES:
        raise FormatError("the file is too long for rules", file=path, line=1, column=1)
    return from_toml(decode(data, path), path)
