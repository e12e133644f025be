"""Interrupt batches at random moments, go on, and compare with runs that nobody interrupted.

    python -m tests.slow.interruptions --count 200
    python -m tests.slow.interruptions --dask

The first sends SIGINT, SIGTERM or SIGKILL to ``gehtauf batch`` at random moments, goes on with
--resume (which may be interrupted again), and compares every finished folder byte by byte with
that of a run in peace. The second kills one of three dask workers in mid-run and compares with
the engine ``threads``. The exit code is 0 if all was as it should be.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from reports.store import open_folder

ROOT = Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


def start(arguments: list[str], out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gehtauf", "batch", *arguments, "-o", str(out), "--resume"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def contents(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in sorted(os.listdir(path))}


def in_peace(arguments: list[str], out: Path) -> float:
    """Run a batch to its end, and return how many seconds it took."""
    began = time.monotonic()
    process = start(arguments, out)
    _, told = process.communicate()
    if process.returncode:
        sys.exit(told.decode())
    return time.monotonic() - began


class Interruptions:
    """The story of one folder after the other until so many interruptions have been made."""

    def __init__(self, arguments: list[str], folder: Path, seed: int) -> None:
        self.arguments = arguments
        self.folder = folder
        self.random = random.Random(seed)
        self.made: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0  # seconds from an INT or TERM to the end of the process

    def run(self, count: int) -> None:
        expected = self.folder / "expected"
        seconds = in_peace(self.arguments, expected)
        wanted = contents(expected)
        print(f"a run in peace takes {seconds:.1f} s and makes {len(wanted)} files")
        stories = 0
        while self.made.total() < count:
            out = self.folder / "out"
            while not self.interrupted(out, seconds):
                self.check(out)
            stories += 1
            if contents(out) != wanted:
                self.faults.append(f"story {stories} ended with other bytes")
            shutil.rmtree(out)
        made = ", ".join(f"{number} {name}" for name, number in sorted(self.made.items()))
        print(f"{self.made.total()} interruptions ({made}) of {stories} runs")
        print(f"slowest end after INT or TERM: {self.slowest:.2f} s")

    def interrupted(self, out: Path, seconds: float) -> bool:
        """Start or go on, interrupt at a random moment; tell whether it had ended before that."""
        process = start(self.arguments, out)
        kind = self.random.choice(SIGNALS)
        try:
            process.wait(timeout=self.random.uniform(0, 1.1 * seconds))
        except subprocess.TimeoutExpired:
            process.send_signal(kind)
            sent = time.monotonic()
            _, told = process.communicate()
            if process.returncode == 0:
                return True
            self.made[kind.name] += 1
            self.judge(kind, process.returncode, told.decode(), time.monotonic() - sent)
            return False
        _, told = process.communicate()
        if process.returncode:
            self.faults.append(f"a run failed with {process.returncode}: {told.decode()}")
        return True

    def judge(self, kind: signal.Signals, code: int, told: str, seconds: float) -> None:
        if kind is signal.SIGKILL:
            return
        self.slowest = max(self.slowest, seconds)
        # A signal that comes while Python itself starts finds no handler of ours.
        if code not in (128 + kind, -kind) or ("Traceback" in told and code != -kind):
            self.faults.append(f"{kind.name} ended with {code}: {told}")

    def check(self, out: Path) -> None:
        """Look for files under a final name that are not whole."""
        if (out / "manifest.json").exists():
            try:
                open_folder(out)
            except ValueError as fault:
                self.faults.append(f"after an interruption: {fault}")


def kill_a_dask_worker(arguments: list[str], folder: Path) -> list[str]:
    """Return what went wrong."""
    import psutil

    in_peace([*arguments, "--engine", "threads"], folder / "threads")
    dask = folder / "dask"
    process = start([*arguments, "--engine", "dask", "--workers", "3"], dask)
    while process.poll() is None and not (dask / "part-000001.json").exists():
        time.sleep(0.02)
    workers = [
        child
        for child in psutil.Process(process.pid).children(recursive=True)
        if "spawn_main" in " ".join(child.cmdline())
    ]
    print(f"{len(workers)} workers; killing process {workers[0].pid} in mid-run")
    workers[0].kill()
    finished_then = len(list(dask.glob("part-*.json")))
    _, told = process.communicate()
    parts = len(list(dask.glob("part-*.json")))
    print(f"{finished_then} of {parts} parts were there; the run ended with {process.returncode}")
    faults = [told.decode()] if process.returncode else []
    if contents(dask) != contents(folder / "threads"):
        faults.append("the engines made different bytes")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="interruptions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="threads")
    parser.add_argument("--deals", default="0..1999999")
    parser.add_argument("--chunk-size", default="100000")
    parser.add_argument("--dask", action="store_true", help="kill a dask worker instead")
    options = parser.parse_args()
    arguments = ["--game", "zudecken", "--deals", options.deals]
    arguments += ["--chunk-size", options.chunk_size, "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        if options.dask:
            faults = kill_a_dask_worker(arguments, Path(folder))
        else:
            arguments += ["--engine", options.engine]
            story = Interruptions(arguments, Path(folder), options.seed)
            story.run(options.count)
            faults = story.faults
    for fault in faults:
        print(f"FAULT: {fault}")
    print("all folders have the same bytes" if not faults else f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
