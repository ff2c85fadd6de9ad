// Cubes as pieces in slots, and the coordinates that Thistlethwaite's phases measure them by.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/coordinate.hpp"
#include "common/cubies.hpp"
#include "common/require.hpp"
#include "graphs/coset_graph.hpp"

namespace cubecsp::thistlethwaite {

// The three slices as their four edge slots each; a slot's place in its slice.
struct Slices {
    std::array<std::array<std::uint8_t, 4>, 3> slots{};
    std::array<std::uint8_t, kEdges> slice{};
    std::array<std::uint8_t, kEdges> place{};

    // The twelve slots, slice by slice.
    explicit Slices(const std::uint8_t* data) {
        unsigned seen = 0;
        for (std::uint8_t i = 0; i < kEdges; ++i) {
            const std::uint8_t slot = data[i];
            require(slot < kEdges, "edge slots are 0 to 11");
            seen |= 1U << slot;
            slots[i / 4][i % 4] = slot;
            slice[slot] = i / 4;
            place[slot] = i % 4;
        }
        require(seen == 0xFFF, "each edge slot is in one slice");
    }

    // The slots that hold pieces of a slice, as a set.
    std::size_t occupied(const Cubies& cube, std::uint8_t of) const {
        std::size_t set = 0;
        for (std::size_t i = 0; i < kEdges; ++i) {
            if (slice[cube.edges[i] / 2] == of) set |= std::size_t{1} << i;
        }
        return set;
    }

    // Where the pieces are within the three slices, each of which must hold its own.
    std::size_t arranged(const Cubies& cube) const {
        std::size_t code = 0;
        for (std::size_t s = 0; s < slots.size(); ++s) {
            std::array<std::uint8_t, 4> order;
            for (std::size_t i = 0; i < 4; ++i) {
                const unsigned piece = cube.edges[slots[s][i]] / 2U;
                if (slice[piece] != s) throw std::logic_error("an edge is outside its slice");
                order[i] = place[piece];
            }
            code = code * 24 + rank_of<4>(order.data());
        }
        return code;
    }
};

// The four phases, and the descent through their coset graphs.
class Thistlethwaite {
public:
    static constexpr std::size_t kPhases = 4;
    static constexpr std::size_t kLongestPhase = 32;

    struct Passed {
        std::vector<std::uint8_t> turns;
        Cubies cube;  // after them
    };

    // `turn_cubes`: the action of the 18 turns; `moves`: the turns of each phase; `slices`: the slots of the
    // equatorial, middle and standing slice. Throws std::invalid_argument if their number is wrong.
    Thistlethwaite(std::span<const Cubies> turn_cubes, std::span<const std::vector<std::uint8_t>> moves,
                   const Slices& slices);

    std::vector<std::size_t> sizes() const;

    // How many distances all four phases have together.
    std::size_t total() const;

    // Write the `total()` distances of all four phases, one after another.
    void fill_distances(std::uint8_t* distances) const;

    // Use distances that were filled earlier, which have to outlive this or the next ones that are used.
    void use(std::span<const std::uint8_t> distances);

    // How far a cube that has passed the phases before is from passing this one.
    unsigned distance(std::size_t phase, const Cubies& cube) const;

    // For each phase its turns, and the cube after it. Of up to `choices` shortest sequences for a phase, the
    // first one that leaves the next phase shortest is taken.
    std::vector<Passed> solve(Cubies cube, std::size_t choices) const;

private:
    static constexpr std::size_t kTurns = 18;

    using Measure = Coordinate<Cubies>;

    struct Choice {
        std::array<std::uint8_t, kLongestPhase> path{};
        std::array<std::uint8_t, kLongestPhase> best{};
        Cubies cube;
        std::size_t length = 0;
        std::size_t left = 1;  // sequences to look at
        unsigned least = 256;  // distance that is left to the next phase
    };

    void compare(std::size_t phase, const Cubies& cube, std::size_t a, std::size_t b, std::size_t remaining,
                 Choice& choice) const;

    std::vector<Cubies> cubes_of(std::size_t phase) const;

    template <typename Code>
    void number(Measure& coordinate, std::size_t codes, std::size_t phase, Code code) const;

    // The permutation of the corners.
    static std::size_t corner_rank(const Cubies& cube);

    void number_values();

    // The corners up to some half turns: the least rank among their images.
    std::size_t coset(const Cubies& cube) const;

    std::vector<std::size_t> coset_of(const Cubies& cube) const;

    // Gives every arrangement of the corners, not only the least of each coset, its coset's number.
    void number_cosets();

    std::pair<std::size_t, std::size_t> coordinates(std::size_t phase, const Cubies& cube) const;

    Slices slices_;
    std::array<Cubies, kTurns> turn_cubes_{};
    std::array<std::vector<std::uint8_t>, kPhases> moves_;
    std::array<Measure, kPhases> first_;
    std::array<Measure, kPhases> second_;
    std::array<std::optional<CosetGraph>, kPhases> graphs_;
    std::array<const std::uint8_t*, kPhases> distance_{};  // in the distances in use
};

}  // namespace cubecsp::thistlethwaite
