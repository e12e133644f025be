"""Exact chances: how often a game comes out, over all orders of its cards."""
