// The eighteen turns, written down piece by piece, and random cubes.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "common/cubies.hpp"

namespace cubecsp::tests {

// Thrown by a test that needs what was not given.
struct LeftOut {};

inline std::string& geometry_file() {
    static std::string name;
    return name;
}

// Some bytes of that file, which has the geometry of two phases, then that of three, then that of five.
inline std::vector<std::uint8_t> geometry_part(std::size_t start, std::size_t size) {
    std::ifstream file(geometry_file(), std::ios::binary);
    const std::vector<std::uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.empty()) throw LeftOut();
    if (bytes.size() < start + size) throw std::runtime_error("the geometry is too short");
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(start);
    return {first, first + static_cast<std::ptrdiff_t>(size)};
}

// U R F D L B, a quarter clockwise; after H. Kociemba's tables (kociemba.org/cube.htm).
inline constexpr Cubies kQuarters[6] = {
    {{9, 0, 3, 6, 12, 15, 18, 21}, {6, 0, 2, 4, 8, 10, 12, 14, 16, 18, 20, 22}},
    {{14, 3, 6, 1, 22, 15, 18, 11}, {16, 2, 4, 6, 22, 10, 12, 14, 8, 18, 20, 0}},
    {{4, 17, 6, 9, 2, 13, 18, 21}, {0, 19, 4, 6, 8, 17, 12, 14, 3, 11, 20, 22}},
    {{0, 3, 6, 9, 15, 18, 21, 12}, {0, 2, 4, 6, 10, 12, 14, 8, 16, 18, 20, 22}},
    {{0, 7, 20, 9, 12, 5, 16, 21}, {0, 2, 20, 6, 8, 10, 18, 14, 16, 4, 12, 22}},
    {{0, 3, 10, 23, 12, 15, 8, 19}, {0, 2, 4, 23, 8, 10, 12, 21, 16, 18, 7, 15}},
};

inline const std::array<Cubies, 18>& turns() {
    static const std::array<Cubies, 18> made = [] {
        std::array<Cubies, 18> all{};
        for (std::size_t face = 0; face < 6; ++face) {
            Cubies cube = kSolved;
            for (std::size_t more = 0; more < 3; ++more) {
                cube = product(cube, kQuarters[face]);
                all[3 * face + more] = cube;
            }
        }
        return all;
    }();
    return made;
}

inline Cubies walked(Random& random, unsigned length) {
    Cubies cube = kSolved;
    for (unsigned i = 0; i < length; ++i) cube = product(cube, turns()[random.below(18)]);
    return cube;
}

}  // namespace cubecsp::tests
