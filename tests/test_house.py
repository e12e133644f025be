"""The house rules that a program can check: import direction, start-up diet, the wheel."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from deals.files import SETTINGS as FILE_SETTINGS
from solver.settings import SETTINGS

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("deals", "solver", "reports", "gehtauf")  # each may import itself and those before it
HEAVY = {
    *("numba", "numpy", "networkx", "matplotlib", "scipy", "pyarrow", "jinja2", "dask"),
    *("tqdm", "jsonschema", "click"),
}
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def _imported_rooms(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names & set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    allowed = set(ROOMS[: ROOMS.index(room) + 1])
    assert _imported_rooms(path) <= allowed


def test_the_referee_shares_no_code_with_the_solver() -> None:
    paths = [path for path in MODULES if "referee" in str(path.relative_to(ROOT))]
    assert paths
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.split(".")[0] in ROOMS:
                assert module.startswith(("deals", "solver.referee")), f"{path} uses {module}"


def test_the_import_check_sees_a_wrong_import(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from gehtauf.cli import run\n    return run\n", encoding="utf-8")
    assert _imported_rooms(bad) == {"gehtauf"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_short_and_say_what_they_are_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 320
    assert ast.get_docstring(ast.parse(text)), "no first line that says what the module is for"
    if path.name == "__init__.py":
        statements = {type(node).__name__ for node in ast.parse(text).body}
        assert statements <= {"Expr", "Import", "ImportFrom", "Assign", "If", "FunctionDef"}


def _loaded_after(code: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in told.stdout.split()}


@pytest.mark.parametrize(
    "code",
    [
        "import deals, solver, reports, gehtauf",
        "import solver.graph, solver.proof, solver.referee, reports.text, gehtauf.api",
        "import gehtauf; gehtauf.solve(gehtauf.deal('zudecken', 1))",
    ],
)
def test_the_library_starts_light(code: str) -> None:
    assert not _loaded_after(code) & HEAVY


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["rules"]])
def test_the_command_starts_light(arguments: list[str]) -> None:
    code = f"from gehtauf.cli import run; run({arguments!r})"
    assert _loaded_after(code) & HEAVY == {"click"}


def test_a_plain_version_imports_nothing() -> None:
    code = (
        "import sys; sys.argv = ['gehtauf', '--version']\nfrom gehtauf.__main__ import main; main()"
    )
    assert not _loaded_after(code) & {*HEAVY, "deals", "solver", "reports"}


def test_the_settings_of_files_are_those_of_the_rules() -> None:
    assert ("game", *SETTINGS) == FILE_SETTINGS


def test_the_wheel_holds_the_four_rooms_and_nothing_else(tmp_path: Path) -> None:
    builders = pytest.importorskip("hatchling.builders.wheel", reason="hatchling builds the wheel")
    [wheel] = builders.WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(ROOMS)
    for room in ROOMS:
        assert f"{room}/py.typed" in names
    assert "deals/samples/zudecken.txt" in names
    assert "reports/schemas/solve.schema.json" in names
    assert not [name for name in names if "tests" in name or name.endswith(".pyc")]


def test_the_version_is_one() -> None:
    from gehtauf import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {__version__}" in changelog
