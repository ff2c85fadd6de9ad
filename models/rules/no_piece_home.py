"""No piece in its solved position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubecsp.models.core.primitives import Primitive, SlotDomain
from cubecsp.models.core.rule import Rule, State, Violation
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle

if TYPE_CHECKING:
    from cubecsp.puzzle.kpuzzle.kpuzzle import Piece


class NoPieceHome(Rule):
    """No corner or edge is in its solved position, however turned."""

    name = "no-piece-home"
    summary = "no corner or edge is in its solved position, however turned"
    scope = "pieces"
    example = "no-piece-home"
    sizes = (3,)
    limits = (
        "on a cube of even size one piece always counts as solved, and larger ones have more than "
        "corners and edges"
    )

    other_puzzles = "pieces"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot: all but those of the slot's own piece."""
        self.require(puzzle)
        if not isinstance(puzzle, CubePuzzle):
            from cubecsp.models.rules.named_slots import each_slot

            yield from each_slot("all", puzzle, _is_another)
            return
        for index, orbit in enumerate(puzzle.orbits):
            for slot in range(len(orbit.names)):
                own = range(slot * orbit.turns, (slot + 1) * orbit.turns)
                yield SlotDomain(index, slot, frozenset(range(orbit.placements)).difference(own))

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per piece in its solved position, on its stickers."""
        self.require(cube.puzzle)
        if not isinstance(cube, State):
            from cubecsp.models.rules.named_slots import misplacements

            return misplacements("all", cube, _is_another)
        facelets = cube.facelets
        results = []
        for orbit in CUBE.orbits:
            for name, where in zip(orbit.names, orbit.frames, strict=True):
                if {facelets[f] for f in where} == set(name):
                    message = f"the {orbit.name} {name} is in its solved position"
                    results.append(Violation(tuple(sorted(where)), message))
        return results


RULE = NoPieceHome


def _is_another(own: Piece, piece: Piece) -> bool:
    return own.number != piece.number
