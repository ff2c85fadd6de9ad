#include "two_phase/views.hpp"

#include <algorithm>
#include <bit>

namespace cubecsp::two_phase {

namespace {

// The reach from which on detours of 0, 1 and 2 turns are worth their time: if any solution that is short
// enough will do, and if ever shorter ones are wanted.
constexpr int kFirstReach[2][3] = {{0, 9, 10}, {0, 8, 8}};

}  // namespace

View view_of(const SmallTables& tables, const Cubies& cube) {
    const uint32_t framed = tables.flip_slice_class[slice_of(cube)][flip_of(cube)];
    const uint32_t frame = framed & 15u;
    View view{cube, framed >> 4, tables.twist_image[twist_of(cube)][frame], frame, kFar};
    if (tables.near1.find(view.index * kTwists + view.twist) == 0) return view;
    // Near: follow the turns that lead closer, and count; a table from a file might lead in circles.
    uint32_t index = view.index;
    uint32_t twist = view.twist;
    for (view.distance = 0; view.distance <= kNear1; ++view.distance) {
        const uint32_t closer = tables.near1.find(index * kTwists + twist) & kClosersMask;
        if (closer == 0) return view;
        const int turn = std::countr_zero(closer);
        const ClassMoves& moves = tables.class_move[index];
        twist = tables.twist_image[tables.twist_move[twist][turn]][moves.symmetry[turn]];
        index = moves.index[turn];
    }
    view.distance = kFar;
    return view;
}

Plan::Plan(const SmallTables& tables, bool improving) {
    const auto cube_of = [&](unsigned turn) {
        Cubies cube;
        std::copy_n(tables.geometry.corners[turn], 8, cube.corners);
        std::copy_n(tables.geometry.edges[turn], 12, cube.edges);
        return cube;
    };
    std::vector<Detour> longer;
    detours.push_back({0, {}, {}});
    for (uint8_t first = 0; first < kTurns; first = static_cast<uint8_t>(first + 3)) {
        if (kPhase2Mask >> first & 1u) continue;
        detours.push_back({1, {first, 0}, cube_of(first)});
        for (uint8_t second = 0; second < kTurns; ++second) {
            if (tables.allowed[0][first] >> second & 1u) {
                longer.push_back({2, {first, second}, product(cube_of(first), cube_of(second))});
            }
        }
    }
    detours.insert(detours.end(), longer.begin(), longer.end());
    for (int reach = 0; reach <= kLongest; ++reach) {
        for (std::size_t detour = 0; detour < detours.size(); ++detour) {
            if (reach < kFirstReach[improving][detours[detour].length]) break;
            for (int view = 0; view < kViews; ++view) tasks.push_back({reach, detour, view});
        }
    }
}

}  // namespace cubecsp::two_phase
