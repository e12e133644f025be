"""Values that compiled code looks up are those of the table, at positions of every kind."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from deals.decks import find_deck
from solver.kernel.lookup import find_places, value_of
from solver.odds.facedown import FaceDownGame, build
from solver.odds.facedown.layers import Layers
from solver.policies.arrays import no_arrays, read_arrays
from solver.policies.player import table_folder
from solver.rules import CoveringRules, Rules, find_rules


@pytest.mark.parametrize(
    "rules",
    [
        find_rules("zudecken-single", deck="4x3", width=3, match="rank"),
        find_rules("zudecken-single", deck="3x4", width=3, match="suit"),
        find_rules("zudecken-group", deck="3x4", width=3),
        find_rules("zudecken", deck="5x3", sizes=[2]),
    ],
    ids=lambda rules: f"{rules.deck}-{rules.cover}-{rules.match}",
)
def test_values_are_those_of_the_table(rules: Rules, tmp_path: Path) -> None:
    assert isinstance(rules, CoveringRules)
    table = build(rules, tmp_path)
    game = FaceDownGame(rules)
    arrays = tuple(read_arrays(Layers(game), table_folder(rules, tmp_path)))
    suits, places = np.zeros(game.ranks, np.int64), np.zeros(10_000, np.int64)
    deck, random = find_deck(rules.deck).cards, Random(3)
    seen: set[float] = set()
    for _ in range(60):
        unseen = sorted(random.sample(deck, random.randrange(1, len(deck) - rules.width)))
        rest = [card for card in deck if card not in unseen]
        turn = find_places(np.array(unseen, np.uint8), arrays, suits, places)
        for size in game.sizes:
            hands = list(combinations(rest, rules.width - size))
            for kept in random.sample(hands, min(len(hands), 12)):
                position = game.position(kept, [card for card in rest if card not in kept])
                value = value_of(np.array(kept, np.uint8), arrays, suits, places, turn)
                assert value == table.value(position)
                seen.add(value)
    assert len(seen) > 10


def test_arrays_that_hold_nothing_have_the_types_of_those_that_do(tmp_path: Path) -> None:
    rules = find_rules("quadrat", deck="2x2", width=2)
    assert isinstance(rules, CoveringRules)
    build(rules, tmp_path)
    full = read_arrays(Layers(FaceDownGame(rules)), table_folder(rules, tmp_path))
    for one, other in zip(full, no_arrays(), strict=True):
        assert (one.dtype, one.ndim, other.size) == (other.dtype, other.ndim, 0)
