// Random numbers that depend only on a seed and their purpose.
//
// The generator is Philox4x64-10 (J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers: as
// easy as 1, 2, 3", SC 2011): a keyed bijection of counters, so that sample number i has the same random
// numbers on any machine and at any time. models/sampling/random_numbers.py does the same in Python.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sampling/two_words.hpp"

namespace cubecsp {

// The random numbers of one sample. `seed`: of all samples; `stream`: what they are for; `number`: which
// sample.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t stream, std::uint64_t number)
        : key_{seed, stream}, number_(number) {}

    // 64 random bits.
    std::uint64_t word() {
        if (at_ == kWords) {
            fill();
            at_ = 0;
        }
        return words_[at_++];
    }

    // A number from 0 to limit - 1, all equally likely (D. Lemire, "Fast random integer generation in an
    // interval", ACM TOMACS 29 (2019)); `limit` is at least 1.
    std::uint64_t below(std::uint64_t limit) {
        TwoWords scaled = product(word(), limit);
        if (scaled.low < limit) {
            const std::uint64_t least = (0 - limit) % limit;
            while (scaled.low < least) scaled = product(word(), limit);
        }
        return scaled.high;
    }

    // The same for a limit beyond a word: as many bits as limit - 1 has, until they are below it.
    TwoWords below(TwoWords limit) {
        if (limit.high == 0) return {0, below(limit.low)};
        const TwoWords mask = filled(limit - TwoWords{0, 1});
        if (mask.high == 0) return {0, word()};  // 2^64 itself
        while (true) {
            const std::uint64_t high = word();
            const TwoWords drawn = TwoWords{high, word()} & mask;
            if (drawn < limit) return drawn;
        }
    }

private:
    static constexpr std::size_t kWords = 4;
    static constexpr int kRounds = 10;

    void fill() {
        std::array<std::uint64_t, kWords> counter{block_++, number_, 0, 0};
        std::array<std::uint64_t, 2> key = key_;
        for (int round = 0; round < kRounds; ++round) {
            const TwoWords first = product(0xD2E7470EE14C6C93u, counter[0]);
            const TwoWords second = product(0xCA5A826395121157u, counter[2]);
            counter = {second.high ^ counter[1] ^ key[0], second.low, first.high ^ counter[3] ^ key[1],
                       first.low};
            key[0] += 0x9E3779B97F4A7C15u;
            key[1] += 0xBB67AE8584CAA73Bu;
        }
        words_ = counter;
    }

    std::array<std::uint64_t, 2> key_;
    std::uint64_t number_, block_ = 0;
    std::array<std::uint64_t, kWords> words_{};
    std::size_t at_ = kWords;
};

}  // namespace cubecsp
