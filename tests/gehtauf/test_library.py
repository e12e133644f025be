"""The public functions refuse what the command line refuses, and analyse as it does."""

from __future__ import annotations

import math

import pytest

import gehtauf


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"max_states": 0}, r"max_states is a number from 1, or None \(read '0'\)"),
        ({"max_states": -5}, r"read '-5'"),
        ({"timeout": -1.0}, r"timeout is a number from 0, or None \(read '-1\.0'\)"),
        ({"timeout": math.nan}, r"read 'nan'"),
    ],
)
@pytest.mark.parametrize("game", ["quadrat", "zudecken"])
def test_limits_that_are_none(game: str, limits: dict[str, float], told: str) -> None:
    with pytest.raises(gehtauf.GehtaufError, match=told):
        gehtauf.solve(gehtauf.deal(game, 3), **limits)  # type: ignore[arg-type]


def test_an_analysis_judges_a_played_line() -> None:
    found = gehtauf.analyze(gehtauf.deal("zudecken", 11), line="4S 8H")
    assert found.played is not None
    assert len(found.played) == 1
    with pytest.raises(gehtauf.GehtaufError, match="XX"):
        gehtauf.analyze(gehtauf.deal("zudecken", 11), line="XX")


def test_an_analysis_of_the_birthday_has_its_passes() -> None:
    found = gehtauf.analyze(gehtauf.deal("geburtstag", 514))
    assert len(found.passes) == 4


def test_every_name_is_there() -> None:
    assert [name for name in gehtauf.__all__ if getattr(gehtauf, name) is None] == []
    assert set(gehtauf.__all__) <= set(dir(gehtauf))
