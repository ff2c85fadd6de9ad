"""The symmetries of a set of primitives, by which one answer of an engine stands for up to 48."""

from __future__ import annotations

from collections.abc import Iterable

from cubecsp.models.core.primitives import Primitive
from cubecsp.puzzle.core.puzzle import Puzzle
from cubecsp.puzzle.cube.cube_puzzle import CubePuzzle
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry
from cubecsp.stopping.deadline import looking

# A quarter turn and a mirror that generate all 48: if both are symmetries, no other is tested.
_GENERATORS = (SYMMETRIES[4], SYMMETRIES[44])


def symmetries_of(primitives: Iterable[Primitive], puzzle: Puzzle) -> tuple[Symmetry, ...]:
    """Return the symmetries that map the set of primitives onto itself: a group, identity first.

    If all primitives hold for a cube, they hold for all its images under these. Symmetries that
    preserve the meaning but not the primitives are missed, which costs time and nothing else.
    """
    if not isinstance(puzzle, CubePuzzle):
        return SYMMETRIES[:1]
    relations = set(primitives)
    generators: list[Symmetry] = []
    group = generated_group(generators)
    refused: set[int] = set()
    for candidate in (*_GENERATORS, *SYMMETRIES):
        if candidate in group or candidate.index in refused:
            continue
        if all(p.moved(candidate, puzzle) in relations for p in looking(relations)):
            generators.append(candidate)
            group = generated_group(generators)
        else:
            # The product of a symmetry of the set and one that is not is never a symmetry of it.
            refused |= {(member * candidate).index for member in group}
    return tuple(sorted(group, key=lambda symmetry: symmetry.index))


def generated_group(generators: Iterable[Symmetry]) -> list[Symmetry]:
    """Return the group that these symmetries generate, each once."""
    listed = list(generators)
    group = [SYMMETRIES[0]]
    for member in group:  # grows while it is walked
        for generator in listed:
            product = member * generator
            if product not in group:
                group.append(product)
    return group
