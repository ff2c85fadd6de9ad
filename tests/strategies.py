"""Random cubes, moves and symmetries for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, Moves
from cubecsp.cube.geometry import CUBE, Puzzle
from cubecsp.models.primitives import (
    AtLeast,
    Count,
    Differ,
    Equal,
    FacePatterns,
    Placed,
    Primitive,
    Table,
)

turns = st.integers(0, 17)
moves = st.lists(turns, max_size=40).map(Moves.of)
symmetries = st.sampled_from(SYMMETRIES)
cubes = st.integers(0, 2**63).map(Cube.random)


@st.composite
def _assemblies(draw: st.DrawFn) -> Cube:
    corner_pieces = draw(st.permutations(range(8)))
    edge_pieces = draw(st.permutations(range(12)))
    corners = [3 * piece + draw(st.integers(0, 2)) for piece in corner_pieces]
    edges = [2 * piece + draw(st.integers(0, 1)) for piece in edge_pieces]
    return Cube.from_placements(corners, edges)


assemblies = _assemblies()
"""Cubes put together anyhow: one in twelve is reachable."""

_colours = st.frozensets(st.integers(0, 5), min_size=1, max_size=4)


@st.composite
def _tables(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> Table:
    some = draw(st.lists(facelets, min_size=1, max_size=4, unique=True))
    row = st.tuples(*[st.integers(0, 5)] * len(some))
    return Table(tuple(some), draw(st.frozensets(row, max_size=60)), draw(st.booleans()))


@st.composite
def _counts(draw: st.DrawFn, facelets: st.SearchStrategy[int]) -> Count:
    some = draw(st.frozensets(facelets, min_size=1, max_size=9))
    least = draw(st.integers(0, len(some)))
    return Count(some, draw(_colours), least, draw(st.integers(least, len(some))))


def primitives_on(puzzle: Puzzle) -> st.SearchStrategy[Primitive]:
    """Return primitives of every kind, nested, about a puzzle."""
    facelets = st.integers(0, puzzle.facelet_count - 1)
    pairs = st.lists(facelets, min_size=2, max_size=2, unique=True)
    placed = [
        st.builds(
            Placed,
            st.just(index),
            st.integers(0, len(orbit.names) - 1),
            st.frozensets(st.integers(0, orbit.placements - 1)),
        )
        for index, orbit in enumerate(puzzle.orbits)
        if orbit.names
    ]
    simple = st.one_of(
        pairs.map(lambda pair: Differ(*pair)),
        pairs.map(lambda pair: Equal(*pair)),
        _counts(facelets),
        _tables(facelets),
        *placed,
        st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).flatmap(
            lambda faces: st.booleans().map(lambda same: FacePatterns(*faces, same))
        ),
    )
    return st.recursive(
        simple,
        lambda parts: st.frozensets(parts, min_size=1, max_size=4).flatmap(
            lambda some: st.integers(1, len(some)).map(lambda needed: AtLeast(needed, some))
        ),
        max_leaves=6,
    )


primitives = primitives_on(CUBE)
"""Primitives of every kind, nested, on the 3×3×3."""
