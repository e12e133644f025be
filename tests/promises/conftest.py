"""The folder in which the runs of every command happen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.promises.runs import prepare


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a results folder and a file of proofs."""
    folder = tmp_path_factory.mktemp("ground")
    prepare(folder)
    return folder


@pytest.fixture
def ground(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go into the folder for one test."""
    monkeypatch.chdir(prepared)
    return prepared
