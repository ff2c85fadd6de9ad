// Cubes piece by piece: products and inverses, coordinates of orientations, ranks of permutations.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cubecsp {

constexpr std::size_t kCorners = 8;
constexpr std::size_t kEdges = 12;
constexpr unsigned kPlacements = 24;  // of a corner, and of an edge

// The placement in each slot: piece * 3 + twist, and piece * 2 + flip.
struct Cubies {
    std::uint8_t corners[kCorners];
    std::uint8_t edges[kEdges];
    bool operator==(const Cubies&) const = default;
};
static_assert(sizeof(Cubies) == kCorners + kEdges, "as Python packs them");

constexpr Cubies kSolved = {{0, 3, 6, 9, 12, 15, 18, 21}, {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}};

// The turn that undoes a turn: face * 3 + quarters - 1.
// Always inlined, since search_x86.cpp may not share functions with other files.
[[gnu::always_inline]] constexpr std::uint8_t undone(unsigned turn) {
    return static_cast<std::uint8_t>(turn - turn % 3 + 2 - turn % 3);
}

// First one, then the other.
inline Cubies product(const Cubies& first, const Cubies& second) {
    Cubies result;
    for (std::size_t i = 0; i < kCorners; ++i) {
        const unsigned held = first.corners[second.corners[i] / 3];
        const unsigned twist = held % 3 + second.corners[i] % 3U;
        result.corners[i] = static_cast<std::uint8_t>(held - held % 3 + (twist >= 3 ? twist - 3 : twist));
    }
    for (std::size_t i = 0; i < kEdges; ++i) {
        const unsigned held = first.edges[second.edges[i] >> 1];
        result.edges[i] = static_cast<std::uint8_t>(held ^ (second.edges[i] & 1U));
    }
    return result;
}

inline Cubies inverse(const Cubies& cube) {
    Cubies result;
    for (unsigned i = 0; i < kCorners; ++i) {
        const unsigned untwisted = (3U - cube.corners[i] % 3U) % 3U;
        result.corners[cube.corners[i] / 3] = static_cast<std::uint8_t>(3 * i + untwisted);
    }
    for (unsigned i = 0; i < kEdges; ++i) {
        result.edges[cube.edges[i] >> 1] = static_cast<std::uint8_t>(2 * i + (cube.edges[i] & 1U));
    }
    return result;
}

// Whether each piece occurs once, in any orientation.
bool is_assembly(const Cubies& cube);
// Whether it is solvable.
bool is_reachable(const Cubies& cube);

// Coordinates; each is 0 for a solved cube.
std::uint32_t twist_of(const Cubies& cube);  // below 3^7
std::uint32_t flip_of(const Cubies& cube);   // below 2^11

// The lexicographic rank of a permutation of 0 … n − 1, n at most 8.
template <std::size_t n>
std::uint32_t rank_of(const std::uint8_t* permutation) {
    static_assert(n <= 8);
    std::uint32_t places = 0x76543210;  // nibble p: how many smaller numbers are still to come
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const unsigned at = 4U * permutation[i];
        result = result * static_cast<std::uint32_t>(n - i) + (places >> at & 7U);
        places -= std::uint32_t{0x11111110} << at;
    }
    return result;
}

}  // namespace cubecsp
