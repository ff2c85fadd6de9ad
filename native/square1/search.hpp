// Moves that solve a Square-1: first its shape, then its pieces without leaving the shape of a square.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/stop.hpp"

namespace cubecsp::square1 {

constexpr std::size_t kSlots = 24;

// The piece in each slot, those of the upper layer first, as cubecsp/puzzle/definitions/square1.py numbers
// them.
using Pieces = std::array<std::uint8_t, kSlots>;

// Turns of the upper and the lower layer, clockwise, by 0 to 11 times 30 degrees.
using Turns = std::pair<std::uint8_t, std::uint8_t>;

// Whether each piece is there once, and the halves of each corner side by side.
bool is_whole(const Pieces& pieces);

struct Result {
    std::optional<std::vector<Turns>> turns;  // between them the right half is turned
    bool complete = false;                    // the node limit was not reached: without turns, there are none
};

// The first moves found that solve a state and number at most `longest`: each turn of the right half counts
// as one, and so do the turns of both layers between two of them. `turned` is whether the right half of the
// middle layer is. With `most` nodes that many are looked at.
Result solve(const Pieces& pieces, bool turned, std::size_t longest, std::size_t most, const Stop& stop);

}  // namespace cubecsp::square1
