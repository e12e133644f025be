"""The other modules of a package, for registries that find what there is instead of listing it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def siblings(name: str) -> Iterator[ModuleType]:
    """Import the modules that stand beside one in its package, in the order of their names.

    Examples
    --------
    >>> [module.__name__ for module in siblings("deals.cards")][0]
    'deals.deal'
    """
    package = name.rpartition(".")[0]
    for found in iter_modules(import_module(package).__path__):
        if f"{package}.{found.name}" != name:
            yield import_module(f"{package}.{found.name}")
