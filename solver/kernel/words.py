"""64-bit words in compiled code: constants that do not turn into floats, and their lowest bit."""

from __future__ import annotations

from typing import Any, TypeAlias

import llvmlite.ir
import numba
import numba.extending
import numpy as np

Word: TypeAlias = Any
"""A uint64. The types that count are those of each signature; a checker of Python's types knows too
little of how NumPy's numbers mix."""

U: Any = np.uint64
"""Numba makes a float of an unsigned and a signed number, so every constant is made a word."""

U0, U1, U2, U3, U4, U5, U6, U8, U16, U24, U32 = map(U, (0, 1, 2, 3, 4, 5, 6, 8, 16, 24, 32))
BYTE = U(0xFF)
LOW_HALF = U(0xFFFFFFFF)
ALL = U(0xFFFFFFFFFFFFFFFF)


def _lowest(word: Word) -> Word:
    return U((int(word) & -int(word)).bit_length() - 1)


def _highest(word: Word) -> Word:
    return U(int(word).bit_length() - 1)


def _instruction(name: str) -> Any:
    """Return a function of a word that is one instruction of the machine, named as LLVM does."""

    def instruction(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            never_zero = llvmlite.ir.Constant(llvmlite.ir.IntType(1), 1)
            return getattr(builder, name)(arguments[0], never_zero)

        return numba.uint64(numba.uint64), generate

    return numba.extending.intrinsic(instruction)


_leading_zeros = _instruction("ctlz")


def _compiled_highest() -> Any:
    def highest(word: Word) -> Word:
        return U(63) - _leading_zeros(word)

    return numba.njit(highest, inline="always")


def _high_product(one: Word, other: Word) -> Word:
    return U(int(one) * int(other) >> 64)


def _compiled_high_product() -> Any:
    def high_product(typing_context: Any, one: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            double, word = llvmlite.ir.IntType(128), llvmlite.ir.IntType(64)
            one, other = (builder.zext(argument, double) for argument in arguments)
            upper = builder.lshr(builder.mul(one, other), llvmlite.ir.Constant(double, 64))
            return builder.trunc(upper, word)

        return numba.uint64(numba.uint64, numba.uint64), generate

    return numba.extending.intrinsic(high_product)


lowest = _lowest if numba.config.DISABLE_JIT else _instruction("cttz")
"""The place of the lowest bit of a word that has one: a single machine instruction."""

highest = _highest if numba.config.DISABLE_JIT else _compiled_highest()
"""The place of the highest bit of a word that has one."""

high_product = _high_product if numba.config.DISABLE_JIT else _compiled_high_product()
"""The upper of the two words of the product of two words."""
