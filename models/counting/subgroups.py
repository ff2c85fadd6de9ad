"""The 98 groups of symmetries of the cube, and sums over the symmetries that cubes have.

A cube is preserved by some group of symmetries, its stabiliser. How many cubes a group preserves, its own symmetries
or more, follows from the group; how many have it as their stabiliser is what Möbius inversion makes of that
(G.-C. Rota 1964). So a sum of weights that depend on the stabiliser becomes a sum over groups of the cubes that
each preserves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cubecsp.models.core.invariance import generated_group
from cubecsp.models.rules.symmetric import KINDS, conjugate_groups
from cubecsp.puzzle.cube.symmetry import SYMMETRIES, Symmetry

Group = frozenset[int]
"""The indices of symmetries in `SYMMETRIES`."""

TRIVIAL: Group = frozenset({0})
"""The group of only the identity."""


def group_of(symmetries: list[Symmetry]) -> Group:
    """Return the group that symmetries generate."""
    return frozenset(member.index for member in generated_group(symmetries))


@cache
def subgroups() -> tuple[Group, ...]:
    """Return all 98 groups, smaller ones first."""
    groups = {group_of(some) for kind in KINDS for some in conjugate_groups(kind)}
    return tuple(sorted(groups, key=lambda group: (len(group), sorted(group))))


@cache
def conjugate(group: Group, symmetry: Symmetry) -> Group:
    """Return the group that preserves the images of the cubes that a group preserves."""
    inverse = symmetry.inverse
    return frozenset((inverse * SYMMETRIES[member] * symmetry).index for member in group)


def coefficients(weight: Callable[[Group], int]) -> dict[Group, int]:
    """Return factors for the numbers of cubes that each group preserves, so that they add up to the weights of all cubes.

    Args:
        weight: of a cube with this stabiliser.

    Returns:
        The factors that are not 0.
    """
    factors: dict[Group, int] = {}
    for group in subgroups():
        below = sum(factor for smaller, factor in factors.items() if smaller < group)
        if factor := weight(group) - below:
            factors[group] = factor
    return factors
