"""The compiled second implementation of the rules, for very many deals."""

from solver.kernel.kernel import Kernel, refusal

__all__ = ["Kernel", "refusal"]
