"""Pages of one deal as text: well-formed, literal, complete, small and equal to the analysis."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pages import (
    DEALS,
    HOSTILE,
    LOST_GEBURTSTAG,
    LOST_QUADRAT,
    LOST_ZUDECKEN,
    TWINS,
    TWO_PACKS,
    WON_GEBURTSTAG,
    WON_QUADRAT,
    WON_ZUDECKEN,
    Document,
    data_of,
    numbered,
    positions,
    show,
)

from deals.cards import format_card
from deals.decks import find_deck
from reports.html import deal_page, states
from reports.html.cards import PIPS, names, sprite
from reports.html.packing import pack, unpack
from reports.html.rules import in_words
from reports.numbers import exact, percent
from solver.prepare import Question, prepare_number
from solver.rules import VARIANTS, find_rules
from solver.solve import solve

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "reports" / "html" / "templates"


@pytest.mark.parametrize("deal", DEALS)
def test_a_page_is_well_formed(deal: tuple[str, int]) -> None:
    document = Document(numbered(*deal).html)
    assert document.faults == []
    ids = [attributes["id"] for _, attributes in document.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in document.elements:
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            assert attributes.get(name, ids[0]) in ids, (tag, attributes)
        if tag == "use":
            assert str(attributes["href"]).removeprefix("#") in ids


def test_the_check_of_nesting_sees_a_fault() -> None:
    assert Document("<p><b>x</p></b>").faults
    assert Document("<ul><li>x</ul>").faults
    assert not Document("<p>x<wbr>y</p>").faults


@pytest.mark.promise(34)
@pytest.mark.parametrize("deal", DEALS)
def test_nothing_is_loaded_and_only_the_page_s_own_scripts_may_run(deal: tuple[str, int]) -> None:
    html = numbered(*deal).html
    for tag, attributes in Document(html).elements:
        for name in ("src", "href", "action", "srcset", "poster", "data"):
            assert re.match(r"#|data:,$", attributes.get(name) or "#"), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
    plain = html.replace('"http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//[a-z]+\.|url\(|@import|fetch\(|XMLHttp|import\(", plain)
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    policy = policy.replace("&#39;", "'")
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    assert len(scripts) >= 4
    assert len(styles) == 1
    for text in scripts + styles:
        assert b64encode(sha256(text.encode()).digest()).decode() in policy


@pytest.mark.promise(34)
@pytest.mark.parametrize("variant", ["zudecken-group-32", "quadrat", "geburtstag"])
def test_hostile_names_are_literal(variant: str) -> None:
    rules, deal = prepare_number(2, find_rules(variant))
    by_id = show(type(prepare_number(2, rules))(rules, replace(deal, number=None, id=HOSTILE)))
    by_title = show(prepare_number(2, rules), title=HOSTILE, difficulty=HOSTILE)
    for page in (by_id, by_title):
        document = Document(page.html)
        assert document.faults == []
        assert "img" not in {tag for tag, _ in document.elements}
        assert document.text_of("title").startswith(HOSTILE)
        assert document.text_of("h1") == HOSTILE
        assert data_of(page.html)["verdict"] == page.solution.verdict


def test_data_cannot_end_their_script() -> None:
    from reports.html.page import _environment

    text = _environment().from_string("{{ x|tojson }}").render(x={"id": f"{HOSTILE}<!--&'"})
    assert not set(text) & set("<>&'")
    assert json.loads(text) == {"id": f"{HOSTILE}<!--&'"}


@pytest.mark.promise(16)
def test_a_page_is_the_same_whenever_and_wherever_it_is_made() -> None:
    code = (
        "from hashlib import sha256\n"
        "from pages import *\n"
        "pages = [numbered(*deal).html for deal in (WON_QUADRAT, LOST_ZUDECKEN, WON_GEBURTSTAG)]\n"
        "print(sha256(''.join(pages).encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": f"{ROOT}{os.pathsep}{Path(__file__).parent}",
                "PYTHONUTF8": utf8,
                "TZ": zone,
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, utf8, zone in (("0", "1", "UTC"), ("1", "0", "Asia/Tokyo"))
    }
    assert len(told) == 1


def test_pages_start_light() -> None:
    code = "import reports.html, sys; print('jinja2' in sys.modules, 'markupsafe' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert told.stdout == "False False\n"


@pytest.mark.parametrize("deal", [WON_ZUDECKEN, LOST_ZUDECKEN, WON_QUADRAT, LOST_QUADRAT])
def test_the_data_are_the_analysis(deal: tuple[str, int]) -> None:
    solution, analysis, html = numbered(*deal)
    data = data_of(html)
    graph = data["graph"]
    read = positions(graph)
    assert data["cards"] == html_cards(solution)
    assert [(at.dealt, at.up) for at in read] == analysis.graph.states
    winning = graph["winning"].split(" ")
    chances = [graph["chances"][index] for index in unpack(graph["chance"])]
    fewest = unpack(graph["fewest"])
    for number, at in enumerate(read):
        moves = analysis.moves(number)
        assert at.moves == {move.move: move.target for move in moves}
        chance = analysis.random_win(number)
        shown, _, fraction = chances[number].partition("|")
        assert (winning[number], shown) == (str(analysis.winning_lines(number)), percent(chance))
        assert fraction in ("", exact(chance))
        assert (fraction == "") == (len(exact(chance)) > 32)
        assert fewest[number] == analysis.cards_left(number)
        won = solution.game.is_won(analysis.graph.states[number])
        assert at.end == (states.OPEN if moves else states.WON if won else states.DEAD)
    order = [analysis.random_win(number) for number in range(len(read))]
    ranks = unpack(graph["chance"])
    assert sorted(range(len(read)), key=lambda i: (order[i], i)) == sorted(
        range(len(read)), key=lambda i: (ranks[i], i)
    )


def html_cards(solution: Any) -> list[str]:
    return [format_card(card) for card in solution.deal.cards]


@pytest.mark.parametrize("deal", [WON_ZUDECKEN, LOST_ZUDECKEN, WON_QUADRAT, LOST_QUADRAT])
def test_the_lines_of_a_page_are_lines_of_play(deal: tuple[str, int]) -> None:
    solution, analysis, html = numbered(*deal)
    graph = data_of(html)["graph"]
    read = positions(graph)
    first, *others = graph["lines"]
    assert len(first) == len(solution.line)
    for line in (first, *others):
        at, taken = read[0], []
        for index in line:
            group, target = list(at.moves.items())[index]
            taken.append(group)
            at = read[target]
        assert at.end in (states.WON, states.DEAD)
        assert (at.end == states.WON) == (solution.verdict == "won")
        assert tuple(taken) == (solution.line if line is first else tuple(analysis.safest_line()))
    assert bool(others) == (deal == WON_ZUDECKEN)


def test_the_counts_are_written_out_exactly() -> None:
    page = numbered(*WON_ZUDECKEN)
    counts = page.analysis.counts()
    text = re.sub(r"\s+", " ", Document(page.html).text)
    assert len(exact(counts.random_win)) <= 40
    for number in (counts.winning_lines, counts.lines, counts.states, counts.transitions):
        assert f"{number:,}" in text
    for name, number in (
        ("Critical positions", counts.critical),
        ("With a choice", counts.choice_points),
        ("Forced", counts.forced),
        ("Dead ends", counts.dead_ends),
        ("Fewest cards left", counts.cards_left),
        ("Shortest win", f"{counts.shortest_win} moves"),
        ("Longest win", f"{counts.longest_win} moves"),
        ("The same, exactly", exact(counts.random_win)),
        ("Chance at random", percent(counts.random_win)),
    ):
        written = f"{number:,}" if isinstance(number, int) else number
        assert re.search(rf"{name}[a-z ,]* {re.escape(written)} ", text), name


@pytest.mark.promise(15, 32)
def test_large_numbers_are_texts() -> None:
    page = numbered("quadrat", 3, width=5, deck="double104")
    data = data_of(page.html)
    assert page.analysis.counts().lines > 2**64
    assert data["graph"]["winning"].split(" ")[0] == str(page.analysis.winning_lines(0))

    def check(value: Any) -> None:
        for part in value.values() if isinstance(value, dict) else value:
            if isinstance(part, dict | list):
                check(part)
            elif isinstance(part, int):
                assert abs(part) < 2**31

    check(data)


@pytest.mark.promise(34)
def test_every_deal_fits_in_five_megabytes(sample: Callable[[int, int], int]) -> None:
    page = numbered(("zudecken-single-32", "zudecken-single")[sample(0, 1)], 1)
    size = len(page.html.encode())
    assert 300_000 < size < 5_000_000
    assert len(positions(data_of(page.html)["graph"])) == page.analysis.counts().states


def test_a_graph_that_is_too_large_is_cut_where_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = numbered(*WON_ZUDECKEN)
    monkeypatch.setattr(states, "BUDGET", 20_000)
    monkeypatch.setattr(states, "MOST_DRAWN", 100)
    monkeypatch.setattr(states, "LAYER_WON", 5)
    monkeypatch.setattr(states, "LAYER_LOST", 3)
    cut = show(prepare_number(WON_ZUDECKEN[1], find_rules(WON_ZUDECKEN[0])))
    graph = data_of(cut.html)["graph"]
    read = positions(graph)
    assert graph["all"] == whole.analysis.counts().states > len(read) > 100
    assert len(json.dumps(graph)) <= 20_000
    analysis = whole.analysis
    number = {state: i for i, state in enumerate(analysis.graph.states)}
    for at in read:
        moves = {move.move for move in analysis.moves(number[at.dealt, at.up])}
        assert set(at.moves) == (set() if at.end == states.NOT_HELD else moves)
    assert states.NOT_HELD in {at.end for at in read}
    drawn = set(unpack(graph["drawn"]["states"]))
    on_lines = set()
    for line in graph["lines"]:  # whole lines are held, to their ends, and drawn
        index = 0
        on_lines.add(index)
        for choice in line:
            index = list(read[index].moves.values())[choice]
            on_lines.add(index)
        assert read[index].end == states.WON
    assert on_lines <= drawn
    winning = graph["winning"].split(" ")
    for gone in range(53):
        layer = [i for i, at in enumerate(read) if at.dealt - len(at.up) == gone]
        won = [i for i in layer if winning[i] != "0"]
        best = sorted(won, key=lambda i: -int(winning[i]))[:5]
        assert len(drawn & set(won) - on_lines) <= 5
        assert min([int(winning[i]) for i in best], default=0) <= min(
            [int(winning[i]) for i in drawn & set(won) - on_lines], default=1 << 99
        )
        lost = set(layer) - set(won)
        assert len(drawn & lost) == min(3, len(lost))


def test_without_an_analysis_the_line_alone_is_shown() -> None:
    page = show(prepare_number(1, find_rules("zudecken-group")), analyse=False)
    data = data_of(page.html)
    assert data["free"] is False
    read = positions(data["graph"])
    assert [len(at.moves) for at in read] == [1] * len(page.solution.line) + [0]
    assert read[-1].end == states.WON
    assert "<canvas" not in page.html
    assert ">Counts<" not in page.html


@pytest.mark.parametrize("deal", [WON_GEBURTSTAG, LOST_GEBURTSTAG])
def test_the_frames_of_geburtstag_are_the_greedy_line(deal: tuple[str, int]) -> None:
    solution, _, html = numbered(*deal)
    data = data_of(html)
    state = solution.game.start()
    assert len(data["frames"]) == len(solution.line) + 1
    for frame, move in zip(data["frames"], [*solution.line, None], strict=True):
        waste = frame["waste"].split()
        assert frame["heights"] == list(state.heights)
        assert (frame["pass"], frame["stock"]) == (state.number, len(state.stock))
        assert len(waste) == len(state.waste)
        assert frame["stock"] + len(waste) + sum(frame["heights"]) == 48
        if move is not None:
            state = solution.game.apply(state, move)
    last = data["frames"][-1]
    won = solution.verdict == "won"
    assert (last["heights"] == [12] * 4) == won
    if won:  # the finished foundations show the target
        assert [top[0] for top in last["tops"]] == ["A", "9", "5", "6"]
    assert "<canvas" not in html
    assert "Why there is nothing to choose" in html


@pytest.mark.parametrize("deal", [WON_QUADRAT, LOST_QUADRAT])
def test_quadrat_shows_its_suit_counts(deal: tuple[str, int]) -> None:
    page = numbered(*deal)
    rows = re.findall(r'<tr data-n="(\d+)">(.*?)</tr>', page.html)
    shown = [[int(n) for n in re.findall(r"<td[^>]*>(\d+) <small>", cells)] for _, cells in rows]
    suits = [card // 13 for card in page.solution.deal.cards]
    last = page.solution.theorem.proof["n"]
    assert [int(n) for n, _ in rows] == list(range(4, last + 1, 2))
    assert shown == [[suits[:n].count(suit) for suit in range(4)] for n in range(4, last + 1, 2)]
    all_odd = [all(count % 2 for count in counts) for counts in shown]
    assert all_odd[:-1] == [False] * (len(rows) - 1)
    assert all_odd[-1] == (deal == LOST_QUADRAT)
    assert ("stuck" in rows[-1][1]) == (deal == LOST_QUADRAT)
    assert "No choice matters" in page.html


def test_a_lone_card_is_counted_in_the_singular() -> None:
    text = Document(numbered("quadrat", 0, deck="1x1").html).text
    assert "1 card lies face up" in text
    assert "There is no move." in text


def test_twins_are_written_with_their_places() -> None:
    page = numbered(*TWINS, **TWO_PACKS)
    document = Document(page.html)
    data = data_of(page.html)
    assert len(set(data["cards"])) == 8
    assert [text for text, _, _ in data["names"]] == [
        f"{format_card(card, 'symbols')}@{place}"
        for place, card in enumerate(page.solution.deal.cards)
    ]
    assert data["names"][1][1].endswith(", place 1")
    labels = [found.get("aria-label") for tag, found in document.elements if tag == "button"]
    assert labels[:4] == [spoken for _, spoken, _ in data["names"][:4]]
    chips = re.findall(r'<span class="chip \w+" title="([^"]*)">(.*?)</span>', page.html)
    told = {(spoken, re.sub(r"</?small>", "", text)) for spoken, text in chips}
    assert told == {(spoken, text) for text, spoken, _ in data["names"]}


def test_cards_of_one_pack_are_written_without_places() -> None:
    page = numbered(*WON_ZUDECKEN)
    assert "@" not in re.sub(r"<(script|style)>.*?</\1>", "", page.html, flags=re.DOTALL)


def test_a_page_names_no_option_of_the_command_line() -> None:
    solution = solve(*prepare_number(1, find_rules("zudecken-group")), max_states=2)
    html = deal_page(solution, None, version="1")
    why = re.search(r'<p class="why">(.*?)</p>', html)
    assert why
    assert "stopped at its limit of 2 positions" in why[1]
    assert why[1].endswith("A higher limit may decide it.")
    assert "No move is known." in html  # which is not to say that there is none


@pytest.mark.promise(12, 36)
def test_each_verdict_has_a_mark_of_its_own() -> None:
    rules, deal = prepare_number(5, find_rules("geburtstag"))
    chance = show(Question(rules, replace(deal, redeals=(), number=None)))
    undecided = deal_page(
        solve(*prepare_number(1, find_rules("zudecken-group")), max_states=2), None, version="1"
    )
    marks = {}
    for html in (chance.html, undecided, numbered(*WON_QUADRAT).html, numbered(*LOST_QUADRAT).html):
        badge = re.search(r'class="badge (\w+)".*?href="#(mark-\w+)"', html)
        assert badge
        shape = re.search(rf'<g id="{badge[2]}">(.*?)</g>', html)
        assert shape
        marks[badge[1]] = shape[1]
    assert set(marks) == {"chance", "undecided", "won", "lost"}
    assert len(set(marks.values())) == 4
    assert marks["chance"].startswith("<rect")  # a die, no diamond with a question mark
    assert marks["undecided"].startswith("<circle")


@pytest.mark.parametrize("deal", [LOST_ZUDECKEN, LOST_QUADRAT])
def test_no_win_is_lost_that_never_was(deal: tuple[str, int]) -> None:
    text = Document(numbered(*deal).html.split("<script")[0]).text
    assert "any more" not in text
    assert "a win is within reach" not in text
    assert "no win any more" in Document(numbered(*WON_ZUDECKEN).html.split("<script")[0]).text


def test_a_lone_position_is_not_drawn() -> None:
    page = numbered("quadrat", 0, deck="1x1")
    assert data_of(page.html)["draws"] is False
    assert "<canvas" not in page.html
    assert "Your choices" not in page.html
    assert "<canvas" in numbered(*LOST_QUADRAT).html


def test_the_difficulty_has_its_place() -> None:
    question = prepare_number(1, find_rules("zudecken-group"))
    assert "Difficulty: very hard" in Document(show(question, difficulty="very-hard").html).text
    assert "Difficulty" not in Document(numbered(*WON_ZUDECKEN).html).text


@given(
    st.fractions(min_value=0, max_value=1)
    | st.integers(9940, 9999).map(lambda n: Fraction(n, 10_000))
    | st.integers(1, 10**9).map(lambda n: Fraction(1, n))
)
@example(Fraction(9951, 10_000))
@example(Fraction(99_955, 100_000))
@example(Fraction(9999, 10_000))
def test_a_percentage_is_never_nothing_or_all_unless_it_is(chance: Fraction) -> None:
    text = percent(chance)
    assert (text == "0 %") == (chance == 0)
    assert (text == "100 %") == (chance == 1)
    if text.startswith("1 in "):
        assert 0 < chance < Fraction(1, 9999)
        assert text == f"1 in {round(1 / chance):,}"
        return
    if text.startswith("1 in "):
        assert abs(1 / chance - int(re.sub(r"\D", "", text[5:]))) <= Fraction(1, 2)
        return
    number = Fraction(re.sub(r"[^\d.]", "", text)) / 100
    assert "e" not in text.removeprefix("over ")
    if text.startswith("over"):
        assert number < chance < 1
    else:
        assert abs(number - chance) <= chance / 150


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_packed_numbers_come_out_again(numbers: list[int]) -> None:
    packed = pack(numbers)
    assert unpack(packed) == numbers
    assert packed["bytes"] == min(n for n in (1, 2, 4) if max(numbers, default=0) < 256**n)


@pytest.mark.parametrize("number", [-1, 2**32])
def test_numbers_that_do_not_fit_are_refused(number: int) -> None:
    with pytest.raises(OverflowError, match="four bytes"):
        pack([0, number])


def test_cards_are_drawn_as_their_rank_says() -> None:
    deck = find_deck("french52").cards
    drawn = re.findall(r'<g id="card-(.)(.)" class="(\w+)">(.*)</g>\n?', sprite([*deck, *deck]))
    assert len(drawn) == 52
    assert len({names(card) for card in deck}) == 52
    for rank, suit, colour, shape in drawn:
        assert colour == ("red" if suit in "HD" else "black")
        pips = shape.count(f'href="#suit-{suit}"') - 2  # the corners have one each
        assert pips == (int(rank.replace("T", "10")) if rank in PIPS else rank == "A")
        assert shape.count("#suit-") == pips + 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_in_force_is_said(variant: str) -> None:
    rules = find_rules(variant)
    for rule in in_words(rules):
        value = getattr(rules, rule.setting)
        assert rule.value == (
            ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        )
        assert re.fullmatch(r"[A-Z].*: .*\.", rule.says)


def test_scripts_are_small_and_say_what_they_are_for() -> None:
    scripts = sorted(TEMPLATES.glob("*.js"))
    assert len(scripts) >= 8
    for path in scripts:
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines[0].startswith("// ")
        assert '"use strict";' in lines[:5]
        assert len(lines) <= 320
        assert max(map(len, lines)) <= 120
        assert "</script" not in "".join(lines)
        assert not path.read_bytes().count(b"\r")
