"""Reports of results folders as one self-contained HTML page with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deals.files import Setting
from reports import plots
from reports.html.rules import RuleInWords, in_words
from reports.html.setting import TEMPLATES, security_policy, template_environment
from reports.summary import words
from reports.summary.compared_words import difference, how_compared
from reports.summary.rare_words import RAREST, rare_deals
from solver.games import GAMES
from solver.rules import resolve

Record = Mapping[str, Any]

_SPREAD_TITLES = {
    "states": "Positions",
    "choice_points": "Positions with a choice",
    "random_win": "Random play",
}
_AREAS = "Areas are shares of deals; the line is at the median."
_PASSES = "Line across: the median; box: the middle half of the deals; thin line: nine in ten."


class Table(NamedTuple):
    """A table: what it is about, its head and its rows, the first cell of each naming it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Shown(NamedTuple):
    """A plot with its title, how it is to be read, and the exact numbers behind it."""

    title: str
    svg: str
    note: str
    numbers: Table


def report_page(records: Sequence[Record], *, version: str) -> str:
    """Return a page about results folders that needs no other file, no script and no network.

    Parameters
    ----------
    records : sequence of mapping
        Report records, at least one.
    version : str
        The program's version.

    Returns
    -------
    str
        HTML, the same for the same records and version of matplotlib; names are shown as they
        are written.
    """
    environment = template_environment()
    environment.filters["whole"] = _whole
    style = "".join(
        (TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "report.css")
    )
    names = words.names_of(records)
    several = len(records) > 1
    return environment.get_template("report.html.j2").render(
        title=f"{len(records)} results side by side" if several else names[0],
        games=sorted({GAMES[record["game"]].words.title for record in records}),
        comparison=_comparison(names, records) if several else None,
        several=several,
        folders=[_folder(name, record) for name, record in zip(names, records, strict=True)],
        played={words.has_policy(record) for record in records},
        version=version,
        style_text=environment.filters["raw"](style),
        policy=security_policy(style),
        words=words,
    )


def _whole(text: str) -> str:
    """Return a text in which no line ends between a number and its per cent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _comparison(names: Sequence[str], records: Sequence[Record]) -> Shown:
    interval = f"{words.level_of(records[0])} interval"
    head = ("rules", "deals", "share won", interval, "difference from 1", interval, "compared")
    rows = []
    for place, (name, record) in enumerate(zip(names, records, strict=True), 1):
        cells = (f"{record['deals']:,}", words.share_won(record), words.between(record["interval"]))
        less = (text.replace("-", "\N{MINUS SIGN}") for text in difference(records[0], record))
        rows.append((name, *cells, *less, how_compared(records[0], record, place)))
    note = f"Line across: the share of deals that come out; bar: its {interval}."
    if any(map(words.has_open, records)):
        note += " Of two lines one holds if all open deals are lost, the other if all are won."
    table = Table("Side by side", head, rows)
    known = any(record["share"] is not None for record in records)
    svg = plots.comparison_plot(names, records) if known else ""  # an empty plot says nothing
    return Shown("Side by side", svg, note, table)


def _folder(name: str, record: Record) -> dict[str, object]:
    rarest = {
        heading: rare_deals(kind, record["rarest"][kind])
        for kind, heading in RAREST.items()
        if record["rarest"][kind]
    }
    return {
        "name": name,
        "record": record,
        "tables": [table for table in _tables(record) if table.rows],
        "shown": list(_plots(record)),
        "rarest": rarest,
        "rules": _rules(record),
    }


def _rules(record: Record) -> list[RuleInWords]:
    return in_words(resolve({key: Setting(value) for key, value in record["rules"].items()}))


def _tables(record: Record) -> Iterator[Table]:
    yield Table("Verdicts", ("verdict", "deals", "share"), words.verdict_rows(record))
    spread = [(row.name, *row.cells) for row in words.spread_rows(record)]
    yield Table("Distributions", ("", *words.SPREAD_COLUMNS), spread)
    yield Table("Passes", words.PASS_COLUMNS, words.pass_rows(record))


def _plots(record: Record) -> Iterator[Shown]:
    lost = words.lost_cards(record)
    if lost:
        left = [(str(cards), f"{n:,}") for cards, n in lost.items()]
        numbers = Table("Cards left of lost deals", ("cards left", "deals"), left)
        yield Shown(numbers.title, plots.cards_left_plot(lost), "", numbers)
    for key, title in _SPREAD_TITLES.items():
        if record[key]:
            yield _spread(record[key], title, chance=key == "random_win")
    hard = words.difficulty_rows(record)
    if hard:
        numbers = Table("Difficulty of won deals", ("difficulty", "won deals", "share"), hard)
        yield Shown(numbers.title, plots.difficulty_plot(record["difficulty"]), "", numbers)
    if record["by_pass"]:
        yield from _passes(record["by_pass"])


def _spread(found: Record, title: str, *, chance: bool) -> Shown:
    name = "chance to win at random" if chance else title.lower()
    rows = [(_bar(bar, chance), f"{bar['deals']:,}") for bar in found["histogram"] if bar["deals"]]
    note = "" if plots.has_bars(found, chance=chance) else _AREAS
    svg = plots.spread_plot(found, name, chance=chance)
    head = (name, "won deals" if chance else "deals")
    return Shown(title, svg, note, Table(title, head, rows))


def _passes(by_pass: Sequence[Record]) -> Iterator[Shown]:
    most = plots.MOST_PASSES
    cut = f"The first {most} of {len(by_pass)} passes." if len(by_pass) > most else ""
    if any(after["won"] for after in by_pass[:most]):
        wins = [(str(after["pass"]), f"{after['won']:,}") for after in by_pass]
        numbers = Table("Wins by pass", ("pass", "deals that come out"), wins)
        yield Shown(numbers.title, plots.wins_plot(by_pass), cut, numbers)
    left = [
        (str(after["pass"]), str(cards), f"{n:,}")
        for after in by_pass
        for cards, n in enumerate(after["cards_left"])
        if n
    ]
    numbers = Table("Cards left after each pass", ("after pass", "cards left", "deals"), left)
    yield Shown(numbers.title, plots.passes_plot(by_pass), f"{_PASSES} {cut}".strip(), numbers)


def _bar(bar: Record, chance: bool) -> str:
    low, high = bar["low"], bar["high"]
    if chance:
        return f"from {words.chance(low)}"
    return f"{low:,}" if high == low + 1 else f"{low:,} to {high - 1:,}"
