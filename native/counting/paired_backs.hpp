// The last five edges of two rows at once, after seven that the rows share.
//
// Instead of ways by the parity of the permutation and of the flips, their transform is worked out:
// permanents and determinants of the matrices of placements, each plain and with flipped placements
// subtracted. With five edges these are at most 5! 2^5, so that the four numbers of two rows fit into one
// vector register. A set of pieces takes all its ways at once from the sets with one piece less, whatever the
// domains, so that nothing depends on them but the factors: 1.1 microseconds a row, where adding up the ways
// of one row set by set, placement by placement, took 4.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/platform.hpp"

namespace cubecsp {

class PairedBacks {
public:
    static constexpr std::size_t kSlots = 5, kRows = 2;
    using Domains = std::array<std::uint32_t, kSlots>;  // masks of 24 placements
    using Ways = Lanes16<std::uint32_t>::type;          // entry 2 * parity + sum of the flips

    // A permanent and a determinant, or sums of two of each, from which the ways of either parity follow.
    struct Sums {
        std::int64_t permanent = 0, determinant = 0;

        // The ways with an even number of flips, and an odd permutation or an even one.
        std::uint64_t ways(bool odd) const {
            return static_cast<std::uint64_t>(permanent + (odd ? -determinant : determinant)) / 4;
        }
    };

    // Set the ways to fill the front, for each set of seven pieces in ascending order.
    void follow(const std::vector<Ways>& front);

    // The ways to fill all slots, for the back slots' domains of each row.
    std::array<Sums, kRows> meet(const std::array<Domains, kRows>& rows);

private:
    // For either row permanent, permanent with flips subtracted, and determinants likewise.
    using Numbers = Lanes16<std::int16_t>::type;
    struct Front {
        Numbers low, high;  // of each number, the same for both rows: low + 2^kLow high
    };
    struct Factors {
        // By the parity of the number of greater pieces that come before.
        std::array<std::array<Numbers, 12>, 2> of;
    };

    static Factors factors(const std::array<Domains, kRows>& rows, std::size_t slot);
    template <std::size_t kUsed>
    void append(const std::array<Domains, kRows>& rows);

    std::vector<Front> front_;  // for each set of the five other pieces in ascending order
    std::array<std::vector<Numbers>, kSlots + 1> layers_;
};

}  // namespace cubecsp
