"""Deal files are closed when a command or a call is over, however it ends."""

from __future__ import annotations

import builtins
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import gehtauf as run

import gehtauf
from deals.errors import GehtaufError
from gehtauf.cli.commands.analyze import command as analyze

GOOD = "game=quadrat deck=2x4 | AC 2C AS 2S AH 2H AD 2D\n"
OTHER = "game=zudecken deck=2x4 | AC 2C AS 2S AH 2H AD 2D\n"
BAD = "game=quadrat deck=2x4 | AC 2C AS\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Keep every deal file that is opened; nothing is collected that is not simply let go."""
    files: list[Any] = []
    usual = builtins.open

    def remember(path: Any, *arguments: Any, **settings: Any) -> Any:
        file = usual(path, *arguments, **settings)
        if str(path).endswith(".deals"):
            files.append(file)
        return file

    monkeypatch.setattr(builtins, "open", remember)
    gc.collect()
    gc.disable()
    yield files
    gc.enable()
    for file in files:
        file.close()


def deals(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "some.deals"
    path.write_text("".join(lines), "utf-8")
    return path


def closed(files: list[Any]) -> list[bool]:
    """Say which files are closed; a thread that reads ahead is given time to see that it may go."""
    until = time.monotonic() + 20
    while not all(file.closed for file in files) and time.monotonic() < until:
        time.sleep(0.01)
    return [file.closed for file in files]


BATCH = ("batch", "-o", "out", "--engine", "readable", "--workers", "1", "--quiet")


@pytest.mark.parametrize("strict", [(), ("--strict",)])
@pytest.mark.parametrize("command", [("solve",), ("analyze",), BATCH])
@pytest.mark.parametrize("lines", [(BAD, GOOD, GOOD), (GOOD, BAD, GOOD), (GOOD, OTHER, GOOD)])
def test_after_a_broken_deal(
    command: tuple[str, ...],
    lines: tuple[str, ...],
    strict: tuple[str, ...],
    tmp_path: Path,
    opened: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*command, *strict, deals(tmp_path, *lines))
    assert closed(opened) == [True]


@pytest.mark.parametrize(
    "command",
    [
        ("analyze", "--line", "AC 2C"),  # for one deal only
        ("advise",),  # likewise
        ("verify",),
        (*BATCH, "--max-states", "0"),
        (*BATCH, "--policy", "random", "--max-states", "9"),
        ("batch", "-o", "", "--engine", "readable", "--quiet"),
    ],
)
def test_after_a_command_that_was_refused(
    command: tuple[str, ...], tmp_path: Path, opened: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*command, deals(tmp_path, *[GOOD] * 20_000)).code in (2, 4, 5)
    assert closed(opened) == [True] * len(opened)


def test_while_the_error_is_held(tmp_path: Path, opened: list[Any]) -> None:
    """Errors hold the frames that they came through, and these what was being read."""
    path = deals(tmp_path, *[GOOD] * 3, OTHER, *[GOOD] * 20_000)
    settings: dict[str, Any] = {"files": [path], "engine": "readable", "workers": 1}
    with pytest.raises(GehtaufError, match="by others") as held:
        gehtauf.batch(None, output=tmp_path / "out", strict=True, **settings)
    assert closed(opened) == [True]
    with pytest.raises(GehtaufError, match="holds results") as held_too:
        gehtauf.batch(None, output=tmp_path / "out", **settings)
    assert closed(opened) == [True, True]
    with pytest.raises(GehtaufError, match="one deal") as held_three:
        analyze.main(["--line", "AC 2C", str(path)], standalone_mode=False)
    assert closed(opened) == [True] * 3
    del held, held_too, held_three


def test_a_generator_that_is_read_to_its_end_or_closed(tmp_path: Path, opened: list[Any]) -> None:
    path = deals(tmp_path, GOOD, BAD, GOOD)
    whole, part = gehtauf.load(path), gehtauf.load(path)
    assert len(list(whole)) == 3
    next(part)
    assert closed(opened[:1]) == [True]
    assert not opened[1].closed
    part.close()
    assert opened[1].closed


@pytest.mark.filterwarnings(
    "error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning"
)
def test_a_generator_that_is_forgotten_with_an_error(tmp_path: Path) -> None:
    """An error and the frames it was raised through hold each other until they are collected."""
    path = deals(tmp_path, GOOD, BAD, GOOD)

    def first_fault() -> None:
        questions = gehtauf.load(path)
        for question in questions:
            if isinstance(question, GehtaufError):
                fault = question
                raise fault

    with pytest.raises(GehtaufError):
        first_fault()
    gc.collect()


def test_a_file_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gehtauf.load(tmp_path / "none.deals")
