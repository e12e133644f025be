"""How many workers auto means: affinity and the quotas of cgroups, and what is no number."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deals.errors import SettingError
from solver.batch.cores import read_workers, usable_cores


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    return root


@pytest.fixture
def sixteen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(16)), raising=False)


@pytest.mark.promise(25)
@pytest.mark.usefixtures("sixteen")
@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 16),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, 16),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "250000 100000\n"}, 3),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "10000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "9900000 100000\n"}, 16),
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/cpu.max": "200000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/cpu.max": "500000 100000\n"}, 5),
        (
            {
                "proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/docker/1\n",
                "sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us": "350000\n",
                "sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us": "100000\n",
            },
            4,
        ),
        (
            {
                "proc/self/cgroup": "3:cpu:/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            16,
        ),
    ],
)
def test_the_smaller_of_affinity_and_quota_counts(
    tmp_path: Path, files: dict[str, str], cores: int
) -> None:
    assert usable_cores(machine(tmp_path, files)) == cores


@pytest.mark.promise(25)
def test_the_affinity_counts_where_it_is_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3}, raising=False)
    files = {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "250000 100000\n"}
    assert usable_cores(machine(tmp_path, files)) == 1


def test_auto_is_what_this_process_may_use() -> None:
    assert read_workers("auto") == usable_cores() >= 1


@pytest.mark.parametrize("text", ["1", "2", "64", 7])
def test_numbers_of_workers(text: str | int) -> None:
    assert read_workers(text) == int(text)


@pytest.mark.promise(25)
@pytest.mark.parametrize("text", ["0", "-1", "x", "", "1.5", "²", "0000", "99999", -1, 0])
def test_what_is_no_number_of_workers(text: str | int) -> None:
    with pytest.raises(SettingError, match="whole number from 1"):
        read_workers(text)
