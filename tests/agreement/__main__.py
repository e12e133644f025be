"""Compare independent judges on the same random deals; see docs/agreement.md.

    python -m tests.agreement
    python -m tests.agreement --rules '{"game": "zudecken", "deck": "4x4"}' --deal 7

The first compares rules, kernel, referee and brute force on deals drawn at random; every
difference comes with the second kind of command, which asks all judges about one deal. The exit
code is 0 if all agree, 1 if there is any difference, 130 if the run was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence

from gehtauf.cli.progress import meter
from solver.prepare import Question, prepare_number
from solver.rules import Rules, find_rules
from solver.solve import solve
from tests.agreement.draws import with_orders
from tests.agreement.judges import Limits, hear, kernels_for, proved_record
from tests.agreement.proofs import plant_faults
from tests.agreement.sections import SECTIONS, run
from tests.agreement.tally import Tally, differences
from tests.agreement.words import found, matrix, summary

ONE_DEAL = Limits(positions=200_000, counts=2_000_000, verdict=2_000_000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare as the arguments of the command line say, and return the exit code."""
    options = _parser().parse_args(arguments)
    if options.rules is not None:
        question = prepare_number(options.deal, options.rules)
        if options.orders is not None:
            question = with_orders(question, options.orders)
        return _judge_one(question, faults=options.faults)
    total = Tally()
    try:
        for name in SECTIONS:
            total += _section(name, options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    print(f"in all: {found(total)}")
    return 1 if total.differences else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.agreement", description="Compare independent judges on random deals."
    )
    for name, section in SECTIONS.items():
        parser.add_argument(
            f"--{name}",
            type=_at_least(0),
            default=section.deals,
            metavar="N",
            help=f"{section.title} ({section.deals:,})",
        )
    parser.add_argument("--seed", type=int, default=1, help="what decides the draws (1)")
    parser.add_argument("--workers", type=_at_least(1), default=1, help="processes (1)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    one = parser.add_argument_group("one deal before all judges")
    one.add_argument("--rules", type=_rules, metavar="JSON", help="game and settings")
    one.add_argument("--deal", type=_at_least(0), default=0, metavar="N", help="its number (0)")
    one.add_argument("--orders", type=_at_least(1), metavar="K", help="orders given (all)")
    one.add_argument("--faults", action="store_true", help="plant every fault in its proof as well")
    return parser


def _rules(text: str) -> Rules:
    try:
        settings = json.loads(text)
        return find_rules(settings.pop("game"), **settings)
    except (AttributeError, KeyError, TypeError, ValueError) as fault:
        wanted = 'a JSON object with "game" and settings'
        raise argparse.ArgumentTypeError(f"not rules: {fault!r}; expected {wanted}") from None


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"at least {least}, not {text}")
        return int(text)

    return number


def _section(name: str, options: argparse.Namespace) -> Tally:
    """Work off a section and tell what was seen, also if it is interrupted."""
    wanted, began, tally = getattr(options, name), time.monotonic(), Tally()
    show = False if options.quiet else None
    try:
        with meter(show, wanted, 0, unit=name) as tell:
            for part in run(name, options.seed, wanted, options.workers):
                tally += part
                tell(tally.seen["deals"])
    finally:
        seconds = time.monotonic() - began
        if tally.seen["deals"]:
            told = f"{SECTIONS[name].title}: {summary(tally)}; {found(tally)}; {seconds:.0f} s"
            print(told, *matrix(tally), *tally.differences, sep="\n", flush=True)
    return tally


def _judge_one(question: Question, *, faults: bool) -> int:
    """Tell what every judge says of one deal, and where they differ."""
    answers = hear(question, kernels_for(question.rules), ONE_DEAL)
    for name, answer in answers.items():
        print(f"{name}: {', '.join(f'{asked} {said}' for asked, said in answer.items())}")
    tally = Tally(differences=list(differences(question, answers)))
    if faults:
        plant_faults(question, proved_record(solve(*question)), tally)
    print(*tally.differences, found(tally), sep="\n")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
