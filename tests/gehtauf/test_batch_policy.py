"""``gehtauf batch --policy``: deals that are played and not solved, in a folder that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command import Result, gehtauf

import gehtauf as library
from deals.errors import FormatError
from reports.store import Manifest
from solver.columns import VERDICTS, Detail
from solver.policies import PolicyPlayer, find_policy
from solver.rules import find_rules
from tests.reports.schema_check import faults

GAME = ("--game", "zudecken-group", "--deck", "4x4")
RULES = find_rules("zudecken-group", deck="4x4")


def batch(path: Path, *arguments: str, policy: str | None = "most") -> Result:
    named = () if policy is None else ("--policy", policy)
    return gehtauf("batch", *GAME, *named, *arguments, "-o", path, "--quiet")


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


def test_deals_are_played_by_the_policy(tmp_path: Path) -> None:
    result = batch(tmp_path / "out", "--deals", "5..104")
    assert result.code == 0, result.err
    assert "100 deals of zudecken with deck = 4x4, cover = group, played by most:" in result.out
    expected = PolicyPlayer(RULES, find_policy("most"), Detail.VERDICT).numbered(range(5, 105))
    rows = pq.read_table(tmp_path / "out" / "part-000000.parquet").to_pylist()
    assert [row["verdict"] for row in rows] == [VERDICTS[code] for code in expected["verdict"]]
    assert [row["cards_left"] for row in rows] == expected["cards_left"].tolist()
    assert {row["verdict"] for row in rows} == {"won", "lost"}


def test_engines_and_workers_make_no_difference(tmp_path: Path) -> None:
    how = ("--deals", "0..59", "--chunk-size", "25")
    batch(tmp_path / "one", *how, "--workers", "1")
    batch(tmp_path / "two", *how, "--workers", "2")
    batch(tmp_path / "read", *how, "--engine", "readable", "--workers", "1")
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "read")


def test_the_manifest_names_the_policy_and_only_where_there_is_one(tmp_path: Path) -> None:
    batch(tmp_path / "played", "--deals", "0..9")
    batch(tmp_path / "solved", "--deals", "0..9", policy=None)
    played, solved = (
        json.loads((tmp_path / name / "manifest.json").read_bytes())
        for name in ("played", "solved")
    )
    assert played["policy"] == "most"
    assert "policy" not in solved
    assert faults("manifest", played) == faults("manifest", solved) == []


def test_a_folder_is_not_continued_by_another_policy(tmp_path: Path) -> None:
    batch(tmp_path / "out", "--deals", "0..9")
    for policy in ("random", None):
        result = batch(tmp_path / "out", "--deals", "0..19", "--resume", policy=policy)
        assert result.code == 2
        assert "policy" in result.err
    assert batch(tmp_path / "out", "--deals", "0..19", "--resume").code == 0
    batch(tmp_path / "whole", "--deals", "0..19")
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_an_unknown_policy_in_a_manifest_is_refused() -> None:
    manifest = Manifest("0.1.0", RULES, "0..9", Detail.VERDICT, 5, "most")
    assert Manifest.loads(manifest.dumps()) == manifest
    forged = Manifest("0.1.0", RULES, "0..9", Detail.VERDICT, 5, "luck")
    with pytest.raises(FormatError, match="unknown policy"):
        Manifest.loads(forged.dumps())


def test_a_tally_of_play_has_no_hardest_deals(tmp_path: Path) -> None:
    result = batch(tmp_path / "out", "--deals", "0..49", "--detail", "tally")
    assert result.code == 0, result.err
    [row] = pq.read_table(tmp_path / "out" / "part-000000.parquet").to_pylist()
    assert row["won"] + row["lost"] == 50
    assert row["hardest"] == []
    assert len(row["nearest"]) == 10


def test_files_are_played_as_numbers_are(tmp_path: Path) -> None:
    deals = gehtauf("deal", *GAME, "--deals", "0..29")
    (tmp_path / "deals.txt").write_text(deals.out, "utf-8")
    batch(tmp_path / "numbers", "--deals", "0..29", policy="random")
    batch(tmp_path / "files", str(tmp_path / "deals.txt"), policy="random")
    numbers, files = (
        pq.read_table(tmp_path / name / "part-000000.parquet")["cards_left"].to_pylist()
        for name in ("numbers", "files")
    )
    assert numbers == files


def test_a_report_says_who_played(tmp_path: Path) -> None:
    for policy in ("random", "most"):
        batch(tmp_path / policy, "--deals", "0..99", policy=policy)
    first, second = library.report(tmp_path / "random", tmp_path / "most")
    assert first["variant"].endswith(", played by random")
    assert faults("report", second) == []
    assert second["comparison"]["interval"]["method"] == "newcombe-paired"


def test_a_table_that_is_quickly_built_is_built_where_it_is_named(tmp_path: Path) -> None:
    table = tmp_path / "table"
    how = ("--deals", "0..19", "--table", str(table))
    first = gehtauf("batch", *GAME, "--policy", "exact", *how, "-o", tmp_path / "one")
    assert first.code == 0, first.err
    assert "building the table of exact chances, 26,442 values, less than a minute" in first.err
    assert f"in {table}" in first.err
    again = gehtauf("batch", *GAME, "--policy", "exact", *how, "-o", tmp_path / "two")
    assert (again.code, "building" in again.err) == (0, False)
    read = batch(tmp_path / "read", *how, "--engine", "readable", "--workers", "1", policy="exact")
    assert read.code == 0, read.err
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "read")
    assert "20 deals" in first.out


def test_decks_that_need_no_table_elsewhere_have_one_here(tmp_path: Path) -> None:
    how = ("--deals", "0..9", "--deck", "3x4", "--table", str(tmp_path / "table"))
    assert batch(tmp_path / "out", *how, policy="exact").code == 0
    assert (tmp_path / "table" / "manifest.json").exists()


def test_a_table_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.odds.facedown.folder.cache_folder", lambda: Path("/dev/null"))
    for named in ([], ["--table", "/dev/null/below"]):
        result = batch(tmp_path / "out", "--deals", "0..9", *named, policy="exact")
        assert (result.code, result.out) == (5, "")
        assert result.err.startswith("gehtauf: cannot write /dev/null/")
        assert ("--table DIR names another folder" in result.err) == (not named)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "policy", "says"),
    [
        (["--detail", "full"], "most", "no counts"),
        (["--width", "5"], "most", "--engine readable"),
        (["--engine", "readable", "--max-states", "9"], "most", "no limit of positions"),
        (["--deck", "french52"], "exact", "gehtauf odds --stock down --build"),
        (["--detail", "full"], "exact", "no counts"),
        (["--table", "here"], "most", "--table goes with --policy exact"),
        ([], "luck", "'luck' is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(
    arguments: list[str],
    policy: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    result = batch(tmp_path / "out", "--deals", "0..9", *arguments, policy=policy)
    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert not (tmp_path / "out").exists()


def test_the_birthday_has_no_policies(tmp_path: Path) -> None:
    result = gehtauf(
        *("batch", "--game", "geburtstag", "--deals", "0..9", "--policy", "random"),
        *("-o", tmp_path / "out"),
    )
    assert result.code == 2
    assert "ways to play Quadrat and Zudecken (read 'geburtstag'" in result.err
