"""A notebook: the public functions in a kernel that has threads and an event loop of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient", reason="runs notebooks")
nbformat = pytest.importorskip("nbformat", reason="writes notebooks")
pytest.importorskip("ipykernel", reason="runs the cells of a notebook")

ROOT = Path(__file__).resolve().parents[1]

# Cells, none with a main guard, each with the value it shows; every warning is an error.
CELLS = {
    "import warnings; warnings.simplefilter('error'); import gehtauf": "",
    "solution = gehtauf.solve(gehtauf.deal('zudecken', 4)); str(solution.verdict)": "'won'",
    "gehtauf.verify(gehtauf.record(solution))[:17]": "'won: a legal line'",
    "from solver.analyze import analyze; analyze(solution).analysis.counts().lines": "218498228471",
    "from solver.graph import StateGraph; graph = StateGraph(solution.game).to_networkx()": "",
    "graph.number_of_nodes(), graph.number_of_edges()": "(2049, 7366)",
    "from gehtauf.cli import progress; progress._SECONDS_BEFORE_A_PLAIN_LINE = 0": "",
    "one = gehtauf.batch('zudecken', '0..999', output='one', progress=True)": "",
    "two = gehtauf.batch('zudecken', '0..99', output='two', engine='readable', workers=2)": "",
    "both = [next(f.tables())['verdict'].to_pylist()[:100] for f in (one, two)]": "",
    "both[0] == both[1], both[0].count('won')": "(True, 86)",
    "from reports.html.report import report_page": "",
    "report_page(gehtauf.report('one', 'two'), version=gehtauf.__version__)[:15]": (
        "'<!DOCTYPE html>'"
    ),
}


def _value(cell: Any) -> str:
    return "".join(out["data"]["text/plain"] for out in cell.outputs if "data" in out)


def _printed(cell: Any) -> str:
    return "".join(out["text"] for out in cell.outputs if "text" in out)


def test_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "jupyter"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    client = nbclient.NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()  # raises what a cell raises
    assert list(map(_value, notebook.cells)) == list(CELLS.values())
    printed = "".join(map(_printed, notebook.cells))
    assert re.fullmatch(r"([\d,]+ of 1,000 deals done\n)+", printed)
