"""The arguments of questions: cubes, patterns and rules, as objects or as texts.

Every question takes its arguments through this module, so that all of them accept the same. A cube is a text
in any format that `cubecsp.read` knows, the result of reading one, stickers, a state, or moves, which mean
the cube that they make. A pattern is a text, a rule, a pattern, or several of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from cubecsp.errors import InputError
from cubecsp.formats import ReadResult, as_stickers, read
from cubecsp.puzzle.core.arrangement import Arrangement
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.facelets import Facelets
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.words import texts_of
from cubecsp.questions.asking.known_cube import known_cube
from cubecsp.questions.asking.limits import check_size

# Questions without rules do not need them, and rules take as long to load as everything else.
if TYPE_CHECKING:
    from cubecsp.models.core.pattern import Pattern
    from cubecsp.models.core.rule import Rule

CubeLike = str | bytes | ReadResult | Facelets | Arrangement | Moves | Mapping[str, Any]
"""One cube, or state of another puzzle, in any form."""

PatternLike: TypeAlias = "Pattern | Rule | str"
"""A pattern, or a part of one, in any form."""


def small(cube: CubeLike, done: str) -> Facelets:
    """Return the stickers of a cube, for questions about small cubes.

    Args:
        cube: the cube, in any form.
        done: the participle for messages, such as "completed".

    Raises:
        InputError: it cannot be read, or is larger than a 3×3×3.
    """
    stickers = as_stickers(cube)
    check_size(stickers.puzzle, done)
    return stickers


def state_of(cube: CubeLike) -> State:
    """Return a cube as a state.

    Raises:
        InputError: a text cannot be read, stickers form no cube or leave several possible, or something
            is not a cube.
    """
    return cube if isinstance(cube, State) else shown_and_state(cube)[1]


def shown_and_state(cube: CubeLike) -> tuple[Facelets, State]:
    """Return the stickers of a cube, as answers show them, and the cube; errors are those of `state_of`."""
    if isinstance(cube, str | bytes):
        cube = read(cube)
    stickers = as_stickers(cube)
    if isinstance(cube, State):
        return stickers, cube
    state = known_cube(stickers)
    if (
        isinstance(cube, ReadResult)
        and cube.moves
        and (not state.labelled or stickers.scheme != FACES)
    ):
        state = type(state).from_moves(cube.moves)  # moves determine what stickers leave open
    return stickers, state


def states_of(cubes: CubeLike | Iterable[CubeLike]) -> list[State]:
    """Return one cube or several as states; errors are those of `state_of`."""
    return [state_of(cube) for cube in each_of(cubes)]


def pattern_of(
    rules: PatternLike | Iterable[PatternLike] | None,
    puzzle: Puzzle | int | None = None,
    allow: str | Iterable[str] = (),
) -> Pattern:
    """Return the pattern that rules, patterns and texts state together; None means no rules.

    Args:
        rules: one of them or several. A text states rules, or names a pattern or a file.
        puzzle: the puzzle, or the size of the cube; it overrides the patterns. If left out, that of the
            patterns and files; if they have none, the only size that a rule is for; otherwise a 3×3×3.
        allow: additional permissions for logic programs that texts name: `include`, `script`.

    Raises:
        InputError: a text is malformed, an object is not a rule, or patterns are about different cubes.
    """
    from cubecsp.models.core.pattern import Pattern

    expected = cube_puzzle(puzzle) if isinstance(puzzle, int) else puzzle
    given = () if rules is None else tuple(rules) if isinstance(rules, Iterator) else rules
    result = _pattern(given, expected, texts_of(allow))
    if expected is None and result.puzzle == CUBE and not isinstance(rules, Pattern):
        expected = _sole_puzzle(result.rules)
        if expected not in (None, CUBE):  # sets such as rows, in texts, are of that cube
            result = _pattern(given, expected, texts_of(allow))
    if expected is None or expected == result.puzzle:
        return result
    from cubecsp.models.patterns import on_puzzle

    return (
        on_puzzle(result, expected) if isinstance(expected, CubePuzzle) else result.about(expected)
    )


def _sole_puzzle(rules: Iterable[Rule]) -> CubePuzzle | None:
    """Return the cube that rules for one size, such as drawings, are about; None if that is not one."""
    sizes = {rule.sizes[0] for rule in rules if len(rule.sizes) == 1}
    return cube_puzzle(sizes.pop()) if len(sizes) == 1 else None


def rules_of(
    rules: PatternLike | Iterable[PatternLike] | None, puzzle: Puzzle | None = None
) -> tuple[Rule, ...]:
    """Return the rules that these state together about a puzzle; errors as in `pattern_of`."""
    if rules is None or (isinstance(rules, list | tuple) and not rules):
        return ()
    return pattern_of(rules, puzzle).rules


def _turns_within(cube: Any, most: int) -> int | None:
    """Return how many turns a 3×3×3 is from solved, None if more than some: see `Distance`."""
    from cubecsp.search.optimal import turns_within

    return turns_within(cube, most)


def _pattern(
    given_rules: PatternLike | Iterable[PatternLike],
    puzzle: Puzzle | None,
    allow: tuple[str, ...],
) -> Pattern:
    from cubecsp.models.core.pattern import Pattern, common_puzzle
    from cubecsp.models.core.rule import Rule
    from cubecsp.models.rules.distance import Distance

    Distance.turns_within = _turns_within
    if isinstance(given_rules, Pattern):
        return given_rules
    if isinstance(given_rules, Rule):
        return Pattern((given_rules,))
    if isinstance(given_rules, str):
        return _parse([given_rules], puzzle, allow)
    if not isinstance(given_rules, Iterable):
        raise InputError(
            f"{given_rules!r} is not a rule", "give rules, patterns, or texts that state them"
        )
    parts = list(given_rules)
    if len(parts) == 1:
        return _pattern(parts[0], puzzle, allow)
    if parts and all(isinstance(part, str) for part in parts):
        return _parse([part for part in parts if isinstance(part, str)], puzzle, allow)
    patterns = [_pattern(part, puzzle, allow) for part in parts]
    puzzles_named = (  # a rule by itself, or a text, is about any cube unless it names one
        pattern.puzzle
        for part, pattern in zip(parts, patterns, strict=True)
        if pattern.rules and (isinstance(part, Pattern) or pattern.puzzle != CUBE)
    )
    rules = tuple(rule for pattern in patterns for rule in pattern.rules)
    return Pattern(rules, puzzle=common_puzzle(puzzles_named) if puzzle is None else puzzle)


def _parse(texts: Iterable[str], puzzle: Puzzle | None, allow: tuple[str, ...]) -> Pattern:
    from cubecsp.models.language.pattern_text import (
        parse_pattern,  # knows every name: not needed without texts
    )

    return parse_pattern(texts, puzzle, allow)


def is_one(cube: object) -> TypeGuard[CubeLike]:
    """Return whether this is one cube, or state of another puzzle, and not several."""
    if isinstance(cube, str | bytes | ReadResult | Facelets | Arrangement | Moves | Mapping):
        return True
    return hasattr(
        cube, "puzzle"
    )  # as the known pieces of a state (`cubecsp.puzzle.definitions.partial`)


def each_of(cubes: CubeLike | Iterable[CubeLike]) -> list[CubeLike]:
    """Return one cube or several as a list.

    Raises:
        InputError: it is neither.
    """
    if is_one(cubes):
        return [cubes]
    if not isinstance(cubes, Iterable):
        raise InputError(f"{cubes!r} is not a cube", "give a cube, a text, stickers or moves")
    return [*cubes]
