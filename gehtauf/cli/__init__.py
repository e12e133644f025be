"""The command line: names only, see app.py."""

from gehtauf.cli.app import run

__all__ = ["run"]
