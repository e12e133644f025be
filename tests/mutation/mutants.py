"""The mutants of a module: its source with one small fault, planted by an operator of mutmut.

mutmut itself changes only what stands in functions, and puts a fault in force when the module
has long been imported. Here a mutant is the whole text of a module, so that tables, patterns and
constants have mutants too, and what runs at import runs with the fault in it.

Two kinds of mutants that mutmut makes are left out, as they ask nothing that others do not: of a
string those that change its case, and of a call those that differ in whether an argument is
absent or None (of an argument without a keyword the second is made, of one with a keyword the
first).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_arg_removal, operator_string

__all__ = ["Mutant", "mutants_of"]

_Statement: TypeAlias = cst.SimpleStatementLine | cst.BaseCompoundStatement


@dataclass(frozen=True)
class Mutant:
    """One fault: where it stands, and what comes in the place of what."""

    path: Path
    number: int  # among the mutants of its module
    lines: range  # of the smallest statement around it; of one with a body only those of the head
    unit: _Statement  # a function, or a statement outside of all functions
    place: CodeRange  # of the unit
    classes: int  # how many are around the unit
    node: cst.CSTNode
    faulty: cst.CSTNode

    @property
    def name(self) -> str:
        return f"{self.path}:{self.lines.start}#{self.number}"

    def source(self) -> str:
        """Write the module with the fault in it."""
        unit = cst.ensure_type(self.unit.deep_replace(self.node, self.faulty), type(self.unit))
        around = ("leading_lines", "decorators", "lines_after_decorators")  # stand above the unit
        unit = unit.with_changes(**{part: [] for part in around if hasattr(unit, part)})
        for _ in range(self.classes):  # for the indentation
            unit = cst.ClassDef(cst.Name("X"), cst.IndentedBlock([unit]))
        lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
        written = cst.Module([unit]).code.splitlines(keepends=True)[self.classes :]
        start, end = self.place.start.line - 1, self.place.end.line
        return "".join((*lines[:start], *written, *lines[end:]))

    def diff(self) -> str:
        """Write the lines that differ."""
        before = self.path.read_text(encoding="utf-8").splitlines()
        lines = list(difflib.unified_diff(before, self.source().splitlines(), n=0, lineterm=""))
        return "\n".join(line for line in lines[2:] if not line.startswith("@@"))


def mutants_of(path: Path) -> list[Mutant]:
    """List the mutants of a module in the order of its text."""
    visitor = _Visitor(path)
    MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8"))).visit(visitor)
    return visitor.found


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.found: list[Mutant] = []
        self.around: list[_Statement] = []  # the statements around a node, outermost first

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_no_behaviour(node):
            return False
        if isinstance(node, _Statement):
            self.around.append(node)
        classes = 0
        while classes < len(self.around) and isinstance(self.around[classes], cst.ClassDef):
            classes += 1
        if classes < len(self.around):
            unit = self.around[classes]
            place, lines = self.place(unit), self.lines(self.around[-1])
            for faulty in _faults(node):
                number = len(self.found)
                mutant = Mutant(self.path, number, lines, unit, place, classes, node, faulty)
                self.found.append(mutant)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self.around and self.around[-1] is original_node:
            self.around.pop()

    def place(self, node: cst.CSTNode) -> CodeRange:
        return cst.ensure_type(self.get_metadata(PositionProvider, node), CodeRange)

    def lines(self, node: _Statement) -> range:
        place, body = self.place(node), getattr(node, "body", None)
        if isinstance(body, cst.IndentedBlock):
            return range(place.start.line, self.place(body.body[0]).start.line)
        return range(place.start.line, place.end.line + 1)


def _faults(node: cst.CSTNode) -> Iterable[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            faults = list(operator(node))
            if operator is operator_string:
                faults = faults[:1]
            if operator is operator_arg_removal and isinstance(node, cst.Call):
                faults = _fewer(node, faults)
            yield from faults


def _fewer(call: cst.Call, faults: list[cst.CSTNode]) -> list[cst.CSTNode]:
    """Keep the calls without one of the keywords, and those with None for another argument."""
    kept: list[cst.CSTNode] = []
    if isinstance(call.func, cst.Name) and call.func.value in ("len", "isinstance"):
        return kept  # they would only crash
    for faulty in faults:
        arguments = cst.ensure_type(faulty, cst.Call).args
        changed = [old for old in call.args if not any(old is new for new in arguments)]
        removed = len(arguments) < len(call.args)
        if removed == (changed[0].keyword is not None) or len(call.args) == 1:
            kept.append(faulty)
    return kept


def _is_no_behaviour(node: cst.CSTNode) -> bool:
    """Tell what has no mutants: types, imports, decorators, public names, prose."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in ("TypeVar", "Words")  # the words describe a game for people
    if isinstance(node, cst.AnnAssign) and isinstance(node.annotation.annotation, cst.Name):
        return node.annotation.annotation.value == "TypeAlias"
    if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Name):
        return node.targets[0].target.value == "__all__"
    return isinstance(node, cst.Annotation | cst.Import | cst.ImportFrom | cst.Decorator)
