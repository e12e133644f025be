"""The exit codes; where several apply, the first in this order that applies."""

TERMINATED = 143
INTERRUPTED = 130
BAD_INPUT = 2
CANNOT_WRITE = 5
REFUSED = 4
UNDECIDED = 3
LOST = 1
DONE = 0
