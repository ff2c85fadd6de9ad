// Sets of some of 24 slots, a bit each, all of one size: how they are numbered, and what permutations of
// the slots make of them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cubecsp {

class SlotSets {
public:
    static constexpr std::size_t kSlots = 24;
    // For each slot the one whose piece comes there.
    using Row = std::array<std::uint8_t, kSlots>;

    // Sets of `size` slots, and the permutations to ask for later, by their places in `rows`.
    SlotSets(const std::vector<Row>& rows, unsigned size);

    std::size_t count() const { return count_; }

    std::uint32_t moved(std::uint32_t set, std::size_t row) const {
        const auto& of = moved_[row];
        return of[0][set & 255U] | of[1][set >> 8 & 255U] | of[2][set >> 16];
    }

    // Sets are numbered in the order of their upper halves.
    std::size_t rank(std::uint32_t set) const { return upper_[set >> 12] + lower_[set & 4095U]; }

    // Writes count() distances, of each set from the nearest of some; turns are the first `turns` rows.
    void fill_distances(std::span<const std::uint32_t> from, std::size_t turns,
                        std::uint8_t* distances) const;

private:
    std::vector<std::array<std::array<std::uint32_t, 256>, 3>> moved_;
    std::array<std::uint32_t, 4096> upper_{};
    std::array<std::uint16_t, 4096> lower_{};
    std::size_t count_ = 0;
};

}  // namespace cubecsp
