"""Transcripts in Markdown files: a command after ``$`` and, below it, what it really prints.

Python blocks are run as well; a comment behind a ``print`` is what it prints. Write all of it
anew, after a change that is meant to change it, with

    python -m tests.transcripts README.md docs/*.md docs/*/*.md
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

from deals.words import count
from solver.kernel import jit
from tests.gehtauf.command import ROOT, gehtauf

_BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PRINT = re.compile(r"(print\(.*\)  # ).*")
CUT = "[...]"  # a line that stands for output left out in the middle


def replay(text: str) -> str:
    """Return a Markdown text with its console and Python blocks run anew.

    All blocks of a text share one folder, so that a file written by one is there for the next.

    Raises
    ------
    Exception
        Whatever a Python block raises.
    """
    before = Path.cwd()
    # Whether code was compiled before does not belong into a transcript.
    patient = mock.patch.object(jit, "_SECONDS_BEFORE_A_WORD", 600.0)
    with tempfile.TemporaryDirectory() as folder, patient:
        Path(folder, "deals").symlink_to(ROOT / "deals", target_is_directory=True)
        os.chdir(folder)
        try:
            return _BLOCK.sub(lambda block: f"```{block[1]}\n{_RERUN[block[1]](block[2])}```", text)
        finally:
            os.chdir(before)


def _rerun_console(block: str) -> str:
    return "".join(_transcript(command, shown) for command, shown in commands(block))


def _rerun_python(block: str) -> str:
    printed: dict[int, str] = {}

    def note(*values: object) -> None:
        printed[sys._getframe(1).f_lineno] = " ".join(map(str, values))

    exec(compile(block, "<document>", "exec"), {"__name__": "__main__", "print": note})
    lines = block.splitlines()
    for number, text in printed.items():
        lines[number - 1] = _PRINT.sub(lambda line, t=text: line[1] + t, lines[number - 1])
    return "\n".join(lines) + "\n"


_RERUN = {"console": _rerun_console, "python": _rerun_python}


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def _transcript(command: str, shown: list[str]) -> str:
    lines = _printed(command)
    if CUT in shown:
        lines = _abridged(lines, shown)
    return "\n".join([f"$ {command}", *lines]) + "\n"


def _printed(command: str) -> list[str]:
    """Run ``gehtauf …``, if asked with ``> FILE`` or ``; echo $?`` behind it, or ``cat FILE``."""
    plain = command.removesuffix("; echo $?")
    program, *arguments = shlex.split(plain)
    if program == "cat":
        return Path(arguments[0]).read_text(encoding="utf-8").splitlines()
    if program != "gehtauf":
        raise ValueError(f"only gehtauf can be run here, not {program}")
    target = arguments[-1] if arguments[-2:-1] == [">"] else None
    result = gehtauf(*(arguments[:-2] if target else arguments))
    out = result.out
    if target:
        Path(target).write_text(out, encoding="utf-8")
        out = ""
    code = [str(result.code)] if plain != command else []
    return [*(out + result.err).splitlines(), *code]


def _abridged(lines: list[str], shown: list[str]) -> list[str]:
    """Leave out what the transcript leaves out: all between the first lines shown and the last.

    Of several cuts the parts between them are found by their first line.
    """
    head, *parts = _split(shown)
    kept = lines[: len(head)]
    rest = lines[len(head) :]
    for part in parts[:-1]:
        start = rest.index(part[0]) if part[0] in rest else len(rest)
        kept += [CUT, *rest[start : start + len(part)]]
        rest = rest[start + len(part) :]
    return [*kept, CUT, *rest[len(rest) - len(parts[-1]) :]]


def _split(shown: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == CUT:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def rewrite(path: Path) -> tuple[int, int]:
    """Write the blocks of a file anew; return how many there are, and how many have changed."""
    before = path.read_text(encoding="utf-8")
    after = replay(before)
    path.write_text(after, encoding="utf-8")
    pairs = zip(_BLOCK.findall(before), _BLOCK.findall(after), strict=True)
    changed = [old != new for old, new in pairs]
    return len(changed), sum(changed)


def main(names: Sequence[str]) -> int:
    """Write files anew, and tell what was found in each; return the exit code."""
    if not names:
        sys.stderr.write("usage: python -m tests.transcripts FILE.md...\n")
        return 2
    for name in names:
        blocks, changed = rewrite(Path(name).resolve())
        sys.stdout.write(f"{name}: {count(blocks, 'block')} run, {changed} changed\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
