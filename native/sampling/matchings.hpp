// Cubes by number: the inner loops of models/sampling.
//
// Rows of placements, each slot having its own domain, are in lexicographic order, and row number k is found
// slot by slot: the numbers of ways to continue with one placement after the other are subtracted from k
// until it is below the next (D. Knuth, The Art of Computer Programming 4A, 7.2.1.2; unranking).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sampling/two_words.hpp"

namespace cubecsp {

// In how many ways an orbit can be filled from some slot on: slots are filled in order, each with a placement
// that its domain has and each piece once. Domains are bit masks: bit piece * turns + turn.
class Completions {
public:
    // Throws std::invalid_argument unless there are at most 12 domains of pieces that turn in 1 to 3 ways.
    Completions(int turns, const std::vector<std::uint64_t>& domains);

    std::size_t slots() const { return domains_.size(); }
    std::size_t turns() const { return turns_; }
    std::uint64_t domain(std::size_t slot) const { return domains_[slot]; }

    // In how many ways the remaining slots can be filled, once the pieces of a set are used by as many of the
    // first slots, so that the number of added inversions is odd or even, and the turns add up to `sum`
    // modulo `turns`.
    std::uint64_t ways(unsigned used, bool odd, std::size_t sum) const {
        return ways_[(used * 2 + (odd ? 1 : 0)) * turns_ + sum];
    }

    // All of them: entry (used * 2 + odd) * turns + sum.
    const std::vector<std::uint64_t>& numbers() const { return ways_; }

    // Write row number `rank` of those whose permutation is odd, or even, and whose turns add up to none.
    void row(std::uint64_t rank, bool odd, std::uint8_t* to) const;

private:
    template <std::size_t kTurns>
    void count();
    template <std::size_t kTurns>
    void fill(std::uint64_t rank, bool odd, std::uint8_t* to) const;

    std::size_t turns_;
    std::vector<std::uint64_t> domains_, ways_;
};

// One of several sets of cubes: each slot has a domain.
struct Box {
    int sign;  // 1, or -1 if its cubes are subtracted
    std::vector<std::uint64_t> corners, edges;
};

// The cubes that some boxes add up to, each counted once: cubes with 8 corners, and 12 edges or none. With
// edges, both permutations are odd or both are even; without, the permutation may be either.
class Boxes {
public:
    // Throws std::invalid_argument if a box is invalid, and std::length_error if there are too many.
    explicit Boxes(const std::vector<Box>& boxes);

    std::size_t slots() const { return slots_; }
    TwoWords total() const { return total_; }

    // Write cube number `rank`, 0 to total - 1, as a row.
    void row(TwoWords rank, std::uint8_t* to) const;

private:
    // The numbers of cubes with the present placements of an orbit: for each sum of turns, and in total.
    template <class Rank>
    struct Weights {
        std::vector<Rank> single;  // entry (used * 2 + odd) * turns + sum
        std::vector<Rank> totals;  // entry used * 2 + odd
    };
    struct Part {
        bool negative;
        std::shared_ptr<const Completions> corners, edges;
        Weights<TwoWords> weights;                                   // by what the corners are so far
        std::shared_ptr<const Weights<std::uint64_t>> edge_weights;  // by what the edges are to be still
    };

    static Weights<TwoWords> weights_of(const Completions& corners, const Completions* edges);
    static Weights<std::uint64_t> edge_weights_of(const Completions& edges);
    template <std::size_t kTurns, class Rank>
    class Reader;
    template <std::size_t kTurns, auto kOrbit, class Rank, class Of>
    static std::pair<bool, Rank> place(const Rank& rank, std::vector<const Part*>& alive, bool odd,
                                       std::uint8_t* to, const Of& weights);

    std::size_t slots_ = 0;
    TwoWords total_;
    std::vector<Part> parts_;
};

}  // namespace cubecsp
