"""gehtauf: does the patience come out? The public functions; each is imported when first used.

Examples
--------
>>> import gehtauf
>>> solution = gehtauf.solve(gehtauf.deal("zudecken", 1))
>>> str(solution.verdict), len(solution.line)
('won', 25)
"""

from gehtauf._version import __version__

TYPE_CHECKING = False  # as typing has it; importing typing would double the time of --version
if TYPE_CHECKING:
    from gehtauf.api import (
        GehtaufError,
        advise,
        analyze,
        batch,
        deal,
        load,
        odds,
        record,
        report,
        rules,
        solve,
        summarize,
        trace,
        verify,
    )

__all__ = [
    "GehtaufError",
    "__version__",
    "advise",
    "analyze",
    "batch",
    "deal",
    "load",
    "odds",
    "record",
    "report",
    "rules",
    "solve",
    "summarize",
    "trace",
    "verify",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("gehtauf.api"), name)
    raise AttributeError(f"module 'gehtauf' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
