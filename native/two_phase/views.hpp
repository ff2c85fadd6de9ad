// The searches of a cube: its views, detours, and their order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "two_phase/tables.hpp"

namespace cubecsp::two_phase {

inline constexpr int kLongest = 40;
inline constexpr int kFar = kNear1 + 1;   // the distance of everything that the near set does not reach
inline constexpr int kViews = 2 * kAxes;  // an axis brought to U-D, of the cube or of its inverse

// A cube as phase 1 sees it.
struct View {
    Cubies cube;
    uint32_t index;  // class of the flip-slice
    uint32_t twist;  // in the frame of the class
    uint32_t frame;
    int distance;  // to G1, at most kFar
};

View view_of(const SmallTables& tables, const Cubies& cube);

// Turns done before a cube is solved, and undone after it: they are the end of the solution.
//
// The first is a quarter turn outside G1; its opposite gives the same phases 1, so that the two are
// tried together, and their cube differs by a half turn.
struct Detour {
    int length;
    uint8_t turns[2];
    Cubies cube;
};

// One of the searches for phases 1 of one length: detour and phase 1 together take `reach` turns.
struct Task {
    int reach;
    std::size_t detour;
    int view;
};

// All searches, in the order in which they are done.
struct Plan {
    std::vector<Detour> detours;
    std::vector<Task> tasks;

    Plan(const SmallTables& tables, bool improving);
};

}  // namespace cubecsp::two_phase
