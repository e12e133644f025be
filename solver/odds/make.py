"""Make the shipped table of Der Geburtstag anew: ``python -m solver.odds.make [-o FILE]``.

It takes half a minute on one core and needs numpy. The same bytes come out each time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tqdm import tqdm

from solver.odds.floats import Distributions
from solver.odds.table import CHAINS, LONGEST, NAME, Table
from solver.odds.values import Progress, no_progress

SHIPPED = Path(__file__).parent / "data" / NAME


def make(progress: Progress = no_progress) -> Table:
    """Compute the chances for four chains of up to twelve cards, from nothing."""
    return Table.computed(Distributions([LONGEST] * CHAINS, LONGEST - 2, progress))


def main() -> None:
    """Write the table, with a bar on standard error."""
    parser = argparse.ArgumentParser(prog="python -m solver.odds.make", description=__doc__)
    parser.add_argument("-o", dest="path", type=Path, default=SHIPPED, help="where to write it")
    path: Path = parser.parse_args().path
    with tqdm(unit="step") as bar:

        def tell(done: int, steps: int) -> None:
            bar.total = steps
            bar.update(done - bar.n)

        table = make(tell)
    path.write_bytes(table.dumps())


if __name__ == "__main__":
    main()
