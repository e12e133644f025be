"""Compiled code is kept, believed only while it is sound, and is done without where it must be.

A small function stands for all: what it returns tells that the right code ran, and Numba's own
counts tell whether it was compiled or loaded.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import numba
import pytest

from solver.kernel import jit

ROOT = Path(__file__).resolve().parents[3]
SMALL = """
from solver.kernel.jit import compiled


@compiled("uint64(uint64)")
def double(number):
    return number + number
"""
START = """
import json, resource, sys
{before}
from solver.kernel import jit
jit._SECONDS_BEFORE_A_WORD = 600
said = []
with jit.announcing(said.append):
    from small import double
print(json.dumps([int(double(21)), sum(double.stats.cache_hits.values()), len(said)]))
"""
COMPILED, LOADED = [42, 0, 0], [42, 1, 0]  # the answer, how often loaded, how much announced


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder to keep compiled code in; a small kernel module lies beside it."""
    (tmp_path / "small.py").write_text(SMALL, "utf-8")
    monkeypatch.setattr(jit, "_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(jit, "_SECONDS_BEFORE_A_WORD", 600.0)
    jit._can_keep.cache_clear()
    yield tmp_path / "cache"
    jit._can_keep.cache_clear()


def load(cache: Path) -> list[int]:
    """Import the small kernel module here and now."""
    said: list[str] = []
    spec = importlib.util.spec_from_file_location("small", cache.parent / "small.py")
    assert spec is not None
    assert spec.loader is not None
    small = importlib.util.module_from_spec(spec)
    with jit.announcing(said.append):
        spec.loader.exec_module(small)
    return [int(small.double(21)), sum(small.double.stats.cache_hits.values()), len(said)]


def begin(cache: Path, before: str = "", **environment: str | None) -> subprocess.Popen[str]:
    """Start a Python that imports the small kernel module."""
    settings: dict[str, str | None] = {
        **os.environ,
        "XDG_CACHE_HOME": str(cache),
        "PYTHONPATH": os.pathsep.join((str(cache.parent), str(ROOT))),
        **environment,
    }
    return subprocess.Popen(
        [sys.executable, "-c", START.format(before=before)],
        cwd=cache.parent,
        env={name: value for name, value in settings.items() if value is not None},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str]) -> list[int]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    answer: list[int] = json.loads(out)
    return answer


def start(cache: Path, before: str = "", **environment: str | None) -> list[int]:
    return told(begin(cache, before, **environment))


def kept(cache: Path, ending: str) -> Path:
    [path] = cache.rglob(f"*{ending}")
    return path


def spoil_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_the_second_time_it_is_loaded(cache: Path) -> None:
    assert load(cache) == COMPILED
    before = {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}
    assert load(cache) == LOADED
    assert before == {path: path.stat().st_mtime_ns for path in before}
    assert {path.suffix for path in before} == {".nbc", ".nbi", ".json", ".lock", ""}
    assert [path.name for path in before if not path.suffix] == ["last-used"]


@pytest.mark.promise(37)
@pytest.mark.parametrize(
    ("ending", "spoil"),
    [
        (".nbc", spoil_a_bit),
        (".nbc", Path.unlink),
        (".nbi", spoil_a_bit),
        (".nbi", lambda path: path.write_bytes(b"")),
        ("checksums.json", Path.unlink),
        ("checksums.json", lambda path: path.write_bytes(path.read_bytes()[:-5])),
        ("checksums.json", lambda path: path.write_bytes(b"\xff")),
        ("checksums.json", lambda path: path.write_text("{}", "utf-8")),
        ("checksums.json", lambda path: path.write_text("[" * 100_000, "utf-8")),
    ],
)
def test_what_is_spoilt_is_compiled_anew(
    cache: Path, ending: str, spoil: Callable[[Path], Any]
) -> None:
    assert load(cache) == COMPILED
    spoil(kept(cache, ending))
    assert load(cache) == COMPILED
    assert load(cache) == LOADED


@pytest.mark.promise(37)
def test_code_of_another_function_is_not_believed(cache: Path) -> None:
    """Whoever can write checksums can write code; but what Numba finds stale is compiled anew."""
    assert load(cache) == COMPILED
    text = SMALL.replace("number + number", "number + number + number")
    (cache.parent / "small.py").write_text(text, "utf-8")
    assert load(cache) == [63, 0, 0]


@pytest.mark.promise(37)
def test_a_folder_that_cannot_be_written_is_told_of_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "_root", lambda: Path("/dev/null/cache"))
    assert load(cache) == [42, 0, 1]
    assert load(cache) == COMPILED  # nothing is said again


def test_code_kept_where_nothing_can_be_written_now(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba does not read there, and must not look for older code elsewhere."""

    def refuse(*arguments: Any, **settings: Any) -> NoReturn:
        raise PermissionError(13, "read-only")

    assert load(cache) == COMPILED
    jit._can_keep.cache_clear()
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert load(cache) == [42, 0, 1]
    assert not list(cache.parent.glob("__pycache__/*.nb*"))


@pytest.mark.parametrize(("seconds", "announced"), [(0.0, 1), (600.0, 0)])
def test_long_compilation_is_announced(
    cache: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, announced: int
) -> None:
    monkeypatch.setattr(jit, "_SECONDS_BEFORE_A_WORD", seconds)
    assert load(cache) == [42, 0, announced]
    assert load(cache) == LOADED


def test_the_folder_that_code_is_compiled_through_is_forgotten(cache: Path) -> None:
    before = numba.config.CACHE_DIR
    load(cache)
    assert before == numba.config.CACHE_DIR


@pytest.mark.promise(37)
def test_many_cold_starts_at_once(cache: Path, sample: Callable[[int, int], int]) -> None:
    """One of them compiles, the others wait for it."""
    processes = [begin(cache) for _ in range(sample(3, 16))]
    answers = sorted(told(process) for process in processes)
    assert answers == [COMPILED] + [LOADED] * (len(answers) - 1)
    assert [path.name[:7] for path in (cache / "gehtauf").iterdir()] == ["kernel-"]


@pytest.mark.promise(37)
def test_without_home(cache: Path) -> None:
    """A user without an entry, as in a container: nothing is littered where one happens to be."""
    nobody = """
import pwd
def nobody(number): raise KeyError(number)
pwd.getpwuid = nobody
"""
    before = sorted(cache.parent.iterdir())
    assert start(cache, nobody, XDG_CACHE_HOME=None, HOME=None) == [42, 0, 1]
    assert [path for path in cache.parent.iterdir() if path.name != "__pycache__"] == before


@pytest.mark.promise(38)
def test_a_full_disk(cache: Path) -> None:
    """The folder can be made and files opened, but nothing can be written to them."""
    full = "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    assert start(cache, full) == COMPILED
    assert not list(cache.rglob("checksums.json"))


def test_the_name_of_the_folder_changes_with_any_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "kernel"
    shutil.copytree(Path(jit.__file__).parent, copy)
    monkeypatch.setattr(jit, "__file__", str(copy / "jit.py"))
    names = [jit._digest(), jit._digest()]
    assert names[0] == names[1]
    sources = sorted(copy.glob("*.py"))
    for source in sources:
        times = source.stat().st_atime_ns, source.stat().st_mtime_ns
        source.write_bytes(source.read_bytes().replace(b"\n", b" \n", 1))
        os.utime(source, ns=times)  # so that it is the text that counts
        names.append(jit._digest())
    assert len(set(names)) == len(sources) + 1


@pytest.mark.promise(37)
def test_a_changed_source_is_not_served_old_code(cache: Path) -> None:
    """Not even where what changed is a function that is called from another file."""
    copy = cache.parent / "copy"
    for room in ("deals", "solver"):
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    (cache.parent / "small.py").write_text("from solver.kernel.caller import double\n", "utf-8")
    caller = SMALL.replace("number + number", "called(number)")
    caller = "from solver.kernel.called import double as called\n" + caller
    (copy / "solver/kernel/caller.py").write_text(caller, "utf-8")
    for times, answer in ((" + number", 63), ("", 42)):
        called = SMALL.replace("number + number", f"number + number{times}")
        (copy / "solver/kernel/called.py").write_text(called, "utf-8")
        path = os.pathsep.join((str(copy), str(cache.parent)))
        assert start(cache, PYTHONPATH=path) == [answer, 0, 0]
