"""One command prints a table of ratios: ``python -m benchmarks [PART ...]``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks import contestants, reference
from benchmarks.contestants import Contestant
from benchmarks.machine import machine
from benchmarks.rounds import Comparison, Effort, compare, compare_on, rate_alone
from solver.columns import Detail
from solver.rules import VARIANTS

ZUDECKEN = ("zudecken", "zudecken-group", "zudecken-single")
GAMES = ("zudecken", "quadrat", "geburtstag")
MILLION = 1_000_000


@dataclass(frozen=True)
class Plan:
    """How much is measured, and the compiled C reference."""

    effort: Effort
    checked: int
    batch_deals: int
    memory_deals: tuple[int, ...]
    program: Path


def _heading(title: str, *columns: str) -> None:
    click.echo(f"\n{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")


def _row(*cells: str) -> None:
    click.echo(f"| {' | '.join(cells)} |")


def _heading_of_ratios(title: str) -> None:
    _heading(
        title,
        *("rules", "detail", "first", "second", "deals a round", "first: deals/s"),
        *("second: deals/s", "ratio (processor)", "ratio (clock)", "lowest to highest"),
    )


def _row_of_ratios(
    variant: str, detail: str, one: Contestant, other: Contestant, result: Comparison
) -> None:
    _row(
        variant,
        detail,
        one.name,
        other.name,
        f"{result.deals:,}",
        f"{result.first.wall:,.0f}",
        f"{result.second.wall:,.0f}",
        f"{result.ratio.cpu:,.2f}",
        f"{result.ratio.wall:,.2f}",
        f"{result.lowest.wall:,.2f} to {result.highest.wall:,.2f}",
    )


def check_part(plan: Plan) -> None:
    """Hold the C reference and plain Python against the readable rules, deal by deal."""
    _heading("Held against the readable rules, deal by deal", "rules", "detail", "deals", "lost")
    for variant in (*ZUDECKEN, *(f"{name}-32" for name in ZUDECKEN)):
        # A deal in full detail takes seconds here under single: one must do.
        full = 1 if "single" in variant else max(1, plan.checked // 10)
        for detail, deals in ((Detail.VERDICT, plan.checked), (Detail.FULL, full)):
            lost = reference.check(plan.program, variant, detail, range(1, 1 + deals))
            _row(variant, detail.value, str(deals), str(lost))


def reference_part(plan: Plan) -> None:
    """Compare the kernel with the C reference."""
    _heading_of_ratios("Kernel against the C reference")
    for detail in (Detail.VERDICT, Detail.FULL):
        for variant in ZUDECKEN:
            one = contestants.kernel(variant, detail)
            other = contestants.c_reference(plan.program, variant, detail)
            result = compare(one, other, plan.effort)
            _row_of_ratios(variant, detail.value, one, other, result)


def games_part(plan: Plan) -> None:
    """Time the kernel alone, every named variant."""
    _heading(
        "Kernel alone, one thread",
        *("rules", "detail", "deals a round", "deals/s (processor)", "deals/s (clock)"),
    )
    for variant in VARIANTS:
        deals, rate = rate_alone(contestants.kernel(variant, Detail.VERDICT), plan.effort)
        _row(variant, "verdict", f"{deals:,}", f"{rate.cpu:,.0f}", f"{rate.wall:,.0f}")


def readable_part(plan: Plan) -> None:
    """Compare the kernel with the readable engine."""
    _heading_of_ratios("Kernel against the readable engine")
    for detail in (Detail.VERDICT, Detail.FULL):
        for variant in GAMES:
            one, other = (
                engine(variant, detail) for engine in (contestants.kernel, contestants.readable)
            )
            result = compare(one, other, plan.effort)
            _row_of_ratios(variant, detail.value, one, other, result)


def plain_part(plan: Plan) -> None:
    """Compare the kernel, then the readable engine, with a search in plain Python."""
    _heading_of_ratios("Against a memoized search in plain Python")
    for engine in (contestants.kernel, contestants.readable):
        for detail in (Detail.VERDICT, Detail.FULL):
            for variant in ZUDECKEN[:2]:
                one, other = engine(variant, detail), contestants.plain(variant, detail)
                result = compare(one, other, plan.effort)
                _row_of_ratios(variant, detail.value, one, other, result)


def detail_part(plan: Plan) -> None:
    """Compare the kernel for verdicts with the kernel in full detail."""
    _heading_of_ratios("Verdict (first) against full detail (second)")
    for variant in (*ZUDECKEN, "quadrat", "geburtstag"):
        one, other = (contestants.kernel(variant, d) for d in (Detail.VERDICT, Detail.FULL))
        _row_of_ratios(variant, "both", one, other, compare(one, other, plan.effort))


def batch_part(plan: Plan) -> None:
    """Compare the whole batch command, writing its files, with the bare kernel."""
    _heading_of_ratios("The whole batch command, writing Parquet, against the bare kernel")
    for variant in GAMES:
        one = contestants.batch(variant, Detail.VERDICT, 1)
        other = contestants.kernel(variant, Detail.VERDICT)
        other.run(range(1, 1000))
        result = compare_on(one, other, plan.batch_deals, 3)
        _row_of_ratios(variant, "verdict", one, other, result)


def workers_part(plan: Plan) -> None:
    """Compare two workers with one; here only the clock tells anything."""
    _heading_of_ratios("Two workers against one, whole commands")
    for variant, detail, share in (("zudecken", Detail.VERDICT, 4), ("zudecken", Detail.FULL, 200)):
        one, other = (contestants.batch(variant, detail, workers) for workers in (2, 1))
        result = compare_on(one, other, max(1, plan.batch_deals // share), 3)
        _row_of_ratios(variant, detail.value, one, other, result)


def memory_part(plan: Plan) -> None:
    """Measure the peak memory of the batch command for more and more deals."""
    _heading("Peak memory of the batch command", "rules", "deals", "MB", "against the first")
    first = 0.0
    for deals in plan.memory_deals:
        with tempfile.TemporaryDirectory() as folder:
            numbers, workers = range(1, 1 + deals), min(2, os.cpu_count() or 1)
            spent = contestants.batch_cost(
                "zudecken", Detail.VERDICT, numbers, workers, f"{folder}/results"
            )
        first = first or spent.megabytes
        _row("zudecken", f"{deals:,}", f"{spent.megabytes:.0f}", f"{spent.megabytes / first:.3f}")


PARTS: Mapping[str, Callable[[Plan], None]] = {
    "check": check_part,
    "reference": reference_part,
    "games": games_part,
    "readable": readable_part,
    "plain": plain_part,
    "detail": detail_part,
    "batch": batch_part,
    "workers": workers_part,
    "memory": memory_part,
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--quick", is_flag=True, help="Short rounds: figures to look at, not to quote.")
@click.option("--rounds", type=click.IntRange(1), help="Rounds of each comparison.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Seconds of a round.")
@click.option("--batch-deals", type=click.IntRange(1), help="Deals of a whole command.")
def main(
    parts: tuple[str, ...],
    quick: bool,
    rounds: int | None,
    seconds: float | None,
    batch_deals: int | None,
) -> None:
    """Print tables of ratios, all parts or those named; nothing is printed where answers differ."""
    for line in machine():
        click.echo(line)
    with reference.compiled() as program:
        plan = Plan(
            Effort(rounds or (3 if quick else 7), seconds or (0.3 if quick else 2.0)),
            checked=50 if quick else 300,
            batch_deals=batch_deals or (MILLION if quick else 20 * MILLION),
            memory_deals=tuple(n * MILLION for n in ((1, 2) if quick else (1, 5, 20, 50))),
            program=program,
        )
        for name, part in PARTS.items():
            if name in parts or not parts:
                part(plan)


if __name__ == "__main__":
    main()
