// Sets of flips, one bit for each of the 2048 places of a block, and how turns and symmetries move them.
//
// Bit i of a place is the flip of edge slot i; that of slot 11 is the parity of the others. A turn permutes
// slots, hence the bits of places, and this is done for a whole set at once: exchanging two bits of all
// places moves the set's words as one step of transposing a matrix of bits does (H. Warren, Hacker's
// Delight, 2nd edition, section 7-3).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cubecsp {

constexpr std::size_t kFlipSlots = 12;

using FlipSet = std::array<std::uint64_t, 32>;  // place p is bit p mod 64 of word p div 64

class FlipMap {
public:
    // Places move so that slot i gets the flip of slot `from[i]`. Throws std::invalid_argument if slots are
    // not permuted.
    explicit FlipMap(std::span<const std::uint8_t, kFlipSlots> from);

    // Adds to `sum` the places that, moved and then flipped in the slots of `flipped`, are in `set`.
    void add_origins(FlipSet& sum, FlipSet set, unsigned flipped) const;

private:
    static constexpr unsigned kBits = 11;

    // Two bits of places to exchange, the greater one first.
    struct Exchange {
        std::uint8_t high, low;
    };

    // Exchanges that move the bits of one cycle of a permutation, whose greatest is `first`.
    void plan_cycle(std::array<std::uint8_t, kBits>& from, unsigned first);

    std::array<Exchange, kBits> exchanges_{};
    std::size_t count_ = 0;
    unsigned parity_bit_ = kBits;  // the bit that then becomes the parity of all, if there is one
};

}  // namespace cubecsp
