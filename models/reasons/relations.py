"""What else is true of the cubes that satisfy some rules: which rules they always, sometimes or never satisfy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from cubecsp.errors import InputError
from cubecsp.models.compose import Not
from cubecsp.models.pattern import Pattern
from cubecsp.models.rule import Rule
from cubecsp.models.rules import RULES
from cubecsp.puzzle.puzzle import CubePuzzle
from cubecsp.puzzle.state import State

__all__ = ["Relation", "candidates", "relation"]


class Relation(StrEnum):
    """How a rule relates to some cubes."""

    IMPLIED = "implied"
    """All of them satisfy it."""
    POSSIBLE = "possible"
    """Some satisfy it, and some do not."""
    IMPOSSIBLE = "impossible"
    """None satisfies it."""
    UNDECIDED = "undecided"
    """This could not be decided in the time available."""


def candidates(pattern: Pattern) -> Iterator[Rule]:
    """Yield the rules that can be asked about by name, besides those of a pattern.

    These are all rules of the list that make sense on its cube: each as it is, or with each word and each
    small number that it takes.
    """
    for kind in RULES.values():
        for rule in _by_name(kind):
            if rule not in pattern.rules and _makes_sense(rule, pattern.puzzle.cube):
                yield rule


def _by_name(kind: type[Rule]) -> Iterator[Rule]:
    if kind.parameter is None:
        yield kind.from_text(None)
        return
    words = kind.vocabulary()
    for value in kind.parameter.values:
        if value in words or value.isdigit():
            yield kind.from_text(value)


def _makes_sense(rule: Rule, puzzle: CubePuzzle) -> bool:
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
        known: tells whether some known cube satisfies the rule, and whether some does not.
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
