"""The version of the distribution, a literal that is read before anything else is imported."""

__version__ = "0.1.0"
