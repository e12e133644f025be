"""The referee: checks what a solve record claims, with rule code of its own.

It shares nothing with the programs that find solutions: it imports `deals` and knows no presets.
It plays by the rules that stand in the record, counts again what the record counts, and refuses
whatever does not follow. A sceptic reads `record`, then `covering` (Quadrat and Zudecken) and
`geburtstag`; `reading` holds the small tools.
"""

from solver.referee.record import verify

__all__ = ["verify"]
