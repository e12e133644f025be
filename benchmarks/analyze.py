"""How long ``gehtauf analyze`` takes for one deal: whole commands, over many numbered deals.

    python -m benchmarks.analyze [DEALS] [VARIANT ...]

prints for each variant the median and the largest processor time, wall time and peak memory of a
whole command, start-up included, and the processor time as a ratio to that of ``python -c pass``.
"""

from __future__ import annotations

import statistics
import sys

from benchmarks.cost import cost

VARIANTS = ("zudecken-group", "zudecken", "zudecken-single")


def main() -> None:
    """Measure and print."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    bare = statistics.median(cost([sys.executable, "-c", "pass"]).cpu for _ in range(11))
    print(f"python -c pass: {1000 * bare:.0f} ms of processor time")
    print("variant            deals   cpu s median   max   wall s median   max   MB max   ratio")
    for variant in sys.argv[2:] or VARIANTS:
        command = [sys.executable, "-m", "gehtauf", "analyze", "--game", variant, "--deals"]
        costs = [cost([*command, str(number)]) for number in range(1, deals + 1)]
        cpu, wall = sorted(c.cpu for c in costs), sorted(c.wall for c in costs)
        print(
            f"{variant:18} {deals:5}   {statistics.median(cpu):12.2f} {cpu[-1]:5.2f}"
            f"   {statistics.median(wall):13.2f} {wall[-1]:5.2f}"
            f"   {max(c.megabytes for c in costs):6.0f}   {statistics.median(cpu) / bare:5.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
