"""The tables of options on the pages of the commands, written from the commands themselves.

Write them anew, after a command has changed, with

    python -m docs.options
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click

from gehtauf.cli.app import command_names
from solver.settings import SETTINGS

FOLDER = Path(__file__).parent / "commands"

_TABLES = re.compile(r"(?<=<!-- options -->\n).*?(?=<!-- end of options -->)", re.DOTALL)
_RULES = ("game", "rules_file", *SETTINGS)


def page(name: str) -> str:
    """Return the page of a command with the tables of its options as they are now."""
    text = FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")
    tables = option_tables(import_module(f"gehtauf.cli.commands.{name}").command)
    if not _TABLES.search(text):
        raise ValueError(f"{name}.md has no place for the options")
    return _TABLES.sub(lambda _: tables, text)


def option_tables(command: click.Command) -> str:
    """Return a table of a command's own options, and one of those that state the rules."""
    options = [o for o in command.params if isinstance(o, click.Option)]
    own = [o for o in options if o.name not in _RULES]
    stated = [o for o in options if o.name in _RULES]
    tables = _table("option", own, "`-h`, `--help` | Show this message and exit.")
    if stated:
        tables += (
            "\nWhich game, by which rules ([Formats](../formats.md#settings-and-their-precedence)"
        )
        tables += " says which setting goes before which):\n\n"
        tables += _table("rules", stated)
    return tables


def _table(head: str, options: list[click.Option], *rows: str) -> str:
    lines = [f"{_spelling(option)} | {_meaning(option)}" for option in options]
    return (
        "\n".join([f"| {head} | |", "|---|---|", *(f"| {row} |" for row in [*lines, *rows])]) + "\n"
    )


def _spelling(option: click.Option) -> str:
    spelled = [*sorted(option.opts, key=len), *option.secondary_opts]
    names = [f"`{name}`" for name in spelled]
    if not option.is_flag:
        names[-1] = names[-1][:-1] + f" {_value(option)}`"
    return ", ".join(names)


def _value(option: click.Option) -> str:
    if option.metavar:
        return option.metavar
    return "WORD" if isinstance(option.type, click.Choice) else "N"


def _meaning(option: click.Option) -> str:
    words = (option.help or "").strip()
    words = words[:1].upper() + words[1:]
    if isinstance(option.type, click.Choice):
        words += " One of " + ", ".join(f"`{choice}`" for choice in option.type.choices) + "."
    if isinstance(option.type, click.FloatRange | click.IntRange):
        words += f" {_range(option.type)}"
    if option.show_default:
        words += f" Usually `{option.default}`."
    if option.required:
        words += " Required."
    if option.multiple:
        words += " May be repeated."
    return words.strip().replace("|", "\\|")


def _range(kind: click.FloatRange | click.IntRange) -> str:
    low = f"{'above' if kind.min_open else 'from'} {kind.min}" if kind.min is not None else ""
    high = f"{'below' if kind.max_open else 'to'} {kind.max}" if kind.max is not None else ""
    return ", ".join(part for part in (low, high) if part).capitalize() + "."


if __name__ == "__main__":
    for command_name in command_names():
        text = page(command_name)
        FOLDER.joinpath(f"{command_name}.md").write_text(text, encoding="utf-8", newline="\n")
