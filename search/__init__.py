"""From cubes to move sequences: one file per method, and the tables that the methods share.

A method is a function `solve(cube, *, max_length=None, time_limit=None) -> Solution | None`: moves of
at most `max_length` turns or, without it, the shortest that the method can find; None stands for
"not found within the time limit". To add one, write its file and name it in `METHODS`.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubecsp.cube.state import Cube
    from cubecsp.search.solution import Solution

__all__ = ["METHODS", "Method"]


@dataclass(frozen=True)
class Method:
    """A way to solve a cube.

    Attributes:
        summary: one line for people.
        module: where its function `solve` is; imported on first use.
    """

    summary: str
    module: str

    def solve(
        self, cube: Cube, *, max_length: int | None = None, time_limit: float | None = None
    ) -> Solution | None:
        """Return moves that solve `cube`, None if the time limit ended before any were found.

        Args:
            cube: any reachable cube.
            max_length: be content with so many turns; None asks for the shortest that can be found.
            time_limit: seconds; None leaves it to the method.

        Raises:
            InputError: turns cannot solve the cube.
        """
        module = importlib.import_module(self.module)
        solution: Solution | None = module.solve(cube, max_length=max_length, time_limit=time_limit)
        return solution


METHODS: dict[str, Method] = {
    "two-phase": Method("at most 20 turns in about a millisecond", "cubecsp.search.two_phase"),
    "optimal": Method(
        "as few turns as possible, with proof: seconds to minutes", "cubecsp.search.optimal"
    ),
    "thistlethwaite": Method(
        "four phases, each explained: 27 turns on average, in 0.1 ms",
        "cubecsp.search.thistlethwaite",
    ),
    "breadth-first": Method(
        "the shortest by looking everywhere: for cubes a dozen turns from solved or less",
        "cubecsp.search.breadth_first",
    ),
}
"""The methods by the names that users give."""
