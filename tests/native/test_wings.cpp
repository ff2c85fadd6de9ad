// Wings of large cubes: where turns of layers take them, and that they are joined in the end.

#include <array>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "reduction/centre_solver.hpp"
#include "reduction/grid_cube.hpp"
#include "reduction/wing_pairing.hpp"
#include "reduction/wings.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

constexpr Scheme kScheme{0, 1, 2, 3, 4, 5};

GridCube solved(std::size_t size) {
    std::vector<GridCube::Value> values;
    for (GridCube::Value face = 0; face < faces_of_cube; ++face)
        values.insert(values.end(), size * size, face);
    return {size, values};
}

void scramble(GridCube& cube, Random& random) {
    for (std::size_t i = 0; i < 20 * cube.size(); ++i) {
        cube.turn(random.below(3), random.below(static_cast<unsigned>(cube.size())), 1 + random.below(3));
    }
}

}  // namespace

TEST(numbers_of_wings_and_pairs_of_faces_agree) {
    for (unsigned wing = 0; wing < wings_of_a_depth; ++wing) {
        const auto [first, up] = faces_of_wing(wing);
        CHECK(adjacent(first, up));
        CHECK(wing_of(first, up) == wing);
        CHECK(partner_of(wing) == wing_of(up, first));
    }
}

TEST(layers_take_wings_where_the_stickers_show_them) {
    Random random(7);
    GridCube cube = solved(6);
    std::array<WingRow, 2> wings{wings_at(cube, kScheme, 1), wings_at(cube, kScheme, 2)};
    for (int step = 0; step < 200; ++step) {
        const unsigned face = random.below(6), layer = random.below(3), quarters = 1 + random.below(3);
        cube.turn(face % 3, face < 3 ? layer : 5 - layer, face < 3 ? quarters : 4 - quarters);
        for (std::size_t depth = 1; depth <= 2; ++depth) {
            WingRow& row = wings[depth - 1];
            if (layer == 0 || layer == depth) {
                const WingRow target = moved_wings(face, layer != 0, quarters);
                const WingRow before = row;
                for (std::size_t place = 0; place < before.size(); ++place)
                    row[target[place]] = before[place];
            }
            CHECK(wings_at(cube, kScheme, depth) == row);
        }
    }
}

TEST(parity_is_that_of_the_inversions) {
    Random random(8);
    std::vector<std::uint8_t> order{0, 1, 2, 3, 4, 5};
    for (int round = 0; round < 100; ++round) {
        std::swap(order[random.below(6)], order[random.below(6)]);
        unsigned inversions = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = 0; j < i; ++j) inversions += order[j] > order[i] ? 1 : 0;
        }
        CHECK(is_odd(order) == (inversions % 2 != 0));
    }
}

TEST(centres_are_solved_and_wings_paired) {
    Random random(9);
    for (const std::size_t size : {4U, 5U, 6U}) {
        GridCube cube = solved(size);
        scramble(cube, random);
        const Scheme scheme = scheme_of(cube);
        require_pieces(cube, scheme);
        TurnRecorder turns(cube);
        solve_centres(cube, turns, scheme, [] {});
        CHECK(pieces_home(cube, scheme) == 6 * (size - 2) * (size - 2));
        pair_wings(cube, turns, scheme, 10, [] {});
        CHECK(pieces_home(cube, scheme) == 6 * (size - 2) * (size - 2));
        for (std::size_t depth = 1; depth <= depths_of(size); ++depth) {
            const WingRow wings = wings_at(cube, scheme, depth);
            for (unsigned place = 0; place < wings_of_a_depth; ++place) {
                CHECK(wings[partner_of(place)] == partner_of(wings[place]));
            }
        }
    }
}
