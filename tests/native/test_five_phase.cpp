// The coordinates of the 5x5x5's five phases, and reductions found with them.

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "check.hpp"
#include "five_phase/search.hpp"
#include "three_phase/tables.hpp"
#include "turns.hpp"
#include "two_phase/tables.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;
using namespace cubecsp::five_phase;

namespace {

constexpr const Pieces& kHome = five_phase::kSolved;

const Coordinates& coordinates() {
    static const std::unique_ptr<Coordinates> made = [] {
        const auto bytes =
            geometry_part(sizeof(two_phase::Geometry) + sizeof(three_phase::Geometry), sizeof(Geometry));
        auto geometry = std::make_unique<Geometry>();
        std::ranges::copy(bytes, reinterpret_cast<std::uint8_t*>(geometry.get()));
        return std::make_unique<Coordinates>(*geometry);
    }();
    return *made;
}

constexpr unsigned kNearest = 2;  // so many levels of the larger tables are made here, which is soon done

const Distances& distances() {
    static const std::unique_ptr<Distances> made = [] {
        auto filled = std::make_unique<Distances>();
        fill(coordinates(), *filled, Stop(), kNearest);
        return filled;
    }();
    return *made;
}

Pieces walked(Pieces pieces, std::span<const std::uint8_t> turns, Random& random, unsigned length) {
    for (unsigned made = 0; made < length; ++made) {
        const std::uint8_t turn = turns[random.below(static_cast<unsigned>(turns.size()))];
        pieces = product(pieces, coordinates().geometry.turns[turn]);
    }
    return pieces;
}

// Random turns of a phase, from the solved cube on: bounds change by a turn at most, and what the moves of
// the phase make of coordinates is what turns make of pieces.
template <typename Phase, typename Node, typename Bound>
void walk(const Phase& phase, const Node& node, const Bound& bound, std::uint32_t seed) {
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
        Pieces pieces = kHome;
        auto at = node(pieces);
        CHECK(bound(at) == 0);
        for (unsigned made = 1; made <= 25; ++made) {
            const std::size_t move = random.below(static_cast<unsigned>(Phase::kMoves));
            const unsigned before = bound(at);
            at = phase.after(at, move);
            pieces = product(pieces, coordinates().geometry.turns[phase.turn(move)]);
            const unsigned now = bound(at);
            CHECK(now <= made && now <= before + 1 && before <= now + 1);
            CHECK(bound(node(pieces)) == now);
        }
    }
}

// Every face has one colour; wings lie with their middle edge, and are turned over exactly if it is.
bool is_reduced(const Pieces& pieces) {
    const Kinds kinds(coordinates().geometry);
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        if (pieces.xs[slot] / 4U != slot / 4 || pieces.ts[slot] / 4U != slot / 4) return false;
        if (pieces.wings[slot] / 2U != pieces.middles[slot] / 2U) return false;
    }
    for (std::size_t edge = 0; edge < five_phase::kEdges; ++edge) {
        const bool middle = kinds.middles >> pieces.middles[kinds.middle_slot[edge]] & 1U;
        const bool wing = kinds.wings >> pieces.wings[kinds.wing_slot[0][edge]] & 1U;
        if (middle != wing) return false;
    }
    return true;
}

bool never() { return false; }

}  // namespace

TEST(sets_of_slots_are_numbered_without_gaps) {
    for (const unsigned size : {8U, 12U}) {
        const SlotSets sets({}, size);
        std::vector<bool> seen(sets.count());
        for (std::uint32_t set = 0; set <= kAllSlots; ++set) {
            if (static_cast<unsigned>(std::popcount(set)) != size) continue;
            CHECK(!seen[sets.rank(set)]);
            seen[sets.rank(set)] = true;
        }
        CHECK(std::ranges::count(seen, true) == static_cast<std::ptrdiff_t>(sets.count()));
    }
}

TEST(phases_1_and_2_know_how_far_centres_are) {
    const auto& first = coordinates().phase1;
    walk(
        first, [&](const Pieces& pieces) { return first.node(pieces); },
        [&](const Phase1::Node& node) {
            const unsigned all = first.bound(distances().phase1, node, 99);
            const unsigned near = first.bound(distances().phase1, node, kNear1);
            CHECK(near >= all && (all <= kNear1 || near > kNear1));
            return all;
        },
        71);
    const auto& second = coordinates().phase2;
    walk(
        second, [&](const Pieces& pieces) { return second.node(pieces); },
        [&](const Phase2::Node& node) { return second.bound(node); }, 72);
}

TEST(phase_3_knows_how_far_kinds_are) {
    const auto& phase = coordinates().phase3;
    walk(
        phase, [&](const Pieces& pieces) { return phase.nodes(pieces).front(); },
        [&](const Phase3::Node& node) { return phase.bound(distances().phase3, node, 99); }, 73);
    CHECK(phase.nodes(kHome).size() == 1024);
}

TEST(phase_4_knows_how_far_four_edges_are) {
    const auto& phase = coordinates().phase4;
    const auto of_ring = [&](const Pieces& pieces) {  // those that the solved cube has in its ring
        const auto nodes = phase.nodes(pieces);
        CHECK(nodes.size() == 70);
        std::size_t four = 0;
        while (phase.bound(distances().phase4, phase.nodes(kHome)[four], 99) != 0) ++four;
        return nodes[four];
    };
    walk(
        phase, of_ring, [&](const Phase4::Node& node) { return phase.bound(distances().phase4, node, 99); },
        74);
}

TEST(phase_5_knows_how_far_pairs_are) {
    const auto& phase = coordinates().phase5;
    walk(
        phase, [&](const Pieces& pieces) { return phase.node(pieces); },
        [&](const Phase5::Node& node) { return phase.bound(distances().phase5, node, 99); }, 75);
}

TEST(bounds_that_end_early_are_beyond_what_is_enough) {
    Random random(76);
    const auto& phase = coordinates().phase5;
    for (int i = 0; i < 200; ++i) {
        const auto node = phase.node(walked(kHome, coordinates().geometry.turns5, random, 12));
        const unsigned all = phase.bound(distances().phase5, node, 99);
        for (unsigned enough = 0; enough < 12; ++enough) {
            const unsigned found = phase.bound(distances().phase5, node, enough);
            CHECK(found <= all && (found > enough) == (all > enough));
        }
    }
}

TEST(a_5x5x5_held_in_another_way_turns_as_its_turns_say) {
    Random random(77);
    const Geometry& geometry = coordinates().geometry;
    Pieces pieces = kHome;
    for (int i = 0; i < 500; ++i) {
        const std::size_t turn = random.below(kTurns), symmetry = random.below(kSymmetries);
        const Pieces next = product(pieces, geometry.turns[turn]);
        CHECK(conjugated(geometry, next, symmetry) ==
              product(conjugated(geometry, pieces, symmetry),
                      geometry.turns[geometry.turn_images[symmetry][turn]]));
        pieces = next;
    }
}

TEST(nearly_reduced_5x5x5s_are_reduced_in_as_many_turns) {
    Random random(78);
    const Geometry& geometry = coordinates().geometry;
    for (int i = 0; i < 5; ++i) {
        const Pieces pieces = walked(kHome, geometry.turns5, random, kNearest);
        const auto found = reduce(coordinates(), distances(), pieces, {{5, 5, 5, 5}, {5, 5, 5, 5}, 2}, never,
                                  [](const auto&) {});
        CHECK(!found.empty());
        for (const Reduction& reduction : found) {
            CHECK(reduction.turns.size() <= kNearest);
            Pieces after = pieces;
            for (const std::uint8_t turn : reduction.turns) after = product(after, geometry.turns[turn]);
            CHECK(is_reduced(after));
        }
    }
}

TEST(a_reduction_of_a_5x5x5_gives_up_when_it_is_told_to) {
    Random random(79);
    Pieces pieces = kHome;
    for (int i = 0; i < 60; ++i) pieces = product(pieces, coordinates().geometry.turns[random.below(kTurns)]);
    const Effort effort{{1'000'000, 10, 10, 10}, {10, 10, 10, 10}, 1};
    CHECK(
        reduce(coordinates(), distances(), pieces, effort, [] { return true; }, [](const auto&) {}).empty());
}

TEST(what_is_no_5x5x5_is_refused) {
    Pieces pieces = kHome;
    pieces.wings[0] = 1;
    CHECK(throws<std::invalid_argument>([&] { require_assembly(pieces); }));
    pieces = kHome;
    std::swap(pieces.middles[1], pieces.middles[2]);
    CHECK(throws<std::invalid_argument>([&] { require_assembly(pieces); }));
    auto geometry = std::make_unique<Geometry>(coordinates().geometry);
    geometry->turns[5].xs[3] = geometry->turns[5].xs[4];
    CHECK(throws<std::invalid_argument>([&] { Coordinates{*geometry}; }));
    CHECK(throws<Stop::Stopped>([] {
        Stop stop;
        stop.ask();
        auto filled = std::make_unique<Distances>();
        fill(coordinates(), *filled, stop);
    }));
}
