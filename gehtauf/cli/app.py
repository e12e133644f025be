"""The command group: finds commands by name, and turns every end of a command into an exit code."""

from __future__ import annotations

import ast
import contextlib
import difflib
import signal
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from pkgutil import iter_modules
from types import FrameType
from typing import Any

import click

from deals.errors import GehtaufError
from gehtauf._version import __version__
from gehtauf.cli import commands
from gehtauf.cli.console import complain, end_line, prepare_streams, showable, silence_stdout
from gehtauf.cli.exits import BAD_INPUT, CANNOT_WRITE, DONE, INTERRUPTED, TERMINATED
from reports.output import ClosedPipeError, OutputError


@cache
def command_names() -> tuple[str, ...]:
    """Return the names of the commands there are: those of the modules in `commands`."""
    return tuple(sorted(module.name for module in iter_modules(commands.__path__)))


def _short_help(name: str) -> str:
    """Return what a command does, from the first line of its module, without importing it."""
    path = f"{commands.__name__}.{name}"
    spec = find_spec(path)
    loader = spec.loader if spec else None
    source = loader.get_source(path) if isinstance(loader, InspectLoader) else None
    _, _, text = (ast.get_docstring(ast.parse(source or "")) or "").partition(": ")
    return text[:1].upper() + text[1:]


class _Terminated(BaseException):
    """SIGTERM came; no handler of ordinary errors may swallow it."""


class _Context(click.Context):
    """Where help is made: click would write UTF-8 even to a console that has ASCII only."""

    def get_help(self) -> str:
        return showable(super().get_help())


class _Commands(click.Group):
    """Commands imported only when they are called, so that help starts at once."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in command_names():
            return None
        command: click.Command = import_module(f"{commands.__name__}.{cmd_name}").command
        command.context_class = _Context
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:  # at which click would write an empty line
            raise click.Abort from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = command_names()
        if args and args[0] not in names and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], names, n=2)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            known = ", ".join(names)
            raise click.UsageError(f"no such command: {args[0]}{hint} (there are {known})", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _short_help(name)) for name in command_names()])


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="gehtauf %(version)s")
def gehtauf() -> None:
    """Solve deals of the patiences Quadrat, Zudecken and Der Geburtstag, completely.

    Exit codes: 0 done; 2 bad usage or bad input; 4 verify refused something; 5 output cannot be
    written; 130 or 143 interrupted; with --exit-code also 1 some deal lost, 3 some undecided.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str
        The command line without the program's name.

    Returns
    -------
    int
        One of the exit codes of `gehtauf.cli.exits`.
    """
    prepare_streams()
    with contextlib.suppress(ValueError):  # not the main thread: then no signal reaches us
        signal.signal(signal.SIGTERM, _terminate)
    try:
        return _run(arguments)
    except click.ClickException as error:
        hint = ""
        if isinstance(error, click.UsageError) and error.ctx is not None:
            hint = f"\nTry: {error.ctx.command_path} --help"
        complain(error.format_message() + hint)
        return BAD_INPUT
    except GehtaufError as error:
        complain(str(error))
        return BAD_INPUT
    except ClosedPipeError:
        silence_stdout()
        return DONE
    except OutputError as error:
        silence_stdout()
        _complain(str(error), error)
        return CANNOT_WRITE
    except (KeyboardInterrupt, click.Abort) as error:
        silence_stdout()
        end_line()
        _complain("interrupted", error.__cause__ or error)
        return INTERRUPTED
    except _Terminated as error:
        silence_stdout()
        _complain("terminated", error)
        return TERMINATED


def _complain(message: str, error: BaseException) -> None:
    """Tell of the end of a command, and what the command has noted about it."""
    for line in (message, *getattr(error, "__notes__", ())):
        complain(line)


def _run(arguments: Sequence[str]) -> int:
    # Commands write through reports.output; only help and version texts are click's own writing.
    try:
        code: Any = gehtauf.main(list(arguments), prog_name="gehtauf", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click exits when the reader of its text is gone
        raise ClosedPipeError from None
    except OSError as error:
        raise OutputError("standard output", error) from None
    return code if isinstance(code, int) else DONE


def _terminate(signum: int, frame: FrameType | None) -> None:
    raise _Terminated
