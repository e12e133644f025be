"""The exit codes; where several apply, the first in this order that applies."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, which would slow the start
if TYPE_CHECKING:
    from collections.abc import Mapping

TERMINATED = 143
INTERRUPTED = 130
BAD_INPUT = 2
CANNOT_WRITE = 5
REFUSED = 4
UNDECIDED = 3
LOST = 1
DONE = 0


def exit_code(verdicts: Mapping[str, int], *, tell: bool) -> int:
    """Return the exit code for deals of some verdicts.

    Parameters
    ----------
    verdicts : mapping
        How many deals had each verdict.
    tell : bool
        Whether the code is to tell of lost and undecided deals, too.

    Examples
    --------
    >>> exit_code({"won": 3, "lost": 1}, tell=False), exit_code({"won": 3, "lost": 1}, tell=True)
    (0, 1)
    """
    if verdicts.get("error"):
        return BAD_INPUT
    if tell and (verdicts.get("undecided") or verdicts.get("chance")):
        return UNDECIDED
    return LOST if tell and verdicts.get("lost") else DONE
