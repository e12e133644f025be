"""How kernel functions are compiled, and where the compiled code is kept.

Numba's own cache does not notice a change in a function that is called from another file, and
believes whatever lies in its folder. So the folder is named by everything the machine code depends
on, and each function's files are believed only while they fit the checksums written beside them.
A folder that was not used for a month, that of an older version say, is removed when another is.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import filelock
import llvmlite
import llvmlite.binding
import numba
import numpy as np

from solver.cache import cache_folder
from solver.whole import whole_file

Function = TypeVar("Function", bound=Callable[..., Any])

_CHECKSUMS = "checksums.json"
_SECONDS_BEFORE_A_WORD = 1.0
_SECONDS_A_DAY = 24 * 3600
_SECONDS_KEPT = 30 * _SECONDS_A_DAY
_LAST_USED = "last-used"
_MEANWHILE = (
    "compiling; each kind of work does this once, and again after an upgrade of gehtauf or Python"
)

_announce: ContextVar[Callable[[str], None] | None] = ContextVar("announce", default=None)


@contextlib.contextmanager
def announcing(announce: Callable[[str], None] | None) -> Iterator[None]:
    """Say what takes long, or cannot be kept, while kernel modules are imported inside.

    Parameters
    ----------
    announce : callable or None
        Takes a line of text, each line once; it may be called from another thread.
    """
    said: set[str] = set()

    def announce_once(text: str) -> None:
        if announce is not None and text not in said:
            said.add(text)
            announce(text)

    token = _announce.set(announce_once)
    try:
        yield
    finally:
        _announce.reset(token)


def compiled(signature: str) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function to machine code that runs without the GIL.

    Parameters
    ----------
    signature : str
        The types of result and arguments as Numba writes them. Being explicit, it lets the
        function be compiled, or loaded, when its module is imported.

    Returns
    -------
    callable
        With the environment variable ``NUMBA_DISABLE_JIT`` set, the function is only kept from
        warning of words that wrap around, as NumPy does outside compiled code.
    """

    def decorate(function: Function) -> Function:
        if numba.config.DISABLE_JIT:
            return np.errstate(over="ignore")(function)
        compile_it = numba.njit(signature, nogil=True, error_model="numpy")
        keep_it = numba.njit(signature, nogil=True, error_model="numpy", cache=True)
        folder = _root() / f"{function.__module__}.{function.__qualname__}"
        # Asked first, for where Numba cannot write it does not read, but takes another folder.
        can_keep = _can_keep()
        if can_keep and _is_sound(folder):
            return _through(folder, keep_it, function)
        with _word_meanwhile() if can_keep else contextlib.nullcontext(), _signals_held():
            if can_keep:
                with contextlib.suppress(OSError):  # a full disk shows only now
                    return _keep(folder, keep_it, function)
            result: Function = compile_it(function)
            return result

    return decorate


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Hold back what interrupts the program until a function is compiled.

    An exception raised meanwhile could come up inside a callback of the compiler, which loses it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        before[number] = signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            # A handler that was not set from Python cannot be set again: the usual one then.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        for held in came:
            signal.raise_signal(held)


def _keep(folder: Path, keep_it: Any, function: Function) -> Function:
    """Compile a function and keep it; one process does, others wait for it."""
    with filelock.FileLock(f"{folder}.lock"):
        if _is_sound(folder):
            return _through(folder, keep_it, function)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        result = _through(folder, keep_it, function)
        _write_checksums(folder)
        return result


def _through(folder: Path, compile_it: Any, function: Function) -> Function:
    """Compile a function, its cache in a folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)  # read when the function is decorated, not later
    try:
        result: Function = compile_it(function)
    finally:
        numba.config.CACHE_DIR = before
    return result


@contextlib.contextmanager
def _word_meanwhile() -> Iterator[None]:
    """Announce compilation if it takes long."""
    announce = _announce.get()
    if announce is None:
        yield
        return
    timer = threading.Timer(_SECONDS_BEFORE_A_WORD, announce, [_MEANWHILE])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def _root() -> Path:
    """Return the folder for the code as it is now."""
    base = cache_folder() or Path("~")
    return base / f"kernel-{_digest()}"


@cache
def _can_keep() -> bool:
    """Tell whether that folder can be written; if not, say so, once."""
    root = _root()
    if root.is_absolute():  # it is not where there is no home
        with contextlib.suppress(OSError):
            root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=root):
                _tidy(root)
                return True
    announce = _announce.get()
    if announce is not None:
        announce(f"compiled code cannot be kept in {root.parent}; it is compiled anew each time")
    return False


def _tidy(root: Path) -> None:
    """Note, once a day, that a folder is used, and then remove those like it that long were not."""
    with contextlib.suppress(OSError):
        if time.time() - _last_used(root) < _SECONDS_A_DAY:
            return
        (root / _LAST_USED).touch()
        for folder in root.parent.iterdir():
            _remove_unused(folder)


def _remove_unused(folder: Path) -> None:
    """Remove a folder of compiled code that was not used for a month, and nothing else.

    Who loads code from it just now for the first time in a month will compile it anew.
    """
    with contextlib.suppress(OSError):
        is_ours = re.fullmatch("kernel-[0-9a-f]{24}", folder.name) and not folder.is_symlink()
        newest = max(folder.lstat().st_mtime, _last_used(folder))
        if is_ours and folder.is_dir() and time.time() - newest > _SECONDS_KEPT:
            shutil.rmtree(folder)


def _last_used(folder: Path) -> float:
    """Return when it was noted that a folder is used, 0 if that never was."""
    try:
        return (folder / _LAST_USED).lstat().st_mtime
    except OSError:
        return 0


def _digest() -> str:
    """Return a name for everything that machine code depends on: sources, versions, processor."""
    here = Path(__file__).parent
    parts = [
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        str(here),
    ]
    for source in sorted(here.glob("*.py")):
        parts += [source.name, str(source.stat().st_mtime_ns), source.read_text("utf-8")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _checksums(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != _CHECKSUMS
    }


def _write_checksums(folder: Path) -> None:
    text = json.dumps(_checksums(folder))
    with whole_file(folder / _CHECKSUMS, alone=True) as file:
        file.write(text.encode())


def _is_sound(folder: Path) -> bool:
    try:
        written = json.loads((folder / _CHECKSUMS).read_text("utf-8"))
        return bool(written) and written == _checksums(folder)
    except (OSError, ValueError, RecursionError):
        return False
