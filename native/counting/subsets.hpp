// The sets of edges by their size, and the sets that result from adding an edge.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/platform.hpp"

namespace cubecsp {

// Whether an odd number of the pieces in a set is greater than one that comes after them.
inline bool is_odd_after(unsigned used, std::size_t piece) { return is_odd(used >> piece >> 1); }

// A step from one set of pieces to another, both by their places among the sets of their size.
struct SubsetStep {
    std::uint16_t from, to;
};

class Subsets {
public:
    static constexpr std::size_t kPieces = 12, kFront = 7;

    struct Steps {
        std::vector<SubsetStep> even, odd;  // by how many inversions they add
    };

    static const Subsets& get() {
        static const Subsets subsets;
        return subsets;
    }

    std::size_t number(std::size_t size) const { return of_size_[size].size(); }
    // The set that has a place among those of its size, and its place.
    unsigned set(std::size_t size, std::size_t place) const { return of_size_[size][place]; }
    std::size_t place(unsigned set) const { return place_[set]; }
    // From each set of this many pieces without this one to the set with it.
    const Steps& adding(std::size_t size, std::size_t piece) const { return steps_[size][piece]; }
    // From each set that fills the front to the one that is left for the back.
    const Steps& halves() const { return halves_; }

private:
    Subsets() {
        for (unsigned set = 0; set < 1u << kPieces; ++set) {
            auto& some = of_size_[static_cast<std::size_t>(std::popcount(set))];
            place_[set] = static_cast<std::uint16_t>(some.size());
            some.push_back(set);
        }
        for (std::size_t size = 0; size < kPieces; ++size)
            for (const unsigned set : of_size_[size])
                for (std::size_t piece = 0; piece < kPieces; ++piece) {
                    if (set >> piece & 1) continue;
                    Steps& steps = steps_[size][piece];
                    (is_odd_after(set, piece) ? steps.odd : steps.even)
                        .push_back({place_[set], place_[set | 1u << piece]});
                }
        for (const unsigned set : of_size_[kFront]) {
            bool odd = false;  // pairs of a piece in front and a lesser one behind it
            for (std::size_t piece = 0; piece < kPieces; ++piece)
                if (!(set >> piece & 1)) odd ^= is_odd_after(set, piece);
            (odd ? halves_.odd : halves_.even).push_back({place_[set], place_[~set & ((1u << kPieces) - 1)]});
        }
    }

    std::array<std::vector<unsigned>, kPieces + 1> of_size_;
    std::array<std::uint16_t, 1u << kPieces> place_{};
    std::array<std::array<Steps, kPieces>, kPieces> steps_;
    Steps halves_;
};

}  // namespace cubecsp
