// Reductions of a 4x4x4 to a 3x3x3: the three phases, each searched by iterative deepening.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "three_phase/tables.hpp"

namespace cubecsp::three_phase {

// Limits of the search.
struct Effort {
    std::size_t firsts;      // sequences for phase 1
    std::size_t kept;        // of these, the best, for which phase 2 is searched
    std::size_t seconds;     // sequences for phases 1 and 2, for which phase 3 is searched
    std::size_t reductions;  // of the shortest that are found, how many to return
};

struct Reduction {
    std::array<std::size_t, 3> lengths;  // of the phases
    std::vector<std::uint8_t> turns;     // as Geometry has them
};

// Lower bounds of the turns of phases, for a cube as it is held.
struct Bounds {
    std::array<unsigned, kAxes> first;  // to put each pair of colours on two opposite faces
    std::optional<unsigned> second;     // where R and L have their colours
    std::optional<unsigned> third;      // where phase 2 is done, too
};

Bounds bounds(const Coordinates& coordinates, const Distances& distances, const Pieces& pieces);

// Returns reductions of `pieces`, all of one length. `interrupted` is asked regularly whether to give up,
// which returns those found so far. Throws std::invalid_argument if the distances do not lead to the goal.
std::vector<Reduction> reduce(const Coordinates& coordinates, const Distances& distances,
                              const Pieces& pieces, const Effort& effort,
                              const std::function<bool()>& interrupted);

}  // namespace cubecsp::three_phase
