"""Fuzz the readers at length, and tell what came of it.

    python -m tests.fuzzing --minutes 4
    python -m tests.fuzzing records rules --minutes 1 --seed 7

Each target is fuzzed for so many minutes: by atheris (libFuzzer, guided by the edges of the
program's bytecode) if it is installed, else by the seeded mutator of this folder, guided by
lines. Inputs that break something are saved in --output. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.fuzzing.builtin import ROOT, fuzz
from tests.fuzzing.runner import Runner
from tests.fuzzing.targets import TARGETS, Target, find_target


class Outcome(NamedTuple):
    """What came of one target."""

    executions: int
    seconds: float
    first: int  # edges or lines that the seeds reach
    reached: int
    accepted: int
    refused: int
    findings: dict[str, str]


def by_atheris(target: Target, folder: Path, seconds: int, seed: int) -> Outcome:
    """Fuzz a target in a process of its own, and read what libFuzzer says of it."""
    folder.mkdir(parents=True, exist_ok=True)
    arguments = [target.name, str(folder), str(seconds), str(seed)]
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzzing.guided", *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    log = done.stderr.decode("utf-8", "replace")
    (folder / "log.txt").write_text(log, encoding="utf-8")
    state = folder / "state.json"
    found = json.loads(state.read_bytes()) if state.exists() else {}
    told = re.findall(r"#(\d+)\s+\w+\s+cov: (\d+)", log)
    if not told or done.returncode:
        kind = f"the fuzzer ended with {done.returncode}"
        found.setdefault("findings", {})[kind] = str(folder / "log.txt")
    return Outcome(
        int(told[-1][0]) if told else 0,
        time.monotonic() - began,
        int(told[0][1]) if told else 0,
        int(told[-1][1]) if told else 0,
        found.get("accepted", 0),
        found.get("refused", 0),
        found.get("findings", {}),
    )


def by_mutator(target: Target, folder: Path, seconds: int, seed: int) -> Outcome:
    """Fuzz a target in this process."""
    runner, began = Runner(target.run, folder, sys.stderr), time.monotonic()
    first, reached = fuzz(runner, target.seeds(), seed, seconds=seconds)
    executions = runner.accepted + runner.refused
    findings = {kind: str(path) for kind, path in runner.findings.items()}
    took = time.monotonic() - began
    return Outcome(executions, took, first, reached, runner.accepted, runner.refused, findings)


def main() -> int:
    """Fuzz the targets that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    names = [target.name for target in TARGETS]
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of: {', '.join(names)}")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("fuzzing"), help="for what is found")
    parser.add_argument("--engine", choices=["atheris", "mutator"], help="instead of the best")
    given = parser.parse_args()
    if unknown := set(given.targets) - set(names):
        parser.error(f"no such target: {', '.join(sorted(unknown))} (there are {', '.join(names)})")
    engine = given.engine or ("atheris" if find_spec("atheris") else "mutator")
    run, what = (by_atheris, "edges") if engine == "atheris" else (by_mutator, "lines")
    print(f"engine: {engine}; coverage in {what}; seed {given.seed}", flush=True)
    print("| target | executions | a second | coverage | accepted | refused | findings |")
    print("|---|---|---|---|---|---|---|", flush=True)
    findings = {}
    for name in given.targets or names:
        folder = (given.output / name).resolve()
        found = run(find_target(name), folder, max(1, round(given.minutes * 60)), given.seed)
        findings |= {f"{name}: {kind}": path for kind, path in found.findings.items()}
        print(
            f"| {name} | {found.executions:,} | {found.executions / found.seconds:,.0f} | "
            f"{found.first:,} to {found.reached:,} | {found.accepted:,} | {found.refused:,} | "
            f"{len(found.findings)} |",
            flush=True,
        )
    for kind, path in findings.items():
        print(f"{kind}: {path}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
