// The search for shortest solutions, in every way that it is compiled, with a table of flips only.

#include <algorithm>
#include <memory>
#include <set>

#include "check.hpp"
#include "common/huge_array.hpp"
#include "optimal/kernel.hpp"
#include "turns.hpp"

namespace cubecsp {
SearchKernel plain_search_kernel();
}

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

constexpr int kBase = 2;  // flips take seven turns at most

Placed packed(const Cubies& cube) {
    Placed result;
    for (std::uint8_t i = 0; i < 16; ++i) result.corners[i] = result.edges[i] = i;
    for (std::size_t i = 0; i < 8; ++i) {
        result.corners[i] = static_cast<std::uint8_t>(cube.corners[i] / 3 | cube.corners[i] % 3 << 4);
    }
    for (std::size_t i = 0; i < 12; ++i) {
        result.edges[i] = static_cast<std::uint8_t>(cube.edges[i] / 2 | cube.edges[i] % 2 << 4);
    }
    return result;
}

// The table's numbering: bit i is the flip of slot i.
std::size_t place_of(const Cubies& cube) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < 11; ++i) place |= std::size_t{cube.edges[i] & 1U} << i;
    return place;
}

struct Tables {
    SearchTables search{};
    std::vector<std::uint64_t> codes = std::vector<std::uint64_t>(2048 / 32, 0);
    std::vector<std::uint8_t> least = std::vector<std::uint8_t>(2048 / 256, 255);
    std::vector<int> distance = std::vector<int>(2048, -1);
    std::uint32_t entry = 0;

    Tables() {
        fill_distances();
        for (std::size_t i = 0; i < 2048; ++i) {
            const int code = std::clamp(distance[i] - kBase, 0, 3);
            codes[i / 32] |= static_cast<std::uint64_t>(code) << 2 * (i % 32);
            least[i / 256] = std::min(least[i / 256], static_cast<std::uint8_t>(distance[i]));
        }
        Conjugation none;
        for (std::uint8_t i = 0; i < 16; ++i) none.slot[i] = none.piece[i] = i, none.reoriented[i] = 0;
        for (auto& axis : search.corner_axes) axis = none;
        for (auto& axis : search.edge_axes) std::fill(std::begin(axis), std::end(axis), none);
        for (std::size_t i = 0; i < 18; ++i) {
            Turn& turn = search.turns[i];
            turn.made = packed(turns()[i]);
            turn.undone = packed(inverse(turns()[i]));
            for (auto& of : turn.corners) std::fill(std::begin(of), std::end(of), none);
            if (place_of(turns()[i]) != 0) continue;
            turn.keeps = 0b111;
            for (std::uint32_t& kept : search.kept) kept |= 1U << i;
        }
        search.entries = &entry;
        search.codes = codes.data();
        search.least = least.data();
        search.base = kBase;
        for (unsigned side = 0; side < 2; ++side) follow(search.follow[side], side == 1);
    }

    void fill_distances() {
        std::vector<Cubies> level{kSolved};
        distance[0] = 0;
        for (int depth = 1; !level.empty(); ++depth) {
            std::vector<Cubies> next;
            for (const Cubies& cube : level) {
                for (const Cubies& turn : turns()) {
                    const Cubies there = product(cube, turn);
                    if (distance[place_of(there)] >= 0) continue;
                    distance[place_of(there)] = depth;
                    next.push_back(there);
                }
            }
            level = std::move(next);
        }
    }

    // State 1 + face is that after a turn of the face; of opposite faces the lower comes first.
    static void follow(TurnAutomaton& automaton, bool backwards) {
        for (unsigned state = 0; state <= 6; ++state) {
            for (unsigned turn = 0; turn < 18; ++turn) {
                const unsigned face = turn / 3, last = state - 1;
                automaton.next[state][turn] = static_cast<std::uint8_t>(1 + face);
                const bool opposite = state > 0 && face != last && face % 3 == last % 3;
                if (state > 0 && (face == last || (opposite && (face > last) == backwards))) continue;
                automaton.allowed[state] |= 1U << turn;
            }
        }
    }
};

using Solutions = std::set<std::vector<std::uint8_t>>;

struct Result {
    Solutions solutions;
    std::uint64_t made = 0;
};

Result solved(const SearchKernel& kernel, const Tables& tables, const Cubies& cube, int length) {
    const HugeArray scratch(kernel.scratch);
    const std::atomic<bool> stop{false};
    Result result;
    const SearchHooks hooks{&result,
                            [](void* owner, std::size_t, const std::uint8_t* moves, std::size_t count) {
                                static_cast<Result*>(owner)->solutions.emplace(moves, moves + count);
                                return true;
                            },
                            &stop};
    const SearchTask task{packed(cube), packed(inverse(cube)), 0};
    result.made = kernel.search(tables.search, task, 0, length, hooks, scratch.data());
    return result;
}

// By trying everything that the automaton admits.
void try_all(const Tables& tables, const Cubies& cube, int left, std::uint8_t state,
             std::vector<std::uint8_t>& moves, Solutions& found) {
    if (left == 0) {
        if (cube == kSolved) found.insert(moves);
        return;
    }
    const TurnAutomaton& follow = tables.search.follow[0];
    for (unsigned turn = 0; turn < 18; ++turn) {
        if (!(follow.allowed[state] >> turn & 1)) continue;
        moves.push_back(static_cast<std::uint8_t>(turn));
        try_all(tables, product(cube, turns()[turn]), left - 1, follow.next[state][turn], moves, found);
        moves.pop_back();
    }
}

std::vector<SearchKernel> kernels() {
    std::vector<SearchKernel> all{plain_search_kernel(), portable_search_kernel()};
#if defined(CUBECSP_X86)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) all.push_back(x86_search_kernel());
#endif
    return all;
}

}  // namespace

TEST(every_kernel_finds_all_solutions_that_trying_everything_finds) {
    const Tables tables;
    Random random(11);
    for (int round = 0; round < 20; ++round) {
        const Cubies cube = walked(random, 1 + random.below(4));
        for (int length = 0; length <= 4; ++length) {
            Solutions expected;
            std::vector<std::uint8_t> moves;
            try_all(tables, cube, length, 0, moves, expected);
            const Result plain = solved(plain_search_kernel(), tables, cube, length);
            for (const SearchKernel& kernel : kernels()) {
                const Result found = solved(kernel, tables, cube, length);
                CHECK(found.solutions == plain.solutions && found.made == plain.made);
            }
            CHECK(plain.solutions == expected);
            if (!expected.empty()) break;  // a longer one might leave the rule about last turns behind
        }
    }
}

TEST(bounds_are_the_distances_of_flips) {
    const Tables tables;
    Random random(12);
    for (int round = 0; round < 500; ++round) {
        const Cubies cube = walked(random, random.below(20));
        const SearchTask task{packed(cube), packed(inverse(cube)), 0};
        for (const SearchKernel& kernel : kernels()) {
            std::uint8_t bounds[6];
            kernel.bounds(tables.search, task, bounds);
            for (unsigned i = 0; i < 6; ++i) {
                const std::size_t place = place_of(i < 3 ? cube : inverse(cube));
                const int distance = std::min(tables.distance[place], kBase + 3);
                CHECK(bounds[i] == (distance > kBase ? distance : tables.least[place / 256]));
            }
        }
    }
}
