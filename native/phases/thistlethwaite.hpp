// Cubes as pieces in slots, and the coordinates that Thistlethwaite's phases measure them by.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "common/cubies.hpp"

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
            if (slot >= kEdges) throw std::invalid_argument("edge slots are 0 to 11");
            seen |= 1U << slot;
            slots[i / 4][i % 4] = slot;
            slice[slot] = i / 4;
            place[slot] = i % 4;
        }
        if (seen != 0xFFF) throw std::invalid_argument("each edge slot is in one slice");
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

}  // namespace cubecsp::thistlethwaite
