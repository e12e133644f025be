"""The stock face down: build a table, play with it, compare it with brute force, or plan one.

    python -m benchmarks.facedown build zudecken-group-32 --workers 2
    python -m benchmarks.facedown play zudecken-group-32 --games 20000
    python -m benchmarks.facedown sixteen group
    python -m benchmarks.facedown plan

`build` prints the value, the time, the rate and the peak memory; `play` plays numbered deals as
well as can be with a table that is there, by the readable rules, and compares the share won with
the value; `sixteen` compares every position of sixteen real cards, counted in whole numbers and
without symmetry, with `Exact` and with a table (a minute or two, 1.5 GB); `plan` counts what tables
of larger decks hold.
"""

from __future__ import annotations

import resource
import sys
import time
from fractions import Fraction
from itertools import permutations
from math import factorial, sqrt
from tempfile import TemporaryDirectory

import click
import numba
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from deals.decks import find_deck
from deals.numbering import numbered_deal
from solver.games.covering import Covering
from solver.odds.facedown import Exact, FaceDownGame, Table, build, load
from solver.odds.facedown.layers import Layers
from solver.rules import CoveringRules, find_rules

FOLDER = click.option("--folder", help="Where the table is; in the user's cache unless given.")


@click.group(help=__doc__)
def main() -> None:
    """Run one of the commands."""


@main.command("build")
@click.argument("variant")
@click.option("--deck", help="Another deck, e.g. 9x4.")
@click.option("--workers", type=int, default=2, show_default=True)
@FOLDER
def build_one(variant: str, deck: str | None, workers: int, folder: str | None) -> None:
    """Build the table of a variant, or what is missing of it."""
    rules = find_rules(variant, **({"deck": deck} if deck else {}))
    began, before = time.perf_counter(), 0
    with tqdm(unit=" values", unit_scale=True, disable=not sys.stderr.isatty()) as bar:

        def tell(done: int, total: int) -> None:
            nonlocal before
            before = before or done
            bar.total = total
            bar.update(done - bar.n)

        table = build(rules, folder, workers=workers, progress=tell)
    took = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"{table.game.name}: value {table.start():.12f}, error at most {table.bound:.1e}")
    click.echo(f"{took:.1f} s with {workers} workers, peak {peak:.0f} MB")


@main.command()
@click.argument("variant")
@click.option("--games", type=int, default=20_000, show_default=True)
@FOLDER
def play(variant: str, games: int, folder: str | None) -> None:
    """Play numbered deals with the best moves of a table."""
    rules = find_rules(variant)
    assert isinstance(rules, CoveringRules)
    table = load(rules, folder)
    won = sum(tqdm((_is_won(table, rules, n) for n in range(games)), total=games, disable=None))
    value, share = table.start(), won / games
    error = sqrt(value * (1 - value) / games)
    click.echo(f"value {value:.6f}; {won} of {games} games won: {share:.6f}")
    click.echo(f"that is {(share - value) / error:+.2f} standard errors of {error:.6f} away")


def _is_won(table: Table, rules: CoveringRules, number: int) -> bool:
    cards = numbered_deal(number, find_deck(rules.deck)).cards
    game = Covering(rules, cards)
    state = game.start()
    while True:
        dealt, face_up = state
        gone = [cards[place] for place in range(dealt) if place not in face_up]
        position = table.game.position([cards[place] for place in face_up], gone)
        covers = table.covers(position)
        if not covers:
            return game.is_won(state)
        group = max(covers, key=lambda cover: cover[1])[0]
        state = game.apply(state, tuple(place for place in face_up if cards[place] in group))


@main.command()
@click.argument("cover", type=click.Choice(["group", "open", "single"]))
def sixteen(cover: str) -> None:
    """Compare every position of 4x4 with brute force."""
    rules = find_rules("zudecken", deck="4x4", cover=cover)
    exact = Exact(rules)
    click.echo(f"value {exact.start()} = {float(exact.start()):.12f}")
    sets = [mask for mask in range(1 << 16) if mask.bit_count() <= 4]
    place_of = np.full(1 << 16, -1, dtype=np.int64)
    place_of[sets] = range(len(sets))
    groups = [_groups(mask, cover) for mask in sets]
    starts = np.cumsum([0, *map(len, groups)])
    counts = _count(
        np.array(sorted(range(1 << 16), key=int.bit_count)),
        np.array(sets),
        place_of,
        starts,
        np.array([mask for each in groups for mask in each]),
    )
    images = _images()
    compared, below, worst = 0, 0, Fraction(0)
    with TemporaryDirectory() as folder:
        table = build(rules, folder)
        for columns, value in exact.known():
            masks = [
                sum(
                    1 << 4 * suit + rank
                    for rank, c in enumerate(columns)
                    for suit in range(4)
                    if c[which] >> suit & 1
                )
                for which in (0, 1)
            ]
            unseen, face_up = ((images * [(m >> i) & 1 for i in range(16)]).sum(1) for m in masks)
            whole = value * factorial(masks[0].bit_count())
            assert whole.denominator == 1
            found = counts[unseen, place_of[face_up]]
            assert (found == int(whole)).all(), (columns, value)
            worst = max(worst, abs(Fraction(table.worth(columns)) - value))
            compared += len(set(zip(unseen.tolist(), face_up.tolist(), strict=True)))
            below += value < 1
    click.echo(f"{len(list(exact.known()))} positions, {below} below 1: equal to brute force")
    click.echo(f"on all {compared} real positions; the table differs by at most {float(worst):.1e}")


def _groups(face_up: int, cover: str) -> list[int]:
    """Return the legal groups among real cards; card 4 s + r has suit s and rank r."""
    least = 1 if cover == "single" else 2
    found = []
    for group in range(1, face_up + 1):
        if group & ~face_up or group.bit_count() < least:
            continue
        others = group if cover == "group" else face_up
        cards = [card for card in range(16) if group >> card & 1]
        if all(any(others >> other & 1 for other in _partners(card)) for card in cards):
            found.append(group)
    return found


def _partners(card: int) -> list[int]:
    return [o for o in range(16) if o != card and (o // 4 == card // 4 or o % 4 == card % 4)]


@numba.njit  # type: ignore[untyped-decorator]
def _count(
    unseen_sets: NDArray[np.int64],
    sets: NDArray[np.int64],
    place_of: NDArray[np.int64],
    starts: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return by unseen and face-up cards the value times n!, n the number of unseen cards."""
    counts = np.zeros((1 << 16, len(sets)), dtype=np.int64)
    order = np.argsort(np.array([_bits(mask) for mask in sets]), kind="mergesort")
    for unseen in unseen_sets:
        for place in order:
            face_up = sets[place]
            if face_up & unseen:
                continue
            count = 0
            if unseen and _bits(face_up) < 4:
                for card in range(16):
                    if unseen >> card & 1:
                        count += counts[unseen ^ 1 << card, place_of[face_up | 1 << card]]
            elif not unseen and not face_up:
                count = 1
            else:
                for group in groups[starts[place] : starts[place + 1]]:
                    count = max(count, counts[unseen, place_of[face_up ^ group]])
            counts[unseen, place] = count
    return counts


@numba.njit  # type: ignore[untyped-decorator]
def _bits(mask: int) -> int:
    bits = 0
    while mask:
        mask &= mask - 1
        bits += 1
    return bits


def _images() -> NDArray[np.int64]:
    """Return for each exchange of suits and ranks the bit that each card becomes."""
    return np.array(
        [
            [1 << 4 * suits[card // 4] + ranks[card % 4] for card in range(16)]
            for suits in permutations(range(4))
            for ranks in permutations(range(4))
        ]
    )


@main.command()
@click.argument("decks", nargs=-1)
def plan(decks: tuple[str, ...]) -> None:
    """Count the values of tables, and the steps that lead to them, for decks such as 9x4."""
    click.echo("deck   cover        values   largest layer       kept   MB on disk     steps")
    for deck in decks or ("8x4", "9x4", "10x4", "13x4"):
        for cover in ("group", "single"):
            layers = Layers(FaceDownGame.of(find_rules("zudecken", deck=deck, cover=cover)))
            sizes = [layers.size(unseen) for unseen in range(layers.cards + 1)]
            kept = sum(map(layers.kept_size, range(layers.cards + 1)))
            click.echo(
                f"{deck:6} {cover:6} {sum(sizes):13,} {max(sizes):15,} {kept:10,}"
                f" {kept * 8 / 1e6:12,.0f} {layers.steps():9.2e}"
            )


if __name__ == "__main__":
    main()
