"""The pinned playthroughs: every state, every legal move and its order, for every variant."""

from __future__ import annotations

import pytest

from solver.rules import VARIANTS
from tests.playthroughs import DEALS, FOLDER, replayed


@pytest.mark.parametrize("variant", DEALS)
def test_a_playthrough_plays_out_as_written(variant: str) -> None:
    text = (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
    assert replayed(text) == text
    assert text.startswith(f"# {variant}, deal {DEALS[variant]},")


def test_every_pinned_variant_has_one_and_both_ends_are_seen() -> None:
    assert DEALS.keys() <= VARIANTS.keys()
    assert {path.stem for path in FOLDER.iterdir()} == set(DEALS)
    ends = [path.read_text(encoding="utf-8").splitlines()[-1] for path in FOLDER.iterdir()]
    assert any(end == "end: won, 0 cards left" for end in ends)
    assert any(end.startswith("end: not won") for end in ends)
    assert any(end.startswith("end: won") and "0 cards" not in end for end in ends)


def test_a_changed_playthrough_is_seen() -> None:
    text = (FOLDER / "zudecken-32.txt").read_text(encoding="utf-8")
    spoilt = text.replace("moves: ", "moves: XX | ", 1)
    assert replayed(spoilt) == text
