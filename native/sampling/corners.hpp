// Random placements of a 3x3x3's corners, each drawn in proportion to the number of ways to place the edges.
//
// That number takes some hundredths of a millisecond to count, and its sum over all corners is not known. So
// points are drawn below bounds of it (J. von Neumann's rejection), which take no counting: with A+ the
// number of ways in which each piece fits each edge slot, 0 to 2, and A- the same with flips counted as -1,
// there are
//
//     (per A+ + per A- + det A+ + det A-) / 4        (the determinants negative for odd permutations)
//
// ways. Permanents are at most the product over the rows of g(ones and twos) + g(twos), with g(k) = k!^(1/k)
// (L. Bregman's theorem, each row being a sum of two of 0 and 1), determinants at most the product of the
// rows' lengths (J. Hadamard). So each of the four has a bound that is a product over the edge slots.
//
// An edge that is compared with two neighbours is between a corner of one tetrahedron and one of the other.
// Once four corners are placed, the bounds are therefore products over the other four, too, and their sum
// over all ways to place these follows by dynamic programming over the pieces that are used: each of the
// 136,080 ways to place the first four has its exact sum. A trial draws the first four corners, then the
// others one by one, and a number below the bound, all in whole numbers; it hits if the number is less
// than the number of ways to place the edges, and then also chooses one of these. One in four hits with
// `no-touching=side`. Nested bounds instead, the worst over all ways to continue from the first corners
// (M. Huber, "Exact sampling from perfect matchings of dense regular bipartite graphs",
// Algorithmica 44 (2006)), took 250 trials for a hit.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "counting/edge_sums.hpp"
#include "sampling/two_words.hpp"

namespace cubecsp {

class CornerTrials {
public:
    static constexpr std::size_t kCorners = 8, kEdges = 12, kValues = 24, kSlots = kCorners + kEdges;
    using Domain = std::uint32_t;  // a mask of 24 placements
    using Row = const std::uint8_t*;

    // The allowed contents of each slot by itself. Throws std::invalid_argument if a domain is invalid.
    CornerTrials(const std::vector<Domain>& corners, const std::vector<Domain>& edges);

    // Let an edge slot hold only what some corners allow; see EdgeSums::depend. Corners ascend.
    void depend(int edge, const std::vector<int>& corners, const std::vector<Domain>& allowed);

    // Add up the bounds, which takes a third of a second. From then on nothing changes, and the functions
    // below may be called by several threads at once; before that, there is nothing to draw from.
    void begin();
    bool begun() const { return begun_.load(std::memory_order_acquire); }

    // From how many points trials draw, each cube being one of them.
    TwoWords points() const;

    // An upper bound of the number of ways to place the edges under these corners.
    std::uint64_t bound(Row row) const;

    struct Hit {
        std::uint64_t trial;  // which trial it was
        std::array<std::uint8_t, kSlots> row;
    };

    // Make trials, and return those that hit, in order.
    std::vector<Hit> hits(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                          std::size_t number) const;

private:
    static constexpr std::size_t kFirst = 4, kOthers = kCorners - kFirst;  // corners

    using Held = std::array<std::uint8_t, kCorners>;
    // The summand of a domain in the bounds, or of several: of both permanents and both determinants.
    using Factors = std::array<double, 4>;
    using Points = std::array<double, 4>;  // the same in whole numbers, rounded up

    struct Dependence {
        std::vector<std::size_t> corners;
        std::vector<Domain> allowed;
    };
    // The allowed contents of an edge slot, as determined by the first corners and one of the others.
    struct Reading {
        std::size_t edge;
        std::vector<Dependence> before, with;  // that other one
        std::size_t first;                     // the only one of the first corners that matters, if
        std::vector<Factors> known;            // these are there: by its contents, and those of the other
    };
    // A placement of the first corners.
    struct Beginning {
        TwoWords points;  // of those up to it
        std::array<std::uint8_t, kFirst> held;
    };
    class Others;

    void choose_first();
    void tabulate(Reading& reading, std::size_t other) const;
    static const Factors& factors_of(Domain domain);
    Reading reading_of(std::size_t edge, unsigned first, std::size_t other) const;
    static Domain domain_at(const std::vector<Dependence>& dependences, const Held& held, Domain domain);
    std::optional<std::uint64_t> drawn(std::uint64_t seed, std::uint64_t stream, Hit& hit) const;
    static const std::vector<Factors>& factors();
    static const std::vector<std::uint8_t>& entries();

    std::array<Domain, kCorners> corners_{};  // what each slot may hold by itself
    std::array<Domain, kEdges> initial_{};
    EdgeSums edges_;
    std::array<std::vector<Dependence>, kEdges> dependences_;  // of each edge slot
    std::atomic<bool> begun_{false};
    // Once that has begun:
    std::array<std::size_t, kCorners> order_{};           // of corner slots, the first ones and the others
    std::array<std::vector<Reading>, kOthers> readings_;  // of the edges that are read off each of the others
    std::vector<Beginning> beginnings_;
    TwoWords all_points_;  // points: those of all beginnings, and as many as make whole cubes of them
};

}  // namespace cubecsp
