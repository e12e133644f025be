"""What is promised of surroundings holds for every command: consoles, colour, disks, users."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from unittest import mock

import pytest

from deals.cards import SUITS
from gehtauf.cli import run as run_command
from gehtauf.cli.app import command_names
from tests.gehtauf.command import ROOT, any_names, gehtauf
from tests.promises.runs import NEW, READABLE, RUNS, SMALL, WRITING, run

posix = pytest.mark.skipif(os.name != "posix", reason="devices and limits of POSIX systems")

ODD = "Größe…♥–\x1b[31m"
FAILING = {
    "solve": ("solve", ODD),
    "solve-game": ("solve", "--game", ODD, "--deals", "1"),
    "solve-record": ("solve", "odd.txt"),
    "solve-option": ("solve", f"--{ODD}"),
    "analyze": ("analyze", "--game", "zudecken", "--deals", "4", "--line", ODD),
    "batch": ("batch", ODD, "-o", NEW),
    "deal": ("deal", "--game", "quadrat", "--deals", ODD),
    "report": ("report", ODD),
    "odds": ("odds", "--game", ODD),
    "advise": ("advise", *SMALL, "--open", f"AC {ODD}"),
    "verify": ("verify", ODD),
    "rules": ("rules", ODD),
    "unknown": (ODD,),
}


@pytest.fixture
def odd(ground: Path) -> Path:
    (ground / "odd.txt").write_text(f"@game quadrat\n{ODD}: AC\nAC {ODD}\n", encoding="utf-8")
    return ground


# Consoles.


@pytest.mark.promise(35)
@pytest.mark.parametrize("name", RUNS)
def test_every_output_can_be_shown_anywhere(name: str, ground: Path) -> None:
    """What the console has no sign for becomes letters; nothing else changes."""
    whole = run(name)
    for encoding in ("cp1252", "cp437", "ascii"):
        shown = run(name, encoding)
        assert (shown.code, shown.err) == (0, "")
        assert "\\u" not in shown.out
        assert "\\x" not in shown.out
        assert _words(shown.out) == _words(whole.out)


def _words(text: str) -> str:
    """Return a text as a poor console may show it, without the blanks that fill columns."""
    letters = dict(zip("♣♠♥♦", SUITS, strict=True)) | {"…": "...", "–": "-", "≥": ">="}
    text = "".join(letters.get(sign, sign) for sign in text)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"(?<=[aouAOU])e|10(?=[CSHD])|T(?=[CSHD])|\s", "", text)


@pytest.mark.promise(35)
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
@pytest.mark.parametrize("name", FAILING)
@any_names
def test_every_refusal_can_be_shown_anywhere(name: str, encoding: str, odd: Path) -> None:
    result = gehtauf(*FAILING[name], encoding=encoding)
    assert result.code == 2
    said = result.out + result.err
    assert "Traceback" not in said
    assert {arguments[0] for arguments in FAILING.values()} >= set(command_names())


LOCALE = """
import sys
from tests.promises.runs import *
from tests.gehtauf.command import gehtauf
import contextlib, io, os
os.chdir(sys.argv[1])
run("batch")
for name, arguments in WRITING.items():
    if name not in ("report", "odds"):
        assert gehtauf(*arguments, f"{name}.out").code == 0, name
graph = ("--graph", "a.graphml", "--graph", "a.dot", "--graph", "a.json")
assert gehtauf("analyze", *SMALL, "--deals", "4", *graph).code == 0
open("rules.toml", "wb").write(gehtauf("rules", "zudecken", "--toml").out.encode())
assert gehtauf("solve", "--rules", "rules.toml", "--deals", "1", "-o", "by rules").code == 0
"""


@posix
@pytest.mark.promise(35)
def test_files_do_not_depend_on_the_locale(tmp_path: Path) -> None:
    made = []
    for name, python, env in (
        ("utf-8", "-Xutf8=1", {"LC_ALL": "C.UTF-8"}),
        ("C", "-Xutf8=0", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}),
    ):
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, python, "-c", LOCALE, str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), **env},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        made.append([(os.fsencode(path.relative_to(folder)), path.read_bytes()) for path in files])
    [text] = [data for name, data in made[0] if name.startswith(b"solve")]
    assert "♥".encode() in text
    assert len(made[0]) > 12
    assert [data for _, data in made[0]] == [data for _, data in made[1]]


# Colour.


@pytest.mark.promise(36)
@pytest.mark.parametrize("name", RUNS)
def test_no_command_writes_colours_into_a_pipe(
    name: str, ground: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    result = run(name)
    assert "\x1b" not in result.out + result.err


@pytest.mark.promise(36)
@pytest.mark.parametrize("name", FAILING)
@any_names
def test_no_name_gives_orders_to_a_terminal(name: str, odd: Path) -> None:
    result = gehtauf(*FAILING[name])
    assert result.code == 2
    assert "\x1b" not in result.out + result.err


@pytest.mark.promise(36)
@pytest.mark.parametrize(
    "name", ["solve", "analyze", "report", "odds", "advise", "verify", "rules"]
)
def test_colour_adds_nothing_that_is_not_said(
    name: str, ground: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(name)
    monkeypatch.setattr("gehtauf.cli.console._is_terminal", lambda stream: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = run(name)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.out) == plain.out
    for variable, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setenv(variable, value)
        assert run(name) == plain
        monkeypatch.delenv(variable)
    if name in ("solve", "analyze"):
        assert "\x1b[" in coloured.out


# Disks.


@posix
@pytest.mark.promise(38)
@pytest.mark.parametrize("name", RUNS)
def test_every_command_tells_that_standard_output_is_full(name: str, ground: Path) -> None:
    if Path(NEW).exists():
        shutil.rmtree(NEW)
    err = io.StringIO()
    full = open("/dev/full", "w", encoding="utf-8")  # noqa: SIM115 (closing it would fail)
    with mock.patch.object(sys, "stdout", full), mock.patch.object(sys, "stderr", err):
        assert run_command(list(RUNS[name])) == 5
    full.close()  # by now it leads nowhere
    assert err.getvalue() == "gehtauf: cannot write standard output: No space left on device\n"


@posix
@pytest.mark.promise(38)
@pytest.mark.parametrize("name", WRITING)
def test_every_command_tells_which_file_is_full(name: str, ground: Path) -> None:
    told = gehtauf(*WRITING[name], "/dev/full")
    assert told.code == 5
    assert "cannot write /dev/full: No space left on device" in told.err


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
from tests.promises.runs import *
import os
os.chdir(sys.argv[1])
for name, arguments in WRITING.items():
    if name == "report":
        continue  # its numbers take long to load
    path = f"full {name}"
    open(path, "w").write("old")
    told = gehtauf(*arguments, path)
    assert told.code == 5, (name, told)
    assert f"cannot write {path}: File too large" in told.err, told
    assert open(path).read() == "old"
    assert not [left for left in os.listdir(".") if left.startswith(f".full {name}")]
print("all")
"""


@posix
@pytest.mark.promise(38)
def test_a_full_disk_leaves_the_old_files(ground: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(ground)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "all\n"), done.stderr


# Somebody else's machine.

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
MAY_READ = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
"""Lets nobody use a Python that lies in somebody's home; it gives no right to write."""


@pytest.mark.skipif(
    not shutil.which("setpriv") or os.getuid() != 0, reason="only root can become somebody else"
)
@pytest.mark.promise(37)
def test_a_read_only_install_works_for_another_user_without_a_home(tmp_path: Path) -> None:
    """Nothing may be written where the program lies, nor in the folder one happens to be in."""
    for room in ("deals", "solver", "reports", "gehtauf"):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, tmp_path / "site" / room, ignore=leave)
    for path in (tmp_path, *tmp_path.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "site")}

    def ask(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*AS_NOBODY, *MAY_READ, sys.executable, "-m", "gehtauf", *arguments],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    arguments = ("solve", *SMALL, "--deals", "4")
    done = ask(*arguments)
    if done.returncode in (1, 126, 127) and "gehtauf" not in done.stderr:
        pytest.skip(f"nobody cannot use this Python: {done.stderr}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == gehtauf(*arguments).out
    refused = ask("batch", "--game", "quadrat", "--deals", "0..9", *READABLE, "-o", "out")
    assert refused.returncode == 5
    assert "cannot write out: Permission denied" in refused.stderr
    out = tmp_path.parent / f"{tmp_path.name}-out"
    out.mkdir()
    os.chown(out, NOBODY, NOBODY)
    made = ask("batch", "--game", "quadrat", "--deals", "0..9", *READABLE, "-o", str(out / "a"))
    assert (made.returncode, made.stderr) == (0, "")
