"""Run the command line in this process or in a new one, and look at what came out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from gehtauf.cli import run

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "deals" / "samples"


def _can_be_a_name(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


any_names = pytest.mark.skipif(
    not _can_be_a_name("ö♥∕"), reason="the names of files are ASCII in this locale"
)


class Result(NamedTuple):
    code: int
    out: str
    err: str


def gehtauf(
    *arguments: str | Path, stdin: str | bytes | None = None, encoding: str = "utf-8"
) -> Result:
    """Run a command in this process, both streams in memory."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    with (
        nullcontext() if stdin is None else _given(stdin),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        code = run([str(argument) for argument in arguments])
        out.flush()
        err.flush()
    texts = (stream.buffer.getvalue().decode(encoding) for stream in (out, err))
    return Result(code, *texts)


@contextmanager
def _given(stdin: str | bytes) -> Iterator[None]:
    """Make standard input a file of this content."""
    with tempfile.TemporaryFile() as file, io.TextIOWrapper(file, encoding="utf-8") as stream:
        file.write(stdin.encode() if isinstance(stdin, str) else stdin)
        file.seek(0)
        with mock.patch.object(sys, "stdin", stream):
            yield


def spawn(
    *arguments: str | Path,
    stdin: str | bytes = "",
    env: dict[str, str] | None = None,
    python: tuple[str, ...] = (),
) -> Result:
    """Run a command in a new process."""
    done = subprocess.run(
        [sys.executable, *python, "-m", "gehtauf", *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        timeout=60,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())
