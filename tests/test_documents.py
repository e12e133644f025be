"""README and docs tell the truth: every transcript is what the command prints, Python runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.transcripts import ROOT, main, replay

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.promise(6)
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_transcripts_are_real(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text


def test_a_changed_output_is_seen() -> None:
    text = "```console\n$ gehtauf --version\ngehtauf 9.9\n```\n"
    assert replay(text) != text


def test_what_follows_a_command_is_seen() -> None:
    text = "```console\n$ gehtauf rules nosuch; echo $?\n```\n"
    assert replay(text).endswith("\n2\n```\n")
    text = "```console\n$ gehtauf rules quadrat --toml > q.toml\n$ cat q.toml\n```\n"
    assert 'toml\n$ cat q.toml\ngame = "quadrat"\n' in replay(text)


def test_rewriting_tells_what_it_has_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    shown = ["$ gehtauf rules nosuch; echo $?\n2\n", "$ gehtauf --version\ngehtauf 9.9\n"]
    path.write_text("".join(f"```console\n{text}```\n" for text in shown), encoding="utf-8")
    assert main([str(path)]) == 0
    assert main([str(path)]) == 0
    told = [f"{path}: 2 blocks run, {changed} changed" for changed in (2, 0)]
    assert capsys.readouterr().out.splitlines() == told
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_only_this_program_is_run() -> None:
    with pytest.raises(ValueError, match="not rm"):
        replay("```console\n$ rm -r deals\n```\n")


def test_what_is_left_out_may_stand_in_several_places() -> None:
    cut = '[...]\nSources\n.\n[...]\nNamed variants\n.\n[...]\n  style = "set-aside"\n'
    again = replay(f"```console\n$ gehtauf rules quadrat\n.\n{cut}```\n")
    lines = again.splitlines()[2:-1]
    assert lines[0] == "Quadrat (quadrat)"
    assert lines[3].startswith("  Wolter-Rosendorf")
    assert lines[6] == "  quadrat: the defaults"
    assert replay(again) == again


def test_a_part_that_is_no_longer_printed_is_seen() -> None:
    text = "```console\n$ gehtauf rules quadrat\n[...]\nNo such line\n[...]\n```\n"
    assert replay(text) != text


def test_python_is_run() -> None:
    text = "```python\nfor word in 'ab':\n    print(word, 1)  # b 1\n```\n"
    assert replay(text) == text
    assert replay(text.replace("# b 1", "# c")) == text
    with pytest.raises(ZeroDivisionError):
        replay("```python\n1 / 0\n```\n")


def test_the_first_screen_holds_the_two_commands() -> None:
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:24]
    commands = [line for line in first_screen if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert "gehtauf solve deals/samples" in commands[0]
    assert "pytest" in commands[1]


def test_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
