"""The tests on every Python, with the newest and the oldest libraries; see docs/platforms.md."""

from __future__ import annotations

import os
import shutil

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PYTEST = ("python", "-m", "pytest", "--quiet", "-n", "2")
POOR = {
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "TERM": "dumb",
    "NO_COLOR": "1",
}
# A user who owns nothing, and starts without a home or any other word about the surroundings.
NOBODY = (
    "setpriv",
    "--reuid=nobody",
    "--regid=nogroup",
    "--clear-groups",
    "env",
    "--ignore-environment",
)

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["tests", "oldest"]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests with the newest libraries, a notebook among them."""
    session.install("-e", ".[test,notebook]")
    session.run(*PYTEST, *session.posargs)


@nox.session(python=PYTHONS)
def oldest(session: nox.Session) -> None:
    """Run the tests with the oldest libraries that pyproject.toml allows."""
    # Old releases of matplotlib call names that pyparsing 3.3 warns of.
    session.install("-e", ".[test]", "pyparsing~=3.2.5", "--resolution", "lowest-direct")
    session.run(*PYTEST, *session.posargs)


@nox.session
def poor(session: nox.Session) -> None:
    """Run the tests in an ASCII locale without UTF-8 mode, on a terminal without colour."""
    session.install("-e", ".[test]")
    session.run(*PYTEST, *session.posargs, env=POOR)


@nox.session
def wheel(session: nox.Session) -> None:
    """Use the built wheel as another user, who has no home and cannot write where it lies."""
    if os.geteuid() != 0:
        session.skip("only root can become another user")
    session.install(".")
    folder = os.path.abspath(session.create_tmp())
    shutil.chown(folder, "nobody")
    out, page, deal = f"{folder}/out", f"{folder}/deal.html", ("--game", "zudecken", "--deals")
    session.chdir("/")
    for arguments in (
        ("solve", *deal, "11"),
        ("analyze", *deal, "4", "--html", page, "--graph", f"{folder}/deal.graphml"),
        ("batch", *deal, "0..9999", "-o", out),
        ("report", out, "--html", f"{folder}/report.html"),
    ):
        session.run(*NOBODY, f"{session.bin}/gehtauf", *arguments, external=True)
