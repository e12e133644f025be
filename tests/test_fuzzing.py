"""Spoilt input of every kind: a short run of each fuzzer, and every input that once broke one."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.cards import parse_card
from deals.errors import FormatError, GehtaufError
from deals.files import load
from reports.records import read_records
from solver.lines import read_line
from solver.rules_toml import from_toml
from tests.fuzzing.builtin import fuzz
from tests.fuzzing.findings import FINDINGS, Finding
from tests.fuzzing.mutate import mutate
from tests.fuzzing.promise import check_refusal
from tests.fuzzing.runner import Runner
from tests.fuzzing.targets import TARGETS, Target, find_target

ROOT = Path(__file__).resolve().parents[1]
EACH = pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)

# So many mutated inputs, which take about a third of a second each.
RUNS = {
    "cards": 1_500,
    "deals-text": 60,
    "deals-jsonl": 50,
    "deals-json": 25,
    "lines": 150,
    "records": 60,
    "manifest": 80,
    "sidecar": 300,
    "results": 12,
    "rules": 90,
    "options": 300,
    "table": 30,
    "commands": 30,
}


@EACH
def test_a_short_run_breaks_nothing_and_sees_both_ends(target: Target) -> None:
    random, seeds = Random(target.name), target.seeds()
    assert [data for data in seeds if not target.run(data)] == []
    spoilt = (mutate(random.choice(seeds), random, seeds) for _ in range(RUNS[target.name]))
    assert False in [target.run(data) for data in spoilt]


@pytest.mark.parametrize(
    "target", [target for target in TARGETS if RUNS[target.name] >= 50], ids=lambda t: t.name
)
def test_any_bytes_break_nothing(target: Target) -> None:
    texts = st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass"))

    @settings(max_examples=20, deadline=None, derandomize=True, database=None)
    @given(st.binary(max_size=60) | texts)
    def run(data: bytes) -> None:
        assert target.run(data) in (True, False)

    run()


@pytest.mark.parametrize(
    "finding", FINDINGS, ids=lambda finding: f"{finding.target}: {finding.what}"
)
def test_what_once_broke_a_promise_is_refused(finding: Finding) -> None:
    assert not find_target(finding.target).run(finding.data())


def _records(data: bytes) -> object:
    return next(read.record for read in read_records(io.BytesIO(data), "a"))


def _deal(data: bytes) -> object:
    return next(entry.error for entry in load(io.BytesIO(data), "a"))


def _line(data: bytes) -> object:
    return read_line(data.decode(), "a")


def _rules(data: bytes) -> object:
    return from_toml(data.decode(), "a")


@pytest.mark.parametrize(
    ("read", "data", "place"),
    [
        (_records, b'[{"id":\n  "\xc3\xb6\xff"}]', "a:2:5: not UTF-8: byte 0xFF"),
        (_records, b'[{"a": 1},\n {"a": 1, "a": 2}]', "a:2:11: the same key stands twice"),
        (_records, b'\n{"a": [1, -Infinity]}', "a:2:11: -Infinity is no JSON value"),
        (_records, b'{"a": "[", "b": 1e999}', "a:1:17: a number is too large"),
        (_records, b"[" * 60, "a:1:51: broken JSON: nested more than 50 deep"),
        (_deal, b"\xef\xbb\xbfAC \xc3\xb6\xff", "a:1:5: not UTF-8: byte 0xFF"),
        (_line, b"AC 2C\nAS, xx", "a:2:5: not a card"),
        (_line, b'{"schema": 1}\n{"schema": NaN}', "a:2:12: NaN is no JSON value"),
        (_rules, b'# \xe2\x80\xa8\nwidht = 3\ngame = "q"', "a:2:1: unknown setting"),
        (
            _rules,
            b'game = "quadrat"\n[[deck]]',
            "a:2:3: deck cannot be a list in|a:2:3: deck cannot be a table",
        ),
        (_rules, b"game = 1\n 'a b' . c = 3", "a:2:2: unknown setting .read 'a b'"),
        (_rules, b'game = 1\n"w\\u0069dth"   =   {}', "a:2:20: width cannot be a table"),
        (_rules, b'game = "quadrat"\nsizes = [2,', "a:2:12: not a TOML rules file"),
        (_rules, b"game = 1\nwidth = " + b"[" * 3_000, r"a:2:3\d+: not a TOML rules file: nested"),
        (_rules, b"game = 1\n  width = " + b"1" * 5_000, "a:2:11: .*: too long a number"),
    ],
)
def test_the_place_is_the_right_one(
    read: Callable[[bytes], object], data: bytes, place: str
) -> None:
    try:
        found = read(data)
    except GehtaufError as error:
        found = error
    assert isinstance(found, GehtaufError)
    assert re.match(place, str(found)), str(found)


def test_a_broken_promise_is_seen() -> None:
    for error, source in (
        (FormatError("no", file="a"), "a"),
        (FormatError("no", file="a", line=1), "a"),
        (FormatError("no", line=1, column=1), "a"),
        (FormatError("no", file="a", line=0, column=1), "a"),
        (FormatError("two\nlines"), None),
        (FormatError("no", expected="\x1b[31m"), None),
        (FormatError("no" * 9_000), None),
        (FormatError(""), None),
    ):
        with pytest.raises(AssertionError):
            check_refusal(error, source)
    check_refusal(FormatError("no", file="a", line=1, column=1, text="\n"), "a")


def test_the_fuzzer_finds_a_planted_fault(tmp_path: Path) -> None:
    def fragile(data: bytes) -> bool:
        spelling = data.decode("utf-8", "replace")
        return [spelling == "TH", parse_card("TH") > 0][spelling.count("1")]

    runner = Runner(fragile, tmp_path)
    first, reached = fuzz(runner, [b"TH"], seed=3, runs=300)
    [(kind, path)] = runner.findings.items()
    assert kind.startswith("IndexError at test_fuzzing.py")
    assert path.read_bytes().count(b"1") > 1
    assert runner.accepted > 0 < runner.refused
    assert reached >= first > 0


def test_the_long_run_is_a_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzzing", "cards", "--minutes", "0.01", "--engine", "mutator",
         "--output", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("engine: mutator; coverage in lines; seed 1\n")
    row = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"\| cards \| [1-9][0-9,]* \| .* to .* \| 0 \|", row)
