"""The cubes that names stand for: those of named patterns, and cases such as T-perm."""

from __future__ import annotations

from cubecsp.errors import InputError
from cubecsp.models.cases import case_text
from cubecsp.models.patterns import PATTERNS, about
from cubecsp.models.rules import RULES
from cubecsp.models.rules.case import NamedCase
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.suggestions import nearest


def cube_called(name: str, puzzle: CubePuzzle | None) -> tuple[Moves, CubePuzzle, str] | None:
    """Return the cube that a name stands for; None if it stands for none.

    Args:
        name: of a pattern, or of a case, as in a text of rules.
        puzzle: the cube that it has to be, if that is known.

    Returns:
        moves that make it, those of the pattern, or those that the case's first algorithm undoes; the cube that they
        are for; and what the name is, a clause.

    Raises:
        InputError: it is a set and not a case of it, or a set has no such case or is not about that cube.
    """
    if name in PATTERNS:
        moves = about(name).moves
        if moves is None or puzzle not in (None, CUBE):
            return None
        return moves, CUBE, f"{name} is a pattern, made by {moves}"
    text = case_text(*name.split("=", 1))
    if text is None:
        return None
    case = NamedCase(text)
    if case.member is None:
        raise InputError(
            f"{case} is a set of cubes, not one",
            f"`cubecsp scramble {case}` draws one; `cubecsp rules {case}` shows whether its cases have names",
        )
    puzzle = puzzle or cube_puzzle(case.sizes[-1])
    case.require(puzzle)
    solving = case.set.members[case.member][0] or "no move"
    return ~case.algorithm(), puzzle, f"{case} is a case, solved by {solving}"


def known_and_near(name: str) -> tuple[bool, list[str]]:
    """Return whether a pattern or rule has the name, and the names of cubes that may have been meant."""
    cubes = [known for known in PATTERNS if about(known).moves is not None]
    return name in PATTERNS or name in RULES, nearest(name, cubes, 3)
