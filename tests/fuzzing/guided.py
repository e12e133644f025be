"""One target under atheris, in a process of its own, for libFuzzer ends the process it runs in.

    python -m tests.fuzzing.guided TARGET FOLDER SECONDS SEED

FOLDER gets ``state.json``, renewed every second: inputs accepted and refused, and findings.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from random import Random

import atheris

_LONGEST = 20_000  # bytes of an input


def main(name: str, folder: Path, seconds: int, seed: int) -> None:
    """Fuzz one target; libFuzzer prints how far it is."""
    with atheris.instrument_imports(include=["deals", "solver", "reports", "gehtauf"]):
        from tests.fuzzing.targets import find_target
    from tests.fuzzing.mutate import mutate
    from tests.fuzzing.runner import Runner

    target = find_target(name)
    runner = Runner(target.run, folder, sys.stderr)
    seeds = target.seeds()
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds):
        (corpus / f"seed-{number:02}").write_bytes(data)
    written = 0.0

    def run(data: bytes) -> None:
        nonlocal written
        runner(data)
        if time.monotonic() > written + 1:
            written = time.monotonic()
            findings = {kind: str(path) for kind, path in runner.findings.items()}
            state = {"accepted": runner.accepted, "refused": runner.refused, "findings": findings}
            (folder / "state.json").write_text(json.dumps(state), encoding="utf-8")

    def changed(data: bytes, longest: int, number: int) -> bytes:
        random = Random(number)
        if random.random() < 0.4:
            mutated: bytes = atheris.Mutate(data, longest)
            return mutated
        return mutate(data, random, seeds)[:longest]

    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-max_len={_LONGEST}",
        f"-artifact_prefix={folder}/",
        "-timeout=120",
        "-rss_limit_mb=2048",
    ]
    atheris.Setup([sys.argv[0], str(corpus), *options], run, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
