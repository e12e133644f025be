"""What is promised of long work holds for every command: signals, pipes, bars, memory, workers."""

from __future__ import annotations

import errno
import fcntl
import io
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from deals.errors import FormatError
from deals.files import Setting
from gehtauf.batching import Plan, named_source, run_batch
from gehtauf.cli import progress
from gehtauf.cli import run as run_command
from reports.store import Manifest, Store, open_folder
from reports.store.parts import check_part
from solver.batch.chunks import solve_chunks
from solver.batch.pieces import Pace, Piece, number_pieces
from solver.batch.tally import Tally
from solver.batch.work import Outcome, Task
from solver.columns import Columns, Detail
from solver.rules import find_rules
from tests.gehtauf.command import ROOT, gehtauf
from tests.promises.runs import NEW, READABLE, RUNS, SMALL

posix = pytest.mark.skipif(os.name != "posix", reason="signals and devices of POSIX systems")
QUADRAT = ("batch", "--game", "quadrat", "--deck", "4x4", *READABLE, "--chunk-size", "10")


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in sorted(os.listdir(path))}


# Interruptions.


@posix
@pytest.mark.promise(18)
@pytest.mark.parametrize(
    ("arguments", "number", "code"),
    [
        (("deal", "--game", "zudecken-group", "--want", "lost", "--count", "9999999"), 2, 130),
        (("analyze", "--game", "zudecken", "--deals", "0..99999", "--format", "jsonl"), 15, 143),
        (("verify", "-"), 2, 130),
    ],
)
def test_every_long_command_ends_at_a_signal(
    arguments: tuple[str, ...], number: int, code: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gehtauf", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    if arguments[0] == "verify":
        process.stdin.write(b"[\n{},\n")
        process.stdin.flush()
        time.sleep(1)
    else:
        process.stdout.readline()
    process.send_signal(signal.Signals(number))
    out, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert b"Traceback" not in err
    assert out == b"" or out.endswith(b"\n")


@pytest.mark.promise(19)
def test_a_part_damaged_at_any_byte_is_not_believed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert gehtauf(*QUADRAT, "--deals", "0..14", "-o", out).code == 0
    before = contents(out)
    for name in ("part-000001.parquet", "part-000001.json"):
        whole, path = before[name], out / name
        for place in range(0, len(whole), 1 if len(whole) < 600 else 7):
            flipped = bytes([whole[place] ^ 1 << place % 8])
            path.write_bytes(whole[:place] + (flipped + whole[place + 1 :] if place % 9 else b""))
            with pytest.raises(FormatError):
                check_part(str(out), 1)
        assert gehtauf(*QUADRAT, "--deals", "0..14", "-o", out, "--resume").code == 0
        assert contents(out) == before


KILLED = """
import builtins, os, sys
from functools import partial
import filelock, pyarrow.parquet
import gehtauf.cli.commands.batch, reports.store.tables, solver.batch.chunks, solver.batch.readable
from gehtauf.cli import run
from reports.store import open_folder

def steps(arguments, last):
    "Run in a child that ends, as by kill -9, before the given step; return how it ended."
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    taken = 0
    def step():
        nonlocal taken
        taken += 1
        if taken > last:
            os._exit(99)
    def before(*args, real, **options):
        step()
        return real(*args, **options)
    def opened(path, mode="r", *args, real=open, **options):
        file = real(path, mode, *args, **options)
        if "w" in mode:
            step()  # it is there, and nothing is in it
        return file
    for name in ("replace", "fsync", "unlink", "makedirs"):
        setattr(os, name, partial(before, real=getattr(os, name)))
    builtins.open = opened
    sys.stdout = open(os.devnull, "w")
    os._exit(run(arguments))

def contents(path):
    return {name: open(f"{path}/{name}", "rb").read() for name in os.listdir(path)}

arguments, killed = sys.argv[1:], 0
assert steps([*arguments, "-o", "whole"], 10**9) == 0
for last in range(10**9):
    out = f"out{last}"
    ended = steps([*arguments, "-o", out], last)
    if ended == 0:
        break
    assert ended == 99, ended
    killed += 1
    looked = os.fork()
    if not looked:  # in a child of its own, so that this process never starts a thread
        if os.path.exists(f"{out}/manifest.json"):
            open_folder(out)
        os._exit(0)
    assert os.waitpid(looked, 0)[1] == 0, last
    assert steps([*arguments, "-o", out, "--resume"], 10**9) == 0, last
    assert contents(out) == contents("whole"), last
print(killed)
"""


@posix
@pytest.mark.promise(20)
def test_a_batch_killed_before_any_of_its_steps_goes_on(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *QUADRAT, "--deals", "0..4"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 8


# What is told meanwhile.


@contextmanager
def terminal(columns: int) -> Iterator[list[str]]:
    """Make standard error a terminal; what it showed is in the list afterwards."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown: list[str] = []

    def read() -> None:
        data = b""
        while True:
            try:
                data += os.read(here, 4096)
            except OSError:  # how a terminal tells that its last writer has gone
                shown.append(data.decode())
                return

    reader = threading.Thread(target=read)
    reader.start()
    always = mock.patch.dict(progress._BAR, {"delay": 0, "mininterval": 0})
    stream = os.fdopen(there, "w", encoding="utf-8")
    with stream, mock.patch.object(sys, "stderr", stream), always:
        yield shown
    reader.join()
    os.close(here)


@posix
@pytest.mark.promise(22)
@pytest.mark.parametrize("columns", [20, 80])
def test_the_bar_of_a_solve_is_one_line(columns: int) -> None:
    with terminal(columns) as shown:
        assert list(progress.progress(iter(range(300)), True)) == list(range(300))
    frames = [re.sub(r"\x1b\[[0-9;]*[A-Z]", "", frame) for frame in shown[0].split("\r")]
    assert len(frames) > 100
    assert max(map(len, frames)) <= columns
    assert "\n" not in shown[0]


@pytest.mark.promise(22)
@pytest.mark.parametrize("verb", ["solve", "analyze", "deal"])
def test_a_log_gets_whole_lines_and_quiet_gets_none(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_SECONDS_BEFORE_A_PLAIN_LINE", 0)
    arguments = (verb, "--game", "quadrat", "--deck", "2x4", "--deals", "0..9")
    plain = gehtauf(*arguments)
    told = gehtauf(*arguments, "--progress")
    assert (told.code, told.out) == (plain.code, plain.out)
    assert told.err.endswith(" deals done\n")
    assert "\r" not in told.err
    assert gehtauf(*arguments, "--progress", "--quiet") == plain
    assert plain.err == ""


@pytest.mark.promise(22, 38)
def test_a_log_on_a_full_disk_costs_no_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_SECONDS_BEFORE_A_PLAIN_LINE", 0)

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    out = io.StringIO()
    with mock.patch.object(sys, "stdout", out), mock.patch.object(sys, "stderr", Full()):
        made = [*QUADRAT, "--deals", "0..29", "-o", str(tmp_path / "out"), "--progress"]
        assert run_command(made) == 0
        assert run_command(["solve", "no such file"]) == 2
    assert "30 deals of quadrat" in out.getvalue()


@pytest.mark.promise(23)
def test_a_resumed_batch_tells_where_it_goes_on(tmp_path: Path) -> None:
    told: list[int] = []
    began: list[tuple[int | None, int]] = []

    @contextmanager
    def spy(total: int | None, initial: int) -> Iterator[object]:
        began.append((total, initial))
        yield told.append

    for last in (59, 99):
        source = named_source(f"0..{last}", (), {"game": Setting("quadrat")})
        plan = Plan(str(tmp_path / "out"), engine="readable", workers=1, chunk_size=20, resume=True)
        told.clear()
        run_batch(source, plan, spy)  # type: ignore[arg-type]
    assert began == [(60, 0), (100, 60)]
    assert all(60 <= done <= 100 for done in told)
    assert told[-1] == 100


@posix
@pytest.mark.promise(24)
@pytest.mark.parametrize("name", RUNS)
def test_no_command_minds_that_nobody_reads(name: str, ground: Path) -> None:
    here, there = os.pipe()
    os.close(here)
    if Path(NEW).exists():
        shutil.rmtree(NEW)
    err = io.StringIO()
    closed = open(there, "w", encoding="utf-8")  # noqa: SIM115
    with closed, mock.patch.object(sys, "stdout", closed), mock.patch.object(sys, "stderr", err):
        assert run_command(list(RUNS[name])) == 0
    assert err.getvalue() == ""


@pytest.mark.promise(25)
@pytest.mark.parametrize("name", ["odds", "advise"])
@pytest.mark.parametrize("workers", ["0", "-1", "x"])
def test_workers_are_a_number_from_one_in_every_command(name: str, workers: str) -> None:
    at = {"advise": ("--open", "AC 2C 2D AD"), "odds": ("--stock", "down")}[name]
    result = gehtauf(name, *SMALL, *at, "--workers", workers)
    assert (result.code, result.out) == (2, "")
    assert (
        f"not a number of workers (read '{workers}'; expected a whole number from 1" in result.err
    )


# Memory.


class AtOnce:
    """An engine that knows every answer."""

    window = 8

    def __init__(self, detail: Detail) -> None:
        self._detail = detail

    def submit(self, piece: Piece) -> Future[Outcome]:
        import numpy as np

        deals = len(piece.labels)
        found: Columns | Tally = Tally(verdicts=(deals, 0, 0, 0, 0))
        if self._detail is not Detail.TALLY:
            kinds = {"verdict": np.int8, "cards_left": np.int16}
            found = {name: np.zeros(deals, dtype=kind) for name, kind in kinds.items()}
        future: Future[Outcome] = Future()
        future.set_result(Outcome(found, 0.01))
        return future


@pytest.mark.promise(26)
@pytest.mark.parametrize(
    ("detail", "size", "most"),
    [(Detail.TALLY, 10**7, 2 * 10**6), (Detail.VERDICT, 10**6, 3 * 10**7)],
)
def test_memory_does_not_grow_with_the_deals(
    detail: Detail, size: int, most: int, tmp_path: Path
) -> None:
    """A hundred million deals, whose answers come by themselves."""
    import reports.store.tables  # noqa: F401 (what is imported later would be counted)

    task = Task(find_rules("quadrat"), detail, compiled=False)
    made = Manifest("0.1.0", task.rules, f"0..{10**8 - 1}", detail, size)
    deals = 0
    with Store(str(tmp_path / "out"), made) as store:
        pace = Pace()
        pace.size = 10**5
        stream = number_pieces(range(10**8), size, pace, store.has)
        tracemalloc.start()
        try:
            for chunk in solve_chunks(stream, AtOnce(detail), task, pace):  # type: ignore[arg-type]
                if chunk is not None:
                    deals += len(chunk.labels)
                    if detail is Detail.TALLY:
                        store.write(chunk)
            assert deals == 10**8
            assert tracemalloc.get_traced_memory()[1] < most
        finally:
            tracemalloc.stop()


# From Python.

NOTEBOOK = """
import asyncio, io, sys
class Cell(io.StringIO):
    "What a notebook has for its streams: no file and no terminal."
    def fileno(self):
        raise io.UnsupportedOperation("fileno")
told = sys.stdout
sys.stdout, sys.stderr = Cell(), Cell()
async def cell():
    import gehtauf
    for progress in (False, True):
        made = dict(engine="readable", workers=1 + progress, progress=progress, deck="4x4")
        folder = gehtauf.batch("quadrat", "0..99", output=f"out{progress}", **made)
        print(folder.complete, gehtauf.solve(gehtauf.deal("zudecken", 7)).verdict, file=told)
asyncio.run(cell())
print(repr(sys.stdout.getvalue()), file=told)
"""


@pytest.mark.promise(27)
def test_a_notebook_can_run_a_batch(tmp_path: Path) -> None:
    """There is no file, no guard, no terminal, and a loop is running already."""
    done = subprocess.run(
        [sys.executable, "-"],
        input=NOTEBOOK,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["True lost", "True lost", "''"]
    assert contents(tmp_path / "outFalse") == contents(tmp_path / "outTrue")
    assert open_folder(tmp_path / "outTrue").deals == 100


MIXED = """
import threading
from concurrent.futures import ThreadPoolExecutor
import gehtauf
def solved(number):
    return str(gehtauf.solve(gehtauf.deal("zudecken", number)).verdict)
with ThreadPoolExecutor(4) as pool:
    before = list(pool.map(solved, range(8)))
    for engine in ("readable", "threads"):
        folder = gehtauf.batch("zudecken", "0..7", output=engine, engine=engine, workers=1)
        [table] = folder.tables()
        assert table["verdict"].to_pylist() == before, engine
    assert list(pool.map(solved, range(8))) == before
assert [solved(number) for number in range(8)] == before
print("lost" in before, "won" in before, threading.active_count())
"""


@pytest.mark.promise(39)
def test_threads_then_batches_then_a_solve_in_one_process(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MIXED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:2] == ["True", "True"]
