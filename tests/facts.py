"""The 81 known deals of ``data/facts.jsonl`` and what a plain recursion of its own found for each.

The facts were counted by a program that shares nothing with this project. Each line is a deal in
the project's JSON Lines format and ``expect``: for Quadrat and Zudecken every count of the rules,
for Der Geburtstag the verdict, the cards left and the passes used.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Fact = dict[str, Any]

PATH = Path(__file__).parent / "data" / "facts.jsonl"


def load_facts(*games: str) -> list[Fact]:
    """Return the facts about some games, in the order of the file."""
    facts = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    return [fact for fact in facts if fact["game"] in games]
