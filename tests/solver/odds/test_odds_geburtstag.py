"""The chances of Der Geburtstag against all orders played out, and against games played at random.

``pytest --long`` plays 20,000 whole games of four passes and computes the shipped table anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, permutations, product
from math import comb, factorial

import pytest
from plain_birthday import PlainCard, plain_cards, play_pass

from deals.errors import SettingError
from deals.numbering import SplitMix64, shuffle
from solver.games import Birthday
from solver.odds.box import Box
from solver.odds.floats import Distributions
from solver.odds.geburtstag import by_pass, chance
from solver.odds.orders import Passes, block_orders
from solver.odds.table import certain_after
from solver.odds.values import ERROR_PER_PASS, SimulatedShare

Sample = Callable[[int, int], int]
Lengths = tuple[int, ...]


def left_of(lengths: Sequence[int], heights: Sequence[int]) -> Lengths:
    return tuple(sorted(n - h for n, h in zip(lengths, heights, strict=True)))


@cache
def one_pass(lengths: Lengths) -> Counter[Lengths]:
    """How many orders leave what, every order played out."""
    found: Counter[Lengths] = Counter()
    for order in permutations(plain_cards(lengths)):
        heights = [0] * len(lengths)
        play_pass(order, heights)
        found[left_of(lengths, heights)] += 1
    return found


@cache
def won_by_enumeration(lengths: Lengths, passes: int) -> Fraction:
    """Return the chance that all is played, every pass played out in every order."""
    if not any(lengths):
        return Fraction(1)
    if not passes:
        return Fraction(0)
    found = one_pass(lengths)
    return sum(
        (count * won_by_enumeration(left, passes - 1) for left, count in found.items()), Fraction()
    ) / factorial(sum(lengths))


# ---- One pass ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lengths", "orders"),
    [
        ((0, 0, 2, 2), 24),
        ((0, 0, 2, 3), 99),
        ((0, 1, 2, 3), 594),
        ((0, 2, 2, 3), 4118),
        ((2, 2, 2, 2), factorial(8)),
    ],
)
def test_known_blocks(lengths: Lengths, orders: int) -> None:
    assert block_orders(Box(lengths))[-1] == orders


def test_one_chain_gives_the_catalan_numbers() -> None:
    assert block_orders(Box([12])) == [comb(2 * n, n) // (n + 1) for n in range(13)]


@pytest.mark.parametrize(
    "lengths",
    [(1,), (3,), (7,), (1, 1), (2, 4), (3, 4), (1, 1, 5), (2, 2, 3), (1, 1, 2, 3), (1, 2, 2, 2)],
)
def test_one_pass_is_all_orders_played_out(lengths: Lengths) -> None:
    assert Passes(lengths).row(lengths) == one_pass(lengths)


def test_four_pairs_and_the_rules_themselves() -> None:
    """The readable rules play all orders of (2, 2, 2, 2), one of each kind, and of (3, 2, 2)."""
    for lengths in ((2, 2, 2, 2), (2, 2, 3)):
        chains = [[13 * s + j for j in range(n)] for s, n in enumerate(lengths)]
        found: Counter[Lengths] = Counter()
        for order in permutations(chain(*chains)):
            firsts = [order.index(cards[0]) for cards in chains]
            if firsts[0] > firsts[1] or (lengths == (2, 2, 2, 2) and firsts != sorted(firsts)):
                continue  # chains of one length can be exchanged
            game = Birthday(chains, [order], passes=1, shuffled=True)
            end = game.greedy_end(game.start())
            found[left_of(lengths, end.heights)] += 1
        alike = 24 if lengths == (2, 2, 2, 2) else 2
        row = Passes(lengths).row(lengths)
        assert row == {left: alike * count for left, count in found.items()}


@pytest.mark.parametrize("lengths", [(12,), (6, 9), (3, 3, 3, 3), (1, 2, 4, 5), (5, 5, 5)])
def test_rows_count_every_order(lengths: Lengths) -> None:
    passes = Passes(lengths)
    for shorter in product(*(range(n + 1) for n in lengths)):
        kind = tuple(sorted(shorter))
        if kind == shorter:
            assert sum(passes.row(kind).values()) == factorial(sum(kind))


# ---- Several passes ------------------------------------------------------------------------------


@pytest.mark.parametrize("lengths", [(3,), (7,), (2, 3), (3, 4), (2, 2, 3), (1, 1, 1, 4)])
def test_several_passes_of_small_chains(lengths: Lengths) -> None:
    seen = set()
    for passes in range(max(lengths) + 1):
        exact = won_by_enumeration(lengths, passes)
        found = chance(lengths, passes)
        assert found.exact == exact
        assert found.value == float(exact)
        assert abs(Fraction(found.value) - exact) <= found.error_bound
        seen.add(exact in (0, 1))
    assert seen == {True, False}


def test_two_orders_of_all_cards() -> None:
    """As the rules have it: every later order is one of all cards, the unplayed come in it."""
    for lengths in ((4,), (4, 1)):
        cards = plain_cards(lengths)
        won = 0
        for first, second in product(list(permutations(cards)), repeat=2):
            heights = [0] * len(lengths)
            unplayed = set(play_pass(first, heights))
            won += not play_pass([card for card in second if card in unplayed], heights)
        exact = Fraction(won, factorial(len(cards)) ** 2)
        assert 0 < exact < 1
        assert chance(lengths, 2).exact == by_pass(lengths, 2)[-1].exact[0] == exact


@pytest.mark.parametrize("lengths", [(), (1,), (2, 2), (3,), (5, 4), (12,), (3, 3, 3, 3)])
def test_it_is_certain_when_it_is_said_to_be_and_not_before(lengths: Lengths) -> None:
    certain = certain_after(lengths)
    passes = Passes(lengths)
    chances = [left.get((0,) * len(lengths), 0) for left in passes.left_after(certain)]
    assert chances[-1:] == [1] * bool(lengths)
    assert 1 not in chances[:-1]
    assert chance(lengths, certain) == chance(lengths, 10**9) == (1, 1.0, 0.0)


def test_what_each_pass_leaves() -> None:
    for lengths in ((4, 4), (2, 3, 4)):
        odds = by_pass(lengths, 12)
        assert [one.number for one in odds] == list(range(1, certain_after(lengths) + 1))
        for one in odds:
            assert one.exact is not None
            assert sum(one.exact) == 1
            assert one.exact[0] == chance(lengths, one.number).exact
            mean = sum(left * share for left, share in enumerate(one.exact))
            assert one.mean == float(mean)
            assert one.cards_left == tuple(map(float, one.exact))
        means = [one.mean for one in odds]
        assert means == sorted(means, reverse=True)
    expected: Counter[int] = Counter()
    for left, count in one_pass((3, 4)).items():
        expected[sum(left)] += count
    first = by_pass([4, 3], 1)[0]
    assert first.exact == tuple(Fraction(expected[n], 5040) for n in range(8))


def test_order_and_finished_chains_do_not_matter() -> None:
    assert chance([5, 0, 7], 2) == chance([7, 5], 2) == chance([0, 5, 7, 0], 2)
    assert by_pass([5, 0, 7], 2) == by_pass([7, 5], 2)
    assert chance([0, 0], 0).exact == 1
    assert chance([1], 0).exact == 0
    assert by_pass([], 3) == []


# ---- Numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lengths", [(1,), (12,), (7, 9), (3, 4, 5), (3, 3, 3, 4)])
def test_numbers_and_fractions_agree_within_the_bound(lengths: Lengths) -> None:
    passes = certain_after(lengths)
    numbers = Distributions(lengths, passes)
    for number, chances in enumerate(Passes(lengths).left_after(min(passes, 4)), 1):
        exact = [Fraction(0)] * (sum(lengths) + 1)
        for left, share in chances.items():
            exact[sum(left)] += share
        found = numbers.cards_left(lengths, number)
        assert abs(sum(found) - 1) < 1e-12
        for value, true in zip(found, exact, strict=True):
            assert abs(Fraction(float(value)) - true) <= true * Fraction(ERROR_PER_PASS) * number


def test_chains_of_no_shipped_kind_are_computed() -> None:
    told: list[tuple[int, int]] = []
    odds = by_pass([2, 4, 4, 4], 9, lambda done, steps: told.append((done, steps)))
    assert [one.number for one in odds] == [1, 2, 3]
    for one in odds[:-1]:
        assert one.exact is None
        assert one.value == chance([4, 2, 4, 4], one.number).value
        assert 0 < one.error_bound < 1e-11
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_an_exception_of_the_progress_ends_the_work() -> None:
    def stop(done: int, steps: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        by_pass([2, 4, 4, 4], 9, stop)


def test_the_full_game_by_simulation(sample: Sample) -> None:
    """Whole games against `by_pass`: the chi-square statistic of each pass's cards left."""
    games, lengths = sample(1_500, 20_000), (12, 12, 12, 12)
    odds, stream = by_pass(lengths, 4), SplitMix64(1956)
    found: list[Counter[int]] = [Counter() for _ in odds]
    for _ in range(games):
        heights = [0] * 4
        unplayed: list[PlainCard] = plain_cards(lengths)
        for left in found:
            order = shuffle(stream, range(len(unplayed)))
            unplayed = play_pass([unplayed[place] for place in order], heights)
            left[len(unplayed)] += 1
    for one, left in zip(odds, found, strict=True):
        bins = list(_not_rare(left, [games * share for share in one.cards_left]))
        distance = sum((seen - wanted) ** 2 / wanted for seen, wanted in bins)
        freedom = len(bins) - 1
        print(f"pass {one.number}: chi-square {distance:.1f}, {freedom} degrees of freedom")
        assert freedom > 7
        assert distance < freedom + 4 * (2 * freedom) ** 0.5


def _not_rare(found: Counter[int], expected: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Yield what was found and expected, neighbours put together until ten are expected."""
    seen, wanted, ahead = 0, 0.0, sum(expected)
    for left, share in enumerate(expected):
        seen, wanted, ahead = seen + found[left], wanted + share, ahead - share
        if wanted >= 10 and ahead >= 10:
            yield seen, wanted
            seen, wanted = 0, 0.0
    yield seen, wanted


@pytest.mark.parametrize("lengths", [[13], [-1], [1, 1, 1, 1, 1]])
def test_lengths_out_of_reach_are_refused(lengths: list[int]) -> None:
    for ask in (chance, by_pass):
        with pytest.raises(SettingError, match="up to four chains of up to twelve") as caught:
            ask(lengths, 1)
        assert caught.value.text == " ".join(map(str, lengths))


def test_negative_passes_are_refused() -> None:
    for ask in (chance, by_pass):
        with pytest.raises(SettingError, match="from 0"):
            ask([1], -1)


def test_a_simulated_share() -> None:
    assert SimulatedShare(1, 200, 0.95, 0.0, 0.03, "Wilson").share == 0.005
