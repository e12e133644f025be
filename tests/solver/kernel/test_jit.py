"""Compiled code is kept, and believed only while it is sound."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from solver.kernel import jit
from tests.gehtauf.command import ROOT

SOLVE = """
from solver.columns import Detail
from solver.kernel import Kernel
from solver.rules import find_rules
said = []
columns = Kernel(find_rules("quadrat"), Detail.VERDICT, announce=said.append).numbered(range(5, 9))
print(columns["verdict"].tolist(), columns["cards_left"].tolist(), said)
"""
ANSWER = "[0, 1, 1, 1] [0, 16, 32, 28]"


def start(script: str, **variables: str | None) -> subprocess.Popen[str]:
    environment: Mapping[str, str | None] = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env={key: value for key, value in environment.items() if value is not None},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def solve(cache: Path | str, **variables: str | None) -> str:
    process = start(SOLVE, XDG_CACHE_HOME=str(cache), **variables)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    answer, said = out.strip().rsplit(" [", 1)
    assert answer == ANSWER
    return "[" + said


def code_files(cache: Path) -> dict[str, int]:
    return {
        str(path.relative_to(cache)): path.stat().st_mtime_ns
        for path in cache.rglob("*")
        if path.is_file() and path.suffix in {".nbc", ".nbi", ".json"}
    }


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder into which several cold starts at once have put their code."""
    cache = tmp_path_factory.mktemp("cache")
    processes = [start(SOLVE, XDG_CACHE_HOME=str(cache)) for _ in range(3)]
    outputs = [process.communicate() for process in processes]
    assert [(out[: len(ANSWER)], err) for out, err in outputs] == [(ANSWER, "")] * 3
    return cache


def test_what_is_kept_is_loaded_and_not_compiled_again(warm: Path) -> None:
    before = code_files(warm)
    assert len([name for name in before if name.endswith(".nbc")]) == 3  # mix, deal_some, decide
    solve(warm)
    assert code_files(warm) == before


@pytest.mark.parametrize("suffix", [".nbc", ".nbi", ".json"])
def test_a_garbled_file_is_compiled_anew(warm: Path, suffix: str) -> None:
    damaged = [path for path in warm.rglob(f"*deal_some*/**/*{suffix}") if path.is_file()]
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[::-1])
    before = code_files(warm)
    solve(warm)
    after = code_files(warm)
    rewritten = {name for name in after if after[name] != before.get(name)}
    assert rewritten
    assert all("deal_some" in name for name in rewritten)


def test_a_foreign_file_among_the_code_is_not_believed(warm: Path) -> None:
    folder = next(warm.rglob("*deal_some"))
    (folder / "more.nbc").write_bytes(b"x")
    solve(warm)
    assert not (folder / "more.nbc").exists()


def test_a_cache_that_cannot_be_written_costs_one_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    said = solve(blocked / "cache")
    assert said.count("cannot be kept") == 1


def test_without_a_home(warm: Path) -> None:
    solve(warm, HOME=None, USER=None, LOGNAME=None)


def test_without_compiling_the_answers_are_the_same(warm: Path) -> None:
    before = code_files(warm)
    assert solve(warm, NUMBA_DISABLE_JIT="1") == "[]"
    assert code_files(warm) == before


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
