"""States of a puzzle that rules allow, as a model for CP-SAT.

The model has a boolean for each slot of a part and each placement there. Pieces that look alike are told apart by
the order of their slots, and invisible orientations are the least possible, so that each state is one solution; the
visible laws then hold for everything that looks the same. Parities are those of the numbers of inversions. Where
laws do not describe the group completely, membership is tested for each solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from cubecsp.deadline import NEVER, Deadline
from cubecsp.definitions.group import MoveGroup
from cubecsp.definitions.parts import Parts
from cubecsp.definitions.pieces import KPattern
from cubecsp.definitions.rules import All, AtMost, Not, Placed, Relation
from cubecsp.errors import EngineError
from cubecsp.puzzle.orbits import Law, Orbit

__all__ = ["Finder"]

_Bool = cp_model.IntVar

_LARGE = 12
"""Slots of the largest part whose parity is in the model: for larger ones membership is tested, which is faster."""


class _Model:
    """The model of the states of a puzzle.

    Attributes:
        model: for the solver.
        shown: for each slot that some part has, for what it may be seen to hold the boolean that says so.
    """

    def __init__(self, parts: Parts) -> None:
        self.model = cp_model.CpModel()
        self.shown: dict[int, dict[tuple[int, int], _Bool]] = {}
        self._parts = parts
        self._literals: dict[Placed, cp_model.LiteralT] = {}
        self._placed = [self._part(orbit) for orbit in parts.orbits]
        for law in parts.seen_laws:
            if all(len(self._placed[number]) <= _LARGE for number in law.permuted):
                self._law(law)

    def _part(self, orbit: Orbit) -> list[dict[int, _Bool]]:
        """Add the slots of a part, and return for each slot the boolean of each placement."""
        placed = []
        for number in range(len(orbit.names)):
            told: dict[tuple[int, int], _Bool] = {}
            here: dict[int, _Bool] = {}
            for value in range(orbit.placements):
                piece = value // orbit.turns
                same = [v for v in self._alike(orbit, value) if v // orbit.turns == piece]
                if same[0] != value:
                    continue  # the least of what looks the same
                here[value] = self.model.new_bool_var("")
            for value, var in here.items():
                look = self._parts.shown_by(orbit, number, value)
                told[look] = self._or(told[look], var) if look in told else var
            self.model.add_exactly_one(here.values())
            self.shown[self._parts.slot_of(orbit, number)] = told
            placed.append(here)
        for piece in range(len(orbit.names)):
            self.model.add_exactly_one(
                var for here in placed for v, var in here.items() if v // orbit.turns == piece
            )
        self._order_alike(orbit, placed)
        return placed

    def _alike(self, orbit: Orbit, value: int) -> Sequence[int]:
        """Return the placements that look like one, in whatever slot."""
        return orbit.matching(orbit.colours[value])

    def _order_alike(self, orbit: Orbit, placed: Sequence[dict[int, _Bool]]) -> None:
        classes: dict[int, list[int]] = {}
        for piece in range(len(orbit.names)):
            first = self._alike(orbit, piece * orbit.turns)[0] // orbit.turns
            classes.setdefault(first, []).append(piece)
        at = [
            sum(
                slot * var
                for slot, here in enumerate(placed)
                for v, var in here.items()
                if v // orbit.turns == piece
            )
            for piece in range(len(orbit.names))
        ]
        for pieces in classes.values():
            for a, b in pairwise(pieces):
                self.model.add(at[a] < at[b])

    def _law(self, law: Law) -> None:
        """Have a law hold."""
        total: list[cp_model.LinearExprT] = []
        prime = law.modulus
        for number, times in law.turned:
            turns = self._parts.orbits[number].turns
            total += [
                times * (value % turns) % prime * var
                for here in self._placed[number]
                for value, var in here.items()
            ]
        for number in law.permuted:
            total += self._inversions(number)
        most = sum(len(here) for placed in self._placed for here in placed) * prime
        most += sum(len(placed) ** 2 for placed in self._placed)
        self.model.add(sum(total) == prime * self.model.new_int_var(0, most, ""))

    def _inversions(self, number: int) -> list[_Bool]:
        """Return a boolean for each pair of slots whose pieces are in the wrong order."""
        turns = self._parts.orbits[number].turns
        pieces = [
            sum(value // turns * var for value, var in here.items())
            for here in self._placed[number]
        ]
        found = []
        for a, b in combinations(pieces, 2):
            inverted = self.model.new_bool_var("")
            self.model.add(a > b).only_enforce_if(inverted)
            self.model.add(a < b).only_enforce_if(~inverted)
            found.append(inverted)
        return found

    def literal(self, relation: Relation) -> cp_model.LiteralT:
        """Return what is true exactly if a relation holds."""
        if isinstance(relation, Placed):
            if relation not in self._literals:
                told = self.shown[relation.slot]
                held = [var for look, var in told.items() if look in relation.held]
                self._literals[relation] = self._any(held)
            return self._literals[relation]
        if isinstance(relation, Not):
            return ~self.literal(relation.part)
        if isinstance(relation, All):
            return ~self._any([~self.literal(part) for part in relation.parts])
        parts = [self.literal(part) for part in relation.parts]
        few = self.model.new_bool_var("")
        self.model.add(sum(parts) <= relation.number).only_enforce_if(few)
        self.model.add(sum(parts) > relation.number).only_enforce_if(~few)
        return few

    def require(self, relation: Relation) -> None:
        """Have a relation hold."""
        if isinstance(relation, All):
            for part in relation.parts:
                self.require(part)
        elif isinstance(relation, AtMost) and relation.number == 1:
            self.model.add_at_most_one(self.literal(part) for part in relation.parts)
        elif isinstance(relation, AtMost):
            self.model.add(sum(self.literal(p) for p in relation.parts) <= relation.number)
        else:
            self.model.add_bool_and(self.literal(relation))

    def _any(self, literals: Sequence[cp_model.LiteralT]) -> cp_model.LiteralT:
        """Return what is true exactly if one of some literals is."""
        if len(literals) == 1:
            return literals[0]
        result = self.model.new_bool_var("")
        self.model.add_bool_or(literals).only_enforce_if(result)
        self.model.add_bool_and([~literal for literal in literals]).only_enforce_if(~result)
        return result

    def _or(self, a: _Bool, b: _Bool) -> _Bool:
        result = self._any([a, b])
        assert isinstance(result, cp_model.IntVar)
        return result


class Finder(cp_model.CpSolverSolutionCallback):
    """Finds the states that moves can make and for which relations hold.

    Args:
        group: of the moves.
        relations: what has to hold.
        deadline: when it has to end.

    Attributes:
        complete: whether all have been found.

    Raises:
        OutOfTimeError: there is no time to make the model.
    """

    def __init__(
        self, group: MoveGroup, relations: Sequence[Relation], deadline: Deadline = NEVER
    ) -> None:
        super().__init__()
        self.complete = False
        self._group = group
        self._made = _Model(group.parts)
        for relation in relations:
            self._made.require(relation)
            deadline.check()
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.enumerate_all_solutions = True
        self._solver.parameters.catch_sigint_signal = False
        self._deadline = deadline
        self._ended = False
        self._error: BaseException | None = None

    def run(self, give: Callable[[KPattern], None]) -> None:
        """Give each state as soon as it is found, until there are no more or `stop` is called.

        Raises:
            LimitError: whether moves can make a state cannot be decided.
        """
        self._give = give
        if self._deadline.left_or_none is not None:
            self._solver.parameters.max_time_in_seconds = self._deadline.left_or_none
        status = self._solver.solve(self._made.model, self)
        if self._error is not None:
            raise self._error
        if status == cp_model.MODEL_INVALID:
            name, why = self._group.puzzle.name, self._made.model.validate()
            raise EngineError(f"the model of {name} is not valid: {why}")
        self.complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not self._ended

    def stop(self) -> None:
        """Have `run` end soon."""
        self._ended = True
        self._solver.stop_search()

    def on_solution_callback(self) -> None:
        """Give a solution, if it is one."""
        if self._ended:
            self.stop_search()
            return
        try:
            self._found()
        except BaseException as error:  # nothing may go through the solver
            self._error, self._ended = error, True
            self.stop_search()

    def _found(self) -> None:
        shown = self._made.shown
        held = [
            next(look for look, var in shown[slot].items() if self.boolean_value(var))
            for slot in range(len(shown))
        ]
        state = self._group.puzzle.pattern(held)
        if self._group.check(state).reachable:
            self._give(state)
