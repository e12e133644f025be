"""Valid inputs made invalid: bytes, words and lines changed, JSON values changed where they stand.

Random bytes would be refused at the first of them. What is spoilt here in a few places gets past
the outer checks and reaches the inner ones.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

Json = Any

# Texts and values that have a meaning somewhere, or are at the edge of one.
_TEXTS = (
    *("", " ", "0", "-1", "1.0", "01", "9" * 5_000, str(2**64), "1/0", "5..4", "1..9..3"),
    *("AC", "10♥", "KD", "DK", "Herz-Bube", "H10", "🂺", "7C@31", "AC@-1", "A\ufe0f♣"),
    *("\ud800", "\u2028", "\x85", "\x00", "\x1b[31m", "a\nb: accepted: won", "\u202e", "ı", "K"),
    *("quadrat", "ZUDECKEN", "geburtstag", "square", "4x4", "2*2x2", "double104", "skat32"),
    *("won", "lost", "chance", "error", "closed-set", "greedy", "parity", "trace", "exhausted"),
    *("suit", "rank", "open", "group", "single", "stock", "cleared", "shuffled", "unshuffled"),
    *("1956", "1232", "SHCD", "♠♥♣♦", "waste", "foundation", "files", "full", "tally", "a" * 100),
)
_VALUES: tuple[Json, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 4, 8, 9, 255, 256, 2**31, 2**53 + 1, 2**63, 2**64),
    *(10**25, 0.5, 1.0, -0.0, 1e300, float("inf"), float("nan"), [], {}, [[]], [{}], {"": []}),
    *([1, 2], ["AC"], ["AC", "AC"], {"kind": "trace"}, {"kind": "files", "count": "5"}),
)
_TOKENS = (
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"/", b"|", b"#", b"@", b"=", b"..", b"'"),
    *(b"\n", b"\r\n", b"\r", b"\t", b" ", b"\0", b"\x1b", b"\x0c", b"\x85", b"\xc2\x85", b"\xa0"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xc3", b"\xf0\x9f\x82"),
    *(b"NaN", b"Infinity", b"1e999", b"-0", b"1" * 4_400, b"0x" + b"f" * 4_400, b"null", b"true"),
    *(b"\\ud800", b"\\u0000", b"[" * 2_000, b"{}" * 20, b'{"a":' * 1_200, b"a." * 2_000, b"[["),
    *(b'"""', b"'''", b"]]", b"1979-05-27", b"game", b"deck", b"width", b"@game quadrat\n", b"x-"),
)


def mutate(data: bytes, random: Random, others: Sequence[bytes] = ()) -> bytes:
    """Spoil an input in one to five places.

    Parameters
    ----------
    data
        What to spoil.
    random
        Decides where and how.
    others
        Inputs of the same kind, of which pieces may be taken.

    Returns
    -------
    bytes
        What came of it; now and then it is still valid.
    """
    for _ in range(min(5, 1 + int(random.expovariate(0.8)))):
        change = random.choice((*_CHANGES, _in_json, _in_json, _in_json))
        data = change(data, random, others)
    return data


def _in_bytes(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    place = random.randrange(len(data) + 1)
    kind = random.randrange(3)
    if kind == 0:
        return data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]
    end = place + random.choice((1, 2, 5, 20, 200))
    return data[:place] + (data[end:] if kind == 1 else data[place:end] * 2 + data[end:])


def _with_token(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    token = random.choice(
        (random.choice(_TOKENS), random.choice(_TEXTS).encode("utf-8", "replace"))
    )
    place = random.randrange(len(data) + 1)
    return data[:place] + token + data[place + random.choice((0, 0, 1, len(token))) :]


def _in_words(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Drop, double or exchange what stands between separators: words, or whole lines."""
    separator = random.choice((b" ", b"\n", b",", b'"', b"="))
    words = data.split(separator)
    first, second = random.randrange(len(words)), random.randrange(len(words))
    kind = random.randrange(4)
    if kind == 0:
        words[first], words[second] = words[second], words[first]
    elif kind == 1:
        words.insert(first, words[second])
    elif kind == 2:
        del words[first]
    else:
        words[first] = random.choice(_TEXTS).encode("utf-8", "replace")
    return separator.join(words)


def _spliced(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    other = random.choice(others) if others else data
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _in_json(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """Change one value of a JSON text, or of one line of JSON Lines; other texts as words."""
    lines = [data] if random.random() < 0.5 else data.split(b"\n")
    place = random.randrange(len(lines))
    try:
        value = json.loads(lines[place])
        lines[place] = json.dumps(
            _changed(value, random),
            indent=random.choice((None, None, 1)),
            ensure_ascii=random.random() < 0.5,
        ).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return _in_words(data, random, others)
    return b"\n".join(lines)


def _changed(value: Json, random: Random) -> Json:
    """Return a JSON value with one change at one place, however deep."""
    places = list(_places(value))
    if not places:
        return _other(value, random)
    holder, key = random.choice(places)
    kind = random.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = copy.deepcopy(random.choice([h[k] for h, k in places]))
    elif kind == 2 and isinstance(holder, dict):
        holder[random.choice(_TEXTS)] = holder.pop(key)
    elif kind == 3 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(random.choice(holder)))
    elif kind == 4 and isinstance(holder, list):
        other = random.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    else:
        holder[key] = _other(holder[key], random)
    return value


def _other(value: Json, random: Random) -> Json:
    if type(value) is int and random.random() < 0.6:
        return value + random.choice((-1, 1, 2, 10))
    if isinstance(value, str) and value and random.random() < 0.3:
        place = random.randrange(len(value))
        return value[:place] + random.choice(("", *value)) + value[place + 1 :]
    if random.random() < 0.05:
        deep: Json = value
        for _ in range(random.choice((60, 500, 950))):
            deep = [deep]
        return deep
    return copy.deepcopy(random.choice((*_VALUES, *_TEXTS)))


def _places(value: Json) -> Iterator[tuple[Json, Any]]:
    todo = [value]
    while todo:
        holder = todo.pop()
        keys = range(len(holder)) if isinstance(holder, list) else holder
        for key in keys if isinstance(holder, list | dict) else ():
            yield holder, key
            if isinstance(holder[key], list | dict):
                todo.append(holder[key])


_CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _in_bytes,
    _with_token,
    _in_words,
    _spliced,
)
