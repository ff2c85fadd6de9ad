"""Custom rules in the language of clingo, alone or with other rules.

Only clingo can judge them: the engine `asp` grounds them with the rest of the question, and clingo also
decides whether a cube satisfies them, with its stickers assumed. Unlike every other rule, they have no
independent check. So `find`, `best` and `explain` take them, but nothing that proves or counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cubecsp.errors import InputError, excerpt
from cubecsp.files import read_whole
from cubecsp.models.core.primitives import Colours, Primitive
from cubecsp.models.core.rule import FILTER_COST, Rule, State, Violation
from cubecsp.models.engines.vocabulary import WORDS, Vocabulary
from cubecsp.models.programs.program import Program, ProgramSource, programs_in
from cubecsp.models.programs.read_program import MAX_BYTES, read_program
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of, cube_puzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.suggestions import suggestion

if TYPE_CHECKING:
    from cubecsp.models.programs.judge import Judge


class ProgramRule(Rule):
    """A cube satisfies it if the program has an answer with that cube.

    Args:
        source: the program.
        most: how much a cube may cost by what the program minimises; None for no limit.
    """

    summary = "what a logic program says"
    scope = "cube"
    declares = True
    alone = True

    def __init__(self, source: ProgramSource, most: int | None = None) -> None:
        self.source = source
        self.most = most
        self.name = source.name
        self.example = self.name

    def require(self, puzzle: Puzzle) -> None:
        """Make sure that the colours, stickers, slots and so on that the program names exist on `puzzle`."""
        things = Vocabulary(cube_of(puzzle)).things
        for line, word, argument, name in self.source.named:
            sort = WORDS[word][argument]
            if name not in things[sort]:
                raise InputError(
                    f"{line}: unknown {sort} {excerpt(name)} in {word[0]}",
                    suggestion(name, things[sort], "cubecsp export --to asp"),
                )

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return the program."""
        self.require(puzzle)
        yield Program(self.source, self._ask, self.most)

    def renamed(self, holding: str) -> Rule:
        """Return the rule as it is, about a cube with its centres in their solved positions.

        Raises:
            InputError: the cube is in another orientation: what the program names cannot be translated.
        """
        if holding != FACES:
            raise InputError(
                f"{self.name} is a logic program about cubes with white up and green in front, and "
                "this one is not",
                "turn the whole cube, or draw it so",
            )
        return self

    def symmetries(self, puzzle: Puzzle = CUBE) -> tuple[Symmetry, ...]:
        """Return only the identity: the program's meaning for mirrored cubes is not known."""
        del puzzle
        return SYMMETRIES[:1]

    def impossible(self, puzzle: Puzzle = CUBE) -> str | None:
        """Return None: that would take clingo."""
        del puzzle
        return None

    def cost(self, puzzle: Puzzle) -> int:
        """Return a cost that makes it the last to be checked."""
        del puzzle
        return 2 * FILTER_COST

    def violations(self, cube: State) -> list[Violation]:
        """Return one violation, on no stickers in particular."""
        if self.holds(cube):
            return []
        return [Violation((), f"the logic program {self.name} has no answer with this cube")]

    def judge(self, puzzle: CubePuzzle) -> Judge:
        """Return the judge, which asks clingo about cubes."""
        return _judge(self, puzzle.size)

    def _ask(self, colours: Colours, puzzle: CubePuzzle) -> bool:
        return self.judge(puzzle).accepts(colours)

    def describe(self) -> str:
        """Return the primitive that the program has an answer."""
        return f"the logic program {self.name} has an answer with the cube"

    def __str__(self) -> str:
        return self.name if self.most is None else f"{self.name} (costing at most {self.most})"

    def __repr__(self) -> str:
        return f"<logic program {self}>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ProgramRule):
            return (self.source, self.most) == (other.source, other.most)
        return NotImplemented if not isinstance(other, Rule) else False

    def __hash__(self) -> int:
        return hash((self.name, self.source.lines, self.most))


@lru_cache(maxsize=16)
def _judge(rule: ProgramRule, size: int) -> Judge:
    from cubecsp.models.programs.judge import Judge

    puzzle = cube_puzzle(size)
    [program] = programs_in(rule.primitives(puzzle))
    return Judge(program, puzzle)


def loaded_program(path: Path, allow: Iterable[str] = ()) -> ProgramRule:
    """Return the rule that a file states.

    Args:
        path: of the file.
        allow: what it may do: some of `ALLOWED`.

    Raises:
        InputError: the file cannot be read, or is malformed; see `read_program`.
        EngineError: clingo is not installed.
    """
    try:
        text = read_whole(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"file {excerpt(str(path))} is not text in UTF-8") from error
    return ProgramRule(read_program(text, path.name, path.parent, allow))


def written_program(text: str, name: str | None = None, allow: Iterable[str] = ()) -> ProgramRule:
    """Return the rule that a text states, named after the text if it has no name; errors as in `loaded_program`."""
    words = re.sub(r"\s+", " ", text.strip())
    return ProgramRule(read_program(text, name or f"asp({excerpt(words)})", None, allow))
