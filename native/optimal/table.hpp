// Makes a table of the distances of cosets from that of the solved cube, two bits each, breadth first.
//
// Entries stand in rows of blocks of 2048; see search/cosets.py. While it is being made an entry is
// `kOpen` until its distance is known, then 1 or 2 while that is the newest distance, then 0. So
// distances up to `base` end as 0, base+1 as 1, base+2 as 2, and all greater ones as 3. Every
// thread writes only the block that it is at, and reads those that one turn leads to. Until the end, the
// low bits of a block's entries stand together, then the high ones, so that a whole block is handled as
// the set of flips at some distance; see flip_map.hpp.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "common/exclusive.hpp"
#include "common/huge_array.hpp"
#include "optimal/flip_map.hpp"

namespace cubecsp {

// The action of turns on cosets, each array by its first index, then its second. A map is a turn · 16 + a
// symmetry.
struct CosetTurns {
    std::size_t rows, turns, blocks;
    std::span<const std::uint32_t> row_turns;    // [row, turn]: row · 16 + symmetry
    std::span<const std::uint8_t> row_sizes;     // [row]: cosets that one entry stands for
    std::span<const std::uint16_t> block_turns;  // [map, block]: the block that it goes to
    std::span<const std::uint16_t> block_flips;  // [map, block]: the flips that are then added to places
    std::span<const std::uint8_t> flip_turns;    // [map, slot]: the slot that its flip is from, before that
};

class OptimalTable {
public:
    static constexpr std::size_t kBlock = 2048;  // entries

    // Throws std::invalid_argument if the arrays do not fit each other, or a value is out of range.
    OptimalTable(const CosetTurns& cosets, std::uint32_t home_row, std::uint32_t home_place, unsigned base);

    // Works for about a number of seconds; returns whether the table is finished.
    bool run(double seconds, unsigned threads);

    double progress();

    // The number of cosets at each distance 0 … base+2.
    std::vector<std::uint64_t> counts();

    const HugeArray& memory() const { return memory_; }

private:
    using Word = std::uint64_t;

    static constexpr std::size_t kWords = kBlock / 32;   // words of a block: half for low bits, half for high
    static constexpr std::size_t kLines = kBlock / 256;  // its cache lines, each with its least distance
    static constexpr std::size_t kSymmetries = 16;
    static constexpr std::size_t kChunk = 64;  // blocks that a thread takes at a time
    static constexpr unsigned kOpen = 3;
    static constexpr std::uint8_t kNone = 255;
    static constexpr std::size_t kMaxTurns = 18;
    static constexpr std::size_t kMostBlocks = std::size_t{1} << 28;  // in all rows

    // The number of rows, of arrays that fit each other: looked at before anything is allocated.
    static std::size_t rows_of(const CosetTurns& cosets);

    void check_values() const;

    Word* words(std::size_t block) { return reinterpret_cast<Word*>(memory_.data()) + block * kWords; }
    std::uint8_t* least(std::size_t block);
    std::size_t chunks() const { return (rows_ * blocks_ + kChunk - 1) / kChunk; }

    unsigned code_of(unsigned distance) const;

    // level_ is the distance that is being found from entries at level_ − 1; a pass of settling follows.
    void work(std::chrono::steady_clock::time_point end);

    // The entries of a block that are `code`.
    FlipSet entries(std::size_t block, unsigned code);

    // Sets the open entries of a block that are one turn from newest ones; returns how many.
    std::uint64_t expand(std::size_t block);

    // Sets these entries, which are open, to level_.
    std::uint64_t set(std::size_t block, const FlipSet& found);

    // Turns entries at distance level_ − 1 ≤ base into 0, and makes the fresh blocks the live ones.
    void settle(std::size_t block);

    // Brings the low and the high bits of each entry together.
    void interleave(std::size_t block);

    void finish_pass();

    std::size_t rows_, turns_, blocks_;
    unsigned base_;
    std::vector<std::uint32_t> row_turns_;
    std::vector<std::uint8_t> row_sizes_;
    std::vector<std::uint16_t> block_turns_, block_flips_;
    std::vector<FlipMap> flip_maps_;
    HugeArray memory_;
    std::vector<std::uint8_t> live_, fresh_;  // per block: whether it holds newest entries
    std::vector<std::uint64_t> counts_;
    std::uint64_t found_cosets_ = 0;
    unsigned level_ = 1;
    bool settling_ = false;
    std::atomic<std::size_t> next_chunk_{0};
    std::mutex totals_;
    InUse in_use_;
};

}  // namespace cubecsp
