"""The compiled kernel and the readable rules agree: a sample of what `solver.kernel.check` does.

All of it is run by ``python -m solver.kernel.check``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from kernel_deals import one_left_of_sixty_four

from solver.columns import Detail
from solver.kernel.check import (
    NUMBERS,
    Checked,
    birthday_rules,
    check,
    main,
    small_rules,
    with_few_orders,
)
from solver.rules import VARIANTS, BirthdayRules, CoveringRules, Rules, find_rules

VERDICT = (Detail.VERDICT,)
FULL = (Detail.FULL,)


def agreed(parts: Iterable[Checked]) -> Counter[str]:
    """Return how many deals had each verdict, once there is no difference."""
    total = sum(parts, Checked())
    assert not total.differences, "\n".join(map(str, total.differences[:5]))
    return total.verdicts


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_small_settings(width: int) -> None:
    """Each value of each setting with nearly each of any other."""
    every = list(small_rules(widths=(width,)))
    some = every[width :: 13 if width < 4 else 23]
    assert {rules.sizes for rules in some} == {rules.sizes for rules in every}
    seen = agreed(check(rules, range(100 * i, 100 * i + 2)) for i, rules in enumerate(some))
    assert seen["lost"] >= 10
    assert seen["won"] >= (3 if width > 1 else 0)


def test_small_settings_where_deals_are_won_and_lost() -> None:
    rules = [
        find_rules("zudecken", deck="4x4", match="rank", width=3),
        find_rules("zudecken", deck="3x4", match="suit", width=3, goal="stock"),
        find_rules("zudecken-group", deck="4x3", match="suit", width=3, sizes="2,3"),
        find_rules("zudecken-group", deck="4x4", match="suit", width=4, sizes="2,4"),
        find_rules("zudecken-single", deck="4x4", match="suit", width=3),
        find_rules("quadrat", deck="4x4", match="rank"),
    ]
    for one in rules:
        seen = agreed([check(one, range(40))])
        assert min(seen["won"], seen["lost"]) >= 2, (one, seen)


@pytest.mark.parametrize("name", VARIANTS)
def test_full_deals_of_named_variants(name: str) -> None:
    rules = VARIANTS[name]
    seen = agreed([check(rules, range(5000, 5150), VERDICT)])
    assert seen["lost"] >= 8
    if name not in ("quadrat-104", "geburtstag", "geburtstag-unshuffled"):
        assert seen["won"] >= 8


@pytest.mark.parametrize(
    ("name", "deals", "lost"),
    [
        ("quadrat", 40, 20),
        ("quadrat-52", 10, 4),
        ("zudecken", 8, 1),
        ("zudecken-stock", 8, 1),
        ("zudecken-group-stock", 10, 1),
        ("zudecken-group-32", 20, 1),
        ("geburtstag", 50, 50),
        ("geburtstag-unshuffled", 200, 195),
    ],
)
def test_all_counts_of_full_deals(name: str, deals: int, lost: int) -> None:
    first = 11 if name.startswith("zudecken") else 0
    assert agreed([check(VARIANTS[name], range(first, first + deals), FULL)])["lost"] >= lost


@pytest.mark.parametrize(
    "rules",
    [
        find_rules("zudecken"),
        find_rules("zudecken-single", deck="4x4", match="suit", width=3),
        find_rules("quadrat"),
        find_rules("geburtstag"),
    ],
    ids=lambda rules: rules.game,
)
def test_the_largest_numbers_and_steps(rules: Rules) -> None:
    """Numbers next to 2^64, steps of a third of it, and a deal whose first word is thrown away."""
    agreed(check(rules, numbers, VERDICT) for numbers in NUMBERS)


@pytest.mark.parametrize(
    ("match", "width", "won", "lost"),
    [("suit", 3, 20, 40), ("suit", 4, 30, 25), ("rank", 4, 20, 40), ("suit-or-rank", 3, 30, 25)],
)
def test_decks_of_several_packs(match: str, width: int, won: int, lost: int) -> None:
    """Twins are two cards, and up to 64 cards are taken."""
    seen = agreed(
        check(find_rules("zudecken", deck=deck, match=match, cover=cover, width=width), range(5))
        if deck in ("2*1x3", "2*3x3")
        else check(
            find_rules("zudecken", deck=deck, match=match, cover=cover, width=width),
            range(5),
            VERDICT,
        )
        for deck in ("2*1x3", "2*3x3", "2*4x4", "3*5x4", "2*skat32", "4*8x2")
        for cover in ("open", "group", "single")
    )
    assert seen["won"] >= won
    assert seen["lost"] >= lost


def test_all_counts_of_decks_of_several_packs() -> None:
    rules = [
        find_rules("zudecken-single", deck="2*2x3"),
        find_rules("zudecken", deck="2*3x3", match="suit", width=3),
        find_rules("quadrat", deck="2*4x4"),
        find_rules("zudecken-group", deck="2*4x4", match="rank"),
        find_rules("zudecken-group", deck="4*1x4", width=3, sizes="3"),
        find_rules("zudecken-group", deck="2*skat32", match="rank"),
    ]
    seen = agreed(check(one, range(6)) for one in rules)
    assert min(seen["won"], seen["lost"]) >= 3


@pytest.mark.parametrize("deck", ["1x1", "1x3", "2*1x1"])
def test_decks_no_larger_than_the_width(deck: str) -> None:
    seen = agreed(check(rules, range(2)) for rules in list(small_rules((deck,)))[::31])
    assert seen["won"] > 0
    assert seen["lost"] > 0


def test_deals_in_which_nothing_can_be_told_apart() -> None:
    """One suit: all cards match. One card of each rank: none does."""
    seen = agreed(
        check(find_rules("zudecken", deck=deck, match=match, cover=cover), range(2), FULL)
        for deck in ("8x1", "4*2x1")
        for match in ("suit", "rank")
        for cover in ("open", "group", "single")
    )
    assert min(seen["won"], seen["lost"]) >= 4


@pytest.mark.parametrize(
    ("sizes", "goal"), [("4", "cleared"), ("3,4", "stock"), ("1,3,4", "stock")]
)
def test_the_last_cards_of_sixty_four(sizes: str, goal: str) -> None:
    """Four cards leave when one is left in the stock: what lies there then is all behind it."""
    rules = find_rules("zudecken", deck="4*8x2", match="suit", sizes=sizes, goal=goal)
    agreed([check(rules, [one_left_of_sixty_four()], VERDICT)])


def test_der_geburtstag() -> None:
    rules = list(birthday_rules())
    seen = agreed(check(one, range(25)) for one in rules)
    assert min(seen["won"], seen["lost"]) >= 100
    seen = agreed(check(one, with_few_orders(one, range(12))) for one in rules)
    assert min(seen["won"], seen["lost"], seen["chance"]) >= 20


def test_many_passes() -> None:
    """The last of them are never played: each pass plays one card at least."""
    rules = find_rules("geburtstag-unshuffled", passes=60)
    assert isinstance(rules, BirthdayRules)
    assert agreed([check(rules, range(60))]) == {"won": 60}
    agreed([check(find_rules("geburtstag", passes=60), range(5))])


def test_the_sample_of_rules_is_all_there_is() -> None:
    every = list(small_rules())
    assert len(set(every)) == len(every) == 4 * 4 * 3 * 3 * 2 * 10
    assert all(isinstance(rules, CoveringRules) for rules in every)


def test_the_command_tells_what_it_saw(capsys: pytest.CaptureFixture[str]) -> None:
    checked = check(find_rules("quadrat", deck="4x4"), range(100))
    assert str(checked) == "1 settings, 100 deals (51 lost, 49 won), 0 differences"
    with pytest.raises(SystemExit) as refused:
        main(["--deals", "x"])
    assert refused.value.code == 2
    assert "invalid int value" in capsys.readouterr().err
