"""Whole commands on spoilt input: what the readers let through must not trouble what follows."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from unittest import mock

from gehtauf.cli import run
from tests.fuzzing import seeds

# The first byte of an input chooses the command that is to read the rest.
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("solve", "FILE", "--max-states", "200", "--game", "quadrat", "--deck", "2x4"),
    ("solve", "FILE", "--max-states", "200", "--proof", "--trace"),
    ("solve", "FILE", "--max-states", "200", "--format", "jsonl", "--proof"),
    ("solve", "FILE", "--max-states", "200", "--format", "csv", "--exit-code"),
    ("verify", "FILE", "--no-progress"),
    ("rules", "--rules", "FILE"),
    ("analyze", "--game", "zudecken", "--deck", "3x3", "--width", "3", "--deals", "5",
     "--line", "FILE", "--no-progress"),
    ("analyze", "--game", "geburtstag", "--deck", "4x4", "--target", "1232", "--passes", "2",
     "--deals", "9", "--line", "FILE", "--format", "json"),
    ("analyze", "--game", "geburtstag-unshuffled", "--deck", "4x4", "--target", "1232",
     "--passes", str(2**53 - 1), "--deals", "9", "--line", "FILE"),
)  # fmt: skip


def run_command(data: bytes) -> bool:
    """Run a command on a file; return whether it found nothing wrong."""
    arguments = COMMANDS[data[0] % len(COMMANDS)] if data else COMMANDS[0]
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with tempfile.NamedTemporaryFile() as file:
        file.write(data[1:])
        file.flush()
        with mock.patch.object(sys, "stdout", out), mock.patch.object(sys, "stderr", err):
            code = run([file.name if word == "FILE" else word for word in arguments])
        name = os.fspath(file.name)
    texts = []
    for stream in (out, err):
        stream.flush()
        buffer = stream.buffer
        assert isinstance(buffer, io.BytesIO)
        texts.append(buffer.getvalue().decode("utf-8"))
    assert code in (0, 1, 2, 3, 4), f"exit code {code}"
    for text in texts:
        assert all(line.isprintable() for line in text.split("\n")), "a control character is shown"
    told = "".join(texts).replace("\n", "").replace(" ", "")  # however it is wrapped
    assert code in (0, 1, 3) or name in told or "error" in texts[0], "no place is named"
    return code not in (2, 4)


def inputs() -> list[bytes]:
    """Return a valid input for each command."""
    deals = seeds.deal_texts()[0]
    files = [b"AH AD 2D 2H 2S AS AC 2C", deals, deals, deals]
    files += [seeds.records()[-2], seeds.toml_files()[0]]
    files += [seeds.played_lines()[0], seeds.played_lines()[2], b"4H 3S AH"]
    return [bytes([n]) + data for n, data in enumerate(files)]
