"""The shortest ways from a cube to any of a few others: first some moves, then the proof.

A sequence of turns leads from a cube to another one, its end, exactly when it solves `~end * cube`. So a
few ends are a few cubes to be solved, and the shortest solution counts. Breadth-first search reaches a
dozen turns at most, while these cubes may be up to twenty turns away. Two phases find moves for each
(`cubecsp.search.two_phase`), and the shortest are the provisional answer. Then optimal search
(`cubecsp.search.optimal`) rules out lengths one by one, for all ends together, until there are ways of
that length. It lists all of these.

Ends that are equivalent as seen from the cube have equivalent solutions, and are searched once: the 48
perfect scrambles, seen from a solved cube, are a single one.

The node limit counts positions, so that the answer is the same on any machine: the ends share those that
two phases look at; the proof looks at as many again, with the tiny table, and begins no length that would
need more, each turn taking 13 times as many as the one before. Both are done within a low node limit
first, which is enough for ends a dozen turns away. With a deadline instead of a node limit, two phases then
work for a quarter of the time that is left, and the proof goes on with the usual table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cubecsp.errors import OutOfTimeError
from cubecsp.frozen import frozen
from cubecsp.puzzle.cube.moves import Moves
from cubecsp.puzzle.cube.state import Cube
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.search import optimal_tables, two_phase
from cubecsp.search.optimal import OptimalSearch
from cubecsp.search.optimal_tables import TableKind, damage_error, distrust
from cubecsp.search.solution import require_reachable
from cubecsp.search.turn_orders import all_orders, first_orders
from cubecsp.stopping.deadline import NEVER, Deadline

_GROWTH = 13.35
"""The factor by which positions grow with each further turn."""

_BEGINNING = 100_000
"""The node limit, in positions, of the first search for short moves, and for their proof: some milliseconds."""

_TOGETHER = 1 << 20  # tasks: all that there are

_IMPROVING = 0.25
"""The part of the time for which two phases look for shorter moves."""


@frozen
class _End:
    """An end: which of the cubes to be solved stands for it, and how its solutions follow from that one."""

    of: int
    back: Symmetry


class NearestSearch:
    """Shortest ways from a cube to any of some others, under way.

    Args:
        cube: where to start.
        ends: where to end, at least one; all reachable.
        max_nodes: positions to look at for short moves, and again for the proof; None for as many as the
            deadline allows.
        deadline: when to stop.

    Attributes:
        best: the shortest moves that are known, None before there are any.
        proven: no way is shorter than this.

    Raises:
        InputError: the cube is not solvable.
    """

    def __init__(
        self,
        cube: Cube,
        ends: Sequence[Cube],
        *,
        max_nodes: int | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        require_reachable(cube)
        self.best: Moves | None = None
        self.proven = 0
        self._max_nodes, self._deadline = max_nodes, deadline
        self._cubes: list[Cube] = []
        self._ends = self._gather_ends(~end * cube for end in ends)

    def _gather_ends(self, cubes: Iterator[Cube]) -> list[_End]:
        """Return the ends that these cubes to be solved stand for; one of each symmetry class is kept."""
        known: dict[Cube, int] = {}
        ends = []
        for cube in cubes:
            for symmetry in SYMMETRIES:
                of = known.get(symmetry.of(cube))
                if of is not None:
                    ends.append(_End(of, symmetry.inverse))
                    break
            else:
                known[cube] = len(self._cubes)
                ends.append(_End(len(self._cubes), SYMMETRIES[0]))
                self._cubes.append(cube)
        return ends

    def shortest(self, *, up_to_commuting: bool = False) -> list[Moves] | None:
        """Return all shortest ways, in the order of their turns; None if that is not proven.

        In that case `best` has moves that lead to an end, if there was time to find any.

        Args:
            up_to_commuting: give one of those that differ only in the order of commuting turns.

        Raises:
            TableError: a table is damaged.
        """
        try:
            return self._shortest(first_orders if up_to_commuting else all_orders)
        except OutOfTimeError:
            return None

    def _shortest(self, orders: Callable[..., Iterator[Moves]]) -> list[Moves] | None:
        max_nodes = two_phase.MAX_NODES if self._max_nodes is None else self._max_nodes
        result = None
        for most in sorted({min(_BEGINNING, max_nodes), max_nodes}):
            self._improve(most, self._deadline)
            result = self._proof(optimal_tables.TABLES["tiny"], most)
            if result:
                break
        if not result and self._max_nodes is None:
            if self._deadline.seconds is not None:
                self._improve(None, self._deadline.within(_IMPROVING * self._deadline.left))
            result = self._proof(optimal_tables.choose(None), None)
        if not result:
            return None
        return sorted({way for each in result for way in orders(each, "htm")}, key=tuple)

    def _improve(self, max_nodes: int | None, deadline: Deadline) -> None:
        """Look for shorter moves by two phases, as many positions for each cube."""
        number = len(self._cubes)
        each = None if max_nodes is None else max(1, max_nodes // number)
        seconds = None if max_nodes is not None else max(deadline.left, 1e-9) / number
        solved = two_phase.solve_many(
            self._cubes,
            max_nodes=each,
            time_limit=seconds,
            threads=1 if number == 1 else None,
            deadline=deadline,
        )
        for of, solution in enumerate(solved):
            if solution is None:
                continue
            if self.best is None or len(solution.moves) < len(self.best):
                end = next(
                    end for end in self._ends if end.of == of
                )  # the first that it stands for
                self.best = end.back.of_moves(solution.moves)

    def _proof(self, kind: TableKind, max_nodes: int | None) -> list[Moves] | None:
        """Return all shortest ways up to the order of commuting turns, None if the node limit is too low.

        Raises:
            OutOfTimeError: the deadline came first.
            TableError: the table is damaged: it rules out a way that is known.
        """
        searches = [
            OptimalSearch(cube, "htm", kind, None, self._deadline, None) for cube in self._cubes
        ]
        length = max(self.proven, min(search.proven for search in searches))
        ahead = 0.0
        while self.best is None or length <= len(self.best):
            self.proven = max(self.proven, length)
            before = sum(search.nodes for search in searches)
            if max_nodes is not None and before + ahead > max_nodes:
                return None
            result = self._of_length(searches, length)
            if result:
                return result
            ahead = _GROWTH * (sum(search.nodes for search in searches) - before)
            length += 1
        distrust(kind, "htm")
        raise damage_error(kind)

    def _of_length(self, searches: list[OptimalSearch], length: int) -> list[Moves]:
        """Return all ways of a length, if none is shorter."""
        solved = [
            list(search.of_length(length, _TOGETHER)) if search.proven <= length else []
            for search in searches
        ]
        return [end.back.of_moves(moves) for end in self._ends for moves in solved[end.of]]
