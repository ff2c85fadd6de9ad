// Distances of up to 14 turns, two to a byte.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "common/stop.hpp"

namespace cubecsp {

constexpr unsigned kUnknownHalf = 15;

inline unsigned half_byte(const std::uint8_t* bytes, std::size_t index) {
    return bytes[index / 2] >> 4 * (index % 2) & 15U;
}

inline void put_half_byte(std::uint8_t* bytes, std::size_t index, unsigned value) {
    const unsigned shift = 4 * (index % 2);
    std::uint8_t& byte = bytes[index / 2];
    byte = static_cast<std::uint8_t>((byte & ~(15U << shift)) | value << shift);
}

// Two distances, where unknown ones are `further`.
inline std::uint8_t told(std::uint8_t two, unsigned further) {
    const unsigned low = two & 15U, high = two >> 4;
    return static_cast<std::uint8_t>((low == kUnknownHalf ? further : low) |
                                     (high == kUnknownHalf ? further : high) << 4);
}

// Distances from the nearest of some states, breadth first up to `nearest`; all others are one more.
// `neighbours(state, see)` calls `see` with each state one turn away, `alike(state, put)` calls `put` with
// each equivalent state, itself included. `stop` is checked regularly.
template <typename Neighbours, typename Alike>
void fill_half_bytes(std::span<std::uint8_t> bytes, std::span<const std::size_t> starts, unsigned nearest,
                     const Stop& stop, Neighbours neighbours, Alike alike) {
    constexpr std::size_t block = std::size_t{1} << 16;
    constexpr std::uint8_t both_unknown = 0xFF;
    std::ranges::fill(bytes, both_unknown);
    std::uint8_t* const distances = bytes.data();
    for (const std::size_t start : starts) {
        alike(start, [&](std::size_t state) { put_half_byte(distances, state, 0); });
    }
    for (unsigned depth = 0; depth < nearest; ++depth) {
        const auto see = [&](std::size_t there) {
            if (half_byte(distances, there) != kUnknownHalf) return;
            alike(there, [&](std::size_t state) { put_half_byte(distances, state, depth + 1); });
        };
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            if (at % block == 0) stop.obey();
            if (bytes[at] == both_unknown) continue;
            for (const std::size_t state : {2 * at, 2 * at + 1}) {
                if (half_byte(distances, state) == depth) neighbours(state, see);
            }
        }
    }
    for (std::uint8_t& byte : bytes) byte = told(byte, nearest + 1);
}

}  // namespace cubecsp
