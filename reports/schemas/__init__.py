"""The JSON Schemas of all records (draft 2020-12)."""

from reports.schemas.loading import load_schema, names

__all__ = ["load_schema", "names"]
