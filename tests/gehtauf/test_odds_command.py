"""``gehtauf odds``: exact where it can be, simulated elsewhere, nothing long by accident."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from command import gehtauf

import gehtauf as library
from deals.errors import SettingError
from gehtauf import tables
from gehtauf.chances import Means, find_odds
from gehtauf.simulation import simulate
from solver.columns import Detail
from solver.games import Theorem, Verdict
from solver.games.covering import Covering
from solver.kernel import Kernel
from solver.odds.facedown import FaceDownGame
from solver.odds.facedown.layers import Layers
from solver.odds.facedown.plan import plan
from solver.odds.values import SimulatedShare
from solver.rules import find_rules
from tests.reports.schema_check import faults


def record(*arguments: str | Path) -> dict[str, Any]:
    result = gehtauf("odds", *arguments, "--format", "json", "--quiet")
    assert result.code == 0, result.err
    found: dict[str, Any] = json.loads(result.out)
    assert faults("odds", found) == []
    assert found["version"] == library.__version__
    return found


# ---- Exact chances -------------------------------------------------------------------------------


def test_quadrat_is_exact_and_tells_how_deals_end() -> None:
    found = record("--game", "quadrat", "--deck", "2x4")
    assert (found["exact"], found["stock"], found["interval"]) == ("27/35", None, None)
    assert found["ends"] == [
        {"cards": 4, "exact": "8/35", "value": 8 / 35},
        {"cards": 8, "exact": "27/35", "value": 27 / 35},
    ]
    text = gehtauf("odds", "--game", "quadrat").out
    assert "60227903960647/276558590139975 = 0.2177762908400848" in text
    assert "sees the stock makes no difference" in text
    assert "cards left" in text


def test_a_shuffled_birthday_is_told_by_pass() -> None:
    found = record("--game", "geburtstag", "--passes", "6")
    assert [one["pass"] for one in found["by_pass"]] == [1, 2, 3, 4, 5, 6]
    assert found["value"] == found["by_pass"][-1]["value"]
    assert found["exact"] is None
    assert 0 < found["error_bound"] < 1e-9
    for number, one in enumerate(found["by_pass"], 1):
        assert one["exact"] is None
        assert one["error_bound"] == number * 2.0**-40
    assert found["error_bound"] == found["value"] * found["by_pass"][-1]["error_bound"]
    certain = record("--game", "geburtstag", "--passes", "11")["by_pass"]
    assert [one["exact"] is None for one in certain] == [True] * 10 + [False]
    assert (certain[-1]["exact"][0], certain[-1]["error_bound"]) == ("1/1", 0)
    text = gehtauf("odds", "--game", "geburtstag", "--passes", "6").out
    assert text.count("behind this table are off by at most 5.5e-12 of themselves.") == 1
    small = record("--game", "geburtstag", "--deck", "4x4", "--target", "1232", "--passes", "1")
    assert Fraction(small["exact"]) == Fraction(small["value"]).limit_denominator(10**7)


def test_one_pass_is_the_same_shuffled_or_not() -> None:
    game = ["--game", "geburtstag", "--deck", "4x4", "--target", "1232", "--passes", "1"]
    shuffled, turned = record(*game), record(*game, "--redeal", "unshuffled")
    assert turned["exact"] == shuffled["exact"] is not None


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--game", "quadrat-52", "--goal", "cleared", "--width", "5"], "13 cards of a suit"),
        (["--game", "quadrat", "--deck", "4x3", "--match", "rank", "--width", "6"], "3 cards of a"),
        (["--game", "zudecken", "--sizes", "3", "--stock", "down"], "52 cards cannot go in groups"),
        (["--game", "zudecken", "--sizes", "3", "--stock", "up"], "52 cards cannot go in groups"),
        (
            ["--game", "zudecken", "--deck", "2*1x3", "--match", "suit", "--sizes", "4"],
            "6 cards cannot",
        ),
    ],
)
def test_what_never_comes_out_is_an_exact_zero(arguments: list[str], why: str) -> None:
    found = record(*arguments)
    assert (found["exact"], found["error_bound"], found["stock"]) == ("0/1", 0, None)
    assert found["method"].startswith(f"exact: {why}")
    assert find_odds(find_rules("zudecken", deck="1x3", match="suit")).value == 0
    assert "no deal of" in gehtauf("odds", *arguments, "--deals", "0..9").err


def test_few_cards_face_down_are_a_fraction() -> None:
    found = record("--game", "zudecken", "--deck", "3x4", "--width", "3", "--stock", "down")
    assert (found["exact"], found["stock"]) == ("14843/23100", "down")


def test_long_work_with_fractions_is_announced_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find_rules("zudecken", deck="3x4", width=3)
    said, shown = list[str](), list[int]()

    @contextmanager
    def meter(total: int | None, done: int) -> Iterator[Callable[[int], None]]:
        assert (total, done) == (None, 0)
        yield shown.append

    means = Means(tables.Building(announce=said.append, meter=meter))
    assert find_odds(rules, "down", means).value == pytest.approx(14843 / 23100)
    assert said == shown == []
    monkeypatch.setattr(tables, "_FEW_VALUES", 10)
    assert find_odds(rules, "down", means).found.exact == Fraction(14843, 23100)
    assert len(said) == 1
    assert "may take minutes" in said[0]
    assert shown == list(range(1, len(shown) + 1))
    assert len(shown) > 100
    assert find_odds(rules, "down").value == pytest.approx(14843 / 23100)  # nobody is told


@pytest.mark.parametrize("width", [4, 5, 8])
def test_sixteen_cards_are_long_work(width: int) -> None:
    game = FaceDownGame.of(find_rules("zudecken", deck="4x4", width=width))
    assert plan(game).values > tables._FEW_VALUES


def test_more_cards_face_down_come_from_a_table(tmp_path: Path) -> None:
    arguments = ["--game", "zudecken", "--deck", "6x3", "--width", "3", "--stock", "down"]
    built = gehtauf("odds", *arguments, "--table", tmp_path)
    assert "building the table of exact chances" in built.err
    again = gehtauf("odds", *arguments, "--table", tmp_path)
    assert (again.out, again.err) == (built.out, "")
    found = record(*arguments, "--table", tmp_path)
    assert found["exact"] is None
    assert 0 < found["error_bound"] < 1e-12
    other = gehtauf("odds", *arguments, "--cover", "group", "--table", tmp_path)
    assert other.code == 2
    assert "other rules" in other.err


def test_nothing_long_is_built_by_accident(tmp_path: Path) -> None:
    result = gehtauf("odds", "--game", "zudecken", "--stock", "down", "--table", tmp_path / "t")
    assert result.code == 2
    assert result.out == ""
    assert "1,365 million values" in result.err
    assert "11 to 39 minutes of one core, 3.4 GB of memory and 1.8 GB of disk" in result.err
    assert "--build" in result.err
    assert not (tmp_path / "t").exists()


def test_a_table_that_would_be_too_large_is_not_offered(tmp_path: Path) -> None:
    asked = ("odds", "--game", "zudecken", "--width", "6", "--stock", "down", "--table")
    for more in ((), ("--build",)):
        result = gehtauf(*asked, tmp_path / "t", *more)
        assert (result.code, result.out) == (2, "")
        assert "would be too large to build: 25,100 million values" in result.err
        assert "3.8 million ways for the cards face up to lie" in result.err
        assert "--build" not in result.err
        assert "; expected --stock up)" in result.err
        assert not (tmp_path / "t").exists()


def test_a_long_table_is_built_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SECONDS_UNASKED", 0)
    arguments = ["--game", "zudecken", "--deck", "6x3", "--width", "3", "--stock", "down"]
    assert gehtauf("odds", *arguments, "--table", tmp_path).code == 2
    assert gehtauf("odds", *arguments, "--table", tmp_path, "--build").code == 0


@pytest.mark.parametrize("cover", ["group", "single"])
@pytest.mark.parametrize(
    ("deck", "width"), [("9x4", 3), ("4x4", 4), ("6x3", 3), ("5x2", 1), ("5x2", 6), ("13x1", 4)]
)
def test_a_plan_counts_what_a_table_holds(deck: str, width: int, cover: str) -> None:
    game = FaceDownGame.of(find_rules("zudecken", deck=deck, width=width, cover=cover))
    layers, costs = Layers(game), plan(game)
    numbers = range(layers.cards + 1)
    assert costs.values == sum(map(layers.size, numbers))
    assert costs.disk == 8 * sum(map(layers.kept_size, numbers))
    if deck == "9x4":
        assert costs.seconds == pytest.approx(32e-9 * layers.steps(), rel=0.5)


@pytest.mark.parametrize(
    ("settings", "values", "kept"),  # docs/theory.md, by `python -m benchmarks.facedown plan`
    [
        ({"deck": "skat32"}, 8_856_188, 1_962_728),
        ({"deck": "skat32", "cover": "single"}, 8_856_188, 8_856_188),
        ({"deck": "9x4"}, 28_088_116, 5_769_321),
        ({"deck": "10x4"}, 81_939_691, 15_769_661),
        ({"deck": "french52"}, 1_364_510_236, 226_137_130),
    ],
)
def test_a_plan_says_what_was_counted(settings: dict[str, str], values: int, kept: int) -> None:
    costs = plan(FaceDownGame.of(find_rules("zudecken", **settings)))
    said = Path(__file__).parents[2] / "docs" / "theory.md"
    assert f"| {values:,} |" in said.read_text("utf-8")
    assert (costs.values, costs.disk) == (values, 8 * kept)


# ---- Simulated shares ----------------------------------------------------------------------------


def test_what_nobody_can_compute_is_simulated_and_says_so() -> None:
    found = record("--game", "zudecken-group", "--deals", "0..9999")
    rules = find_rules("zudecken-group")
    won = int((Kernel(rules, Detail.VERDICT).numbered(range(10000))["verdict"] == 0).sum())
    assert found["simulated"] == {"numbers": "0..9999", "deals": 10000, "won": won}
    assert found["interval"]["low"] < found["value"] == won / 10000 < found["interval"]["high"]
    assert (found["exact"], found["error_bound"]) == (None, None)
    text = gehtauf("odds", "--game", "zudecken-group", "--deals", "0..9999").out
    assert "about" in text
    assert "simulated, not exact" in text
    assert "confidence of 95 %" in text


def test_a_chance_that_another_game_claims_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Covering, "theorem", lambda self: Theorem(Verdict.CHANCE, {}, {}))
    with pytest.raises(SettingError, match="for Der Geburtstag only"):
        library.solve(library.deal("zudecken", 1))


def test_an_unshuffled_birthday_is_simulated_by_pass() -> None:
    found = record("--game", "geburtstag-unshuffled", "--deals", "0..19999")
    last = found["by_pass"][-1]
    assert (len(found["by_pass"]), last["pass"]) == (4, 4)
    assert last["value"] == found["value"] == found["simulated"]["won"] / 20000
    assert all(abs(sum(one["cards_left"]) - 1) < 1e-9 for one in found["by_pass"])
    assert {(one["exact"], one["error_bound"]) for one in found["by_pass"]} == {(None, None)}
    text = gehtauf("odds", "--game", "geburtstag-unshuffled", "--deals", "0..99").out
    assert "behind this table" not in text


def test_passes_that_some_chunks_do_not_need_count_their_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = find_rules("geburtstag-unshuffled", deck="5x4", target="1234", passes=9)
    whole = simulate(rules, range(1, 300), 1).by_pass
    monkeypatch.setattr("gehtauf.simulation._CHUNK", 1)
    assert simulate(rules, range(1, 300), 2).by_pass == whole
    assert whole[-1].value == 1
    assert whole[0].value < 0.5


def test_wide_tables_are_simulated_by_the_rules_themselves() -> None:
    odds = find_odds(
        find_rules("zudecken", deck="3x4", width=5, match="suit"), means=Means(numbers=range(40))
    )
    assert isinstance(odds.found, SimulatedShare)
    assert odds.found.deals == 40
    assert 0 < odds.found.won < 40


# ---- Usage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "the odds of which game"),
        (["--game", "poker"], "unknown game"),
        (["--game", "quadrat", "--stock", "sideways"], "'up', 'down'"),
        (["--game", "zudecken", "--deals", "x"], "deal number"),
        (["--game", "quadrat-104", "--width", "3", "--stock", "down"], "one pack only"),
        (["--game", "zudecken", "--workers", "0", "--stock", "down"], "number of workers"),
    ],
)
def test_bad_usage_is_refused(arguments: list[str], says: str) -> None:
    result = gehtauf("odds", *arguments)
    assert (result.code, result.out) == (2, "")
    assert says in result.err


@pytest.mark.parametrize(
    ("game", "idle"),
    [
        (["quadrat"], "deals table build workers"),
        (["geburtstag"], "deals table build workers"),
        (["geburtstag-unshuffled"], "table build"),
        (["zudecken"], "table build"),
        (["zudecken", "--stock", "down"], "deals"),
        (["zudecken", "--deck", "4x4", "--stock", "down"], "deals table build workers"),
    ],
)
def test_options_without_effect_are_refused(game: list[str], idle: str, tmp_path: Path) -> None:
    options = {"deals": "0..9", "table": str(tmp_path / "none"), "build": None, "workers": "1"}
    for name in idle.split():
        value = options[name]
        given = [f"--{name}"] if value is None else [f"--{name}", value]
        result = gehtauf("odds", "--game", *game, *given)
        assert (result.code, result.out) == (2, "")
        assert f"--{name} has no effect here: " in result.err
    assert gehtauf("odds", "--game", "quadrat", "--deck", "2x4", "--workers", "auto").code == 0
    with pytest.raises(SettingError, match="--build has no effect here"):
        library.odds("quadrat", build=True)
    assert not list(tmp_path.iterdir())


def test_the_library_gives_odds_too(tmp_path: Path) -> None:
    assert library.odds("quadrat", deck="2x4").value == pytest.approx(27 / 35)
    with pytest.raises(SettingError, match="--build"):
        library.odds("zudecken", "down", table=tmp_path)
    with pytest.raises(SettingError, match="unknown stock"):
        library.odds("zudecken", "left")
    rules = {"deck": "6x3", "width": 3}
    assert 0 < library.odds("zudecken", "down", table=tmp_path, **rules).value < 1


def test_a_damaged_layer_is_told_of_and_once_deleted_is_built_anew(tmp_path: Path) -> None:
    table = tmp_path / "table"
    asked = ("odds", "--game", "zudecken-group", "--deck", "6x3", "--width", "3", "--stock", "down")
    first = gehtauf(*asked, "--table", table, "--quiet")
    assert (first.code, first.err) == (0, "")
    layer = table / "layer-18.npy"
    layer.write_bytes(layer.read_bytes()[:-1] + b"x")
    told = gehtauf(*asked, "--table", table, "--quiet")
    assert told.code == 2
    assert f"{layer}: the file is damaged; once it is deleted, it is built anew" in told.err
    layer.unlink()
    assert gehtauf(*asked, "--table", table, "--quiet") == first


def _left_after_a_pass(order: tuple[tuple[int, int], ...], lengths: tuple[int, ...]) -> list[int]:
    """Play one pass, every card as soon as it can be played; return what is left of each chain."""
    played, waste = [0] * len(lengths), list[tuple[int, int]]()
    for card in order:
        waste.append(card)
        while waste and waste[-1][1] == played[waste[-1][0]]:
            played[waste.pop()[0]] += 1
    return [length - there for length, there in zip(lengths, played, strict=True)]


@cache
def _cards_left(lengths: tuple[int, ...], passes: int) -> dict[int, Fraction]:
    """Return how likely each number of cards left is after some passes, from all orders."""
    if not passes or not any(lengths):
        return {sum(lengths): Fraction(1)}
    cards = [(chain, number) for chain, length in enumerate(lengths) for number in range(length)]
    ends = Counter(
        tuple(sorted(_left_after_a_pass(order, lengths))) for order in permutations(cards)
    )
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for left, orders in ends.items():
        for number, share in _cards_left(left, passes - 1).items():
            shares[number] += Fraction(orders, ends.total()) * share
    return shares


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_a_small_birthday_is_what_all_orders_of_its_cards_give(passes: int) -> None:
    game = ("--game", "geburtstag", "--deck", "3x4", "--target", "1212")
    found = record(*game, "--passes", str(passes))
    for one in found["by_pass"]:
        shares = _cards_left((2, 2, 2, 2), one["pass"])
        fractions = dict(enumerate(map(Fraction, one["exact"])))
        assert {n: share for n, share in fractions.items() if share} == shares
        assert one["value"] == one["cards_left"][0]
        for number, share in zip(one["cards_left"], fractions.values(), strict=True):
            assert abs(Fraction(number) - share) <= Fraction(one["error_bound"]) * share
        mean = sum(left * share for left, share in fractions.items())
        assert abs(Fraction(one["mean_cards_left"]) - mean) <= Fraction(one["error_bound"]) * mean
        told = dict(enumerate(one["cards_left"]))
        assert {n: told[n] for n in told if told[n]} == {
            n: pytest.approx(float(share), abs=1e-15) for n, share in shares.items()
        }
    assert Fraction(found["exact"]) == _cards_left((2, 2, 2, 2), passes)[0]
