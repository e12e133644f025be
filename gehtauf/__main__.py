"""The command ``gehtauf`` and ``python -m gehtauf``; a plain ``--version`` imports nothing else."""

import sys

from gehtauf._version import __version__


def main() -> int:
    """Run the command line and return its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        try:
            print(f"gehtauf {__version__}", flush=True)  # noqa: T201
        except OSError:
            pass  # told below, as for every other output
        else:
            return 0
    try:
        from gehtauf.cli import run
        from gehtauf.cli.console import silence_stdout

        code = run(sys.argv[1:])
        silence_stdout()  # all is written; at exit LLVM would reset the colours of a terminal
        return code
    except KeyboardInterrupt:  # before or after the command itself, which sees to its own
        return 130


if __name__ == "__main__":
    sys.exit(main())
