"""Random cubes, moves and symmetries for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, Moves
from cubecsp.models.primitives import AtLeast, Count, Differ, Equal, FacePatterns, Placed, Table

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

_facelets = st.integers(0, 53)
_colours = st.frozensets(st.integers(0, 5), min_size=1, max_size=4)
_pairs = st.lists(_facelets, min_size=2, max_size=2, unique=True)


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    facelets = draw(st.lists(_facelets, min_size=1, max_size=4, unique=True))
    row = st.tuples(*[st.integers(0, 5)] * len(facelets))
    return Table(tuple(facelets), draw(st.frozensets(row, max_size=60)), draw(st.booleans()))


@st.composite
def _counts(draw: st.DrawFn) -> Count:
    facelets = draw(st.frozensets(_facelets, min_size=1, max_size=9))
    least = draw(st.integers(0, len(facelets)))
    return Count(facelets, draw(_colours), least, draw(st.integers(least, len(facelets))))


_simple = st.one_of(
    _pairs.map(lambda pair: Differ(*pair)),
    _pairs.map(lambda pair: Equal(*pair)),
    _counts(),
    _tables(),
    st.builds(Placed, st.just(0), st.integers(0, 7), st.frozensets(st.integers(0, 23))),
    st.builds(Placed, st.just(1), st.integers(0, 11), st.frozensets(st.integers(0, 23))),
    st.lists(st.integers(0, 5), min_size=2, max_size=2, unique=True).flatmap(
        lambda faces: st.booleans().map(lambda same: FacePatterns(*faces, same))
    ),
)

primitives = st.recursive(
    _simple,
    lambda parts: st.frozensets(parts, min_size=1, max_size=4).flatmap(
        lambda some: st.integers(1, len(some)).map(lambda needed: AtLeast(needed, some))
    ),
    max_leaves=6,
)
"""Primitives of every kind, nested."""
