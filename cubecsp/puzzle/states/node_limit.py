"""The node limit: how many states a search may look at."""

from __future__ import annotations

from cubecsp.errors import LimitError
from cubecsp.interface import spelled

__all__ = ["MAX_NODES", "NodeLimitError"]

MAX_NODES = 4_000_000
"""States that a search looks at by default, fewer where these take too much memory (`Space.affordable`)."""


class NodeLimitError(LimitError):
    """The search looked at as many states as allowed.

    Args:
        problem: what is known so far, a clause.
        depth: no fewer moves than this lead there.
    """

    def __init__(self, problem: str, depth: int) -> None:
        super().__init__(problem, f"allow more with {spelled('max_nodes')}")
        self.depth = depth
