"""The node limit: the most states that a search may visit."""

from __future__ import annotations

from cubecsp.errors import LimitError
from cubecsp.interface import spelled

MAX_NODES = 4_000_000
"""The default node limit; it is lower if the states take too much memory (`Space.affordable`)."""


class NodeLimitError(LimitError):
    """The search reached its node limit.

    Args:
        problem: the result so far, a clause.
        depth: a lower bound for the number of moves.
    """

    def __init__(self, problem: str, depth: int) -> None:
        super().__init__(problem, f"allow more with {spelled('max_nodes')}")
        self.depth = depth
