"""Summaries of results folders against the same counts in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from folders import Row, make_folder, verdict_row, write_part
from hypothesis import given, settings
from hypothesis import strategies as st

from deals.errors import FormatError
from reports.store import open_folder
from reports.store.parts import part_path
from reports.summary import Summary, summarize
from reports.summary.distribution import QUANTILES, Distribution
from reports.summary.rarest import MOST, Rarest
from solver.columns import VERDICTS, Detail
from solver.difficulty import word_for
from solver.rules import find_rules

Make = Callable[..., str]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make folders, each of a name of its own."""
    names = iter(range(1000))
    return lambda *args, **options: make_folder(
        tmp_path / f"folder-{next(names)}", *args, **options
    )


def mixed_rows(count: int, seed: int = 1) -> list[Row]:
    """Rows of full detail, every verdict among them."""
    random = np.random.default_rng(seed)
    rows = []
    for deal in range(count):
        verdict = random.choice(VERDICTS, p=[0.5, 0.35, 0.07, 0.05, 0.03])
        if verdict not in ("won", "lost"):
            rows.append(verdict_row(deal, verdict, 5 if verdict == "undecided" else None))
            continue
        won = verdict == "won"
        states = int(random.integers(1, 40_000))
        lines = 10 ** int(random.integers(0, 30)) + int(random.integers(0, 3))
        chance = float(random.choice([1 / 10, 1 / 30, 1 / 100, 1 / 1000, 2e-5, 0.5]))
        rows.append(
            verdict_row(
                deal,
                verdict,
                0 if won else int(random.integers(1, 9)),
                id=f"d{deal}" if deal % 3 else None,
                states=states,
                choice_points=states // 3 % 50,
                winning_lines=str(lines) if won else "0",
                lines=str(10 * lines),
                random_win=chance if won else 0.0,
            )
        )
    return rows


def of(rows: list[Row], verdict: str) -> list[Row]:
    return [row for row in rows if row["verdict"] == verdict]


def ranked(rows: list[Row], key: Callable[[Row], Any]) -> list[int]:
    return [row["deal"] for row in sorted(rows, key=lambda row: (key(row), row["deal"]))][:MOST]


def deals_of(summary: Summary, kind: str) -> list[int]:
    return [rare.deal for rare in summary.rarest[kind]]


@pytest.mark.parametrize("chunk_size", [7, 64, 1000])
def test_full_detail_against_plain_python(make: Make, chunk_size: int) -> None:
    rows = mixed_rows(400)
    summary = summarize(make("zudecken", rows, detail="full", chunk_size=chunk_size))
    won, lost = of(rows, "won"), of(rows, "lost")
    assert min(len(of(rows, verdict)) for verdict in VERDICTS) > 2
    assert summary.verdicts == {verdict: len(of(rows, verdict)) for verdict in VERDICTS}
    cards = Counter(row["cards_left"] for row in rows if row["cards_left"] is not None)
    assert summary.cards_left == [cards[n] for n in range(max(cards) + 1)]
    for key in ("states", "choice_points"):
        values = [row[key] for row in won + lost]
        found = summary.distributions[key]
        assert (found.deals, found.ends()) == (len(values), (min(values), max(values)))
        assert found.mean() == pytest.approx(sum(values) / len(values), rel=1e-12)
    words = Counter(word_for_float(row["random_win"]) for row in won)
    assert summary.difficulty == {word: words[word] for word in summary.difficulty}
    assert sum(summary.difficulty.values()) == len(won)
    assert deals_of(summary, "hardest") == ranked(won, lambda row: row["random_win"])
    fewest = ranked(won, lambda row: int(row["winning_lines"]))
    assert deals_of(summary, "fewest_winning_lines") == fewest
    assert deals_of(summary, "most_states") == ranked(won, lambda row: -row["states"])
    assert deals_of(summary, "lost_most_states") == ranked(lost, lambda row: -row["states"])
    assert deals_of(summary, "nearest") == ranked(lost, lambda row: row["cards_left"])
    first = summary.rarest["most_states"][0]
    row = rows[first.deal]
    assert (first.id, first.value) == (row.get("id"), row["states"])
    assert summary.rarest["first_won"] == []


def word_for_float(chance: float) -> str | None:
    from fractions import Fraction

    return word_for(Fraction(chance).limit_denominator(10**6))


def test_a_chance_rounded_below_a_limit_keeps_its_word(make: Make) -> None:
    """1/30 as a float may lie below the fraction; analyze, which is exact, says easy."""
    below = [float(np.nextafter(1 / n, 0)) for n in (10, 30, 100, 1000)]
    plain = {"states": 3, "choice_points": 1, "winning_lines": "1", "lines": "2"}
    rows = [
        verdict_row(deal, "won", random_win=chance, **plain) for deal, chance in enumerate(below)
    ]
    found = summarize(make("zudecken", rows, detail="full")).difficulty
    assert found == {"very-easy": 1, "easy": 1, "medium": 1, "hard": 1, "very-hard": 0}


def test_where_no_choice_matters_nothing_is_hard(make: Make) -> None:
    rows = mixed_rows(100)
    summary = summarize(make("quadrat", rows, detail="full"))
    assert summary.difficulty == {}
    assert "random_win" not in summary.distributions
    assert summary.rarest["hardest"] == summary.rarest["fewest_winning_lines"] == []
    assert summary.rarest["most_states"]
    assert summary.distributions["states"].deals == len(of(rows, "won") + of(rows, "lost"))


def test_rare_wins_and_rare_numbers_of_cards_left(make: Make) -> None:
    rows = [verdict_row(deal, "lost", 2 + deal % 2) for deal in range(1000)]
    rows[3] = verdict_row(3, "lost", 9)
    rows[600] = verdict_row(600, "lost", 9)
    rows[700] = verdict_row(700, "lost", 4)
    rows[40] = verdict_row(40, "won")
    rows[20] = verdict_row(20, "won")
    summary = summarize(make("zudecken", rows, chunk_size=300))
    assert deals_of(summary, "first_won") == [20, 40]
    rare = summary.rarest["rarest_cards_left"]
    assert [(deal.deal, deal.value) for deal in rare] == [(700, 4), (3, 9)]
    assert deals_of(summary, "nearest") == [n for n in range(0, 24, 2) if n != 20][:MOST]
    often = [verdict_row(deal, *(("lost", 3), ("won", 0))[deal < 11]) for deal in range(1000)]
    assert summarize(make("zudecken", often)).rarest["first_won"] == []


def test_passes_against_plain_python(make: Make) -> None:
    random = np.random.default_rng(3)
    rows: list[Row] = []
    for deal in range(300):
        left = [30]
        while left[-1] and len(left) < 5:
            left.append(max(0, left[-1] - int(random.integers(0, 16))))
        left = left[1:]
        if deal % 50 == 0:
            rows.append(verdict_row(deal, "chance"))
        elif deal % 7 == 0 and left[-1]:
            left = left[:2]  # a game that stops before its last pass, as nothing moves any more
            rows.append(verdict_row(deal, "lost", left[-1], passes=len(left), left=left))
        else:
            verdict = "lost" if left[-1] else "won"
            rows.append(verdict_row(deal, verdict, left[-1], passes=len(left), left=left))
    summary = summarize(make("geburtstag", rows, detail="full", chunk_size=64))
    played = [row for row in rows if row["verdict"] != "chance"]
    assert [after.number for after in summary.passes] == [1, 2, 3, 4]
    for after in summary.passes:
        n = after.number
        cards = Counter(row["left"][min(n, row["passes"]) - 1] for row in played)
        assert after.cards_left == [cards[k] for k in range(max(cards) + 1)]
        assert after.played == sum(row["passes"] >= n for row in played)
        assert after.won == sum(row["passes"] == n and row["verdict"] == "won" for row in played)
    assert sum(after.won for after in summary.passes) == summary.won > 5
    assert summary.distributions == {}


def test_tally_is_added_up(make: Make) -> None:
    counts = {"won": 600, "lost": 390, "undecided": 5, "chance": 0, "error": 5}
    near = [{"deal": n, "cards_left": 2} for n in range(3, 13)]
    hard = [{"deal": 7, "random_win": 0.001}]
    one = {"first": 0, "deals": 1000, "cards_left": [600, 0, 390], "nearest": near}
    two = {"first": 1000, "deals": 1000, "cards_left": [600, 1, 300, 89], "hardest": hard}
    two["nearest"] = [{"deal": 1500, "cards_left": 1}, {"deal": 1001, "cards_left": 2}]
    folder = make(
        "zudecken",
        [one | counts | {"hardest": [{"deal": 0, "random_win": 0.5}]}, two | counts],
        detail="tally",
        deals="0..1999",
        chunk_size=1,
    )
    summary = summarize(folder)
    assert summary.verdicts == {word: 2 * n for word, n in counts.items()}
    assert summary.cards_left == [1200, 1, 690, 89]
    assert deals_of(summary, "nearest") == [1500, *range(3, 12)]
    assert [(rare.deal, rare.value) for rare in summary.rarest["hardest"]] == [(7, 0.001), (0, 0.5)]
    assert (summary.readable, summary.won, summary.won_at_most) == (1990, 1200, 1210)


@pytest.mark.promise(14)
def test_no_deals(make: Make) -> None:
    for game, detail in (("zudecken", "full"), ("geburtstag", "full"), ("quadrat", "tally")):
        summary = summarize(make(game, [], detail=detail))
        assert (summary.readable, summary.cards_left, summary.passes) == (0, [], [])
        assert not any(summary.rarest.values())


def test_parts_without_a_decided_deal(make: Make) -> None:
    rows = [verdict_row(deal, "undecided" if deal < 9 else "won") for deal in range(10)]
    rows = [row | ({"passes": 1, "left": [0]} if row["verdict"] == "won" else {}) for row in rows]
    summary = summarize(make("geburtstag", rows, detail="full", chunk_size=3))
    assert (summary.won, summary.readable) == (1, 10)


def test_verdicts_are_read_whatever_their_numbers_in_the_file(tmp_path: Path) -> None:
    """Each part has a dictionary of its own; one may begin with the word another ends with."""
    rules = find_rules("zudecken")
    words = ("error", "lost", "won", "won")
    rows = [verdict_row(deal, word, 2 * (word == "lost")) for deal, word in enumerate(words)]
    folder = make_folder(tmp_path / "f", rules, rows, chunk_size=2)
    write_part(tmp_path / "f", 1, rules, Detail.VERDICT, [rows[2], rows[1]])
    assert summarize(folder).verdicts["won"] == 1
    assert summarize(folder).verdicts["lost"] == 2


@pytest.mark.parametrize("name", ["manifest.json", "part-000000.json", "part-000000.parquet"])
def test_damage_is_refused(make: Make, name: str) -> None:
    folder = make("zudecken", mixed_rows(30))
    path = Path(folder, name)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(FormatError, match=name):
        summarize(folder)


def test_a_part_that_is_missing(make: Make) -> None:
    folder = make("zudecken", mixed_rows(30), chunk_size=10)
    Path(part_path(folder, 1)).unlink()
    Path(part_path(folder, 1).replace(".parquet", ".json")).unlink()
    summary = summarize(open_folder(folder))
    assert not summary.complete
    assert sum(summary.verdicts.values()) == 20


# ---- Distributions and rarest deals --------------------------------------------------------------


def _added(values: list[Any], whole: bool, cuts: int) -> Distribution:
    found = Distribution(whole=whole)
    for start in range(0, len(values), cuts):
        found.add(np.array(values[start : start + cuts]))
    return found


def _exact_quantile(values: list[Any], share: float) -> Any:
    return next(v for n, v in enumerate(sorted(values), 1) if n >= share * len(values))


@given(st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 3000), min_size=1), st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_distribution_of_whole_numbers(values: list[int], cuts: int) -> None:
    found = _added(values, True, cuts)
    bars = found.histogram()
    assert sum(bar.deals for bar in bars) == len(values)
    for bar in bars:
        assert bar.deals == sum(bar.low <= value < bar.high for value in values)
        assert isinstance(bar.low, int)
        assert bar.low < bar.high
    assert _rising(bars)
    for share in QUANTILES:
        exact, told = _exact_quantile(values, share), found.quantile(share)
        assert told is not None
        assert told == exact if exact < 2048 else exact * 0.999 < told <= exact


@given(st.lists(st.floats(1e-30, 1), min_size=1), st.integers(1, 9))
@settings(max_examples=30, deadline=None)
def test_distribution_of_chances(values: list[float], cuts: int) -> None:
    found = _added(values, False, cuts)
    bars = found.histogram()
    for bar in bars:
        assert bar.deals == sum(bar.low <= value < bar.high for value in values)
        assert 1.08 < bar.high / bar.low < 1.1
    assert sum(bar.deals for bar in bars) == len(values)
    assert _rising(bars)
    for share in QUANTILES:
        exact, told = _exact_quantile(values, share), found.quantile(share)
        assert told is not None
        assert exact * 0.999 < told <= exact


def _rising(bars: list[Any]) -> bool:
    return all(one.high == two.low or one.low == 0 for one, two in pairwise(bars))


@pytest.mark.promise(26)
def test_memory_of_a_distribution_is_bounded() -> None:
    found = Distribution(whole=True)
    for start in range(0, 2**32, 2**26):
        found.add(np.arange(start, start + 2**26, 9973))
    assert found.deals > 400_000
    assert len(found._bins) <= 2048 + 1024 * 21


def test_a_bar_ends_behind_the_greatest_value() -> None:
    """A value in the very bin in which a bar begins, just below the bar's own start."""
    for start in (2 ** (k / 8) for k in range(-80, 0)):
        values = [float(np.nextafter(start, 0)), start, 1e-4]
        assert sum(bar.deals for bar in _added(values, False, 3).histogram()) == 3


def test_of_very_many_equal_deals_the_first_are_named() -> None:
    rarest = Rarest()
    keys = np.array([n * 7919 % 5 for n in range(5000)], np.uint8)
    rarest.add(pa.table({"deal": np.arange(5000), "id": pa.nulls(5000)}), keys)
    assert [rare.deal for rare in rarest.deals()] == list(range(0, 50, 5))


@given(
    st.lists(st.integers(0, 5) | st.integers(0, 2**63 - 1), max_size=60),
    st.integers(1, 20),
    st.booleans(),
    st.sampled_from([np.int64, np.uint64, object]),
)
@settings(max_examples=40, deadline=None)
def test_rarest_against_sorting(values: list[int], cuts: int, largest: bool, kind: Any) -> None:
    rarest = Rarest(largest=largest)
    for start in range(0, len(values), cuts):
        part = np.array(values[start : start + cuts], kind)
        deals = range(start, start + len(part))
        table = pa.table({"deal": pa.array(deals, pa.uint64()), "id": pa.nulls(len(part))})
        rarest.add(table, part)
    wanted = sorted(enumerate(values), key=lambda item: (-item[1] if largest else item[1], item[0]))
    assert [(rare.deal, rare.value) for rare in rarest.deals()] == wanted[:MOST]
