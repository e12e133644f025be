"""The kernel's code gives the same when it is not compiled, and faults planted in it are seen.

Each test runs a Python of its own, since a module is compiled, or not, when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]

COMPARE = """
import json, sys, warnings
warnings.simplefilter("error")
sys.path.insert(0, "tests/solver/kernel")
from kernel_deals import number_whose_first_word_is, one_left_of_sixty_four
from solver.columns import Detail
from solver.kernel.check import *
from solver.kernel import hands, runners, shuffle
import numba
assert numba.config.DISABLE_JIT
VERDICT = (Detail.VERDICT,)

def seen(parts):
    total = sum(parts, Checked())
    return {"verdicts": total.verdicts, "differences": [str(one) for one in total.differences[:5]]}
"""


def run(code: str) -> Any:
    """Return what a Python without a compiler prints as JSON."""
    told = subprocess.run(
        [sys.executable, "-c", f"{COMPARE}{code}"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stderr == ""  # above all no warning of a word that wraps around
    return json.loads(told.stdout)


def test_the_same_without_compiler() -> None:
    seen = run("""
every = [*small_rules()]
parts = [check(rules, range(9 * i, 9 * i + 1)) for i, rules in enumerate(every[::97])]
runners.PATIENCE = 0  # small deals seldom meet many dead ends
parts += [check(rules, range(2)) for rules in [*small_rules(("3x3", "4x3"), (3, 4))][7::61]]
parts += [check(find_rules("zudecken-group"), range(11, 14), VERDICT)]
runners.PATIENCE = 30
for numbers in NUMBERS:
    parts += [check(find_rules(name), numbers, VERDICT) for name in ("zudecken", "quadrat")]
birthday = [*birthday_rules()][::2]
parts += [check(rules, range(2)) for rules in birthday]
parts += [check(rules, with_few_orders(rules, range(4))) for rules in birthday]
for sizes in ("3,4", "1,3,4"):
    rules = find_rules("zudecken", deck="4*8x2", match="suit", sizes=sizes, goal="stock")
    parts += [check(rules, [one_left_of_sixty_four()], VERDICT)]
print(json.dumps(seen(parts)))
""")
    assert seen["differences"] == []
    assert min(seen["verdicts"][name] for name in ("won", "lost", "chance")) >= 5


def test_a_fault_in_the_dealing() -> None:
    """The constants of the stream changed in turn, and words thrown away or not.

    The last shift changes bits of a word that no draw sees; the words themselves are compared in
    `test_kernel_shuffle`.
    """
    seen = run("""
import numpy as np
rules, one = find_rules("zudecken", deck="5x3", sizes="2,3"), np.uint64(1)
surplus, part = 2**64 % 15, pow(15, -1, 2**64)
kept, thrown = (number_whose_first_word_is(low * part % 2**64) for low in (surplus, surplus - 1))
deals = {"_GAMMA": range(2), "_MIX_1": range(2), "_MIX_2": range(2), "_U27": range(2),
         "_U30": range(2), "U8": range(2), "_SURPLUS": range(kept, kept + 1)}
found = {}
for name, numbers in deals.items():
    right = getattr(shuffle, name)
    setattr(shuffle, name, right + one)
    found[name] = seen([check(rules, numbers)])["differences"]
    setattr(shuffle, name, right)
shuffle._SURPLUS = shuffle._SURPLUS - (shuffle._SURPLUS > 0)
found["less"] = seen([check(rules, range(thrown, thrown + 1))])["differences"]
print(json.dumps(found))
""")
    assert not seen.pop("U8")  # one card more at a time is no fault: so the others were
    assert [name for name, found in seen.items() if not found] == []
    assert len(seen) == 7
