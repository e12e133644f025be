"""The games: names only, see contract.py, covering.py, birthday.py and registry.py."""

from solver.games.birthday import Birthday, BirthdayState, Choice
from solver.games.contract import Game, Theorem, Verdict
from solver.games.covering import Covering, CoveringState, Group
from solver.games.registry import make_game

__all__ = [
    "Birthday",
    "BirthdayState",
    "Choice",
    "Covering",
    "CoveringState",
    "Game",
    "Group",
    "Theorem",
    "Verdict",
    "make_game",
]
