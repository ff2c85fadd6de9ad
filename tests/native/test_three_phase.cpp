// The coordinates of the 4x4x4's three phases, and reductions found with them.

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "three_phase/search.hpp"
#include "turns.hpp"
#include "two_phase/tables.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;
using namespace cubecsp::three_phase;

namespace {

const Coordinates& coordinates() {
    static const std::unique_ptr<Coordinates> made = [] {
        const auto bytes = geometry_part(sizeof(two_phase::Geometry), sizeof(Geometry));
        Geometry geometry;
        std::ranges::copy(bytes, reinterpret_cast<std::uint8_t*>(&geometry));
        return std::make_unique<Coordinates>(geometry);
    }();
    return *made;
}

constexpr unsigned kNearest = 3;  // so many levels of pairings are made here, which is soon done

const Distances& distances() {
    static const std::unique_ptr<Distances> made = [] {
        auto filled = std::make_unique<Distances>();
        coordinates().fill_distances(*filled, Stop(), kNearest);
        return filled;
    }();
    return *made;
}

Pieces solved() {
    Pieces pieces{};
    std::iota(pieces.wings.begin(), pieces.wings.end(), std::uint8_t{0});
    for (std::size_t slot = 0; slot < kSlots; ++slot)
        pieces.centres[slot] = static_cast<std::uint8_t>(slot / 4);
    return pieces;
}

bool never() { return false; }

}  // namespace

TEST(pairings_are_numbered_both_ways) {
    Random random(61);
    for (int i = 0; i < 10'000; ++i) {
        const std::size_t rank = random.below(kPairings);
        CHECK(Pairing::unrank(rank).rank() == rank);
    }
    CHECK(Pairing::unrank(0) == (Pairing{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}));
}

TEST(sets_of_centre_slots_are_numbered_without_gaps) {
    const Choices& choices = coordinates().choices();
    std::vector<bool> seen(kChoices);
    for (std::uint32_t set = 0; set < 1U << kSlots; ++set) {
        if (std::popcount(set) != 8) continue;
        CHECK(!seen[choices.rank(set)]);
        seen[choices.rank(set)] = true;
    }
    CHECK(std::ranges::count(seen, true) == static_cast<std::ptrdiff_t>(kChoices));
}

TEST(sets_pairings_and_pieces_turn_alike) {
    Random random(62);
    const Geometry& geometry = coordinates().geometry();
    Pieces pieces = solved();
    for (int i = 0; i < 1'000; ++i) {
        const std::size_t move = random.below(kTurns3);
        const std::size_t turn = geometry.turns3[move];
        const Pieces next = turned(geometry, pieces, turn);
        std::uint32_t before = 0, after = 0;
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            if (pieces.centres[slot] % 2 != 0) continue;
            before |= 1U << slot;
        }
        for (std::size_t slot = 0; slot < kSlots; ++slot)
            if (next.centres[slot] % 2 == 0) after |= 1U << slot;
        CHECK(coordinates().choices().turned(before, turn) == after);
        CHECK(coordinates().pairable(next.wings));
        CHECK(coordinates().pairing(next.wings) ==
              coordinates().after(coordinates().pairing(pieces.wings), move));
        pieces = next;
    }
}

TEST(cubes_that_are_nearly_reduced_are_reduced_in_as_many_turns) {
    Random random(63);
    const Geometry& geometry = coordinates().geometry();
    for (int i = 0; i < 10; ++i) {
        Pieces pieces = solved();
        for (unsigned made = 0; made < kNearest; ++made) {
            pieces = turned(geometry, pieces, geometry.turns3[random.below(kTurns3)]);
        }
        const auto found = reduce(coordinates(), distances(), pieces, {20, 5, 3, 2}, never);
        CHECK(!found.empty());
        for (const Reduction& reduction : found) {
            CHECK(reduction.turns.size() <= kNearest);
            Pieces after = pieces;
            for (const std::uint8_t turn : reduction.turns) after = turned(geometry, after, turn);
            for (std::size_t slot = 0; slot < kSlots; ++slot) {
                CHECK(after.centres[slot] == after.centres[slot / 4 * 4]);
                CHECK(after.wings[slot] / 2 == after.wings[slot ^ 1U] / 2);
            }
        }
    }
}

TEST(a_reduction_gives_up_when_it_is_told_to) {
    Random random(64);
    Pieces pieces = solved();
    for (int i = 0; i < 40; ++i) pieces = turned(coordinates().geometry(), pieces, random.below(kTurns));
    CHECK(reduce(coordinates(), distances(), pieces, {1'000'000, 10, 10, 1}, [] { return true; }).empty());
}

TEST(what_is_no_4x4x4_is_refused) {
    Pieces pieces = solved();
    pieces.wings[0] = 1;
    CHECK(throws<std::invalid_argument>([&] { require_assembly(pieces); }));
    pieces = solved();
    pieces.centres[0] = 1;
    CHECK(throws<std::invalid_argument>([&] { require_assembly(pieces); }));
    Geometry geometry = coordinates().geometry();
    geometry.wings[5][3] = geometry.wings[5][4];
    CHECK(throws<std::invalid_argument>([&] { Coordinates{geometry}; }));
    CHECK(throws<Stop::Stopped>([] {
        Stop stop;
        stop.ask();
        const auto filled = std::make_unique<Distances>();
        coordinates().fill_distances(*filled, stop, 1);
    }));
}
