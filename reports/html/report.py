"""Reports of results folders as one self-contained HTML page with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deals.files import Setting
from reports import plots
from reports.html.rules import RuleInWords, in_words
from reports.html.setting import TEMPLATES, security_policy, template_environment
from reports.summary import words
from reports.summary.rare_words import RAREST, rare_deals
from solver.games import GAMES
from solver.rules import resolve

Record = Mapping[str, Any]

_SPREAD_TITLES = {
    "states": "Positions",
    "choice_points": "Positions with a choice",
    "random_win": "Random play",
}


class Shown(NamedTuple):
    """A plot with its title, and the exact numbers behind it."""

    title: str
    svg: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


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
    style = "".join(
        (TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "report.css")
    )
    names = words.names_of(records)
    several = len(records) > 1
    return environment.get_template("report.html.j2").render(
        title=f"{len(records)} results side by side" if several else names[0],
        games=sorted({GAMES[record["game"]].words.title for record in records}),
        comparison=plots.comparison_plot(names, records) if several else None,
        compared=list(_compared(names, records)),
        level=words.level_of(records[0]),
        folders=[_folder(name, record) for name, record in zip(names, records, strict=True)],
        version=version,
        style_text=environment.filters["raw"](style),
        policy=security_policy(style),
        words=words,
    )


def _compared(names: Sequence[str], records: Sequence[Record]) -> Iterator[dict[str, object]]:
    for name, record in zip(names, records, strict=True):
        compared = record["comparison"]
        less, interval = ("", "") if compared is None else words.difference(compared)
        how = "" if compared is None else words.how_compared(compared)
        yield {"name": name, "record": record, "less": less, "interval": interval, "how": how}


def _folder(name: str, record: Record) -> dict[str, object]:
    rarest = {
        heading: rare_deals(kind, record["rarest"][kind])
        for kind, heading in RAREST.items()
        if record["rarest"][kind]
    }
    return {
        "name": name,
        "record": record,
        "verdicts": words.verdict_rows(record),
        "spread": words.spread_rows(record),
        "shown": list(_plots(record)),
        "rarest": rarest,
        "rules": _rules(record),
    }


def _rules(record: Record) -> list[RuleInWords]:
    return in_words(resolve({key: Setting(value) for key, value in record["rules"].items()}))


def _plots(record: Record) -> Iterator[Shown]:
    lost = words.lost_cards(record)
    if lost:
        rows = [(str(cards), f"{n:,}") for cards, n in lost.items()]
        svg = plots.cards_left_plot(lost)
        yield Shown("Cards left of lost deals", svg, ("cards left", "deals"), rows)
    for key, title in _SPREAD_TITLES.items():
        found = record[key]
        if found:
            chance = key == "random_win"
            name = "chance to win at random" if chance else title.lower()
            rows = [(_bar(bar, chance), f"{bar['deals']:,}") for bar in found["histogram"]]
            yield Shown(
                *(title, plots.spread_plot(found, name, chance=chance)), (name, "deals"), rows
            )
    if words.difficulty_rows(record):
        svg = plots.difficulty_plot(record["difficulty"])
        head = ("difficulty", "won deals", "share")
        yield Shown("Difficulty of won deals", svg, head, words.difficulty_rows(record))
    if record["by_pass"]:
        svg = plots.wins_plot(record["by_pass"])
        yield Shown("Wins by pass", svg, words.PASS_COLUMNS, words.pass_rows(record))
        left = [
            (str(after["pass"]), str(cards), f"{n:,}")
            for after in record["by_pass"]
            for cards, n in enumerate(after["cards_left"])
            if n
        ]
        head = ("after pass", "cards left", "deals")
        yield Shown("Cards left after each pass", plots.passes_plot(record["by_pass"]), head, left)


def _bar(bar: Record, chance: bool) -> str:
    low, high = bar["low"], bar["high"]
    if chance:
        return f"from {words.chance(low)}"
    return f"{low:,}" if high == low + 1 else f"{low:,} to {high - 1:,}"
