"""The recipes of docs/recipes, followed word by word in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.transcripts import CUT, ROOT, commands

RECIPES = ROOT / "docs" / "recipes"
ROOMS = ("deals", "solver", "reports", "gehtauf")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def blocks(recipe: str, language: str) -> list[str]:
    text = (RECIPES / recipe).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run(copy: Path, *arguments: str) -> str:
    told = subprocess.run(
        [sys.executable, "-m", "gehtauf", *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    assert told.returncode == 0, told.stderr or told.stdout
    return told.stdout


def followed(copy: Path, recipe: str) -> list[str]:
    """Run every command of a recipe, compare what it prints with what the recipe shows."""
    outputs = []
    for command, shown in [pair for text in blocks(recipe, "text") for pair in commands(text)]:
        outputs.append(run(copy, *shlex.split(command)[1:]))
        lines = [r"(?:.*\n)*?" if line == CUT else re.escape(f"{line}\n") for line in shown]
        assert re.fullmatch("".join(lines), outputs[-1]), outputs[-1]
    return outputs


def test_a_variant_is_one_line(copy: Path) -> None:
    [line] = blocks("adding-a-variant.md", "py")
    path = copy / "solver" / "games" / "zudecken.py"
    text = path.read_text(encoding="utf-8")
    assert text.count("    variants={\n") == 1
    path.write_text(text.replace("    variants={\n", f"    variants={{\n{line}"), encoding="utf-8")
    outputs = followed(copy, "adding-a-variant.md")
    assert outputs[-1].endswith("3 records: 3 accepted, 0 refused\n")
    with pytest.raises(AssertionError, match="unknown game; did you mean zudecken-stock"):
        run(ROOT, "solve", "--game", "zudecken-suit", "--deals", "1")


def test_a_game_is_one_file(copy: Path) -> None:
    [module] = blocks("adding-a-game.md", "py")
    (copy / "solver" / "games" / "elf.py").write_text(module, encoding="utf-8")
    followed(copy, "adding-a-game.md")
    mine = ["batch", "--game", "elf", "--deals", "1..5", "--engine", "readable", "-o", "elf"]
    assert "5 deals of elf" in run(copy, *mine, "--quiet")
    assert "5 deals" in run(copy, "report", "elf")
    odds = ["odds", "--game", "elf-40", "--stock", "up", "--deals", "1..2", "--format", "json"]
    found = json.loads(run(copy, *odds))
    assert found["simulated"] == {"numbers": "1..2", "deals": 2, "won": 1}  # as solve says above
    assert (found["game"], found["stock"], found["exact"]) == ("elf", "up", None)


def test_a_game_that_the_rest_does_not_know_is_refused_in_words(copy: Path) -> None:
    [module] = blocks("adding-a-game.md", "py")
    (copy / "solver" / "games" / "elf.py").write_text(module, encoding="utf-8")
    run(copy, "solve", "--game", "elf-40", "--deals", "1", "--proof", "--format", "json", "-o", "p")
    for arguments, words in (
        (
            ["analyze", "--game", "elf-40", "--deals", "1", "--html", "x"],
            "there is no page for elf",
        ),
        (["analyze", "--game", "elf-40", "--deals", "1", "--graph", "x.dot"], "no state graph"),
        (["batch", "--game", "elf", "--deals", "1", "-o", "x"], "--engine readable"),
        (["advise", "--game", "elf", "--open", "AC"], "only covers are weighed"),
        (
            ["batch", "--game", "elf-40", "--deals", "1", "--policy", "random", "-o", "x"],
            r"ways to play Quadrat and Zudecken \(read 'elf'; expected no",
        ),
        (["odds", "--game", "elf", "--stock", "down"], "expected --stock up, which simulates"),
        (["odds", "--game", "elf-40", "--build"], "the chance of elf-40 is simulated"),
        (["verify", "p"], "the game must be known"),
    ):
        with pytest.raises(AssertionError, match=words):
            run(copy, *arguments)
    assert not (copy / "x").exists()
