// Sets of pieces numbered, their distances, and the beam search of a phase, on a puzzle made up here.

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "phases/search.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;
using namespace cubecsp::phases;

namespace {

Row cycled(std::vector<std::uint8_t> slots) {
    Row row;
    std::iota(row.begin(), row.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < slots.size(); ++i) row[slots[i]] = slots[(i + 1) % slots.size()];
    return row;
}

// Three cycles that overlap, and their inverses.
std::vector<Row> rows() {
    std::vector<std::vector<std::uint8_t>> cycles{
        {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 8, 9, 10, 11}, {0, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};
    std::vector<Row> found;
    for (auto& cycle : cycles) {
        found.push_back(cycled(cycle));
        std::ranges::reverse(cycle);
        found.push_back(cycled(cycle));
    }
    return found;
}

std::vector<std::vector<Row>> turns_of_one() {
    std::vector<std::vector<Row>> turns;
    for (const Row& row : rows()) turns.push_back({row});
    return turns;
}

constexpr Set kHome = 0xFU;  // four pieces, in the first slots

struct Solved {
    std::vector<std::vector<Set>> values{all_slot_sets(4)};
    std::vector<std::vector<Set>> goals{{kHome}};
    std::vector<std::uint8_t> distances = std::vector<std::uint8_t>(all_slot_sets(4).size());
    Values numbered{values};
    Phase phase;

    Solved() {
        fill_distances(turns_of_one(), values, goals, distances, Stop());
        Costs costs;
        for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = static_cast<std::uint16_t>(i);
        for (std::uint8_t turn = 0; turn < rows().size(); ++turn) {
            // A turn may follow itself here: it stands there twice, as if about another axis.
            phase.turns.push_back({turn, turn, 0, {rows()[turn]}});
            phase.turns.push_back({turn, static_cast<std::uint8_t>(turn + 100), 0, {rows()[turn]}});
        }
        phase.followed.push_back({0, kHome});
        phase.targets.push_back({{0}, &numbered, distances, costs});
    }
};

}  // namespace

TEST(sets_are_numbered_in_order_without_gaps) {
    for (const std::size_t members : {1U, 4U, 8U, 12U}) {
        const SetRanks ranks(members);
        const auto sets = all_slot_sets(members);
        CHECK(sets.size() == ranks.count());
        std::vector<bool> seen(ranks.count());
        for (const Set set : sets) {
            CHECK(std::popcount(set) == static_cast<int>(members) && set >> kOrbitSlots == 0);
            CHECK(!seen[ranks(set)]);
            seen[ranks(set)] = true;
        }
        CHECK(std::ranges::is_sorted(sets));
    }
}

TEST(a_turn_takes_sets_where_it_takes_each_piece) {
    Random random(5);
    for (const Row& row : rows()) {
        const SetTurn turn(row);
        for (int i = 0; i < 1000; ++i) {
            const auto set = static_cast<Set>(random.below(1U << kOrbitSlots));
            Set expected = 0;
            for (std::size_t slot = 0; slot < kOrbitSlots; ++slot)
                expected |= (set >> row[slot] & 1U) << slot;
            CHECK(turn(set) == expected);
        }
    }
}

TEST(distances_grow_by_one_from_turn_to_turn) {
    const Solved solved;
    std::vector<SetTurn> turns;
    for (const Row& row : rows()) turns.emplace_back(row);
    std::size_t goals = 0;
    for (const Set set : solved.values[0]) {
        const std::uint8_t here = solved.distances[solved.numbered.part(0, set)];
        goals += here == 0;
        bool nearer = here == 0;
        for (const SetTurn& turn : turns) {
            const std::uint8_t there = solved.distances[solved.numbered.part(0, turn(set))];
            CHECK(there <= here + 1 && here <= there + 1);
            nearer = nearer || there < here;
        }
        CHECK(nearer);
    }
    CHECK(goals == 1);
}

TEST(a_set_and_the_same_set_twice_are_as_far) {
    const Solved solved;
    std::vector<Set> near{kHome};
    for (std::size_t i = 0; i < near.size(); ++i) {  // all that the first two cycles reach
        for (const Row& row : {rows()[0], rows()[1], rows()[2], rows()[3]}) {
            const Set next = SetTurn(row)(near[i]);
            if (std::ranges::find(near, next) == near.end()) near.push_back(next);
        }
    }
    const std::vector<std::vector<Set>> values{near, near};
    const Values both(values);
    std::vector<std::uint8_t> distances(both.count()), alone(near.size());
    std::vector<std::vector<Row>> one, two;
    for (std::size_t turn = 0; turn < 4; ++turn) {
        one.push_back({rows()[turn]});
        two.push_back({rows()[turn], rows()[turn]});
    }
    const std::vector<std::vector<Set>> goals{{kHome, kHome}}, goal{{kHome}};
    fill_distances(two, values, goals, distances, Stop());
    fill_distances(one, {near}, goal, alone, Stop());
    for (std::size_t i = 0; i < near.size(); ++i) {
        CHECK(distances[both.part(0, near[i]) + both.part(1, near[i])] == alone[i]);
    }
}

TEST(what_is_found_ends_at_the_goal_and_is_as_long_as_it_says) {
    const Solved solved;
    std::mt19937 random(9);
    for (int i = 0; i < 20; ++i) {
        Row pieces;
        std::iota(pieces.begin(), pieces.end(), std::uint8_t{0});
        std::ranges::shuffle(pieces, random);
        const std::vector<Start> starts{{{pieces}, 3}};
        const auto found = search(solved.phase, starts, {500, 5, 1, 200}, Stop());
        CHECK(!found.empty());
        for (const Found& one : found) {
            Row row = pieces;
            for (const std::uint8_t turn : one.turns) {
                Row next;
                for (std::size_t slot = 0; slot < kOrbitSlots; ++slot) next[slot] = row[rows()[turn][slot]];
                row = next;
            }
            CHECK(row == one.pieces[0]);
            for (std::size_t slot = 0; slot < 4; ++slot) CHECK(row[slot] < 4);
            CHECK(one.turns.size() <= found.front().turns.size() + 1);
        }
    }
}

TEST(what_is_permuted_oddly_is_not_at_a_goal_that_is_even) {
    Solved solved;
    solved.phase.parities.push_back(0);
    Row pieces;
    std::iota(pieces.begin(), pieces.end(), std::uint8_t{0});
    std::swap(pieces[kOrbitSlots - 1], pieces[kOrbitSlots - 2]);  // all four are at home
    const std::vector<Start> starts{{{pieces}, 0}};
    const auto found = search(solved.phase, starts, {500, 5, 1, 200}, Stop());
    CHECK(!found.empty());
    for (const Found& one : found) {
        CHECK(!one.turns.empty() && !is_odd(one.pieces[0]));
        for (std::size_t slot = 0; slot < 4; ++slot) CHECK(one.pieces[0][slot] < 4);
    }
}

TEST(values_and_turns_that_do_not_fit_are_refused) {
    const auto refused = [](const auto& made) { return throws<std::invalid_argument>(made); };
    CHECK(refused([] { Values({{1, 1}}); }));
    CHECK(refused([] { Values({{1, 3}}); }));
    CHECK(refused([] { SetRanks(13); }));
    std::vector<std::uint8_t> distances(1);
    const std::vector<std::vector<Set>> goals{{kHome}};
    CHECK(refused([&] { fill_distances(turns_of_one(), {{kHome}}, goals, distances, Stop()); }));
}
