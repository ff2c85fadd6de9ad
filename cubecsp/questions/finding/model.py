"""The constraint model behind a question, for direct use: that of OR-Tools, with its variables by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cubecsp.frozen import frozen
from cubecsp.models.core.hold import holding_constraints
from cubecsp.models.core.rule import Rule
from cubecsp.models.engines import Problem
from cubecsp.models.engines.clauses import Encoding
from cubecsp.models.engines.cpsat import CpSatSink
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.state import State
from cubecsp.puzzle.cube.symmetry import SYMMETRIES
from cubecsp.questions.asking.cubes_and_rules import PatternLike, pattern_of

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

__all__ = ["Model", "model"]

Literal = (
    Any  # ortools' literals: variables, their negations, and constants, of classes without types
)


@frozen
class Model:
    """A question as a model of OR-Tools' CP-SAT, whose solutions are the cubes that satisfy the rules.

    Add your own constraints and objective to `cp_model` as to any other. Each cube is one solution;
    if some of its pieces look alike (4×4×4 and larger), cubes that look the same are one solution.

    Attributes:
        cp_model: the model that OR-Tools solves.
        stickers: for the name of a facelet (U1…B9) and a colour (a letter of URFDLB) the literal that
            is true if it shows that colour.
        pieces: for the name of a slot (URF, UF …) and the colours that it would show, in the order of
            its facelets, the literal that is true if it does. `pieces["URF"]["RFU"]`: the piece URF is
            there, twisted.
        left_out: rules that no constraint expresses in full; check whether the cubes found satisfy them.
    """

    cp_model: CpModel
    stickers: Mapping[str, Mapping[str, Literal]]
    pieces: Mapping[str, Mapping[str, Literal]]
    left_out: tuple[Rule, ...]
    _encoding: Encoding
    _literal: Callable[[int], Literal]

    def cube(self, solver: CpSolver) -> State:
        """Return the cube of a solver's last solution.

        Args:
            solver: OR-Tools' `CpSolver`, or a callback of solutions, while it is called.
        """
        return self._encoding.cube(
            lambda literal: bool(solver.boolean_value(self._literal(literal)))
        )


def model(rules: PatternLike | Iterable[PatternLike] = (), *, size: int | None = None) -> Model:
    """Return the constraint model behind a question.

    The engine `cpsat` solves the same model, with additional constraints that leave out conjugates.

    Args:
        rules: rules, patterns, or texts that state them; one or several, or none for all cubes.
        size: the size of the cube; if left out, that of the rules, or 3 if they have none.

    Raises:
        InputError: a text cannot be read, or a rule does not apply to this cube.
    """
    pattern = pattern_of(rules, size)
    puzzle = pattern.puzzle
    for rule in pattern.rules:
        rule.require(puzzle)
    sink = CpSatSink()
    primitives = (*holding_constraints(puzzle), *pattern.primitives)
    encoding = Encoding(Problem(puzzle, primitives, SYMMETRIES[:1]), sink)
    stickers = {
        puzzle.names[facelet]: dict(zip(FACES, map(sink.literal, literals), strict=True))
        for facelet, literals in sorted(encoding.shows.items())
    }
    pieces = {
        slot: {
            "".join(FACES[colour] for colour in orbit.colours[value]): sink.literal(literals[value])
            for value in orbit.firsts
        }
        for orbit, slots in zip(puzzle.orbits, encoding.placements, strict=True)
        for slot, literals in zip(orbit.names, slots, strict=True)
    }
    return Model(sink.model, stickers, pieces, tuple(pattern.filters), encoding, sink.literal)
