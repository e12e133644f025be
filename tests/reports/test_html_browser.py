"""Pages of one deal in a real browser: they open quietly, can be played, and show what is true."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pages import (
    DEALS,
    HOSTILE,
    LOST_QUADRAT,
    LOST_ZUDECKEN,
    TWINS,
    TWO_PACKS,
    WON_GEBURTSTAG,
    WON_QUADRAT,
    WON_ZUDECKEN,
    Shown,
    numbered,
    show,
)

from deals.cards import format_card
from reports.html import states
from reports.html.cards import names
from reports.numbers import percent
from solver.prepare import Question, prepare_number
from solver.rules import find_rules

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE, PHONE = {"width": 1400, "height": 900}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests here."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright drives the browser")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("there is no Chromium")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page from a file; at the end, refuse whatever it complained of or asked for."""
    contexts: list[Any] = []
    said: list[str] = []
    asked: list[str] = []
    path = tmp_path / "deal page.html"

    def open_page(shown: Shown, *, clock: bool = False, **options: Any) -> Any:
        path.write_text(shown.html, encoding="utf-8", newline="\n")
        contexts.append(browser.new_context(**({"viewport": WIDE} | options)))
        page = contexts[-1].new_page()
        page.set_default_timeout(5000)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: asked.append(request.url))
        if clock:
            page.clock.install(time=0)
        page.goto(path.as_uri())
        if clock:
            page.clock.pause_at(600_000)  # from here on it moves only when told to
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []
    assert {url for url in asked if not url.startswith("data:,")} == {path.as_uri()}


def text(page: Any, selector: str) -> str:
    return " ".join(page.locator(selector).inner_text().split())


def drawn(page: Any, selector: str) -> list[str]:
    """Return the cards that are drawn inside some elements."""
    found = page.locator(f"{selector} use").evaluate_all("all => all.map((u) => u.href.baseVal)")
    return [href.removeprefix("#card-") for href in found]


def critical(shown: Shown) -> tuple[int, int]:
    """Return the first move of the line before which another choice loses, and its position."""
    number = 0
    for at, move in enumerate(shown.solution.line):
        if shown.analysis.is_critical(number):
            return at, number
        number = next(m.target for m in shown.analysis.moves(number) if m.move == move)
    raise AssertionError("no critical position on the line")


def spoken(shown: Shown, places: tuple[int, ...]) -> list[str]:
    return [names(shown.solution.game.cards[place])[1] for place in places]


def check_phone(page: Any) -> None:
    """Refuse a page that must be scrolled sideways, or a button too small for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    sizes = page.evaluate(
        "Array.from(document.querySelectorAll('button'), (b) => [b.offsetWidth, b.offsetHeight])"
    )
    assert len(sizes) >= 5
    assert min(min(size) for size in sizes if size != [0, 0]) >= 24


@pytest.mark.parametrize("deal", DEALS)
def test_the_replay_reaches_the_end(deal: tuple[str, int], open_page: Callable[..., Any]) -> None:
    shown = numbered(*deal)
    page = open_page(shown, viewport=PHONE)
    check_phone(page)
    word = "Step" if shown.analysis is None else "Move"
    moves = len(shown.solution.line)
    assert text(page, "#progress").startswith(f"Start of {moves} ")
    for at in (1, 2):
        page.get_by_role("button", name="Next move").click()
        assert text(page, "#progress") == f"{word} {at} of {moves}"
    page.get_by_role("button", name="Step back").click()
    assert text(page, "#progress") == f"{word} 1 of {moves}"
    page.get_by_role("button", name="Last position").click()
    assert text(page, "#progress") == f"{word} {moves} of {moves}"
    assert page.get_by_role("button", name="Next move").get_attribute("aria-disabled") == "true"
    end = shown.solution.game.start()
    for move in shown.solution.line:
        end = shown.solution.game.apply(end, move)
    if shown.analysis is None:
        assert text(page, "#stock") == str(len(end.stock))
        assert text(page, "#waste-count") == str(len(end.waste))
        assert page.locator(".height").all_inner_texts() == [str(n) for n in end.heights]
        tops = [
            (base % 13 + height) % 13 + base // 13 * 13
            for base, height in zip(shown.solution.deal.bases, end.heights, strict=True)
        ]
        assert drawn(page, ".foundation") == [format_card(card) for card in tops]
        assert drawn(page, "#waste") == [format_card(card) for card in end.waste]
    else:
        assert text(page, "#gone") == str(end[0] - len(end[1]))
        won = shown.solution.verdict == "won"
        assert ("comes out" if won else "Stuck") in text(page, "#standing")
        face_up = [format_card(shown.solution.game.cards[place]) for place in end[1]]
        assert sorted(drawn(page, ".slot")) == sorted(face_up)
    check_phone(page)
    page.get_by_role("button", name="First position").click()
    assert text(page, "#progress").startswith(f"Start of {moves} ")


def test_the_keys_do_what_the_buttons_do(open_page: Callable[..., Any]) -> None:
    shown = numbered(*WON_QUADRAT)
    page = open_page(shown)
    moves = len(shown.solution.line)
    for at in range(1, moves + 1):
        page.keyboard.press("ArrowRight")
        if at < 4:
            assert text(page, "#progress") == f"Move {at} of {moves}"
    assert "comes out" in text(page, "#standing")
    page.keyboard.press("ArrowLeft")
    assert text(page, "#progress") == f"Move {moves - 1} of {moves}"
    page.keyboard.press("Home")
    assert text(page, "#progress") == f"Start of {moves} moves"
    page.keyboard.press("End")
    assert page.locator("#slider").input_value() == str(moves)
    page.locator("#slider").fill("7")
    assert text(page, "#progress") == f"Move 7 of {moves}"
    assert page.locator("#slider").get_attribute("aria-valuetext") == f"Move 7 of {moves}"
    assert page.locator(".steps .here").get_attribute("data-move") == "7"


def test_it_plays_by_itself(open_page: Callable[..., Any]) -> None:
    shown = numbered(*LOST_QUADRAT)
    page = open_page(shown, clock=True)
    page.get_by_role("button", name="Play by itself").click()
    page.clock.run_for(3100)
    assert text(page, "#progress") == "Move 3 of 9"
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    assert text(page, "#progress") == "Move 3 of 9"
    page.locator("#speed").select_option("fast")
    page.locator("h1").click()
    page.keyboard.press("p")
    page.clock.run_for(2500)
    assert text(page, "#progress") == "Move 9 of 9"
    assert page.get_by_role("button", name="Play by itself").is_visible()


def test_every_choice_is_shown_with_what_it_does(open_page: Callable[..., Any]) -> None:
    shown = numbered(*WON_ZUDECKEN)
    at, number = critical(shown)
    page = open_page(shown)
    page.locator("#slider").fill(str(at))
    moves = shown.analysis.moves(number)
    choices = page.locator("#choices button")
    assert choices.count() == len(moves)
    best = max(move.random_win for move in moves)
    for move, button in zip(moves, choices.all(), strict=True):
        cards = [format_card(shown.solution.game.cards[p], "symbols") for p in move.move]
        said = " ".join(button.inner_text().split())
        assert said.startswith(" ".join(cards))
        keeps = move.verdict == "won"
        assert ("keeps the win" in said, "loses the win" in said) == (keeps, not keeps)
        assert ("safest" in said) == (move.random_win == best)
        if keeps:
            assert f"{percent(move.random_win)} at random" in said
            assert f"{move.winning_lines:,} winning line" in said
        assert ("on the line" in said) == (move.move == shown.solution.line[at])
    keeping = sum(move.verdict == "won" for move in moves)
    assert text(page, "#standing").startswith(f"{keeping} of {len(moves)} choices ")


def test_a_losing_choice_is_marked_and_can_be_taken_back(open_page: Callable[..., Any]) -> None:
    shown = numbered(*WON_ZUDECKEN)
    at, _ = critical(shown)
    moves = len(shown.solution.line)
    page = open_page(shown)
    page.locator("#slider").fill(str(at))
    assert page.locator("#return").is_hidden()
    page.locator("#choices button.lost").first.click()
    assert f"Move {at + 1} threw the win away" in text(page, "#standing")
    assert re.search("No choice wins|Stuck", text(page, "#standing"))
    assert "your own line" in text(page, "#progress")
    page.locator("#return").click()  # back to where the line was left
    assert text(page, "#progress") == f"Move {at} of {moves}"
    page.locator("#choices button.lost").first.click()
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    assert "threw" not in text(page, "#standing")
    page.keyboard.press("r")
    assert text(page, "#progress") == f"Move {at} of {moves}"
    assert page.locator("#return").is_hidden()
    page.locator("#choices button", has_text="on the line").click()
    assert text(page, "#progress") == f"Move {at + 1} of {moves}"


def test_clicking_the_cards_of_a_group_plays_it(open_page: Callable[..., Any]) -> None:
    shown = numbered(*WON_ZUDECKEN)
    move = shown.analysis.moves(0)[0]
    page = open_page(shown)
    before = text(page, "#stock")
    slots = page.locator(".slot button")
    for name in spoken(shown, move.move):
        slots.filter(has=page.locator("xpath=.")).and_(page.get_by_label(name)).first.click()
    if page.locator("#confirm").is_visible():
        page.locator("#confirm").click()
    assert int(text(page, "#stock")) == int(before) - len(move.move)
    face_up = shown.analysis.graph.states[move.target][1]
    labels = [slot.get_attribute("aria-label").partition(",")[0] for slot in slots.all()]
    assert sorted(labels) == sorted(spoken(shown, face_up))
    lying = [format_card(shown.solution.game.cards[place]) for place in face_up]
    assert sorted(drawn(page, ".slot")) == sorted(lying)
    for name in spoken(shown, move.move):
        assert name in text(page, "#announce")
    assert page.locator(".slot .dealt").count() == len(move.move)
    assert page.locator(".slot button[aria-pressed=true]").count() == 0


def test_cards_are_chosen_and_given_up_again(open_page: Callable[..., Any]) -> None:
    shown = numbered("zudecken", 1)
    state = next(
        number
        for number in range(len(shown.analysis.graph.states))
        if len(shown.analysis.graph.states[number][1]) == 4
        and {len(m.move) for m in shown.analysis.moves(number)} == {2, 3}
    )
    page = open_page(shown)
    page.evaluate(f"jumpTo({state})")
    moves = [move.move for move in shown.analysis.moves(state)]
    taken = {place for move in moves for place in move}
    places = page.evaluate("slots.map((slot) => slot.place)")
    slots = page.locator(".slot button")
    for place, slot in zip(places, slots.all(), strict=True):
        assert (slot.get_attribute("aria-disabled") == "false") == (place in taken)
        if place not in taken:  # it cannot be chosen
            slot.click(force=True)
            assert slot.get_attribute("aria-pressed") == "false"
            assert "cannot be taken now" in slot.get_attribute("aria-label")
    pair = next(m for m in moves if len(m) == 2 and any(set(m) < set(n) for n in moves))
    for place in pair:
        page.keyboard.press(str(places.index(place) + 1))
    assert page.locator(".slot button[aria-pressed=true]").count() == 2
    assert page.locator("#confirm").get_attribute("aria-disabled") == "false"
    fitting = [move for move in moves if set(pair) <= set(move)]
    assert page.locator("#choices li:not(.other)").count() == len(fitting) < len(moves)
    page.keyboard.press(str(places.index(pair[0]) + 1))
    assert page.locator(".slot button[aria-pressed=true]").count() == 1
    assert page.locator("#confirm").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Escape")
    assert page.locator(".slot button[aria-pressed=true]").count() == 0
    assert page.locator("#confirm").is_hidden()
    for place in pair:
        page.keyboard.press(str(places.index(place) + 1))
    page.keyboard.press("c")
    after = shown.analysis.moves(state)[moves.index(pair)].target
    assert page.evaluate("here()") == after


def test_a_click_in_the_drawing_goes_there(open_page: Callable[..., Any]) -> None:
    shown = numbered(*LOST_ZUDECKEN)
    page = open_page(shown)
    assert "518 positions" in text(page, "#graph-says")
    state = len(shown.analysis.graph.states) - 1
    canvas = page.locator("#graph")
    canvas.scroll_into_view_if_needed()
    x, y = page.evaluate(f"drawing.at({state})")
    canvas.hover(position={"x": x, "y": y})
    dealt, up = shown.analysis.graph.states[state]
    assert f"{dealt - len(up)} cards gone" in text(page, "#node-says")
    canvas.click(position={"x": x, "y": y})
    assert page.evaluate("here()") == state
    assert text(page, "#gone") == str(dealt - len(up))
    way = page.evaluate("path.states")
    for before, after in pairwise(way):  # a way that can be played
        assert after in shown.analysis.graph.successors(before)
    assert way[0] == 0
    box = canvas.bounding_box()
    before = page.evaluate("[drawing.x, drawing.zoom]")
    x, y = page.evaluate("drawing.at(0)")
    page.mouse.move(box["x"] + x, box["y"] + y)
    page.mouse.down()
    page.mouse.move(box["x"] + x + 50, box["y"] + y, steps=4)
    page.mouse.up()
    assert page.evaluate("here()") == state  # a drag is no click, not even on a position
    assert page.evaluate("drawing.x") == pytest.approx(before[0] + 50)
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"drawing.zoom > {before[1]}")
    page.locator("#zoom-fit").click()
    assert page.evaluate("[drawing.x, drawing.zoom]") == before


def test_the_drawing_can_be_walked_with_the_keyboard(open_page: Callable[..., Any]) -> None:
    shown = numbered(*WON_QUADRAT)
    page = open_page(shown)
    page.locator("#graph").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "2 cards gone" in text(page, "#node-says")
    page.keyboard.press("Enter")
    assert text(page, "#progress").startswith("Move 1 of")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert text(page, "#progress").startswith("Start")
    page.keyboard.press("+")
    assert page.evaluate("drawing.zoom") > 1
    page.keyboard.press("0")
    assert page.evaluate("drawing.zoom") == 1


def test_a_pruned_drawing_takes_in_what_is_played(
    open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "MOST_DRAWN", 1000)
    monkeypatch.setattr(states, "LAYER_WON", 3)
    shown = show(prepare_number(1, find_rules("zudecken-group")))
    page = open_page(shown)
    assert "Drawn are" in text(page, "#graph-says")
    drawn = set(page.evaluate("layout.states"))
    assert len(drawn) < 1000 < len(shown.analysis.graph.states)
    hidden = next(n for n in range(len(shown.analysis.graph.states)) if n not in drawn)
    page.evaluate(f"jumpTo({hidden})")
    wanted = {hidden, *shown.analysis.graph.successors(hidden)}
    assert wanted <= set(page.evaluate("layout.states"))


def test_quadrat_marks_the_row_of_its_suit_counts(open_page: Callable[..., Any]) -> None:
    page = open_page(numbered(*LOST_QUADRAT))
    for at in (0, 1, 5, 9):
        page.locator("#slider").fill(str(at))
        assert page.locator("tr.here").get_attribute("data-n") == str(4 + 2 * at)
    assert "stuck" in text(page, "tr.here")


@pytest.mark.promise(34)
@pytest.mark.parametrize("deal", [WON_ZUDECKEN, WON_GEBURTSTAG])
def test_it_can_be_read_with_scripts_off(
    deal: tuple[str, int], open_page: Callable[..., Any]
) -> None:
    shown = numbered(*deal)
    page = open_page(shown, java_script_enabled=False)
    assert page.get_by_text("Scripts are off").is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator(".felt use").count() >= 5
    if shown.analysis is not None:
        assert page.locator(".steps li").count() == len(shown.solution.line)
        assert page.locator(".steps li").last.is_visible()
    else:
        played = page.locator(".line .chips .chip")
        assert played.count() == 48
        assert played.last.is_visible()


def test_a_phone_is_wide_enough_for_numbers_of_twenty_digits(
    open_page: Callable[..., Any],
) -> None:
    shown = numbered("quadrat", 3, width=5, deck="double104")
    page = open_page(shown, viewport=PHONE)
    assert f"{shown.analysis.winning_lines(0):,}" in text(page, "#standing")
    check_phone(page)


def test_twins_can_be_told_apart(open_page: Callable[..., Any]) -> None:
    shown = numbered(*TWINS, **TWO_PACKS)
    page = open_page(shown)
    cards = shown.solution.deal.cards
    slots = page.locator(".slot").all()
    for place, slot in enumerate(slots):
        label = (
            slot.locator("button").get_attribute("aria-label").removesuffix(", cannot be taken now")
        )
        assert label == f"{names(cards[place])[1]}, place {place}"
        assert slot.locator(".caption").inner_text() == f"@{place}"
    move = shown.analysis.moves(0)[0].move
    taken = [f"{format_card(cards[place], 'symbols')}@{place}" for place in move]
    assert text(page, "#choices li:first-child .cards") == " ".join(taken)
    page.locator("#choices button").first.click()
    assert text(page, "#told").startswith(f"Covered {' '.join(taken)} · dealt ")
    said = text(page, "#announce")
    assert "; ".join(f"{names(cards[p])[1]}, place {p}" for p in move) in said
    page.locator("#show-stock").click()
    assert re.search(r"@\d+$", text(page, "#coming"))
    check = "slots.filter((s) => s.place !== null).every((s) => s.caption.textContent.startsWith("
    assert page.evaluate(check + "`@${s.place}`))")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [320, 360, 700, 992, 1100, 1400])
def test_no_number_is_broken_that_fits_a_line(
    width: int, scripts: bool, open_page: Callable[..., Any]
) -> None:
    page = open_page(
        numbered(*WON_ZUDECKEN),
        viewport={"width": width, "height": 800},
        java_script_enabled=scripts,
    )
    cells = page.locator(".counts td:not(:has(details))")
    lines = cells.evaluate_all(
        """all => all.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const tops = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
          return [cell.textContent.length, tops.size];
        })"""
    )
    assert len(lines) == 13
    fitting = 40 if width > 360 else 26
    assert [count for length, count in lines if length <= fitting and count > 1] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("deal", [WON_ZUDECKEN, LOST_QUADRAT, WON_GEBURTSTAG])
@pytest.mark.parametrize("way", ["scripts off", "print"])
def test_all_is_shown_in_full_where_nothing_can_be_scrolled(
    deal: tuple[str, int], way: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(numbered(*deal), java_script_enabled=way == "print")
    if way == "print":
        page.emulate_media(media="print")
    boxes = page.locator(".scroll, .panel").evaluate_all(
        "all => all.map((e) => [e.className, e.scrollHeight - e.clientHeight])"
    )
    assert len(boxes) >= 3
    assert [box for box in boxes if box[1] > 1] == []
    table = page.locator(".player").bounding_box()
    tops = [
        box["y"] - table["y"] - table["height"]
        for box in (panel.bounding_box() for panel in page.locator(".panel:visible").all())
        if box["y"] > table["y"] and box["x"] < table["x"] + table["width"]
    ]
    assert -1 <= min(tops) < 40  # no hole under the table


@pytest.mark.parametrize("settings", [{"deck": "1x1"}, {"deck": "1x1", "goal": "stock"}])
def test_a_lone_position_promises_nothing(
    settings: dict[str, str], open_page: Callable[..., Any]
) -> None:
    shown = numbered("quadrat", 0, **settings)
    assert len(shown.analysis.graph.states) == 1
    page = open_page(shown)
    assert text(page, "#progress") == "No moves"
    assert page.locator("#slider").is_disabled()
    assert page.locator("canvas").count() == 0
    labels = [
        (slot.get_attribute("aria-label"), slot.is_enabled())
        for slot in page.locator(".slot button").all()
    ]
    assert labels[1:] == [("empty place", False)] * 3
    won = shown.solution.verdict == "won"
    assert won == ("goal" in settings)
    assert ("comes out" if won else "Stuck") in text(page, "#standing")


def test_a_deal_lost_from_the_start_never_speaks_of_a_win_lost(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(numbered(*LOST_ZUDECKEN))
    for at in (0, 1):
        page.locator("#slider").fill(str(at))
        assert "any more" not in page.locator("body").inner_text()
        assert "any more" not in page.locator("#announce").text_content()
    page.evaluate("pointAt(0)")
    assert "· no win ·" in text(page, "#node-says")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_legible_in_light_and_dark(scheme: str, open_page: Callable[..., Any]) -> None:
    page = open_page(numbered(*WON_ZUDECKEN), color_scheme=scheme, reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.dealt')).animationName") == "none"
    )

    def luminance(selector: str, kind: str) -> float:
        colour = page.evaluate(
            "([s, k]) => getComputedStyle(document.querySelector(s))[k]", [selector, kind]
        )
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    def contrast(front: str, back: str, kind: str = "color") -> float:
        both = sorted([luminance(front, kind), luminance(back, "backgroundColor")])
        return (both[1] + 0.05) / (both[0] + 0.05)

    assert (luminance("body", "backgroundColor") < 0.1) == (scheme == "dark")
    for front, back in (
        ("body", "body"),
        (".eyebrow", "body"),
        (".badge", ".badge"),
        ("#standing small", ".panel"),
        ("#choices .worth", "#choices button"),
        (".chip.red", ".chip"),
        (".chip.black", ".chip"),
        ("dd", ".panel"),
        ("#confirm", "#confirm"),
        ("footer", "body"),
    ):
        assert contrast(front, back) >= 4.5, (front, back)
    assert luminance(".face", "fill") > 0.7
    assert luminance(".card .red, .red", "fill") < 0.2


@pytest.mark.promise(34)
def test_a_hostile_name_does_nothing(open_page: Callable[..., Any]) -> None:
    rules, deal = prepare_number(3, find_rules("quadrat"))
    page = open_page(show(Question(rules, replace(deal, number=None, id=HOSTILE))))
    assert text(page, "h1") == HOSTILE
    assert page.locator("img").count() == 0


def test_everything_to_press_has_a_name(open_page: Callable[..., Any]) -> None:
    page = open_page(numbered(*WON_ZUDECKEN))
    page.locator("#slider").fill("3")
    page.keyboard.press("1")
    pressed = page.locator("button:visible, input:visible, select:visible, canvas")
    assert pressed.count() > 15
    snapshot = page.locator("main").aria_snapshot()
    assert not re.search(r"- (button|slider|combobox|checkbox)(:| \[|$)", snapshot, re.MULTILINE)
    assert '- slider "Move"' in snapshot
    seen = []
    page.locator("h1").click()
    for _ in range(14):  # the Tab key reaches the buttons, the slider and the cards
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"first", "play", "slider", "speed", "show-stock"} <= set(seen)
