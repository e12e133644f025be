"""Deal files: text and JSON, read as they come and written so that they read back."""

from deals.files import jsonl, text
from deals.files.entry import SETTINGS, Entry, Setting
from deals.files.sniff import load, loads

__all__ = ["SETTINGS", "Entry", "Setting", "jsonl", "load", "loads", "text"]
