"""The interface of ways to count and to draw: question, steps, and descriptions."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from cubecsp.frozen import frozen
from cubecsp.models.core.feasibility import contradiction
from cubecsp.models.core.hold import holding_constraints, preserving_hold
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.projection import Projection
from cubecsp.models.core.sameness import Sameness
from cubecsp.models.counting.structure import Structure, structure_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.sizes import ANY_SIZE
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.work.executor import HERE, Executor

if TYPE_CHECKING:
    from cubecsp.models.sampling.sample_source import Numbering, SampleSource
    from cubecsp.puzzle.cube.batch import CubeArray, Flags


PRECISE = 0.1
"""The largest distance of the ends of the interval from an estimate, as a share of it, if no samples are asked for."""

CONFIDENCE = 0.95
"""The probability, at least approximately, that the interval of an estimate contains the true number."""


@frozen
class Artefact:
    """Numbers that are worth keeping from one process to the next.

    Attributes:
        name: what they are: letters, digits and `-`.
        version: raised whenever the same question would give other numbers.
        question: what they belong to, as a checksum.
        size: in bytes.
    """

    name: str
    version: int
    question: str
    size: int


class Keeper(ABC):
    """A store for such numbers; an object that can be pickled."""

    @abstractmethod
    def bytes_of(self, artefact: Artefact) -> memoryview | None:
        """Return the stored bytes of an artefact, unchanged; None if it is not there."""

    @abstractmethod
    def store(self, artefact: Artefact, payload: bytes) -> None:
        """Keep it, if possible."""


@frozen
class Question:
    """The question of how many cubes satisfy a pattern.

    Attributes:
        pattern: the rules.
        classes: whether symmetry classes are counted too.
        executor: what does tasks, and remembers them.
        seed: of the random numbers, 0 to 2⁶⁴ − 1.
        samples: how many are drawn; None for as many as a way to estimate draws by itself.
        keeper: where numbers that take long are kept; None for nowhere.
        max_nodes: how many states of a puzzle that is not a cube may be looked at; None for as many as fit into memory.
        projection: a part of the cube: cubes that agree in it count once. None if every cube counts.
        same: what makes cubes the same, if classes are counted in that sense; `classes` has another.
        pilot: whether an estimate is given up if the first samples show that it would be too rough.
    """

    pattern: Pattern
    classes: bool = False
    executor: Executor = HERE
    seed: int = 0
    samples: int | None = None
    keeper: Keeper | None = None
    max_nodes: int | None = None
    pilot: bool = False
    projection: Projection | None = None
    same: Sameness | None = None

    @property
    def threads(self) -> int:
        """The number of threads of this process that may work."""
        return self.executor.threads

    @property
    def puzzle(self) -> CubePuzzle:
        """The cube that it is about.

        Raises:
            InputError: it is about another puzzle: see `pattern`.
        """
        return cube_of(self.pattern.puzzle)

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """The primitives, including those of its orientation, but without the parts that only filters state."""
        return (*holding_constraints(self.pattern.puzzle), *self.pattern.primitives)

    @cached_property
    def contradiction(self) -> str | None:
        """Why no cube satisfies the rules, as a clause; None if that is not cheap to see."""
        return contradiction(self.primitives, self.pattern.puzzle)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that preserve the question, as far as can be seen: a group, identity first."""
        group = SYMMETRIES[:1] if self.projection else self.pattern.symmetries
        return preserving_hold(group, self.pattern.puzzle)

    @property
    def has_all_symmetries(self) -> bool:
        """Whether all 48 symmetries preserve it."""
        return len(self.symmetries) == len(SYMMETRIES)

    @property
    def text(self) -> str:
        """The question in the words of the user."""
        puzzle = self.pattern.puzzle
        size = "" if puzzle is CUBE else f" --size {cube_of(puzzle).size}"
        return f"count {self.pattern}{size}{' --classes' if self.classes else ''}"

    def passing(self, rows: CubeArray) -> Flags:
        """Return for each row of `cubecsp.puzzle.cube.batch` whether its cube satisfies the rules, each by its own check."""
        from cubecsp.puzzle.cube.batch import Batch  # numpy is loaded only when needed

        return Batch(rows, self.pattern.puzzle).passing(
            [rule.holds_in for rule in self.pattern.cheapest_first]
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments, for other processes, since the rest follows from them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def structure(self) -> Structure:
        """The demands of the primitives on each slot, and on several together."""
        return structure_of(self.primitives, self.puzzle)


@frozen
class ExactCount:
    """An exact answer.

    Attributes:
        number: of cubes.
        classes: how many symmetry classes they form; None if that was not asked, or cannot be found in this
            way.
        symmetries: under how many symmetries.
        under: under what, in words, if not under symmetries alone.
    """

    number: int
    classes: int | None = None
    symmetries: int = len(SYMMETRIES)
    under: str = ""


@frozen
class Estimate:
    """An estimate: of many estimates like this, most have intervals that contain the true number.

    Attributes:
        number: of cubes, rounded; its mean over all that could be drawn is the true number.
        least: the lower end of an interval that has the true number in it with `CONFIDENCE`.
        most: the upper end.
        samples: how many were drawn.
        hits: how many of these found a cube.
    """

    number: int
    least: int
    most: int
    samples: int
    hits: int

    @property
    def error(self) -> float:
        """The distance of the farther end of the interval from the number, as a share of it; infinite if that is 0."""
        if not self.number:
            return math.inf
        return max(self.number - self.least, self.most - self.number) / self.number

    def is_worth_more(self, longer: int) -> bool:
        """Return whether up to this many times as many samples are needed, and enough, for an error of a tenth."""
        return PRECISE < self.error <= PRECISE * math.sqrt(longer)

    @property
    def rounded(self) -> tuple[int, int, int]:
        """The number and the ends of the interval, to as many digits as the interval is worth.

        That is to a power of ten that is at most a twentieth of its width; the ends are rounded outwards.
        """
        width = (self.most - self.least) // 20
        unit = 10 ** max(len(str(width)) - 1, 0)
        least, most = self.least // unit * unit, -(-self.most // unit) * unit
        return (self.number + unit // 2) // unit * unit, least, most


@frozen
class ProgressSign:
    """A sign of progress.

    Attributes:
        fraction: the share of the work that is done, 0…1; None if it is not known.
        least: there are at least this many cubes.
        left: for about how many seconds each thread, or worker of a cluster, has to work on the rest; None if that is
            to be derived from the fraction.
        estimate: makes an estimate from what was drawn so far, if an estimate is under way.
        tries: how many cubes were tested so far, if cubes are drawn by testing.
        total: how many cubes there are to draw from, once that is known.
    """

    fraction: float | None = None
    least: int = 0
    left: float | None = None
    estimate: Callable[[], Estimate] | None = None
    tries: int = 0
    total: int | None = None


Result = TypeVar("Result")

Work = Generator[ProgressSign, None, Result]
"""Work that yields while it is under way, and returns its result."""

Steps = Work[ExactCount | Estimate]
"""A count under way."""


class Way(ABC):
    """A way to count cubes, to number them, or to draw from them; `COUNTERS` and `SAMPLERS` list which do which.

    Work yields a `ProgressSign` at least every tenth of a second or so, so that the caller can show it, and stop by closing the
    generator.
    """

    name: str
    """Its name, as users write it."""
    summary: str
    """A clause that describes it, for help texts."""
    summary_of_drawing: str = ""
    """The same about how it draws, if that differs."""
    distribution: str | None = None
    """The package that it works with, as PyPI calls it; None for our own code."""
    exact: bool = True
    """Whether the number that it counts is exact, and not an estimate."""
    parallel: bool = False
    """Whether it can count in several threads."""
    in_tasks: bool = False
    """Whether it counts in tasks, which an `Executor` may remember and send elsewhere."""
    immediate: bool = False
    """Whether it takes so little time that no other way goes first, unless `is_immediate` differs."""
    gives_way: bool = False
    """Whether the ways after it are planned if it takes too long, or longer than finding all cubes."""
    numbers: bool = False
    """Whether it gives cubes numbers, and draws them by these."""
    rejects: bool = False
    """Whether it draws by testing cubes, only some of which satisfy the rules."""
    sizes: Sequence[int] = ANY_SIZE
    """The sizes of the cubes that it takes."""
    limits: str = ""
    """A clause that says which questions it refuses."""
    limits_of_drawing: str = ""
    """The same for drawing, if that differs."""
    other_puzzles: bool = False
    """Whether it takes puzzles that are not cubes."""

    @abstractmethod
    def objection(self, question: Question) -> str | None:
        """Return why it cannot take a question, as a clause; None if it can, as far as that is seen at once."""

    def refusal_to_draw(self, question: Question) -> str | None:
        """Return why it cannot draw, as a clause; None if it can, as far as that is seen at once."""
        return self.objection(question)

    def is_immediate(self, question: Question) -> bool:
        """Return whether a question that `objection` allows takes so little time that no other way goes first."""
        del question
        return self.immediate

    def prepare(self, question: Question) -> None:
        """Do the work that shows whether it can take a question that `objection` allows, if a look is not enough.

        This takes a second or two at most, and is kept for what follows.

        Raises:
            OutOfReachError: it cannot.
        """
        del question

    def count(self, question: Question) -> Steps:
        """Count what `objection` does not refuse.

        Raises:
            OutOfReachError: it takes too much work or room in this way, as `prepare` says or as it turns out.
        """
        raise NotImplementedError(f"{self.name} does not count")

    def numbering(self, question: Question) -> Work[Numbering]:
        """Give the cubes of a question that `refusal_to_draw` does not refuse their numbers.

        Raises:
            OutOfReachError: it takes too much work or room in this way, as `prepare` says or as it turns out.
        """
        raise NotImplementedError(f"{self.name} numbers no cubes")

    def source(self, question: Question) -> Work[SampleSource]:
        """Get ready to draw what `refusal_to_draw` does not refuse, with the seed of the question.

        Where cubes have numbers, sample i is the cube with a random number that belongs to i: all these ways draw the
        same samples from the same seed.

        Raises:
            OutOfReachError: it takes too much work or room in this way, as `prepare` says or as it turns out.
        """
        from cubecsp.models.sampling.sample_source import (
            source_of,  # numpy is loaded only when needed
        )

        return source_of((yield from self.numbering(question)), question.seed)
