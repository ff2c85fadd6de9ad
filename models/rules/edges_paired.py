"""Edges whose wings agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cubecsp.errors import InputError
from cubecsp.models.core.primitives import Equal, Primitive
from cubecsp.models.core.rule import Rule, RuleParameter, State, Violation, colours_of
from cubecsp.models.rules.slots import SETS, slots_of
from cubecsp.puzzle.cube.cube_puzzle import CUBE, CubePuzzle
from cubecsp.puzzle.cube.geometry import FACES
from cubecsp.puzzle.cube.sizes import ANY_SIZE


class EdgesPaired(Rule):
    """Between two corners, wings and any middle edge show one colour on either side.

    Args:
        slots: the edges; left out, all twelve.
    """

    name = "edges-paired"
    summary = "between two corners, all wings and any middle edge show one colour on either side"
    scope = "pieces"
    parameter = RuleParameter(
        "SLOTS", "some edges: UF+UB, cross …", examples=("edges", "UF+UB", "cross"), optional=True
    )
    example = "edges-paired=cross"
    sizes = ANY_SIZE[2:]
    limits = "smaller cubes have no wings"

    def __init__(self, slots: str | None = None) -> None:
        self.value = None if slots is None else slots_of(slots)
        words = (self.value or "edges").split("+")
        self._edges = [n for n in SETS["edges"] if any(n in SETS.get(w, (w,)) for w in words)]
        if not self._edges:
            raise InputError(f"rule {self.name}={self.value} names no edge", "write UF or edges")

    def describe(self) -> str:
        """Return the summary, with the edges in it."""
        on_some = f", on the edges {' '.join(self._edges)}" if self.value else ""
        return self.summary + on_some

    def primitives(self, puzzle: CubePuzzle = CUBE) -> Iterable[Primitive]:
        """Return that the stickers on either side of an edge have one colour."""
        self.require(puzzle)
        for _, sides in self._sides(puzzle):
            for first, *others in sides:
                yield from (Equal(first, other) for other in others)

    def violations(self, cube: State) -> list[Violation]:
        """Return a violation per edge, on all its stickers."""
        self.require(cube.puzzle)
        letters, results = cube.facelets, []
        for name, sides in self._sides(cube.puzzle):
            pieces = {"".join(letters[f] for f in piece) for piece in zip(*sides, strict=True)}
            if len(pieces) > 1:
                shown = " and ".join(colours_of(piece) for piece in sorted(pieces))
                where = tuple(sorted(f for side in sides for f in side))
                results.append(Violation(where, f"edge {name} shows {shown}"))
        return results

    def _sides(self, puzzle: CubePuzzle) -> Iterator[tuple[str, list[list[int]]]]:
        """Yield each edge, with its stickers on either face: those of one piece have one place."""
        for name in self._edges:
            frames = [
                sorted(orbit.frames[slot], key=lambda f: name.index(FACES[puzzle.face_of(f)]))
                for orbit, slot in puzzle.slots
                if set(orbit.names[slot]) == set(name)
            ]
            yield name, [list(side) for side in zip(*frames, strict=True)]


RULE = EdgesPaired
