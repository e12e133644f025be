"""Options and markers of the test suite: ``--long`` runs comparisons on far larger samples."""

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine has to do; whether it passes must not.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A shell starts what runs in the background with interrupts ignored, which a process hands on to
# those it starts; some tests interrupt them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="compare the solver with its oracles on far larger samples (minutes, not seconds)",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "promise(number, ...): the promises of docs/promises.md that the test holds"
    )


@pytest.fixture(scope="session")
def sample(pytestconfig: pytest.Config) -> Callable[[int, int], int]:
    """How much to try: the first number, or the second one under ``--long``."""
    long = bool(pytestconfig.getoption("--long"))
    return lambda short, many: many if long else short
