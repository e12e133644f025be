"""README and docs tell the truth: every transcript is what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.transcripts import ROOT, replay

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_transcripts_are_real(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text


def test_a_changed_output_is_seen() -> None:
    text = "```console\n$ gehtauf --version\ngehtauf 9.9\n```\n"
    assert replay(text) != text


def test_the_first_screen_holds_the_two_commands() -> None:
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:24]
    commands = [line for line in first_screen if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert "gehtauf solve deals/samples" in commands[0]
    assert "pytest" in commands[1]


def test_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
