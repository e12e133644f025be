"""The machine and the programs that figures were measured with."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gehtauf._version import __version__

PACKAGES = ("numba", "numpy", "pyarrow")


def machine() -> list[str]:
    """Return lines that state processor, memory, versions, and how busy the machine is."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True)
    return [
        f"processor: {_processor()}, {usable} cores, {_memory()}; {platform.platform()}",
        f"gehtauf {__version__}, Python {platform.python_version()}, "
        + ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        f"compiler: {compiler.stdout.splitlines()[0]}",
        f"load before the start: {os.getloadavg()[0]:.2f}",
    ]


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GB of memory"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
