#include "optimal/flip_map.hpp"

#include <bit>
#include <utility>

#include "common/platform.hpp"
#include "common/require.hpp"

namespace cubecsp {

namespace {

constexpr unsigned kLow = 6;  // low bits of a place: the bit in its word; the others: which word

// The places in a word in which bit i is set, and those in which the sum of all six is odd.
constexpr std::array<std::uint64_t, kLow> kSet = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                                  0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
constexpr std::uint64_t kOdd = 0x6996966996696996;

// A set that is being moved.
struct Moving {
    FlipSet& set;
    std::size_t renamed;  // word w of the set stands at w ^ renamed
    unsigned flipped;     // low bits that are still to be flipped: cheaper once they are high

    std::uint64_t& word(std::size_t w) const { return set[w ^ renamed]; }

    void exchange_high(unsigned i, unsigned j) {
        const std::size_t a = std::size_t{1} << (i - kLow), b = std::size_t{1} << (j - kLow);
        for (std::size_t w = 0; w < set.size(); ++w) {
            if ((w & a) != 0 && (w & b) == 0) std::swap(set[w], set[w ^ a ^ b]);
        }
        if (((renamed & a) != 0) != ((renamed & b) != 0)) renamed ^= a | b;
    }

    // kStep is the high bit, as a difference of words.
    template <std::size_t kStep>
    void exchange_words(unsigned low) {
        const unsigned shift = 1U << low;
        const std::size_t first = renamed & kStep;
        for (std::size_t group = 0; group < set.size(); group += 2 * kStep) {
            std::uint64_t* const without = set.data() + group + first;
            std::uint64_t* const with = set.data() + group + (kStep - first);
            for (std::size_t k = 0; k < kStep; ++k) {
                const std::uint64_t different = (without[k] >> shift ^ with[k]) & ~kSet[low];
                with[k] ^= different;
                without[k] ^= different << shift;
            }
        }
        if ((flipped >> low & 1) != 0) renamed ^= kStep;
        flipped &= ~(1U << low);
    }

    void exchange_mixed(unsigned high, unsigned low) {
        switch (high - kLow) {
            case 0:
                return exchange_words<1>(low);
            case 1:
                return exchange_words<2>(low);
            case 2:
                return exchange_words<4>(low);
            case 3:
                return exchange_words<8>(low);
            default:
                return exchange_words<16>(low);
        }
    }

    void exchange_low(unsigned i, unsigned j) {
        const unsigned shift = (1U << i) - (1U << j);
        const std::uint64_t mask = kSet[j] & ~kSet[i];
        for (std::uint64_t& bits : set) {
            const std::uint64_t different = (bits >> shift ^ bits) & mask;
            bits ^= different ^ different << shift;
        }
        if ((flipped >> i & 1) != (flipped >> j & 1)) flipped ^= 1U << i | 1U << j;
    }

    void finish_flips() {
        for (; flipped != 0; flipped &= flipped - 1) {
            const auto low = static_cast<unsigned>(std::countr_zero(flipped));
            for (std::uint64_t& bits : set) {
                bits = (bits & kSet[low]) >> (1U << low) | (bits & ~kSet[low]) << (1U << low);
            }
        }
    }

    // Moves places whose other bits have an odd sum to those that differ in this bit.
    void flip_if_odd(unsigned bit) {
        const std::size_t step = bit < kLow ? 0 : std::size_t{1} << (bit - kLow);
        const unsigned shift = bit < kLow ? 1U << bit : 0;
        const std::uint64_t without = bit < kLow ? ~kSet[bit] : ~std::uint64_t{0};
        for (std::size_t w = 0; w < set.size(); ++w) {
            if ((w & step) != 0) continue;
            const std::uint64_t odd = is_odd(static_cast<unsigned>(w)) ? ~kOdd : kOdd;
            const std::uint64_t different = (word(w) >> shift ^ word(w | step)) & odd & without;
            word(w | step) ^= different;
            word(w) ^= different << shift;
        }
    }
};

}  // namespace

FlipMap::FlipMap(std::span<const std::uint8_t, kFlipSlots> from) {
    unsigned seen = 0;
    for (const std::uint8_t slot : from) {
        require(slot < kFlipSlots, "a slot is out of range");
        seen |= 1U << slot;
    }
    require(seen == (1U << kFlipSlots) - 1, "slots are not permuted");
    // Where the parity of all is wanted, it is first put in place of the bit that would become slot 11.
    const std::uint8_t unused = from[kBits];
    std::array<std::uint8_t, kBits> bits;
    for (std::size_t i = 0; i < kBits; ++i) bits[i] = from[i] == kBits ? unused : from[i];
    parity_bit_ = unused;
    for (unsigned i = kBits; i-- > 0;) plan_cycle(bits, i);
}

void FlipMap::plan_cycle(std::array<std::uint8_t, kBits>& from, unsigned first) {
    while (from[first] != first) {
        const std::uint8_t next = from[first];
        exchanges_[count_++] = {static_cast<std::uint8_t>(first), next};
        from[first] = from[next];
        from[next] = next;
    }
}

void FlipMap::add_origins(FlipSet& sum, FlipSet set, unsigned flipped) const {
    Moving moving{set, flipped >> kLow, flipped & ((1U << kLow) - 1)};
    for (std::size_t i = 0; i < count_; ++i) {
        const auto [high, low] = exchanges_[i];
        if (low >= kLow) {
            moving.exchange_high(high, low);
        } else if (high >= kLow) {
            moving.exchange_mixed(high, low);
        } else {
            moving.exchange_low(high, low);
        }
    }
    moving.finish_flips();
    if (parity_bit_ < kBits) moving.flip_if_odd(parity_bit_);
    for (std::size_t w = 0; w < set.size(); ++w) sum[w] |= moving.word(w);
}

}  // namespace cubecsp
