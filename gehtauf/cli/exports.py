"""The files that ``gehtauf analyze`` writes beside its report: state graphs and the page."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from deals.errors import SettingError
from gehtauf._version import __version__
from reports.graphs import FORMATS, format_of, graph_content
from reports.output import Output
from solver.analyze import BirthdayAnalysis, DealAnalysis, TakingAnalysis
from solver.difficulty import difficulty
from solver.graph import StateGraph
from solver.record import Origin
from solver.rules import BirthdayRules, CoveringRules, Rules


class Exports:
    """What ``--graph``, ``--prune`` and ``--html`` ask for.

    Parameters
    ----------
    graphs : sequence of str
        Files for the state graph; the suffix names the format.
    prune : str or None
        What to keep of the graph, see `reports.graphs.graph_content`.
    page : str or None
        The file for the page.
    report : str or None
        Where the report goes, which must be another file.

    Raises
    ------
    SettingError
        If a suffix is unknown, a file is named twice or is no file, or there is nothing to prune.
    """

    def __init__(
        self, graphs: Sequence[str], prune: str | None, page: str | None, report: str | None
    ) -> None:
        self._formats = {path: format_of(path) for path in graphs}
        self._prune = prune
        self._page = page
        if prune is not None and not graphs:
            raise SettingError("--prune belongs to --graph", expected="--graph OUT too")
        files = [*graphs, *([page] if page else [])]
        if "-" in files:
            raise SettingError(
                "--graph and --html write files; standard output is for the report",
                text="-",
                expected="the name of a file",
            )
        named = [os.path.realpath(path) for path in [*files, *([report] if report else [])]]
        if len(set(named)) < len(named):
            raise SettingError("two outputs have the same file", expected="a file for each")

    def __bool__(self) -> bool:
        return bool(self._formats) or self._page is not None

    def check(self, rules: Rules) -> None:
        """Refuse, before any work, a graph or a page of a game that has none.

        Raises
        ------
        SettingError
        """
        if self._formats and not isinstance(rules, CoveringRules):
            why = "" if rules.choices_matter else ": its choices decide nothing"
            raise SettingError(
                f"{rules.game} has no state graph to write{why}", expected="no --graph"
            )
        if self._page is not None and not isinstance(rules, CoveringRules | BirthdayRules):
            raise SettingError(f"there is no page for {rules.game}", expected="no --html")

    def write(self, found: DealAnalysis, origin: Origin, max_states: int) -> None:
        """Write every file that was asked for, each whole or not at all."""
        for path, form in self._formats.items():
            self._write(path, self._graph(found, form, origin, max_states))
        if self._page is not None:
            self._write(self._page, _page(found, origin))

    def _write(self, path: str, text: str) -> None:
        with Output(path, sys.stdout) as output:
            output.write(text)

    def _graph(self, found: DealAnalysis, form: str, origin: Origin, max_states: int) -> str:
        assert not isinstance(found, BirthdayAnalysis)  # `check` has seen to that
        graph = found.analysis or StateGraph(found.solution.game, max_states=max_states)
        content = graph_content(graph, version=__version__, deal=origin.id, prune=self._prune)
        return FORMATS[form](content)


def _page(found: DealAnalysis, origin: Origin) -> str:
    from reports.html import deal_page  # jinja2 takes its time

    analysis = found.analysis if isinstance(found, TakingAnalysis) else None
    return deal_page(
        found.solution,
        analysis,
        title=origin.id,
        version=__version__,
        difficulty=None if analysis is None else difficulty(analysis),
    )
