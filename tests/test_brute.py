"""The oracle itself: against known deals, against lists of all lines, and against small sums.

``pytest --long`` plays out all twenty known deals of Der Geburtstag (two minutes) instead of one,
and those of Zudecken that take the oracle two seconds each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from itertools import islice, permutations, product

import pytest
from brute import Birthday, Counts, Covering, Outcome, Settings, birthday_chains, read_card
from facts import Fact, load_facts

from deals import find_deck, numbered_deal

_SETTINGS = {
    "quadrat": Settings(match="suit", sizes=frozenset({2})),
    "zudecken": Settings(match="suit-or-rank", sizes=frozenset({2, 3, 4})),
}
SLOW = ("z020282", "z140059")


def _as_in_a_fact(counts: Counts) -> dict[str, object]:
    chance = counts.random_win
    return asdict(counts) | {
        "lines": str(counts.lines),
        "winning_lines": str(counts.winning_lines),
        "random_win": f"{chance.numerator}/{chance.denominator}",
    }


@pytest.mark.parametrize("fact", load_facts("quadrat", "zudecken"), ids=lambda fact: fact["id"])
def test_every_count_of_a_known_deal(fact: Fact, sample: Callable[[int, int], int]) -> None:
    if fact["id"] in SLOW and not sample(0, 1):
        pytest.skip("takes the oracle two seconds; --long runs it")
    base = _SETTINGS[fact["game"]]
    settings = Settings(base.match, base.sizes, fact["cover"], fact["goal"], base.width)
    oracle = Covering([read_card(card) for card in fact["cards"]], settings)
    assert _as_in_a_fact(oracle.counts(oracle.start())) == fact["expect"]


def test_known_deals_of_birthday(sample: Callable[[int, int], int]) -> None:
    facts = load_facts("geburtstag")
    quickest = [fact for fact in facts if fact["id"] == "b712589"]
    for fact in facts if sample(0, 1) else quickest:
        oracle = Birthday(
            birthday_chains(fact["target"], fact["suits"]),
            [[read_card(card) for card in order] for order in (fact["cards"], *fact["redeals"])],
            fact["passes"],
            shuffled=fact["redeal"] == "shuffled",
        )
        assert asdict(oracle.outcome()) == fact["expect"], fact["id"]


@pytest.mark.parametrize("cover", ["open", "group", "single"])
@pytest.mark.parametrize(("deck", "width"), [("2x2", 4), ("2x3", 2), ("2x3", 4), ("4x2", 3)])
def test_counts_agree_with_the_list_of_all_lines(deck: str, width: int, cover: str) -> None:
    seen = {"won": 0, "lost": 0}
    for number, (match, goal, sizes) in enumerate(
        product(("suit", "rank", "suit-or-rank"), ("cleared", "stock"), ((2,), (2, 3, 4), (1, 3)))
    ):
        deal = numbered_deal(number, find_deck(deck)).cards
        oracle = Covering(deal, Settings(match, frozenset(sizes), cover, goal, width))
        positions = oracle.reachable(oracle.start())
        for position in sorted(positions, key=lambda p: (p[0], sorted(p[1])))[:25]:
            if oracle.lines(position) > 1000:
                continue
            assert oracle.counts(position) == oracle.counts_line_by_line(position)
            seen[oracle.verdict(position)] += 1
    assert seen["won"]
    assert seen["lost"]


def test_a_quadrat_deal_counted_by_hand() -> None:
    """AC 2C face up with AS 2S: either pair first, then the other one."""
    oracle = Covering([0, 1, 13, 14], Settings(match="suit", sizes=frozenset({2}), cover="group"))
    assert oracle.legal_groups(oracle.start()) == [(0, 1), (2, 3)]
    assert oracle.counts(oracle.start()) == Counts(
        verdict="won",
        cards_left=0,
        states=4,
        transitions=4,
        dead_ends=0,
        choice_points=1,
        forced=2,
        critical=0,
        lines=2,
        winning_lines=2,
        random_win=Fraction(1),
    )


_ALONE = [(0,), (1,), (2,), (3,)]
_TWO = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
_THREE = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
_ALL = [(0, 1, 2, 3)]


@pytest.mark.parametrize(
    ("cover", "groups"),
    [
        ("group", [(0, 1), (2, 3), *_ALL]),
        ("open", [*_TWO, *_THREE, *_ALL]),
        ("single", [*_ALONE, *_TWO, *_THREE, *_ALL]),
    ],
)
def test_what_each_cover_allows_with_two_pairs(cover: str, groups: list[tuple[int, ...]]) -> None:
    """AC AS and 2H 2D: under ``group`` a pair stays together, else any cards may go."""
    oracle = Covering([0, 13, 27, 40], Settings(match="rank", cover=cover))
    assert oracle.legal_groups(oracle.start()) == groups


def test_goal_stock_ends_with_the_stock() -> None:
    oracle = Covering([0, 1, 2, 3], Settings(goal="stock", width=4))
    assert oracle.counts(oracle.start()).states == 1
    assert oracle.verdict(oracle.start()) == "won"
    assert oracle.cards_left(oracle.start()) == 4


@pytest.mark.parametrize(("cards", "catalan"), [(1, 1), (2, 2), (3, 5), (4, 14), (5, 42), (6, 132)])
def test_one_chain_in_one_pass_is_sorted_by_a_stack(cards: int, catalan: int) -> None:
    """A foundation fed through one waste pile: the orders that come out are Catalan many."""
    outcomes = [
        Birthday([range(cards)], [order], 1, shuffled=False).outcome()
        for order in permutations(range(cards))
    ]
    assert [outcome.verdict for outcome in outcomes].count("won") == catalan


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("chains", [[(0, 1, 2, 3)], [(0,), (3, 4, 5)], [(0, 1), (4, 5, 6)]])
def test_birthday_agrees_with_the_list_of_all_lines(
    chains: list[tuple[int, ...]], shuffled: bool
) -> None:
    cards = [card for chain in chains for card in chain]
    seen = set()
    for passes in (1, 2):
        for order in islice(permutations(cards), 0, None, len(cards) - 2):
            orders = [order, tuple(cards)][: passes if shuffled else 1]
            oracle = Birthday(chains, orders, passes, shuffled=shuffled)
            ends = [(len(end.waste), end.number) for end in oracle.every_end(oracle.start())]
            left, number = min(ends)
            assert oracle.outcome() == Outcome("lost" if left else "won", left, number)
            seen.add((passes, left > 0))
    assert (1, True) in seen
    assert (1, False) in seen


def test_turned_over_means_laid_first_comes_first() -> None:
    """3 2 1 of one chain: the 1 brings the 2 and the 3. 2 3 1 leaves 2 3, in that order."""
    chain = [(1, 2, 3)]
    assert Birthday(chain, [(3, 2, 1)], 1, shuffled=False).outcome() == Outcome("won", 0, 1)
    assert Birthday(chain, [(2, 3, 1)], 1, shuffled=False).outcome() == Outcome("lost", 2, 1)
    oracle = Birthday(chain, [(2, 3, 1)], 2, shuffled=False)
    assert oracle.next_stock(2, (2, 3)) == (2, 3)
    assert oracle.outcome() == Outcome("won", 0, 2)


def test_chains_of_the_default_target() -> None:
    """Digits 1 9 5 6 on spades, hearts, clubs, diamonds: bases 2♠ 10♥ 6♣ 7♦."""
    spades, hearts, clubs, diamonds = birthday_chains("1956", "SHCD")
    assert (spades[0], spades[-1]) == (read_card("3S"), read_card("AS"))
    assert (hearts[0], hearts[-1]) == (read_card("JH"), read_card("9H"))
    assert (clubs[0], clubs[-1]) == (read_card("7C"), read_card("5C"))
    assert (diamonds[0], diamonds[-1]) == (read_card("8D"), read_card("6D"))
    assert all(len(chain) == 12 for chain in (spades, hearts, clubs, diamonds))
