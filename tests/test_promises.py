"""Every promise of docs/promises.md is held by a test, or said not to apply."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
MADE, _, CANNOT = TEXT.partition("\n## What cannot apply\n")


def numbers(text: str) -> list[int]:
    """Return the numbers of the items of numbered lists."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


def marked(source: str) -> Iterator[tuple[str, int]]:
    """Yield the tests of a module with the numbers of the promises they are marked with."""
    for test in ast.walk(ast.parse(source)):
        if not isinstance(test, ast.FunctionDef):
            continue
        for mark in test.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise":
                yield from ((test.name, ast.literal_eval(number)) for number in mark.args)


@cache
def held() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for test, number in marked(path.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(f"{path.stem}::{test}")
    return found


def test_promises_are_numbered_without_gaps() -> None:
    assert numbers(MADE) == list(range(1, 40))
    assert len(numbers(CANNOT)) <= 5
    assert set(numbers(CANNOT)) <= set(numbers(MADE))


def test_every_promise_is_held_by_a_test() -> None:
    found = held()
    assert [number for number in numbers(MADE) if number not in {*found, *numbers(CANNOT)}] == []
    assert not set(found) & set(numbers(CANNOT)), "held, and said not to apply"


def test_no_test_names_a_promise_that_is_not_made() -> None:
    assert set(held()) <= set(numbers(MADE))


def test_marks_are_read_as_pytest_reads_them() -> None:
    source = "@pytest.mark.promise(3, 40)\n@pytest.mark.slow\ndef test_a() -> None: ...\n"
    assert list(marked(source)) == [("test_a", 3), ("test_a", 40)]
    assert list(marked("def test_b() -> None: ...\n")) == []


if __name__ == "__main__":  # python -m tests.test_promises
    for number, tests in sorted(held().items()):
        print(number, *tests, sep="\n    ")
