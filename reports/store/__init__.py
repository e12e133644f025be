"""Results folders: Parquet parts, each with a checksum, under one manifest."""

from reports.store.folder import Folder, open_folder
from reports.store.manifest import Manifest
from reports.store.writing import Store

__all__ = ["Folder", "Manifest", "Store", "open_folder"]
