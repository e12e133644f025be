"""Where the command runs: pipes that close, signals, full disks, poor consoles, odd folders."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.gehtauf.command import ROOT, SAMPLES, any_names, gehtauf, spawn

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX systems")

ENDLESS = ("solve", "--game", "zudecken", "--deals", f"0..{2**64 - 1}", "--format", "jsonl")
POOR = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}


def start(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "gehtauf", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.promise(24)
@pytest.mark.parametrize("command", ["head -n 1", "true"])
def test_a_reader_that_goes_away_is_no_fault(command: str) -> None:
    shell = f"{sys.executable} -m gehtauf {' '.join(ENDLESS)} | {command}; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.promise(18)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_it_at_once_with_whole_records(number: int, code: int) -> None:
    process = start(*ENDLESS)
    assert process.stdout
    first = process.stdout.readline()
    process.send_signal(number)
    sent = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - sent < 20  # three seconds on a machine that has nothing else to do
    assert process.returncode == code
    assert b"Traceback" not in err
    lines = (first + out).decode().split("\n")
    assert lines.pop() == ""
    assert all(json.loads(line)["verdict"] for line in lines)


@pytest.mark.promise(26)
def test_the_first_deal_of_an_endless_input_is_answered_at_once() -> None:
    process = start("solve", "-", "--format", "jsonl", stdin=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"@game quadrat\n@deck 1x4\na: AC AS AH AD\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == "a"
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    process.stdout.close()
    assert process.stderr
    process.stderr.close()


@pytest.mark.promise(38)
def test_a_full_device_is_told() -> None:
    for arguments in (["--version"], ["solve", str(SAMPLES / "quadrat.txt")]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(
                [sys.executable, "-m", "gehtauf", *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                timeout=30,
                check=False,
            )
        assert done.returncode == 5, arguments
        assert b"Traceback" not in done.stderr
        assert b"cannot write standard output" in done.stderr


def test_no_standard_output_at_all() -> None:
    shell = f"{sys.executable} -m gehtauf rules >&-"
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 5
    assert b"Traceback" not in done.stderr


@pytest.mark.promise(29, 38)
def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("old", encoding="utf-8")
    (tmp_path / "bad.txt").write_text("game=quadrat deck=1x4 | AC AS AH AH\n", encoding="utf-8")
    process = start(*ENDLESS, "-o", str(path))
    time.sleep(1)
    process.terminate()
    process.communicate(timeout=30)
    assert path.read_text(encoding="utf-8") == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.txt", "out.json"]
    assert gehtauf("solve", tmp_path / "bad.txt", "--format", "json", "-o", path).code == 2
    assert json.loads(path.read_text(encoding="utf-8"))[0]["verdict"] == "error"


def test_output_into_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "out.txt"
    result = gehtauf("solve", "--game", "quadrat", "--deals", "1", "-o", path)
    assert (result.code, result.out) == (5, "")
    assert f"cannot write {path}" in result.err


@pytest.mark.promise(35)
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "latin-1"])
def test_poor_consoles_get_letters(encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    solve = ("solve", "--game", "quadrat", "--deals", "0", "--trace", "--cards")
    done = subprocess.run(
        [sys.executable, "-m", "gehtauf", *solve, "symbols" if encoding == "cp1252" else "auto"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert "\\u" not in text
    assert f"JD, the last {'10D' if encoding == 'cp1252' else 'TD'}." in text


@pytest.mark.promise(35)
@any_names
def test_poor_consoles_on_the_way_out(tmp_path: Path) -> None:
    result = spawn("solve", "nö.txt", env=POOR)
    assert result.code == 2
    assert "Traceback" not in result.err
    odd = tmp_path / "käse♥.txt"
    odd.write_text("game=quadrat deck=1x4 | AC AS AH A♥\n", encoding="utf-8")
    result = spawn("solve", odd, env=POOR)
    assert result.code == 2
    assert result.err == ""


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")
    Path(name).write_text("game=quadrat deck=1x4 | AC AS AH AD\nx: game=quadrat | AC\n")
    for form in ("text", "csv", "json"):
        for env in ({}, POOR):
            out = tmp_path / f"out.{form}"
            result = spawn("solve", name, "--format", form, "-o", out, env=env)
            assert (result.code, result.err) == (2, "")
            said = out.read_text(encoding="utf-8")
            assert "caf\\xe9.txt" in said.replace("\\\\", "\\")  # as JSON writes a backslash
            assert "udce9" not in said


def test_input_that_never_ends_is_refused() -> None:
    result = gehtauf("rules", "--rules", "/dev/zero")
    assert (result.code, result.out) == (2, "")
    assert "too long" in result.err


def in_terminal(*arguments: str, **env: str) -> str:
    """Run a command on a terminal of its own and return what it showed."""
    here, there = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gehtauf", *arguments],
        stdout=there,
        stderr=there,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **env},
    )
    os.close(there)
    shown = b""
    while True:
        try:
            part = os.read(here, 4096)
        except OSError:  # how a terminal tells that its last writer has gone
            break
        if not part:
            break
        shown += part
    os.close(here)
    assert process.wait(timeout=30) == 0
    return shown.decode()


@pytest.mark.promise(36)
def test_colour_is_for_terminals_only() -> None:
    solve = ("solve", "--game", "quadrat", "--deals", "0", "--trace")
    env = {"NO_COLOR": "", "COLUMNS": "80", "LINES": "24"}
    assert "\x1b[31m" in in_terminal(*solve, **env)
    assert "\x1b" not in in_terminal(*solve, **{**env, "NO_COLOR": "1"})
    assert "\x1b" not in in_terminal(*solve, **{**env, "TERM": "dumb"})
    assert "\x1b" not in spawn(*solve).out


@pytest.mark.promise(17)
def test_a_line_of_twenty_thousand_moves() -> None:
    """A search goes deeper than the interpreter's own stack allows."""
    from solver.games import Covering, CoveringState, Group
    from solver.graph import StateGraph
    from solver.rules import find_rules
    from solver.search import search

    class Corridor(Covering):
        def moves(self, state: CoveringState) -> list[Group]:
            return [(0,)] if state[0] < 20_000 else []

        def apply(self, state: CoveringState, move: Group) -> CoveringState:
            return state[0] + 1, ()

        def is_won(self, state: CoveringState) -> bool:
            return state[0] == 20_000

    rules = find_rules("zudecken", deck="1x1")
    game = Corridor(rules, [0])  # type: ignore[arg-type]
    assert len(search(game).line) == 19_999
    assert len(StateGraph(game).states) == 20_000


@pytest.mark.promise(37)
def test_no_home_and_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = subprocess.run(
        [sys.executable, "-m", "gehtauf", "solve", "--game", "quadrat", "--deals", "3"],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={"HOME": "/nonexistent", "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
