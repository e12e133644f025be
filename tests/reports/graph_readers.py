"""Files of state graphs, read by other programs, and what the oracle says should be in them."""

from __future__ import annotations

import json
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any, NamedTuple

import brute
import networkx as nx
import pytest

from deals.deal import Deal
from solver.rules import CoveringRules

Attributes = dict[str, Any]


class Seen(NamedTuple):
    """What a reader finds: of the graph, of each node, of each edge by its two ends."""

    about: Attributes
    nodes: dict[str, Attributes]
    edges: dict[tuple[str, str], Attributes]


# ---- Readers -------------------------------------------------------------------------------------


def graphml_by_networkx(text: str) -> Seen:
    # The reader leaves its own two empty defaults among the attributes of the graph.
    seen = _of_networkx(nx.parse_graphml(text))
    return seen._replace(about={k: v for k, v in seen.about.items() if not k.endswith("_default")})


def json_by_networkx(text: str) -> Seen:
    return _of_networkx(nx.node_link_graph(json.loads(text), edges="edges"))


def _of_networkx(graph: Any) -> Seen:
    assert type(graph) is nx.DiGraph
    nodes = {node: dict(attributes) for node, attributes in graph.nodes(data=True)}
    edges = {(a, b): dict(attributes) for a, b, attributes in graph.edges(data=True)}
    return Seen(dict(graph.graph), nodes, edges)


_READ = {
    "string": str,
    "long": int,
    "double": float,
    "boolean": {"true": True, "false": False}.__getitem__,
}


def graphml_by_xml(text: str) -> Seen:
    """Read GraphML by nothing but its own declarations; what they do not allow is an error."""
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ET.fromstring(text)
    keys = {}
    for key in root.findall("g:key", space):
        assert key.attrib["id"] not in keys
        keys[key.attrib["id"]] = key.attrib
    [graph] = root.findall("g:graph", space)
    assert graph.get("edgedefault") == "directed"

    def data(element: ET.Element, of: str) -> Attributes:
        found: Attributes = {}
        for item in element.findall("g:data", space):
            key = keys[item.attrib["key"]]
            assert key["for"] == of
            assert key["attr.name"] not in found
            found[key["attr.name"]] = _READ[key["attr.type"]](item.text or "")
        for name, value in found.items():
            assert type(value) is not int or -(2**63) <= value < 2**63, name
        return found

    nodes = [(node.attrib["id"], data(node, "node")) for node in graph.findall("g:node", space)]
    edges = [
        ((edge.attrib["source"], edge.attrib["target"]), data(edge, "edge"))
        for edge in graph.findall("g:edge", space)
    ]
    assert len(dict(nodes)) == len(nodes)
    assert len(dict(edges)) == len(edges)
    return Seen(data(graph, "graph"), dict(nodes), dict(edges))


_LIST_ALL = r"""
BEGIN { string a; }
BEG_G { for (a = fstAttr($G, "G"); a != ""; a = nxtAttr($G, "G", a))
          printf("graph\t\t%s\t%s\n", a, aget($G, a)); }
N { for (a = fstAttr($G, "N"); a != ""; a = nxtAttr($G, "N", a))
      printf("node\t%s\t%s\t%s\n", $.name, a, aget($, a)); }
E { for (a = fstAttr($G, "E"); a != ""; a = nxtAttr($G, "E", a))
      printf("edge\t%s %s\t%s\t%s\n", $.tail.name, $.head.name, a, aget($, a)); }
"""


def graphviz(*command: str, text: str) -> str:
    """Run one of Graphviz' programs on a text; skip the test where there is none."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"Graphviz is not installed: there is no {command[0]}")
    ran = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def dot_by_graphviz(text: str) -> Seen:
    """Read DOT by Graphviz; all values are texts, and an empty one is no value."""
    seen = Seen({}, {}, {})
    for line in graphviz("gvpr", _LIST_ALL, text=text).splitlines():
        of, who, name, value = line.split("\t")
        if of == "graph":
            found = seen.about
        elif of == "node":
            found = seen.nodes.setdefault(who, {})
        else:
            tail, head = who.split()
            found = seen.edges.setdefault((tail, head), {})
        if value:
            found[name] = value
    return seen


def as_texts(attributes: Mapping[str, Any]) -> Attributes:
    """Return attributes as DOT writes them."""
    return {k: str(v).lower() if v in (True, False) else str(v) for k, v in attributes.items()}


# ---- The oracle ----------------------------------------------------------------------------------


def oracle(rules: CoveringRules, deal: Deal) -> brute.Covering:
    settings = brute.Settings(
        rules.match, frozenset(rules.sizes), rules.cover, rules.goal, rules.width
    )
    return brute.Covering(deal.cards, settings)


def positions(game: brute.Covering) -> list[brute.Position]:
    """Return all positions breadth-first, in the order of the moves."""
    found = [game.start()]
    seen = set(found)
    for position in found:
        for after in game.successors(position):
            if after not in seen:
                seen.add(after)
                found.append(after)
    return found


def expected(rules: CoveringRules, deal: Deal, *, counted: bool = True) -> Seen:
    """Return what a file of a whole state graph should hold, from the oracle alone."""
    game = oracle(rules, deal)
    found = positions(game)
    ids = {position: f"s{number}" for number, position in enumerate(found)}
    left = sorted({game.left_at(position) for position in found}, reverse=True)

    def cards(places: Any) -> str:
        at = deal.deck.packs > 1
        names = (_letters(deal.cards[place]) + f"@{place}" * at for place in sorted(places))
        return " ".join(names) or "-"

    nodes, edges = {}, {}
    for position in found:
        chance = game.random_win(position)
        counts = {
            "verdict": game.verdict(position),
            "winning_lines": str(game.winning_lines(position)),
            "lines": str(game.lines(position)),
            "random_win": f"{chance.numerator}/{chance.denominator}",
            "random_win_value": chance.numerator / chance.denominator,
            "cards_left": game.cards_left(position),
        }
        nodes[ids[position]] = {
            **(counts if counted else {"verdict": "unknown"}),
            "won": game.is_won(position),
            "dealt": position[0],
            "gone": len(deal.cards) - game.left_at(position),
            "stock": len(deal.cards) - position[0],
            "face_up": cards(position[1]),
            "layer": left.index(game.left_at(position)),
        }
        for group in game.legal_groups(position):
            after = game.after(position, group)
            judged = {"keeps_win": game.winnable(after)} if counted else {}
            edges[ids[position], ids[after]] = {"take": cards(group), **judged}
    about = {
        "version": "0.1.0",
        "game": rules.game,
        "cards": " ".join(map(_letters, deal.cards)),
        "truncated": False,
        "pruned": False,
        "states": len(nodes),
        "transitions": len(edges),
    }
    return Seen(about, nodes, edges)


def _letters(card: int) -> str:
    return "A23456789TJQK"[card % 13] + "CSHD"[card // 13]
