#include "reduction/wings.hpp"

#include <algorithm>
#include <bit>

#include "common/require.hpp"

namespace cubecsp {

namespace {

struct Pairs {
    std::array<std::array<unsigned, 2>, wings_of_a_depth> faces{};
    std::array<std::array<unsigned, faces_of_cube>, faces_of_cube> numbers{};
};

constexpr Pairs numbered() {
    Pairs found;
    unsigned number = 0;
    for (unsigned first = 0; first < faces_of_cube; ++first) {
        for (unsigned up = 0; up < faces_of_cube; ++up) {
            if (!adjacent(first, up)) continue;
            found.faces[number] = {first, up};
            found.numbers[first][up] = number++;
        }
    }
    return found;
}

constexpr Pairs pairs = numbered();

// The face that each colour belongs to.
std::array<unsigned, 256> homes(const Scheme& scheme) {
    std::array<unsigned, 256> found;
    found.fill(faces_of_cube);
    for (unsigned face = 0; face < faces_of_cube; ++face) found[scheme[face]] = face;
    return found;
}

}  // namespace

std::array<unsigned, 2> faces_of_wing(unsigned wing) { return pairs.faces[wing]; }

unsigned wing_of(unsigned first, unsigned up) { return pairs.numbers[first][up]; }

unsigned partner_of(unsigned wing) { return pairs.numbers[pairs.faces[wing][1]][pairs.faces[wing][0]]; }

WingRow wings_at(const GridCube& cube, const Scheme& scheme, std::size_t depth) {
    const auto home = homes(scheme);
    WingRow found{};
    std::array<bool, wings_of_a_depth> seen{};
    for (unsigned place = 0; place < wings_of_a_depth; ++place) {
        const auto [first, up] = pairs.faces[place];
        const unsigned a = home[cube[cube.at_edge(first, up, depth)]];
        const unsigned b = home[cube[cube.at_edge(up, first, cube.size() - 1 - depth)]];
        require(a != faces_of_cube && b != faces_of_cube && adjacent(a, b) && !seen[pairs.numbers[a][b]],
                "there must be one wing of each kind");
        found[place] = static_cast<std::uint8_t>(pairs.numbers[a][b]);
        seen[found[place]] = true;
    }
    return found;
}

WingRow moved_wings(unsigned face, bool inner, unsigned quarters) {
    std::vector<GridCube::Value> numbers(faces_of_cube * 16);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<GridCube::Value>(i);
    GridCube small(4, numbers);
    small.turn(face % 3, face < 3 ? inner : 3u - inner, face < 3 ? quarters : 4 - quarters);
    WingRow found{};
    for (unsigned place = 0; place < wings_of_a_depth; ++place) {
        const std::size_t here = small.at_edge(pairs.faces[place][0], pairs.faces[place][1], 1);
        for (unsigned from = 0; from < wings_of_a_depth; ++from) {
            if (small.at_edge(pairs.faces[from][0], pairs.faces[from][1], 1) == small[here]) {
                found[from] = static_cast<std::uint8_t>(place);
            }
        }
    }
    return found;
}

bool is_odd(std::span<const std::uint8_t> permutation) {
    bool odd = false;
    std::vector<bool> seen(permutation.size());
    for (std::size_t start = 0; start < permutation.size(); ++start) {
        if (seen[start]) continue;
        seen[start] = true;
        for (std::size_t at = permutation[start]; at != start; at = permutation[at]) {
            seen[at] = true;
            odd = !odd;
        }
    }
    return odd;
}

bool corners_are_odd(const GridCube& cube, const Scheme& scheme) {
    const auto home = homes(scheme);
    std::array<std::uint8_t, 8> held{};
    for (unsigned corner = 0; corner < 8; ++corner) {
        unsigned at = 0;  // which of U R F and of D L B there are, by axis
        std::array<unsigned, 3> axes{};
        for (unsigned axis = 0; axis < 3; ++axis) {
            const auto face = [corner](unsigned a) { return a % 3 + (corner >> a % 3 & 1) * 3; };
            const unsigned first = face(axis), up = face(axis + 1), side = face(axis + 2);
            // The corner is at the left or right end of the edge, according to which side is meant.
            const std::size_t left = cube.at_edge(first, up, 0),
                              right = cube.at_edge(first, up, cube.size() - 1);
            const bool on_left =
                cube.at_edge(first, side, 0) == left || cube.at_edge(first, side, cube.size() - 1) == left;
            const unsigned shown = home[cube[on_left ? left : right]];
            require(shown != faces_of_cube, "a corner shows no colour of a face");
            if (shown >= 3) at |= 1u << shown % 3;
            axes[axis] = shown % 3;
        }
        // Axes follow each other in one direction around half of the corners, and in the other around the
        // rest.
        const unsigned step = std::popcount(corner ^ at) % 2 == 0 ? 1 : 2;
        require(axes[1] == (axes[0] + step) % 3 && axes[2] == (axes[1] + step) % 3,
                "there must be one corner of each kind");
        held[corner] = static_cast<std::uint8_t>(at);
    }
    unsigned seen = 0;
    for (const std::uint8_t corner : held) seen |= 1u << corner;
    require(seen == 0xFF, "there must be one corner of each kind");
    return is_odd(held);
}

void require_pieces(const GridCube& cube, const Scheme& scheme) {
    const std::size_t size = cube.size(), last = size - 1;
    std::array<unsigned, 256> homes_of{};
    for (const GridCube::Value colour : scheme) ++homes_of[colour];
    for (const GridCube::Value colour : scheme)
        require(homes_of[colour] <= 1, "the fixed centres must differ");
    // A quarter of each face has one piece of each orbit in it.
    for (std::size_t row = 1; row < size / 2; ++row) {
        for (std::size_t column = row; column < last - row; ++column) {
            std::array<unsigned, 256> shown{};
            for (unsigned face = 0; face < faces_of_cube; ++face) {
                ++shown[cube[cube.facelet(face, row, column)]];
                ++shown[cube[cube.facelet(face, column, last - row)]];
                ++shown[cube[cube.facelet(face, last - row, last - column)]];
                ++shown[cube[cube.facelet(face, last - column, row)]];
            }
            for (const GridCube::Value colour : scheme)
                require(shown[colour] == 4, "there must be four centre pieces of each colour in an orbit");
        }
    }
    for (std::size_t depth = 1; depth <= depths_of(size); ++depth) wings_at(cube, scheme, depth);
    if (size % 2 != 0) wings_at(cube, scheme, size / 2);
    corners_are_odd(cube, scheme);
}

}  // namespace cubecsp
