// Cubes as pieces in slots, and the coordinates that Thistlethwaite's phases measure them by.

#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace cubecsp::thistlethwaite {

constexpr std::size_t corners = 8;
constexpr std::size_t edges = 12;
constexpr std::uint16_t unseen = 0xFFFF;

struct Pieces {
    std::array<std::uint8_t, corners> corner{};  // piece * 3 + twist
    std::array<std::uint8_t, edges> edge{};      // piece * 2 + flip
};

inline Pieces after(const Pieces& cube, const Pieces& turn) {
    Pieces result;
    for (std::size_t i = 0; i < corners; ++i) {
        const unsigned held = cube.corner[turn.corner[i] / 3U];
        const unsigned twist = held % 3 + turn.corner[i] % 3U;
        result.corner[i] = static_cast<std::uint8_t>(held - held % 3 + (twist >= 3 ? twist - 3 : twist));
    }
    for (std::size_t i = 0; i < edges; ++i) {
        result.edge[i] =
            static_cast<std::uint8_t>(cube.edge[turn.edge[i] / 2U] ^ (turn.edge[i] & 1U));
    }
    return result;
}

inline Pieces solved() {
    Pieces cube;
    for (std::size_t i = 0; i < corners; ++i) cube.corner[i] = static_cast<std::uint8_t>(3 * i);
    for (std::size_t i = 0; i < edges; ++i) cube.edge[i] = static_cast<std::uint8_t>(2 * i);
    return cube;
}

inline Pieces unpacked(const nanobind::bytes& data) {
    if (data.size() != corners + edges) throw std::invalid_argument("a cube is 20 placements");
    Pieces cube;
    std::memcpy(cube.corner.data(), data.data(), corners);
    std::memcpy(cube.edge.data(), static_cast<const std::uint8_t*>(data.data()) + corners, edges);
    unsigned corner_pieces = 0;
    unsigned edge_pieces = 0;
    for (const std::uint8_t value : cube.corner) corner_pieces |= value < 24 ? 1U << (value / 3) : 0;
    for (const std::uint8_t value : cube.edge) edge_pieces |= value < 24 ? 1U << (value / 2) : 0;
    if (corner_pieces != 0xFF || edge_pieces != 0xFFF) {
        throw std::invalid_argument("each piece must be there once");
    }
    return cube;
}

inline nanobind::bytes packed(const Pieces& cube) {
    std::array<char, corners + edges> data;
    std::memcpy(data.data(), cube.corner.data(), corners);
    std::memcpy(data.data() + corners, cube.edge.data(), edges);
    return nanobind::bytes(data.data(), data.size());
}

// The number of a permutation of 0..count-1 in lexicographic order.
template <std::size_t count>
std::size_t ranked(const std::array<std::uint8_t, count>& permutation) {
    std::size_t rank = 0;
    unsigned seen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned smaller = permutation[i] - static_cast<unsigned>(std::popcount(
                                     seen & ((1U << permutation[i]) - 1)));
        rank = rank * (count - i) + smaller;
        seen |= 1U << permutation[i];
    }
    return rank;
}

inline std::array<std::uint8_t, corners> corner_pieces(const Pieces& cube) {
    std::array<std::uint8_t, corners> pieces;
    for (std::size_t i = 0; i < corners; ++i) pieces[i] = cube.corner[i] / 3;
    return pieces;
}

// The three slices as their four edge slots each; a slot's place in its slice.
struct Slices {
    std::array<std::array<std::uint8_t, 4>, 3> slots{};
    std::array<std::uint8_t, edges> slice{};
    std::array<std::uint8_t, edges> place{};

    explicit Slices(const nanobind::bytes& data) {
        if (data.size() != edges) throw std::invalid_argument("three slices have twelve slots");
        unsigned seen = 0;
        for (std::uint8_t i = 0; i < edges; ++i) {
            const std::uint8_t slot = static_cast<const std::uint8_t*>(data.data())[i];
            if (slot >= edges) throw std::invalid_argument("edge slots are 0 to 11");
            seen |= 1U << slot;
            slots[i / 4][i % 4] = slot;
            slice[slot] = i / 4;
            place[slot] = i % 4;
        }
        if (seen != 0xFFF) throw std::invalid_argument("each edge slot is in one slice");
    }

    // The slots that hold pieces of a slice, as a set.
    std::size_t occupied(const Pieces& cube, std::uint8_t of) const {
        std::size_t set = 0;
        for (std::size_t i = 0; i < edges; ++i) {
            if (slice[cube.edge[i] / 2] == of) set |= std::size_t{1} << i;
        }
        return set;
    }

    // Where the pieces are within the three slices, each of which must hold its own.
    std::size_t arranged(const Pieces& cube) const {
        std::size_t code = 0;
        for (std::size_t s = 0; s < slots.size(); ++s) {
            std::array<std::uint8_t, 4> order;
            for (std::size_t i = 0; i < 4; ++i) {
                const unsigned piece = cube.edge[slots[s][i]] / 2U;
                if (slice[piece] != s) throw std::logic_error("an edge is outside its slice");
                order[i] = place[piece];
            }
            code = code * 24 + ranked(order);
        }
        return code;
    }
};

// One coordinate of a phase: what it measures, its values numbered as a walk from the solved cube
// meets them, and where the moves of the phase lead from each.
struct Coordinate {
    std::vector<std::uint16_t> number;  // of each raw code
    std::vector<std::uint16_t> table;   // value * moves + move
    std::vector<Pieces> representative;

    template <typename Code>
    void walk(std::size_t codes, const std::vector<Pieces>& moves, Code code) {
        number.assign(codes, unseen);
        add(solved(), code(solved()));
        for (std::size_t value = 0; value < representative.size(); ++value) {
            for (const Pieces& move : moves) {
                const Pieces next = after(representative[value], move);
                const std::size_t raw = code(next);
                if (number[raw] == unseen) add(next, raw);
                table.push_back(number[raw]);
            }
        }
    }

    void add(const Pieces& cube, std::size_t raw) {
        number[raw] = static_cast<std::uint16_t>(representative.size());
        representative.push_back(cube);
    }
};

}  // namespace cubecsp::thistlethwaite
