"""What is said while the kernel is compiled, what waits meanwhile, and what is forgotten."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import NoReturn

import pytest

from solver.kernel import jit


def test_the_folder_is_named_by_every_kernel_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for source in ("jit.py", "shuffle.py"):
        (tmp_path / source).write_text("old")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    before = jit._digest()
    assert jit._digest() == before
    (tmp_path / "shuffle.py").write_text("new")
    assert jit._digest() != before


def test_each_line_is_said_once() -> None:
    said: list[str] = []
    with jit.announcing(said.append):
        announce = jit._announce.get()
        assert announce is not None
        for text in ("one", "two", "one"):
            announce(text)
    assert said == ["one", "two"]
    assert jit._announce.get() is None


def test_short_compilation_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with jit.announcing(said.append), jit._word_meanwhile():
        pass
    assert said == []
    monkeypatch.setattr(jit, "_SECONDS_BEFORE_A_WORD", 0.0)
    with jit.announcing(said.append), jit._word_meanwhile():
        while not said:
            pass
    assert said == [jit._MEANWHILE]


def test_an_interrupt_waits_until_a_function_is_compiled() -> None:
    steps: list[str] = []

    def compile_it() -> None:
        with jit._signals_held():
            signal.raise_signal(signal.SIGINT)
            steps.append("compiled")
        steps.append("not reached")

    with pytest.raises(KeyboardInterrupt):
        compile_it()
    assert steps == ["compiled"]


NOW, DAY = 2_000_000_000.0, 24 * 3600.0


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder in which it is `NOW`."""
    monkeypatch.setattr(time, "time", lambda: NOW)
    return tmp_path


def folder(base: Path, letter: str, *, made: float, used: float | None = None) -> Path:
    """Make a folder of compiled code, some days old and last used some days ago."""
    path = base / f"kernel-{letter * 24}"
    code = path / "solver.kernel.small.double" / "code.nbc"
    code.parent.mkdir(parents=True)
    code.write_bytes(b"code")
    if used is not None:
        mark = path / "last-used"
        mark.touch()
        os.utime(mark, (NOW - used * DAY,) * 2)
    os.utime(path, (NOW - made * DAY,) * 2)
    return path


def names(base: Path) -> list[str]:
    return sorted(path.name for path in base.iterdir())


def noted(path: Path) -> float:
    """Return how many days ago it was noted that a folder is used."""
    return (NOW - (path / "last-used").stat().st_mtime) / DAY


def tidy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tidy, what is touched being touched `NOW`."""

    def touch(mark: Path) -> None:
        mark.write_bytes(b"")
        os.utime(mark, (NOW, NOW))

    monkeypatch.setattr(Path, "touch", touch)
    jit._tidy(path)


def test_code_that_was_not_used_for_a_month_is_removed(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = folder(base, "0", made=50)
    kept = [
        folder(base, "a", made=50, used=29),
        folder(base, "b", made=29),
        folder(base, "c", made=1, used=50),
        folder(base, "d", made=-5, used=50),  # by a clock that is ahead
    ]
    for letter in "ef":
        folder(base, letter, made=31, used=31 if letter == "e" else None)
    tidy(here, monkeypatch)
    assert names(base) == sorted(path.name for path in (here, *kept))
    assert noted(here) == 0


def test_it_is_tidied_once_a_day(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, old = folder(base, "0", made=50, used=0.9), folder(base, "a", made=50)
    tidy(here, monkeypatch)
    assert old.exists()
    assert noted(here) == pytest.approx(0.9)
    os.utime(here / "last-used", (NOW - 1.1 * DAY,) * 2)
    tidy(here, monkeypatch)
    assert not old.exists()
    assert noted(here) == 0


def test_what_the_program_did_not_make_is_left_alone(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = folder(base / "elsewhere", "1", made=90)
    here = folder(base / "cache", "0", made=50)
    for name in ("facedown", "kernel-mine", f"kernel-{'A' * 24}", f"kernel-{'a' * 25}"):
        (here.parent / name).mkdir()
    (here.parent / f"kernel-{'b' * 24}").write_text("a file")
    (here.parent / f"kernel-{'c' * 24}").symlink_to(elsewhere)
    inside = folder(here.parent, "d", made=90)
    (inside / "link").symlink_to(elsewhere)
    for path in here.parent.iterdir():
        if path != here:
            os.utime(path, (NOW - 90 * DAY,) * 2, follow_symlinks=False)
    before = names(here.parent)
    tidy(here, monkeypatch)
    assert names(here.parent) == [name for name in before if name != inside.name]
    assert [path.name for path in elsewhere.rglob("*.nbc")] == ["code.nbc"]


def test_what_cannot_be_removed_stops_nothing(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, old = folder(base, "0", made=50), [folder(base, letter, made=90) for letter in "ab"]
    tried: list[Path] = []

    def refuse(path: Path) -> NoReturn:
        tried.append(path)
        raise PermissionError(13, "not yours")

    monkeypatch.setattr(shutil, "rmtree", refuse)
    tidy(here, monkeypatch)
    assert sorted(tried) == old
    tidy(base / "not there", monkeypatch)
