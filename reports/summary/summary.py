"""The summary of a results folder: shares, distributions, and the deals that stand out."""

from __future__ import annotations

import os
from dataclasses import dataclass

from deals.errors import FormatError
from reports.store import Folder, Manifest, open_folder
from reports.store.manifest import FILE
from reports.summary.bypass import AfterPass, up_to_last
from reports.summary.distribution import Distribution
from reports.summary.gathering import Gathering
from reports.summary.rarest import Rare


@dataclass(frozen=True, slots=True)
class Summary:
    """What a results folder says as a whole.

    Attributes
    ----------
    path : str
        The folder.
    manifest : Manifest
        What it holds.
    complete : bool
        Whether all its deals are there.
    verdicts : dict of str to int
        Deals by verdict.
    cards_left : list of int
        Deals by cards left, where that is defined.
    distributions : dict of str to Distribution
        ``states`` and ``choice_points`` of decided deals, ``random_win`` of won deals: those that
        the folder's detail has.
    difficulty : dict of str to int
        Won deals by how hard they are; empty where the folder does not tell.
    passes : list of AfterPass
        Der Geburtstag in full detail: how the deals stand after each pass.
    rarest : dict of str to list of Rare
        Deals that stand out, by kind.
    """

    path: str
    manifest: Manifest
    complete: bool
    verdicts: dict[str, int]
    cards_left: list[int]
    distributions: dict[str, Distribution]
    difficulty: dict[str, int]
    passes: list[AfterPass]
    rarest: dict[str, list[Rare]]

    @property
    def readable(self) -> int:
        """How many deals could be read: all but the errors."""
        return sum(self.verdicts.values()) - self.verdicts["error"]

    @property
    def won(self) -> int:
        """How many deals are known to come out."""
        return self.verdicts["won"]

    @property
    def won_at_most(self) -> int:
        """How many deals come out if every one that is still open does."""
        return self.readable - self.verdicts["lost"]


def open_results(path: str | os.PathLike[str]) -> Folder:
    """Open a results folder; if there is none, or a part is damaged, say what is there instead.

    Raises
    ------
    FormatError
    """
    _check_is_one(os.fspath(path))
    try:
        return open_folder(path)
    except FormatError as error:
        # A manifest cannot be mended, a part can.
        if error.expected is None and os.path.basename(error.file or "").startswith("part-"):
            error.expected = "a whole part; gehtauf batch --resume computes it anew"
        raise


def _check_is_one(path: str) -> None:
    """Refuse what cannot be a results folder: each kind of thing by its name."""
    wanted = "a results folder, as gehtauf batch -o DIR writes it"
    if not os.path.exists(path):
        text = None if path else path  # an empty name would not be seen
        raise FormatError("there is no such folder", file=path, text=text, expected=wanted)
    if not os.path.isdir(path):
        raise FormatError("this is a file", file=path, expected=wanted)
    try:
        inside = sorted(os.listdir(path))
    except OSError as error:
        reason = f"the folder cannot be read: {error.strerror}"
        raise FormatError(reason, file=path) from None
    if FILE in inside:
        return
    if any(name.startswith("part-") for name in inside):
        lost = f"{FILE} is missing, which says what the parts of this folder hold"
        raise FormatError(lost, file=path, expected=wanted)
    for name in inside:
        if os.path.exists(os.path.join(path, name, FILE)):
            wanted += f"; there is one in it: {os.path.join(path, name)}"
            break
    kind = "this folder holds no results" if inside else "this folder is empty"
    raise FormatError(kind, file=path, expected=wanted)


def summarize(folder: str | os.PathLike[str] | Folder) -> Summary:
    """Return the summary of a results folder, read part by part.

    Parameters
    ----------
    folder : path-like or Folder
        A folder that ``gehtauf batch`` has written; it may be unfinished.

    Returns
    -------
    Summary

    Raises
    ------
    FormatError
        If there is no such folder, or a file in it is damaged.
    """
    if not isinstance(folder, Folder):
        folder = open_results(folder)
    manifest = folder.manifest
    gathering = Gathering(manifest.rules, manifest.detail)
    for table in folder.tables():
        gathering.add(table)
    return Summary(
        folder.path,
        manifest,
        folder.complete,
        gathering.verdicts,
        up_to_last(gathering.cards_left),
        gathering.distributions,
        gathering.difficulty,
        gathering.passes.after(),
        gathering.standing_out(),
    )
