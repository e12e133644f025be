"""Hold a record against its schema."""

from __future__ import annotations

import functools
from typing import Any

from jsonschema import Draft202012Validator

from reports.schemas import load_schema


def schema(name: str) -> dict[str, Any]:
    """Return a schema as something that can be looked into."""
    return load_schema(name)


@functools.cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


def faults(name: str, record: object) -> list[str]:
    """Return what a schema has against a record, each fault with its place."""
    return [
        f"{'.'.join(map(str, fault.path))}: {fault.message}"
        for fault in validator(name).iter_errors(record)
    ]
