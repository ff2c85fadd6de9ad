// Makes a table of the distances of cosets from the home coset, two bits each, breadth first.
//
// Entries stand in rows of blocks of 2048; see search/cosets.py. While it is being made an entry is
// `kOpen` until its distance is known, then 1 or 2 while that is the newest distance, then 0. So
// distances up to `base` end as 0, base+1 as 1, base+2 as 2, and whatever is farther as 3. Every
// thread writes only the block that it is at: an entry looks at its neighbours (or is looked up from
// them, through the inverse of the same map, while the newest entries are few).

#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"
#include "bindings/table_buffer.hpp"
#include "common/exclusive.hpp"
#include "common/huge_array.hpp"
#include "common/platform.hpp"

namespace nb = nanobind;

namespace cubecsp {
namespace {

using Word = std::uint64_t;

constexpr std::size_t kBlock = 2048;          // entries
constexpr std::size_t kWords = kBlock / 32;   // words of a block
constexpr std::size_t kLines = kBlock / 256;  // cache lines of a block, each with its least distance
constexpr std::size_t kSymmetries = 16;
constexpr std::size_t kChunk = 64;  // blocks that a thread takes at a time
constexpr Word kLow = 0x5555555555555555;
constexpr unsigned kOpen = 3;
constexpr std::uint8_t kNone = 255;

// Bits 2i are set where entry i of the word is `code`.
Word entries_that_are(unsigned code, Word word) {
    const Word low = (code & 1) ? word : ~word;
    const Word high = (code & 2) ? word : ~word;
    return low & (high >> 1) & kLow;
}

using Ids = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Shorts = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sizes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class OptimalTable {
public:
    OptimalTable(Ids row_turns, Sizes row_sizes, Shorts block_turns, Shorts block_flips, Shorts flip_turns,
                 std::uint32_t home_row, std::uint32_t home_place, unsigned base)
        : rows_(rows_of(row_turns, row_sizes, block_turns, block_flips, flip_turns)),
          turns_(row_turns.shape(1)),
          blocks_(block_turns.shape(1)),
          base_(base),
          row_turns_(row_turns.data(), row_turns.data() + row_turns.size()),
          row_sizes_(row_sizes.data(), row_sizes.data() + row_sizes.size()),
          block_turns_(block_turns.data(), block_turns.data() + block_turns.size()),
          block_flips_(block_flips.data(), block_flips.data() + block_flips.size()),
          flips_(flip_turns.data(), flip_turns.data() + flip_turns.size()),
          unflips_(flips_.size()),
          memory_(rows_ * blocks_ * (kBlock / 4 + kLines)),
          live_(rows_ * blocks_, 0),
          fresh_(rows_ * blocks_, 0) {
        const std::size_t maps = turns_ * kSymmetries;
        if (base < 1 || base > 20) throw std::invalid_argument("base must be in 1…20");
        if (home_row >= rows_ || home_place >= blocks_ * kBlock) {
            throw std::invalid_argument("the home coset is outside the table");
        }
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

    // Works for about a number of seconds; returns whether the table is finished.
    bool run(double seconds, unsigned threads) {
        const Claim claim(in_use_);
        if (!(seconds >= 0 && seconds <= 1e6)) throw std::invalid_argument("seconds must be in 0…10^6");
        if (threads < 1 || threads > 256) throw std::invalid_argument("threads must be in 1…256");
        using Clock = std::chrono::steady_clock;
        const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                         std::chrono::duration<double>(seconds));
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

    double progress() {
        const Claim claim(in_use_);
        const double part =
            static_cast<double>(std::min<std::size_t>(next_chunk_, chunks())) / static_cast<double>(chunks());
        return std::min(1.0, (static_cast<double>(level_) + part) / (base_ + 3));
    }

    // The number of cosets at each distance 0 … base+2.
    std::vector<std::uint64_t> counts() {
        const Claim claim(in_use_);
        return counts_;
    }

    const HugeArray& memory() const { return memory_; }

private:
    static constexpr std::size_t kMaxTurns = 18;
    static constexpr std::size_t kMostBlocks = std::size_t{1} << 28;  // in all rows

    // The number of rows, of arrays that fit each other: looked at before anything is allocated.
    static std::size_t rows_of(const Ids& row_turns, const Sizes& row_sizes, const Shorts& block_turns,
                               const Shorts& block_flips, const Shorts& flip_turns) {
        require_aligned(row_turns, block_turns, block_flips, flip_turns);
        const std::size_t rows = row_turns.shape(0), turns = row_turns.shape(1);
        const std::size_t maps = turns * kSymmetries, blocks = block_turns.shape(1);
        if (rows == 0 || turns == 0 || turns > kMaxTurns || row_sizes.size() != rows ||
            block_turns.shape(0) != maps || block_flips.shape(0) != maps || block_flips.shape(1) != blocks ||
            flip_turns.shape(0) != maps || flip_turns.shape(1) != kBlock) {
            throw std::invalid_argument("the arrays do not fit each other");
        }
        if (blocks == 0 || rows > kMostBlocks / blocks)
            throw std::invalid_argument("there are no blocks, or too many");
        return rows;
    }

    struct Setter {
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

    // Where a block's neighbour under one turn is, and how places are mapped there and back.
    struct Neighbour {
        std::size_t block;
        const Word* words;
        const std::uint16_t* flips;
        const std::uint16_t* unflips;
        std::uint16_t flipped;
    };

    void check_values() const {
        for (const std::uint32_t entry : row_turns_) {
            if (entry >> 4 >= rows_) throw std::invalid_argument("a row lies outside the table");
        }
        for (const std::uint16_t block : block_turns_) {
            if (block >= blocks_) throw std::invalid_argument("a block lies outside its row");
        }
        for (const std::uint16_t flips : block_flips_) {
            if (flips >= kBlock) throw std::invalid_argument("flips lie outside a block");
        }
        for (const std::uint16_t flips : flips_) {
            if (flips >= kBlock) throw std::invalid_argument("flips lie outside a block");
        }
    }

    Word* words(std::size_t block) { return reinterpret_cast<Word*>(memory_.data()) + block * kWords; }
    std::uint8_t* least(std::size_t block) {
        return memory_.data() + rows_ * blocks_ * (kBlock / 4) + block * kLines;
    }
    std::size_t chunks() const { return (rows_ * blocks_ + kChunk - 1) / kChunk; }

    unsigned code_of(unsigned distance) const {
        if (distance > base_) return distance - base_;
        return (base_ - distance) % 2 == 0 ? 2 : 1;
    }

    // level_ is the distance that is being found from entries at level_ − 1; a pass of settling follows.
    void work(std::chrono::steady_clock::time_point end) {
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

    std::uint64_t expand(std::size_t block) {
        const std::size_t row = block / blocks_;
        std::array<Neighbour, kMaxTurns> around;
        std::size_t count = 0;
        for (std::size_t turn = 0; turn < turns_; ++turn) {
            const std::uint32_t entry = row_turns_[row * turns_ + turn];
            const std::size_t map = turn * kSymmetries + (entry & 15);
            const std::size_t at = map * blocks_ + block % blocks_;
            const std::size_t other = (entry >> 4) * blocks_ + block_turns_[at];
            if (!live_[other]) continue;
            around[count++] = {other, words(other), flips_.data() + map * kBlock,
                               unflips_.data() + map * kBlock, block_flips_[at]};
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

    // Sets what the newest entries of one neighbour lead to.
    static void take_from(Setter& here, const Neighbour& from, unsigned newest) {
        for (std::size_t i = 0; i < kWords; ++i) {
            for (Word w = entries_that_are(newest, load_relaxed(from.words[i])); w != 0; w &= w - 1) {
                const std::size_t place = i * 32 + static_cast<std::size_t>(std::countr_zero(w)) / 2;
                here.set_if_open(from.unflips[place ^ from.flipped]);
            }
        }
    }

    // Sets the open entries that have a newest entry beside them.
    static void look_around(Setter& here, const Neighbour* around, std::size_t count, unsigned newest) {
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

    // Turns entries at distance level_ − 1 ≤ base into 0, and makes the fresh blocks the live ones.
    void settle(std::size_t block) {
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

    void finish_pass() {
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

    std::size_t rows_, turns_, blocks_;
    unsigned base_;
    std::vector<std::uint32_t> row_turns_;
    std::vector<std::uint8_t> row_sizes_;
    std::vector<std::uint16_t> block_turns_, block_flips_, flips_, unflips_;
    HugeArray memory_;
    std::vector<std::uint8_t> live_, fresh_;  // per block: whether it holds newest entries
    std::vector<std::uint64_t> counts_;
    std::uint64_t newest_entries_ = 0, open_entries_ = 0, found_entries_ = 0, found_cosets_ = 0;
    unsigned level_ = 1;
    bool settling_ = false;
    bool backwards_ = false;
    std::atomic<std::size_t> next_chunk_{0};
    std::mutex totals_;
    InUse in_use_;
};

}  // namespace

void bind_optimal_table(nb::module_& m) {
    nb::class_<OptimalTable>(m, "OptimalTable")
        .def(nb::init<Ids, Sizes, Shorts, Shorts, Shorts, std::uint32_t, std::uint32_t, unsigned>(),
             array_arg("row_turns"), array_arg("row_sizes"), array_arg("block_turns"),
             array_arg("block_flips"), array_arg("flip_turns"), nb::arg("home_row"), nb::arg("home_place"),
             nb::arg("base"))
        .def("run", &OptimalTable::run, nb::arg("seconds"), nb::arg("threads"), nb::call_guard<GilReleased>())
        .def_prop_ro("progress", &OptimalTable::progress)
        .def_prop_ro("counts", &OptimalTable::counts)
        .def(
            "payload",
            [](OptimalTable& table) {
                return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(
                    table.memory().data(), {table.memory().size()}, nb::find(table));
            },
            nb::rv_policy::reference_internal);
}

}  // namespace cubecsp
