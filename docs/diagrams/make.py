"""The diagrams of the documentation, drawn from the games themselves.

Draw them all anew, after a change that is meant to change them, with

    python -m docs.diagrams.make
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from docs.diagrams import games, theory

DIAGRAMS: Mapping[str, Callable[[], str]] = {
    "quadrat": games.quadrat,
    "zudecken": games.zudecken,
    "geburtstag": games.geburtstag,
    "quadrat-parity": theory.parity,
    "geburtstag-exchange": theory.exchange,
    "zudecken-graph": theory.state_graph,
}
"""Each file, without its ending, and the function that returns its text."""

FOLDER = Path(__file__).parent


if __name__ == "__main__":
    for name, draw in DIAGRAMS.items():
        FOLDER.joinpath(f"{name}.svg").write_text(draw(), encoding="utf-8", newline="\n")
