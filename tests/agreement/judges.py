"""The judges: what each of them says of one deal, in words that can be compared.

An answer maps what was asked to what is said. Two judges are compared in all that both speak of:
``verdict``, ``cards_left`` (as `solve` gives it), the counts of the rules, ``fewest`` (cards left
over all lines, of won deals too), ``random_win`` (exact) and ``rounded`` (the same as a float,
equal to the last bit); in Der Geburtstag ``passes`` and ``left`` (cards after each pass).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from solver.analysis import Analysis
from solver.batch.readable import random_win
from solver.columns import VERDICTS, Detail
from solver.games import Birthday, Verdict
from solver.graph import StateGraph
from solver.kernel import Kernel
from solver.kernel.kernel import refusal
from solver.passes import greedy_passes
from solver.prepare import Question
from solver.record import Origin, solve_record
from solver.referee import verify
from solver.rules import BirthdayRules, CoveringRules, Rules
from solver.solve import Solution, solve
from tests import brute

Answer = dict[str, object]
Answers = dict[str, Answer]
Record = dict[str, Any]

JUDGES = ("search", "theorem", "graph", "kernel", "counts", "referee", "brute")
"""By the readable rules: the search, the theorem, the state graph; compiled: the verdict alone and
all counts; the referee, which says what it accepts; the brute force."""


@dataclass(frozen=True)
class Limits:
    """How large a deal may be for the judges that look at every position.

    Attributes
    ----------
    positions : int
        For the state graph and, where a theorem could spare it, the exhaustive search.
    counts : int
        For all counts by brute force: how many transitions its state graph has.
    verdict : int or None
        The same for the verdict alone by brute force; None for any deal.
    """

    positions: int
    counts: int
    verdict: int | None


Kernels = Mapping[str, Kernel]


def kernels_for(rules: Rules) -> Kernels:
    """Return the compiled judges that take these rules."""
    details = {"kernel": Detail.VERDICT, "counts": Detail.FULL}
    return {
        name: Kernel(rules, detail)
        for name, detail in details.items()
        if refusal(rules, detail) is None
    }


def hear(question: Question, kernels: Kernels, limits: Limits) -> Answers:
    """Ask every judge who can answer.

    A judge who fails or refuses says nothing but ``fault``.
    """
    answers: Answers = {}
    for name, ask in _judges(question, kernels, limits):
        try:
            answers[name] = ask()
        except Exception as fault:  # whatever it is, it is not an answer
            answers[name] = {"fault": f"{type(fault).__name__}: {fault}"}
    return answers


def _judges(
    question: Question, kernels: Kernels, limits: Limits
) -> Iterator[tuple[str, Callable[[], Answer]]]:
    rules, deal = question
    solution = solve(rules, deal)
    graph = StateGraph(solution.game, max_states=limits.positions)
    if solution.theorem is None:
        yield "search", lambda: _search(solution)
    else:
        yield "theorem", lambda: _theorem(solution)
        if not graph.truncated:
            yield "search", lambda: _search(solve(rules, deal, exhaustive=True))
    if not graph.truncated:
        yield "graph", lambda: _graph(graph, rules)
    for name, kernel in kernels.items():
        yield name, lambda: _compiled(kernel, question)  # noqa: B023 - asked before the next one
    yield "referee", lambda: _referee(solution)
    if limits.verdict is None or (not graph.truncated and graph.transitions <= limits.verdict):
        counted = not graph.truncated and graph.transitions <= limits.counts
        yield "brute", lambda: _brute(question, counted=counted)


def _search(solution: Solution) -> Answer:
    answer: Answer = {"verdict": str(solution.verdict), "cards_left": solution.cards_left}
    if solution.verdict is Verdict.LOST:
        answer["states"] = solution.states  # a search that finds nothing has seen everything
    return answer


def _theorem(solution: Solution) -> Answer:
    answer: Answer = {"verdict": str(solution.verdict), "cards_left": solution.cards_left}
    if isinstance(solution.game, Birthday):
        left = [one.cards_left for one in greedy_passes(solution.game)]
        answer |= {"passes": len(left), "left": left}
    return answer


def _graph(graph: StateGraph[Any, Any], rules: Rules) -> Answer:
    return _counted(graph, rules) if isinstance(rules, CoveringRules) else _looked_through(graph)


def _counted(graph: StateGraph[Any, Any], rules: CoveringRules) -> Answer:
    analysis = Analysis(graph)
    counts = asdict(analysis.counts())
    del counts["shortest_win"], counts["longest_win"]  # no other judge counts them
    fewest = counts.pop("cards_left")
    verdict = "won" if analysis.can_win(0) else "lost"
    left = _vouched(verdict, fewest, rules)
    rounded = random_win(analysis)
    return {"verdict": verdict, "cards_left": left, "fewest": fewest, "rounded": rounded, **counts}


def _looked_through(graph: StateGraph[Any, Any]) -> Answer:
    """Look for a win, or an end that later shuffles decide, among all positions."""
    game, states = graph.game, graph.states
    seen: Answer = {"states": len(states), "transitions": graph.transitions}
    if any(map(game.is_won, states)):
        return {"verdict": "won", "cards_left": 0, **seen}
    ends = [state for number, state in enumerate(states) if not graph.successors(number)]
    if any(map(game.is_open, ends)):
        return {"verdict": "chance", "cards_left": None, **seen}
    return {"verdict": "lost", "cards_left": min(map(game.cards_left, ends)), **seen}


def _vouched(verdict: str, fewest: int, rules: CoveringRules) -> int | None:
    """Return the cards left as `solve` gives them: none known where a win need not clear all."""
    return None if verdict == "won" and rules.goal == "stock" else fewest


def _compiled(kernel: Kernel, question: Question) -> Answer:
    """Ask the kernel: by number for the verdict where all orders are dealt, else by the cards."""
    rules, deal = question
    number, orders = deal.number, 1 + len(deal.redeals)
    whole = not isinstance(rules, BirthdayRules) or orders == rules.orders
    if kernel.detail is Detail.VERDICT and number is not None and whole:
        columns = kernel.numbered(range(number, number + 1))
    else:
        columns = kernel.dealt([deal])
    answer: Answer = {name: column.tolist()[0] for name, column in columns.items()}
    answer["verdict"] = VERDICTS[columns["verdict"][0]]
    answer["cards_left"] = None if answer["cards_left"] == -1 else answer["cards_left"]
    if "lines" in answer:
        answer |= {name: int(str(answer[name])) for name in ("lines", "winning_lines")}
        answer["rounded"] = answer.pop("random_win")
    if "left" in answer:
        answer["left"] = columns["left"][0][: columns["passes"][0]].tolist()
    return answer


def proved_record(solution: Solution) -> Record:
    """Return the solve record with its proof as it comes back from a JSON file."""
    record = solve_record(solution, Origin(), version="0", with_proof=True)
    read_back: Record = json.loads(json.dumps(record))
    return read_back


def _referee(solution: Solution) -> Answer:
    """Let the referee check the proof; what it accepts is what it says."""
    record = proved_record(solution)
    verdict, _, _ = verify(record).partition(":")
    answer: Answer = {"verdict": verdict, "cards_left": record["cards_left"]}
    if record.get("proof", {}).get("kind") == "closed-set":
        answer["states"] = record["proof"]["count"]
    return answer


def _brute(question: Question, *, counted: bool) -> Answer:
    rules, deal = question
    if isinstance(rules, BirthdayRules):
        return _brute_birthday(rules, (deal.cards, *deal.redeals))
    assert isinstance(rules, CoveringRules)
    return _brute_covering(rules, deal.cards, counted=counted)


def _brute_covering(rules: CoveringRules, cards: tuple[int, ...], *, counted: bool) -> Answer:
    sizes = frozenset(rules.sizes)
    settings = brute.Settings(rules.match, sizes, rules.cover, rules.goal, rules.width)
    oracle = brute.Covering(cards, settings)
    start = oracle.start()
    if not counted:
        verdict = oracle.verdict(start)
        fewest = oracle.cards_left(start) if verdict == "lost" else 0
        return {"verdict": verdict, "cards_left": _vouched(verdict, fewest, rules)}
    counts = asdict(oracle.counts(start))
    fewest = counts.pop("cards_left")
    return {**counts, "cards_left": _vouched(counts["verdict"], fewest, rules), "fewest": fewest}


def _brute_birthday(rules: BirthdayRules, orders: tuple[tuple[int, ...], ...]) -> Answer:
    """Play out the passes whose order is known; if none of their ends is a win, it may yet come."""
    shuffled = rules.redeal == "shuffled"
    known = len(orders) if shuffled else rules.passes
    ranks = (len(orders[0]) + 4) // 4
    chains = brute.birthday_chains(rules.target, rules.suits, ranks)
    best = brute.Birthday(chains, orders, known, shuffled=shuffled).outcome()
    if best.verdict == "lost" and known < rules.passes:
        return {"verdict": "chance", "cards_left": None, "passes": known}
    return {"verdict": best.verdict, "cards_left": best.cards_left, "passes": best.passes}
