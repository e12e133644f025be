"""The best play with the stock face down: its exact value for the family of Quadrat and Zudecken.

Nothing heavy is imported before `build`, `load` or `Table` is used.
"""

from solver.odds.facedown.exact import Exact
from solver.odds.facedown.game import FaceDownGame, Position
from solver.odds.facedown.values import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solver.odds.facedown.table import Table, build, error_bound, load

__all__ = [
    "Exact",
    "FaceDownGame",
    "Position",
    "Table",
    "Values",
    "build",
    "error_bound",
    "load",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("solver.odds.facedown.table"), name)
    raise AttributeError(f"module 'solver.odds.facedown' has no attribute {name!r}")
