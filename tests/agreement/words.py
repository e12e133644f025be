"""A tally in words: what was seen, and a table of how many deals each two judges had in common."""

from __future__ import annotations

from collections.abc import Iterator

from tests.agreement.judges import JUDGES
from tests.agreement.tally import NOT_AT_ONCE, Tally


def summary(tally: Tally) -> str:
    """Tell how many deals there were and what became of them.

    Examples
    --------
    >>> tally = Tally()
    >>> tally.seen.update({"deals": 2000, "rules": 90, "won": 1500, "lost": 500})
    >>> tally.seen[NOT_AT_ONCE] = 200
    >>> summary(tally)
    '2,000 deals under 90 rules: 1,500 won, 500 lost (200 not at once), 0 undecided'
    """
    seen = tally.seen.copy()
    deals, rules, later = (seen.pop(name, 0) for name in ("deals", "rules", NOT_AT_ONCE))
    text = f"{deals:,} deals" + (f" under {rules:,} rules" if rules else "")
    text += f": {seen.pop('won', 0):,} won, {seen.pop('lost', 0):,} lost"
    text += f" ({later:,} {NOT_AT_ONCE})" if later else ""
    rest = {"undecided": seen.pop("undecided", 0), **seen}
    return text + "".join(f", {number:,} {name}" for name, number in rest.items())


def found(tally: Tally) -> str:
    """Tell how many differences there are.

    Examples
    --------
    >>> found(Tally())
    'no difference'
    """
    number = len(tally.differences)
    return {0: "no difference", 1: "1 difference"}.get(number, f"{number:,} differences")


def matrix(tally: Tally) -> Iterator[str]:
    r"""Yield the lines of a table of all pairs of judges that were compared.

    Examples
    --------
    >>> tally = Tally()
    >>> tally.pairs.update({("search", "brute"): 1000, ("search", "kernel"): 700})
    >>> print("\n".join(matrix(tally)))
                   kernel    brute
        search        700    1,000
    """
    rows = [name for name in JUDGES if any(name == one for one, _ in tally.pairs)]
    columns = [name for name in JUDGES if any(name == other for _, other in tally.pairs)]
    if columns:
        yield f"    {'':<8}" + "".join(f"{name:>9}" for name in columns)
    for row in rows:
        numbers = [tally.pairs[row, column] for column in columns]
        yield f"    {row:<8}" + "".join(
            f"{number:>9,}" if number else " " * 9 for number in numbers
        )
