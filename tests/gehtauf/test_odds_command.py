"""``gehtauf odds``: exact where it can be, simulated elsewhere, nothing long by accident."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command import gehtauf, spawn

import gehtauf as library
from deals.errors import SettingError
from gehtauf import tables
from gehtauf.chances import Means, find_odds
from gehtauf.simulation import simulate
from solver.columns import Detail
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
    small = record("--game", "geburtstag", "--deck", "4x4", "--target", "1232", "--passes", "1")
    assert Fraction(small["exact"]) == Fraction(small["value"]).limit_denominator(10**7)


def test_one_pass_is_the_same_shuffled_or_not() -> None:
    game = ["--game", "geburtstag", "--deck", "4x4", "--target", "1232", "--passes", "1"]
    shuffled, turned = record(*game), record(*game, "--redeal", "unshuffled")
    assert turned["exact"] == shuffled["exact"] is not None


def test_few_cards_face_down_are_a_fraction() -> None:
    found = record("--game", "zudecken", "--deck", "3x4", "--width", "3", "--stock", "down")
    assert (found["exact"], found["stock"]) == ("14843/23100", "down")


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
    assert "1,280 million values" in result.err
    assert "3.3 GB of memory and 1.7 GB of disk" in result.err
    assert "--build" in result.err
    assert not (tmp_path / "t").exists()


def test_a_long_table_is_built_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_SECONDS_UNASKED", 0)
    arguments = ["--game", "zudecken", "--deck", "6x3", "--width", "3", "--stock", "down"]
    assert gehtauf("odds", *arguments, "--table", tmp_path).code == 2
    assert gehtauf("odds", *arguments, "--table", tmp_path, "--build").code == 0


@pytest.mark.parametrize("cover", ["group", "single"])
def test_a_plan_is_near_what_is_counted(cover: str) -> None:
    game = FaceDownGame.of(find_rules("zudecken", deck="9x4", width=3, cover=cover))
    layers, estimate = Layers(game), plan(game)
    numbers = range(layers.cards + 1)
    assert estimate.values == pytest.approx(sum(map(layers.size, numbers)), rel=0.2)
    assert estimate.disk == pytest.approx(8 * sum(map(layers.kept_size, numbers)), rel=0.2)


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


def test_an_unshuffled_birthday_is_simulated_by_pass() -> None:
    found = record("--game", "geburtstag-unshuffled", "--deals", "0..19999")
    last = found["by_pass"][-1]
    assert (len(found["by_pass"]), last["pass"]) == (4, 4)
    assert last["value"] == found["value"] == found["simulated"]["won"] / 20000
    assert all(abs(sum(one["cards_left"]) - 1) < 1e-9 for one in found["by_pass"])


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
    asked = ("odds", "--game", "zudecken-group", "--deck", "5x4", "--stock", "down")
    first = spawn(*asked, "--table", table, "--quiet")
    assert (first.code, first.err) == (0, "")
    layer = table / "layer-20.npy"
    layer.write_bytes(layer.read_bytes()[:-1] + b"x")
    told = spawn(*asked, "--table", table, "--quiet")
    assert told.code == 2
    assert f"{layer}: the file is damaged; once it is deleted, it is built anew" in told.err
    layer.unlink()
    assert spawn(*asked, "--table", table, "--quiet") == first
