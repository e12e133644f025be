"""A state graph as GraphML: XML that networkx, igraph, Gephi and yEd open."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from reports.graphs.content import Attributes, Content, Value

_TYPES: dict[type, str] = {str: "string", int: "long", float: "double", bool: "boolean"}
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_HEAD = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd">
"""


def to_graphml(content: Content) -> str:
    """Return a state graph as GraphML.

    Examples
    --------
    >>> from reports.graphs.content import Edge, Node
    >>> nodes = [Node("s0", {"won": False}), Node("s1", {"won": True})]
    >>> text = to_graphml(Content({"game": "quadrat"}, nodes, [Edge("s0", "s1", {"take": "AC"})]))
    >>> print(text[text.index(" <graph"):], end="")
     <graph id="states" edgedefault="directed"><data key="graph.game">quadrat</data>
      <node id="s0"><data key="node.won">false</data></node>
      <node id="s1"><data key="node.won">true</data></node>
      <edge source="s0" target="s1"><data key="edge.take">AC</data></edge>
     </graph>
    </graphml>

    Notes
    -----
    Each attribute has one type. Whole numbers are ``long`` and stay far within its 64 bits; the
    counts that may outgrow it are ``string``. The writer of networkx is not used because it
    writes ``True`` and ``False``, which XML Schema does not count as booleans, and other bytes
    where lxml is installed.

    References
    ----------
    GraphML Primer, http://graphml.graphdrawing.org/primer/graphml-primer.html
    """
    return _HEAD + "".join(f"{line}\n" for line in _lines(content))


def _lines(content: Content) -> Iterator[str]:
    yield from _keys("graph", content.about)
    if content.nodes:
        yield from _keys("node", content.nodes[0].attributes)  # all nodes have the same
    if content.edges:
        yield from _keys("edge", content.edges[0].attributes)
    yield f' <graph id="states" edgedefault="directed">{_data("graph", content.about)}'
    for node in content.nodes:
        yield f'  <node id="{node.id}">{_data("node", node.attributes)}</node>'
    for edge in content.edges:
        ends = f'source="{edge.source}" target="{edge.target}"'
        yield f"  <edge {ends}>{_data('edge', edge.attributes)}</edge>"
    yield " </graph>"
    yield "</graphml>"


def _keys(of: str, attributes: Attributes) -> Iterator[str]:
    """Declare attributes; nodes and edges name them by keys that tell what they belong to."""
    for name, value in attributes.items():
        kind = f'attr.name="{name}" attr.type="{_TYPES[type(value)]}"'
        yield f' <key id="{of}.{name}" for="{of}" {kind}/>'


def _data(of: str, attributes: Attributes) -> str:
    return "".join(
        f'<data key="{of}.{name}">{escape(_text(value))}</data>'
        for name, value in attributes.items()
    )


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


SUFFIX, write = "graphml", to_graphml
