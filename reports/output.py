"""Where results go: a stream, or a file that is written whole or not at all."""

from __future__ import annotations

import io
import os
import stat
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TextIO

from solver.whole import whole_file

_AS_UTF8: dict[str, Any] = {
    "encoding": "utf-8",
    "errors": "backslashreplace",  # a file's name may hold bytes that are no text
    "newline": "\n",
}


class ClosedPipeError(Exception):
    """Whoever read the output has stopped reading; there is nothing left to do, and no fault."""


class OutputError(Exception):
    """Output cannot be written.

    Parameters
    ----------
    name : str
        The file or stream.
    error : OSError
        Why not.

    Attributes
    ----------
    errno : int or None
        The system's number of the reason.
    """

    def __init__(self, name: str, error: OSError) -> None:
        self.errno = error.errno
        super().__init__(f"cannot write {name}: {error.strerror or error}")


class Output:
    """A place for results: the given stream, or a new file that appears only when it is whole.

    Parameters
    ----------
    path : str or None
        The file; None or ``-`` means the stream.
    stream : TextIO or None
        Standard output, None where the process has none.

    Raises
    ------
    OutputError
        On entering or writing, if the file or the stream cannot be written.
    ClosedPipeError
        On writing, if the reader has gone away.

    Notes
    -----
    A file is written in UTF-8 with LF under a temporary name in its own folder and renamed at
    the end, so a failure leaves the old file as it was. What is no regular file (a device, a
    pipe) is written directly.
    """

    def __init__(self, path: str | None, stream: TextIO | None) -> None:
        self._path = None if path == "-" else path
        self._name = "standard output" if self._path is None else self._path
        self._stream = stream
        self._opened = ExitStack()  # what is to be closed, or to take its name, in the end

    def __enter__(self) -> Self:
        try:
            if self._path is None:
                if self._stream is None:
                    raise OSError("it is closed")
            elif _is_special(self._path):
                special = open(self._path, "w", **_AS_UTF8)
                self._stream = self._opened.enter_context(special)
            else:
                file = self._opened.enter_context(whole_file(self._path))
                self._stream = io.TextIOWrapper(file, **_AS_UTF8)
        except OSError as error:
            raise OutputError(self._name, error) from None
        return self

    def write(self, text: str, *, flush: bool = False) -> None:
        """Write a text, and send it on at once if asked to."""
        if self._stream is None:
            raise ValueError("the output is not open")
        try:
            self._stream.write(text)
            if flush:
                self._stream.flush()
        except BrokenPipeError:
            raise ClosedPipeError from None
        except OSError as error:
            raise OutputError(self._name, error) from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            with self._opened:
                if error is not None:
                    raise error
                self.write("", flush=True)
        except OSError as failed:
            raise OutputError(self._name, failed) from None
        except BaseException as failed:
            if failed is not error:
                raise


def _is_special(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False
