"""State graphs as files: other programs open them and see what the oracle says."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from graph_readers import (
    Seen,
    as_texts,
    dot_by_graphviz,
    expected,
    graphml_by_networkx,
    graphml_by_xml,
    graphviz,
    json_by_networkx,
    oracle,
    positions,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st
from schema_check import faults

from deals.errors import GehtaufError, SettingError
from deals.files import loads
from reports.graphs import FORMATS, Content, Edge, Node, format_of, graph_content
from reports.output import Output
from solver.analysis import Analysis
from solver.games import make_game
from solver.graph import StateGraph
from solver.prepare import Question, prepare, prepare_number
from solver.rules import find_rules, variant_name

READERS = {
    "networkx-graphml": ("graphml", graphml_by_networkx),
    "xml": ("graphml", graphml_by_xml),
    "networkx-json": ("json", json_by_networkx),
}
WIDE = {"width": 6, "sizes": [2, 3, 5], "match": "rank", "cover": "single", "deck": "4x2"}
CASES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    # name of the rules, settings, number of the deal, its verdict
    "won": ("zudecken", {"deck": "3x3"}, 4, "won"),
    "lost": ("zudecken-group", {"deck": "3x4", "width": 3}, 39, "lost"),
    "stuck": ("quadrat", {"deck": "4x4"}, 4, "lost"),
    "no-choice": ("quadrat", {"deck": "4x4"}, 0, "won"),
    "stock": ("quadrat-52", {}, 4, "won"),
    "twins": ("zudecken", {"deck": "2*2x4", "width": 3}, 1, "won"),
    "three-packs": ("quadrat", {"deck": "3*2x2"}, 1, "won"),
    "wide": ("zudecken", WIDE, 1, "won"),
    "narrow": ("zudecken-single", {"deck": "2x3", "width": 2, "match": "suit"}, 0, "lost"),
}


@functools.cache
def question(case: str) -> Question:
    name, changes, number, _ = CASES[case]
    return prepare_number(number, find_rules(name, **changes))


def graph_of(asked: Question, *, max_states: int | None = None) -> StateGraph[Any, Any]:
    return StateGraph(make_game(*asked), max_states=max_states)


@functools.cache
def analysed(case: str) -> Analysis[Any, Any]:
    return Analysis(graph_of(question(case)))


def text_of(form: str, case: str, **options: Any) -> str:
    return FORMATS[form](graph_content(analysed(case), version="0.1.0", **options))


def plain(seen: Seen) -> Seen:
    """Leave out what has a test of its own."""
    about = {k: v for k, v in seen.about.items() if k not in {"rules", "variant"}}
    return seen._replace(about=about)


# ---- What the files say --------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_cases_are_what_they_are_called(case: str) -> None:
    assert oracle(*question(case)).verdict(oracle(*question(case)).start()) == CASES[case][-1]


@pytest.mark.promise(29)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("case", CASES)
def test_readers_see_what_the_oracle_says(case: str, reader: str) -> None:
    form, read = READERS[reader]
    seen = read(text_of(form, case))
    wanted = expected(*question(case))
    assert plain(seen) == wanted
    assert list(seen.nodes) == list(wanted.nodes)
    assert list(seen.edges) == list(wanted.edges)
    # 1 == 1.0 == True, so types need a look of their own.
    for found, want in zip(seen.nodes.values(), wanted.nodes.values(), strict=True):
        assert {k: type(v) for k, v in found.items()} == {k: type(v) for k, v in want.items()}
    assert all(type(e.get("keeps_win")) is bool for e in seen.edges.values())


@pytest.mark.promise(30)
@pytest.mark.parametrize("case", CASES)
def test_graphviz_sees_what_the_oracle_says(case: str) -> None:
    text = text_of("dot", case)
    wanted = expected(*question(case))
    counts = graphviz("gc", "-n", "-e", text=text).split()[:2]
    assert counts == [str(len(wanted.nodes)), str(len(wanted.edges))]
    seen = dot_by_graphviz(text)
    assert set(seen.nodes) == set(wanted.nodes)
    assert set(seen.edges) == set(wanted.edges)
    assert as_texts(wanted.about).items() <= seen.about.items()
    for of in ("nodes", "edges"):
        for name, attributes in getattr(wanted, of).items():
            found = getattr(seen, of)[name]
            assert {key: found[key] for key in attributes} == as_texts(attributes)
            assert found.get("label", found.get("tooltip"))


@pytest.mark.parametrize("case", CASES)
def test_rules_and_cards_are_a_line_of_a_deal_file(case: str) -> None:
    about = json_by_networkx(text_of("json", case)).about
    [entry] = loads(f"{about['rules']} | {about['cards']}")
    again = prepare(entry)
    assert again.rules == question(case).rules
    assert again.deal.cards == question(case).deal.cards
    assert about["variant"] == variant_name(question(case).rules)


@pytest.mark.promise(32)
@pytest.mark.parametrize("prune", [None, "won"])
@pytest.mark.parametrize("case", CASES)
def test_json_is_what_its_schema_says(case: str, prune: str | None) -> None:
    assert faults("graph", json.loads(text_of("json", case, prune=prune, deal="z1"))) == []


@pytest.mark.promise(15, 29)
def test_two_thousand_states_and_counts_past_53_bits() -> None:
    asked = prepare_number(0, find_rules("zudecken-group", deck="double104"))
    content = graph_content(Analysis(graph_of(asked)), version="0.1.0")
    texts = {form: write(content) for form, write in FORMATS.items()}
    seen = [read(texts[form]) for form, read in READERS.values()]
    assert seen[0] == seen[1] == seen[2]
    assert (len(seen[0].nodes), len(seen[0].edges)) == (2096, 5499)
    game = oracle(*asked)
    winning = game.winning_lines(game.start())
    assert seen[0].nodes["s0"]["winning_lines"] == str(winning)
    assert winning > 2**53
    assert graphviz("gc", "-n", "-e", text=texts["dot"]).split()[:2] == ["2096", "5499"]


# ---- Pruning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_pruning_keeps_what_lies_on_winning_lines(case: str) -> None:
    game = oracle(*question(case))
    found = positions(game)
    on_lines = {0} | {i for i, position in enumerate(found) if game.winnable(position)}
    whole = expected(*question(case))
    kept = {f"s{number}" for number in on_lines}
    wanted = Seen(
        {**whole.about, "pruned": True},
        {name: attributes for name, attributes in whole.nodes.items() if name in kept},
        {ends: attributes for ends, attributes in whole.edges.items() if kept >= set(ends)},
    )
    for form, read in READERS.values():
        assert plain(read(text_of(form, case, prune="won"))) == wanted
    if CASES[case][-1] == "won":
        assert all(edge["keeps_win"] for edge in wanted.edges.values())
        # Every kept state is met between the start and a win.
        assert {"s0"} | {target for _, target in wanted.edges} == kept
    else:
        assert (len(wanted.nodes), len(wanted.edges)) == (1, 0)
    counts = graphviz("gc", "-n", "-e", text=text_of("dot", case, prune="won")).split()[:2]
    assert counts == [str(len(wanted.nodes)), str(len(wanted.edges))]


def test_pruning_leaves_something_out() -> None:
    whole, pruned = (json_by_networkx(text_of("json", "won", prune=p)) for p in (None, "won"))
    assert 1 < len(pruned.nodes) < len(whole.nodes) == pruned.about["states"]
    assert len(pruned.edges) < len(whole.edges) == pruned.about["transitions"]


def test_unknown_pruning_is_refused() -> None:
    with pytest.raises(SettingError, match=r"unknown pruning; did you mean won\?.*one of: won"):
        graph_content(analysed("won"), version="0.1.0", prune="wom")


@pytest.mark.parametrize(("limit", "hint"), [(20, "a larger limit of states"), (None, "analysis")])
def test_what_is_not_analysed_is_not_pruned(limit: int | None, hint: str) -> None:
    graph = graph_of(question("won"), max_states=limit)
    with pytest.raises(GehtaufError, match=f"cannot be pruned.*{hint}"):
        graph_content(graph, version="0.1.0", prune="won")


# ---- Graphs that are not analysed ----------------------------------------------------------------


@pytest.mark.promise(31)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("limit", [1, 2, 20, 50])
def test_truncated_graphs_say_so(limit: int, reader: str) -> None:
    form, read = READERS[reader]
    graph = graph_of(question("won"), max_states=limit)
    assert graph.truncated
    content = graph_content(graph, version="0.1.0")
    seen = read(FORMATS[form](content))
    assert seen.about["truncated"] is True
    assert (seen.about["states"], seen.about["transitions"]) == (len(seen.nodes), len(seen.edges))
    assert len(seen.nodes) <= limit
    whole = expected(*question("won"), counted=False)
    game = oracle(*question("won"))
    unexplored = 0
    for (name, found), position in zip(seen.nodes.items(), positions(game), strict=False):
        layer = found.pop("layer")  # rows are those of the states that were reached
        explored = found.pop("explored")
        assert found == {k: v for k, v in whole.nodes[name].items() if k != "layer"}
        tried = [ends for ends in seen.edges if ends[0] == name]
        assert explored is (len(tried) == len(game.successors(position)))
        assert explored or not tried
        unexplored += not explored
        assert layer == 0 or name != "s0"
    assert unexplored
    assert all(seen.edges[ends] == whole.edges[ends] for ends in seen.edges)
    assert faults("graph", json.loads(FORMATS["json"](content))) == []


def test_a_whole_graph_needs_no_analysis() -> None:
    content = graph_content(graph_of(question("twins")), version="0.1.0")
    wanted = expected(*question("twins"), counted=False)
    for form, read in READERS.values():
        assert plain(read(FORMATS[form](content))) == wanted
    assert faults("graph", json.loads(FORMATS["json"](content))) == []
    assert graphviz("gc", "-n", "-e", text=FORMATS["dot"](content)).split()[:2] == ["45", "89"]


def test_birthdays_are_refused() -> None:
    asked = prepare_number(1, find_rules("geburtstag", deck="2x4", target="1111"))
    with pytest.raises(GehtaufError, match="only state graphs of Quadrat and Zudecken"):
        graph_content(graph_of(asked), version="0.1.0")


# ---- Hostile text --------------------------------------------------------------------------------

HOSTILE = '</data>]]><b a=\'"&amp;\\N\\" ♥é <!-- \U0001f0a1 {x|y}'


def named(deal: str) -> dict[str, str]:
    """Return a small graph of a deal of some name in every format."""
    content = graph_content(analysed("stuck"), version="0.1.0", deal=deal)
    return {form: write(content) for form, write in FORMATS.items()}


def dot_strings(text: str) -> list[str]:
    """Return the quoted strings of DOT as their escapes mean them; nothing may be outside."""
    strings = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    outside = re.sub(r'"((?:[^"\\]|\\.)*)"', "", text)
    assert re.fullmatch(r"[\w\s{}\[\]=,;>-]*", outside, re.ASCII), outside
    return [re.sub(r"\\(.)", r"\1", string) for string in strings]


@pytest.mark.promise(29)
@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1, max_size=40))
@example(HOSTILE)
@example("\\")
@example('\\"')
@example(" \t\r\n")
def test_names_come_back(name: str) -> None:
    wanted = "".join("\ufffd" if unfit(c) else c for c in name)
    texts = named(name)
    for form, read in READERS.values():
        assert read(texts[form]).about["deal"] == wanted
    assert wanted in dot_strings(texts["dot"])
    assert texts["json"].isascii()
    assert all(text.encode() for text in texts.values())
    assert texts["dot"].count("\n") == named("z1")["dot"].count("\n")


def unfit(character: str) -> bool:
    code = ord(character)
    return code < 32 or 127 <= code < 160 or code in (0x2028, 0x2029, 0xFFFE, 0xFFFF)


@pytest.mark.promise(29)
@pytest.mark.parametrize("character", ["\0", "\x1b", "\n", "\r", "\x85", "\ud800", "\uffff"])
def test_unfit_characters_are_replaced(character: str) -> None:
    for form, read in READERS.values():
        assert read(named(f"a{character}b")[form]).about["deal"] == "a\ufffdb"


@pytest.mark.promise(30)
def test_graphviz_draws_hostile_names_as_they_are() -> None:
    drawing = ET.fromstring(graphviz("dot", "-Tsvg", text=named(HOSTILE)["dot"]))
    texts = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert f"quadrat with deck = 4x4, deal {HOSTILE}" in texts
    assert dot_by_graphviz(named("A&B")["dot"]).about["deal"] == "A&B"


@pytest.mark.promise(29, 30)
def test_every_attribute_is_escaped() -> None:
    """Not only the name, which alone comes from outside today."""
    node = {"verdict": "unknown", "won": False, "stock": 0, "layer": 0, "face_up": HOSTILE}
    about = {"variant": HOSTILE, "truncated": False, "pruned": False, "lines": str(2**70)}
    content = Content(
        about,
        [Node("s0", node), Node("s1", {**node, "layer": 2})],
        [Edge("s0", "s1", {"take": HOSTILE})],
    )
    for form, read in READERS.values():
        seen = read(FORMATS[form](content))
        assert seen.about == about
        assert seen.nodes == {"s0": node, "s1": {**node, "layer": 2}}
        assert seen.edges == {("s0", "s1"): {"take": HOSTILE}}
    assert dot_strings(FORMATS["dot"](content)).count(HOSTILE) == 4  # the label of the edge differs
    assert graphviz("gc", "-n", "-e", text=FORMATS["dot"](content)).split()[:2] == ["2", "1"]


@pytest.mark.promise(29)
def test_a_deal_without_a_name_has_none() -> None:
    for form, read in READERS.values():
        assert "deal" not in read(text_of(form, "stuck")).about
        assert "deal" not in read(text_of(form, "stuck", deal="")).about
        assert read(text_of(form, "stuck", deal="z1")).about["deal"] == "z1"


# ---- The drawing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "limit"), [("twins", None), ("lost", None), ("won", 40)])
def test_rows_of_the_drawing_are_the_layers(case: str, limit: int | None) -> None:
    graph = graph_of(question(case), max_states=limit)
    content = graph_content(graph if limit else Analysis(graph), version="0.1.0")
    layers = {node.id: int(node.attributes["layer"]) for node in content.nodes}
    assert len(set(layers.values())) == max(layers.values()) + 1 > 3
    lines = graphviz("dot", "-Tplain", text=FORMATS["dot"](content)).splitlines()
    heights = {words[1]: float(words[3]) for line in lines if (words := line.split())[0] == "node"}
    assert set(heights) == set(layers)
    rows = sorted({(layers[name], -height) for name, height in heights.items()})
    assert len(rows) == len({height for _, height in rows}) == len(set(layers.values()))
    assert rows == sorted(rows, key=lambda row: row[1])


@pytest.mark.promise(36)
def test_colour_is_never_the_only_sign() -> None:
    shapes: dict[str, set[tuple[str, str]]] = {}
    for case in ("won", "lost"):
        seen = dot_by_graphviz(text_of("dot", case))
        for node in seen.nodes.values():
            shapes.setdefault(node["verdict"], set()).add((node["shape"], node["fillcolor"]))
            assert node["label"].endswith(("won", "left", "%"))
            assert (node["peripheries"] == "2") if node["won"] == "true" else True
        styles = {(edge["keeps_win"], edge.get("style", "")) for edge in seen.edges.values()}
        assert styles <= {("true", ""), ("false", "dashed")}
    truncated = graph_content(graph_of(question("won"), max_states=20), version="0.1.0")
    for node in dot_by_graphviz(FORMATS["dot"](truncated)).nodes.values():
        shapes.setdefault(node["verdict"], set()).add((node["shape"], node["fillcolor"]))
        assert ("dashed" in node["style"]) is (node["explored"] == "false")
    assert [len(looks) for looks in shapes.values()] == [1, 1, 1]
    assert len({shape for looks in shapes.values() for shape, _ in looks}) == 3


def test_chances_are_never_rounded_to_what_they_are_not() -> None:
    labels = {}
    for exact, value in [("1/1", 1.0), ("999999/1000000", 0.999999), ("1/1000000", 1e-6)]:
        node = {"verdict": "won", "won": False, "stock": 0, "layer": 0, "face_up": "AC"}
        node |= {"random_win": exact, "random_win_value": value}
        about = {"variant": "zudecken", "truncated": False, "pruned": False}
        text = FORMATS["dot"](Content(about, [Node("s0", node)], []))
        [labels[exact]] = re.findall(r"random win ([0-9.]+%)", text)
    assert labels == {"1/1": "100%", "999999/1000000": "99.9%", "1/1000000": "0.1%"}


def test_moves_are_labelled_in_small_drawings_only() -> None:
    small, large = text_of("dot", "twins"), text_of("dot", "wide")
    for text, says, hasty in ((small, "label", False), (large, "tooltip", True)):
        edges = [line for line in text.splitlines() if " -> " in line]
        assert all(re.search(rf'\[{says}="([^"]+)".* take="\1"', edge) for edge in edges)
        assert (len(edges) > 300) is hasty is ("nslimit" in text)


# ---- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "form"),
    [("z1.graphml", "graphml"), ("a.b/z1.DOT", "dot"), (Path("x") / "z.json", "json")],
)
def test_suffix_tells_the_format(path: str | Path, form: str) -> None:
    assert format_of(path) == form


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("z1", "z1"),
        ("a.dot/z1", "a.dot/z1"),
        (".json", ".json"),
        ("", ""),
        ("z1.", "."),
        ("z1.gml", ".gml"),
        ("z1.json.gz", ".gz"),
    ],
)
def test_unknown_suffix_is_refused(path: str, read: str) -> None:
    with pytest.raises(SettingError, match=r"suffix.*one of: \.dot, \.graphml, \.json") as refused:
        format_of(path)
    assert refused.value.text == read


@pytest.mark.promise(16)
def test_files_are_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "from hashlib import sha256\n"
        "from reports.graphs import FORMATS, graph_content\n"
        "from solver.analysis import Analysis\n"
        "from solver.games import make_game\n"
        "from solver.graph import StateGraph\n"
        "from solver.prepare import prepare_number\n"
        "from solver.rules import find_rules\n"
        "asked = prepare_number(1, find_rules('zudecken', deck='2*2x4', width=3))\n"
        "content = graph_content(Analysis(StateGraph(make_game(*asked))), version='0.1.0')\n"
        "print(*(sha256(write(content).encode()).hexdigest() for write in FORMATS.values()))\n"
        "import sys; assert 'networkx' not in sys.modules\n"
    )
    root = Path(__file__).parents[2]
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(told) == 1
    assert len(set(told.pop().split())) == 3


@pytest.mark.parametrize("form", FORMATS)
def test_text_reaches_the_file_unchanged(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"z1.{form}"
    text = text_of(form, "stuck", deal="Größe ♥")
    with Output(str(path), None) as output:
        output.write(text)
    assert path.read_bytes() == text.encode()
    assert text.endswith("\n")
    if form == "graphml":
        import networkx as nx

        assert nx.read_graphml(path).graph["deal"] == "Größe ♥"
        assert ET.parse(path).getroot().tag.endswith("graphml")
        assert not re.search("True|False", text)
