"""Plant faults in the code, one at a time, and see which the tests catch; see docs/mutation.md.

    pip install mutmut==3.8.1
    python -m tests.mutation deals solver/referee solver/games
    python -m tests.mutation deals --sample 50 --seed 1
    python -m tests.mutation deals/cards.py --only 12,40 --show

The quick tests of a room are run once, to learn which lines each of them runs and how long it
takes. Then each mutant (see `tests.mutation.mutants`) has a process of its own, forked before any
module of the project was imported. There the tests that run the changed statement run, the
quickest first, until one fails. Printed are the mutants that no test caught, and the counts.
"""

from __future__ import annotations

import argparse
import gc
import importlib.machinery
import importlib.util
import os
import pickle
import random
import resource
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

import hypothesis.strategies  # noqa: F401  (so that no child has to)
import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

ROOT = Path(__file__).resolve().parents[2]
# The quick tests of each room. Those that start processes would not see a mutant.
TESTS = {
    "deals": ("deals", "tests/deals"),
    "solver/referee": ("solver/referee", "tests/solver/test_referee*.py"),
    "solver/games": (
        "solver/games",
        "tests/solver/test_games.py",
        "tests/solver/test_game_contract.py",
        "tests/solver/test_against_brute.py",
        "tests/solver/test_birthday_against_brute.py",
        "tests/test_facts.py",
        "tests/test_playthroughs.py",
    ),
}
OPTIONS = (
    *("-q", "-x", "--no-header", "--tb=short"),
    # What a process for each mutant need not pay for.
    *("--disable-plugin-autoload", "-p", "no:cacheprovider", "-p", "no:unraisableexception"),
)
OUTCOMES = ("killed", "timeout", "survived", "no test")  # a timeout counts as caught
MEMORY = 3 << 30  # bytes for a mutant: some loop for ever and keep what they find


class Survey:
    """A pytest plugin: which tests run which lines, and how many seconds each test takes."""

    def __init__(self, room: str) -> None:
        from coverage import Coverage

        self.coverage = Coverage(data_file=None, include=[f"{ROOT / room}/*"], config_file=False)
        self.seconds: dict[str, float] = {}
        self.tests: dict[tuple[str, int], set[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began
            self.coverage.switch_context("")

    def run(self, files: Sequence[str]) -> None:
        with self.coverage.collect():
            code = pytest.main([*OPTIONS, *files], plugins=[self])
        if code:
            sys.exit(f"the tests fail without a mutant: pytest's exit code is {code}")
        data = self.coverage.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                self.tests[str(Path(file).relative_to(ROOT)), line] = set(tests)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """List the tests that run the statement of a mutant, the quickest first.

        What runs at import bears on every test; those that run more of the module come first.
        """
        path = str(mutant.path)
        found = set().union(*(self.tests.get((path, line), ()) for line in mutant.lines))
        near = found
        if "" in found:
            near = set().union(*(tests for (file, _), tests in self.tests.items() if file == path))
            found = set(self.seconds)
        return sorted(
            found & self.seconds.keys(),
            key=lambda test: (test not in near, self.seconds[test], test),
        )


def surveyed(room: str) -> Survey:
    """Survey the tests of a room in a process of its own, which ends with what it imported."""
    files = [
        str(path.relative_to(ROOT)) for name in TESTS[room] for path in sorted(ROOT.glob(name))
    ]
    survey = Survey(room)
    read, write = os.pipe()

    def run() -> int:
        survey.run(files)
        with os.fdopen(write, "wb") as stream:
            pickle.dump((survey.tests, survey.seconds), stream)
        return 0

    child = fork(run)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        data = stream.read()
    if os.waitpid(child, 0)[1]:
        sys.exit(1)
    survey.tests, survey.seconds = pickle.loads(data)
    return survey


class Trial:
    """A pytest plugin: plant a fault, and run these tests only, in this order."""

    def __init__(self, mutant: Mutant, tests: Sequence[str]) -> None:
        self.planted = Planted(mutant)
        self.order = {test: i for i, test in enumerate(tests)}

    def pytest_configure(self) -> None:
        # Before pytest's own finder, which takes the modules whose doctests are asked for.
        sys.meta_path.insert(0, self.planted)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])


class Planted(importlib.machinery.SourceFileLoader):
    """Finds and loads the one module that has a fault in it."""

    def __init__(self, mutant: Mutant) -> None:
        name = ".".join(mutant.path.with_suffix("").parts)
        super().__init__(name, str(ROOT / mutant.path))
        self.source = mutant.source()

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a mutant may be bad style
            return compile(self.source, self.path, "exec", dont_inherit=True)


def fork(run: Callable[[], int]) -> int:
    """Run a function in a child, which exits with what it returns; give the child's number."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = run()
    finally:
        sys.stdout.flush()
        os._exit(code)


def outcome(mutant: Mutant, tests: Sequence[str], seconds: float, *, show: bool) -> str:
    """Tell what becomes of a mutant: one of `OUTCOMES`."""
    if not tests:
        return "no test"

    def run() -> int:
        limit = 10 + 3 * int(seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(20 * limit)  # a mutant may wait for ever, too
        if not show:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        # First one file alone, that with the most of the tests: it catches nearly everything,
        # and the others need not be collected.
        files = Counter(test.partition("::")[0] for test in tests)
        [(first, _)] = files.most_common(1)
        code = pytest.main([*OPTIONS, first], plugins=[Trial(mutant, tests)])
        if code == 0 and len(files) > 1:
            rest = [file for file in files if file != first]
            code = pytest.main([*OPTIONS, *rest], plugins=[Trial(mutant, tests)])
        return code

    status = os.waitpid(fork(run), 0)[1]
    if os.WIFSIGNALED(status):
        return "timeout"
    return {0: "survived", 5: "no test"}.get(os.WEXITSTATUS(status), "killed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, help="rooms or modules: " + ", ".join(TESTS))
    parser.add_argument("--sample", type=int, help="so many mutants of each module, at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")
    parser.add_argument("--only", help="only the mutants with these numbers: 12,40")
    parser.add_argument("--show", action="store_true", help="show what the tests say")
    arguments = parser.parse_args()
    # Brought in before the first fork; of the project's own modules none may be.
    from tests.mutation.mutants import mutants_of

    settings.register_profile(
        "mutation",
        max_examples=20,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")
    os.chdir(ROOT)
    gc.freeze()
    surveys: dict[str, Survey] = {}
    table: dict[Path, Counter[str]] = {}
    for path in arguments.paths:
        [room] = [room for room in TESTS if path.is_relative_to(room)]
        if room not in surveys:
            surveys[room] = surveyed(room)
        survey = surveys[room]
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            mutants = mutants_of(module)
            made = len(mutants)
            if arguments.only:
                mutants = [mutants[int(number)] for number in arguments.only.split(",")]
            if arguments.sample and made > arguments.sample:
                mutants = random.Random(f"{arguments.seed} {module}").sample(
                    mutants, arguments.sample
                )
            counts = table[module] = Counter(made=made)
            for mutant in mutants:
                tests = survey.tests_of(mutant)
                seconds = sum(survey.seconds[test] for test in tests)
                found = outcome(mutant, tests, seconds, show=arguments.show)
                counts[found] += 1
                if found != "killed":
                    print(f"{found}: {mutant.name}\n{mutant.diff()}", flush=True)
    print(*("module", "made", *OUTCOMES), sep=" | ")
    table[Path("all")] = sum(table.values(), Counter())
    for module, counts in table.items():
        if counts["made"]:
            print(module, *(counts[name] for name in ("made", *OUTCOMES)), sep=" | ")
    counts = table[Path("all")]
    tried = sum(counts[name] for name in OUTCOMES)
    print(f"caught: {counts['killed'] + counts['timeout']} of {tried}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
