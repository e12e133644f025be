"""How far a batch is: one line on any terminal, few plain lines in a file, silence if asked."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import sys
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gehtauf.cli import progress
from gehtauf.cli.progress import meter
from tests.gehtauf.command import gehtauf

pytestmark = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX systems")


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> Iterator[list[str]]:
    """Make standard error a terminal; what it showed is in the list afterwards."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    monkeypatch.setitem(progress._BAR, "delay", 0)
    monkeypatch.setitem(progress._BAR, "mininterval", 0)
    shown: list[str] = []
    reader = threading.Thread(target=lambda: shown.append(_read_all(here)))
    reader.start()
    with os.fdopen(there, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        yield shown
    reader.join()
    os.close(here)


def _read_all(terminal: int) -> str:
    data = b""
    while True:
        try:
            data += os.read(terminal, 4096)
        except OSError:  # how a terminal tells that its last writer has gone
            return data.decode()


@pytest.mark.promise(22)
@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize("total", [2_000_000, 2**64, None])
def test_one_line_on_every_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int, total: int | None
) -> None:
    with terminal(monkeypatch, columns) as shown, meter(None, total, 0) as show:
        for done in range(0, 1_000_001, 100_000):
            show(done)
    frames = [re.sub(r"\x1b\[[0-9;]*[A-Z]", "", frame) for frame in shown[0].split("\r")]
    assert len(frames) > 8
    assert max(map(len, frames)) <= columns
    assert "\n" not in shown[0]
    assert any("1.00M" in frame for frame in frames) or columns < 80
    assert frames[-1].strip() == ""  # nothing stays


@pytest.mark.promise(23)
def test_a_resumed_bar_starts_where_the_work_is_and_rates_new_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with terminal(monkeypatch, 120) as shown, meter(None, 1000, 900) as show:
        time.sleep(0.2)
        show(910)
    first, *_, last, _ = shown[0].strip("\r").split("\r")
    assert first.startswith(" 90%")
    assert " 91%" in last
    rate = re.search(r"([0-9.]+) deals/s", last)
    assert rate
    assert 5 < float(rate[1]) < 51  # ten in a little more than 0.2 s, and not 910


@pytest.mark.promise(22)
def test_few_plain_lines_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for total, of_total in ((10_000_000, " of 10,000,000"), (None, "")):
        now, stream = 0.0, io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        with meter(None, total, 0) as show:
            for second in range(1, 3601):
                now = float(second)
                show(second * 1000)
        lines = stream.getvalue().splitlines()
        assert lines[:2] == [f"10,000{of_total} deals done", f"20,000{of_total} deals done"]
        assert len(lines) == 9  # in an hour
        assert "\r" not in stream.getvalue()


@pytest.mark.promise(22)
@pytest.mark.parametrize(("show", "quiet"), [(False, False), (None, True), (True, True)])
def test_silence_if_asked(monkeypatch: pytest.MonkeyPatch, show: bool | None, quiet: bool) -> None:
    monkeypatch.setattr(progress, "_SECONDS_BEFORE_A_PLAIN_LINE", 0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with meter(show, 10, 0, quiet=quiet) as tell:
        tell(5)
    assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    with meter(True, 10, 0) as tell:
        tell(5)


def test_a_terminal_that_does_not_know_its_rows_shows_the_bar_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def fileno(self) -> int:
            return 2

    monkeypatch.setattr(sys, "stderr", Terminal())
    for columns, rows, size in (
        (80, 24, {"dynamic_ncols": True}),
        (20, 0, {"ncols": 20, "nrows": 24}),
        (0, 0, {"ncols": 80, "nrows": 24}),
    ):
        monkeypatch.setattr(os, "get_terminal_size", lambda fd, c=columns, r=rows: (c, r))
        assert progress._size() == size


@pytest.mark.promise(22)
def test_standard_output_never_carries_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SECONDS_BEFORE_A_PLAIN_LINE", 0)
    options = ("batch", "--engine", "readable", "--workers", "1", "--game", "quadrat")
    told = gehtauf(*options, "--deals", "0..299", "-o", tmp_path / "a", "--progress")
    assert told.code == 0
    assert len(told.out.splitlines()) == 1
    assert "deals done" not in told.out
    lines = told.err.splitlines()
    assert lines
    assert all(line.endswith(" of 300 deals done") for line in lines)
    done = [int(line.split()[0].replace(",", "")) for line in lines]
    assert done == sorted(done)
    quiet = gehtauf(*options, "--deals", "0..299", "-o", tmp_path / "b", "--quiet")
    assert (quiet.code, quiet.err) == (0, "")


def test_it_moves_by_deals_and_not_by_parts(tmp_path: Path) -> None:
    """All deals are in one part, and yet there is something to tell before it is whole."""
    from deals.files import Setting
    from gehtauf.batching import Plan, named_source, run_batch

    told: list[int] = []

    @contextmanager
    def spy(total: int | None, initial: int) -> Iterator[object]:
        assert (total, initial) == (600, 0)
        yield told.append

    source = named_source("0..599", (), {"game": Setting("quadrat")})
    run_batch(source, Plan(str(tmp_path / "out"), engine="readable", workers=1), spy)  # type: ignore[arg-type]
    assert len(set(told)) > 3
    assert told == sorted(told)
    assert told[-1] == 600
