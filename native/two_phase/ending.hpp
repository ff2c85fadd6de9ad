// Phase 2 as the search sees it: permutations of pieces, their ranks, and pruning by these.

#pragma once

#include <cstdint>

#include "two_phase/tables.hpp"

namespace cubecsp::two_phase {

struct Tables {
    const SmallTables* small;
    const LargeTables* large;  // may be nullptr
};

struct Pieces {
    uint8_t corners[8];
    uint8_t edges[12];
};

Pieces pieces_of(const Cubies& cube);

// Whether the slice edges are in their slice, as in G1; only then do edges have ranks.
inline bool has_slice_edges_home(const Pieces& pieces) {
    const uint8_t* slice = pieces.edges + 8;
    return (slice[0] & slice[1] & slice[2] & slice[3] & 8) != 0;  // they are 8 to 11, the others 0 to 7
}

inline uint32_t corner_rank_of(const Pieces& pieces) { return rank_of<8>(pieces.corners); }
inline uint32_t edge_rank_of(const Pieces& pieces) { return rank_of<8>(pieces.edges); }
inline uint32_t slice_rank_of(const Pieces& pieces) {
    uint8_t slice[4];
    for (int i = 0; i < 4; ++i) slice[i] = static_cast<uint8_t>(pieces.edges[8 + i] - 8);
    return rank_of<4>(slice);
}

// For a cube of G1, the turns of phase 2 needed to solve corners and slice edges, and to solve corners and
// the edges of U and D; the second is at most one more than the fringe in use reaches.
struct Bounds {
    int corner_slice;
    int corner_edge;
};
Bounds phase2_bounds(const Tables& tables, const Cubies& cube);

// Whether `left` turns of phase 2 may solve the corners and the edges of U and D; only false is certain.
inline bool edges_may_reach(const SmallTables& tables, const LargeTables* large, uint32_t corners,
                            uint32_t edges, int left) {
    if (left > (large ? kLargeNear2 + 1 : kNear2 + kFringes2)) return true;
    const uint32_t framed = tables.corner_class[corners];
    const uint32_t row = framed >> 4;
    const uint32_t column = tables.edge_image[edges][framed & 15u];
    if (left > kLargeNear2) return large->fringe2.test(decltype(large->fringe2)::place(row, column));
    if (left > kNear2 && !large) return tables.fringe2[left - kNear2 - 1].test(Fringe2::place(row, column));
    const uint32_t key = row * kPermutations + column;
    const uint32_t found = left > kNear2 ? large->near2.find(key) : tables.near2.find(key);
    return found != 0 && static_cast<int>(found) - 1 <= left;
}

}  // namespace cubecsp::two_phase
