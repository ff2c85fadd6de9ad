#include "two_phase/ending.hpp"

#include "common/require.hpp"

namespace cubecsp::two_phase {

Pieces pieces_of(const Cubies& cube) {
    Pieces pieces;
    for (int i = 0; i < 8; ++i) pieces.corners[i] = cube.corners[i] / 3;
    for (int i = 0; i < 12; ++i) pieces.edges[i] = cube.edges[i] >> 1;
    return pieces;
}

Bounds phase2_bounds(const Tables& tables, const Cubies& cube) {
    require(twist_of(cube) == 0 && flip_of(cube) == 0 && slice_of(cube) == 0, "a cube outside G1");
    const Pieces pieces = pieces_of(cube);
    const uint32_t corners = corner_rank_of(pieces);
    const uint32_t edges = edge_rank_of(pieces);
    int left = 0;
    while (!edges_may_reach(*tables.small, tables.large, corners, edges, left)) ++left;
    return {tables.small->corner_slice[corners][slice_rank_of(pieces)], left};
}

}  // namespace cubecsp::two_phase
