"""The shipped table: re-derived in part, whole, and refused when it is damaged.

``pytest --long`` makes it anew and compares every byte.
"""

from __future__ import annotations

import random
import sys
from itertools import combinations_with_replacement, pairwise

import pytest

from deals.errors import FormatError
from solver.odds import table as module
from solver.odds.floats import Distributions
from solver.odds.geburtstag import chance
from solver.odds.make import SHIPPED, main, make
from solver.odds.orders import Passes
from solver.odds.table import Table, certain_after, loads, shipped
from solver.odds.values import ERROR_PER_PASS

BYTES = SHIPPED.read_bytes()
ALL = list(combinations_with_replacement(range(13), 4))


def test_the_lower_part_is_computed_to_the_same_bits() -> None:
    found, table, compared = Distributions([5, 5, 5, 5], 4), shipped(), 0
    for lengths in combinations_with_replacement(range(6), 4):
        for passes in range(1, certain_after(lengths)):
            compared += 1
            assert table.chance(lengths, passes) == found.cards_left(lengths, passes)[0]
    assert compared > 150
    for length in (3, 4, 5):
        for passes in range(1, length - 1):
            left = table.cards_left([length] * 4, passes)
            assert left == tuple(found.cards_left([length] * 4, passes))


@pytest.mark.parametrize("lengths", [(12,), (9, 12), (2, 6, 7), (3, 3, 3, 3), (1, 1, 2, 11)])
def test_fractions_agree_within_the_bound(lengths: tuple[int, ...]) -> None:
    nothing = (0,) * len(lengths)
    for passes, left in enumerate(Passes(lengths).left_after(min(5, max(lengths) - 2)), 1):
        exact = float(left.get(nothing, 0))
        assert abs(shipped().chance(lengths, passes) - exact) <= exact * passes * ERROR_PER_PASS


def test_every_chance_is_one_and_more_passes_are_better() -> None:
    numbers = 0
    for lengths in ALL:
        chances = [shipped().chance(lengths, n) for n in range(1, certain_after(lengths))]
        assert all(a < b for a, b in pairwise([0.0, *chances, 1.0])), lengths
        numbers += len(chances)
    for length in range(3, 13):
        for passes in range(1, length - 1):
            left = shipped().cards_left([length] * 4, passes)
            assert left is not None
            assert abs(sum(left) - 1) < 1e-12
            assert left[0] == shipped().chance([length] * 4, passes)
            numbers += len(left)
    assert numbers == len(shipped().numbers)


def test_the_known_share_of_the_full_game() -> None:
    assert round(1 / chance([12] * 4, 4).value) == 1851  # theory: about 1 in 1,850


def test_it_reads_back_to_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loads(BYTES).dumps() == BYTES
    other = {"little": "big", "big": "little"}[sys.byteorder]
    numbers = loads(BYTES).numbers
    monkeypatch.setattr(module.sys, "byteorder", other)
    assert loads(BYTES).numbers != numbers
    assert loads(BYTES).dumps() == BYTES


def test_it_is_written_as_it_is_computed() -> None:
    class Computed:
        """What `Distributions` would say, as the table has it."""

        def cards_left(self, lengths: tuple[int, ...], passes: int) -> tuple[float, ...]:
            return shipped().cards_left(lengths, passes) or (shipped().chance(lengths, passes),)

    assert Table.computed(Computed()).dumps() == BYTES  # type: ignore[arg-type]


def test_lengths_of_other_kinds_have_no_cards_left() -> None:
    assert shipped().cards_left([3, 3, 3, 4], 1) is None
    assert shipped().cards_left([3, 3, 3], 1) is None


def test_damage_is_refused() -> None:
    head = BYTES.index(b"\n")
    damaged = [b"", b"\n", b"[]\n", b"{}\n", BYTES[:-1], BYTES[:-8], BYTES + b"\0" * 8, BYTES[1:]]
    chosen = random.Random(1)
    for place in [*range(0, head, 7), *(chosen.randrange(head, len(BYTES)) for _ in range(20))]:
        damaged.append(BYTES[:place] + bytes([BYTES[place] ^ 1]) + BYTES[place + 1 :])
    for data in damaged:
        with pytest.raises(FormatError, match="not a whole table"):
            loads(data)


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(FormatError, match="right size") as caught:
        Table(shipped().numbers[:-1])
    assert caught.value.expected == "15873 numbers"


def test_the_command_makes_the_shipped_bytes(
    request: pytest.FixtureRequest, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole table where there is time for it, else the command around a ready one."""
    if request.config.getoption("--long"):
        assert make().dumps() == BYTES
    path = f"{tmp_path}/made.bin"
    monkeypatch.setattr("solver.odds.make.make", lambda tell: (tell(1, 1), shipped())[1])
    monkeypatch.setattr(sys, "argv", ["make", "-o", path])
    main()
    with open(path, "rb") as made:
        assert made.read() == BYTES
