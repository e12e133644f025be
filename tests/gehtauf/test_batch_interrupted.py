"""A batch that is interrupted, killed, out of disk, or not listened to: whole parts, same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from reports.output import OutputError
from reports.store import open_folder
from tests.gehtauf.command import ROOT, gehtauf

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX systems")

BATCH = ("batch", "--engine", "readable", "--game", "zudecken", "--deck", "skat32")
LAST = 299
WHOLE = (*BATCH, "--deals", f"0..{LAST}", "--chunk-size", "20")


def start(*arguments: str | Path, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "gehtauf", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        **options,  # type: ignore[call-overload]
    )


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in sorted(os.listdir(path))}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("expected") / "out"
    assert gehtauf(*WHOLE, "--workers", "1", "-o", out).code == 0
    return contents(out)


@pytest.mark.promise(18, 20)
@pytest.mark.parametrize(
    ("number", "workers", "code"),
    [
        (signal.SIGINT, "1", 130),
        (signal.SIGTERM, "2", 143),
        (signal.SIGKILL, "2", -signal.SIGKILL),
    ],
)
def test_a_run_that_is_ended_by_a_signal_goes_on(
    tmp_path: Path, expected: dict[str, bytes], number: int, workers: str, code: int
) -> None:
    out = tmp_path / "out"
    process = start(*WHOLE, "--workers", workers, "-o", out)
    wait_for(lambda: (out / "part-000002.json").exists())
    process.send_signal(number)
    sent = time.monotonic()
    told, complaint = process.communicate(timeout=30)
    assert time.monotonic() - sent < 20  # three seconds on a machine with nothing else to do
    assert (process.returncode, told) == (code, b"")
    if number != signal.SIGKILL:
        assert f"are kept in {out}, and --resume goes on with them".encode() in complaint
        assert not [name for name in os.listdir(out) if name.endswith(".tmp")]
    assert b"Traceback" not in complaint
    assert 60 <= open_folder(out).deals < 300
    assert gehtauf(*WHOLE, "--workers", "1", "-o", out, "--resume").code == 0
    assert contents(out) == expected


@pytest.mark.promise(18)
@pytest.mark.parametrize(
    ("end", "told"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (OutputError("out", OSError("the disk is full")), "cannot write out: the disk is full"),
    ],
    ids=["interrupted", "full"],
)
def test_what_ended_a_run_is_told_first_and_then_what_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: BaseException, told: str
) -> None:
    def ended(*_: object) -> None:
        raise end

    monkeypatch.setattr("gehtauf.cli.commands.batch.run_batch", ended)
    result = gehtauf(*WHOLE, "-o", tmp_path)
    first, second = result.err.splitlines()
    assert first == f"gehtauf: {told}"
    assert second.startswith(f"gehtauf: whole parts are kept in {tmp_path}, and --resume")
    assert result.out == ""


@pytest.mark.parametrize("terminal", [False, True])
def test_only_a_terminal_that_shows_the_key_has_its_line_ended(
    monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gehtauf.cli.commands.rules.command.callback", interrupted)
    monkeypatch.setattr("gehtauf.cli.console._is_terminal", lambda stream: terminal)
    assert gehtauf("rules") == (130, "", "\n" * terminal + "gehtauf: interrupted\n")


@pytest.mark.promise(38)
def test_a_full_disk_is_told_and_the_run_goes_on(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    """No file may be larger than 1 KiB: the manifest has room, and a part has not."""
    out = tmp_path / "out"
    command = [sys.executable, "-m", "gehtauf", *WHOLE, "--workers", "1", "-o", str(out)]
    limited = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *command]
    done = subprocess.run(
        limited, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert f"cannot write {out}/part-000000.parquet: File too large" in done.stderr
    assert "--resume goes on with them" in done.stderr
    assert sorted(os.listdir(out)) == [".lock", "manifest.json"]
    assert gehtauf(*WHOLE, "--workers", "1", "-o", out, "--resume").code == 0
    assert contents(out) == expected


@pytest.mark.promise(24)
def test_nobody_who_reads_is_no_fault(tmp_path: Path) -> None:
    command = " ".join([*BATCH, "--workers", "1", "--deals", "0..9", "-o", str(tmp_path / "out")])
    shell = f"{sys.executable} -m gehtauf {command} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.stderr, done.stdout) == ("", "0\n")
    assert open_folder(tmp_path / "out").complete


@pytest.mark.promise(18, 26)
def test_an_endless_input_is_solved_as_it_comes_and_can_be_interrupted(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("--workers", "1", "-", "--chunk-size", "2", "-o", str(out))
    process = start("batch", "--engine", "readable", *options, stdin=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(b"@game quadrat\n@deck 1x4\na: AC AS AH AD\nb: AC AS AH AD\n")
    process.stdin.flush()  # and it stays open
    wait_for((out / "part-000000.json").exists)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert b"Fatal" not in complaint
    folder = open_folder(out)
    assert (folder.deals, folder.complete) == (2, False)
