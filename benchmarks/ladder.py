"""From random play to the stock face up: how real players fare, on the same numbered deals.

    python -m benchmarks.ladder --game zudecken-group-32 --deals 20000 -o ladder --html ladder.html

Plays the deals by every policy and solves them with the stock face up, each into a results folder
below the one named (a second call goes on where the first was interrupted), prints the shares side
by side, and writes the same as a page with a plot. Without a table of exact chances that is there,
or is quickly built, the rung `exact` is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import click

import gehtauf
from deals.words import count
from gehtauf.tables import Building, open_values
from reports.html.report import report_page
from reports.paint import Paint
from solver.odds.facedown import Exact, build
from solver.policies import POLICIES
from solver.rules import CoveringRules, Rules, find_rules

FACE_UP = "face-up"


@click.command(help=__doc__)
@click.option("--game", default="zudecken-group-32", show_default=True)
@click.option("--deals", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("-o", "--output", required=True, help="Where the results folders go.")
@click.option("--html", help="Write a page with a plot.")
@click.option("--workers", default="auto", show_default=True)
def main(game: str, deals: int, output: str, html: str | None, workers: str) -> None:
    """Measure every rung."""
    rules = find_rules(game)
    assert isinstance(rules, CoveringRules)
    rungs = [*_policies(rules), FACE_UP]
    for rung in rungs:
        gehtauf.batch(
            game,
            f"0..{deals - 1}",
            output=os.path.join(output, rung),
            policy=None if rung == FACE_UP else rung,
            workers=workers,
            resume=True,
            progress=True,
        )
    records = gehtauf.report(*(os.path.join(output, rung) for rung in rungs))
    click.echo(f"{game}: {count(deals, 'deal')}, numbers 0 to {deals - 1}")
    click.echo("\n".join(Paint().table(list(_rows(rungs, records)))))
    order = "no policy wins more than the last one, nor that more than the stock face up"
    click.echo(f"In order, that is, {order}: {_in_order(records)}.")
    if html is not None:
        with open(html, "w", encoding="utf-8") as file:
            file.write(report_page(records, version=gehtauf.__version__))


def _policies(rules: Rules) -> Iterator[str]:
    """Yield the policies that can play; for the exact one the table is where it looks for it."""
    for name, policy in POLICIES.items():
        if not policy.needs_values:
            yield name
            continue
        values = open_values(rules, Building(announce=click.echo, workers=2))
        if isinstance(values, Exact):  # a deck so small that no table was needed
            build(rules)
        if values is not None:
            click.echo(f"the value of the best play without seeing the stock: {values.start()}")
            yield name


def _rows(rungs: Sequence[str], records: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    yield ["who plays", "won", "share", "95 % interval"]
    for rung, record in zip(rungs, records, strict=True):
        low, high = record["interval"]["low"], record["interval"]["high"]
        share = f"{100 * record['share']:.2f} %"
        yield [rung, f"{record['won']:,}", share, f"{100 * low:.2f} to {100 * high:.2f}"]


def _in_order(records: Sequence[dict[str, Any]]) -> str:
    shares = [record["share"] for record in records]
    return "yes" if max(shares[:-2]) <= shares[-2] <= shares[-1] else "no"


if __name__ == "__main__":
    main()
