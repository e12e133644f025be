"""Bad input and bad usage: exit code, the place, the remedy, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.gehtauf.command import SAMPLES, gehtauf, spawn

QUADRAT = ("--game", "quadrat")

USAGE = {
    "no deals": (["solve"], "expected deal files"),
    "no game": (["solve", "--deals", "1"], "numbered deals need a game"),
    "unknown game": (["solve", "--game", "quadart", "--deals", "1"], "did you mean quadrat"),
    "unknown variant": (["rules", "zudeken-group"], "did you mean zudecken-group"),
    "unknown command": (["slove", "x"], "did you mean solve"),
    "unknown option": (["solve", "--tarce"], "--trace"),
    "missing value": (["solve", "--deals"], "--deals"),
    "unknown deck": (["solve", *QUADRAT, "--deck", "skat33", "--deals", "1"], "skat32"),
    "unknown cover": (["solve", *QUADRAT, "--cover", "opne", "--deals", "1"], "did you mean open"),
    "unknown goal": (["solve", *QUADRAT, "--goal", "all", "--deals", "1"], "cleared, stock"),
    "width 9": (["solve", *QUADRAT, "--width", "9", "--deals", "1"], "from 1 to 8"),
    "width x": (["solve", *QUADRAT, "--width", "x", "--deals", "1"], "from 1 to 8"),
    "sizes 0": (["solve", *QUADRAT, "--sizes", "0", "--deals", "1"], "from 1 to 8"),
    "no sizes": (["solve", *QUADRAT, "--sizes", "", "--deals", "1"], "from 1 to 8"),
    "passes 0": (["solve", "--game", "geburtstag", "--passes", "0", "--deals", "1"], "from 1"),
    "target": (["solve", "--game", "geburtstag", "--target", "1905", "--deals", "1"], "1 to 9"),
    "suits": (["solve", "--game", "geburtstag", "--suits", "SHCC", "--deals", "1"], "each once"),
    "deck of the birthday": (
        ["solve", "--game", "geburtstag", "--deck", "skat32", "--deals", "1"],
        "french52 or Rx4",
    ),
    "setting of another game": (["solve", *QUADRAT, "--passes", "3", "--deals", "1"], "passes"),
    "negative number": (["solve", *QUADRAT, "--deals", "-1"], "-1"),
    "number past the end": (["solve", *QUADRAT, "--deals", str(2**64)], "2^64"),
    "backward range": (["solve", *QUADRAT, "--deals", "9..1"], "9..1"),
    "step zero": (["solve", *QUADRAT, "--deals", "1..9..0"], "1..9..0"),
    "no number": (["solve", *QUADRAT, "--deals", "one"], "one"),
    "no file": (["solve", "no-such-file.txt"], "no-such-file.txt"),
    "unmatched pattern": (["solve", "deals*.txt"], "the pattern matched none"),
    "a folder": (["solve", str(SAMPLES)], "folder"),
    "no rules file": (["rules", "--rules", "nothing.toml"], "nothing.toml"),
    "two games": (["rules", "zudecken", "--rules", "nothing.toml"], "exclude each other"),
    "max-states 0": (["solve", *QUADRAT, "--deals", "1", "--max-states", "0"], "--max-states"),
    "timeout -1": (["solve", *QUADRAT, "--deals", "1", "--timeout", "-1"], "--timeout"),
    "deals without game": (["deal", "--deals", "1"], "expected --game GAME"),
    "game without deals": (["deal", "--game", "quadrat"], "--deals A..B, or --want"),
    "difficulty in Quadrat": (["deal", *QUADRAT, "--difficulty", "hard"], "choices decide nothing"),
    "difficulty of a lost deal": (
        ["deal", "--game", "zudecken", "--want", "lost", "--difficulty", "hard"],
        "only a deal that can be won",
    ),
    "nothing to verify": (["verify"], "FILE"),
    "a timeout that is no number": (
        ["solve", *QUADRAT, "--deals", "1", "--timeout", "nan"],
        "--timeout is a number",
    ),
    "two games in rules": (["rules", "quadrat", "--game", "zudecken"], "two games are named"),
    "many passes": (
        ["solve", "--game", "geburtstag", "--passes", "999999999", "--deals", "1"],
        "at most 1000 passes",
    ),
}


@pytest.mark.promise(10)
@pytest.mark.parametrize(("arguments", "told"), USAGE.values(), ids=USAGE)
def test_bad_usage_is_refused_in_words(arguments: list[str], told: str) -> None:
    result = gehtauf(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert told in result.err
    assert result.err.startswith("gehtauf: ")
    assert "Traceback" not in result.err


TOML = {
    "syntax": ('game = "zudecken\n', "rules.toml:1"),
    "no game": ("width = 3\n", 'game = "zudecken"'),
    "unknown key": (
        'game = "zudecken"\nwitdh = 3\n',
        "rules.toml:2:1: unknown setting; did you mean",
    ),
    "bad value": ('game = "zudecken"\n\nwidth = 90\n', "rules.toml:3:9: width is a whole number"),
    "a table": ('game = "zudecken"\n[width]\na = 1\n', "rules.toml:2:2: width cannot be a table"),
    "a float": ('game = "zudecken"\nwidth = 4.0\n', "width is a whole number"),
    "a boolean": ('game = "zudecken"\nwidth = true\n', "width is a whole number"),
    "wrong family": ('game = "quadrat"\npasses = 4\n', "unknown setting of quadrat"),
}


@pytest.mark.parametrize(("text", "told"), TOML.values(), ids=TOML)
def test_bad_rules_files_name_the_place(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    result = gehtauf("rules", "--rules", path)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


DEALS = {
    "foreign card": ("game=quadrat deck=1x4 | AC AS AH 2D", "missing: AD; surplus: 2D", 34),
    "short": ("game=quadrat deck=1x4 | AC AS AH", "missing: AD", None),
    "empty": ("game=quadrat deck=1x4 |", "", None),
    "no game": ("AC AS AH AD", "no game is named", None),
    "one of a double deck": ("game=quadrat deck=2*1x1 | AC", "missing: AC", None),
    "two orders": ("game=quadrat deck=1x2 | AC AS / AC AS", "", None),
    "ambiguous German": ("game=quadrat deck=1x4 | AC AS AH DK", "Kreuz or Karo", 34),
    "setting": ("game=quadrat deck=1x5 | AC AS AH AD", "", 19),
}


@pytest.mark.promise(3, 5)
@pytest.mark.parametrize(("line", "told", "column"), DEALS.values(), ids=DEALS)
def test_bad_deals_become_error_records(line: str, told: str, column: int | None) -> None:
    result = gehtauf("solve", "-", "--format", "json", stdin=f"\n{line}\n")
    assert result.code == 2
    [record] = json.loads(result.out)
    assert record["verdict"] == "error"
    assert told in record["error"]["message"]
    assert record["error"]["line"] == record["line"] == 2
    assert record["source"] == "<stdin>"
    if column is not None:
        assert record["error"]["column"] == column
    text = gehtauf("solve", "-", stdin=f"\n{line}\n")
    assert text.code == 2
    assert text.err == ""
    assert text.out.startswith("<stdin>:2: error\n")
    assert "<stdin>:2" in " ".join(text.out.split())


def test_too_many_orders_for_the_passes() -> None:
    text = (SAMPLES / "geburtstag.txt").read_text(encoding="utf-8")
    for options in (["--passes", "3"], ["--redeal", "unshuffled"]):
        result = gehtauf("solve", "-", "--format", "json", *options, stdin=text)
        verdicts = [record["verdict"] for record in json.loads(result.out)]
        assert result.code == 2
        assert verdicts[:3] == ["error"] * 3
        assert verdicts[3] in ("chance", "lost")


@pytest.mark.promise(8)
@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, "{" * 200_000, '[{"cards": ["AC"]', "{", '{"a":1}'],
    ids=["deep-array", "deep-object", "unclosed", "brace", "no-deal"],
)
def test_broken_json_has_a_place(text: str) -> None:
    result = gehtauf("solve", "-", "--game", "quadrat", "--format", "jsonl", stdin=text)
    assert result.code == 2
    error = json.loads(result.out.splitlines()[-1])["error"]
    assert error["line"] is not None
    assert error["column"] is not None
    assert result.err == ""
    checked = gehtauf("verify", "-", stdin=text)
    assert checked.code in (2, 4)
    assert "Traceback" not in checked.err


def test_a_process_refuses_in_the_same_words() -> None:
    for text in ("game=quadrat deck=1x4 | AC AS AH 2D", "[" * 200_000, '[{"cards": ["AC"]'):
        for command in (("solve", "-", "--game", "quadrat", "--format", "jsonl"), ("verify", "-")):
            assert spawn(*command, stdin=text) == gehtauf(*command, stdin=text)


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfea\0", b"\0\0\0", b"\x80\x81", b"a" * 2_000_000, b"\x1b["],
    ids=["utf-16", "zeros", "no-utf-8", "long", "escape"],
)
def test_binary_input_is_an_error_record(data: bytes) -> None:
    result = gehtauf("solve", "-", "--game", "quadrat", stdin=data)
    assert result.code == 2
    assert "error" in result.out
    assert result.err == ""


@pytest.mark.parametrize("name", ["x\ny: accepted: forged", "\x1b[31mred", 5, {"a": 1}, True, ""])
def test_a_record_cannot_forge_the_referees_words(name: object, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    out = gehtauf("solve", "--game", "quadrat", "--deals", "3", "--proof", "--format", "jsonl").out
    path.write_text(json.dumps(json.loads(out) | {"id": name}), encoding="utf-8")
    result = gehtauf("verify", path)
    wanted = f"{path}:1: refused: id: id must be the name of a deal or null (read "
    assert result.code == 4
    assert result.out.splitlines()[0].startswith(wanted)
    assert len(result.out.splitlines()) == 2


def test_results_do_not_overwrite_the_deals(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("game=quadrat deck=1x4 | AC AS AH AD\n", encoding="utf-8")
    for command in ("solve", "analyze"):
        result = gehtauf(command, path, "-o", path)
        assert (result.code, result.out) == (2, "")
        assert "results would overwrite the deals" in result.err
    assert path.read_text(encoding="utf-8").startswith("game=quadrat")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("game=geburtstag target=1956 suits=SHC | AC", 35),
        ("game=geburtstag target=1056 suits=SHCD | AC", 24),
        ("game=geburtstag deck=4x4 suits=SHCD | AC", 22),
    ],
)
def test_the_setting_at_fault_is_named(line: str, column: int) -> None:
    result = gehtauf("solve", "-", "--format", "json", stdin=line)
    [record] = json.loads(result.out)
    assert record["error"]["column"] == column


def test_an_unreadable_file_among_others_is_told_before_any_work(tmp_path: Path) -> None:
    result = gehtauf("solve", SAMPLES / "quadrat.txt", tmp_path / "missing.txt")
    assert (result.code, result.out) == (2, "")
