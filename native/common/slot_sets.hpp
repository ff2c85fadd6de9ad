// The 24 slots of an orbit: permutations of them, and sets of some, a bit each: how those of one size are
// numbered, and where turns take them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cubecsp {

constexpr std::size_t kOrbitSlots = 24;

// A turn of an orbit: for each slot the one whose piece comes there.
using SlotRow = std::array<std::uint8_t, kOrbitSlots>;

// First one, then the other.
inline SlotRow product(const SlotRow& first, const SlotRow& second) {
    SlotRow result;
    for (std::size_t slot = 0; slot < kOrbitSlots; ++slot) result[slot] = first[second[slot]];
    return result;
}

bool is_permutation(const SlotRow& row);
bool is_odd(const SlotRow& permutation);

using SlotSet = std::uint32_t;

// All sets of this many slots, at least one, in the order of their numbers.
std::vector<SlotSet> all_slot_sets(std::size_t members);

// The number of a set among all of its size, which are in ascending order.
class SetRanks {
public:
    // Takes the size. Throws std::invalid_argument if it is more than half of the slots.
    explicit SetRanks(std::size_t members);

    std::size_t count() const { return count_; }
    std::size_t operator()(SlotSet set) const { return upper_[set >> 12] + lower_[set & 4095U]; }

private:
    std::size_t count_ = 0;
    std::array<std::uint32_t, 4096> upper_{};
    std::array<std::uint16_t, 4096> lower_{};
};

// Where a turn takes a set, a byte of it at a time.
class SetTurn {
public:
    explicit SetTurn(const SlotRow& sources);

    SlotSet operator()(SlotSet set) const {
        return image_[0][set & 255U] | image_[1][set >> 8 & 255U] | image_[2][set >> 16];
    }

private:
    std::array<std::array<SlotSet, 256>, 3> image_{};
};

// All sets of one size under some turns.
class SlotSets {
public:
    // Sets of `size` slots, and the turns to ask for later, by their places in `rows`.
    SlotSets(const std::vector<SlotRow>& rows, std::size_t size);

    std::size_t count() const { return ranks_.count(); }
    SlotSet moved(SlotSet set, std::size_t row) const { return turns_[row](set); }
    std::size_t rank(SlotSet set) const { return ranks_(set); }

    // Writes count() distances, of each set from the nearest of some; turns are the first `turns` rows.
    void fill_distances(std::span<const SlotSet> from, std::size_t turns, std::uint8_t* distances) const;

private:
    SetRanks ranks_;
    std::vector<SetTurn> turns_;
};

}  // namespace cubecsp
