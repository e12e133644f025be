"""Where things are kept that can be made again: the user's cache folder."""

from __future__ import annotations

from pathlib import Path


def cache_folder() -> Path | None:
    """Return the folder of this program in the user's cache, None where the user has no home.

    It may not be there yet, and it may not be writable.
    """
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("gehtauf", appauthor=False))
    except RuntimeError:
        return None
