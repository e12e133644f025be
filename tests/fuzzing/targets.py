"""What is fuzzed: one record for each reader, with what it promises as a function of bytes.

A target's function returns whether the input was accepted. It raises AssertionError where the
promise is broken, and lets any exception through that a reader should not have raised: either
is a finding.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from deals.cards import format_card, parse_card
from deals.errors import CardError, GehtaufError
from deals.files import Entry, Setting, jsonl, load, text
from deals.numbering import parse_numbers
from gehtauf.cli.options import settings_from
from reports.records import read_records
from reports.store.manifest import Manifest
from reports.store.parts import Sidecar
from reports.store.sealed import seal
from solver.lines import birthday_line, find_group, legal_line, read_line
from solver.prepare import Question, prepare
from solver.referee import verify
from solver.rules import as_dict, resolve
from solver.rules_toml import from_toml, to_toml
from solver.settings import SETTINGS
from tests.fuzzing import commands, results, seeds
from tests.fuzzing.promise import check_refusal

SOURCE = "fuzz"


@dataclass(frozen=True)
class Target:
    """One reader under test.

    Attributes
    ----------
    name
        What it is called.
    run
        Takes an input, returns whether it was accepted, and raises where the promise is broken.
    seeds
        Makes valid inputs.
    modules
        The modules whose coverage counts.
    """

    name: str
    run: Callable[[bytes], bool]
    seeds: Callable[[], list[bytes]]
    modules: tuple[str, ...]


def _card(data: bytes) -> bool:
    spelling = data.decode("utf-8", "surrogateescape")
    try:
        card = parse_card(spelling)
    except CardError as error:
        check_refusal(error)
        return False
    for style in ("letters", "symbols", "german"):
        assert parse_card(format_card(card, style)) == card  # type: ignore[arg-type]
    return True


def _deals(data: bytes) -> bool:
    """Read deals of any format; those with a meaning are written and read again, in both forms."""
    good = []
    entries = list(load(io.BytesIO(data), SOURCE))
    for entry in entries:
        assert entry.source == SOURCE
        if entry.error is not None:
            check_refusal(entry.error, SOURCE)
            continue
        try:
            question = prepare(entry)
        except GehtaufError as error:  # no column for what is missing: a card, a game
            check_refusal(error, SOURCE, column=False)
            continue
        good.append((entry, question))
        _read_again(jsonl.dumps([entry]), jsonl.loads, entry, question)
        if not entry.extra:
            _read_again(text.dumps([entry]), text.loads, entry, question)
    if good:
        together = jsonl.dumps([entry for entry, _ in good])
        assert [_content(entry) for entry in jsonl.loads(together)] == [
            _content(entry) for entry, _ in good
        ]
        assert jsonl.dumps(jsonl.loads(together)) == together
    return bool(good) and len(good) == len(entries)


def _read_again(
    written: str, read: Callable[[str], list[Entry]], entry: Entry, question: Question
) -> None:
    [again] = read(written)
    assert again.error is None, f"{written!r} is not read again: {again.error}"
    assert (again.id, again.orders, again.extra) == (entry.id, entry.orders, entry.extra)
    assert prepare(again) == question


def _content(entry: Entry) -> tuple[Any, ...]:
    values = {key: setting.value for key, setting in entry.settings.items()}
    return entry.id, values, entry.orders, entry.extra


def _played_line(data: bytes) -> bool:
    try:
        steps = read_line(data.decode("utf-8", "replace"), SOURCE)
    except GehtaufError as error:
        # A move has its number, and what a whole line lacks stands nowhere in it.
        check_refusal(
            error, SOURCE, placed=not re.match("move|no line|the line|several", str(error.message))
        )
        return False
    assert read_line(json.dumps(steps)) == steps
    accepted = False
    for game in _games():
        find: Callable[..., Any] = (
            birthday_line if hasattr(game, "wanted") else lambda g, s: legal_line(g, s, find_group)
        )
        try:
            moves = find(game, steps)
        except GehtaufError as error:
            check_refusal(error)
            continue
        accepted = True
        state, trace = game.start(), []
        for move in moves:
            trace.append(game.step(state, move))
            state = game.apply(state, move)
        assert find(game, read_line(json.dumps(trace))) == moves if trace else not moves
    return accepted


@cache
def _games() -> Sequence[Any]:
    from solver.games import make_game

    return [make_game(*question) for question in seeds.played_deals()]


def _records(data: bytes) -> bool:
    accepted = refused = 0
    for line, record in read_records(io.BytesIO(data), SOURCE):
        assert line >= 1
        if isinstance(record, GehtaufError):
            check_refusal(record, SOURCE)
            refused += 1
            continue
        try:
            shown = verify(record)
        except GehtaufError as error:
            check_refusal(error)
            refused += 1
        else:
            assert shown.isprintable()
            assert verify(json.loads(json.dumps(record))) == shown
            accepted += 1
    return accepted > 0 and not refused


def _sealed(read: Callable[[bytes, str], Any]) -> Callable[[bytes], bool]:
    """Return a function that tries an input as it is, and with a seal that fits it."""

    def run(data: bytes) -> bool:
        return any([_whole(read, data), _whole(read, sealed_anew(data))])

    return run


def sealed_anew(data: bytes) -> bytes:
    """Give a JSON object the seal that fits it, so that what it says is looked at."""
    try:
        fields = json.loads(data)
        fields.pop("seal", None)
        return seal(fields).encode()
    except (ValueError, RecursionError, AttributeError, TypeError):
        return data


def _whole(read: Callable[[bytes, str], Any], data: bytes) -> bool:
    try:
        found = read(data, SOURCE)
    except GehtaufError as error:
        check_refusal(error, SOURCE, placed=False)
        return False
    assert read(found.dumps().encode(), SOURCE) == found
    return True


def _toml(data: bytes) -> bool:
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        options = dict.fromkeys([*SETTINGS, "game"]) | {"rules_file": file.name}
        try:
            rules = resolve(settings_from(options))
        except GehtaufError as error:
            # What a whole file lacks stands nowhere in it.
            check_refusal(error, file.name, placed="names the game" not in error.message)
            return False
    assert resolve(from_toml(to_toml(rules))) == rules
    return True


def _options(data: bytes) -> bool:
    """Read lines of ``option value`` as settings of the command line."""
    pairs = [line.partition(" ") for line in data.decode("utf-8", "replace").split("\n")]
    given = {key: value for key, _, value in pairs if key in ("deals", "game", *SETTINGS)}
    try:
        numbers = parse_numbers(given.pop("deals", "0"))
        options = dict.fromkeys([*SETTINGS, "game", "rules_file"]) | given
        rules = resolve(settings_from(options))
    except GehtaufError as error:
        check_refusal(error)
        return False
    assert numbers.start in numbers
    assert 0 <= numbers[-1] < 2**64
    again = {key: Setting(value) for key, value in as_dict(rules).items()}
    assert resolve(again) == resolve(from_toml(to_toml(rules))) == rules
    return True


def _table(data: bytes) -> bool:
    """Take the input as the manifest of a table of exact chances, or as one of its layers."""
    from solver.odds.facedown.folder import Folder

    with tempfile.TemporaryDirectory() as name:
        path, game = Path(name), results.facedown_game()
        results.write_table(path)
        if data[:1] == b"{" or not data:
            (path / "manifest.json").write_bytes(data)
        else:
            (path / "layer-00.npy").write_bytes(data)
        try:
            folder = Folder(path, game)
            for layer in range(folder.layers):
                assert folder.read(layer, layer + 1).dtype == "float64"
        except GehtaufError as error:
            check_refusal(error, folder=name)
            return False
        return folder.is_complete


TARGETS: tuple[Target, ...] = (
    Target("cards", _card, seeds.cards, ("deals.cards",)),
    Target("deals-text", _deals, seeds.deal_texts, ("deals", "solver.prepare", "solver.settings")),
    Target("deals-jsonl", _deals, seeds.deal_lines, ("deals", "solver.prepare")),
    Target("deals-json", _deals, seeds.deal_arrays, ("deals", "solver.prepare")),
    Target("lines", _played_line, seeds.played_lines, ("solver.lines", "solver.steps")),
    Target("records", _records, seeds.records, ("reports.records", "solver.referee")),
    Target("manifest", _sealed(Manifest.loads), seeds.manifests, ("reports.store",)),
    Target("sidecar", _sealed(Sidecar.loads), seeds.sidecars, ("reports.store",)),
    Target("results", results.run_results, seeds.results, ("reports.store", "reports.summary")),
    Target("rules", _toml, seeds.toml_files, ("solver.rules_toml", "solver.settings")),
    Target("options", _options, seeds.option_lists, ("solver.settings", "deals.numbering")),
    Target("table", _table, results.tables, ("solver.odds.facedown.folder",)),
    Target("commands", commands.run_command, commands.inputs, ("gehtauf", "reports")),
)
"""Every reader that is fuzzed."""


def find_target(name: str) -> Target:
    """Return the target of a name."""
    return next(target for target in TARGETS if target.name == name)
