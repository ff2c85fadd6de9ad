"""Rules that only solvable states satisfy, for puzzles whose invariants do not decide which states are solvable.

Engines know the invariants, which decide this for every cube. For other puzzles the group that the moves generate may
be smaller (the skewb: by a factor of three), and some invariants are hard to state in clauses; then every state that an
engine finds is looked up in the group. If some moves are possible in some states only, there is no group; then it is
looked up among all states that can be visited.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from cubecsp.errors import LimitError
from cubecsp.models.core.primitives import Primitive
from cubecsp.models.core.rule import Rule, Violation
from cubecsp.models.core.stated_invariants import invariants_in_clauses
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.kpuzzle.kpuzzle import KPattern, KPuzzle
from cubecsp.puzzle.states.node_limit import NodeLimitError
from cubecsp.puzzle.states.reachable_states import MoveGroup
from cubecsp.stopping.deadline import current

if TYPE_CHECKING:  # numpy is slow to import
    from cubecsp.puzzle.cube.batch import Batch, Flags
    from cubecsp.puzzle.states.lookup import Lookup
    from cubecsp.puzzle.states.space import Positions


class _Membership(Rule):
    """The state is solvable."""

    name = "reachable"
    summary = "solvable"
    scope = "pieces"
    example = "reachable"
    is_filter = True
    other_puzzles = "pieces"

    def primitives(self, puzzle: Puzzle) -> Iterable[Primitive]:  # type: ignore[override]  # of one puzzle only
        """Return no primitives: engines state the invariants."""
        del puzzle
        return ()


class Reachable(_Membership):
    """The state is solvable.

    Args:
        puzzle: the puzzle of the state.
    """

    def __init__(self, puzzle: KPuzzle) -> None:
        self.group = MoveGroup(puzzle, puzzle.generators)

    def holds(self, cube: Any) -> bool:
        """Return whether a state is solvable.

        Raises:
            LimitError: that takes too long to find out.
        """
        return self.group.check(cube).reachable

    def holds_in(self, cubes: Batch) -> Flags:
        """Return for each of many states whether it is solvable; errors as for `holds`."""
        if self.group.parts.unseen > 1:
            return super().holds_in(cubes)
        return self._lookup.among(cubes.rows)

    @cached_property
    def _lookup(self) -> Lookup:
        from cubecsp.puzzle.states.lookup import Lookup

        return Lookup(self.group)

    def violations(self, cube: Any) -> list[Violation]:
        """Return a violation if a state is not solvable."""
        return [Violation((), reason) for reason in self.group.check(cube).reasons]

    def random_state(self, source: random.Random) -> KPattern:
        """Return a solvable state, each as likely as any other."""
        return self.group.random_state(source)


class VisitedMembership(_Membership):
    """The state is solvable, by moves some of which are possible in some states only.

    Args:
        puzzle: the puzzle of the state.

    Raises:
        LimitError: more states are solvable than may be visited.
    """

    def __init__(self, puzzle: KPuzzle) -> None:
        self.positions = _positions(puzzle)

    def holds(self, cube: Any) -> bool:
        """Return whether a state is solvable."""
        return cube in self.positions

    def violations(self, cube: Any) -> list[Violation]:
        """Return a violation if a state is not solvable."""
        return [] if self.holds(cube) else [Violation((), "no sequence of moves leads there")]

    def random_state(self, source: random.Random) -> KPattern:
        """Return a solvable state, each as likely as any other."""
        return self.positions[source.randrange(len(self.positions))]


def _positions(puzzle: KPuzzle) -> Positions:
    from cubecsp.puzzle.states.space import Space

    space = Space(puzzle, puzzle.single_moves)
    try:
        return space.positions(puzzle.solved, space.affordable, current())
    except NodeLimitError:
        raise LimitError(
            f"some moves of {puzzle.name} are possible in some states only, so all states have to be visited, and there "
            f"are more than {space.affordable:,}",
            "`reach` finds the nearest ones that satisfy rules",
        ) from None


def membership(puzzle: Puzzle) -> Reachable | VisitedMembership | None:
    """Return the rule that states of a puzzle have to satisfy beside the invariants that engines know; None for none.

    Raises:
        LimitError: the group that its moves generate cannot be worked out, or its states cannot be visited.
    """
    if not isinstance(puzzle, KPuzzle):
        return None
    rule = reachability(puzzle)
    invariants_decide = (
        isinstance(rule, Reachable)
        and rule.group.invariants_suffice
        and len(invariants_in_clauses(puzzle)) == len(puzzle.invariants)
    )
    return None if invariants_decide else rule


def reachability(puzzle: KPuzzle) -> Reachable | VisitedMembership:
    """Return the rule that any state of a puzzle satisfies if it is solvable; errors are those of `membership`."""
    possible = puzzle.are_always_possible(puzzle.generators)
    return _reachable(puzzle) if possible else _by_visiting(puzzle)


@lru_cache(maxsize=1)  # it may take a gigabyte
def _by_visiting(puzzle: KPuzzle) -> VisitedMembership:
    return VisitedMembership(puzzle)


@lru_cache(maxsize=8)
def _reachable(puzzle: KPuzzle) -> Reachable:
    rule = Reachable(puzzle)
    rule.group.require_known()
    return rule
