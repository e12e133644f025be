"""State graphs as files: names only, see content.py, graphml.py, dot.py and nodelink.py."""

from reports.graphs.content import Content, Edge, Node, graph_content
from reports.graphs.dot import to_dot
from reports.graphs.formats import FORMATS, format_of
from reports.graphs.graphml import to_graphml
from reports.graphs.nodelink import to_nodelink

__all__ = [
    "FORMATS",
    "Content",
    "Edge",
    "Node",
    "format_of",
    "graph_content",
    "to_dot",
    "to_graphml",
    "to_nodelink",
]
