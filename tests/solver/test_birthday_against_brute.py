"""Der Geburtstag: greedy play and the project's exhaustive search against the oracle's.

Four short chains are never lost in two passes, so few long ones are played here; every setting
must have shown lost and won deals, and prints how many (``-rP``).

``pytest --long`` plays all 40,320 orders of the chains of eight cards, and a thousand
random orders of the longer ones (ten minutes).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, permutations

import pytest
from brute import Birthday as Oracle
from brute import Table, birthday_chains

from deals import SplitMix64, find_deck, numbered_deal, shuffle
from solver.games import Birthday, Verdict
from solver.graph import StateGraph
from solver.rules import find_rules
from solver.search import search
from solver.solve import solve

Sample = Callable[[int, int], int]
Orders = list[tuple[int, ...]]

SMALL = [((8,), 1), ((8,), 2), ((8,), 3), ((5, 3), 1), ((5, 3), 2), ((4, 4), 1), ((4, 4), 2)]
LARGE = [((7, 7), 2), ((7, 7), 3), ((10,), 4)]


def chains_of(lengths: tuple[int, ...]) -> list[list[int]]:
    return [[13 * suit + rank for rank in range(length)] for suit, length in enumerate(lengths)]


def all_orders(cards: list[int], orders: int) -> Iterator[Orders]:
    """Every order of the first pass, each with later ones drawn from its own stream."""
    for number, first in enumerate(permutations(cards)):
        stream = SplitMix64(number)
        yield [first, *(shuffle(stream, cards) for _ in range(orders - 1))]


def random_orders(cards: list[int], orders: int) -> Iterator[Orders]:
    for number in range(1 << 32):
        stream = SplitMix64(number)
        yield [shuffle(stream, cards) for _ in range(orders)]


def compare(lengths: tuple[int, ...], orders: Orders, passes: int, *, shuffled: bool) -> str:
    """Compare greedy and exhaustive play with the oracle's best end; return the verdict."""
    chains = chains_of(lengths)
    oracle = Oracle(chains, orders, passes, shuffled=shuffled)
    best = oracle.outcome()
    game = Birthday(chains, orders, passes=passes, shuffled=shuffled)
    theorem = game.theorem()
    state = game.start()
    while moves := game.moves(state):
        state = game.apply(state, moves[0])
    assert theorem.verdict == best.verdict
    assert theorem.reason == {"kind": "greedy", "passes": best.passes}
    assert (game.cards_left(state), state.number) == (best.cards_left, best.passes)
    found = search(game)
    assert (found.verdict, found.cards_left) == (best.verdict, best.cards_left)
    return best.verdict


def compare_every_state(
    lengths: tuple[int, ...], orders: Orders, passes: int, *, shuffled: bool
) -> int:
    """Compare the moves of every state with the oracle's steps; return how many states.

    The oracle turns the waste into a stock in a step of its own; in the game that belongs to
    drawing the first card of a pass.
    """
    chains = chains_of(lengths)
    oracle = Oracle(chains, orders, passes, shuffled=shuffled)
    game = Birthday(chains, orders, passes=passes, shuffled=shuffled)
    graph = StateGraph(game)
    reached = {oracle.start()}
    for number, state in enumerate(graph.states):
        table = Table(state.number, state.stock, state.waste, state.heights)
        steps: list[Table] = []
        for after in oracle.successors(table):
            steps.extend([after] if after.number == table.number else oracle.successors(after))
        after_moves = [graph.states[target] for target in graph.successors(number)]
        assert [Table(s.number, s.stock, s.waste, s.heights) for s in after_moves] == steps
        assert game.is_won(state) == (oracle.is_end(table) and not table.waste)
        reached.update(steps)
    assert len(reached) == len(graph.states)
    found = search(game)
    assert found.states <= len(graph.states)
    assert found.verdict is Verdict.WON or found.states == len(graph.states)
    return len(graph.states)


@pytest.mark.parametrize("shuffled", [True, False], ids=["shuffled", "unshuffled"])
@pytest.mark.parametrize(("lengths", "passes"), [*SMALL, *LARGE])
def test_no_way_of_playing_beats_greedy(
    lengths: tuple[int, ...], passes: int, shuffled: bool, sample: Sample
) -> None:
    cards = [card for chain in chains_of(lengths) for card in chain]
    orders = passes if shuffled else 1
    deals: Iterator[Orders]
    if (lengths, passes) in LARGE:
        deals = islice(random_orders(cards, orders), sample(40, 1000))
    elif sample(0, 1):
        deals = all_orders(cards, orders)
    else:
        deals = islice(random_orders(cards, orders), 150)
    seen = Counter(compare(lengths, deal, passes, shuffled=shuffled) for deal in deals)
    print(f"{lengths}, passes {passes}, shuffled {shuffled}: {dict(sorted(seen.items()))}")
    assert seen["won"]
    assert seen["lost"]


@pytest.mark.parametrize("shuffled", [True, False], ids=["shuffled", "unshuffled"])
@pytest.mark.parametrize(("lengths", "passes"), [*SMALL, *LARGE])
def test_every_state_offers_every_choice(
    lengths: tuple[int, ...], passes: int, shuffled: bool, sample: Sample
) -> None:
    """Holding back is possible wherever playing is, else the exhaustive search shows nothing."""
    cards = [card for chain in chains_of(lengths) for card in chain]
    deals = islice(random_orders(cards, passes if shuffled else 1), sample(5, 200))
    states = [compare_every_state(lengths, deal, passes, shuffled=shuffled) for deal in deals]
    print(f"{lengths}, passes {passes}, shuffled {shuffled}: {sum(states)} states")
    assert min(states) > len(cards) + 1  # more than one line


@pytest.mark.parametrize(
    ("deck", "passes", "short"), [("4x4", 1, 20), ("5x4", 1, 60), ("6x4", 2, 8)]
)
@pytest.mark.parametrize("variant", ["geburtstag", "geburtstag-unshuffled"])
def test_numbered_deals_of_small_decks(
    variant: str, deck: str, passes: int, short: int, sample: Sample
) -> None:
    """Whole deals with targets, suits and bases, by the theorem and by exhaustive search."""
    shuffled = variant == "geburtstag"
    seen: Counter[str] = Counter()
    for number in range(sample(short, 20 * short)):
        target, suits = ["1213", "3123"][number % 2], ["SHCD", "DCSH", "HDSC"][number % 3]
        rules = find_rules(variant, deck=deck, target=target, suits=suits, passes=passes)
        orders = passes if shuffled else 1
        deal = numbered_deal(number, find_deck(deck), target=target, suits=suits, orders=orders)
        chains = birthday_chains(target, suits, ranks=int(deck[0]))
        best = Oracle(chains, [deal.cards, *deal.redeals], passes, shuffled=shuffled).outcome()
        for exhaustive in (False, True):
            solution = solve(rules, deal, exhaustive=exhaustive)
            assert (solution.verdict, solution.cards_left) == (best.verdict, best.cards_left)
            assert solution.reason == {"kind": "greedy", "passes": best.passes}
            assert bool(solution.states) == exhaustive
        seen[best.verdict] += 1
    print(f"{variant} {deck}, passes {passes}: {dict(sorted(seen.items()))}")
    assert seen["won"]
    assert seen["lost"]


@pytest.mark.parametrize("known", [1, 2])
def test_a_deal_without_all_orders_is_won_or_a_chance(known: int, sample: Sample) -> None:
    """Won if it is out by the last known order, otherwise a chance, never lost."""
    chains = chains_of((5, 3))
    cards = [card for chain in chains for card in chain]
    seen: Counter[str] = Counter()
    for orders in islice(random_orders(cards, known), sample(100, 5000)):
        best = Oracle(chains, orders, known, shuffled=True).outcome()
        expected = Verdict.WON if best.verdict == "won" else Verdict.CHANCE
        game = Birthday(chains, orders, passes=3, shuffled=True)
        theorem = game.theorem()
        assert theorem.verdict == expected
        if expected is Verdict.CHANCE:
            assert theorem.reason == {"kind": "no-orders", "known": known, "passes": 3}
        found = search(game)
        assert (found.verdict, found.cards_left) == (expected, 0 if expected == "won" else None)
        seen[expected] += 1
    print(f"{known} of 3 orders known: {dict(sorted(seen.items()))}")
    assert seen["won"]
    assert seen["chance"]
