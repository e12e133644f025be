"""A state graph as JSON in the node-link form of networkx and D3."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from reports.graphs.content import SCHEMA, Content


def to_nodelink(content: Content) -> str:
    """Return a state graph as a JSON object, each node and each edge on a line of its own.

    Examples
    --------
    >>> from reports.graphs.content import Edge, Node
    >>> nodes = [Node("s0", {"won": False}), Node("s1", {"won": True})]
    >>> edges = [Edge("s0", "s1", {"take": "AC"})]
    >>> print(to_nodelink(Content({"game": "quadrat"}, nodes, edges)), end="")
    {"schema": "gehtauf/graph@1", "directed": true, "multigraph": false,
    "graph": {"game": "quadrat"},
    "nodes": [
    {"id": "s0", "won": false},
    {"id": "s1", "won": true}
    ],
    "edges": [
    {"source": "s0", "target": "s1", "take": "AC"}
    ]}

    Notes
    -----
    ``networkx.node_link_graph(json.loads(text), edges="edges")`` reads it. In ASCII, in the form
    of the JSON Schema ``graph``.
    """
    nodes = ({"id": node.id, **node.attributes} for node in content.nodes)
    edges = ({"source": e.source, "target": e.target, **e.attributes} for e in content.edges)
    return (
        f'{{"schema": {_json(SCHEMA)}, "directed": true, "multigraph": false,\n'
        f'"graph": {_json(content.about)},\n'
        f'"nodes": [{_rows(nodes)}],\n'
        f'"edges": [{_rows(edges)}]}}\n'
    )


def _rows(items: Iterator[Mapping[str, object]]) -> str:
    text = ",\n".join(map(_json, items))
    return f"\n{text}\n" if text else ""


def _json(value: object) -> str:
    return json.dumps(value, allow_nan=False)


SUFFIX, write = "json", to_nodelink
