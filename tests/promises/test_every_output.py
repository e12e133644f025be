"""What is promised of outputs holds for every one: text, JSON, CSV, Parquet, graphs and pages."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from gehtauf.cli.app import command_names
from reports.output import Output
from reports.store import Manifest, Store, open_folder
from solver.batch.chunks import Chunk
from solver.columns import VERDICTS, Detail
from solver.games import Covering, CoveringState, Group
from solver.rules import find_rules
from tests import brute
from tests.gehtauf.command import ROOT, SAMPLES, gehtauf
from tests.promises.runs import READABLE, RESULTS, RUNS, SMALL, run

JSON = ("solve-json", "analyze-json", "report-json", "odds-json")


def records(*arguments: str | Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gehtauf(*arguments, "--format", "json").out)
    return found


def test_there_is_a_run_of_every_command() -> None:
    assert {arguments[0] for arguments in RUNS.values()} >= set(command_names())


# Verdicts.


@pytest.mark.promise(12)
def test_each_verdict_has_its_own_word_everywhere(tmp_path: Path) -> None:
    """A won, a lost and an undecided deal, one that hangs on shuffles, and one with a fault."""
    deals = gehtauf("deal", "--game", "zudecken", "--deals", "7..9").out
    (tmp_path / "a.txt").write_text(deals + "bad: AC AC\n", encoding="utf-8")
    limit = ("--max-states", "60")
    words = ["lost", "undecided", "won", "error"]
    named = tmp_path / "a.txt"
    for form in ("json", "jsonl", "csv", "text"):
        out = gehtauf("solve", named, *limit, "--format", form).out
        if form == "csv":
            found = [row["verdict"] for row in csv.DictReader(io.StringIO(out))]
        elif form == "text":
            found = re.findall(r"^\S+: (\w+)$", out, re.MULTILINE)
            assert out.endswith("4 deals: 1 won, 1 lost, 1 undecided, 1 error\n")
        else:
            lines = json.loads(out) if form == "json" else map(json.loads, out.splitlines())
            found = [record["verdict"] for record in lines]
        assert found == words, form
    out = gehtauf("analyze", named, *limit).out
    assert re.findall(r"^\S+: (\w+)$", out, re.MULTILINE) == words
    folder = tmp_path / "out"
    told = gehtauf("batch", named, *limit, *READABLE, "-o", folder)
    assert "4 deals of zudecken: 1 won, 1 lost, 1 undecided, 1 error" in told.out
    [table] = open_folder(folder).tables()
    assert table["verdict"].to_pylist() == words
    [record] = records("report", folder)
    assert [record[key] for key in ("won", "lost", "undecided", "chance", "errors")] == [
        1,
        1,
        1,
        0,
        1,
    ]
    assert record["interval"]["high"] > 2 / 3 > record["share_at_most"] - 1e-9
    for form, word in (("text", "undecided"), ("markdown", "open"), ("csv", "undecided")):
        assert word in gehtauf("report", folder, "--format", form).out
    page = tmp_path / "page.html"
    assert gehtauf("report", folder, "--html", page).code == 0
    assert "undecided" in page.read_text(encoding="utf-8")
    chance = gehtauf("solve", SAMPLES / "geburtstag.txt", "--format", "csv").out
    assert [row["verdict"] for row in csv.DictReader(io.StringIO(chance))][-1] == "chance"


# Little or nothing to say.

NO_MOVE = ("--game", "zudecken", "--deals", "7")
WON = ("--game", "zudecken", "--deck", "1x4", "--goal", "stock", "--deals", "0")


@pytest.mark.promise(14)
@pytest.mark.parametrize(("options", "verdict"), [(NO_MOVE, "lost"), (WON, "won")])
def test_games_that_are_over_at_once(
    options: tuple[str, ...], verdict: str, tmp_path: Path
) -> None:
    [solved] = records("solve", *options, "--trace", "--proof")
    assert (solved["verdict"], solved["states"]) == (verdict, 1)
    assert solved["moves"] == (0 if verdict == "won" else None)
    assert solved.get("trace", []) == []
    proofs = tmp_path / "proofs.json"
    assert gehtauf("solve", *options, "--proof", "--format", "json", "-o", proofs).code == 0
    assert gehtauf("verify", proofs).code == 0
    graphs = [tmp_path / f"a.{form}" for form in ("graphml", "dot", "json")]
    named = [part for path in graphs for part in ("--graph", str(path))]
    page = tmp_path / "a.html"
    [found] = records("analyze", *options, *named, "--html", page)
    counts = ("transitions", "choice_points", "forced", "critical")
    assert [found[key] for key in counts] == [0, 0, 0, 0]
    assert (found["states"], found["lines"], found["first_moves"]) == (1, "1", [])
    assert found["winning_lines"] == str(int(verdict == "won"))
    assert found["random_win"]["exact"] == f"{int(verdict == 'won')}/1"
    graph = nx.read_graphml(graphs[0])
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (1, 0)
    assert "->" not in graphs[1].read_text(encoding="utf-8")
    assert json.loads(graphs[2].read_text(encoding="utf-8"))["edges"] == []
    assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")
    out = tmp_path / "out"
    assert gehtauf("batch", *options, *READABLE, "--detail", "full", "-o", out).code == 0
    [table] = open_folder(out).tables()
    [row] = table.to_pylist()
    assert row == row | {"verdict": verdict, "states": 1, "transitions": 0, "lines": "1"}
    for form in ("text", "json", "markdown", "csv"):
        assert gehtauf("report", out, "--format", form).code == 0
    assert gehtauf("report", out, "--html", page).code == 0


@pytest.mark.promise(14)
def test_no_deals_are_valid_and_empty_everywhere(tmp_path: Path) -> None:
    nothing = tmp_path / "none.txt"
    nothing.write_text("# none\n@game zudecken\n", encoding="utf-8")
    for verb in ("solve", "analyze"):
        assert gehtauf(verb, nothing, "--format", "json") == (0, "[]\n", "")
        assert gehtauf(verb, nothing, "--format", "jsonl") == (0, "", "")
        assert gehtauf(verb, nothing).code == 0
    assert len(gehtauf("solve", nothing, "--format", "csv").out.splitlines()) == 1
    for text in ("", "[]", "\n\n"):
        path = tmp_path / "records.json"
        path.write_text(text, encoding="utf-8")
        assert gehtauf("verify", path) == (0, "0 records: 0 accepted, 0 refused\n", "")
    found = gehtauf("deal", "--game", "quadrat", "--deals", "0", "--count", "0")
    assert gehtauf("solve", "--game", "quadrat", nothing).out == "0 deals\n"
    assert found.code == 0
    page = tmp_path / "page.html"
    for detail in ("verdict", "full", "tally"):
        out = tmp_path / detail
        batch = gehtauf(
            "batch", nothing, "--game", "zudecken", *READABLE, "--detail", detail, "-o", out
        )
        assert batch.code == 0
        import pyarrow.parquet as pq

        assert pq.read_table(out / "part-000000.parquet").num_rows == 0
        assert (out / "errors.jsonl").read_bytes() == b""
        [record] = records("report", out)
        assert [record[key] for key in ("deals", "won", "lost", "errors")] == [0, 0, 0, 0]
        assert record["share"] is None
        [row] = csv.DictReader(io.StringIO(gehtauf("report", out, "--format", "csv").out))
        assert (row["deals"], row["share"]) == ("0", "")
        assert gehtauf("report", out, "--html", page).code == 0
        assert "There are no deals" in page.read_text(encoding="utf-8")


# Counts of any size.

HUGE = ("--game", "quadrat-104", "--width", "5", "--deals", "49")


@pytest.mark.promise(15, 30, 32)
def test_a_count_past_64_bits_is_exact_in_every_output(tmp_path: Path) -> None:
    cards = gehtauf("deal", *HUGE).out.splitlines()[-1].partition(": ")[2].split()
    rules = brute.Settings(
        match="suit", sizes=frozenset({2}), cover="group", goal="cleared", width=5
    )
    game = brute.Covering([brute.read_card(card) for card in cards], rules)
    number = game.lines(game.start())
    assert number > 2**64
    graphs = {form: tmp_path / f"a.{form}" for form in ("graphml", "dot", "json")}
    named = [part for path in graphs.values() for part in ("--graph", str(path))]
    page = tmp_path / "a.html"
    [found] = records("analyze", *HUGE, *named, "--html", page)
    assert found["lines"] == found["winning_lines"] == str(number)
    assert sum(int(move["winning_lines"]) for move in found["first_moves"]) == number
    text = gehtauf("analyze", *HUGE).out
    for row in ("lines", "winning lines"):
        assert re.search(rf"^ *{row} +{number:,}( |$)", text, re.MULTILINE)
    graph = nx.read_graphml(graphs["graphml"])
    assert graph.nodes["s0"]["lines"] == graph.nodes["s0"]["winning_lines"] == str(number)
    assert graph.number_of_nodes() == found["states"]
    assert json.loads(graphs["json"].read_text(encoding="utf-8"))["nodes"][0]["lines"] == str(
        number
    )
    assert f'"{number}"' in graphs["dot"].read_text(encoding="utf-8")
    assert f"{number:,}" in page.read_text(encoding="utf-8").replace("<wbr>", "")
    out = tmp_path / "out"
    assert gehtauf("batch", *HUGE, *READABLE, "--detail", "full", "-o", out).code == 0
    [table] = open_folder(out).tables()
    assert table["lines"].to_pylist() == table["winning_lines"].to_pylist() == [str(number)]
    [report] = records("report", out)
    assert report["rarest"]["fewest_winning_lines"][0]["value"] == str(number)
    assert f"{number:,}" in gehtauf("report", out).out


class Corridor(Covering):
    """One way, twenty thousand moves long."""

    length = 20_000

    def start(self) -> CoveringState:
        return 0, ()

    def moves(self, state: CoveringState) -> list[Group]:
        return [(0,)] if state[0] < self.length else []

    def apply(self, state: CoveringState, move: Group) -> CoveringState:
        return state[0] + 1, ()

    def is_won(self, state: CoveringState) -> bool:
        return state[0] == self.length

    def cards_left(self, state: CoveringState) -> int:
        return self.length - state[0]


@pytest.mark.promise(17)
def test_a_line_of_twenty_thousand_moves_is_counted_and_written() -> None:
    from reports.graphs import FORMATS, graph_content
    from solver.analysis import Analysis
    from solver.graph import StateGraph

    analysis = Analysis(StateGraph(Corridor(find_rules("zudecken", deck="1x1"), [0])))
    counts = analysis.counts()
    assert (counts.states, counts.lines, counts.longest_win) == (20_001, 1, 20_000)
    assert len(analysis.safest_line()) == 20_000
    assert FORMATS["json"](graph_content(analysis, version="0.1.0")).count('"s20000"') == 2


@pytest.mark.promise(17)
def test_a_line_of_twenty_thousand_moves_is_read(tmp_path: Path) -> None:
    [record] = records("solve", "--game", "zudecken", "--deals", "4", "--trace")
    record["trace"] = [record["trace"][0] | {"n": n} for n in range(1, 20_001)]
    path = tmp_path / "long.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    told = gehtauf("verify", path)
    assert told.code == 4
    assert "Traceback" not in told.err
    told = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", path)
    assert told.code == 2
    assert "move 2" in told.err


# The same bytes.

SEEDED = """
import hashlib, os, sys
os.chdir(sys.argv[1])
from tests.promises.runs import RUNS, run
for name in sys.argv[2:]:
    print(name, hashlib.sha256(repr(run(name)).encode()).hexdigest())
"""


@pytest.mark.promise(16)
def test_every_command_says_the_same_for_every_hash_seed(ground: Path) -> None:
    """Results folders, pages and graphs have tests of their own."""
    names = ["solve", "solve-json", "analyze", "analyze-json", "deal", "odds", "verify", "rules"]
    told = set()
    for seed in ("0", "1", "random"):
        done = subprocess.run(
            [sys.executable, "-c", SEEDED, str(ground), *names],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.add(done.stdout)
    assert len(told) == 1
    assert len(told.pop().split()) == 2 * len(names)


# Files for other programs.


@pytest.mark.promise(29)
@pytest.mark.parametrize("form", ["graphml", "dot", "json", "html"])
def test_a_failed_export_leaves_the_old_file(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"old.{form}"
    path.write_text("old", encoding="utf-8")
    write = Output.write

    def half(self: Output, text: str, *, flush: bool = False) -> None:
        write(self, text[: len(text) // 2], flush=True)
        if len(text) > 1000:
            raise RuntimeError("a fault half-way")

    monkeypatch.setattr(Output, "write", half)
    option = "--html" if form == "html" else "--graph"
    with pytest.raises(RuntimeError, match="half-way"):
        gehtauf("analyze", *SMALL, "--deals", "4", option, path, "-o", tmp_path / "report")
    assert path.read_text(encoding="utf-8") == "old"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.promise(31)
def test_a_graph_that_meets_the_limit_says_so_in_every_format(tmp_path: Path) -> None:
    graphs = {form: tmp_path / f"a.{form}" for form in ("graphml", "dot", "json")}
    named = [part for path in graphs.values() for part in ("--graph", str(path))]
    options = ("--game", "zudecken", "--deals", "17", "--max-states", "200")
    [record] = records("analyze", *options, *named, "--html", tmp_path / "a.html")
    assert (record["verdict"], record["truncated"]) == ("undecided", True)
    graph = nx.read_graphml(graphs["graphml"])
    assert graph.graph["truncated"] is True
    assert graph.number_of_nodes() <= 200
    data = json.loads(graphs["json"].read_text(encoding="utf-8"))
    assert data["graph"]["truncated"] is True
    assert len(data["nodes"]) == graph.number_of_nodes()
    assert "truncated=true" in graphs["dot"].read_text(encoding="utf-8").replace('"', "")
    assert "undecided" in (tmp_path / "a.html").read_text(encoding="utf-8").lower()


def whole_numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from whole_numbers(part)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def refuse(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


@pytest.mark.promise(32)
@pytest.mark.parametrize("name", JSON)
def test_json_holds_only_what_every_reader_takes(name: str, ground: Path) -> None:
    value = json.loads(run(name).out, parse_constant=refuse)
    assert all(abs(number) <= 2**53 for number in whole_numbers(value))


@pytest.mark.promise(32)
def test_the_largest_numbers_are_strings_in_json(tmp_path: Path) -> None:
    last = 2**64 - 1
    out = tmp_path / "out"
    deals = ("--game", "quadrat", "--deck", "1x4", "--deals")
    made = Manifest("0.1.0", find_rules("quadrat", deck="1x4"), f"0..{last}", Detail.VERDICT, 10)
    with Store(str(out), made):
        pass
    for arguments in (
        ("solve", *deals, str(last), "--proof"),
        ("analyze", *deals, str(last)),
        ("report", str(out)),
    ):
        found = records(*arguments)
        assert all(abs(number) <= 2**53 for number in whole_numbers(found))
    assert found[0]["expected"] == str(2**64)
    words = " ".join(gehtauf("report", out).out.split())
    assert " of 18,446,744,073,709,551,616 deals so far" in words
    told = gehtauf(
        "solve", "--game", "geburtstag-unshuffled", "--passes", str(2**53), "--deals", "1"
    )
    assert (told.code, told.out) == (2, "")
    assert f"passes is a whole number from 1 to {2**53 - 1}" in told.err


@pytest.mark.promise(33)
def test_tables_have_a_row_a_record_and_whole_numbers(ground: Path, tmp_path: Path) -> None:
    odd = tmp_path / 'a,"\n.txt'
    odd.write_text("game=quadrat deck=1x4 | AC AS AH AD\nx: AC\n", encoding="utf-8")
    for arguments, rows in (
        (("solve", "--game", "zudecken", "--deals", "0..6"), 7),
        (("solve", str(SAMPLES / "geburtstag.txt")), 4),
        (("solve", str(odd)), 2),
        (("report", RESULTS), 1),
        (("report", RESULTS, RESULTS, RESULTS), 3),
    ):
        text = gehtauf(*arguments, "--format", "csv").out
        assert "\r" not in text
        assert text.endswith("\n")
        head, *body = csv.reader(io.StringIO(text))
        assert len(body) == rows
        assert {len(row) for row in body} == {len(head)}
        for row in body:
            cells = dict(zip(head, row, strict=True))
            for name in ("cards_left", "moves", "states", "line", "deals", "won", "lost"):
                assert re.fullmatch(r"\d*|[\d ]+", cells.get(name, "")), (name, cells[name])


HOSTILE = "<img src=x onerror=alert(1)>\x1b[31m"


@pytest.mark.promise(34)
def test_a_page_of_a_million_deals_is_small_and_plain(tmp_path: Path) -> None:
    rules = find_rules("zudecken")
    size = 1_000_000
    folder = tmp_path / f"results {HOSTILE}"
    random = np.random.default_rng(1)
    verdicts = random.integers(0, 2, size).astype(np.int8)
    left = np.where(verdicts == VERDICTS.index("won"), 0, random.integers(1, 53, size))
    columns = {"verdict": verdicts, "cards_left": left.astype(np.int8)}
    made = Manifest("0.1.0", rules, f"0..{size - 1}", Detail.VERDICT, size)
    with Store(str(folder), made) as store:
        store.write(Chunk(0, range(size), None, [], None, columns))
        assert store.finish().complete
    page = tmp_path / "page.html"
    told = gehtauf("report", folder, "--html", page)
    assert told.code == 0
    text = page.read_text(encoding="utf-8")
    assert page.stat().st_size < 5_000_000
    assert "1,000,000" in text
    assert "<img" not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert "<script" not in text  # so it can be read with scripts off
    assert not re.search(r"https?:(?!//www\.w3\.org)|//[a-z]+\.[a-z]|@import|url\(", text)


@pytest.mark.promise(34)
def test_a_page_of_a_deal_can_be_read_with_scripts_off(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    out = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--html", page).out
    text = page.read_text(encoding="utf-8")
    without = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    words = " ".join(re.sub(r"<[^>]*>", " ", without.replace("<wbr>", "")).split())
    assert "2,049" in out
    for shown in ("won", "2,049", "5,047,238,202", "218,498,228,471", "hard"):
        assert shown in words
    assert not re.search(r"https?:(?!//www\.w3\.org)|@import|url\(", text)
    assert page.stat().st_size < 5_000_000
