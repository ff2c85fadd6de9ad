"""Random cubes, moves and symmetries for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from cubecsp import SYMMETRIES, Cube, Moves

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
