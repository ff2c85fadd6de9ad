// Every way to fill the slots of an orbit, listed one by one, to compare with what counts or numbers them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"

namespace cubecsp::tests {

using Domains = std::vector<std::uint64_t>;  // for each slot a mask of placements, piece * turns + turn
using Matching = std::vector<std::uint8_t>;  // for each slot a placement

template <class Use>
void fill_from(std::size_t slot, unsigned turns, const Domains& domains, Matching& row, const Use& use) {
    if (slot == domains.size()) return use(row);
    for (unsigned value = 0; value < 64; ++value) {
        if ((domains[slot] >> value & 1U) == 0) continue;
        bool used = false;
        for (std::size_t i = 0; i < slot; ++i) used = used || row[i] / turns == value / turns;
        if (used) continue;
        row[slot] = static_cast<std::uint8_t>(value);
        fill_from(slot + 1, turns, domains, row, use);
    }
}

// Calls `use` with each row that has each piece at most once, in the order of rows.
template <class Use>
void each_matching(unsigned turns, const Domains& domains, const Use& use) {
    Matching row(domains.size());
    fill_from(0, turns, domains, row, use);
}

inline bool is_odd_matching(const Matching& row, unsigned turns) {
    unsigned inversions = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) inversions += row[j] / turns > row[i] / turns ? 1 : 0;
    }
    return inversions % 2 != 0;
}

inline unsigned sum_of_turns(const Matching& row, unsigned turns) {
    unsigned sum = 0;
    for (const std::uint8_t value : row) sum += value % turns;
    return sum % turns;
}

// Domains of some placements each, about `share` of twelve.
inline Domains random_domains(Random& random, std::size_t slots, unsigned turns, unsigned share) {
    Domains domains(slots);
    for (std::uint64_t& domain : domains) {
        for (std::size_t value = 0; value < slots * turns; ++value) {
            if (random.below(12) < share) domain |= std::uint64_t{1} << value;
        }
    }
    return domains;
}

}  // namespace cubecsp::tests
