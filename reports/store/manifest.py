"""The manifest of a results folder: which deals, under which rules, in how much detail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deals.errors import FormatError, GehtaufError
from deals.files import Setting
from deals.numbering import parse_number, parse_numbers
from reports.store.sealed import seal, unseal
from solver.columns import Detail
from solver.policies.policies import find_policy
from solver.rules import Rules, as_dict, resolve

SCHEMA = "gehtauf/manifest@1"
FILE = "manifest.json"
REMEDY = "a copy of it as it was written, or the same batch again in another folder"

CHUNK_SIZES: Mapping[Detail, int] = {
    Detail.VERDICT: 1_000_000,
    Detail.FULL: 10_000,
    Detail.TALLY: 10_000_000,
}
"""Numbered deals in one part, unless the user says otherwise."""

_FIELDS = ("schema", "version", "game", "rules", "deals", "detail", "chunk_size")


def range_text(numbers: range) -> str:
    """Return a range of deal numbers as ``--deals`` writes it, its last number exact.

    Examples
    --------
    >>> range_text(range(0, 10, 4)), range_text(range(5, 6)), range_text(range(1, 5))
    ('0..8..4', '5', '1..4')
    """
    first, last = numbers[0], numbers[-1]
    if first == last:
        return str(first)
    return f"{first}..{last}" + (f"..{numbers.step}" if numbers.step != 1 else "")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a results folder holds.

    Attributes
    ----------
    version : str
        The version of the program that began the folder.
    rules : CoveringRules or BirthdayRules
        The rules of all its deals.
    deals : str or dict
        A range of deal numbers as text; or, for deals from files, ``{"kind": "files"}`` with
        ``"count"``, which is None until the files have been read to their end.
    detail : Detail
        How much is kept of each deal.
    chunk_size : int
        Deals in each part but the last.
    policy : str or None
        The policy that played the deals; None where they were solved. The file says it only where
        there is one.

    Examples
    --------
    >>> from solver.rules import find_rules
    >>> manifest = Manifest("0.1.0", find_rules("quadrat"), "0..99", Detail.VERDICT, 50)
    >>> Manifest.loads(manifest.dumps(), "manifest.json") == manifest
    True
    >>> manifest.total
    100
    """

    version: str
    rules: Rules
    deals: str | dict[str, object]
    detail: Detail
    chunk_size: int
    policy: str | None = None

    @property
    def numbers(self) -> range | None:
        """The deal numbers, None for deals from files."""
        return parse_numbers(self.deals) if isinstance(self.deals, str) else None

    @property
    def total(self) -> int | None:
        """How many deals there are in all, None if that is not known yet."""
        numbers = self.numbers
        if numbers is not None:  # len() cannot count so far
            return (numbers[-1] - numbers.start) // numbers.step + 1
        assert isinstance(self.deals, dict)
        count = self.deals.get("count")
        return None if count is None else parse_number(str(count))

    def dumps(self) -> str:
        """Return the manifest as the text of its file."""
        fields = {
            "schema": SCHEMA,
            "version": self.version,
            "game": self.rules.game,
            "rules": as_dict(self.rules),
            "deals": self.deals,
            "detail": str(self.detail),
            "chunk_size": self.chunk_size,
        }
        return seal(fields if self.policy is None else {**fields, "policy": self.policy})

    @classmethod
    def loads(cls, text: str | bytes, source: str = FILE) -> Manifest:
        """Read a manifest.

        Parameters
        ----------
        text : str or bytes
            What `dumps` gave.
        source : str
            The file's name, for errors.

        Raises
        ------
        FormatError
            If it is damaged, or of another format than this program writes.
        """
        try:
            fields = unseal(text, source)
        except FormatError as error:
            error.expected = REMEDY
            raise
        schema = fields.get("schema")
        if schema != SCHEMA:
            raise FormatError(
                "the folder has another format", file=source, text=str(schema), expected=SCHEMA
            )
        if tuple(fields) not in (_FIELDS, (*_FIELDS, "policy")):
            raise FormatError("not the fields of a manifest", file=source, text=", ".join(fields))
        try:
            made = cls._read(fields)
        except (GehtaufError, TypeError, ValueError, AttributeError) as error:
            raise FormatError(f"not a manifest: {error}", file=source) from None
        if made.dumps() != seal(fields):  # a value of another type, a game that is not the rules'
            raise FormatError("not a manifest as it is written", file=source)
        return made

    @classmethod
    def _read(cls, fields: Mapping[str, Any]) -> Manifest:
        rules = resolve({key: Setting(value) for key, value in fields["rules"].items()})
        version, deals, size = (fields[key] for key in ("version", "deals", "chunk_size"))
        if not isinstance(version, str):
            raise FormatError("the version is a text")
        if type(size) is not int or size < 1:
            raise FormatError("a part holds at least one deal")
        if not isinstance(deals, str) and not _are_of_files(deals):
            raise FormatError('the deals are a range, or {"kind": "files", "count": "N" or null}')
        policy = find_policy(str(fields["policy"])).name if "policy" in fields else None
        made = cls(version, rules, deals, Detail(fields["detail"]), size, policy)
        _ = made.total  # refuses a range or a count that is none
        return made


def _are_of_files(deals: object) -> bool:
    return isinstance(deals, dict) and [*deals] == ["kind", "count"] and deals["kind"] == "files"
