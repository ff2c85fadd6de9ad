"""Where pieces sit."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.cube.state import Cube
from cubecsp.models.primitives import Placed, Primitive
from cubecsp.models.rule import Rule, Violation

__all__ = ["NoPieceHome"]


class NoPieceHome(Rule):
    """No corner or edge sits in its home slot, however turned."""

    name = "no-piece-home"
    summary = "no corner or edge sits in its home slot, however turned"
    example = "no-piece-home"

    def primitives(self, puzzle: Puzzle = CUBE) -> Iterable[Primitive]:
        """Return one set of placements per slot: all but those of the slot's own piece."""
        for index, orbit in enumerate(puzzle.orbits):
            for slot in range(len(orbit.names)):
                own = range(slot * orbit.turns, (slot + 1) * orbit.turns)
                yield Placed(index, slot, frozenset(range(orbit.placements)).difference(own))

    def violations(self, cube: Cube) -> list[Violation]:
        """Return a violation per piece at home, on its stickers."""
        facelets = cube.facelets
        found = []
        for orbit in CUBE.orbits:
            for name, where in zip(orbit.names, orbit.facelets, strict=True):
                if {facelets[f] for f in where} == set(name):
                    message = f"the {orbit.name} {name} sits in its home slot"
                    found.append(Violation(tuple(sorted(where)), message))
        return found
