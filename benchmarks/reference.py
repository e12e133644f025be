"""The C reference: compiled for every run, and held against the readable rules before it counts."""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import plain_python
from deals.cards import format_card
from solver.batch.readable import Readable
from solver.columns import COUNTS, VERDICTS, Detail
from solver.prepare import prepare_number
from solver.rules import CoveringRules, find_rules

SOURCE = Path(__file__).with_name("reference.c")
FIGURES = ("won", "cards_left", *COUNTS, "lines", "winning_lines", "random_win")


@contextmanager
def compiled() -> Iterator[Path]:
    """Compile the reference with ``cc -O3`` into a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "reference"
        subprocess.run(["cc", "-O3", "-o", program, SOURCE], check=True)
        yield program


def covering(variant: str) -> CoveringRules:
    """Return the rules of a variant that the reference and plain Python know."""
    rules = find_rules(variant)
    if not isinstance(rules, CoveringRules) or rules.game != "zudecken" or rules.goal != "cleared":
        raise SystemExit(f"only Zudecken with goal = cleared is compared here, not {variant}")
    return rules


def arguments(variant: str, detail: Detail, numbers: range) -> list[str]:
    """Return what the reference is told."""
    rules = covering(variant)
    return [detail.value, rules.cover, rules.deck, str(numbers.start), str(len(numbers))]


def sums(program: Path, variant: str, detail: Detail, numbers: range) -> dict[str, Any]:
    """Let the reference play deals and return the sums and times it tells."""
    command = [str(program), *arguments(variant, detail, numbers)]
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


def plain_cards(variant: str, number: int) -> list[tuple[str, str]]:
    """Return a numbered deal as plain Python sees it."""
    deal = prepare_number(number, covering(variant)).deal
    return [(text[0], text[1]) for text in map(format_card, deal.cards)]


Row = dict[str, float]
"""The figures of one deal by name."""


def check(program: Path, variant: str, detail: Detail, numbers: range) -> int:
    """Compare the reference and plain Python with the readable rules, deal by deal.

    Returns
    -------
    int
        How many of the deals were lost: where none is, little was compared.

    Raises
    ------
    SystemExit
        At the first figure that differs.
    """
    rows = {
        "readable": _readable(variant, detail, numbers),
        "reference.c": _reference(program, variant, detail, numbers),
        "plain_python": _plain(variant, detail, numbers),
    }
    for name in ("reference.c", "plain_python"):
        for number, mine, wanted in zip(numbers, rows[name], rows["readable"], strict=True):
            for figure, value in wanted.items():
                # The reference rounds counts past 2^53; all else is the same to the bit.
                tolerance = 1e-12 if "lines" in figure else 0.0
                if not math.isclose(mine[figure], value, rel_tol=tolerance):
                    raise SystemExit(
                        f"{name} differs: {variant}, {detail.value} detail, deal {number}: "
                        f"{figure} is {mine[figure]}, and {value} by the readable rules"
                    )
    return sum(not row["won"] for row in rows["readable"])


def _readable(variant: str, detail: Detail, numbers: range) -> list[Row]:
    columns = Readable(find_rules(variant), detail).numbered(numbers)
    won = columns["verdict"] == VERDICTS.index("won")
    names = [name for name in FIGURES if name in columns]
    values = zip(won, *(columns[name] for name in names), strict=True)
    return [dict(zip(["won", *names], map(float, row), strict=True)) for row in values]


def _reference(program: Path, variant: str, detail: Detail, numbers: range) -> list[Row]:
    command = [str(program), *arguments(variant, detail, numbers), "rows"]
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    rows = []
    for line in told.stdout.splitlines():
        _, verdict, *figures = line.split()
        values = [float(verdict == "won"), *map(float, figures)]
        rows.append(dict(zip(FIGURES, values, strict=False)))
    return rows


def _plain(variant: str, detail: Detail, numbers: range) -> list[Row]:
    cover = covering(variant).cover
    deals = [plain_cards(variant, number) for number in numbers]
    if detail is Detail.FULL:
        return [plain_python.full(cards, cover) for cards in deals]
    answers = [plain_python.verdict(cards, cover) for cards in deals]
    return [{"won": won, "cards_left": left} for won, left in answers]
