"""The native search in tasks: subtrees, each of which any process can search by itself.

The tree is cut a few decisions below the root, at a depth with some hundreds of branches; the depth depends only on the
problem. The cost of a branch is predicted from the tree above it: the branches of a node share its part of the tree (D.
E. Knuth, Mathematics of Computation 29 (1975) 121-136).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from cubecsp.errors import LimitError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.core.identity import digest_of
from cubecsp.models.engines.engine import Problem
from cubecsp.models.engines.native_room import AnySearch
from cubecsp.models.engines.native_threads import SteppedSearches
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.work.tasks import Task, TaskJob, TaskStopped

_VERSION = 1  # of the form of tasks, and of their results
_BRANCHES = 256  # at least, if there are as many a few decisions deep; they differ much in size
_DEEPEST_CUT = 5
_MOST_FOUND = 1 << 28  # bytes of solutions that one task may have

Path = tuple[tuple[int, int], ...]
"""The decisions that lead to a branch."""


def tasks_of(search: AnySearch) -> Iterator[Task[Path]]:
    """Yield the branches of a search that has not begun, in its order, with their shares of the tree."""
    paths, depth = search.branches(1), 1
    while len(paths) < _BRANCHES and depth < _DEEPEST_CUT:
        depth += 1
        paths = search.branches(depth)
    nodes = {tuple(path[:length]) for path in paths for length in range(1, len(path) + 1)}
    children = Counter(node[:-1] for node in nodes)
    for path in paths:
        share = 1.0
        for length in range(len(path)):
            share /= children[tuple(path[:length])]
        yield Task(json.dumps(path), share, tuple(path))


def _facts_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the facts about a puzzle that a search uses."""
    if isinstance(puzzle, CubePuzzle):
        return {"size": puzzle.size}
    orbits = [[orbit.turns, orbit.firsts, orbit.copies] for orbit in puzzle.orbits]
    return {"puzzle": puzzle.name, "orbits": orbits}


@frozen
class Subtrees(TaskJob[Path, bytes]):
    """All solutions in a branch, a byte each slot, one after the other.

    Attributes:
        problem: what is searched.
        asked: the question in the words of the user.
        search_of: makes a search of the problem.
    """

    problem: Problem
    asked: str
    search_of: Callable[[Problem], AnySearch]
    method = f"native {_VERSION}"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question in the words of the user."""
        return self.asked

    def question(self) -> dict[str, Any]:
        """Return the search as data, which identifies it in the checkpoint."""
        return {
            "question": self.title,
            **_facts_of(self.problem.puzzle),
            "symmetries": [symmetry.index for symmetry in self.problem.symmetries],
            "primitives": digest_of(self.problem.primitives),
            "invariants": repr(self.problem.invariants),
        }

    def worker(self, stopped: Callable[[], bool]) -> Callable[[Path], bytes]:
        """Return the function with which one thread searches."""
        search = self.search_of(self.problem)

        def search_path(path: Path) -> bytes:
            search.enter([*path])
            result, steps = bytearray(), SteppedSearches()
            while not search.done:
                if stopped():
                    raise TaskStopped
                result += steps.run(search)
                if len(result) > _MOST_FOUND:
                    raise LimitError(
                        f"one task has more than {len(result) // search.vars:,} cubes",
                        f"leave out {spelled('resume')} and {spelled('cluster')}, or count them instead",
                    )
            return bytes(result)

        return search_path

    def pack(self, result: bytes) -> bytes:
        """Return the solutions."""
        return result

    def unpack(self, packed: bytes, payload: Path) -> bytes:
        """Return the solutions."""
        del payload
        return packed
