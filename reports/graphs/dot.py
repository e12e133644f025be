"""A state graph as DOT, ready to be drawn by Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reports.graphs.content import UNKNOWN, Attributes, Content, Node
from solver.games import Verdict

# Colour is never the only sign: each verdict has a shape and is written in the node, too.
_NODES: Mapping[str, Mapping[str, str]] = {
    Verdict.WON: {"shape": "ellipse", "fillcolor": "#b5e3c0", "color": "#1b6b34"},
    Verdict.LOST: {"shape": "box", "fillcolor": "#dcdcdc", "color": "#6b6b6b"},
    UNKNOWN: {"shape": "hexagon", "fillcolor": "#ffffff", "color": "#444444"},
}
_EDGES: Mapping[object, Mapping[str, str]] = {
    True: {"color": "#1b6b34"},
    False: {"color": "#8a8a8a", "style": "dashed"},
    None: {"color": "#444444"},
}
# Edges of a graph that is drawn with care. In a larger one labels would overlap and take four
# times as long, and so would the best place for every node (nslimit bounds the search for it).
_MOST_WITH_CARE = 300
_HASTE = {"nslimit": 1}
_HEAD = """\
  rankdir="TB"; labelloc="t"; fontname="sans-serif";
  node [fontname="sans-serif", fontsize="10", margin="0.05", style="filled"];
  edge [fontname="sans-serif", fontsize="8", arrowsize="0.6"];
"""


def to_dot(content: Content) -> str:
    r"""Return a state graph in the DOT language.

    Examples
    --------
    >>> from solver.analysis import Analysis
    >>> from solver.games import Covering
    >>> from solver.graph import StateGraph
    >>> from solver.rules import find_rules
    >>> from reports.graphs.content import graph_content
    >>> game = Covering(find_rules("quadrat", deck="1x4"), [0, 13, 26, 39])
    >>> text = to_dot(graph_content(Analysis(StateGraph(game)), version="0.1.0"))
    >>> print(text.splitlines()[5].partition(", shape")[0])
      s0 [label="AC AS AH AD\nstock 0\nlost, 4 left"

    Notes
    -----
    Every row holds the states of one layer without the help of ranks or hidden nodes: an edge is
    at least as long as the layers it crosses (``minlen``), and the drawing with the shortest
    edges is the one in which all are exactly so long. All attributes are in the file, by their
    own names, beside those that Graphviz knows; what Graphviz does not know it passes on. In a
    large graph the cards taken are no labels but tooltips, which SVG shows under the pointer.

    References
    ----------
    The DOT language, https://graphviz.org/doc/info/lang.html; the escapes of labels,
    https://graphviz.org/docs/attr-types/escString/
    """
    return "".join(f"{line}\n" for line in _lines(content))


def _lines(content: Content) -> Iterator[str]:
    layers = {node.id: int(node.attributes["layer"]) for node in content.nodes}
    yield "digraph states {"
    large = len(content.edges) > _MOST_WITH_CARE
    drawn: dict[str, object] = {"label": _title(content.about), **(_HASTE if large else {})}
    yield f"  graph {_list({**drawn, **content.about})};"
    yield _HEAD.rstrip("\n")
    for node in content.nodes:
        yield f"  {node.id} {_list({**_look(node), **node.attributes})};"
    says = "tooltip" if large else "label"
    for edge in content.edges:
        long = layers[edge.target] - layers[edge.source]
        drawn = {says: edge.attributes["take"], **_EDGES[edge.attributes.get("keeps_win")]}
        if long > 1:
            drawn["minlen"] = long
        yield f"  {edge.source} -> {edge.target} {_list({**drawn, **edge.attributes})};"
    yield "}"


def _title(about: Attributes) -> str:
    deal = f", deal {about['deal']}" if "deal" in about else ""
    marks = [mark for mark in ("truncated", "pruned") if about[mark] is True]
    return f"{about['variant']}{deal}{''.join(f' ({mark})' for mark in marks)}"


def _look(node: Node) -> dict[str, object]:
    """Return how a state is drawn: a win has two rims, the start a bold one."""
    facts = node.attributes
    look: dict[str, object] = {"label": _label(facts), **_NODES[str(facts["verdict"])]}
    if facts["won"]:
        look["peripheries"] = 2
    if node.id == "s0":
        look["style"] = "filled,bold"
    elif facts.get("explored") is False:
        look["style"] = "filled,dashed"
    return look


def _label(facts: Attributes) -> str:
    lines = [facts["face_up"], f"stock {facts['stock']}"]
    if facts["verdict"] == Verdict.WON:
        lines.append("won" if facts["won"] else f"random win {_percent(facts)}")
    elif facts["verdict"] == Verdict.LOST:
        lines.append(f"lost, {facts['cards_left']} left")
    return "\n".join(map(str, lines))


def _percent(facts: Attributes) -> str:
    """Return the chance in percent; what is neither sure nor hopeless never looks so."""
    value = float(facts["random_win_value"])
    return "100%" if facts["random_win"] == "1/1" else f"{min(max(value, 0.001), 0.999):.1%}"


def _list(attributes: Mapping[str, object]) -> str:
    """Return attributes in brackets, every value quoted."""
    pairs = (f"{name}={_quoted(name, value)}" for name, value in attributes.items())
    return f"[{', '.join(pairs)}]"


def _quoted(name: str, value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    # Labels are drawn with their backslashes undone, and with HTML's entities for characters.
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text.replace("&", "&amp;") if name == "label" else text}"'


SUFFIX, write = "dot", to_dot
