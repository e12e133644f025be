"""What a whole command costs: processor time, wall time and peak memory.

A process counts as its own the memory of the one it was started from, so a command is started
from a small process of its own: ``python -m benchmarks.cost COMMAND ...``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Cost(NamedTuple):
    """Seconds of processor time, seconds by the clock, and the most memory at one time."""

    cpu: float
    wall: float
    megabytes: float


def cost(command: Sequence[str]) -> Cost:
    """Run a command to its end, its output thrown away, and return what it cost."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit code {process.returncode}")
    unit = 2**20 if sys.platform == "darwin" else 2**10  # bytes there, kilobytes elsewhere
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / unit)


def cost_apart(command: Sequence[str]) -> Cost:
    """Return the cost of a command started from a small process, as a large one must."""
    launcher = [sys.executable, "-m", "benchmarks.cost", *command]
    told = subprocess.run(launcher, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if told.returncode:
        raise SystemExit("a measured command failed; what it said stands above")
    return Cost(*json.loads(told.stdout))


if __name__ == "__main__":
    print(json.dumps(cost(sys.argv[1:])))
