"""The public functions: from a game's name and a deal to a verdict, a trace and a checked proof."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO
from weakref import finalize

from deals.errors import GehtaufError as GehtaufError
from deals.files import Entry, Setting
from deals.files import load as load_entries
from deals.files import loads as loads_entries
from gehtauf._version import __version__
from gehtauf.api_batch import batch as batch
from gehtauf.api_batch import report as report
from gehtauf.api_batch import summarize as summarize
from gehtauf.api_odds import advise as advise
from gehtauf.api_odds import odds as odds
from solver import record as _record
from solver import referee
from solver import solve as _solve
from solver import trace as _trace
from solver.prepare import Question, prepare, prepare_number
from solver.rules import Rules, find_rules
from solver.solve import DEFAULT_MAX_STATES, Solution

if TYPE_CHECKING:
    from solver.analyze import DealAnalysis


def rules(game: str, **settings: object) -> Rules:
    """Return the rules of a game or named variant, some settings changed.

    Parameters
    ----------
    game : str
        ``"quadrat"``, ``"zudecken"``, ``"geburtstag"``, an alias or a named variant.
    **settings : object
        For example ``deck="skat32"``, ``cover="group"``, ``passes=3``.

    Returns
    -------
    CoveringRules or BirthdayRules
        Every rule in force, as the fields of a frozen dataclass.

    Raises
    ------
    SettingError
        If a name or a value is unknown, or the game has no such setting.

    Examples
    --------
    >>> rules("zudecken", cover="group").group_sizes
    (2, 3, 4)
    """
    return find_rules(game, **settings)


def deal(game: str, cards: int | str | Sequence[str], **settings: object) -> Question:
    """Return a deal with its rules, by number or from its cards.

    Parameters
    ----------
    game : str
        As for `rules`.
    cards : int, str or sequence of str
        A deal number from 0 to 2^64 - 1; or the cards, first card dealt first, as in a deal file
        (``/`` between the orders of Der Geburtstag).
    **settings : object
        As for `rules`.

    Returns
    -------
    Question
        The ``rules`` and the ``deal``, as `solve` takes them.

    Raises
    ------
    GehtaufError
        If a setting is wrong, a card cannot be read, or the cards are not those of the deck.

    Examples
    --------
    >>> deal("quadrat", "AC 2C AS 2S AH 2H AD 2D", deck="2x4").deal.cards
    (0, 1, 13, 14, 26, 27, 39, 40)
    """
    wanted = find_rules(game, **settings)
    if isinstance(cards, int):
        return prepare_number(cards, wanted)
    text = cards if isinstance(cards, str) else " ".join(cards)
    entries = loads_entries(text, "<cards>")
    if len(entries) != 1:
        raise GehtaufError("one deal was expected", text=text, expected="the cards of one deal")
    chosen = {"game": game, **settings}
    return prepare(entries[0], {key: Setting(value) for key, value in chosen.items()})


def load(
    path: str | os.PathLike[str], **settings: object
) -> Generator[Question | GehtaufError, None, None]:
    """Read the deals of a file: text, JSON or JSON Lines.

    Parameters
    ----------
    path : path-like
        The file.
    **settings : object
        Settings that go before the file's own, ``game`` among them.

    Yields
    ------
    Question or GehtaufError
        Each deal with its rules, or what is wrong with it.

    Raises
    ------
    OSError
        If the file cannot be read.

    Notes
    -----
    The file is closed after its last deal, or when the generator is closed or forgotten.
    """
    chosen = {key: Setting(value) for key, value in settings.items()}
    stream = open(path, "rb")  # noqa: SIM115  # closed by the generator, or with it
    questions = _questions(stream, os.fspath(path), chosen)
    # Left half-read, a generator in a cycle of references (an error that was raised makes one)
    # might be collected after the file, which would then complain that nobody closed it.
    finalize(questions, stream.close)
    return questions


def _questions(
    stream: BinaryIO, source: str, settings: Mapping[str, Setting]
) -> Generator[Question | GehtaufError, None, None]:
    with stream:
        for entry in load_entries(stream, source):
            yield _prepared(entry, settings)


def _prepared(entry: Entry, settings: Mapping[str, Setting]) -> Question | GehtaufError:
    try:
        return prepare(entry, settings)
    except GehtaufError as error:
        return error


def solve(
    question: Question,
    *,
    exhaustive: bool = False,
    max_states: int | None = DEFAULT_MAX_STATES,
    timeout: float | None = None,
) -> Solution:
    """Find out whether a deal comes out, with the stock face up.

    Parameters
    ----------
    question : Question
        What `deal` or `load` gave.
    exhaustive : bool
        Search even where a theorem knows the answer.
    max_states : int or None
        Give up as undecided after so many positions; None for no limit.
    timeout : float, optional
        Give up as undecided after so many seconds.

    Returns
    -------
    Solution
        The ``verdict`` (a `Verdict`), the ``line`` of play behind it, ``cards_left``, ``reason``
        and the number of ``states`` that were searched.

    Raises
    ------
    DeckError
        If the deal has more orders than the rules allow.

    Examples
    --------
    >>> solve(deal("quadrat-52", 3)).reason["kind"]
    'parity'
    """
    return _solve.solve(*question, exhaustive=exhaustive, max_states=max_states, timeout=timeout)


def analyze(question: Question, *, line: str | None = None) -> DealAnalysis:
    """Analyse a deal completely: every position that can be reached, or every pass.

    Parameters
    ----------
    question : Question
        What `deal` or `load` gave.
    line : str, optional
        A played line to judge, as `solver.lines.read_line` reads it.

    Returns
    -------
    TakingAnalysis or BirthdayAnalysis
        See `solver.analyze`.

    Raises
    ------
    FormatError
        If the played line cannot be read, or is not legal.
    GehtaufError
        If the game's lines cannot be counted.

    Examples
    --------
    >>> analyze(deal("zudecken-group", 11)).analysis.counts().states
    518
    """
    from solver.analyze import analyze as analyzed
    from solver.lines import read_line

    return analyzed(solve(question), line=None if line is None else read_line(line))


def trace(solution: Solution) -> list[dict[str, object]]:
    """Return the steps of a solution's line: what each takes, and how the game stands after it.

    Parameters
    ----------
    solution : Solution
        What `solve` gave.

    Returns
    -------
    list of dict
        The ``trace`` of a solve record; empty for a lost deal without a move.

    Examples
    --------
    >>> trace(solve(deal("zudecken", 1)))[0]["n"]
    1
    """
    return _trace.trace(solution.game, solution.line)


def record(solution: Solution, *, proof: bool = True) -> dict[str, Any]:
    """Return the solve record of a solution, with its trace and, unless told not to, its proof.

    Parameters
    ----------
    solution : Solution
        What `solve` gave.
    proof : bool
        Whether the record is to show its verdict, so that `verify` can check it. The proof of a
        lost deal may be long: it lists every position.

    Returns
    -------
    dict
        A record as ``gehtauf solve --format json`` writes it, of plain values for `json.dumps`.

    Examples
    --------
    >>> record(solve(deal("zudecken", 1)))["proof"]
    {'kind': 'trace'}
    """
    return _record.solve_record(
        solution,
        _record.Origin(solution.deal.id),
        version=__version__,
        with_trace=True,
        with_proof=proof,
    )


def verify(record: Mapping[str, object]) -> str:
    """Let the referee check what a solve record claims, by its trace or its proof.

    Parameters
    ----------
    record : mapping
        What `record` gave, or ``gehtauf solve --proof --format json`` wrote. A record without
        trace and proof shows nothing, and is refused.

    Returns
    -------
    str
        The verdict and, in a sentence, how the record shows it.

    Raises
    ------
    RefusedError
        If the record does not show what it claims; the error has the step of the trace at fault
        and the rule that is broken.

    Examples
    --------
    >>> verify(record(solve(deal("quadrat", 3))))
    'won: a legal line of 16 moves ends with the stock empty and no card face up'
    """
    return referee.verify(record)
