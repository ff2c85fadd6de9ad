// Products, inverses, ranks, and what turns can make.

#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "turns.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

TEST(a_face_turned_four_times_is_as_before) {
    for (const Cubies& quarter : kQuarters) {
        const Cubies half = product(quarter, quarter);
        CHECK(half != kSolved);
        CHECK(product(half, half) == kSolved);
    }
}

TEST(a_turn_is_undone) {
    for (unsigned turn = 0; turn < 18; ++turn) {
        CHECK(undone(undone(turn)) == turn);
        CHECK(undone(turn) / 3U == turn / 3);
        CHECK(product(turns()[turn], turns()[undone(turn)]) == kSolved);
    }
}

TEST(cubes_are_a_group) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Cubies a = walked(random, 30), b = walked(random, 30), c = walked(random, 30);
        CHECK(product(product(a, b), c) == product(a, product(b, c)));
        CHECK(product(a, inverse(a)) == kSolved);
        CHECK(product(inverse(a), a) == kSolved);
        CHECK(inverse(product(a, b)) == product(inverse(b), inverse(a)));
    }
}

TEST(what_turns_make_is_reachable_and_what_they_cannot_is_not) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const Cubies cube = walked(random, 25);
        CHECK(is_reachable(cube));
        Cubies wrong = cube;
        wrong.corners[3] =
            static_cast<std::uint8_t>(wrong.corners[3] - wrong.corners[3] % 3 + (wrong.corners[3] + 1) % 3);
        CHECK(is_assembly(wrong) && !is_reachable(wrong));
        wrong = cube;
        wrong.edges[7] ^= 1;
        CHECK(is_assembly(wrong) && !is_reachable(wrong));
        wrong = cube;
        std::swap(wrong.edges[1], wrong.edges[10]);
        CHECK(is_assembly(wrong) && !is_reachable(wrong));
        std::swap(wrong.corners[0], wrong.corners[5]);
        CHECK(is_reachable(wrong));
        wrong.corners[0] = wrong.corners[5];
        CHECK(!is_assembly(wrong) && !is_reachable(wrong));
        wrong = cube;
        wrong.edges[random.below(12)] = static_cast<std::uint8_t>(24 + random.below(232));
        CHECK(!is_assembly(wrong) && !is_reachable(wrong));
    }
}

TEST(orientations_are_numbered) {
    Random random(3);
    CHECK(twist_of(kSolved) == 0 && flip_of(kSolved) == 0);
    for (int i = 0; i < 1000; ++i) {
        const Cubies cube = walked(random, 25);
        CHECK(twist_of(cube) < 2187 && flip_of(cube) < 2048);
        std::uint32_t twist = twist_of(cube), flip = flip_of(cube);
        for (int slot = 6; slot >= 0; --slot, twist /= 3) CHECK(twist % 3 == cube.corners[slot] % 3U);
        for (int slot = 10; slot >= 0; --slot, flip /= 2) CHECK(flip % 2 == cube.edges[slot] % 2U);
    }
}

template <std::size_t n>
void check_ranks() {
    std::array<std::uint8_t, n> permutation;
    std::iota(permutation.begin(), permutation.end(), std::uint8_t{0});
    std::uint32_t expected = 0;
    do {
        CHECK(rank_of<n>(permutation.data()) == expected++);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
}

TEST(ranks_are_lexicographic) {
    check_ranks<4>();
    check_ranks<8>();
}
