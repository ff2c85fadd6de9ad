// Whole sets of flips moved at once, against one place after another.

#include <algorithm>
#include <array>
#include <numeric>

#include "check.hpp"
#include "optimal/flip_map.hpp"

using namespace cubecsp;
using namespace cubecsp::tests;

namespace {

using Slots = std::array<std::uint8_t, kFlipSlots>;

constexpr unsigned kPlaces = 2048;

unsigned moved(unsigned place, const Slots& from) {
    const unsigned flips = place | static_cast<unsigned>(__builtin_parity(place)) << 11;
    unsigned result = 0;
    for (unsigned i = 0; i < 11; ++i) result |= (flips >> from[i] & 1) << i;
    return result;
}

bool contains(const FlipSet& set, unsigned place) { return (set[place / 64] >> place % 64 & 1) != 0; }

Slots shuffled(Random& random) {
    Slots from;
    std::iota(from.begin(), from.end(), std::uint8_t{0});
    const unsigned some = 1 + random.below(12);  // few slots moved, or all
    for (unsigned i = some; i > 1; --i) std::swap(from[i - 1], from[random.below(i)]);
    std::rotate(from.begin(), from.begin() + random.below(12), from.end());
    return from;
}

FlipSet drawn(Random& random) {
    FlipSet set;
    for (std::uint64_t& word : set) word = std::uint64_t{random.below(~0U)} << 32 | random.below(~0U);
    return set;
}

}  // namespace

TEST(sets_of_flips_move_as_their_places_do) {
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        const Slots from = shuffled(random);
        const FlipSet set = drawn(random), before = drawn(random);
        const unsigned flipped = random.below(kPlaces);
        FlipSet sum = before;
        FlipMap(from).add_origins(sum, set, flipped);
        for (unsigned place = 0; place < kPlaces; ++place) {
            const bool goes_there = contains(set, moved(place, from) ^ flipped);
            CHECK(contains(sum, place) == (contains(before, place) || goes_there));
        }
    }
}

TEST(slots_that_are_not_permuted_are_refused) {
    Slots from{};
    CHECK(throws<std::invalid_argument>([&] { const FlipMap map(from); }));
    std::iota(from.begin(), from.end(), std::uint8_t{1});
    CHECK(throws<std::invalid_argument>([&] { const FlipMap map(from); }));
}
