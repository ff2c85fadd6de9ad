// The two-phase search itself, independent of Python.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "two_phase/ending.hpp"
#include "two_phase/views.hpp"

namespace cubecsp::two_phase {

constexpr uint64_t kUnlimited = UINT64_MAX;

struct Limits {
    int max_length;    // stop at the first solution that is no longer
    int improvements;  // then go on until this many shorter ones were found
    double seconds;    // for each cube
    double seconds_for_all;
    uint64_t nodes;  // once a solution is known; then the shortest so far will do
    int threads;
};

struct Outcome {
    int length = -1;  // -1: none found before the deadline
    uint8_t turns[kLongest] = {};
    int proven = 0;  // no solution is shorter
    uint64_t nodes = 0;
    double seconds = 0;
    bool sound = true;  // false: the tables are damaged, the turns do not solve the cube
};

// Solves cubes one by one; with several threads, as many at a time, or a single cube with all together.
// `interrupted` is asked about every 20 ms, by the calling thread only, whether to give up.
std::vector<Outcome> solve_all(const Tables& tables, std::span<const Cubies> cubes, const Limits& limits,
                               const std::function<bool()>& interrupted);

}  // namespace cubecsp::two_phase
