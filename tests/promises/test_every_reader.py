"""What is promised of reading holds for every reader: of files, records, rules and options."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import click
import pytest

import gehtauf as library
from deals.errors import GehtaufError
from gehtauf.cli.app import command_names
from gehtauf.cli.app import gehtauf as group
from tests.gehtauf.command import ROOT, SAMPLES, Result, gehtauf
from tests.promises.runs import READABLE, RESULTS, SMALL

QUADRAT = ("--game", "quadrat")
BIRTHDAY = (SAMPLES / "geburtstag.txt").read_text(encoding="utf-8")
ZUDECKEN = gehtauf("deal", "--game", "zudecken", "--deals", "4").out
PLACE = re.compile(r":\d+:\d+: ")


def command(name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


def as_windows_writes_it(text: str) -> bytes:
    """Add a byte order mark, end lines with CR LF and take the last end away."""
    return b"\xef\xbb\xbf" + text.rstrip("\n").replace("\n", "\r\n").encode()


@pytest.mark.promise(1)
@pytest.mark.parametrize(
    "reader", ["solve", "analyze", "batch", "advise", "verify", "rules", "line"]
)
def test_files_from_windows_are_read_by_every_command(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = {
        "verify": gehtauf("solve", *QUADRAT, "--deals", "0..3", "--proof", "--format", "jsonl").out,
        "rules": 'game = "zudecken"\nwidth = 3\n',
        "line": "8D 6D\n2H 7H\n",
        "advise": "@game zudecken-group\n@deck 2x4\nAC 2C 2D AD\n",
        "batch": "@game quadrat\n@deck 1x4\na: AC AS AH AD\nb: AC AS AD AH\n",
    }.get(reader, ZUDECKEN)
    arguments: dict[str, tuple[str, ...]] = {
        "batch": ("batch", "a", *READABLE, "-o", "out"),
        "advise": ("advise", "a", "--orders", "0"),
        "rules": ("rules", "--rules", "a", "--toml"),
        "line": ("analyze", "--game", "zudecken", "--deals", "4", "--line", "./a"),
    }
    found: list[tuple[Result, list[bytes]]] = []
    for name, data in (("plain", text.encode()), ("windows", as_windows_writes_it(text))):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        Path("a").write_bytes(data)
        result = gehtauf(*arguments.get(reader, (reader, "a")))
        made = sorted(Path("out").glob("*")) if Path("out").exists() else []
        found.append((result, [path.read_bytes() for path in made]))
    assert found[0] == found[1]
    assert found[0][0].code == 0
    assert found[0][0].out


@pytest.mark.promise(2)
@pytest.mark.parametrize("wrong", ["XH", "1H", "0H", "11H"])
def test_cards_on_the_command_line_are_read_and_refused_as_in_files(wrong: str) -> None:
    ways = ("TC", "10C", "10c", "tc")
    options = ("advise", *SMALL, "--deck", "10x1", "--orders", "0", "--quiet")
    same = {gehtauf(*options, "--open", f"AC 2C 3C {ten}") for ten in ways}
    assert len(same) == 1
    assert same.pop().code == 0
    for option, place in (("--open", 10), ("--seen", 4)):
        cards = {"--open": "AC 2C 3C ", "--seen": "4C "}
        cards[option] += wrong
        told = gehtauf("advise", *SMALL, *(part for pair in cards.items() for part in pair))
        assert (told.code, told.out) == (2, "")
        assert f"{option}:1:{place}: not a card (read '{wrong}'; expected" in told.err
    told = gehtauf("analyze", "--game", "zudecken", "--deals", "4", "--line", f"8D 6D, 2H {wrong}")
    assert (told.code, told.out) == (2, "")
    assert f"--line:1:11: not a card (read '{wrong}'; expected" in told.err


@pytest.mark.promise(3)
@pytest.mark.parametrize(
    ("line", "missing", "surplus"),
    [
        ("deck=2x4 |", "AC 2C AS 2S AH 2H AD 2D", None),
        ("deck=2x4 | AC 2C AS 2S AH", "2H AD 2D", None),
        ("deck=2x4 | AC 2C AS 2S AH 2H AD AC", "2D", "AC"),
        ("deck=2x4 | AC 2C AS 2S AH 3H AD KD", "2H 2D", "3H KD"),
        ("deck=2*1x4 | AC AS AH AD AC AS AH AH", "AD", "AH"),
        ("deck=2*1x4 | AC AS AH AD", "AC AS AH AD", None),
    ],
)
def test_no_work_is_done_on_a_deal_that_is_not_its_deck(
    line: str, missing: str, surplus: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(*arguments: object, **options: object) -> None:
        raise AssertionError("a deal with a fault is solved")

    for place in ("gehtauf.cli.commands.solve", "gehtauf.cli.commands.analyze"):
        monkeypatch.setattr(f"{place}.solve", solve)
    monkeypatch.setattr("solver.batch.readable.solve", solve)
    path = tmp_path / "a.txt"
    path.write_text(f"game=zudecken {line}\n", encoding="utf-8")
    told = f"missing: {missing}" + (f"; surplus: {surplus}" if surplus else "")
    for name in ("solve", "analyze"):
        result = gehtauf(name, path, "--format", "json")
        assert (result.code, result.err) == (2, "")
        [record] = json.loads(result.out)
        assert told in record["error"]["message"]
    out = tmp_path / "out"
    batch = gehtauf("batch", path, "--game", "zudecken", *READABLE, "-o", out)
    assert batch.code == 2
    assert told in (out / "errors.jsonl").read_text(encoding="utf-8")


@pytest.mark.promise(4)
def test_a_broken_deal_among_good_ones_is_left_out_by_analyze(tmp_path: Path) -> None:
    lines = gehtauf("deal", *QUADRAT, "--deck", "2x4", "--deals", "0..6").out.splitlines()
    broken = next(n for n, line in enumerate(lines) if line.startswith("3: "))
    lines[broken] = lines[broken].replace("AC", "BC")
    path = tmp_path / "a.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = gehtauf("analyze", path, "--format", "jsonl")
    records = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 2
    assert [record["verdict"] == "error" for record in records] == [n == 3 for n in range(7)]
    assert records[3]["error"]["line"] == broken + 1
    strict = gehtauf("analyze", path, "--format", "jsonl", "--strict")
    assert strict.code == 2
    assert strict.out.splitlines() == result.out.splitlines()[:4]


@pytest.mark.promise(5)
def test_a_record_tells_the_physical_line(tmp_path: Path) -> None:
    texts = {
        "a.txt": "# one\n\n@game quadrat\n@deck 1x4\n\t\na:\tAC, AS,AH\tAD\n\n# b\nb: AC AS\n",
        "a.jsonl": '\n\n{"id": "a", "cards": ["AC", "AS", "AH", "AD"]}\n\n{}\n',
    }
    for name, lines in (("a.txt", [6, 9]), ("a.jsonl", [3, 5])):
        path = tmp_path / name
        path.write_text(texts[name], encoding="utf-8")
        for verb in ("solve", "analyze"):
            options = ("--game", "quadrat", "--deck", "1x4", "--format", "json")
            result = gehtauf(verb, path, *options)
            records = json.loads(result.out)
            assert result.code == 2
            assert [record["line"] for record in records] == lines
            assert [record["verdict"] for record in records] == ["lost", "error"]
            assert records[1]["error"]["line"] == lines[1]


# Examples.


def examples() -> list[tuple[str, str]]:
    """Return every command line that a help text shows."""
    return [
        (name, line.strip())
        for name in command_names()
        for line in (command(name).help or "").splitlines()
        if line.strip().startswith("gehtauf ")
    ]


SMALLER = {  # what would take minutes is run on less
    "1000000": "20",
    "5000000": "40",
    "999999999": "19",
    "--game zudecken-group-32 --stock down": "--game zudecken-group --deck 2x4 --stock down",
    "--open '7C 8C TD JD' --seen '9C 9S'": "--deck 2x4 --open 'AC 2C AD 2D' --orders 0",
    "zudecken --deals 4 --line '8D 6D, 2H 7H'": "zudecken-group --deck 4x4 --deals 4 --line "
    "'3S 3D, 2C 2H' --orders 0",
    "--difficulty hard --count 5": "--difficulty hard --count 1",
    "--target 2412": "--deck 4x4 --target 1231",
    "gehtauf batch": "gehtauf batch --engine readable --workers 1",
    "--deals 1..20": "--deals 1..5",
}


@pytest.mark.promise(6)
def test_every_command_line_of_the_help_runs(ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())  # the player of --interactive says nothing
    shutil.copy(SAMPLES / "zudecken.txt", "deals.txt")
    shown = sorted(examples(), key=lambda example: example[0] != "rules")  # solve reads its file
    assert {name for name, _ in shown} == set(command_names())
    for folder in ("zud", "zud-group", "zud-single"):
        shutil.copytree(RESULTS, folder)
    for _, line in shown:
        for long, short in SMALLER.items():
            line = line.replace(long, short)
        _, *arguments = shlex.split(line)
        path = None
        if ">" in arguments:
            *arguments, _, path = arguments
        result = gehtauf(*arguments)
        assert (result.code, "Traceback" in result.err) == (0, False), (line, result.err)
        if path is not None:
            Path(path).write_text(result.out, encoding="utf-8")


@pytest.mark.promise(6)
def test_the_python_of_the_first_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        exec(block, {})
    said = capsys.readouterr().out.splitlines()
    for promised in re.findall(r"print\(.*\)  # (.*)", "".join(blocks)):
        assert promised in said


# Which card comes first.


@pytest.mark.promise(7)
@pytest.mark.parametrize(
    ("game", "number", "verdicts"),
    [
        ("zudecken", 7, ("lost", "won")),
        ("quadrat-52", 16, ("lost", "won")),
        ("geburtstag-unshuffled", 25, ("lost", "won")),
    ],
)
def test_a_deal_and_its_reverse_are_two_deals(
    game: str, number: int, verdicts: tuple[str, str], tmp_path: Path
) -> None:
    line = gehtauf("deal", "--game", game, "--deals", str(number)).out.splitlines()[-1]
    cards = line.partition(": ")[2].split(" / ")[0].split()
    for verb in ("solve", "analyze"):
        for order, verdict in zip((cards, cards[::-1]), verdicts, strict=True):
            path = tmp_path / "a.txt"
            path.write_text(f"a: {' '.join(order)}\n", encoding="utf-8")
            options = ("--game", game, "--cards", "letters")
            [record] = json.loads(gehtauf(verb, path, "--game", game, "--format", "json").out)
            assert record["verdict"] == verdict
            said = " ".join(gehtauf(verb, path, *options).out.split())
            assert f"the first card dealt is {order[0]}, the last {order[-1]}." in said


@pytest.mark.promise(7)
@pytest.mark.parametrize(
    "options",
    [
        ("--game", "zudecken", "--deals", "17", "--max-states", "10"),
        ("--game", "quadrat-104", "--deals", "0"),
        ("--game", "geburtstag", "--deals", "5"),
    ],
)
def test_every_text_marks_the_first_card_dealt(options: tuple[str, ...]) -> None:
    deal = gehtauf("deal", *options[:4]).out.splitlines()[-1].partition(": ")[2]
    first = deal.split()[0]
    for more in ((), ("--trace",)):
        said = gehtauf("solve", *options, *more, "--cards", "letters").out
        assert f"the first card dealt is {first}," in " ".join(said.split())


# Broken JSON.


@pytest.mark.promise(8)
@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"a":' * 200_000, '[{"cards": ["AC"', '{"a": 1', "{]"]
)
def test_broken_json_has_a_place_in_every_command(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_text(text, encoding="utf-8")
    for arguments in (
        ("solve", "a.json", *QUADRAT),
        ("solve", "a.json", *QUADRAT, "--strict"),
        ("analyze", "a.json", *QUADRAT),
        ("batch", "a.json", *READABLE, "-o", "out"),
        ("advise", "a.json", "--game", "zudecken"),
        ("analyze", "--game", "zudecken", "--deals", "4", "--line", "a.json"),
        ("verify", "a.json"),
    ):
        result = gehtauf(*arguments)
        assert result.code == 2, arguments
        told = " ".join((result.out + result.err).split())
        assert PLACE.search(told), (arguments, told)
        assert "Traceback" not in told


# What is asked of the command line.


def valued_options() -> list[tuple[str, str]]:
    return [
        (name, option.opts[0])
        for name in command_names()
        for option in command(name).params
        if isinstance(option, click.Option) and not option.is_flag
    ]


@pytest.mark.promise(10)
def test_a_missing_value_names_its_option() -> None:
    options = valued_options()
    assert {"--deals", "--game", "-o", "--table", "--level"} <= {option for _, option in options}
    for name, option in options:
        result = gehtauf(name, option)
        assert (result.code, result.out) == (2, "")
        assert f"'{option}'" in result.err, (name, option)


@pytest.mark.promise(10)
@pytest.mark.parametrize("name", command_names())
def test_unknown_names_are_answered_with_the_nearest(name: str) -> None:
    for wrong in {option for one, option in valued_options() if one == name and len(option) > 4}:
        result = gehtauf(name, wrong[:-1] + "q" + wrong[-1])
        assert (result.code, result.out) == (2, "")
        assert wrong in result.err
    if "--game" not in {option for one, option in valued_options() if one == name}:
        return
    given = {"advise": ("--deals", "1"), "rules": (), "odds": ()}.get(name, ("--deals", "1"))
    more = ("-o", "new") if name == "batch" else ()
    result = gehtauf(name, "--game", "zudeken-group", *given, *more)
    assert (result.code, result.out) == (2, "")
    assert "did you mean zudecken-group" in result.err


@pytest.mark.promise(10)
@pytest.mark.parametrize("name", ["solve", "analyze", "batch", "advise", "verify"])
def test_a_pattern_that_matches_nothing_is_told(name: str, tmp_path: Path) -> None:
    more = {"batch": ("-o", str(tmp_path / "out")), "advise": ("--game", "zudecken")}
    result = gehtauf(name, "deals*.txt", *more.get(name, ()))
    assert (result.code, result.out) == (2, "")
    assert "deals*.txt: cannot read the file" in result.err
    assert "the pattern matched none" in result.err
    assert "Traceback" not in result.err
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that can only be opened")
@pytest.mark.promise(10)
@pytest.mark.parametrize("name", ["solve", "analyze", "batch", "advise", "verify", "rules", "line"])
def test_a_file_that_cannot_be_read_on_is_named(name: str, tmp_path: Path) -> None:
    """It can be opened, and reading it fails: not what cannot be written is at fault."""
    more = {
        "batch": ("batch", "/proc/self/mem", *QUADRAT, *READABLE, "-o", tmp_path / "out"),
        "advise": ("advise", "/proc/self/mem", "--game", "zudecken"),
        "rules": ("rules", "--rules", "/proc/self/mem"),
        "line": ("analyze", "--game", "zudecken", "--deals", "4", "--line", "/proc/self/mem"),
    }
    result = gehtauf(*more.get(name, (name, "/proc/self/mem")))
    assert result.code == 2
    assert "/proc/self/mem: cannot read the " in result.err
    assert "write" not in result.err


# Deal numbers.


@pytest.mark.promise(11)
@pytest.mark.parametrize("name", ["solve", "analyze", "deal", "batch", "odds", "advise"])
def test_numbers_that_name_no_deal_are_refused_in_words(name: str, tmp_path: Path) -> None:
    more = {"batch": (*READABLE, "-o", str(tmp_path / "out")), "advise": ("--orders", "0")}
    for number, told in (
        ("-1", "deal numbers start at 0"),
        (str(2**64), "deal numbers end at 2^64"),
    ):
        result = gehtauf(name, "--game", "zudecken", "--deals", number, *more.get(name, ()))
        assert (result.code, result.out) == (2, "")
        assert told in result.err
        assert number in result.err
        with pytest.raises(GehtaufError, match=re.escape(told)):
            library.deal("zudecken", int(number))


@pytest.mark.promise(11)
@pytest.mark.parametrize("number", [2**31, 2**33, 2**53 + 1, 2**63, 2**64 - 1])
def test_large_numbers_are_the_same_deal_in_every_command(number: int, tmp_path: Path) -> None:
    options = ("--game", "quadrat", "--deck", "2x4", "--deals", str(number))
    [line] = [text for text in gehtauf("deal", *options).out.splitlines() if ": " in text]
    name, _, cards = line.partition(": ")
    assert name == str(number)
    [record] = json.loads(gehtauf("solve", *options, "--proof", "--format", "json").out)
    assert (record["id"], record["deal"]["number"]) == (name, name)
    assert " ".join(record["deal"]["cards"]) == cards
    [analysis] = json.loads(gehtauf("analyze", *options, "--format", "json").out)
    assert (analysis["id"], analysis["verdict"]) == (name, record["verdict"])
    out = tmp_path / "out"
    assert gehtauf("batch", *options, *READABLE, "-o", out).code == 0
    from reports.store import open_folder

    [table] = open_folder(out).tables()
    row: dict[str, Any]
    [row] = table.to_pylist()
    assert (row["deal"], row["verdict"]) == (number, record["verdict"])
