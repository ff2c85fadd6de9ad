// Numbers of sets of slots, by two tables to add.

#include "slot_sets.hpp"

#include <bit>

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

}  // namespace cubecsp
