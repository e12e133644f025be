"""Hand out the JSON Schemas that lie beside this module, one for each record of the project."""

from __future__ import annotations

import json
from difflib import get_close_matches
from importlib.resources import files
from typing import cast

_SUFFIX = ".schema.json"
_FOLDER = files(__package__ or "reports.schemas")


def names() -> tuple[str, ...]:
    """Return the names of all schemas in alphabetical order.

    Examples
    --------
    >>> names()
    ('advise', 'analyze', 'deals', 'graph', 'manifest', 'odds', 'report', 'solve')
    """
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def load_schema(name: str) -> dict[str, object]:
    """Return a schema (JSON Schema, draft 2020-12) as plain values.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    dict of str to object
        A new object at each call, so that a caller may change it.

    Raises
    ------
    ValueError
        If there is no schema of this name.

    Examples
    --------
    >>> load_schema("solve")["title"]
    'The result for one deal'
    >>> load_schema("solv")
    Traceback (most recent call last):
    ...
    ValueError: no schema 'solv'; did you mean solve? There are: advise, analyze, deals, ...

    Notes
    -----
    Each schema stands alone: it refers to nothing outside itself and needs no registry.
    """
    known = names()
    if name not in known:
        near = get_close_matches(name, known)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise ValueError(f"no schema {name!r}; {hint}There are: {', '.join(known)}")
    text = _FOLDER.joinpath(name + _SUFFIX).read_text(encoding="utf-8")
    return cast("dict[str, object]", json.loads(text))
