"""Run the compiled kernel where surroundings are poor, many at once, and over very many deals.

    python -m tests.slow.machines nobody
    python -m tests.slow.machines cache
    python -m tests.slow.machines starts
    python -m tests.slow.machines memory

The first runs a batch as another user, from an install in which nothing may be written, without a
home (needs root and setpriv). The second garbles the compiled code that is kept, a file at a time,
and runs a batch after each. The third starts sixteen batches at once with nothing compiled. The
fourth watches the memory of a batch of a hundred million deals. The exit code is 0 if all was as
it should be. The first three compile the kernel anew and take a minute or two each.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("batch", "--game", "quadrat", "--deals", "0..999", "--workers", "1")
AS_NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
MAY_READ = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")


def begin(
    out: Path, cache: Path, *before: str, site: Path = ROOT, home: bool = True
) -> subprocess.Popen[str]:
    """Start a small batch."""
    env: dict[str, str] = {"PATH": os.environ["PATH"], "PYTHONPATH": str(site)}
    if home:
        env |= {"HOME": str(cache), "XDG_CACHE_HOME": str(cache)}
    return subprocess.Popen(
        [*before, sys.executable, "-m", "gehtauf", *SMALL, "-o", str(out)],
        cwd="/",
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def judge(process: subprocess.Popen[str], lines: int = 1) -> list[str]:
    """Return what went wrong: a run succeeds, and says no more than so many lines meanwhile."""
    out, err = process.communicate()
    faults = [] if process.returncode == 0 else [f"ended with {process.returncode}: {err}"]
    if "1,000 deals of quadrat" not in out:
        faults.append(f"said {out!r}")
    if len(err.splitlines()) > lines:
        faults.append(f"complained at length: {err}")
    return faults


def nobody(folder: Path) -> list[str]:
    site = folder / "site"
    for room in ("deals", "solver", "reports", "gehtauf"):
        shutil.copytree(ROOT / room, site / room, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (site, *site.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    folder.chmod(0o755)
    out = folder / "out"
    out.mkdir()
    os.chown(out, 65534, 65534)
    process = begin(out / "a", folder, *AS_NOBODY, *MAY_READ, site=site, home=False)
    return judge(process, lines=2)  # that it compiles, and that this cannot be kept


def cache(folder: Path) -> list[str]:
    kept = folder / "cache"
    faults = judge(begin(folder / "first", kept))
    files = [path for path in sorted(kept.rglob("*")) if path.suffix in (".nbi", ".nbc", ".json")]
    print(f"{len(files)} files of compiled code are kept")
    chosen = [files[0], files[len(files) // 2], files[-1]]
    for number, path in enumerate(chosen):
        whole = path.read_bytes()
        for what, data in {"garbled": whole[:-9] + b"\0" * 9, "empty": b""}.items():
            path.write_bytes(data)
            found = judge(begin(folder / f"{what}{number}", kept))
            faults += [f"{what} {path.name}: {fault}" for fault in found]
    return faults


def starts(folder: Path) -> list[str]:
    began = time.monotonic()
    running = [begin(folder / f"out{n}", folder / "cache") for n in range(16)]
    faults = [fault for process in running for fault in judge(process)]
    print(f"sixteen cold starts at once ended after {time.monotonic() - began:.0f} s")
    return faults


def memory(folder: Path) -> list[str]:
    deals = ("--deals", "0..99999999", "--detail", "tally", "--chunk-size", "5000000", "--quiet")
    command = [sys.executable, "-m", "gehtauf", "batch", "--game", "quadrat", *deals]
    process = subprocess.Popen([*command, "-o", str(folder / "out")], cwd=ROOT)
    seen: dict[int, int] = {}
    while process.poll() is None:
        done = len(list((folder / "out").glob("part-*.json")))
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        resident = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
        if resident:
            seen[done] = max(seen.get(done, 0), int(resident[0]))
        time.sleep(0.1)
    print(*(f"{done * 5} million deals: {kib // 1024} MiB" for done, kib in seen.items()), sep="\n")
    faults = [] if process.returncode == 0 else [f"ended with {process.returncode}"]
    early, late = seen.get(1, 0), max(seen.values())
    return [*faults, *([f"grew from {early} KiB to {late} KiB"] if late > 1.2 * early else [])]


CHECKS: Mapping[str, Callable[[Path], list[str]]] = {
    check.__name__: check for check in (nobody, cache, starts, memory)
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checks", nargs="+", choices=CHECKS)
    faults = []
    for name in parser.parse_args().checks:
        with tempfile.TemporaryDirectory() as folder:
            found = CHECKS[name](Path(folder))
        print(f"{name}: {'good' if not found else f'{len(found)} faults'}")
        faults += found
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
