// Whole numbers of 128 bits, which compilers do not have on all machines: only the operations for sampling.

#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace cubecsp {

// From 0 to 2^128 - 1; sums and differences are taken modulo 2^128.
struct TwoWords {
    std::uint64_t high = 0, low = 0;

    friend constexpr auto operator<=>(const TwoWords&, const TwoWords&) = default;

    friend constexpr TwoWords operator+(TwoWords a, TwoWords b) {
        const std::uint64_t sum = a.low + b.low;
        return {a.high + b.high + (sum < a.low ? 1u : 0u), sum};
    }
    friend constexpr TwoWords operator-(TwoWords a, TwoWords b) {
        return {a.high - b.high - (a.low < b.low ? 1u : 0u), a.low - b.low};
    }
    friend constexpr TwoWords operator&(TwoWords a, TwoWords b) { return {a.high & b.high, a.low & b.low}; }
};

// The whole product of two numbers, by the products of their halves.
constexpr TwoWords product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kHalf = 0xFFFFFFFFu;
    const std::uint64_t low = (a & kHalf) * (b & kHalf), one = (a >> 32) * (b & kHalf);
    const std::uint64_t other = (a & kHalf) * (b >> 32), high = (a >> 32) * (b >> 32);
    const std::uint64_t middle = (low >> 32) + (one & kHalf) + (other & kHalf);
    return {high + (one >> 32) + (other >> 32) + (middle >> 32), middle << 32 | (low & kHalf)};
}

// The least number of the form 2^n - 1 that is not below `number`.
constexpr TwoWords filled(TwoWords number) {
    const auto mask = [](std::uint64_t word) {
        return word == 0 ? 0 : ~std::uint64_t{0} >> std::countl_zero(word);
    };
    if (number.high == 0) return {0, mask(number.low)};
    return {mask(number.high), ~std::uint64_t{0}};
}

}  // namespace cubecsp
