#include "optimal/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "common/joining_thread.hpp"
#include "common/platform.hpp"
#include "common/require.hpp"

namespace cubecsp {

namespace {

// The 32 lower bits of a number, in the even places of the result.
std::uint64_t spread(std::uint64_t bits) {
    bits &= 0xFFFFFFFF;
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFF;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FF;
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
}

}  // namespace

OptimalTable::OptimalTable(const CosetTurns& cosets, std::uint32_t home_row, std::uint32_t home_place,
                           unsigned base)
    : rows_(rows_of(cosets)),
      turns_(cosets.turns),
      blocks_(cosets.blocks),
      base_(base),
      row_turns_(cosets.row_turns.begin(), cosets.row_turns.end()),
      row_sizes_(cosets.row_sizes.begin(), cosets.row_sizes.end()),
      block_turns_(cosets.block_turns.begin(), cosets.block_turns.end()),
      block_flips_(cosets.block_flips.begin(), cosets.block_flips.end()),
      memory_(rows_ * blocks_ * (kBlock / 4 + kLines)),
      live_(rows_ * blocks_, 0),
      fresh_(rows_ * blocks_, 0) {
    const std::size_t maps = turns_ * kSymmetries;
    require(base >= 1 && base <= 20, "base must be in 1…20");
    require(home_row < rows_ && home_place < blocks_ * kBlock, "the home coset is outside the table");
    check_values();
    flip_maps_.reserve(maps);
    for (std::size_t map = 0; map < maps; ++map) {
        flip_maps_.emplace_back(cosets.flip_turns.subspan(map * kFlipSlots).first<kFlipSlots>());
    }
    std::memset(memory_.data(), 0xFF, memory_.size());
    const std::size_t block = home_row * blocks_ + home_place / kBlock;
    FlipSet home{};
    home[home_place % kBlock / 64] = std::uint64_t{1} << home_place % 64;
    level_ = 0;
    set(block, home);
    level_ = 1;
    live_[block] = 1;
    counts_.push_back(row_sizes_[home_row]);
}

bool OptimalTable::run(double seconds, unsigned threads) {
    const Claim claim(in_use_);
    require(seconds >= 0 && seconds <= 1e6, "seconds must be in 0…10^6");
    require(threads >= 1 && threads <= 256, "threads must be in 1…256");
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    while (level_ <= base_ + 2 && Clock::now() < end) {
        {
            std::vector<JoiningThread> pool;
            for (unsigned i = 1; i < threads; ++i) pool.emplace_back([&] { work(end); });
            work(end);
        }
        if (next_chunk_ < chunks()) break;
        next_chunk_ = 0;
        finish_pass();
    }
    return level_ > base_ + 2;
}

double OptimalTable::progress() {
    const Claim claim(in_use_);
    const double part =
        static_cast<double>(std::min<std::size_t>(next_chunk_, chunks())) / static_cast<double>(chunks());
    return std::min(1.0, (static_cast<double>(level_) + part) / (base_ + 3));
}

std::vector<std::uint64_t> OptimalTable::counts() {
    const Claim claim(in_use_);
    return counts_;
}

std::size_t OptimalTable::rows_of(const CosetTurns& cosets) {
    const auto& [rows, turns, blocks, row_turns, row_sizes, block_turns, block_flips, flip_turns] = cosets;
    const std::size_t maps = turns * kSymmetries;
    require(rows != 0 && turns != 0 && turns <= kMaxTurns && row_turns.size() == rows * turns &&
                row_sizes.size() == rows && block_turns.size() == maps * blocks &&
                block_flips.size() == maps * blocks && flip_turns.size() == maps * kFlipSlots,
            "the arrays do not fit each other");
    require(blocks != 0 && rows <= kMostBlocks / blocks, "there are no blocks, or too many");
    return rows;
}

void OptimalTable::check_values() const {
    for (const std::uint32_t entry : row_turns_) {
        require(entry >> 4 < rows_, "a row lies outside the table");
    }
    for (const std::uint16_t block : block_turns_) {
        require(block < blocks_, "a block lies outside its row");
    }
    for (const std::uint16_t flips : block_flips_) {
        require(flips < kBlock, "flips lie outside a block");
    }
}

inline std::uint8_t* OptimalTable::least(std::size_t block) {
    return memory_.data() + rows_ * blocks_ * (kBlock / 4) + block * kLines;
}

unsigned OptimalTable::code_of(unsigned distance) const {
    if (distance > base_) return distance - base_;
    return (base_ - distance) % 2 == 0 ? 2 : 1;
}

void OptimalTable::work(std::chrono::steady_clock::time_point end) {
    std::uint64_t cosets = 0;
    while (std::chrono::steady_clock::now() < end) {
        const std::size_t chunk = next_chunk_.fetch_add(1);
        if (chunk >= chunks()) break;
        const std::size_t last = std::min((chunk + 1) * kChunk, rows_ * blocks_);
        for (std::size_t block = chunk * kChunk; block < last; ++block) {
            if (settling_) {
                settle(block);
            } else {
                cosets += expand(block) * row_sizes_[block / blocks_];
            }
        }
    }
    const std::lock_guard lock(totals_);
    found_cosets_ += cosets;
}

FlipSet OptimalTable::entries(std::size_t block, unsigned code) {
    const Word* low = words(block);
    const Word* high = low + kWords / 2;
    const Word no_low = (code & 1) != 0 ? 0 : ~Word{0};
    const Word no_high = (code & 2) != 0 ? 0 : ~Word{0};
    FlipSet result;
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = (load_relaxed(low[i]) ^ no_low) & (load_relaxed(high[i]) ^ no_high);
    }
    return result;
}

std::uint64_t OptimalTable::expand(std::size_t block) {
    struct Neighbour {
        std::size_t block;
        std::size_t map;
        unsigned flipped;
    };
    fresh_[block] = 0;
    const FlipSet open = entries(block, kOpen);
    if (open == FlipSet{}) return 0;
    std::array<Neighbour, kMaxTurns> around;
    std::size_t count = 0;
    const std::size_t row = block / blocks_;
    for (std::size_t turn = 0; turn < turns_; ++turn) {
        const std::uint32_t entry = row_turns_[row * turns_ + turn];
        const std::size_t map = turn * kSymmetries + (entry & 15);
        const std::size_t at = map * blocks_ + block % blocks_;
        const std::size_t other = (entry >> 4) * blocks_ + block_turns_[at];
        if (!live_[other]) continue;
        around[count++] = {other, map, block_flips_[at]};
        for (std::size_t i = 0; i < kWords; i += 8) prefetch(words(other) + i);
    }
    FlipSet reached{};
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [other, map, flipped] = around[i];
        flip_maps_[map].add_origins(reached, entries(other, code_of(level_ - 1)), flipped);
    }
    for (std::size_t i = 0; i < reached.size(); ++i) reached[i] &= open[i];
    return set(block, reached);
}

std::uint64_t OptimalTable::set(std::size_t block, const FlipSet& found) {
    Word* plane = words(block) + (code_of(level_) == 1 ? kWords / 2 : 0);  // of the bit that is cleared
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] == 0) continue;
        count += static_cast<unsigned>(std::popcount(found[i]));
        store_relaxed(plane[i], plane[i] & ~found[i]);
        std::uint8_t& nearest = least(block)[i / 4];
        nearest = std::min(nearest, static_cast<std::uint8_t>(level_));
    }
    fresh_[block] = count > 0;
    return count;
}

void OptimalTable::settle(std::size_t block) {
    if (live_[block] && level_ - 1 <= base_) {
        const FlipSet settled = entries(block, code_of(level_ - 1));
        Word* at = words(block);
        for (std::size_t i = 0; i < kWords; ++i) at[i] &= ~settled[i % settled.size()];
    }
    live_[block] = fresh_[block];
    if (level_ == base_ + 2) {
        for (std::size_t i = 0; i < kLines; ++i) {
            least(block)[i] = std::min(least(block)[i], static_cast<std::uint8_t>(base_ + 3));
        }
        interleave(block);
    }
}

void OptimalTable::interleave(std::size_t block) {
    std::array<Word, kWords> apart;
    std::copy_n(words(block), kWords, apart.begin());
    for (std::size_t i = 0; i < kWords; ++i) {
        const Word low = apart[i / 2] >> i % 2 * 32;
        const Word high = apart[kWords / 2 + i / 2] >> i % 2 * 32;
        words(block)[i] = spread(low) | spread(high) << 1;
    }
}

void OptimalTable::finish_pass() {
    if (!settling_) {
        settling_ = true;
        return;
    }
    settling_ = false;
    counts_.push_back(found_cosets_);
    found_cosets_ = 0;
    ++level_;
}

}  // namespace cubecsp
