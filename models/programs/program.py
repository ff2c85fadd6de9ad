"""A user's logic program, as a primitive that only clingo knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from cubecsp.errors import InputError
from cubecsp.frozen import frozen
from cubecsp.models.core.primitives import Colours, Primitive
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_of
from cubecsp.puzzle.cube.symmetry import Symmetry

if TYPE_CHECKING:
    from cubecsp.puzzle.cube.batch import Batch, Flags

Word: TypeAlias = tuple[str, int]
"""A word of a program and how many arguments it has."""


@frozen
class ProgramLine:
    """A line of a program.

    Attributes:
        where: its file, or its name in messages.
        number: in that file, from 1.
        text: without its end.
    """

    where: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.where}, line {self.number}"


@frozen
class ProgramSource:
    """A program after reading.

    Attributes:
        name: its name.
        lines: of the program, `#show` left out: what clingo gets.
        words: those of the vocabulary that it uses, with the numbers of their arguments.
        own: the words that it defines itself.
        named: what it names where the vocabulary wants a name: the line, the word, which argument, the name.
        costs: the rules that say, as `cost(WEIGHT,WHAT)`, what it minimises; none if it minimises nothing.
        maximises: whether everything that it says about what is best is to be maximised.
        code: whether it runs Python, which was allowed.
    """

    name: str
    lines: tuple[ProgramLine, ...]
    words: frozenset[Word]
    own: frozenset[Word]
    named: tuple[tuple[ProgramLine, Word, int, str], ...]
    costs: tuple[str, ...]
    maximises: bool
    code: bool


@frozen
class Program(Primitive):
    """A logic program has an answer in which the cube is this one.

    It can be demanded, but neither negated nor moved by a symmetry: its text does not say what its rules mean
    then.

    Attributes:
        source: the program.
        ask: returns whether a cube with these colours is one of its answers; asks clingo.
        most: how much it may cost at most; None for no limit.
    """

    source: ProgramSource
    ask: Callable[[Colours, CubePuzzle], bool] = field(compare=False, repr=False)
    most: int | None = None
    cost = 100_000  # of asking clingo, in looks at stickers

    def negated(self) -> Primitive:  # noqa: D102
        raise InputError(
            f"{self.source.name} is a logic program, which can only be demanded",
            "say the opposite in another program",
        )

    def moved(self, symmetry: Symmetry, puzzle: CubePuzzle) -> Primitive:  # noqa: ARG002, D102
        if symmetry.index:
            raise InputError(
                f"{self.source.name} is defined for one whole-cube orientation only, and this cube is in another"
            )
        return self

    def holds(self, colours: Colours, puzzle: Puzzle) -> bool:  # noqa: D102
        return self.ask(colours, cube_of(puzzle))

    def holds_in(self, cubes: Batch) -> Flags:  # noqa: D102
        return cubes.results_of(lambda cube: self.ask(cube.colours, cube.puzzle))


def programs_in(primitives: Iterable[Primitive]) -> tuple[Program, ...]:
    """Return the logic programs among some primitives, in order.

    Raises:
        InputError: two of them define the same word, or say what is best.
    """
    results = tuple(primitive for primitive in primitives if isinstance(primitive, Program))
    sources = [program.source for program in results]
    defined: dict[Word, ProgramSource] = {}
    for program in sources:
        for word in sorted(program.own):
            other = defined.setdefault(word, program)
            if other.lines != program.lines:
                raise InputError(
                    f"{other.name} and {program.name} both define {word[0]}/{word[1]}",
                    "rename it in one of them, or combine both into one program",
                )
    weighing = {program.lines: program.name for program in sources if program.costs}
    if len(weighing) > 1:
        raise InputError(
            f"{' and '.join(weighing.values())} all state an objective", "state it in one program"
        )
    return results
