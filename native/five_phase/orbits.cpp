// Orbits of the pieces under the turns of the later phases.

#include "five_phase/orbits.hpp"

#include <algorithm>
#include <bit>

#include "common/require.hpp"

namespace cubecsp::five_phase {

namespace {

// The slots that turns of phases 4 and 5 take to each other, with the first one.
std::uint32_t orbit_of_first(const Geometry& geometry, Row Pieces::*part) {
    std::uint32_t orbit = 1;
    for (std::uint32_t before = 0; orbit != before;) {
        before = orbit;
        for (const std::uint8_t turn : geometry.turns4) orbit |= moved(orbit, geometry.turns[turn].*part);
        for (const std::uint8_t turn : geometry.turns5) orbit |= moved(orbit, geometry.turns[turn].*part);
    }
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
        require(std::popcount(orbit >> 2 * edge & 3U) == 1, "turns mix the two halves of an edge");
    }
    return orbit;
}

std::uint8_t slot_in(std::uint32_t set, std::size_t edge) {
    return static_cast<std::uint8_t>(2 * edge + (set >> 2 * edge & 1U ? 0 : 1));
}

// The edges that some turns take to each other, with one of them; a bit each.
std::uint32_t edge_orbit(const Geometry& geometry, std::span<const std::uint8_t> turns, std::size_t edge) {
    std::uint32_t orbit = 1U << edge;
    for (std::uint32_t before = 0; orbit != before;) {
        before = orbit;
        for (const std::uint8_t turn : turns) {
            for (std::size_t to = 0; to < kEdges; ++to) {
                orbit |= (orbit >> geometry.turns[turn].middles[2 * to] / 2 & 1U) << to;
            }
        }
    }
    return orbit;
}

}  // namespace

Kinds::Kinds(const Geometry& geometry)
    : wings(orbit_of_first(geometry, &Pieces::wings)), middles(orbit_of_first(geometry, &Pieces::middles)) {
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
        wing_slot[0][edge] = slot_in(wings, edge);
        wing_slot[1][edge] = slot_in(wings, edge) ^ 1U;
        middle_slot[edge] = slot_in(middles, edge);
    }
}

EightEdges::EightEdges(const Geometry& geometry, std::span<const std::uint8_t> turns) {
    for (std::size_t edge = 0; edge < kEdges && others_ == 0; ++edge) {
        const std::uint32_t orbit = edge_orbit(geometry, turns, edge);
        if (std::popcount(orbit) == 4) others_ = orbit;
    }
    require(others_ != 0, "turns keep no four edges");
    std::size_t place = 0;
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
        if (others_ >> edge & 1U) continue;
        edges_[place] = static_cast<std::uint8_t>(edge);
        place_of_[edge] = static_cast<std::uint8_t>(place++);
    }
}

EightEdges::Places EightEdges::moved_by(const Row& row, const std::array<std::uint8_t, kEdges>& slots) const {
    Places to{};
    for (std::size_t i = 0; i < kCount; ++i) {
        to[place_of_[row[slots[edges_[i]]] / 2]] = static_cast<std::uint8_t>(i);
    }
    return to;
}

std::vector<std::size_t> keeping(const Geometry& geometry,
                                 std::initializer_list<std::span<const std::uint8_t>> sets_of_turns) {
    std::vector<std::size_t> found;
    for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        const auto keeps = [&](std::span<const std::uint8_t> turns) {
            return std::ranges::all_of(turns, [&](std::uint8_t turn) {
                return std::ranges::find(turns, geometry.turn_images[symmetry][turn]) != turns.end();
            });
        };
        if (std::ranges::all_of(sets_of_turns, keeps)) found.push_back(symmetry);
    }
    return found;
}

}  // namespace cubecsp::five_phase
