"""A terminal without colour gets nothing but text, and none is held open by a bar."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from gehtauf.cli import progress
from tests.gehtauf.test_surroundings import in_terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX systems")

DEALS = ("--game", "zudecken", "--deals")
COMMANDS = {
    "analyze": (*DEALS, "4"),
    "advise": ("--game", "zudecken-group", "--deck", "2x4", "--open", "AC,2C,2D,2H"),
    "batch": (*DEALS, "0..99", "--progress", "-o", "out"),
    "odds": ("--game", "quadrat", "--deck", "4x4"),
    "rules": ("zudecken",),
    "solve": ("--game", "geburtstag", "--deals", "514"),
}


NO_COLOUR = {"TERM": "xterm", "NO_COLOR": "1"}


@pytest.mark.parametrize(
    ("command", "plain"),
    [(command, {"TERM": "dumb"}) for command in COMMANDS]
    + [(command, NO_COLOUR) for command in ("batch", "solve")],
    ids=str,
)
def test_a_terminal_without_colour(
    command: str, plain: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    arguments = [str(tmp_path / "out") if word == "out" else word for word in COMMANDS[command]]
    shown = in_terminal(command, *arguments, **plain)
    assert len(shown) > 40
    assert "\x1b" not in shown


def test_a_bar_needs_no_lock_between_processes() -> None:
    """Where processes are not forked, such a lock starts one, which holds the terminal open."""
    assert isinstance(progress._tqdm().get_lock(), type(threading.RLock()))
