// Reductions of a 5x5x5 to a 3x3x3: the five phases, each searched by iterative deepening.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "five_phase/centres.hpp"
#include "five_phase/kinds.hpp"
#include "five_phase/pairs.hpp"
#include "five_phase/ring.hpp"

namespace cubecsp::five_phase {

struct Coordinates {
    Geometry geometry;
    Phase1 phase1;
    Phase2 phase2;
    Phase3 phase3;
    Phase4 phase4;
    Phase5 phase5;

    // Throws std::invalid_argument if the geometry is not sound.
    explicit Coordinates(const Geometry& geometry);
};

// Everything that is stored.
struct Distances {
    Phase1::Distances phase1;
    Phase3::Distances phase3;
    Phase4::Distances phase4;
    Phase5::Distances phase5;
};

// Fills everything; `stop` is checked in long loops. A smaller `nearest` limits the turns up to which larger
// tables are filled.
void fill(const Coordinates& coordinates, Distances& distances, const Stop& stop,
          unsigned nearest = kUnknownHalf);

// Limits of the search.
struct Effort {
    std::array<std::size_t, kPhases - 1> found;  // sequences for this phase and those before it
    std::array<std::size_t, kPhases - 1> kept;   // of these, the best, for which the next phase is searched
    std::size_t reductions;                      // of the shortest that are found, how many to return
};

struct Reduction {
    std::array<std::size_t, kPhases> lengths;  // of the phases
    std::vector<std::uint8_t> turns;           // as Geometry has them
};

// Is told which bytes of the distances are not needed any more.
using Passed = std::function<void(std::span<const std::uint8_t>)>;

// Returns reductions of `pieces`, all of one length. `interrupted` is asked regularly whether to give up,
// which returns those found so far. Throws std::invalid_argument if the pieces are not a cube.
std::vector<Reduction> reduce(const Coordinates& coordinates, const Distances& distances,
                              const Pieces& pieces, const Effort& effort,
                              const std::function<bool()>& interrupted, const Passed& passed);

}  // namespace cubecsp::five_phase
