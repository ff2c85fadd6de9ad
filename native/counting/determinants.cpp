// See determinants.hpp.

#include "counting/determinants.hpp"

#include <bit>
#include <cmath>

#include "counting/subsets.hpp"

namespace cubecsp {

Determinants::Row Determinants::entries(EdgeDomain domain) {
    constexpr std::array<Pair, 4> kOfTurns{Pair{0, 0}, Pair{1, 1}, Pair{1, -1}, Pair{2, 0}};
    Row row;
    for (std::size_t piece = 0; piece < kSlots; ++piece) row[piece] = kOfTurns[domain >> (2 * piece) & 3];
    return row;
}

// Subtract the rows before, such that nothing is left in the places of their pivots.
void Determinants::eliminate(std::size_t slot, Row& row) const {
    for (std::size_t before = 0; before < slot; ++before) {
        const auto [plain, flipped] = pivots_[before];
        const Pair factor{row[plain][0], row[flipped][1]};
        for (std::size_t piece = 0; piece < kSlots; ++piece) row[piece] -= factor * rows_[before][piece];
    }
}

void Determinants::choose_pivots(std::size_t slot) {
    Row& row = rows_[slot];
    Row sizes;
    Pair most{};
    for (std::size_t piece = 0; piece < kSlots; ++piece) {
        sizes[piece] = row[piece] < 0 ? -row[piece] : row[piece];
        most = sizes[piece] > most ? sizes[piece] : most;
    }
    std::array<unsigned, kKinds> greatest{};  // the pieces that have the greatest number
    for (std::size_t piece = 0; piece < kSlots; ++piece) {
        const unsigned kinds = lanes_set(reinterpret_cast<Lanes16<std::int64_t>::type>(sizes[piece] == most));
        greatest[0] |= (kinds & 1) << piece;
        greatest[1] |= kinds >> 1 << piece;
    }
    Pair inverse{};  // 0 if nothing is left of the row, and so of the determinant
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        const auto place = static_cast<std::size_t>(std::countr_zero(greatest[kind]));
        const double pivot = row[place][kind];
        const unsigned used = used_[slot][kind];
        products_[slot + 1][kind] = products_[slot][kind] * (is_odd_after(used, place) ? -pivot : pivot);
        used_[slot + 1][kind] = used | 1u << place;
        pivots_[slot][kind] = static_cast<std::uint8_t>(place);
        if (pivot != 0) inverse[kind] = 1 / pivot;
    }
    for (Pair& number : row) number *= inverse;
}

std::int64_t Determinants::sum(const Domains& domains) {
    std::size_t slot = 0;
    while (slot < known_ && domains[slot] == before_[slot]) ++slot;
    for (; slot < kSlots; ++slot) {
        rows_[slot] = entries(domains[slot]);
        eliminate(slot, rows_[slot]);
        choose_pivots(slot);
    }
    known_ = kSlots;
    before_ = domains;
    return std::llround(products_[kSlots][0]) + std::llround(products_[kSlots][1]);
}

}  // namespace cubecsp
