"""A small run of every command, for the tests of what holds for all of them.

All runs happen in one folder, see `prepare`: their arguments name files there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from gehtauf.cli.app import command_names
from tests.gehtauf.command import SAMPLES, Result, gehtauf

READABLE = ("--engine", "readable", "--workers", "1")
RESULTS, PROOFS, NEW = "results", "proofs.jsonl", "new"
SMALL = ("--game", "zudecken-group", "--deck", "4x4")

RUNS: Mapping[str, tuple[str, ...]] = {
    "solve": ("solve", str(SAMPLES / "geburtstag.txt"), "--trace"),
    "solve-json": ("solve", *SMALL, "--deals", "0..3", "--proof", "--format", "json"),
    "solve-csv": ("solve", "--game", "quadrat", "--deals", "0..3", "--format", "csv"),
    "analyze": ("analyze", *SMALL, "--deals", "4"),
    "analyze-json": ("analyze", *SMALL, "--deals", "4", "--format", "jsonl"),
    "deal": ("deal", "--game", "zudecken", "--deals", "0..2"),
    "batch": ("batch", *SMALL, "--deals", "0..9", *READABLE, "-o", NEW),
    "report": ("report", RESULTS),
    "report-json": ("report", RESULTS, "--format", "json"),
    "report-csv": ("report", RESULTS, "--format", "csv"),
    "odds": ("odds", "--game", "quadrat", "--deck", "4x4"),
    "odds-json": ("odds", "--game", "geburtstag", "--format", "json"),
    "advise": ("advise", *SMALL, "--deck", "2x4", "--open", "AC 2C 2D AD", "--orders", "0"),
    "verify": ("verify", PROOFS),
    "rules": ("rules", "zudecken"),
    "rules-list": ("rules",),
    "help": ("--help",),
    **{f"{name}-help": (name, "--help") for name in command_names()},
}

WRITING: Mapping[str, tuple[str, ...]] = {
    "solve": ("solve", *SMALL, "--deals", "0..9", "-o"),
    "analyze": ("analyze", *SMALL, "--deals", "4", "-o"),
    "analyze --html": ("analyze", *SMALL, "--deals", "4", "--html"),
    "deal": ("deal", "--game", "zudecken", "--deals", "0..9", "-o"),
    "report": ("report", RESULTS, "--format", "json", "-o"),
    "odds": ("odds", "--game", "geburtstag", "--format", "json", "-o"),
    "advise": (*RUNS["advise"], "-o"),
}
"""Runs that write a file, whose name is to be added."""


def prepare(folder: Path) -> None:
    """Make the files that the runs read."""
    rules = (*SMALL, "--deals", "0..39", "--detail", "full")
    assert gehtauf("batch", *rules, *READABLE, "-o", folder / RESULTS).code == 0
    proofs = ("--proof", "--format", "jsonl", "-o", folder / PROOFS)
    assert gehtauf("solve", *SMALL, "--deals", "0..3", *proofs).code == 0


def run(name: str, encoding: str = "utf-8") -> Result:
    """Run a command of `RUNS` in the folder that is the current one."""
    if os.path.exists(NEW):
        shutil.rmtree(NEW)
    return gehtauf(*RUNS[name], encoding=encoding)
