"""The games: names only, see contract.py, kind.py and registry.py; a game is one module."""

from solver.games.birthday import Birthday, BirthdayState, Choice
from solver.games.contract import Game, TakingGame, Theorem, Verdict
from solver.games.covering import Covering, CoveringState, Group
from solver.games.registry import GAMES, make_game

__all__ = [
    "GAMES",
    "Birthday",
    "BirthdayState",
    "Choice",
    "Covering",
    "CoveringState",
    "Game",
    "Group",
    "TakingGame",
    "Theorem",
    "Verdict",
    "make_game",
]
