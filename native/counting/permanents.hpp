// Permanents of 12 by 12 matrices of edge placements, of many that begin with the same rows.
//
// Row by row, for each set of pieces the permanent of the rows so far with these pieces follows from those of
// the sets with one piece less (R. Bellman's dynamic programming). The first seven rows are filled from the
// front, and the last five from the back; both meet over the sets of seven pieces. Matrices that share seven
// rows share the front.
//
// Each matrix has two permanents: the plain one, and that with flipped placements subtracted. A register
// holds both of four matrices, in 16 bits. That is enough, though the plain permanent of six rows is as much
// as 6! 2^6 = 46,080, since the other one is at most a factorial: an entry is -1, 0 or 1, as a piece that
// fits in both ways counts as 0. Only the plain permanent of seven rows is in two parts.
//
// A set takes from all sets with one piece less, whether its pieces fit or not: with rules that compare
// colours, ten pieces of twelve fit a slot, and adding up only those that do took three times as long. A
// register of both permanents and determinants of two matrices took twice as long, see determinants.hpp.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/platform.hpp"
#include "counting/diagrams.hpp"

namespace cubecsp {

class Permanents {
public:
    static constexpr std::size_t kSlots = 12;
    using Domains = std::array<EdgeDomain, kSlots>;  // the rows of a matrix: what each slot may hold

    // The sum of both permanents of each matrix. Matrices that begin alike are best given one after the
    // other.
    std::vector<std::int64_t> sums(const std::vector<Domains>& matrices);

private:
    static constexpr std::size_t kEarly = 6, kFront = kEarly + 1, kBack = kSlots - kFront;
    static constexpr std::size_t kTogether = 4;  // matrices

    using Numbers = Lanes16<std::uint16_t>::type;  // plain and with flips subtracted, of four matrices
    using Lanes = Lanes16<std::uint32_t>::type;
    using Layer = std::vector<Numbers>;           // for each set of so many pieces, in ascending order
    using Factors = std::array<Numbers, kSlots>;  // by piece
    using Slot = std::array<EdgeDomain, kTogether>;

    // Consecutive matrices that have up to four fronts.
    struct Group {
        std::size_t begin, end;
        std::array<std::size_t, kTogether> fronts;  // the first matrix of each; the last one repeats
        std::vector<std::size_t> front_of;          // each matrix
    };

    static Group group_at(std::size_t begin, const std::vector<Domains>& matrices);
    static Factors factors(const Slot& domains);
    template <std::size_t kUsed>
    static void append(const Layer& from, const Slot& domains, Layer& to);
    template <std::size_t... kUsed>
    void fill_early(const std::array<Domains, kTogether>& fronts, std::index_sequence<kUsed...>);
    void fill_fronts(const std::vector<Domains>& matrices, const Group& group);
    template <std::size_t... kUsed>
    void fill_backs(const Domains* matrices, std::size_t number, std::index_sequence<kUsed...>);
    template <unsigned kSide>
    void meet(const Layer& fronts, std::size_t begin, std::size_t end, std::int64_t* sums) const;

    std::size_t known_ = 0;  // early slots, filled as before
    std::array<Slot, kEarly> before_{};
    std::array<Layer, kEarly + 1> early_;
    Layer split_;
    std::array<Layer, kTogether / 2> fronts_;  // of two matrices each: see fill_fronts
    std::array<Layer, kBack + 1> backs_;
};

}  // namespace cubecsp
