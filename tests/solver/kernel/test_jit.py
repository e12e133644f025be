"""What is said while the kernel is compiled, what waits meanwhile, and what is forgotten."""

from __future__ import annotations

import os
import signal
from pathlib import Path

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


def test_old_code_is_forgotten(tmp_path: Path) -> None:
    for name, age in (("kernel-old", 40), ("kernel-new", 10), ("facedown", 40)):
        (tmp_path / name).mkdir()
        then = (tmp_path / name).stat().st_mtime - age * 24 * 3600
        os.utime(tmp_path / name, (then, then))
    jit._forget_old(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["facedown", "kernel-new"]
