"""Comparisons that print ratios: ``python -m benchmarks`` and ``python -m benchmarks.analyze``."""
