"""The common parameters of questions that search for cubes, and the values derived from these."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.models.engines import (
    Engine,
    changed_options,
    load_engine,
    require_hints,
    require_programs,
    require_size,
    require_threads,
)
from cubecsp.puzzle.core.arrangement import Arrangement
from cubecsp.puzzle.cube.cube_puzzle import cube_of
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.questions.answers.answer import Answer, CubeReport
from cubecsp.questions.asking.about import AboutPuzzles
from cubecsp.questions.asking.cubes_and_rules import CubeLike, shown_and_state
from cubecsp.questions.asking.parameter import Cli, Param, callback
from cubecsp.questions.asking.query import StreamedQuery
from cubecsp.questions.asking.shared_parameters import (
    AUTO,
    Allow,
    EngineName,
    EngineOptions,
    Link,
    MaxLength,
    MaxNodes,
    MetricName,
    OnFound,
    OnProgress,
    PruningTable,
    SchemeShown,
    SomeRules,
    Threads,
    TimeLimit,
    at_most,
)
from cubecsp.questions.asking.value_kinds import CubeValues, Flag, OneOf, Whole
from cubecsp.questions.moving.moves import BREADTH_FIRST, MoveSearch, require_for_other_puzzles
from cubecsp.search import METHODS
from cubecsp.work.executor import Executor

if TYPE_CHECKING:  # without a request for moves, nothing that finds them is loaded
    from cubecsp.questions.moving.moves import MoveSearch

__all__ = ["LIMIT", "SORTS", "ByEngine", "SearchQuery", "WithMoves"]

A_co = TypeVar("A_co", bound=Answer, covariant=True)

SORTS = ("length",)
"""The criteria by which found cubes can be sorted."""

LIMIT = at_most("cubes, or classes if these are asked for")
"""The parameter `limit` of questions that can list classes."""

_SEARCH = "search"
_MOVES = "moves"


@frozen(kw_only=True)
class ByEngine(StreamedQuery[A_co]):
    """A question for cubes that an engine finds."""

    limit: Annotated[int | None, at_most("cubes")] = None
    engine: EngineName = AUTO
    engine_options: EngineOptions = ()
    use_symmetry: Annotated[
        bool,
        Param(
            "let the engine find one cube of each orbit under the symmetries of the rules, and not every cube "
            "by itself",
            Flag(),
            group=_SEARCH,
            cli=Cli(
                ("--no-symmetry",),
                help="let the engine find every cube by itself, not just one of each orbit",
            ),
        ),
    ] = True
    seed: Annotated[
        int | None,
        Param(
            "give the cubes in a random order that depends on this seed only",
            Whole(0, metavar="S"),
            usual="as found",
            group=_SEARCH,
        ),
    ] = None
    hint: Annotated[
        "CubeLike | None",
        Param(
            "a cube near which the search starts",
            CubeValues(several=False),
            group=_SEARCH,
        ),
    ] = None
    threads: Threads = 1
    time_limit: TimeLimit = None
    on_progress: OnProgress = callback()


@frozen(kw_only=True)
class SearchQuery(ByEngine[A_co], AboutPuzzles[A_co]):
    """A question for cubes that satisfy some rules."""

    rules: SomeRules = field(default=(), kw_only=False)
    limit: Annotated[int | None, LIMIT] = None
    classes: Annotated[
        bool,
        Param(
            "give one cube of each class under the 48 symmetries, with its size",
            Flag(),
        ),
    ] = False
    allow: Allow = ()

    def require(self) -> None:
        """Make sure that the engine takes such cubes, and can use its options."""
        super().require()
        engine, puzzle = self.chosen, self.pattern.puzzle
        if self.puzzle is not None and self.classes:
            raise InputError("symmetry classes apply to cubes only", "leave classes out")
        require_threads(engine, self.threads)
        require_size(engine, puzzle)
        if any(rule.alone for rule in self.pattern.rules):
            require_programs(engine, self.pattern.with_programs)
        if self.near is None:
            return
        require_hints(engine)
        if self.near.puzzle is not puzzle:
            raise InputError(
                f"the hint is a {self.near.puzzle.name}, and the question is about a {puzzle.name}",
                "give a cube of the same size",
            )
        if self.seed is not None:
            raise InputError(
                "a hint and a seed cannot be given together",
                "give one of the two",
            )

    @cached_property
    def chosen(self) -> Engine:
        """The engine that the user asks for, with its options."""
        return load_engine(self.engine, self.engine_options)

    @cached_property
    def near(self) -> Arrangement | None:
        """The cube, or state of another puzzle, near which to start."""
        if self.hint is None:
            return None
        return self.solvable_state(self.hint) if self._drawn is None else self._drawn[1]

    @cached_property
    def _drawn(self) -> tuple[Facelets, State] | None:
        """The stickers of the cube near which to start, and the cube; None if there is none."""
        if self.hint is None or self.puzzle_used is not None:
            return None
        return shown_and_state(self.hint)

    @property
    def given_holding(self) -> str | None:
        """The whole-cube orientation of the hint, if it is a cube in an orientation other than that at the start."""
        holding = FACES if self._drawn is None else self._drawn[0].holding
        return None if holding == FACES else holding

    @property
    def executor(self) -> Executor | None:
        """The executor of a search in tasks, with its file; None if the user does not ask for one."""
        return None

    def as_json(self, name: str, value: Any) -> Any:
        """Return the stickers of the hint, and the options of the engine that differ from their defaults."""
        if name == "hint" and self.near is not None:
            return self._drawn[0].written if self._drawn else CubeReport.of(self.near).facelets
        if name == "engine_options":
            return changed_options(self.chosen)
        return super().as_json(name, value)

    def details(self) -> dict[str, Any]:
        """Return the noun that a limit counts, and the number of symmetries used, once it is known."""
        counts = "classes" if self.classes or self.same else "cubes"
        return {"limit_counts": counts, "symmetries": None, **super().details()}

    def using(self, engine: Engine, reason: str, symmetries: int) -> Mapping[str, Any]:
        """Return the same query with new facts about it.

        Args:
            engine: the engine at work.
            reason: the reason why `auto` chose it; empty if the user named it.
            symmetries: the symmetries used.
        """
        packages = () if engine.distribution is None else (engine.distribution,)
        why = {"engine_reason": reason} if reason else {}
        return self.learning(*packages, engine=engine.name, symmetries=symmetries, **why)


@frozen(kw_only=True)
class WithMoves(SearchQuery[A_co]):
    """A question for cubes and, if the user asks for them, the moves that make and solve them."""

    of_cubes: ClassVar[tuple[str, ...]] = (
        *AboutPuzzles.of_cubes,
        "metric",
        "max_length",
        "pruning_table",
        "link",
    )

    solve: Annotated[
        str | None,
        Param(
            "add the moves that make and solve each cube, found by this method; `about methods` lists them",
            OneOf(lambda: METHODS, "method"),
            group=_MOVES,
        ),
    ] = None
    metric: MetricName = "htm"
    max_length: MaxLength = None
    max_nodes: MaxNodes = None
    pruning_table: PruningTable = None
    link: Link = None
    sort: Annotated[
        str | None,
        Param(
            "sort the cubes by the length of their moves",
            OneOf(lambda: SORTS, "order"),
            usual="as they are found",
            group=_MOVES,
        ),
    ] = None
    scheme: SchemeShown = None
    on_found: OnFound = callback()

    def require(self) -> None:
        """Make sure that the method takes its options, and that sorted cubes have moves."""
        super().require()
        if self.with_moves:
            self._require_moves()
        elif self.sort is not None:
            raise InputError(
                f"{'cubes' if self.other is None else 'states'} cannot be sorted by the length of moves that are not "
                "asked for",
                f"ask for them: {spelled('solve', self._usual_method)}",
            )

    @property
    def with_moves(self) -> bool:
        """Whether the user asks for moves."""
        asked = (self.solve, self.max_length, self.max_nodes, self.pruning_table, self.link)
        return asked != (None,) * len(asked) or self.metric != "htm"

    def _require_moves(self) -> None:
        if self.other is None:
            self.moves.for_size(cube_of(self.pattern.puzzle).size)
            return
        require_for_other_puzzles(self.solve)

    @property
    def _usual_method(self) -> str:
        return "two-phase" if self.other is None else BREADTH_FIRST

    @cached_property
    def moves(self) -> "MoveSearch":
        """The search for moves of cubes."""
        return MoveSearch.choose(
            self.solve,
            metric=self.metric,
            max_length=self.max_length,
            max_nodes=self.max_nodes,
            pruning_table=self.pruning_table,
        ).for_results()

    def details(self) -> dict[str, Any]:
        """Return the method that finds moves, and its demands: by default 20 turns are enough."""
        if not self.with_moves:
            return super().details()
        if self.other is not None:
            return {"solve": self.solve or self._usual_method, **super().details()}
        method, options = self.moves.for_size(cube_of(self.pattern.puzzle).size)
        return {"solve": method.name, **options, **super().details()}
