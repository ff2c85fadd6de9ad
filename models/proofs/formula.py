"""The formula that a proof refutes: a question as clauses, with every known cube ruled out.

The clauses of the rules come first, then those of the orbit argument, if there is one, then one clause for
each known cube: that some slot holds something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from cubecsp.errors import InputError
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.pattern import Pattern
from cubecsp.models.core.rule import Rule
from cubecsp.models.engines import Problem
from cubecsp.models.engines.clause_numbers import clauses_of
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.cnf import CnfSink, dimacs
from cubecsp.models.engines.exports import slot_looks
from cubecsp.models.programs.program import programs_in
from cubecsp.models.proofs.orbit_argument import OrbitArgument
from cubecsp.models.proofs.states import shown_pieces
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import cube_name
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.puzzle.kpuzzle.kpuzzle import KPuzzle

LARGEST_PROVEN = 14
"""The size of the largest cube about which proofs are made: it takes 3,000,000 clauses, which fill half a gigabyte."""

_MOST_CLAUSES = 3_000_000  # for puzzles that are not cubes


def require_provable(pattern: Pattern) -> None:
    """Make sure that a formula can be made of a pattern.

    Raises:
        InputError: it cannot: the formula would be too large, or a rule is a logic program.
    """
    require_small(pattern)
    programs = programs_in(pattern.with_programs)
    if programs:
        raise InputError(
            f"{programs[0].source.name} is a logic program, which clauses cannot express",
            "state it in the language of rules, or as a rule in Python",
        )


def require_small(pattern: Pattern) -> None:
    """Make sure that a pattern is not too large for a formula.

    Raises:
        InputError: it is.
    """
    puzzle = pattern.puzzle
    if not isinstance(puzzle, CubePuzzle):
        problem = Problem(puzzle, pattern.with_programs, SYMMETRIES[:1])
        number = clauses_of(problem, counts=False)
        if number > _MOST_CLAUSES:
            raise InputError(
                f"these rules take about {number:,} clauses, too many for a proof",
                f"the limit is {_MOST_CLAUSES:,}: ask for fewer or simpler rules",
            )
    elif puzzle.size > LARGEST_PROVEN:
        raise InputError(
            f"the clauses of a {puzzle.name} are too many for a proof",
            f"ask about cubes up to {cube_name(LARGEST_PROVEN)}",
        )


def beyond_clauses(pattern: Pattern) -> tuple[Rule, ...]:
    """Return the rules that clauses do not express, or only in part, so that cubes that they allow may break them.

    A count of what satisfies the clauses is a count of the pattern's cubes only if there are none of these rules.
    """
    return pattern.filters


@dataclass
class Formula:
    """The formula of a question and of cubes that are known.

    Args:
        pattern: the question; of filters the formula says only what clauses can.
        rows: what the slots of the known cubes can be seen to hold (`State.seen`).
        group: the symmetries with which cubes are left out; None for none.

    Attributes:
        clauses: all of them.
        sizes: how many clauses state `rules`, `symmetry` and `cubes`.
        argument: what the clauses of symmetry follow from.

    Raises:
        InputError: there is none; see `require_provable`.
    """

    pattern: Pattern
    rows: Sequence[bytes]
    group: Sequence[Symmetry] | None = None
    clauses: list[list[int]] = field(init=False)
    sizes: dict[str, int] = field(init=False)
    argument: OrbitArgument | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        require_provable(self.pattern)
        puzzle = self.pattern.puzzle
        primitives = (*holding_constraints(puzzle), *self.pattern.primitives)
        self._sink = CnfSink()
        self._encoding = Encoding(Problem(puzzle, primitives, SYMMETRIES[:1]), self._sink)
        self.clauses = self._sink.clauses
        rules = len(self.clauses)
        if self.group is not None:
            self.argument = OrbitArgument.of(self._encoding, self.group)
            self.clauses += self.argument.clauses()
        symmetry = len(self.clauses) - rules
        for row in self.rows:
            if self._is_kept(row):
                self._encoding.forbid(row)
        cubes = len(self.clauses) - rules - symmetry
        self.sizes = {"rules": rules, "symmetry": symmetry, "cubes": cubes}

    @property
    def variables(self) -> int:
        """The number of variables, which are numbered from 1."""
        return self._sink.variables

    @property
    def choices(self) -> list[list[int]]:
        """For each slot the variables of what it can be seen to hold."""
        return [slot for slots in self._encoding.choices for slot in slots]

    @property
    def somewhere_clauses(self) -> list[int]:
        """The indices of the clauses that say that a piece is in some slot: they follow from the others.

        There are as many slots as pieces, each slot holds a piece, and no piece is in two. A piece with one slot is
        left out: the clause that names its slot also says that the slot holds it.
        """
        said = set()
        for orbit, slots in zip(self.pattern.puzzle.orbits, self._encoding.placements, strict=True):
            if len(slots) == 1:
                continue
            for first in range(0, orbit.placements, orbit.turns):
                said.add(frozenset(v for slot in slots for v in slot[first : first + orbit.turns]))
        return [index for index, some in enumerate(self.clauses) if frozenset(some) in said]

    def held_by(self, row: bytes) -> list[int]:
        """Return the variables of what the slots of a cube hold."""
        slots = (slot for slots in self._encoding.placements for slot in slots)
        return [slot[value] for slot, value in zip(slots, row, strict=True)]

    def _is_kept(self, row: bytes) -> bool:
        """Return whether the orbit argument does not leave a cube out."""
        if self.argument is None:
            return True
        true = {*self.held_by(row)}
        return all(
            any((literal > 0) == (abs(literal) in true) for literal in clause)
            for clause in self.argument.clauses()
        )

    def lines(self) -> Iterator[str]:
        """Return the lines of the formula in DIMACS CNF."""
        return dimacs(self.variables, self.clauses)

    def map(self) -> Iterator[str]:
        """Yield a line for every variable that says something about pieces or stickers."""
        puzzle = self.pattern.puzzle
        for (place, looks), slot in zip(_looks(puzzle), self.choices, strict=True):
            for variable, look in zip(slot, looks, strict=True):
                yield f"{variable} {place} holds {look}\n"
        placements = {variable for slot in self.choices for variable in slot}
        for facelet, colours in sorted(self._encoding.shows.items()):
            for letter, variable in zip(FACES, colours, strict=True):
                if variable > 1 and variable not in placements:  # variable 1 is true
                    yield f"{variable} {puzzle.names[facelet]} shows {letter}\n"


def _looks(puzzle: Puzzle) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the name of each slot, and the contents that it can be seen to have."""
    if isinstance(puzzle, CubePuzzle):
        yield from slot_looks(puzzle)
        return
    known = cast(KPuzzle, puzzle)
    for orbit in known.orbits:
        for slot, frame in enumerate(orbit.frames):
            yield known.slot_name(frame), shown_pieces(known, orbit, slot)
