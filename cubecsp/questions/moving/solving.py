"""The common parameters and answer of the questions for moves that solve cubes."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import UNKNOWN
from cubecsp.puzzle.cube.niss import NissMoves
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import Answer, CubeReport, Status, Stop
from cubecsp.questions.answers.numbers_in_words import in_seconds, plural
from cubecsp.questions.asking.about import AboutStates
from cubecsp.questions.asking.cubes_and_rules import CubeLike, shown_and_state
from cubecsp.questions.asking.known_cube import with_hints
from cubecsp.questions.asking.parameter import Param
from cubecsp.questions.asking.shared_parameters import (
    LONG_SEARCHES,
    MOST_THREADS,
    After,
    Link,
    MaxLength,
    MaxNodes,
    MetricName,
    PruningTable,
    TimeLimit,
    Turns,
)
from cubecsp.questions.asking.value_kinds import OneOf, Whole
from cubecsp.questions.moving.moves import (
    BREADTH_FIRST,
    OPTIONS,
    MoveSearch,
    require_for_other_puzzles,
)
from cubecsp.questions.moving.playing import setup_of, with_link
from cubecsp.questions.moving.state_moves import StateSolver
from cubecsp.questions.moving.turn_groups import note_on_turns
from cubecsp.search import METHODS, method_for_size
from cubecsp.search.named_moves import named_moves
from cubecsp.search.solution import require_reachable

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern

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
        return self._outcome() + self.checkpoint_sentence()

    def _outcome(self) -> str:
        """Return the sentence with the number of solved cubes, or of solutions."""
        taken = in_seconds(self.seconds)
        if self.query["question"] == "solve_all":
            return self._solutions_in_words(taken)
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
        return f"{result}{self._ending} ({taken})."

    def _solutions_in_words(self, taken: str) -> str:
        result, alone = plural(len(self), "shortest solution"), len(self) == 1
        merged = UP_TO_COMMUTING if self.query["up_to_commuting"] else ""
        merged += ", up to turns of the last layer" if self.query.get("same_under") else ""
        if (most := self.query.get("up_to")) is not None:
            result = f"{plural(len(self), 'solution')} of up to {plural(most, 'move')}{merged}"
            if self.status is Status.COMPLETE:
                return f"{result}; {'it is unique' if alone else 'there are no others'} ({taken})."
        if self.status is Status.COMPLETE:
            first = self.cubes[0]
            length = first.turns
            if first.sequence is not None:
                length = plural(len(first.sequence), "move")
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
        "link",
        "after",
    )
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("ignore_orientation",)

    kept: ClassVar[tuple[str, ...]] = ("search", "made_before")
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
            group=LONG_SEARCHES,
            http=None,
        ),
    ] = None
    turns: Turns = None
    pruning_table: PruningTable = None
    link: Link = None
    after: After = None
    time_limit: TimeLimit = None

    @cached_property
    def search(self) -> MoveSearch:
        """The search for moves.

        Raises:
            InputError: the method does not have an option that is given.
        """
        return MoveSearch.choose(self.method, every=self.every, **self._options)

    @cached_property
    def made_before(self) -> NissMoves | None:
        """The moves that were made already; None if there are none."""
        return None if self.after is None else NissMoves.parse(self.after)

    @property
    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("metric", *OPTIONS)}

    def require(self) -> None:
        """Make sure that methods for these cubes have the options that are given."""
        super().require()
        if self.other is not None:
            if self.every and self.method not in (None, BREADTH_FIRST):
                raise InputError(
                    f"method {self.method} does not list all shortest solutions of other puzzles",
                    f"{BREADTH_FIRST} does",
                )
            require_for_other_puzzles(self.method)
            return
        if self.method is not None and not METHODS[self.method].sizes:
            raise InputError(f"{self.method} solves other puzzles only", "leave out the method")
        _ = self.search, self.made_before
        self._refuse_for_sole_method()
        if self.turns is not None:
            for puzzle in dict.fromkeys(cube.puzzle for cube in self.states):
                named_moves(self.turns, puzzle)

    @cached_property
    def solver(self) -> StateSolver:
        """What finds moves for states of a puzzle that is not a cube."""
        return StateSolver(self.explored, self.method)

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
        state = solvable(state, stickers)
        if self.made_before is not None:
            state = self.made_before.reached_from(state)
            stickers = Facelets(state.facelets, stickers.scheme)
        return stickers, state

    def blank(self, facelets: Facelets, cube: State) -> CubeReport:
        """Return the report of a cube without moves, in the letters of the given stickers."""
        partial = facelets if UNKNOWN in facelets.letters else None
        scheme, after = facelets.scheme, self.made_before
        return CubeReport(cube.facelets, cube, scheme=scheme, given=partial, after=after)

    def linked(self, report: CubeReport, number: int = 0) -> CubeReport:
        """Return the report of a solved cube, with the link that the user asks for."""
        given = self.link is not None and self.after is None
        return with_link(report, self.link, setup_of(self, number) if given else "")

    def details(self) -> dict[str, Any]:
        """Return also the methods that the sizes of the cubes need."""
        if self.other is not None:
            used = [BREADTH_FIRST] if self.every else self.solver.methods
            return {"method": ", ".join(used), **super().details()}
        sizes = dict.fromkeys(cube.puzzle.size for cube in self.states)
        methods = (self.search.sole(size) or self.search.by for size in sizes)
        names = ", ".join(dict.fromkeys(method.name for method in methods))
        method = names or self.search.method
        return {"method": method, **super().details(), **note_on_turns(self)}

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
                    option = name.replace("_", " ")
                    what = f"a {puzzle.name} takes no {option}"
                    if name == "method":
                        what = f"{value} cannot solve a {puzzle.name}"
                    remedy = f"leave out the {option}: {sole.name} gives {sole.summary}"
                    if self.every and not sole.lists_all:
                        remedy = f"leave out the {option}: {BREADTH_FIRST} then lists all solutions"
                    raise InputError(what, remedy)


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
