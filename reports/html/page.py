"""One deal as a self-contained HTML page: its table, its solution, its choices and its counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deals.cards import format_card
from deals.words import count
from reports.html import birthday, covering
from reports.html.cards import label, sprite
from reports.html.rules import in_words
from reports.html.setting import TEMPLATES, security_policy, template_environment
from reports.html.states import GraphAnalysis
from reports.paint import Paint
from reports.why import why
from solver.games import GAMES, Covering, Verdict
from solver.record import Origin, solve_record
from solver.rules import variant_name
from solver.solve import Solution

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup

_VERDICTS = {
    Verdict.WON: "It comes out",
    Verdict.LOST: "It does not come out",
    Verdict.UNDECIDED: "Not decided",
    Verdict.CHANCE: "A matter of chance",
}


def deal_page(
    solution: Solution,
    analysis: GraphAnalysis | None,
    *,
    title: str | None = None,
    version: str,
    difficulty: str | None = None,
) -> str:
    """Return a page about one deal that needs no other file and no network.

    Parameters
    ----------
    solution : Solution
        What is known of the deal.
    analysis : Analysis or None
        What follows from every position, for Quadrat and Zudecken; None leaves the choices, the
        graph and the counts out. Der Geburtstag has none.
    title : str, optional
        What the deal is called; its id or number unless given.
    version : str
        The program's version.
    difficulty : str, optional
        A word for how hard the deal is, shown beside the verdict.

    Returns
    -------
    str
        HTML, the same for the same deal, under 5 MB. Any title is shown as it is written.

    Examples
    --------
    >>> from solver.prepare import prepare_number
    >>> from solver.rules import find_rules
    >>> from solver.solve import solve
    >>> page = deal_page(solve(*prepare_number(3, find_rules("quadrat"))), None, version="1")
    >>> page.startswith("<!DOCTYPE html>"), "<title>Deal 3: it comes out" in page
    (True, True)
    """
    deal, rules = solution.deal, solution.rules
    name = title or deal.id or (str(deal.number) if deal.number is not None else "")
    record = solve_record(solution, Origin(deal.id), version=version)
    if isinstance(solution.game, Covering):
        parts = covering.context(solution, analysis)
    else:
        parts = birthday.context(solution)
    shown = {*deal.cards, *deal.bases}
    environment = _environment()
    scripts = [_read(script) for script in parts["scripts"]]
    style = _read("style.css")
    return environment.get_template("deal.html.j2").render(
        **parts,
        name=f"Deal {name}" if name.isdigit() else name or "A deal",
        game=GAMES[rules.game].words.title,
        variant=variant_name(rules),
        verdict=str(solution.verdict),
        verdict_words=_VERDICTS[solution.verdict],
        why=_joined(_without_options(why(record, Paint("symbols")))),
        known=GAMES[rules.game].words.known,
        difficulty=difficulty,
        rules=in_words(rules),
        deal=deal,
        orders=[[format_card(card) for card in order] for order in (deal.cards, *deal.redeals)],
        version=version,
        sprite=environment.filters["raw"](sprite(shown)),
        style_text=environment.filters["raw"](style),
        script_texts=[environment.filters["raw"](script) for script in scripts],
        policy=security_policy(style, scripts),
    )


def _environment() -> jinja2.Environment:
    environment = template_environment()
    environment.filters["chip"] = _chip
    environment.filters["breakable"] = _breakable
    environment.filters["twin"] = _twin
    environment.filters["spoken"] = lambda name: label(name)[1]
    environment.globals["count"] = count
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "allow_nan": False}
    return environment


def _chip(name: str) -> Markup:
    """Return a card of a record (``TH``, ``7C@31``) as a small label, read aloud in full."""
    from markupsafe import Markup

    full, spoken, red = label(name)
    text, at, place = full.partition("@")
    colour = "red" if red else "black"
    twin = Markup("<small>{}</small>").format(at + place) if at else ""
    return Markup('<span class="chip {}" title="{}">{}{}</span>').format(colour, spoken, text, twin)


def _twin(name: str) -> str:
    """Return the place of a card of a record as ``@31``, nothing for a card without twins."""
    return "".join(name.partition("@")[1:])


def _without_options(text: str) -> str:
    """Return a reason that names no option of the command line, which a page does not have."""
    return re.sub(r"A larger --\S+ may", "A higher limit may", text)


def _joined(text: str) -> str:
    """Return a text in which no line ends between a suit and its count."""
    return re.sub(r"([♣♠♥♦]) (?=\d)", "\\1\N{NO-BREAK SPACE}", text)


def _breakable(number: str) -> Markup:
    """Return a number or fraction that a narrow window may break after a comma or the bar."""
    from markupsafe import Markup

    parts = re.split(r"(?<=[,/])", number)
    return Markup("<wbr>").join(parts)


def _read(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
