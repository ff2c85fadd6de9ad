"""The rules of a question as data in files: write them, and read them back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from cubecsp.errors import InputError, excerpt
from cubecsp.interface import spelled
from cubecsp.models.core.composite import Budget
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.language.rule_text import name_chain, rules_in
from cubecsp.models.patterns import NAMES
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle, cube_puzzle
from cubecsp.puzzle.cube.sizes import LARGEST
from cubecsp.puzzle.definitions.puzzle_data import as_data, read_data
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

_ABOUT = ("size", "puzzle", "ignore_orientation", "turns")
"""The entries that state the puzzle."""


class UnknownRuleError(InputError):
    """A file names a custom rule, and the user did not give the file that makes it."""


def statement(pattern: Pattern) -> dict[str, Any]:
    """Return a pattern as data for a file.

    Raises:
        InputError: different custom rules have the same name, or the definition of the puzzle cannot be kept.
        LimitError: the solvable states of the puzzle cannot be computed.
    """
    return {
        "rules": [str(rule) for rule in pattern.rules],
        "left_out": [str(rule) for rule in pattern.filters],
        "own": sorted(_own(pattern.rules)),
        **_as_data(pattern.puzzle),
    }


def _as_data(puzzle: Puzzle) -> dict[str, Any]:
    """Return the size of a cube; for another puzzle, its definition and the restrictions on it."""
    if isinstance(puzzle, CubePuzzle):
        return {"size": puzzle.size}
    return as_data(cast(KPuzzle, puzzle))


def read_statement(read: Any, where: str, remedy: str, rules: Iterable[Rule] = ()) -> Pattern:
    """Return the pattern that `statement` wrote.

    Args:
        read: the data of the file.
        where: the place of the data, for messages: "the header of the exported file".
        remedy: the remedy if it is damaged.
        rules: custom rules that it may name.

    Raises:
        UnknownRuleError: a custom rule is not among `rules`.
        InputError: it is damaged, or names a rule that does not exist.
    """
    damaged = InputError(f"{where} is damaged", remedy)
    try:
        texts, names = read["rules"], read.get("own", [])
        about = {key: read[key] for key in _ABOUT if key in read}
    except (KeyError, TypeError, AttributeError) as error:
        raise damaged from error
    if not all(isinstance(some, list) and {*map(type, some)} <= {str} for some in (texts, names)):
        raise damaged
    try:
        puzzle = _puzzle_of(about)
    except InputError as error:
        raise InputError(f"{where}: {error.problem}", error.remedy) from error
    if puzzle is None:
        raise damaged
    own = _own(rules)
    missing = next((name for name in names if name not in own), None)
    if missing is not None:
        raise UnknownRuleError(
            f"{where} names a custom rule, {excerpt(missing)}", f"give it with {spelled('rules')}"
        )
    budget = Budget()
    known = name_chain({name: (rule,) for name, rule in own.items()}, NAMES)
    try:
        read_rules = [rule for text in texts for rule in rules_in(text, known, budget, puzzle)]
    except InputError as error:
        raise InputError(
            f"{where}: {error.problem}", error.remedy, text=error.text, position=error.position
        ) from error
    return Pattern(tuple(read_rules), puzzle=puzzle)


def _puzzle_of(about: dict[str, Any]) -> Puzzle | None:
    """Return the puzzle that `_as_data` wrote; None if it is damaged.

    Raises:
        InputError: it names a puzzle that does not exist.
    """
    match about:
        case {"size": size, **more} if not more:
            is_size = type(size) is int and 2 <= size <= LARGEST
            return cube_puzzle(size) if is_size else None
        case {"puzzle": definition, "ignore_orientation": ignored, "turns": turns, **more} if (
            not more
        ):
            return read_data(definition, ignored, turns)
    return None


def _own(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return the rules that functions and logic programs make, including those inside others, by name.

    Raises:
        InputError: two of them have the same name.
    """
    from cubecsp.models.custom.function_rules import CustomRule
    from cubecsp.models.programs.program_rule import ProgramRule

    entries: dict[str, Rule] = {}
    waiting = list(rules)
    for rule in waiting:  # grows during the loop
        waiting += rule.rules
        if (
            isinstance(rule, CustomRule | ProgramRule)
            and entries.setdefault(rule.name, rule) != rule
        ):
            raise InputError(f"two different rules are called {rule.name}", "rename one")
    return entries
