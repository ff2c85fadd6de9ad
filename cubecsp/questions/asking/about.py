"""What questions are about: rules, or cubes; the parameters that go with them, and what is made of these."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from cubecsp.errors import InputError
from cubecsp.puzzle.puzzle import CubePuzzle, Puzzle, cube_puzzle
from cubecsp.questions.answer import Answer
from cubecsp.questions.asking.param import parameters
from cubecsp.questions.asking.query import Streamed
from cubecsp.questions.asking.shared import (
    Format,
    ManyCubes,
    Order,
    PuzzleAsked,
    RuleTexts,
    Scheme,
    SizeAsked,
    SizeRead,
    TurnsOfPuzzle,
    Unseen,
)
from cubecsp.questions.given import CubeLike, each_of, pattern_of
from cubecsp.questions.reader import Reader

if TYPE_CHECKING:
    from cubecsp.definitions.pieces import KPuzzle
    from cubecsp.models.pattern import Pattern

__all__ = ["AboutCubes", "AboutPuzzles", "AboutRules", "about_puzzle"]

A_co = TypeVar("A_co", bound=Answer, covariant=True)
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutRules(Streamed[A_co]):
    """A question about the cubes that satisfy some rules.

    Attributes:
        rules: the rules, as they were given; `pattern` is what they state.
    """

    rules: RuleTexts = field(default=(), kw_only=False)
    size: SizeAsked = None

    @property
    def asked_about(self) -> Puzzle | int | None:
        """The puzzle that it is about, or the size of the cube; None for what the rules say."""
        return self.size

    @cached_property
    def pattern(self) -> Pattern:
        """What the rules state together, about the puzzle.

        Raises:
            InputError: a text is malformed, or rules are about different cubes.
        """
        return pattern_of(self.rules, self.asked_about, getattr(self, "allow", ()))

    def require(self) -> None:
        """Make sure that there is such a pattern, and that every rule makes sense on its puzzle."""
        for rule in self.pattern.rules:
            rule.require(self.pattern.puzzle)

    def echo(self, name: str, value: Any) -> Any:
        """Return the rules as they are written."""
        if name == "rules":
            return [str(rule) for rule in self.pattern.rules]
        return super().echo(name, value)

    def details(self) -> dict[str, Any]:
        """Return the size of the cube, and the name of the model if the rules are one."""
        named = {"model": self.pattern.name} if self.pattern.name else {}
        return {**about_puzzle(self.pattern.puzzle), **named, **super().details()}


def about_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a query says of its puzzle: the size of a cube, else the name."""
    if isinstance(puzzle, CubePuzzle):
        return {"size": puzzle.size}
    return {"puzzle": puzzle.name}


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutPuzzles(AboutRules[A_co]):
    """A question about the cubes, or states of other puzzles, that satisfy some rules.

    Attributes:
        puzzle: the puzzle, if it is not a cube; `pattern` is about what is left of it by `turns` and `unseen`.
    """

    puzzle: PuzzleAsked = None
    turns: TurnsOfPuzzle = None
    unseen: Unseen = ()

    @property
    def asked_about(self) -> Puzzle | int | None:
        """The puzzle that it is about, or the size of the cube; None for what the rules say."""
        return self.size if self.puzzle is None else self._other

    @cached_property
    def _other(self) -> KPuzzle:
        assert self.puzzle is not None
        assert not isinstance(self.puzzle, str)  # since it was checked
        seen = self.puzzle.hiding(self.unseen) if self.unseen else self.puzzle
        return seen.using(self.turns) if self.turns else seen

    def require(self) -> None:
        """Make sure that the puzzle is given once, and what is said of it makes sense."""
        if self.puzzle is not None and self.size is not None:
            raise InputError("a puzzle and the size of a cube", "give one of the two")
        if self.puzzle is None and (self.turns or self.unseen):
            raise InputError(
                "turns and unseen orbits are parts of a puzzle that is not a cube",
                "name it: --puzzle NAME, or puzzle=",
            )
        super().require()
        if self.puzzle is not None:
            self._other.require_moving()


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class AboutCubes(Streamed[A_co], Generic[A_co, T]):
    """A question about one cube or several, which it may read from texts; `T` is what it makes of each.

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
    def reader(self) -> Reader:
        """How texts are read."""
        puzzle = None if self.size is None else cube_puzzle(self.size)
        return Reader(self.format, puzzle, self.order, self.scheme)

    @abstractmethod
    def take(self, cube: CubeLike) -> T:
        """Return what the question makes of a cube.

        Raises:
            InputError: it cannot be asked about this one.
        """

    @cached_property
    def taken(self) -> tuple[T, ...]:
        """What it makes of all cubes; errors as for `take`."""
        if self.cubes == () and not parameters(type(self))["cubes"].kind.several:
            raise InputError("there is no cube", "give one")
        return tuple(self.take(self.read(cube)) for cube in each_of(self.cubes))

    def read(self, cube: CubeLike) -> CubeLike:
        """Return a cube; of a text, what it says; errors as for `cubecsp.read`."""
        return self.reader.read(cube) if isinstance(cube, str | bytes) else cube

    def about(self, cubes: CubeLike | Iterable[CubeLike], taken: Iterable[T]) -> Self:
        """Return the same question about one cube or several, of which `taken` was made already.

        Raises:
            InputError: it cannot be asked about so many, or about these together.
        """
        found = object.__new__(type(self))
        same = {*(one.name for one in fields(self)), *self.kept}
        vars(found).update({name: value for name, value in vars(self).items() if name in same})
        vars(found).update(cubes=parameters(type(self))["cubes"].check(cubes), taken=tuple(taken))
        found.require()
        return found

    def echo(self, name: str, value: Any) -> Any:
        """Return of the cubes how many there are: the answer shows them."""
        return len(self.taken) if name == "cubes" else super().echo(name, value)
