"""Transcripts in Markdown files: a command after ``$`` and, below it, what it really prints.

Write the output of every command anew, after a change that is meant to change it, with

    python -m tests.transcripts README.md docs/*.md
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from solver.columns import Detail
from solver.kernel import Kernel
from solver.rules import find_rules
from tests.gehtauf.command import ROOT, gehtauf

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CUT = "[...]"  # a line that stands for output left out in the middle


def replay(text: str) -> str:
    """Return a Markdown text with the commands of its console blocks run anew.

    All blocks of a text share one folder, so that a file written by one is there for the next.
    """
    _load_the_kernel()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "deals").symlink_to(ROOT / "deals", target_is_directory=True)
        os.chdir(folder)
        try:
            return _BLOCK.sub(lambda block: f"```console\n{_rerun(block[1])}```", text)
        finally:
            os.chdir(before)


def _load_the_kernel() -> None:
    """Have compiled code ready, so that no transcript tells that it is being compiled."""
    for game in ("quadrat", "zudecken", "geburtstag"):
        Kernel(find_rules(game), Detail.VERDICT)


def _rerun(block: str) -> str:
    return "".join(_transcript(command, shown) for command, shown in _commands(block))


def _commands(block: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def _transcript(command: str, shown: list[str]) -> str:
    program, *arguments = shlex.split(command)
    if program != "gehtauf":
        raise ValueError(f"only gehtauf can be run here, not {program}")
    result = gehtauf(*arguments)
    lines = (result.out + result.err).splitlines()
    if _CUT in shown:
        head = shown.index(_CUT)
        tail = len(shown) - head - 1
        lines = [*lines[:head], _CUT, *lines[len(lines) - tail :]]
    return "\n".join([f"$ {command}", *lines]) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        path.write_text(replay(path.read_text(encoding="utf-8")), encoding="utf-8")
