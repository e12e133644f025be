"""Entries of deal files for property tests, and ways to compare what was read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hypothesis import strategies as st

from deals.files import SETTINGS, Entry, Setting

ids = st.none() | st.text(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-", min_size=1, max_size=64
)
orders = st.lists(st.lists(st.integers(0, 51), max_size=8).map(tuple), min_size=1, max_size=4).map(
    tuple
)
# Any word that a text file can hold as a value: see the grammar.
words = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="|#"),
    min_size=1,
    max_size=12,
).filter(lambda word: not word.endswith(":"))
strings = st.text(max_size=12)
numbers = st.lists(st.integers(), max_size=4) | st.integers()
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(strings, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
extras = st.dictionaries(
    st.just("expect") | strings.map(lambda name: f"x-{name}"), json_values, max_size=2
)


def settings(values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, Setting]]:
    """Make settings in any number and order."""
    return st.dictionaries(st.sampled_from(SETTINGS), values.map(Setting), max_size=5)


class Read(NamedTuple):
    """What an entry says, without the places where it stands."""

    id: str | None
    settings: dict[str, object]
    orders: tuple[tuple[int, ...], ...]
    extra: dict[str, object]


def read(entries: Iterable[Entry]) -> list[Read]:
    """Compare entries by this; none may have an error."""
    found = []
    for entry in entries:
        assert entry.error is None, entry.error
        values = {key: setting.value for key, setting in entry.settings.items()}
        found.append(Read(entry.id, values, entry.orders, dict(entry.extra)))
    return found
