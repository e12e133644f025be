"""The formats of state graphs: every module of this package with a ``SUFFIX`` and a ``write``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from deals.errors import unknown_name
from reports.graphs.content import Content
from solver.siblings import siblings

FORMATS: Mapping[str, Callable[[Content], str]] = {
    module.SUFFIX: module.write for module in siblings(__name__) if hasattr(module, "SUFFIX")
}
"""What writes a state graph, by the suffix of its files."""


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
