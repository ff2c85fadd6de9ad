#include "two_phase/ending.hpp"

#include "common/require.hpp"

namespace cubecsp::two_phase {

Ranks ranks_of(const Pieces& pieces) {
    uint8_t slice[4];
    for (int i = 0; i < 4; ++i) slice[i] = static_cast<uint8_t>(pieces.edges[8 + i] - 8);
    return {rank_of<8>(pieces.corners), rank_of<8>(pieces.edges), rank_of<4>(slice)};
}

Pieces pieces_of(const Cubies& cube) {
    Pieces pieces;
    for (int i = 0; i < 8; ++i) pieces.corners[i] = cube.corners[i] / 3;
    for (int i = 0; i < 12; ++i) pieces.edges[i] = cube.edges[i] >> 1;
    return pieces;
}

Bounds phase2_bounds(const Tables& tables, const Cubies& cube) {
    require(twist_of(cube) == 0 && flip_of(cube) == 0 && slice_of(cube) == 0, "a cube outside G1");
    const auto [corners, edges, slices] = ranks_of(pieces_of(cube));
    int left = 0;
    while (!edges_may_reach(*tables.small, tables.large, corners, edges, left)) ++left;
    return {tables.small->corner_slice[corners][slices], left};
}

}  // namespace cubecsp::two_phase
