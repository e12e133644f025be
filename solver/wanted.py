"""Looking for numbered deals of a wanted kind: won or lost, easy or hard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deals.errors import SettingError
from solver.analysis import Analysis
from solver.difficulty import DIFFICULTIES, difficulty
from solver.games import Verdict
from solver.graph import StateGraph
from solver.prepare import Question, prepare_number
from solver.rules import Rules, variant_name
from solver.solve import DEFAULT_MAX_STATES, solve

WORDS = tuple(word for word, _ in DIFFICULTIES)


def is_wanted(
    question: Question,
    want: Verdict,
    hard: str | None = None,
    *,
    max_states: int | None = DEFAULT_MAX_STATES,
) -> bool:
    """Tell whether a deal has a verdict and, if it is asked for, a difficulty.

    Parameters
    ----------
    question : Question
        The deal and its rules.
    want : Verdict
        Won or lost.
    hard : str, optional
        A word of `solver.difficulty.DIFFICULTIES`.
    max_states : int, optional
        A deal that needs more states is not wanted: nobody knows what it is.

    Returns
    -------
    bool

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> is_wanted(prepare_number(4, find_rules("zudecken")), Verdict.WON, "hard")
    True
    """
    solution = solve(*question, max_states=max_states)
    if solution.verdict is not want:
        return False
    if hard is None:
        return True
    graph = StateGraph(solution.game, max_states=max_states)
    return not graph.truncated and difficulty(Analysis(graph)) == hard


def check_wanted(rules: Rules, want: Verdict, hard: str | None) -> None:
    """Refuse to look for what is known not to exist.

    Raises
    ------
    SettingError
        If a theorem says that no deal can be won, or if a difficulty goes with a lost deal or
        with a game whose choices decide nothing.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> check_wanted(find_rules("quadrat", deck="3x4"), Verdict.WON, None)
    Traceback (most recent call last):
    ...
    deals.errors.SettingError: no deal of quadrat with deck = 3x4 can be won (expected goal = stock)
    """
    if want is not Verdict.WON and hard is not None:
        raise SettingError("only a deal that can be won is easy or hard", expected="--want won")
    any_deal = solve(*prepare_number(0, rules), max_states=1)
    if any_deal.theorem is None:
        return
    if want is Verdict.WON and any_deal.theorem.reason["kind"] == "never":
        raise SettingError(f"no deal of {variant_name(rules)} can be won", expected="goal = stock")
    if hard is not None:
        raise SettingError(
            f"no deal of {variant_name(rules)} is easy or hard: choices decide nothing in it",
            expected="--want alone",
        )


def look_for(
    rules: Rules, numbers: Iterable[int], want: Verdict, hard: str | None = None
) -> Iterator[Question | None]:
    """Yield each numbered deal that is wanted, and None for each that is not.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        The rules in force.
    numbers : iterable of int
        The deals to look at, in this order.
    want, hard
        See `is_wanted`; `check_wanted` tells whether they make sense.

    Yields
    ------
    Question or None
        None lets a caller show progress and stop at any time.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> found = look_for(find_rules("quadrat"), range(10), Verdict.WON)
    >>> [question.deal.number for question in found if question]
    [3, 4, 5]
    """
    for number in numbers:
        question = prepare_number(number, rules)
        yield question if is_wanted(question, want, hard) else None
