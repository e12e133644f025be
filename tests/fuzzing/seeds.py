"""Valid inputs of every kind, made by the program itself and taken from the shipped samples."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any

import gehtauf
from deals.files import jsonl, loads
from reports.store.manifest import Manifest
from reports.store.parts import Sidecar
from reports.store.writing import files_manifest
from solver.columns import COUNTS, VERDICTS, Detail
from solver.rules import VARIANTS, find_rules
from solver.rules_toml import to_toml

_SMALL: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("quadrat", 1, {"deck": "2x4"}),
    ("quadrat", 5, {"deck": "4x4"}),
    ("zudecken", 2, {"deck": "2*2x2"}),
    ("zudecken", 1, {"deck": "4x4", "cover": "group", "match": "rank", "sizes": [2]}),
    ("zudecken", 3, {"deck": "3x3", "width": 5, "cover": "single", "goal": "stock"}),
    ("geburtstag", 9, {"deck": "4x4", "target": "1232", "passes": 2}),
    ("geburtstag-unshuffled", 3, {"deck": "3x4", "target": "1212", "passes": 3}),
)


def samples(ending: str) -> list[bytes]:
    """Return the shipped deal files with this ending."""
    folder = resources.files("deals") / "samples"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return [file.read_bytes() for file in found if file.name.endswith(ending)]


def deal_texts() -> list[bytes]:
    small = (
        "\ufeff@schema gehtauf/deals@1\r\n@version 0.1.0\r\n@game quadrat\r\n@deck 2x4\r\n"
        "small: A♥ A♦ 2♦ 2♥ 2♠ A♠ A♣ 2♣\r\nsame: HA KaA Karo-2 Herz-2 P2 Pik-Ass KrA Kreuz2  # so\n"
        "alone: goal=stock sizes=2,3 | AH, AD, 2D, 2H, 2S, AS, AC, 2C\n@game geburtstag\n@deck 3x4"
        "\n@target 1212\nb: passes=2 suits=♠♥♣♦ | AC AS AD 2H 3S 3C AH 2D / AC AS AD 2H 3S 3C AH 2D"
    )
    return [small.encode(), b"game=zudecken deck=2x2 | AC AS 2C 2S", *samples(".txt")]


def _entries() -> list[str]:
    return [jsonl.dumps([entry]).strip() for data in deal_texts() for entry in loads(data.decode())]


def deal_lines() -> list[bytes]:
    small = [line for line in _entries() if len(line) < 300]
    extra = '{"cards": ["AS", "AC"], "deck": "1x2", "game": "quadrat", "x-a": {"b": [1, null]}}'
    spread = extra.replace(", ", ",\n  ")
    return [*samples(".jsonl"), "\n".join(small).encode(), f"{extra}\n{spread}\n{extra}".encode()]


def deal_arrays() -> list[bytes]:
    return [
        b"[" + b",\n".join(line for line in data.split(b"\n") if line) + b"]\n"
        for data in (deal_lines()[0], deal_lines()[1])
    ]


def cards() -> list[bytes]:
    texts = ("TH", "10h", "10♥", "10♡\ufe0f", "H10", "KrD", "Herz-König", "PikAss", "🂺")
    return [text.encode() for text in texts]


@cache
def _records() -> tuple[dict[str, Any], ...]:
    found = []
    for game, number, settings in _SMALL:
        question = gehtauf.deal(game, number, **settings)
        if question.deal.redeals and number % 2:  # the orders of later passes are not known
            cut = type(question.deal)(
                question.deal.deck,
                question.deal.cards,
                target=question.deal.target,
                suits=question.deal.suits,
            )
            found.append(gehtauf.record(gehtauf.solve(question._replace(deal=cut))))
        found.append(gehtauf.record(gehtauf.solve(question)))
    return tuple(json.loads(json.dumps(record)) for record in found)


def records() -> list[bytes]:
    lines = [json.dumps(record) for record in _records()]
    array = json.dumps(_records()[:3], indent=1)
    return [*(line.encode() for line in lines), "\n".join(lines).encode(), array.encode()]


def played_lines() -> list[bytes]:
    """Return lines of the deals of `targets.GAMES`, as traces and as cards."""
    traces = [gehtauf.trace(gehtauf.solve(question)) for question in played_deals()]
    takes = [[step["take"] for step in trace if "take" in step] for trace in traces]
    return [
        *(json.dumps(trace).encode() for trace in traces),
        *(json.dumps(take).encode() for take in takes if take),
        *(", ".join(" ".join(map(str, move)) for move in take).encode() for take in takes if take),
        json.dumps(_records()[2]).encode(),
    ]


@cache
def played_deals() -> tuple[Any, ...]:
    return (
        gehtauf.deal("zudecken", 5, deck="3x3", width=3),
        gehtauf.deal("zudecken", 2, deck="2*2x2"),
        gehtauf.deal("geburtstag", 9, deck="4x4", target="1232", passes=2),
    )


def toml_files() -> list[bytes]:
    own = 'game = "zudecken"\nmatch = "rank"  # no suits\nsizes = [2, 3]\nwidth = 5\n'
    return [own.encode(), *(to_toml(rules).encode() for rules in VARIANTS.values())]


def option_lists() -> list[bytes]:
    """Return settings as the command line has them, a line each, and deals to take."""
    return [
        b"game zudecken\ndeck 2*skat32\nsizes 2, 3\nwidth 5\nmatch rank\ndeals 0..99..7",
        b"game birthday\npasses 2\ntarget 1232\nsuits shcd\ndeck 4x4\nredeal unshuffled\ndeals 5",
        b"game QUADRAT-52\ngoal cleared\ncover single\nstyle cover\ndeals 1..4",
        f"game geburtstag\nsuits ♠♥♣♦\ndeals {2**64 - 1}".encode(),
    ]


def manifests() -> list[bytes]:
    rules = [find_rules("quadrat"), find_rules("geburtstag"), find_rules("zudecken", sizes=[2])]
    made = [Manifest("0.1.0", r, "0..99..3", Detail.VERDICT, 50) for r in rules]
    files = Manifest("0.1.0", rules[0], files_manifest(), Detail.FULL, 7)
    count = Manifest("0.1.0", rules[0], {"kind": "files", "count": "5"}, Detail.FULL, 7)
    tally = Manifest("0.1.0", rules[2], f"{2**64 - 1}", Detail.TALLY, 10**7, "most")
    return [manifest.dumps().encode() for manifest in (*made, files, count, tally)]


def sidecars() -> list[bytes]:
    sha = hashlib.sha256(b"").hexdigest()
    errors = [{"id": "a", "verdict": "error", "error": {"message": "no card"}}]
    return [
        Sidecar(sha, 3, {"won": 2, "lost": 1}, None, []).dumps().encode(),
        Sidecar(sha, 1, {"error": 1}, sha, errors).dumps().encode(),
    ]


def results() -> list[bytes]:
    """Return results folders as one JSON object each, which `targets` makes into files."""
    head = {"deal": ["uint64", [0, 1, 2]], "id": ["string", [None, "a", None]]}
    head |= {"verdict": ["verdict", [0, 0, 1]], "cards_left": ["uint8", [0, 0, 6]]}
    counts = {key: ["uint32", [9, 5, 4]] for key in COUNTS}
    lines = {key: ["string", ["9", "5", "4"]] for key in ("lines", "winning_lines")}
    full = {**head, **counts, **lines, "random_win": ["float64", [0.5, 0.25, 0.0]]}
    passes = {"passes": ["uint8", [1, 2, 2]], "left": ["bytes", [[0], [3, 0], [9, 6]]]}
    tally = {key: ["uint64", [n]] for key, n in zip(("first", "deals"), (0, 3), strict=True)}
    tally |= {word: ["uint64", [n]] for word, n in zip(VERDICTS, (2, 1, 0, 0, 0), strict=True)}
    tally |= {"cards_left": ["longs", [[2, 0, 1]]], "nearest": ["nearest", [[[2, 2]]]]}
    tally |= {"hardest": ["hardest", [[[1, 0.5]]]]}
    kinds = (
        ("quadrat", Detail.VERDICT, head),
        ("zudecken", Detail.FULL, full),
        ("geburtstag", Detail.FULL, {**head, **passes}),
        ("zudecken", Detail.TALLY, tally),
    )
    made = []
    for game, detail, columns in kinds:
        manifest = json.loads(Manifest("0.1.0", find_rules(game), "0..2", detail, 50).dumps())
        sidecar = {"schema": "gehtauf/part@1", "sha256": "", "rows": 3}
        sidecar |= {"verdicts": {"won": 2, "lost": 1}, "digest": None, "errors": []}
        folder = {"manifest": manifest, "sidecar": sidecar, "columns": columns, "flip": None}
        made.append(json.dumps(folder).encode())
    return made
