"""Compares the compiled kernel with the readable rules, every column of every deal.

``python -m solver.kernel.check`` does so for all small settings, full deals of every named variant,
decks of several packs and Der Geburtstag, and tells what it has seen. It takes some minutes; with
``--deals 100`` instead of 10, an hour or two.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deals.deal import Deal
from deals.decks import find_deck
from solver.batch.readable import Readable
from solver.columns import VERDICTS, Columns, Detail
from solver.kernel.kernel import Kernel, refusal
from solver.prepare import prepare_number
from solver.rules import VARIANTS, BirthdayRules, CoveringRules, Rules, find_rules

Deals = range | Sequence[Deal]

LAST = 2**64 - 1
NO_FIRST_WORD = 2**64 - 0x9E3779B97F4A7C15
"""The number of the deal whose stream begins with the word 0, thrown away unless the number of
cards is a power of two."""

NUMBERS = (
    range(LAST - 2, LAST + 1),
    range(NO_FIRST_WORD - 1, NO_FIRST_WORD + 2),
    range(7, LAST, LAST // 3),
)
"""Numbers, and steps from one to the next, at which 64 bits just suffice."""

SIZES = ((1,), (2,), (3,), (4,), (5,), (1, 2), (2, 3), (2, 4), (2, 3, 4), (1, 2, 3, 4))
SEVERAL_PACKS = ("2*1x3", "3*3x3", "2*4x4", "3*5x4", "2*skat32", "4*8x2")


class Difference(NamedTuple):
    """One value on which kernel and rules do not agree."""

    rules: Rules
    detail: Detail
    deal: Deal
    column: str
    readable: object
    compiled: object

    def __str__(self) -> str:
        return (
            f"{self.column} is {self.readable} by the rules and {self.compiled} in the kernel"
            f" ({self.detail} detail), deal {self.deal.number} of {self.rules}"
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """What was compared.

    Attributes
    ----------
    rules : frozenset of CoveringRules or BirthdayRules
        The records of rules.
    deals : int
        How many deals under them.
    verdicts : Counter of str
        How many of those deals had each verdict.
    differences : tuple of Difference
        Where the two do not agree: of each column only the first one.
    """

    rules: frozenset[Rules] = frozenset()
    deals: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    differences: tuple[Difference, ...] = ()

    def __add__(self, other: Checked) -> Checked:
        return Checked(
            self.rules | other.rules,
            self.deals + other.deals,
            self.verdicts + other.verdicts,
            self.differences + other.differences,
        )

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {name}" for name, count in sorted(self.verdicts.items()))
        return (
            f"{len(self.rules)} settings, {self.deals} deals ({verdicts}),"
            f" {len(self.differences)} differences"
        )


def check(
    rules: Rules,
    deals: Deals,
    details: Sequence[Detail] = (Detail.VERDICT, Detail.FULL),
    kernels: Mapping[Detail, Kernel] | None = None,
) -> Checked:
    """Solve deals with the kernel and by the rules as they are written.

    Parameters
    ----------
    rules : CoveringRules or BirthdayRules
        Rules that the kernel takes.
    deals : range or sequence of Deal
        The deals; if they are numbers, the kernel is also given them card by card.
    details : sequence of Detail, optional
        What the kernel is asked for; the rules are asked for the most of it.
    kernels : mapping of Detail to Kernel, optional
        Kernels to be used instead of new ones.

    Returns
    -------
    Checked

    Examples
    --------
    >>> print(check(find_rules("quadrat", deck="4x4"), range(100)))
    1 settings, 100 deals (51 lost, 49 won), 0 differences
    """
    given = (
        [prepare_number(number, rules).deal for number in deals]
        if isinstance(deals, range)
        else deals
    )
    most = Detail.FULL if Detail.FULL in details else Detail.VERDICT
    expected = Readable(rules, most, max_states=None).dealt(given)
    found: list[Difference] = []
    for detail in details:
        kernel = kernels[detail] if kernels else Kernel(rules, detail)
        found += _differences(kernel, given, expected, kernel.dealt(given))
        if isinstance(deals, range):
            found += _differences(kernel, given, expected, kernel.numbered(deals))
    verdicts = Counter(VERDICTS[code] for code in expected["verdict"].tolist())
    return Checked(frozenset([rules]), len(given), verdicts, tuple(found))


def _differences(
    kernel: Kernel, deals: Sequence[Deal], expected: Columns, found: Columns
) -> Iterator[Difference]:
    for name, column in found.items():
        one, other = _bits(expected[name]), _bits(column)
        kinds = (f"{values.dtype} {values.shape}" for values in (one, other))
        if (one.dtype, one.shape) != (other.dtype, other.shape):
            yield Difference(kernel.rules, kernel.detail, deals[0], f"type of {name}", *kinds)
            continue
        unlike = np.flatnonzero((one != other).reshape(len(deals), -1).any(axis=1))
        for row in unlike[:1].tolist():
            values = (columns[row : row + 1].tolist()[0] for columns in (expected[name], column))
            yield Difference(kernel.rules, kernel.detail, deals[row], name, *values)


def _bits(column: NDArray[Any]) -> NDArray[Any]:
    """Return floats as the words they are, so that equal means equal to the last bit."""
    return column.view(np.uint64) if column.dtype == np.float64 else column


def small_rules(
    decks: Sequence[str] = ("2x4", "3x3", "3x4", "4x4"), widths: Sequence[int] = (1, 2, 3, 4)
) -> Iterator[CoveringRules]:
    """Yield every combination of settings for small decks."""
    matches, covers = ("suit", "rank", "suit-or-rank"), ("open", "group", "single")
    for deck, width, match, cover, goal, sizes in product(
        decks, widths, matches, covers, ("cleared", "stock"), SIZES
    ):
        yield CoveringRules("zudecken", deck, match, sizes, cover, goal, width, "cover")


def birthday_rules() -> Iterator[BirthdayRules]:
    """Yield rules of Der Geburtstag for decks of all sizes, targets and orders of suits."""
    for ranks, redeal, passes in product((2, 3, 5, 8, 13), ("shuffled", "unshuffled"), (1, 2, 4)):
        target = "".join(
            str(1 + (ranks * digit + passes) % min(ranks - 1, 9)) for digit in (1, 2, 3, 5)
        )
        suits = ("SHCD", "CSHD", "DHSC")[(ranks + passes) % 3]
        yield BirthdayRules("geburtstag", f"{ranks}x4", redeal, passes, target, suits)


def with_few_orders(rules: BirthdayRules, numbers: range) -> list[Deal]:
    """Return numbered deals without their last orders, so that a chance is left to some."""
    deals = [prepare_number(number, rules).deal for number in numbers]
    return [
        Deal(deal.deck, deal.cards, deal.redeals[: i % rules.passes], deal.target, deal.suits)
        for i, deal in enumerate(deals)
    ]


def sections(deals: int) -> Iterator[tuple[str, Iterable[Checked]]]:
    """Yield what `main` compares: a heading, and what is seen of one record of rules after another.

    Parameters
    ----------
    deals : int
        How many deals of each small setting; of other rules, as many more or fewer as seems right.
    """
    every, named, birthday = list(small_rules()), list(VARIANTS.values()), list(birthday_rules())
    several = list(small_rules(SEVERAL_PACKS, (3, 4)))
    counted = [rules for rules in named if refusal(rules, Detail.FULL) is None]
    yield (
        "every small setting",
        (check(rules, range(1000 * i, 1000 * i + deals)) for i, rules in enumerate(every)),
    )
    yield "named variants", (_verdicts(rules, 200 * deals) for rules in named)
    yield (
        "named variants, all counts",
        (_counts(rules, deals if _is_long(rules) else 20 * deals) for rules in counted),
    )
    yield (
        "several packs",
        (_verdicts(rules, 1 if _is_long(rules) else 5 * deals) for rules in several[::7]),
    )
    yield (
        "several packs, all counts",
        (_counts(rules, deals) for rules in several[::11] if not _is_long(rules)),
    )
    yield "more than 2^128 lines", [_counts(find_rules("zudecken-single", deck="4*4x4"), 1)]
    yield "Der Geburtstag", (check(rules, range(50 * deals)) for rules in birthday)
    yield (
        "Der Geburtstag without the last orders",
        (check(rules, with_few_orders(rules, range(10 * deals))) for rules in birthday),
    )


def _verdicts(rules: Rules, deals: int) -> Checked:
    kinds = [range(deals), *(NUMBERS if deals > 1 else ())]
    return sum((check(rules, numbers, (Detail.VERDICT,)) for numbers in kinds), Checked())


def _counts(rules: Rules, deals: int) -> Checked:
    return check(rules, range(10**9, 10**9 + deals), (Detail.FULL,))


def _is_long(rules: Rules) -> bool:
    """Tell whether the state graph of a deal takes seconds by the rules as they are written."""
    cards = len(find_deck(rules.deck).cards)
    return isinstance(rules, CoveringRules) and 1 in rules.group_sizes and cards > 36


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, tell what was seen, and return 1 if there was any difference.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line.
    """
    parser = argparse.ArgumentParser(
        prog="python -m solver.kernel.check",
        description="Compare the compiled kernel with the readable rules.",
    )
    parser.add_argument(
        "--deals", type=int, default=10, metavar="N", help="deals of each small setting (10)"
    )
    total = Checked()
    for heading, parts in sections(parser.parse_args(arguments).deals):
        seen = sum(parts, Checked())
        lines = [f"{heading}: {seen}", *(f"  {one}" for one in seen.differences[:20])]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        total += seen
    sys.stdout.write(f"all: {total}\n")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
