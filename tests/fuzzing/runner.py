"""One target at work: inputs counted, and those that break the promise kept, each kind once."""

from __future__ import annotations

import hashlib
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TextIO

_CPU_SECONDS = 20  # for one input; none needs a tenth of that


class HangError(AssertionError):
    """An input keeps a reader busy for too long."""


class Runner:
    """Runs inputs through a target.

    Parameters
    ----------
    run : callable
        The function of the target.
    folder : Path
        Where inputs that break something are saved.
    told : TextIO, optional
        Where to tell of each finding at once.

    Attributes
    ----------
    accepted, refused : int
        Inputs so far.
    findings : dict of str to Path
        What went wrong, once for each place in the code, and the input that shows it.
    """

    def __init__(
        self, run: Callable[[bytes], bool], folder: Path, told: TextIO | None = None
    ) -> None:
        self._run = run
        self._folder = folder
        self._told = told
        self.accepted = self.refused = 0
        self.findings: dict[str, Path] = {}
        signal.signal(signal.SIGVTALRM, _hang)

    def __call__(self, data: bytes) -> None:
        """Run one input; nothing it breaks stops the run."""
        signal.setitimer(signal.ITIMER_VIRTUAL, _CPU_SECONDS)
        try:
            accepted = self._run(data)
        except (Exception, RecursionError) as error:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._keep(data, error)
        else:
            self.accepted += accepted
            self.refused += not accepted
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _keep(self, data: bytes, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "site-packages" not in frame.filename] or frames
        place = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(own[-3:]))
        kind = f"{type(error).__name__} at {place}"
        if kind in self.findings:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"finding-{hashlib.sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        self.findings[kind] = path
        if self._told is not None:
            began = time.strftime("%H:%M:%S")
            print(f"{began} {kind}: {str(error)[:200]} ({path})", file=self._told, flush=True)


def _hang(signum: int, frame: FrameType | None) -> None:
    raise HangError(f"more than {_CPU_SECONDS} s for one input")
