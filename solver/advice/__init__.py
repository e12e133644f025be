"""What to cover for a player who does not see the stock: chances of every cover, best first."""

from solver.advice.advice import Advice, Weighed, weigh_exactly
from solver.advice.situation import Situation

__all__ = ["Advice", "Situation", "Weighed", "weigh_exactly"]
