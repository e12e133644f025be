"""The page about results folders: whole, quiet, literal, reproducible, small."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from folders import make_folder, verdict_row
from pages import Document
from test_html_browser import PHONE, WIDE, browser
from test_report_formats import folders
from test_summary import mixed_rows

import gehtauf
from reports import plots
from reports.html.report import report_page
from reports.plain_svg import Colour, plain_svg
from reports.summary import report
from tests.gehtauf.command import any_names

__all__ = ["browser", "folders"]  # fixtures of other modules
ROOT = Path(__file__).parents[2]
HOSTILE = "</style><script>alert(1)</script><img src=x onerror=alert(1)> $x^2$ {{ 7 * 7 }}"

# The words of plots that touch other words, and those that leave their plot's panel.
TOUCHING = """() => [...document.querySelectorAll("svg.plot")].flatMap((plot) => {
  const boxes = [...plot.querySelectorAll("text")]
    .map((text) => [text.textContent, text.getBoundingClientRect()]);
  const panel = plot.closest(".panel").getBoundingClientRect();
  return boxes.flatMap(([text, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right)
    .filter(([, b]) => a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => [text, other])
    .concat(a.left < panel.left || a.right > panel.right ? [[text]] : []));
})"""


def page_of(paths: list[str]) -> str:
    return report_page(report(paths, version="0.1.0"), version="0.1.0")


@pytest.fixture(scope="module")
def html(folders: list[str]) -> str:
    """Make the page of all folders."""
    return page_of(folders)


def test_page_is_well_formed_and_whole(html: str, folders: list[str]) -> None:
    document = Document(html)
    assert document.faults == []
    tags = [tag for tag, _ in document.elements]
    assert "script" not in tags
    assert tags.count("section") == 8
    assert tags.count("svg") == tags.count("figure") + 1 == 11
    ids = [attributes["id"] for _, attributes in document.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for needed in ("Side by side", "Random play", "Wins by pass", "Rules in force"):
        assert needed in document.text
    assert "This folder is unfinished" in document.text
    assert "Side by side" not in Document(page_of(folders[:1])).text


@pytest.mark.promise(34)
def test_page_needs_nothing_from_elsewhere(html: str) -> None:
    document = Document(html)
    for tag, attributes in document.elements:
        assert "style" not in attributes, f"<{tag}> has a style the policy forbids"
        for key in ("src", "href", "xlink:href"):
            assert (attributes.get(key) or "data:,").startswith("data:")
    assert not re.search(r"url\(|@import|https?:", html)


@pytest.mark.promise(34)
@any_names
def test_hostile_names_are_shown_literally(tmp_path: Path) -> None:
    name = HOSTILE.replace("/", "\N{DIVISION SLASH}")
    path = make_folder(tmp_path / name, "zudecken", mixed_rows(20))
    document = Document(page_of([path, path]))
    assert document.faults == []
    assert not [tag for tag, _ in document.elements if tag in ("img", "script")]
    assert document.text.count(name) == 2
    record = report([path], version="0.1.0")[0] | {"folder": HOSTILE, "variant": HOSTILE}
    document = Document(report_page([record, record], version="0.1.0"))
    assert document.text.count(HOSTILE) >= 4
    assert not [tag for tag, _ in document.elements if tag in ("img", "script")]


def test_colours_are_the_pages_own(html: str) -> None:
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style
    for drawn in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        for element in ElementTree.fromstring(drawn).iter():
            assert "fill" not in element.attrib
            assert "stroke" not in element.attrib
            for name in element.get("class", "").split():
                assert f".{name} " in style[1]


@pytest.mark.promise(16, 37)
def test_same_bytes_in_another_process_without_a_home(tmp_path: Path) -> None:
    """Another hash seed, nowhere to keep a list of fonts: the same page, and not a word of it."""
    path = make_folder(tmp_path / "f", "zudecken", mixed_rows(60), detail="full")
    out = tmp_path / "page.html"
    code = (
        "import sys; from gehtauf.cli import run\n"
        "code = run(['report', *sys.argv[1:]])\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "sys.exit(code)\n"
    )
    surroundings = {"HOME": "/proc/none", "TMPDIR": str(tmp_path), "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", code, path, path, "--html", str(out)],
        env={"PATH": os.environ["PATH"], **surroundings},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    version = gehtauf.__version__
    here = report_page(report([path, path], version=version), version=version)
    assert out.read_text(encoding="utf-8") == here


def test_plots_leave_the_settings_of_matplotlib_alone() -> None:
    import matplotlib

    with matplotlib.rc_context({"font.size": 33.0, "axes.grid": True}):
        before = dict(matplotlib.rcParams)
        loud = plots.cards_left_plot({2: 3, 5: 1})
        assert dict(matplotlib.rcParams) == before
    assert loud == plots.cards_left_plot({2: 3, 5: 1})


def test_a_drawing_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="<use>"):
        plain_svg(100, 80, "", lambda axes: axes.plot([1, 2], marker="o", color=Colour.INK))
    with pytest.raises(ValueError, match="ff0000"):
        plain_svg(100, 80, "", lambda axes: axes.plot([1, 2], color="red"))


def test_one_folder_is_named_once(folders: list[str]) -> None:
    html = page_of(folders[5:6])  # a folder with few plots
    shown = [attributes for tag, attributes in Document(html).elements if tag == "h2"]
    assert [attributes.get("class") for attributes in shown] == ["unseen"]
    assert 'class="unseen"' not in page_of(folders[4:6])


def test_folders_without_deals_have_no_plot(folders: list[str]) -> None:
    html = page_of([folders[4], folders[4]])
    assert "Side by side" in html
    assert "<svg" not in html


def test_a_plot_of_wins_needs_a_win(tmp_path: Path) -> None:
    rows = [verdict_row(0, "lost", 20, passes=2, left=[30, 20])]
    lost = page_of([make_folder(tmp_path / "lost", "geburtstag", rows, detail="full")])
    rows += [verdict_row(1, "won", passes=2, left=[9, 0])]
    won = page_of([make_folder(tmp_path / "won", "geburtstag", rows, detail="full")])
    assert [html.count("Wins by pass") for html in (lost, won)] == [0, 1]
    for html in (lost, won):  # the numbers are there all the same
        assert "mean cards left" in Document(html).text
        assert "<h3>Cards left after each pass</h3>" in html


def test_passes_that_have_no_room_are_told_of(tmp_path: Path) -> None:
    row = verdict_row(0, "won", passes=20, left=list(range(19, -1, -1)))
    html = page_of([make_folder(tmp_path / "f", "geburtstag", [row], detail="full")])
    assert "The first 12 of 20 passes." in html
    assert "Wins by pass" not in html  # the one win is in the last pass


@pytest.mark.parametrize("who", [(None,), ("most",), (None, "most")])
def test_who_played_is_told(folders: list[str], who: tuple[str | None, ...]) -> None:
    [record] = report(folders[5:6], version="0.1.0")
    variants = [record["variant"] + (f", played by {name}" if name else "") for name in who]
    records = [record | {"variant": variant} for variant in variants]
    text = Document(report_page(records, version="0.1.0")).text
    assert ("without seeing the stock" in text) == ("most" in who)
    assert ("verdict on this page is for a game with the stock face up" in text) == (None in who)


def test_what_open_deals_mean_is_said_where_there_are_some(folders: list[str]) -> None:
    assert "if all open deals are lost" not in page_of(folders[3:6])
    assert "if all open deals are lost" in page_of(folders[5:7])


@pytest.mark.promise(34)
def test_a_page_stays_small(tmp_path: Path) -> None:
    """Its size depends on the bars, not on the deals: here every bar that a deck can have."""
    rows = [
        verdict_row(
            *(n, "won" if n % 2 else "lost", (1 - n % 2) * (1 + n % 52)),
            states=int(1.05**n) + 1,
            choice_points=n,
            lines="3",
            winning_lines=str(n % 2),
            random_win=n % 2 * 0.9**n,
        )
        for n in range(400)
    ]
    path = make_folder(tmp_path / "f", "zudecken", rows, detail="full", chunk_size=400)
    assert len(page_of([path])) < 300_000


# ---- In a browser --------------------------------------------------------------------------------


@pytest.fixture
def opened(browser: Any, tmp_path: Path, html: str) -> Iterator[Callable[..., Any]]:
    """Open the page of all folders; at the end, refuse whatever it complained of or asked for."""
    path = tmp_path / "report.html"
    path.write_text(html, encoding="utf-8")
    contexts, said, asked = [], [], []

    def open_page(**options: Any) -> Any:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []
    assert {url for url in asked if not url.startswith("data:,")} == {path.as_uri()}


def test_page_fits_a_phone_and_needs_no_scripts(opened: Callable[..., Any]) -> None:
    for viewport in (PHONE, WIDE):
        page = opened(viewport=viewport, java_script_enabled=True)
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert page.evaluate(TOUCHING) == []
    page = opened(viewport=PHONE, java_script_enabled=False)
    assert page.get_by_text("Exact numbers").first.is_visible()
    assert page.locator("svg.plot").first.bounding_box()["width"] > 250


def test_plots_follow_light_and_dark(opened: Callable[..., Any]) -> None:
    colours = {}
    for scheme in ("light", "dark"):
        page = opened(viewport=WIDE, color_scheme=scheme)
        colours[scheme] = [
            page.locator(f"svg .{name}").first.evaluate(
                "(shape, key) => getComputedStyle(shape)[key]", name.split("-")[0]
            )
            for name in ("fill-won", "fill-lost", "fill-deals", "fill-ink", "stroke-edge")
        ]
        assert "none" not in colours[scheme]
        lines = page.locator("svg path.stroke-edge").first
        assert lines.evaluate("(shape) => getComputedStyle(shape).fill") == "none"
    assert all(a != b for a, b in zip(colours["light"], colours["dark"], strict=True))
