// Determinants of 12 by 12 matrices of edge placements, of many that begin with the same rows.
//
// With the permanents they say how many of the ways to place the edges are even permutations. Elimination
// takes a tenth of the time of permanents, so that these need not carry the determinants along; it is done
// for the plain matrix and for that with flipped placements subtracted, side by side in a register.
//
// Doubles are enough. Each row takes as its pivot the greatest number left in it, so that no number exceeds
// 2^12 (the rows of the transposed matrix are chosen as usual). The result is then that of a matrix with
// errors of less than 12 * 2^-53 * 12 * 2^12 = 7e-11 (N. Higham, "Accuracy and Stability of Numerical
// Algorithms", theorem 9.3). Each of its 144 numbers counts as much as a minor, at most 12^6 = 3e6 for
// numbers from 0 to 2 (J. Hadamard), so that the determinant is wrong by less than 0.03, and rounding makes
// it exact.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/platform.hpp"
#include "counting/diagrams.hpp"

namespace cubecsp {

class Determinants {
public:
    static constexpr std::size_t kSlots = 12;
    using Domains = std::array<EdgeDomain, kSlots>;  // the rows of a matrix: what each slot may hold

    // The sum of both determinants. Matrices that begin alike are best given one after the other.
    std::int64_t sum(const Domains& domains);

private:
    static constexpr std::size_t kKinds = 2;  // plain, and with flips subtracted
    using Pair = Lanes16<double>::type;       // a number of each
    using Row = std::array<Pair, kSlots>;     // by piece

    static Row entries(EdgeDomain domain);
    void eliminate(std::size_t slot, Row& row) const;
    void choose_pivots(std::size_t slot);

    std::size_t known_ = 0;  // rows, done as before
    Domains before_{};
    std::array<Row, kSlots> rows_{};  // divided by their pivots
    std::array<std::array<std::uint8_t, kKinds>, kSlots> pivots_{};
    std::array<std::array<unsigned, kKinds>, kSlots + 1> used_{};  // the pivots of the rows before
    std::array<Pair, kSlots + 1> products_{Pair{1, 1}};            // of these, with their sign
};

}  // namespace cubecsp
