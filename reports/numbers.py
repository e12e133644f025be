"""Chances and counts as text for people."""

from __future__ import annotations

from decimal import ROUND_CEILING, Context
from fractions import Fraction

_UP = Context(prec=2, rounding=ROUND_CEILING)
_LEAST = Fraction(1, 10_000)
_MOST = Fraction(9999, 10_000)


def exact(chance: Fraction) -> str:
    """Return a fraction in lowest terms, always as p/q.

    Examples
    --------
    >>> exact(Fraction(1)), exact(Fraction(2, 6))
    ('1/1', '1/3')
    """
    return f"{chance.numerator}/{chance.denominator}"


def percent(chance: Fraction) -> str:
    """Return a chance in per cent, to about three digits, or a small one as one in so many.

    It is never shown as 0 or 100 unless it is just that.

    Examples
    --------
    >>> [percent(Fraction(*pair)) for pair in [(0, 1), (1, 3), (1, 1)]]
    ['0 %', '33.3 %', '100 %']
    >>> percent(Fraction(1, 10**9)), percent(Fraction(1, 3_000))
    ('1 in 1,000,000,000', '0.0333 %')
    >>> percent(Fraction(9996, 10_000)), percent(Fraction(99_999, 100_000))
    ('99.96 %', 'over 99.99 %')
    """
    if chance in (0, 1):
        return f"{100 * chance} %"
    if chance < _LEAST:
        return f"1 in {round(1 / chance):,}"
    if chance > _MOST:
        return "over 99.99 %"
    value = float(100 * chance)
    # From 99.5 on three digits would round up to a plain 100.
    return f"{value:.2f} %" if value >= 99.5 else f"{value:.3g} %"


def bound(error: float) -> str:
    """Return an error bound, rounded up to two digits.

    Examples
    --------
    >>> bound(1.234e-13), bound(3.64e-12)
    ('1.3e-13', '3.7e-12')
    """
    return f"{float(_UP.create_decimal(error)):.1e}"


def rounded(chance: float, error: float) -> str:
    """Return in a sentence what a chance is that is known as a number only.

    Examples
    --------
    >>> rounded(0.25, 1.234e-13)
    'The chance is 0.25, off by at most 1.3e-13.'
    """
    return f"The chance is {chance!r}, off by at most {bound(error)}."
