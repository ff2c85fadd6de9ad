"""The CP-SAT engine: the question as a clause model for OR-Tools, all solutions enumerated.

Variables are one boolean per slot and placement and one per sticker and colour, channelled both
ways; rules become small clauses over them. What decides the speed, measured on the perfect scramble:

- clauses beat tables (one table of 9,600 rows per face: minutes);
- branching on placements, corners before edges, in that fixed order (edges first: ten times slower;
  the solver's own order: twice);
- symmetry: the placements in the first two corner slots come, lexicographically, no later than
  those of any image, which leaves little more than one in 48 corner placements (one slot: twice as
  long; three: no shorter). Ties are not broken, so a conjugate may come more than once.

Twist is a chain of three-state sums, flip an exclusive or, and the parity of the permutations the
exclusive or of all inversions, read off an order encoding of the pieces. Auxiliary booleans are
defined by equivalences throughout, or one cube would be enumerated many times.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import queue
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from cubecsp.cube.state import Cube
from cubecsp.cube.symmetry import Symmetry
from cubecsp.errors import EngineError
from cubecsp.models.engines.base import Event, Problem, Progress
from cubecsp.models.primitives import (
    AtLeast,
    Count,
    Differ,
    Equal,
    FacePatterns,
    Placed,
    Primitive,
    Table,
    square_maps,
)

__all__ = ["ENGINE", "CpSatEngine", "CubeModel"]

_TICK = 0.1  # seconds between signs of life
_LEX_SLOTS = 2  # corner slots that symmetry is broken on; more cost more than they save
_MAX_CLAUSES_PER_COUNT = 128  # a count that needs more becomes a linear constraint

_Bool = Any  # a literal of ortools' CpModel, whose classes are untyped


class CpSatEngine:
    """Enumerates with OR-Tools' CP-SAT, on one thread."""

    name = "cpsat"

    def solutions(self, problem: Problem) -> Iterator[Event]:
        """Enumerate the solutions of `problem`; see `Engine`.

        Raises:
            EngineError: ortools is not installed, or the solver fails.
        """
        with _explained_import():
            from ortools.sat.python import cp_model
        model = CubeModel(problem)
        events: queue.Queue[Event | BaseException | None] = queue.Queue()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.search_branching = cp_model.FIXED_SEARCH
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                events.put(model.cube(self.boolean_value))

        def work() -> None:
            try:
                status = solver.solve(model.model, Collector())
                if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                    raise EngineError(f"CP-SAT stopped with status {solver.status_name(status)}")
                events.put(None)
            except BaseException as error:
                events.put(error)

        worker = threading.Thread(target=work, name="cpsat", daemon=True)
        worker.start()
        try:
            while (event := _next(events)) is not None:
                if isinstance(event, BaseException):
                    raise event
                yield event
        finally:
            while worker.is_alive():  # a stop that comes before the search has begun is lost
                solver.stop_search()
                worker.join(_TICK)


ENGINE = CpSatEngine()


@contextlib.contextmanager
def _explained_import() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise EngineError(
            "the CP-SAT engine needs OR-Tools, which is not installed; "
            "pip install 'cubecsp[cpsat]' brings it"
        ) from error


def _next(events: queue.Queue[Event | BaseException | None]) -> Event | BaseException | None:
    try:
        return events.get(timeout=_TICK)
    except queue.Empty:
        return Progress(None, 0)


class CubeModel:
    """The clause model of one problem.

    Attributes:
        model: the `ortools.sat.python.cp_model.CpModel`.
    """

    def __init__(self, problem: Problem) -> None:
        with _explained_import():
            from ortools.sat.python import cp_model
        self.puzzle = problem.puzzle
        self.model = cp_model.CpModel()
        self._true = self.model.new_constant(1)
        self._false = self.model.new_constant(0)
        self._reified: dict[Primitive, _Bool] = {}
        self._demanded = frozenset(problem.primitives)
        self._placements = [
            [
                [
                    self.model.new_bool_var(f"{name} holds {value}")
                    for value in range(orbit.placements)
                ]
                for name in orbit.names
            ]
            for orbit in self.puzzle.orbits
        ]
        self._shows = self._sticker_colours()
        for orbit in range(2):
            self._place_pieces(orbit)
        self._close_turns()
        if self.puzzle.edges.names:
            self._link_parities()
        for primitive in problem.primitives:
            self._post(primitive, [])
        self._break_symmetries(problem.symmetries)
        for slots in self._placements:
            for slot in slots:
                self.model.add_decision_strategy(
                    slot, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
                )

    def cube(self, value: Any) -> Cube:
        """Return the cube of a solution, given the function that tells a literal's value."""
        corners, edges = (
            [next(v for v, literal in enumerate(slot) if value(literal)) for slot in slots]
            for slots in self._placements
        )
        return Cube.from_placements(corners, edges)

    # ------------------------------------------------------------ what a cube is

    def _sticker_colours(self) -> dict[int, list[_Bool]]:
        """Return, for each facelet, one literal per colour."""
        shows = {
            facelet: [self._true if colour == face else self._false for colour in range(6)]
            for face, facelet in enumerate(self.puzzle.centres)
        }
        for orbit, slots in zip(self.puzzle.orbits, self._placements, strict=True):
            for facelets, slot in zip(orbit.facelets, slots, strict=True):
                for position, facelet in enumerate(facelets):
                    name = self.puzzle.names[facelet]
                    literals = [self.model.new_bool_var(f"{name} shows {c}") for c in range(6)]
                    self.model.add_exactly_one(literals)
                    for colour, literal in enumerate(literals):
                        showing = [
                            slot[v]
                            for v, shown in enumerate(orbit.colours)
                            if shown[position] == colour
                        ]
                        self._define_or(literal, showing)
                    shows[facelet] = literals
        return shows

    def _place_pieces(self, index: int) -> None:
        orbit, slots = self.puzzle.orbits[index], self._placements[index]
        for slot in slots:
            self.model.add_exactly_one(slot)
        for piece in range(len(orbit.names)):
            values = range(piece * orbit.turns, (piece + 1) * orbit.turns)
            self.model.add_exactly_one(slot[value] for slot in slots for value in values)

    def _close_turns(self) -> None:
        for orbit, slots in zip(self.puzzle.orbits, self._placements, strict=True):
            turned = [
                [self._or(slot[turn :: orbit.turns]) for turn in range(orbit.turns)]
                for slot in slots
            ]
            if orbit.turns == 2:
                self.model.add_bool_xor([*(turn[1] for turn in turned), self._true])
                continue
            sums = [self._true, self._false, self._false]
            for turn in turned:
                following = [self.model.new_bool_var("") for _ in range(3)]
                self.model.add_exactly_one(following)
                for a, b in itertools.product(range(3), repeat=2):
                    self._clause(~sums[a], ~turn[b], following[(a + b) % 3])
                sums = following
            self._clause(sums[0])

    def _link_parities(self) -> None:
        inversions = []
        for orbit, slots in zip(self.puzzle.orbits, self._placements, strict=True):
            pieces = len(orbit.names)
            holds = [
                [self._or(slot[p * orbit.turns : (p + 1) * orbit.turns]) for p in range(pieces)]
                for slot in slots
            ]
            below = []  # below[slot][p]: the slot's piece comes before p
            for slot in holds:
                chain = [self._false]
                for literal in slot[:-1]:
                    chain.append(self._or([chain[-1], literal]))
                below.append(chain)
            for i, j in itertools.combinations(range(pieces), 2):
                inversion = self.model.new_bool_var("")
                for p in range(pieces):
                    self._clause(~holds[i][p], ~below[j][p], inversion)
                    self._clause(~holds[i][p], below[j][p], ~inversion)
                inversions.append(inversion)
        self.model.add_bool_xor([*inversions, self._true])

    def _break_symmetries(self, symmetries: Sequence[Symmetry]) -> None:
        """Let the first corners come no later, lexicographically, than those of any image."""
        corners = self._placements[0]
        at_most = []  # at_most[slot][value]
        for slot in corners[:_LEX_SLOTS]:
            chain = [slot[0]]
            for literal in slot[1:-1]:
                chain.append(self._or([chain[-1], literal]))
            at_most.append([*chain, self._true])
        for symmetry in symmetries:
            images = symmetry.slot_images(self.puzzle, 0)
            equal = self._true  # so far
            for target, bounds in enumerate(at_most if symmetry.index else []):
                source, values = next((s, v) for s, (t, v) in enumerate(images) if t == target)
                following = self.model.new_bool_var("")
                self._clause(~following, equal)
                for held, image in zip(corners[source], values, strict=True):
                    here = corners[target][image]
                    self._clause(~equal, ~held, bounds[image])
                    self._clause(~equal, ~held, ~here, following)
                    self._clause(~following, ~held, here)
                equal = following

    # ------------------------------------------------------------ rules

    def _post(self, primitive: Primitive, only_if: list[_Bool]) -> None:
        """Demand a primitive wherever all literals of `only_if` are true."""
        unless = [~literal for literal in only_if]
        match primitive:
            case Differ(a, b):
                for one, other in zip(self._shows[a], self._shows[b], strict=True):
                    self._clause(*unless, ~one, ~other)
            case Equal(a, b):
                for one, other in zip(self._shows[a], self._shows[b], strict=True):
                    self._clause(*unless, ~one, other)
                    self._clause(*unless, one, ~other)
            case Count():
                self._post_count(primitive, only_if)
            case Table():
                self._post_table(primitive, unless)
            case Placed(orbit, slot, placements):
                literals = self._placements[orbit][slot]
                self._clause(*unless, *(literals[v] for v in sorted(placements)))
            case FacePatterns(a, b, same):
                alike = [self._cells_alike(a, b, cells) for cells in square_maps(self.puzzle.size)]
                if same:
                    self._clause(*unless, *map(self._and, alike))
                else:
                    for literals in alike:
                        self._clause(*unless, *(~literal for literal in literals))
            case AtLeast(needed, parts) if needed == len(parts):
                for part in parts:
                    self._post(part, only_if)
            case AtLeast(needed, parts):
                literals = [self._literal(part) for part in parts]
                if needed == 1:
                    self._clause(*unless, *literals)
                else:
                    self.model.add(sum(literals) >= needed).only_enforce_if(only_if)
            case _:
                raise AssertionError(f"unknown primitive {primitive!r}")

    def _literal(self, primitive: Primitive) -> _Bool:
        """Return a literal that is true exactly where `primitive` holds."""
        if primitive not in self._reified:
            literal = self.model.new_bool_var("")
            self._reified[primitive] = literal
            self._post(primitive, [literal])
            self._post(primitive.negated(), [~literal])
        return self._reified[primitive]

    def _post_count(self, count: Count, only_if: list[_Bool]) -> None:
        literals = [
            self._or([self._shows[f][c] for c in sorted(count.colours)])
            for f in sorted(count.facelets)
        ]
        total = len(literals)
        unless = [~literal for literal in only_if]
        if count.least > total or count.most < 0 or count.least > count.most:
            self._clause(*unless)
            return
        # Of `most` + 1 stickers one is not shown; of all but `least` - 1 stickers one is.
        above, beneath = count.most + 1, total - count.least + 1
        if math.comb(total, above) + math.comb(total, beneath) > _MAX_CLAUSES_PER_COUNT:
            linear = self.model.add_linear_constraint(sum(literals), count.least, count.most)
            linear.only_enforce_if(only_if)
            return
        for some in itertools.combinations(literals, above):
            self._clause(*unless, *(~literal for literal in some))
        for some in itertools.combinations(literals, beneath):
            self._clause(*unless, *some)

    def _post_table(self, table: Table, unless: list[_Bool]) -> None:
        rows = sorted(table.rows)
        if not table.allowed:
            for row in rows:
                shown = zip(table.facelets, row, strict=True)
                self._clause(*unless, *(~self._shows[f][c] for f, c in shown))
            return
        selected = []
        for row in rows:
            cells = [self._shows[f][c] for f, c in zip(table.facelets, row, strict=True)]
            selected.append(self._and(cells))
        self._clause(*unless, *selected)
        for column, facelet in enumerate(table.facelets):
            for colour, literal in enumerate(self._shows[facelet]):
                agreeing = [
                    s for s, row in zip(selected, rows, strict=True) if row[column] == colour
                ]
                self._clause(*unless, ~literal, *agreeing)

    def _cells_alike(self, a: int, b: int, cells: Sequence[int]) -> list[_Bool]:
        """Return, for each pair of cells, whether it is equal on both faces or on neither.

        Face b is seen through the map `cells`. The faces match there iff all these literals hold.
        """
        first, second = self.puzzle.face(a), self.puzzle.face(b)
        alike = []
        for i, j in itertools.combinations(range(len(cells)), 2):
            one = self._same_colour(first[i], first[j])
            other = self._same_colour(second[cells[i]], second[cells[j]])
            if one is not self._false or other is not self._false:
                alike.append(self._iff(one, other))
        return alike

    def _same_colour(self, a: int, b: int) -> _Bool:
        if Differ(a, b) in self._demanded:
            return self._false
        return self._literal(Equal(a, b))

    # ------------------------------------------------------------ literals

    def _clause(self, *literals: _Bool) -> None:
        self.model.add_bool_or(literals)

    def _define_or(self, literal: _Bool, parts: Sequence[_Bool]) -> None:
        for part in parts:
            self._clause(~part, literal)
        self._clause(~literal, *parts)

    def _or(self, parts: Sequence[_Bool]) -> _Bool:
        if len(parts) == 1:
            return parts[0]
        literal = self.model.new_bool_var("")
        self._define_or(literal, parts)
        return literal

    def _and(self, parts: Sequence[_Bool]) -> _Bool:
        return ~self._or([~part for part in parts])

    def _iff(self, a: _Bool, b: _Bool) -> _Bool:
        if a is self._false or b is self._false:
            return ~b if a is self._false else ~a
        literal = self.model.new_bool_var("")
        for sign_a, sign_b in itertools.product((False, True), repeat=2):
            result = literal if sign_a == sign_b else ~literal
            self._clause(~a if sign_a else a, ~b if sign_b else b, result)
        return literal
