"""Relations of other rules to the cubes that satisfy some: rules that all, some or none of these satisfy."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from cubecsp.errors import InputError
from cubecsp.models.core.compose import Not
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.rules import RULES
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.state import State


class Relation(StrEnum):
    """The relation of a rule to some cubes."""

    IMPLIED = "implied"
    """All of them satisfy it."""
    POSSIBLE = "possible"
    """Some satisfy it, and some do not."""
    IMPOSSIBLE = "impossible"
    """None satisfies it."""
    UNDECIDED = "undecided"
    """This could not be decided in the time available."""


def candidates(pattern: Pattern) -> Iterator[Rule]:
    """Yield the rules with names that a question can be about, besides those of a pattern.

    These are all rules of the list that apply to its puzzle: each as it is, or with each word and each
    small number that it takes.
    """
    for kind in RULES.values():
        for rule in _by_name(kind, pattern.puzzle):
            if rule not in pattern.rules and _makes_sense(rule, pattern.puzzle):
                yield rule


def _by_name(kind: type[Rule], puzzle: Puzzle) -> Iterator[Rule]:
    if kind.parameter is None:
        yield kind.from_text(None)
        return
    words: Iterable[str] = kind.vocabulary()
    values: Iterable[str] = kind.parameter.values
    if kind.other_puzzles == "pieces" and not isinstance(puzzle, CubePuzzle):
        values = words = ["all", *dict.fromkeys(orbit.name for orbit in puzzle.orbits)]
    for value in values:
        if value in words or value.isdigit():
            with contextlib.suppress(InputError):  # it takes more than slots
                yield kind.from_text(value, puzzle)


def _makes_sense(rule: Rule, puzzle: Puzzle) -> bool:
    """Return whether a rule says something about a cube, which may lack the slots that it names."""
    try:
        rule.require(puzzle)
        return rule.impossible(puzzle) is None
    except InputError:
        return False


def relation(
    rule: Rule,
    pattern: Pattern,
    known: Callable[[Rule], tuple[bool, bool]],
    search: Callable[[Pattern], State | None],
) -> Relation:
    """Return how a rule relates to the cubes of a pattern, of which there is at least one.

    Args:
        rule: the rule.
        pattern: the pattern.
        known: returns whether some known cube satisfies the rule, and whether some does not.
        search: finds a cube, None if there is none.

    Raises:
        OutOfTimeError: raised by `search`.
    """
    some, others = known(rule)
    if not some and search(pattern.including(rule)) is None:
        return Relation.IMPOSSIBLE
    if not others and search(pattern.including(Not(rule))) is None:
        return Relation.IMPLIED
    return Relation.POSSIBLE
