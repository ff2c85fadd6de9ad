// Numbers of sets of slots, by two tables to add, and how far sets are.

#include "slot_sets.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace cubecsp {

SlotSets::SlotSets(const std::vector<Row>& rows, unsigned size) : moved_(rows.size()) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            const std::size_t from = rows[row][slot];
            auto& table = moved_[row][from / 8];
            for (std::size_t set = 0; set < 256; ++set) {
                if (set >> from % 8 & 1U) table[set] |= 1U << slot;
            }
        }
    }
    std::array<std::uint16_t, 13> numbered{};  // sets of the lower slots, by size
    for (unsigned set = 0; set < 4096; ++set) {
        lower_[set] = numbered[static_cast<std::size_t>(std::popcount(set))]++;
    }
    std::uint32_t before = 0;
    for (unsigned set = 0; set < 4096; ++set) {
        upper_[set] = before;
        const auto above = static_cast<unsigned>(std::popcount(set));
        if (above <= size && size - above <= 12) before += numbered[size - above];
    }
    count_ = before;
}

void SlotSets::fill_distances(std::span<const std::uint32_t> from, std::size_t turns,
                              std::uint8_t* distances) const {
    constexpr std::uint8_t unreached = 255;
    std::fill_n(distances, count_, unreached);
    std::vector<std::uint32_t> reached(from.begin(), from.end());
    for (const std::uint32_t set : reached) distances[rank(set)] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const unsigned further = distances[rank(reached[next])] + 1U;
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const std::uint32_t there = moved(reached[next], turn);
            std::uint8_t& distance = distances[rank(there)];
            if (distance != unreached) continue;
            distance = static_cast<std::uint8_t>(further);
            reached.push_back(there);
        }
    }
    if (reached.size() != count_) throw std::runtime_error("turns do not mix the slots");
}

}  // namespace cubecsp
