// Permutations of slots; numbers of sets of slots, by two tables to add, and how far sets are.

#include "common/slot_sets.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr std::size_t kHalf = kOrbitSlots / 2;

}  // namespace

bool is_permutation(const SlotRow& row) {
    SlotSet seen = 0;
    for (const std::uint8_t slot : row) seen |= slot < kOrbitSlots ? SlotSet{1} << slot : 0;
    return seen == (SlotSet{1} << kOrbitSlots) - 1;
}

bool is_odd(const SlotRow& permutation) {
    SlotSet seen = 0;
    bool odd = false;
    for (std::size_t slot = 0; slot < kOrbitSlots; ++slot) {
        for (std::size_t next = slot; (seen >> next & 1U) == 0; next = permutation[next]) {
            seen |= SlotSet{1} << next;
            odd ^= permutation[next] != slot;
        }
    }
    return odd;
}

std::vector<SlotSet> all_slot_sets(std::size_t members) {
    std::vector<SlotSet> found;
    SlotSet set = (SlotSet{1} << members) - 1;
    while (set >> kOrbitSlots == 0) {
        found.push_back(set);
        const SlotSet lowest = set & (~set + 1), carried = set + lowest;
        set = carried | (set ^ carried) / lowest >> 2;
    }
    return found;
}

SetRanks::SetRanks(std::size_t members) {
    require(members <= kHalf, "sets of more than half of the slots");
    std::array<std::uint16_t, kHalf + 1> numbered{};  // halves, by how many of their slots are in the set
    for (std::size_t half = 0; half < lower_.size(); ++half) {
        lower_[half] = numbered[static_cast<std::size_t>(std::popcount(half))]++;
    }
    for (std::size_t half = 0; half < upper_.size(); ++half) {
        upper_[half] = static_cast<std::uint32_t>(count_);
        const auto above = static_cast<std::size_t>(std::popcount(half));
        if (above <= members) count_ += numbered[members - above];
    }
}

SetTurn::SetTurn(const SlotRow& sources) {
    SlotRow target{};
    for (std::size_t slot = 0; slot < kOrbitSlots; ++slot) {
        target[sources[slot]] = static_cast<std::uint8_t>(slot);
    }
    for (std::size_t part = 0; part < image_.size(); ++part) {
        for (unsigned bits = 1; bits < 256; ++bits) {
            const auto lowest = static_cast<unsigned>(std::countr_zero(bits));
            image_[part][bits] = image_[part][bits & (bits - 1)] | SlotSet{1} << target[8 * part + lowest];
        }
    }
}

SlotSets::SlotSets(const std::vector<SlotRow>& rows, std::size_t size)
    : ranks_(size), turns_(rows.begin(), rows.end()) {}

void SlotSets::fill_distances(std::span<const SlotSet> from, std::size_t turns,
                              std::uint8_t* distances) const {
    constexpr std::uint8_t unreached = 255;
    std::fill_n(distances, count(), unreached);
    std::vector<SlotSet> reached(from.begin(), from.end());
    for (const SlotSet set : reached) distances[rank(set)] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const unsigned further = distances[rank(reached[next])] + 1U;
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const SlotSet there = moved(reached[next], turn);
            std::uint8_t& distance = distances[rank(there)];
            if (distance != unreached) continue;
            distance = static_cast<std::uint8_t>(further);
            reached.push_back(there);
        }
    }
    if (reached.size() != count()) throw std::runtime_error("turns do not mix the slots");
}

}  // namespace cubecsp
