"""Patterns as text: rules, names of patterns, and files that state patterns or define rules.

`every-colour at-most=2`, `any(solved=F2L, not faces-differ)`, `perfect-scramble`, `./mine.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from cubecsp.models.core.pattern import Pattern, common_puzzle
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.rule_text import name_chain, number_in, rules_in
from cubecsp.models.patterns import NAMES, PATTERNS, names_on, on_puzzle
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle, cube_of
from cubecsp.puzzle.cube.words import texts_of

if TYPE_CHECKING:  # few texts are about numbers
    from cubecsp.models.rules.expressions import Sum


def parse_pattern(
    texts: str | Iterable[str], puzzle: Puzzle | None = None, allow: str | Iterable[str] = ()
) -> Pattern:
    """Return the pattern that some rule texts, names of patterns, and files state together.

    A single name of a pattern, or a single file, gives that pattern, name included. A file is what ends
    in `.toml`, `.py` or `.lp`, and `FILE.py:NAME` is one rule of it; the names that it defines are known to
    the other texts as well. If a file is about a cube of another size, all other texts are about that
    cube too.

    Args:
        texts: what users write, one text or several.
        puzzle: what they are about: the cube for patterns that have a meaning for several, and for sets such
            as `rows`; if left out, that of the files, or a 3×3×3.
        allow: what logic programs may do besides: `include`, `script` (`cubecsp.models.programs.read_program`).

    Raises:
        InputError: a text is none of these, a parameter is wrong, a file cannot be read, or files are about
            different cubes.
        EngineError: there is a logic program, and clingo is not installed.
    """
    listed = texts_of(texts)
    if not any(map(is_file, listed)):
        return pattern_in(listed, puzzle)
    if puzzle is not None:
        _ = cube_of(puzzle)  # which files are about
    defined: dict[str, tuple[Rule, ...]] = {}
    stated: dict[str, Pattern] = {}
    for text in filter(is_file, listed):
        from cubecsp.models.language.files import load  # seldom needed

        stated[text], names = load(text, names_on, texts_of(allow), puzzle)
        defined |= names
    if len(listed) == 1 and stated:
        return stated[listed[0]]
    puzzles = (pattern.puzzle for pattern in stated.values())
    shared = common_puzzle(each for each in puzzles if each != CUBE)
    if puzzle is None and shared != CUBE:
        return parse_pattern(listed, shared, allow)  # sets such as rows are of that cube
    known = name_chain(defined, names_on(None if puzzle is None else cube_of(puzzle)))
    rules = (
        stated[text].rules if text in stated else rules_in(text, known, puzzle=puzzle or CUBE)
        for text in listed
    )
    return Pattern(tuple(chain.from_iterable(rules)), puzzle=shared)


def pattern_in(texts: Iterable[str], puzzle: Puzzle | None = None) -> Pattern:
    """Return the pattern that some rule texts and names of patterns state together; none of them is a file.

    Args:
        texts: what users write.
        puzzle: see `parse_pattern`.

    Raises:
        InputError: a text is malformed or names something that does not exist; `position` says where.
    """
    listed = list(texts)
    if not (puzzle is None or isinstance(puzzle, CubePuzzle)):
        rules = (rules_in(text, {}, puzzle=puzzle) for text in listed)
        return Pattern(tuple(chain.from_iterable(rules)), puzzle=puzzle)
    if len(listed) == 1 and listed[0] in PATTERNS:
        pattern = PATTERNS[listed[0]]
        return pattern if puzzle is None else on_puzzle(pattern, puzzle)
    names = names_on(puzzle)
    rules = (rules_in(text, names, puzzle=puzzle or CUBE) for text in listed)
    return Pattern(tuple(chain.from_iterable(rules)))


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Return the rules that `text` states about a 3×3×3: one, or all those of a pattern that it names; no file.

    Raises:
        InputError: the text is malformed or uses an unknown name; `position` says where.
    """
    return rules_in(text, NAMES)


def parse_number(text: str, puzzle: Puzzle = CUBE) -> Sum:
    """Return the number that `text` states: a sum, or rules or a file of them, 1 if they hold, otherwise 0.

    Args:
        text: what a user writes.
        puzzle: the puzzle, for names of slots, and whose sets names run through.

    Raises:
        InputError: the text is malformed or uses an unknown name; `position` says where.
    """
    if is_file(text):
        from cubecsp.models.core.compose import all_rules
        from cubecsp.models.rules.expressions import how_many

        return how_many(all_rules(parse_pattern([text], puzzle).rules))
    return number_in(text, names_on(puzzle) if isinstance(puzzle, CubePuzzle) else {}, puzzle)


def is_file(text: str) -> bool:
    """Return whether a text names a file: nothing else has such an ending."""
    return re.search(r"\.(toml|lp|py(:[\w-]*)?)$", text) is not None
