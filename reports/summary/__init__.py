"""Summaries of results folders: names only, handed on when they are asked for."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reports.summary.record import report, report_record
    from reports.summary.summary import Summary, summarize

__all__ = ["Summary", "report", "report_record", "summarize"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in __all__:
        module = "summary" if name in {"Summary", "summarize"} else "record"
        return getattr(import_module(f"reports.summary.{module}"), name)
    raise AttributeError(f"module 'reports.summary' has no attribute {name!r}")
