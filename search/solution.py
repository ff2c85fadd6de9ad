"""Solutions: moves that solve a cube, with bounds on their length."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cubecsp.errors import InputError, LimitError
from cubecsp.frozen import frozen

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.moves import Metric, Moves
    from cubecsp.puzzle.cube.state import State
    from cubecsp.search.named_moves import Sequence


@frozen
class Solution:
    """Moves that solve one cube: `cube.apply(moves) == Cube()`.

    Attributes:
        moves: from the cube to solved.
        metric: how lengths are counted.
        optimal: whether it is proven that nothing shorter exists.
        proven: a lower bound on the length of every solution, from this search.
        seconds: wall-clock time spent.
        nodes: positions looked at; 0 if a method does not count them.
        stopped: the reason if the search ended before it had proven its answer.
    """

    moves: Moves
    metric: Metric
    optimal: bool
    proven: int
    seconds: float
    nodes: int
    stopped: Literal["time", "interrupt"] | None = field(default=None, kw_only=True)

    @property
    def generator(self) -> Moves:
        """Moves from solved to the cube."""
        return ~self.moves

    @property
    def length(self) -> int:
        """The number of turns in `metric`."""
        return self.moves.length(self.metric)


@frozen
class NamedSolution(Solution):
    """A solution by moves to choose from.

    Attributes:
        sequence: the moves as the user named them, None where all turns were allowed.
    """

    sequence: Sequence | None


class Stage(NamedTuple):
    """A part of a solution, and its goal.

    Attributes:
        moves: the part.
        goal: the state after it, in the words of cubing.
    """

    moves: Moves
    goal: str

    def __str__(self) -> str:
        return f"{self.goal} ({len(self.moves)}): {self.moves or '(nothing to do)'}"

    def as_dict(self) -> dict[str, Any]:
        """Return the data that `--json` prints."""
        return {"moves": str(self.moves), "length": len(self.moves), "goal": self.goal}


@frozen
class StagedSolution(Solution):
    """A solution in stages; `moves` are those of the stages one after another.

    Attributes:
        phases: the stages.
    """

    phases: tuple[Stage, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.phases))


class SearchProgress(NamedTuple):
    """How far a search has come.

    Attributes:
        table: the part of the table that is made, 0…1; until it is 1, nothing else is known.
        proven: no solution is shorter than this; solutions of this length are being looked for.
        nodes: positions made so far.
        seconds: since the start.
    """

    table: float
    proven: int
    nodes: int
    seconds: float


class PhaseProgress(NamedTuple):
    """How far a search through phases has come.

    Attributes:
        part: of the phases of this attempt, 0…1.
        best: the number of turns of the best solution so far; 0 if there is none.
        stages: those that this attempt has reached.
    """

    part: float
    best: int
    stages: tuple[Stage, ...] = ()


def require_reachable(cube: State, written: str | None = None) -> None:
    """Refuse a cube that no search could solve, with every reason.

    Args:
        cube: the cube.
        written: its stickers as the user writes them; left out, as letters of faces.

    Raises:
        InputError: this cube is not solvable.
    """
    if not cube.is_reachable:
        reasons = "; ".join(defect.message for defect in cube.status())
        text = written or cube.facelets
        raise InputError(
            f"turns cannot solve cube {text}: {reasons}", "`check` says how to repair it", text=text
        )


def none_as_short(most: int) -> LimitError:
    """Return the error that says that all solutions are longer than allowed."""
    return LimitError(f"no solution has length {most} or less", "allow longer ones")
