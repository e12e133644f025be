"""Players who do not see the stock: how they choose, and how they fare.

Nothing heavy is imported before a `PolicyPlayer` is made.
"""

from solver.policies.player import PolicyPlayer, check_policy, refusal
from solver.policies.policies import POLICIES, SAMPLES, Chooser, Policy, find_policy
from solver.policies.readable import play, seed_of
from solver.policies.view import View

__all__ = [
    "POLICIES",
    "SAMPLES",
    "Chooser",
    "Policy",
    "PolicyPlayer",
    "View",
    "check_policy",
    "find_policy",
    "play",
    "refusal",
    "seed_of",
]
