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

constexpr std::uint64_t kLow = 0x5555555555555555;

// Bits 2i are set where entry i of the word is `code`.
std::uint64_t entries_that_are(unsigned code, std::uint64_t word) {
    const std::uint64_t low = (code & 1) ? word : ~word;
    const std::uint64_t high = (code & 2) ? word : ~word;
    return low & (high >> 1) & kLow;
}

}  // namespace

struct OptimalTable::Setter {
    OptimalTable& table;
    std::size_t block;
    unsigned code;
    unsigned distance;
    std::uint64_t set_count = 0;

    void set(std::size_t place) {
        Word& word = table.words(block)[place >> 5];
        word_changed(word, load_relaxed(word), place & 31, place);
    }
    void set_if_open(std::size_t place) {
        Word& word = table.words(block)[place >> 5];
        const Word value = load_relaxed(word);
        if ((value >> (2 * (place & 31)) & 3) == kOpen) word_changed(word, value, place & 31, place);
    }
    void word_changed(Word& word, Word value, std::size_t at, std::size_t place) {
        store_relaxed(word, value ^ static_cast<Word>(kOpen ^ code) << (2 * at));
        std::uint8_t& least = table.least(block)[place >> 8];
        if (least == kNone) least = static_cast<std::uint8_t>(distance);
        ++set_count;
    }
};

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
      flips_(cosets.flip_turns.begin(), cosets.flip_turns.end()),
      unflips_(flips_.size()),
      memory_(rows_ * blocks_ * (kBlock / 4 + kLines)),
      live_(rows_ * blocks_, 0),
      fresh_(rows_ * blocks_, 0) {
    const std::size_t maps = turns_ * kSymmetries;
    require(base >= 1 && base <= 20, "base must be in 1…20");
    require(home_row < rows_ && home_place < blocks_ * kBlock, "the home coset is outside the table");
    check_values();
    for (std::size_t map = 0; map < maps; ++map) {
        for (std::size_t i = 0; i < kBlock; ++i) {
            unflips_[map * kBlock + flips_[map * kBlock + i]] = static_cast<std::uint16_t>(i);
        }
    }
    std::memset(memory_.data(), 0xFF, memory_.size());
    const std::size_t block = home_row * blocks_ + home_place / kBlock;
    Setter{*this, block, code_of(0), 0}.set(home_place % kBlock);
    live_[block] = 1;
    counts_.push_back(row_sizes_[home_row]);
    newest_entries_ = 1;
    open_entries_ = rows_ * blocks_ * kBlock - 1;
    backwards_ = false;
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
                block_flips.size() == maps * blocks && flip_turns.size() == maps * kBlock,
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
    for (const std::uint16_t flips : flips_) {
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
    std::uint64_t found = 0;
    while (std::chrono::steady_clock::now() < end) {
        const std::size_t chunk = next_chunk_.fetch_add(1);
        if (chunk >= chunks()) break;
        const std::size_t last = std::min((chunk + 1) * kChunk, rows_ * blocks_);
        for (std::size_t block = chunk * kChunk; block < last; ++block) {
            if (settling_) {
                settle(block);
            } else {
                const std::uint64_t new_here = expand(block);
                found += new_here;
                cosets += new_here * row_sizes_[block / blocks_];
            }
        }
    }
    const std::lock_guard lock(totals_);
    found_entries_ += found;
    found_cosets_ += cosets;
}

std::uint64_t OptimalTable::expand(std::size_t block) {
    const std::size_t row = block / blocks_;
    std::array<Neighbour, kMaxTurns> around;
    std::size_t count = 0;
    for (std::size_t turn = 0; turn < turns_; ++turn) {
        const std::uint32_t entry = row_turns_[row * turns_ + turn];
        const std::size_t map = turn * kSymmetries + (entry & 15);
        const std::size_t at = map * blocks_ + block % blocks_;
        const std::size_t other = (entry >> 4) * blocks_ + block_turns_[at];
        if (!live_[other]) continue;
        around[count++] = {other, words(other), flips_.data() + map * kBlock, unflips_.data() + map * kBlock,
                           block_flips_[at]};
    }
    Setter here{*this, block, code_of(level_), level_};
    const unsigned newest = code_of(level_ - 1);
    if (backwards_) {
        look_around(here, around.data(), count, newest);
    } else {
        for (std::size_t i = 0; i < count; ++i) take_from(here, around[i], newest);
    }
    fresh_[block] = here.set_count > 0;
    return here.set_count;
}

void OptimalTable::take_from(Setter& here, const Neighbour& from, unsigned newest) {
    for (std::size_t i = 0; i < kWords; ++i) {
        for (Word w = entries_that_are(newest, load_relaxed(from.words[i])); w != 0; w &= w - 1) {
            const std::size_t place = i * 32 + static_cast<std::size_t>(std::countr_zero(w)) / 2;
            here.set_if_open(from.unflips[place ^ from.flipped]);
        }
    }
}

void OptimalTable::look_around(Setter& here, const Neighbour* around, std::size_t count, unsigned newest) {
    const Word* words = here.table.words(here.block);
    for (std::size_t i = 0; i < kWords; ++i) {
        for (Word w = entries_that_are(kOpen, load_relaxed(words[i])); w != 0; w &= w - 1) {
            const std::size_t place = i * 32 + static_cast<std::size_t>(std::countr_zero(w)) / 2;
            for (std::size_t k = 0; k < count; ++k) {
                const std::size_t there = around[k].flips[place] ^ std::size_t{around[k].flipped};
                if ((load_relaxed(around[k].words[there >> 5]) >> (2 * (there & 31)) & 3) == newest) {
                    here.set(place);
                    break;
                }
            }
        }
    }
}

void OptimalTable::settle(std::size_t block) {
    if (live_[block] && level_ - 1 <= base_) {
        const unsigned code = code_of(level_ - 1);
        Word* at = words(block);
        for (std::size_t i = 0; i < kWords; ++i) {
            at[i] &= ~(entries_that_are(code, at[i]) * 3);
        }
    }
    live_[block] = fresh_[block];
    if (level_ == base_ + 2) {
        for (std::size_t i = 0; i < kLines; ++i) {
            least(block)[i] = std::min(least(block)[i], static_cast<std::uint8_t>(base_ + 3));
        }
    }
}

void OptimalTable::finish_pass() {
    if (!settling_) {
        settling_ = true;
        return;
    }
    settling_ = false;
    counts_.push_back(found_cosets_);
    newest_entries_ = found_entries_;
    open_entries_ -= found_entries_;
    found_cosets_ = found_entries_ = 0;
    // Looking around stops at the first hit, after about four of the turns if many are new.
    backwards_ = 4 * open_entries_ < turns_ * newest_entries_;
    ++level_;
}

}  // namespace cubecsp
