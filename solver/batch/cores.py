"""How many processors this process may really use: its affinity, and the quota of its cgroups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import ceil
from pathlib import Path, PurePosixPath

from deals.errors import SettingError

AUTO = "auto"


def read_workers(text: str | int) -> int:
    """Return a number of workers.

    Parameters
    ----------
    text : str or int
        A whole number from 1, or ``auto`` for `usable_cores`.

    Raises
    ------
    SettingError
        If it is anything else.

    Examples
    --------
    >>> read_workers("3")
    3
    """
    if text == AUTO:
        return usable_cores()
    word = str(text)
    if not (word.isascii() and word.isdigit() and int(word[:9]) > 0 and len(word) <= 4):
        raise SettingError(
            "not a number of workers", text=word, expected="a whole number from 1 to 9999, or auto"
        )
    return int(word)


def usable_cores(root: Path = Path("/")) -> int:
    """Return how many threads can run at once: at least 1.

    Parameters
    ----------
    root : Path
        Where the system's files are.

    Notes
    -----
    The affinity says on which processors the process may run; a quota of a cgroup (version 1 or
    2, its own or that of a group around it) says how much processor time it gets in all. The
    smaller counts, a part of a processor as a whole one.

    References
    ----------
    Linux kernel documentation, "Control Group v2", cpu.max, and "CFS Bandwidth Control".
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min([cores or 1, *map(ceil, _quotas(root))]))


def _quotas(root: Path) -> Iterator[float]:
    """Yield every quota there is, in processors."""
    for version, group in _groups(root):
        base = root / "sys/fs/cgroup" / ("" if version == 2 else "cpu")
        # A container may see its own group at the top, whatever the path says.
        for path in (group, *group.parents):
            folder = base / str(path).lstrip("/")
            quota = _limit_2(folder) if version == 2 else _limit_1(folder)
            if quota is not None:
                yield quota


def _groups(root: Path) -> Iterator[tuple[int, PurePosixPath]]:
    """Yield the cgroups of this process that can limit processor time, with their version."""
    for line in _read(root / "proc/self/cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if not controllers:
            yield 2, PurePosixPath(path)
        elif "cpu" in controllers.split(","):
            yield 1, PurePosixPath(path)


def _limit_2(folder: Path) -> float | None:
    return _ratio(*_read(folder / "cpu.max").split())


def _limit_1(folder: Path) -> float | None:
    quota = _read(folder / "cpu.cfs_quota_us").strip()
    return _ratio(quota, _read(folder / "cpu.cfs_period_us").strip())


def _ratio(quota: str = "", period: str = "") -> float | None:
    """Return a quota in processors, None if there is none (``max``, -1, or no such file)."""
    return int(quota) / int(period) if quota.isdigit() and period.isdigit() else None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
