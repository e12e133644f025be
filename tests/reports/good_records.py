"""Records that the schemas must accept: those of docs/formats.md, and variations of them."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

from solver.rules import as_dict, find_rules

ROOT = Path(__file__).parents[2]
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")

GONE = object()
"""In an edit: take the key out."""

Edits = dict[str, Any]


def _documented() -> dict[str, dict[str, Any]]:
    """Return the full solve records that docs/formats.md shows, by a name of our own."""
    blocks = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", FORMATS, re.DOTALL)]
    records = [block for block in blocks if isinstance(block, dict)]
    keys = ("won", "error", "closed", "greedy-lost", "greedy-won", "chance", "parity")
    return dict(zip(keys, records, strict=True))


def edited(record: dict[str, Any], edits: Edits) -> dict[str, Any]:
    """Return a copy in which each dotted path has the given value."""
    record = copy.deepcopy(record)
    for path, value in edits.items():
        *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
        inner: Any = record
        for key in way:
            inner = inner[key]
        if value is GONE:
            del inner[last]
        elif isinstance(inner, list) and last == len(inner):
            inner.append(value)
        else:
            inner[last] = value
    return record


LIMIT = {"kind": "limit", "limit": "max-states", "value": 5}
_COUNTS = {"C": 13, "S": 13, "H": 13, "D": 13}
NO_LINE = {"trace": GONE, "proof": GONE, "deal": GONE}
_TWINS = json.loads(re.findall(r"```json\n(\[.*?)```", FORMATS, re.DOTALL)[0])

_SOLVE = _documented()
_SOLVE |= {
    "bare-won": edited(_SOLVE["won"], NO_LINE),
    "bare-lost": edited(_SOLVE["closed"], {"proof": GONE, "deal": GONE}),
    "never": edited(
        _SOLVE["parity"],
        {
            "rules.deck": "french52",
            "reason": {"kind": "never", "n": 14, "counts": _COUNTS, "deck_counts": _COUNTS},
            "proof": GONE,
            "deal": GONE,
        },
    ),
    "stuck": edited(_SOLVE["closed"], {"reason": {"kind": "stuck"}, "proof": GONE, "deal": GONE}),
    "undecided": edited(
        _SOLVE["closed"],
        {"verdict": "undecided", "cards_left": None, "reason": LIMIT, "proof": GONE, "deal": GONE},
    ),
    "out-of-time": edited(
        _SOLVE["greedy-won"],
        {
            "verdict": "undecided",
            "cards_left": None,
            "moves": None,
            "reason": {"kind": "limit", "limit": "timeout", "value": 0.5},
            **NO_LINE,
        },
    ),
    "stock-won": edited(_SOLVE["won"], {"rules.goal": "stock", "cards_left": None}),
    "won-at-once": edited(
        _SOLVE["won"], {"rules.goal": "stock", "cards_left": None, "moves": 0, "trace": []}
    ),
    "searched-won": edited(_SOLVE["won"], {"reason": None, "states": 12}),
    "twins": edited(
        _SOLVE["won"],
        {
            "game": "zudecken",
            "rules": as_dict(find_rules("zudecken", deck="2*2x2")),
            "reason": None,
            "trace": _TWINS,
            "deal.game": "zudecken",
            "deal.deck": "2*2x2",
            "deal.cards": ["AC", "AS", "2C", "2C", "AS", "2S", "2S", "AC"],
            "deal.number": "2",
        },
    ),
    "chance-known": edited(
        _SOLVE["chance"], {"chance": {"exact": "1/4", "value": 0.25}, "reason": None}
    ),
    "error-in-known-game": edited(
        _SOLVE["error"], {"game": "quadrat", "rules": as_dict(find_rules("quadrat"))}
    ),
}

_HEAD = {key: _SOLVE["won"][key] for key in ["version", "id", "source", "line", "game", "rules"]}
_EVEN = {"exact": "1/2", "value": 0.5}
_ANALYZE = {
    "schema": "gehtauf/analyze@1",
    **_HEAD,
    "verdict": "won",
    "cards_left": 0,
    "states": 44,
    "transitions": 74,
    "dead_ends": 0,
    "choice_points": 18,
    "forced": 25,
    "critical": 1,
    "lines": "1180591620717411303424",
    "winning_lines": "2816",
    "random_win": _EVEN,
    "first_moves": [
        {"take": ["7C", "KC"], "verdict": "won", "winning_lines": "2816", "random_win": _EVEN}
        | {"cards_left": 0},
        {"take": ["7C@0", "7C@1"], "verdict": "lost", "winning_lines": "0", "random_win": _EVEN}
        | {"cards_left": 2},
    ],
}
_ODDS = {
    "schema": "gehtauf/odds@1",
    "version": "0.1.0",
    "game": "quadrat",
    "rules": as_dict(find_rules("quadrat")),
    "stock": None,
    "exact": "60227903960647/276558590139975",
    "value": 0.2178,
    "error_bound": 1e-12,
    "interval": None,
    "simulated": None,
    "method": "suit counts",
}
_CARDS = [
    {"cards": 4, "exact": "1/4", "value": 0.25},
    {"cards": 8, "exact": "3/4", "value": 0.75},
]
BY_PASS = [
    {
        "pass": 1,
        "value": 0.25,
        "mean_cards_left": 1.5,
        "cards_left": [0.25, 0, 0.75],
        "exact": ["1/4", "0/1", "3/4"],
        "error_bound": 0,
    }
]
_INTERVAL = {"level": 0.95, "method": "wilson", "low": 0.05, "high": 0.6}
_NO_RAREST: dict[str, list[object]] = {
    "hardest": [],
    "fewest_winning_lines": [],
    "most_states": [],
    "lost_most_states": [],
    "nearest": [],
    "first_won": [],
    "rarest_cards_left": [],
}
_REPORT = {
    "schema": "gehtauf/report@1",
    "version": "0.1.0",
    "folder": "out/quadrat",
    "game": "quadrat",
    "variant": "quadrat",
    "rules": as_dict(find_rules("quadrat")),
    "numbers": "0..9",
    "detail": "verdict",
    "complete": True,
    "expected": "10",
    "deals": 10,
    "won": 2,
    "lost": 7,
    "undecided": 1,
    "chance": 0,
    "errors": 0,
    "share": 0.2,
    "share_at_most": 0.3,
    "interval": _INTERVAL,
    "exact_interval": _INTERVAL | {"method": "clopper-pearson"},
    "cards_left": [2, 0, 4, 3],
    "states": None,
    "choice_points": None,
    "random_win": None,
    "difficulty": None,
    "by_pass": None,
    "rarest": _NO_RAREST | {"nearest": [{"deal": "4", "id": None, "value": 2}]},
    "comparison": None,
}
_SPREAD = {
    "deals": 2,
    "min": 4,
    "max": 9,
    "mean": 6.5,
    "quantiles": [{"share": 0.5, "value": 4}],
    "histogram": [{"low": 4, "high": 5, "deals": 1}, {"low": 9, "high": 10, "deals": 1}],
}
_FULL_REPORT = _REPORT | {
    "game": "zudecken",
    "variant": "zudecken-group",
    "rules": as_dict(find_rules("zudecken-group")),
    "numbers": None,
    "detail": "full",
    "states": _SPREAD,
    "choice_points": _SPREAD,
    "random_win": _SPREAD | {"min": 0.25, "max": 0.5, "mean": 0.375},
    "difficulty": {"very-easy": 2, "easy": 0, "medium": 0, "hard": 0, "very-hard": 0},
    "rarest": _NO_RAREST
    | {
        "hardest": [{"deal": "3", "id": "z3", "value": 0.25}],
        "fewest_winning_lines": [{"deal": "3", "id": "z3", "value": "18446744073709551616"}],
    },
    "comparison": {
        "deals": 10,
        "only_here": 1,
        "only_there": 0,
        "difference": 0.1,
        "interval": {"level": 0.95, "method": "newcombe-paired", "low": -0.1, "high": 0.4},
    },
}
_PASS_REPORT = _REPORT | {
    "game": "geburtstag",
    "variant": "geburtstag",
    "rules": as_dict(find_rules("geburtstag")),
    "detail": "full",
    "by_pass": [
        {"pass": 1, "played": 9, "won": 2, "mean_cards_left": 1.5, "cards_left": [2, 5, 1, 1]}
    ],
}
_MANIFEST = {
    "schema": "gehtauf/manifest@1",
    "version": "0.1.0",
    "game": "quadrat",
    "rules": as_dict(find_rules("quadrat")),
    "deals": "0..18446744073709551615",
    "detail": "verdict",
    "chunk_size": 1000,
    "seal": "0" * 64,
}
_DEALS = {
    record["id"]: record
    for block in re.findall(r"```jsonl\n(.*?)```", FORMATS, re.DOTALL)
    for record in map(json.loads, block.splitlines())
}

_GRAPH: dict[str, Any] = {
    "schema": "gehtauf/graph@1",
    "directed": True,
    "multigraph": False,
    "graph": {
        "version": "0.1.0",
        "deal": "q1",
        "game": "quadrat",
        "variant": "quadrat with deck = 2x2",
        "rules": "game=quadrat deck=2x2 match=suit sizes=2 cover=group goal=cleared width=4 "
        "style=set-aside",
        "cards": "AC 2C AS 2S",
        "truncated": False,
        "pruned": False,
        "states": 4,
        "transitions": 4,
    },
    "nodes": [
        {
            "id": f"s{number}",
            "verdict": "won",
            "won": layer == 2,
            "winning_lines": "2" if number == 0 else "1",
            "lines": "2" if number == 0 else "1",
            "random_win": "1/1",
            "random_win_value": 1.0,
            "cards_left": 0,
            "dealt": 4,
            "gone": 2 * layer,
            "stock": 0,
            "face_up": face_up,
            "layer": layer,
        }
        for number, layer, face_up in [
            (0, 0, "AC 2C AS 2S"),
            (1, 1, "AS 2S"),
            (2, 1, "AC 2C"),
            (3, 2, "-"),
        ]
    ],
    "edges": [
        {"source": "s0", "target": "s1", "take": "AC 2C", "keeps_win": True},
        {"source": "s0", "target": "s2", "take": "AS 2S", "keeps_win": True},
        {"source": "s1", "target": "s3", "take": "AS 2S", "keeps_win": True},
        {"source": "s2", "target": "s3", "take": "AC 2C", "keeps_win": True},
    ],
}
_COUNTED = ("winning_lines", "lines", "random_win", "random_win_value", "cards_left")
_UNKNOWN = {
    f"nodes.{i}.{key}": value
    for i in range(4)
    for key, value in {"verdict": "unknown", **dict.fromkeys(_COUNTED, GONE)}.items()
} | {f"edges.{i}.keeps_win": GONE for i in range(4)}

_SAMPLE = {"won": 2, "orders": 10, "share": 0.2, "interval": _INTERVAL}
_COVER = {
    "take": ["7C", "8C"],
    "chance": {"exact": "1/4", "value": 0.25, "error_bound": 0},
    "played": None,
    "face_up": _SAMPLE,
    "would_win": True,
}
_ADVICE = {
    "schema": "gehtauf/advise@1",
    "version": "0.1.0",
    "game": "zudecken",
    "rules": as_dict(find_rules("zudecken")),
    "open": ["7C", "8C", "9D", "TD"],
    "gone": ["AC", "KC"],
    "stock": 46,
    "state": "choice",
    "matters": True,
    "policy": None,
    "orders": 10,
    "stock_is_known": True,
    "covers": [_COVER],
    "contest": None,
}
_CONTEST = {
    "both": 1,
    "only_first": 3,
    "only_second": 2,
    "neither": 4,
    "difference": 0.1,
    "interval": {"level": 0.95, "method": "newcombe-paired", "low": -0.3, "high": 0.5},
    "decided": False,
    "level": 0.95,
}
_SAMPLED = _ADVICE | {
    "policy": "most",
    "covers": [_COVER | {"chance": None, "played": _SAMPLE}],
    "contest": _CONTEST,
}
_STUCK = _ADVICE | {
    "game": "quadrat",
    "rules": as_dict(find_rules("quadrat")),
    "state": "stuck",
    "orders": 0,
    "stock_is_known": False,
    "covers": [],
}

GOOD: dict[str, dict[str, dict[str, Any]]] = {
    "solve": _SOLVE,
    "deals": _DEALS | {"least": {"cards": ["10♥"]}},
    "analyze": {
        "won": _ANALYZE,
        "lost": _ANALYZE
        | {
            "verdict": "lost",
            "cards_left": 20,
            "critical": 0,
            "winning_lines": "0",
            "random_win": {"exact": "0/1", "value": 0},
            "first_moves": [],
        },
        "later": _ANALYZE | {"mean": 1},
        "error": {
            key: {"verdict": "error", "game": None, "rules": None, "cards_left": None}.get(
                key, value
            )
            for key, value in _ANALYZE.items()
            if key in {"schema", "verdict", "cards_left", *_HEAD}
        },
    },
    "advise": {"exact": _ADVICE, "sampled": _SAMPLED, "stuck": _STUCK},
    "odds": {
        "quadrat": _ODDS | {"ends": _CARDS, "cards_left": _CARDS},
        "zudecken": _ODDS
        | {"game": "zudecken", "rules": as_dict(find_rules("zudecken")), "stock": "down"},
        "simulated": _ODDS
        | {
            "game": "zudecken",
            "rules": as_dict(find_rules("zudecken")),
            "stock": "up",
            "exact": None,
            "error_bound": None,
            "interval": _INTERVAL,
            "simulated": {"numbers": "0..99", "deals": 100, "won": 20},
        },
        "geburtstag": _ODDS
        | {
            "game": "geburtstag",
            "rules": as_dict(find_rules("geburtstag")),
            "exact": None,
            "by_pass": BY_PASS,
        },
    },
    "graph": {
        "won": _GRAPH,
        "unknown": edited(_GRAPH, _UNKNOWN),
        "truncated": edited(
            _GRAPH,
            _UNKNOWN
            | {f"nodes.{i}.explored": i == 0 for i in range(4)}
            | {"graph.truncated": True, "nodes.3": GONE, "edges.3": GONE, "edges.2": GONE},
        ),
        "pruned": edited(_GRAPH, {"graph.pruned": True, "graph.deal": GONE}),
    },
    "report": {
        "some": _REPORT,
        "none": _REPORT | {"share": None, "share_at_most": None},
        "full": _FULL_REPORT,
        "passes": _PASS_REPORT,
        "later": _REPORT | {"mean": 1},
    },
    "manifest": {
        "numbers": _MANIFEST,
        "files": _MANIFEST | {"deals": {"kind": "files", "count": "5"}},
        "policy": _MANIFEST | {"policy": "most"},
        "unfinished": _MANIFEST | {"deals": {"kind": "files", "count": None}},
    },
}
