"""The formats of state graphs by name, and the format that a file's name asks for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from deals.errors import unknown_name
from reports.graphs.content import Content
from reports.graphs.dot import to_dot
from reports.graphs.graphml import to_graphml
from reports.graphs.nodelink import to_nodelink

FORMATS: Mapping[str, Callable[[Content], str]] = {
    "graphml": to_graphml,
    "dot": to_dot,
    "json": to_nodelink,
}


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of a file's name stands for.

    Raises
    ------
    SettingError
        If the name has no suffix, or one that is no format's.

    Examples
    --------
    >>> format_of("graphs/z1.GraphML")
    'graphml'
    >>> format_of("z1.jsn")
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: unknown suffix of a state graph; did you mean .json? (read ...
    """
    path = os.fspath(path)
    suffix = os.path.splitext(path)[1]
    name = suffix.removeprefix(".").lower()
    if name not in FORMATS:
        raise unknown_name("suffix of a state graph", suffix or path, [f".{f}" for f in FORMATS])
    return name
