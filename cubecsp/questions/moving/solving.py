"""The common parameters and answer of the questions for moves that solve cubes."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.wording import plural, seconds_taken
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, shown_and_state
from cubecsp.questions.asking.known_cube import with_hints
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.shared_parameters import (
    MOST_THREADS,
    MaxLength,
    MaxNodes,
    MetricName,
    PruningTable,
    TimeLimit,
    Turns,
)
from cubecsp.questions.asking.value_kinds import OneOf, Whole
from cubecsp.questions.moving.moves import BREADTH_FIRST, MoveSearch, require_for_other_puzzles
from cubecsp.search import METHODS, method_for_size
from cubecsp.search.named_moves import named_moves
from cubecsp.search.solution import require_reachable

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern

__all__ = ["UP_TO_COMMUTING", "SolveAnswer", "SolvingQuery", "solvable"]

UP_TO_COMMUTING = ", up to the order of commuting moves"
"""The remark on a count of sequences up to the order of commuting turns."""

_SEARCH = "search"


@dataclass(repr=False)
class SolveAnswer(Answer):
    """The answer to `solve` and `solve_all`."""

    about_all = True

    @property
    def unproven(self) -> int:
        """The number of cubes whose moves may not be the fewest, because of a limit."""
        names = self.query["method"].split(", ")  # one for each size of cube
        if self.stopped is None or not any(n in METHODS and METHODS[n].proves for n in names):
            return 0
        return sum(report.solution is not None and not report.optimal for report in self)

    @property
    def longer(self) -> int:
        """The number of cubes whose moves are longer than the question demands."""
        most = self.query.get("max_length")
        if most is None:
            return 0
        return sum(report.length is not None and report.length > most for report in self)

    @property
    def falls_short(self) -> bool:
        """Whether some moves are longer than the question demands."""
        return bool(self.longer)

    def sentence(self) -> str:
        """Return a sentence with the number of solved cubes, or solutions, and which part of it comes from a file."""
        return self._outcome() + self.resting()

    def _outcome(self) -> str:
        """Return the sentence with the number of solved cubes, or of solutions."""
        taken = seconds_taken(self.seconds)
        if self.query["question"] == "solve_all":
            return self._counted(taken)
        solved = sum(report.solution is not None for report in self)
        result = f"{plural(solved, self.noun)} solved"
        for number, how in (
            (self.longer, "in more turns than asked for"),
            (self.unproven, "perhaps not in the fewest turns"),
        ):
            if number:
                of_them = f" {number:,} of them" if number < solved else ""
                result += f",{of_them} {how}"
        if solved < len(self):
            result += f", {len(self) - solved:,} not"
        ended = {
            Stop.INTERRUPT: "; interrupted",
            Stop.TIME: "; the time limit passed",
            Stop.NODES: "; the node limit was reached",
        }
        return f"{result}{ended.get(self.stopped, '') if self.stopped else ''} ({taken})."

    def _counted(self, taken: str) -> str:
        result, alone = plural(len(self), "shortest solution"), len(self) == 1
        if self.status is Status.COMPLETE:
            first = self.cubes[0]
            length = first.turns
            if first.sequence is not None:
                length = plural(len(first.sequence), "move")
            merged = UP_TO_COMMUTING if self.query["up_to_commuting"] else ""
            unique = "it is unique" if alone else "there are no others"
            return f"{result} ({length}{'' if alone else ' each'}{merged}); {unique} ({taken})."
        ended = "Interrupted" if self.stopped is Stop.INTERRUPT else "Stopped"
        why = f": {self.reason}" if self.reason else "; there may be more"
        return f"{ended} after {result}{why} ({taken})."


@frozen(kw_only=True)
class SolvingQuery(AboutStates[SolveAnswer, tuple[Facelets, State]]):
    """A question for moves that solve cubes, or states of another puzzle."""

    of_cubes: ClassVar[tuple[str, ...]] = (
        *AboutStates.of_cubes,
        "metric",
        "max_length",
        "threads",
        "pruning_table",
    )
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("ignore_orientation",)

    kept: ClassVar[tuple[str, ...]] = ("search",)
    every: ClassVar[bool] = False

    method: Annotated[
        str | None,
        Param(
            "how to search; `about methods` lists the ways",
            OneOf(lambda: METHODS, "method"),
            usual="what suits the cube, mostly two-phase",
            group=_SEARCH,
        ),
    ] = None
    metric: MetricName = "htm"
    max_length: MaxLength = None
    max_nodes: MaxNodes = None
    threads: Annotated[
        int | None,
        Param(
            "search with this many threads",
            Whole(1, MOST_THREADS),
            usual="what suits the method",
            group=_SEARCH,
            http=None,
        ),
    ] = None
    turns: Turns = None
    pruning_table: PruningTable = None
    time_limit: TimeLimit = None

    @cached_property
    def search(self) -> MoveSearch:
        """The search for moves.

        Raises:
            InputError: the method does not have an option that is given.
        """
        return MoveSearch.chosen(self.method, every=self.every, **self._options)

    @property
    def _options(self) -> dict[str, Any]:
        names = ("metric", "max_length", "max_nodes", "threads", "turns", "pruning_table")
        return {name: getattr(self, name) for name in names}

    def require(self) -> None:
        """Make sure that methods for these cubes have the options that are given."""
        super().require()
        if self.other is not None:
            require_for_other_puzzles(self.method)
            return
        _ = self.search
        self._refuse_for_sole_method()
        if self.turns is not None:
            for puzzle in dict.fromkeys(cube.puzzle for cube in self.states):
                named_moves(self.turns, puzzle)

    @property
    def states(self) -> list[State]:
        """The cubes, none if they are still to be read."""
        return [] if self.cubes == () or self.other else [cube for _, cube in self.taken]

    def take_state(self, state: "KPattern") -> None:
        """Make sure that moves can solve a state, as far as this is known without a search."""
        self.explored.require_solvable(state)

    def take_cube(self, cube: CubeLike) -> tuple[Facelets, State]:
        """Return the stickers of a cube, and the cube.

        Raises:
            InputError: turns cannot solve it.
        """
        stickers, state = shown_and_state(cube)
        return stickers, solvable(state, stickers)

    def blank(self, facelets: Facelets, cube: State) -> CubeReport:
        """Return the report of a cube without moves, in the letters of the given stickers."""
        partial = facelets if UNKNOWN in facelets.letters else None
        return CubeReport(cube.facelets, cube, scheme=facelets.scheme, given=partial)

    def details(self) -> dict[str, Any]:
        """Return also the methods that the sizes of the cubes need."""
        if self.other is not None:
            return {"method": BREADTH_FIRST, **super().details()}
        sizes = dict.fromkeys(cube.puzzle.size for cube in self.states)
        methods = (self.search.sole(size) or self.search.by for size in sizes)
        names = ", ".join(dict.fromkeys(method.name for method in methods))
        return {"method": names or self.search.method, **super().details()}

    def _refuse_for_sole_method(self) -> None:
        """Refuse options that the methods for the sizes of the cubes lack, unless a method for these cubes is named."""
        puzzles = dict.fromkeys(cube.puzzle for cube in self.states)
        if all(puzzle.size in self.search.by.sizes for puzzle in puzzles):
            return
        soles = {puzzle: method_for_size(puzzle.size) for puzzle in puzzles}
        if None in soles.values():
            return
        for name, value in {"method": self.method, **self._options}.items():
            for puzzle, sole in soles.items():
                if value is not None and sole is not None and name not in sole.options:
                    what = (
                        f"{value} cannot solve a {puzzle.name}"
                        if name == "method"
                        else f"a {puzzle.name} takes no {name.replace('_', ' ')}"
                    )
                    raise InputError(
                        what,
                        f"leave out the {name.replace('_', ' ')}: {sole.name} gives {sole.summary}",
                    )


def solvable(cube: State, facelets: Facelets | None = None) -> State:
    """Return a cube that turns can solve.

    Args:
        cube: the cube.
        facelets: the user's stickers, for messages.

    Raises:
        InputError: turns cannot solve it.
    """
    try:
        require_reachable(cube, None if facelets is None else facelets.written)
    except InputError as error:
        raise with_hints(error, facelets or Facelets.of(cube)) from None
    return cube
