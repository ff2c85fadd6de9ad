"""The common parameters of questions about rules, cubes and states of other puzzles."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.frozen import frozen
from cubecsp.interface import spelled
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.holding import holding_of
from cubecsp.puzzle.cube.notation import held_after
from cubecsp.puzzle.cube.sizes import cube_name
from cubecsp.puzzle.definitions.subject import subject_of
from cubecsp.questions.answers.answer import Answer
from cubecsp.questions.asking.cubes_and_rules import CubeLike, each_of, pattern_of
from cubecsp.questions.asking.parameter import parameters
from cubecsp.questions.asking.query import StreamedQuery
from cubecsp.questions.asking.reader import Reader, StateReader
from cubecsp.questions.asking.shared_parameters import (
    Format,
    IgnoreOrientation,
    ManyCubes,
    Order,
    PuzzleAsked,
    RuleTexts,
    Scheme,
    SizeAsked,
    SizeRead,
    TurnsOfPuzzle,
)
from cubecsp.stopping.deadline import current

if TYPE_CHECKING:
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.models.core.projection import Projection
    from cubecsp.models.core.sameness import Sameness
    from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
    from cubecsp.puzzle.states.state_search import StateSearch

__all__ = [
    "AboutCubes",
    "AboutPuzzles",
    "AboutRules",
    "AboutStates",
    "OfPuzzle",
    "about_puzzle",
    "subject_in_sentences",
]

A_co = TypeVar("A_co", bound=Answer, covariant=True)
T = TypeVar("T")


@frozen(kw_only=True)
class OfPuzzle(StreamedQuery[A_co]):
    """A question about cubes, or about another puzzle.

    If the puzzle named is a cube, such as 4×4×4, it means the size.

    Attributes:
        of_cubes: the parameters that only cubes have.
        of_other_puzzles: the parameters that only other puzzles have.
    """

    of_cubes: ClassVar[tuple[str, ...]] = ("size",)
    of_other_puzzles: ClassVar[tuple[str, ...]] = ("turns", "ignore_orientation")

    puzzle: PuzzleAsked = None
    ignore_orientation: IgnoreOrientation = ()

    @cached_property
    def other(self) -> KPuzzle | None:
        """The puzzle if it is not a cube, without ignored orientations.

        Raises:
            InputError: there are no such orbits.
        """
        puzzle = cast("KPuzzle | None", self.puzzle)  # it has been checked
        if puzzle is None or not self.ignore_orientation:
            return puzzle
        return puzzle.ignoring(self.ignore_orientation)

    @property
    def puzzle_used(self) -> KPuzzle | None:
        """The puzzle that is not a cube, in the form that its states have."""
        return self.other

    @property
    def subject(self) -> str:
        """The puzzle that is not a cube, for sentences: see `Answer.subject`."""
        return subject_in_sentences(self.puzzle_used or CUBE)

    def require(self) -> None:
        """Make sure that the puzzle is named once, and that all given parameters apply to it."""
        if isinstance(self.puzzle, CubePuzzle):
            self._take_size(self.puzzle.size)
        elif self.puzzle is not None and getattr(self, "size", None) is not None:
            raise InputError(
                "a puzzle and the size of a cube are both given", "give one of the two"
            )
        known = parameters(type(self))
        for name in self.of_other_puzzles if self.puzzle is None else self.of_cubes:
            if name in known and getattr(self, name) != known[name].default:
                which = "puzzles that are not cubes" if self.puzzle is None else "cubes"
                remedy = f"name one with {spelled('puzzle')}" if self.puzzle is None else ""
                if remedy and name == "turns":
                    remedy += ", or ask `describe` for the group of these turns of a cube"
                raise InputError(f"the parameter {name} is for {which}", remedy or "leave it out")
        super().require()
        _ = self.other

    def details(self) -> dict[str, Any]:
        """Return also, for a puzzle that is not a cube, whether it comes with cubecsp."""
        about = {} if self.puzzle_used is None else about_puzzle(self.puzzle_used)
        return {**about, **super().details()}

    def _take_size(self, size: int) -> None:
        asked_size = getattr(self, "size", None)
        if asked_size not in (None, size):
            raise InputError(
                f"a {cube_name(size)} is not of size {asked_size}", "give one of the two"
            )
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "puzzle", None)


@frozen(kw_only=True)
class AboutRules(StreamedQuery[A_co]):
    """A question about the cubes that satisfy some rules.

    Attributes:
        rules: the rules as given; `pattern` is the pattern that they state.
    """

    rules: RuleTexts = field(default=(), kw_only=False)
    size: SizeAsked = None

    @property
    def asked_about(self) -> Puzzle | int | None:
        """The puzzle that it is about, or the size of the cube; None for what the rules say."""
        return self.size

    @property
    def subject(self) -> str:
        """The puzzle of its cubes, for sentences: see `Answer.subject`."""
        return subject_in_sentences(self.pattern.puzzle)

    @cached_property
    def pattern(self) -> Pattern:
        """The pattern that the rules state together, about the puzzle.

        Raises:
            InputError: a text is malformed, or rules are about different cubes.
        """
        pattern = pattern_of(self.rules, self.asked_about, getattr(self, "allow", ()))
        held = self.given_holding or pattern.holding
        if held != pattern.holding != FACES:
            raise InputError(
                "the hint and a drawing among the rules show cubes in different whole-cube orientations",
                "hold both in the same way",
            )
        return pattern.held(held)

    @property
    def given_holding(self) -> str | None:
        """The whole-cube orientation of the given cube whose letters the rules use, if there is one."""
        return None

    @property
    def letters(self) -> str:
        """The characters in which answers write the colours of the faces of their cubes."""
        holding = self.given_holding or self.pattern.holding
        return held_after(getattr(self, "scheme", None) or FACES, holding)

    def require(self) -> None:
        """Make sure that there is such a pattern, and that every rule applies to its puzzle."""
        super().require()
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)

    def as_json(self, name: str, value: Any) -> Any:
        """Return the rules as they are written."""
        if name == "rules":
            return [str(rule) for rule in self.pattern.rules]
        return super().as_json(name, value)

    def details(self) -> dict[str, Any]:
        """Return the size of the cube, and the name of the pattern if the rules are one."""
        named = {"pattern": self.pattern.name} if self.pattern.name else {}
        return {**about_puzzle(self.pattern.puzzle), **named, **super().details()}


def about_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return the entry of a query for its puzzle: the size of a cube, or the name of another puzzle."""
    if isinstance(puzzle, CubePuzzle):
        return {"size": puzzle.size}
    from cubecsp.puzzle.definitions.puzzle_data import is_built_in

    origin = cast("KPuzzle", puzzle).origin
    return {"puzzle": puzzle.name, "built_in": is_built_in(origin)}


def subject_in_sentences(puzzle: Puzzle) -> str:
    """Return the words after the noun for cubes or states, with a space in front: nothing for the usual 3×3×3."""
    return "" if puzzle is CUBE else f" {subject_of(puzzle)}"


@frozen(kw_only=True)
class AboutPuzzles(AboutRules[A_co], OfPuzzle[A_co]):
    """A question about the cubes, or states of other puzzles, that satisfy some rules."""

    turns: TurnsOfPuzzle = None

    @property
    def asked_about(self) -> Puzzle | int | None:
        """The puzzle that it is about, or the size of the cube; None for what the rules say."""
        return self.size if self.puzzle is None else self.puzzle_used

    @cached_property
    def puzzle_used(self) -> KPuzzle | None:
        """The puzzle that is not a cube, with the moves that may be used."""
        return self.other.using(self.turns) if self.other is not None and self.turns else self.other

    @cached_property
    def projection(self) -> Projection | None:
        """The part in which cubes have to differ to count as two; None for the whole cube.

        Raises:
            InputError: something is asked that does not go with them; the puzzle is not a cube, or has no such part.
        """
        parts = getattr(self, "project", None)
        if (parts := self._part_shown if parts is None else parts) is None:
            return None
        from cubecsp.models.rules.projection import projection_of

        self._go_without("a projection", "project")
        return projection_of(parts, self.pattern.puzzle)

    @cached_property
    def same(self) -> Sameness | None:
        """What makes two cubes the same, so that they are in one class; None if the question does not say.

        Raises:
            InputError: something is asked that does not go with it; the puzzle has no such transformations.
        """
        if not (ways := getattr(self, "same_under", ())):
            return None
        from cubecsp.models.core.sameness import Sameness

        self._go_without("same_under", "same_under")
        return Sameness(self.pattern, ways, self.projection)

    @cached_property
    def _part_shown(self) -> str | None:
        """The part by which cubes are the same if the sets that rules name ignore the rest; None if it is all."""
        if not getattr(self, "same_under", ()) or getattr(self, "project", None) is not None:
            return None
        from cubecsp.models.cases import PART_SHOWN, ignored_by

        ignored = ignored_by(self.pattern.rules)
        return PART_SHOWN[ignored[0]] if ignored and self.pattern.puzzle is CUBE else None

    def details(self) -> dict[str, Any]:
        """Return also, if sets that rules name ignore something, a note on what is compared instead."""
        if (part := self._part_shown) is None:
            return super().details()
        from cubecsp.models.cases import ignored_by, sets_in

        sets = " and ".join(dict.fromkeys(one.name for one in sets_in(self.pattern.rules)))
        ignored = ignored_by(self.pattern.rules)[0]
        note = f"{sets} ignores the {ignored}: cubes are compared by {part}"
        return {"note": note, "project": part, **super().details()}

    def _go_without(self, what: str, parameter: str) -> None:
        """Make sure that nothing is asked that does not go with a parameter."""
        for name in ("classes", "estimate", "resume", "cluster"):
            if getattr(self, name, None):
                raise InputError(
                    f"{what} goes without {name}",
                    f"leave out {spelled(name)}, or {spelled(parameter)}",
                )

    @cached_property
    def explored(self) -> StateSearch:
        """The search for moves of a puzzle that is not a cube."""
        from cubecsp.puzzle.states.state_search import StateSearch

        assert self.puzzle_used is not None
        return StateSearch(self.puzzle_used, max_nodes=getattr(self, "max_nodes", None))

    def solvable_state(self, cube: CubeLike) -> KPattern:
        """Return a solvable state of a puzzle that is not a cube.

        Raises:
            InputError: it is not a state of the puzzle, or it is not solvable.
            LimitError: a limit came before this was decided.
        """
        assert self.puzzle_used is not None
        state: Any = StateReader(self.puzzle_used).state_of(cube)
        verdict = self.explored.verdict(state, current())
        if not verdict.reachable:
            raise InputError(
                f"unsolvable state {excerpt(str(state))}: {verdict.reasons[0]}",
                "`repair` gives the nearest solvable states",
            )
        if name := state.puzzle.rotations[self.explored.frame(state)]:
            raise InputError(
                f"{excerpt(str(state))} is turned as a whole ({name}), which this question does not allow",
                "turn it back",
            )
        return cast("KPattern", state)

    def require(self) -> None:
        """Make sure that the rules apply, and that some move has an effect."""
        super().require()
        _ = self.same, self.projection
        if self.other is not None:
            self.other.require_moving()


@frozen(kw_only=True)
class AboutCubes(StreamedQuery[A_co], Generic[A_co, T]):
    """A question about one cube or several, which it may read from texts; `T` is its form of each.

    Attributes:
        kept: the cached properties that do not depend on the cubes.
    """

    kept: ClassVar[tuple[str, ...]] = ()

    cubes: ManyCubes = field(kw_only=False)
    format: Format = None
    order: Order = None
    size: SizeRead = None
    scheme: Scheme = None

    @property
    def reader(self) -> Reader | StateReader:
        """The reader of texts."""
        return self.cube_reader

    @property
    def cube_reader(self) -> Reader:
        """The reader of texts that state cubes."""
        puzzle = None if self.size is None else cube_puzzle(self.size)
        return Reader(self.format, puzzle, self.order, self.scheme)

    @abstractmethod
    def take(self, cube: CubeLike) -> T:
        """Return a cube in the form in which the question uses it.

        Raises:
            InputError: it cannot be asked about this one.
        """

    def holding_of(self, stickers: Facelets) -> str:
        """Return the whole-cube orientation of a cube: rules use the letters of this cube."""
        return holding_of(stickers.scheme, self.scheme or FACES)

    @cached_property
    def taken(self) -> tuple[T, ...]:
        """All cubes in the form that `take` returns; errors as for it."""
        if self.cubes == () and not parameters(type(self))["cubes"].kind.several:
            raise InputError("no cube is given", "give one")
        return tuple(self.take(self.read(cube)) for cube in each_of(self.cubes))

    def read(self, cube: CubeLike) -> CubeLike:
        """Return a cube; read it if it is a text, or a KPattern as a mapping; errors as for `cubecsp.read`."""
        if isinstance(cube, Mapping):
            cube = json.dumps(dict(cube))
        read: Any = self.reader.read(cube) if isinstance(cube, str | bytes) else cube
        result: CubeLike = read
        return result

    def about(self, cubes: CubeLike | Iterable[CubeLike], taken: Iterable[T]) -> Self:
        """Return the same question about one cube or several that `take` has returned.

        Raises:
            InputError: it cannot be asked about this many cubes, or about these together.
        """
        result = object.__new__(type(self))
        same = {*(one.name for one in fields(self)), *self.kept, "other", "puzzle_used", "explored"}
        vars(result).update({name: value for name, value in vars(self).items() if name in same})
        vars(result).update(cubes=parameters(type(self))["cubes"].check(cubes), taken=tuple(taken))
        result.require()
        return result

    def as_json(self, name: str, value: Any) -> Any:
        """Return, instead of the cubes, their number: the answer shows the cubes."""
        return len(self.taken) if name == "cubes" else super().as_json(name, value)


@frozen(kw_only=True)
class AboutStates(OfPuzzle[A_co], AboutCubes[A_co, T], Generic[A_co, T]):
    """A question about one cube or several, or about states of another puzzle, given as `KPattern`."""

    of_cubes: ClassVar[tuple[str, ...]] = ("format", "order", "size", "scheme")

    in_part: ClassVar[bool] = False
    """Whether states may be partly known: they are `PartialState` then."""

    cubes: ManyCubes = field(kw_only=False)

    def require(self) -> None:
        """Make sure that the moves that may be used exist."""
        super().require()
        if self.other is not None:
            _ = self.explored

    @property
    def reader(self) -> Reader | StateReader:
        """The reader of texts."""
        return (
            self.cube_reader if self.puzzle_used is None else self._state_reader(self.puzzle_used)
        )

    def _state_reader(self, puzzle: KPuzzle) -> StateReader:
        return StateReader(puzzle, in_part=self.in_part)

    @abstractmethod
    def take_cube(self, cube: CubeLike) -> T:
        """Return a cube in the form in which the question uses it.

        Raises:
            InputError: it cannot be asked about this one.
        """

    def take_state(self, state: Any) -> None:
        """Make sure that the question can be asked about a state of another puzzle.

        Raises:
            InputError: it cannot.
        """

    def take(self, cube: CubeLike) -> T:
        """Return a cube in the form in which the question uses it; for another puzzle, the state."""
        if self.puzzle_used is None:
            return self.take_cube(cube)
        state: Any = self._state_reader(self.puzzle_used).state_of(cube)
        self.take_state(state)
        taken: T = state
        return taken

    @cached_property
    def explored(self) -> StateSearch:
        """The search that answers the question about a puzzle that is not a cube."""
        from cubecsp.puzzle.states.state_search import StateSearch

        assert self.other is not None
        return StateSearch(
            self.other, getattr(self, "turns", None), getattr(self, "max_nodes", None)
        )
