"""The documentation site: its pages, links, options and diagrams, and that it builds offline."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import click
import pytest

from docs import options
from docs.diagrams.make import DIAGRAMS, FOLDER
from docs.hooks import TOP_PAGES, on_page_markdown
from gehtauf.cli import exits
from gehtauf.cli.app import command_names

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = {path.relative_to(DOCS).as_posix(): path for path in DOCS.rglob("*.md")}
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(PAGES.values())]
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s:#]*)#([^)\s]+)\)")


def _nav() -> list[str]:
    _, _, nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")
    return re.findall(r"(\S+\.md)$", nav, re.MULTILINE)


def _prose(path: Path) -> str:
    return _FENCED.sub("", path.read_text(encoding="utf-8"))


def _anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub and the site make them."""
    heads = re.findall(r"^#+ (.*)$", _prose(path), re.MULTILINE)
    words = (re.sub(r"[^\w\s-]", "", head.lower()).strip() for head in heads)
    return {re.sub(r"\s", "-", word) for word in words}


def _command(name: str) -> click.Command:
    command: click.Command = import_module(f"gehtauf.cli.commands.{name}").command
    return command


def _spellings(command: click.Command) -> set[str]:
    params = [param for param in command.params if isinstance(param, click.Option)]
    return {name for param in params for name in (*param.opts, *param.secondary_opts)}


def test_every_page_can_be_reached_and_every_entry_leads_to_a_page() -> None:
    assert sorted(_nav()) == sorted([*PAGES, *TOP_PAGES])
    for source in TOP_PAGES.values():
        assert (ROOT / source).is_file()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_anchors_lead_to_headings(path: Path) -> None:
    for target, anchor in _LINK.findall(_prose(path)):
        aim = path.parent / target if target else path
        assert anchor in _anchors(aim), f"{path.name} links to {target}#{anchor}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_headings_of_a_page_differ(path: Path) -> None:
    heads = re.findall(r"^#+ (.*)$", _prose(path), re.MULTILINE)
    assert path.name == "CHANGELOG.md" or len(heads) == len(_anchors(path))
    assert heads


def test_every_command_has_a_page() -> None:
    pages = {name for name in PAGES if name.startswith("commands/")}
    assert pages == {f"commands/{name}.md" for name in command_names()}


@pytest.mark.parametrize("name", command_names())
def test_the_page_of_a_command_names_its_options_and_no_others(name: str) -> None:
    text = PAGES[f"commands/{name}.md"].read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`-.*?) \|", text, re.MULTILINE)
    named = {word for row in rows for word in re.findall(r"`(--?[a-z-]+)", row)}
    assert named == _spellings(_command(name)) | {"-h", "--help"}
    anywhere = set().union(*(_spellings(_command(other)) for other in command_names()))
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= anywhere | {"--help"}


@pytest.mark.parametrize("name", command_names())
def test_the_tables_of_options_are_those_the_command_gives(name: str) -> None:
    text = PAGES[f"commands/{name}.md"].read_text(encoding="utf-8")
    assert text == options.page(name), "write them anew: python -m docs.options"


def test_a_new_option_is_seen() -> None:
    @click.command()
    @click.option("--size", type=click.IntRange(1, 8), default=4, show_default=True, help="a|b.")
    @click.option("--deep/--flat", help="How.")
    def command() -> None: ...

    tables = options.option_tables(command)
    assert "| `--size N` | A\\|b. From 1, to 8. Usually `4`. |\n" in tables
    assert "| `--deep`, `--flat` | How. |\n" in tables


@pytest.mark.parametrize("name", command_names())
def test_exit_codes_are_those_there_are(name: str) -> None:
    text = PAGES[f"commands/{name}.md"].read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d, ]+) \|", text.partition("## Exit codes")[2], re.MULTILINE)
    told = {int(code) for row in rows for code in row.split(", ")}
    known = {value for value in vars(exits).values() if isinstance(value, int)}
    assert {exits.DONE, exits.BAD_INPUT} <= told <= known


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_are_what_the_games_give(name: str) -> None:
    text = FOLDER.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    assert text == DIAGRAMS[name](), "draw them anew: python -m docs.diagrams.make"
    root = ElementTree.fromstring(text)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert text.count("http") == 1  # the name of the format; nothing is loaded
    used = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
    assert {node.get("href") for node in root.iter() if node.get("href")} <= used


def test_every_diagram_is_shown_and_said_in_words() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in PAGES.values())
    shown = re.findall(r"!\[([^]]{20,})\]\([./]*diagrams/([a-z-]+)\.svg\)", pages)
    files = {path.stem for path in FOLDER.glob("*.svg")}
    assert {name for _, name in shown} == files == set(DIAGRAMS)


def _on_the_site(text: str, name: str) -> str:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=name))
    return on_page_markdown(text, page, None, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "link", "there"),
    [
        ("results.md", "[t](docs/theory.md#x)", "[t](theory.md#x)"),
        ("changelog.md", "[r](RESULTS.md)", "[r](results.md)"),
        ("commands/solve.md", "[r](../../RESULTS.md#a)", "[r](../results.md#a)"),
        ("commands/solve.md", "[f](../formats.md)", "[f](../formats.md)"),
        ("formats.md", "[home](../README.md)", "[home](index.md)"),
        ("formats.md", "the [`samples`](../deals/samples)", "the `samples`"),
        ("formats.md", "[gone](nowhere.md)", "[gone](nowhere.md)"),
        (
            "formats.md",
            "[there](#cards) ![p](diagrams/x.svg)",
            "[there](#cards) ![p](diagrams/x.svg)",
        ),
    ],
)
def test_links_between_files_become_links_of_the_site(name: str, link: str, there: str) -> None:
    assert _on_the_site(link, name) == there


def test_the_site_builds_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    for needed in ("mkdocs", "material", "mkdocstrings_handlers.python"):
        pytest.importorskip(needed, reason="pip install 'gehtauf[docs]' builds the site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    pages = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")}
    assert pages == {f"{name.removesuffix('.md')}.html" for name in _nav()} | {"404.html"}
    for name in pages:
        text = (tmp_path / name).read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe)[^>]*?(?:src|href)=\"?([^\" >]+)", text)
        assert loaded
        assert not [source for source in loaded if re.match(r"https?:|//", source)], name
    assert (tmp_path / "files/reports/schemas/solve.schema.json").is_file()
    assert not list(tmp_path.rglob("*.py"))
