// Breadth-first search over states that are named (row, column) up to symmetry.
//
// A row is a class, a column is seen in the frame of the class. Where symmetries keep the
// representative of a row (its keepers, a bit mask), a state has several names, and all are entered.
//
// A `Space` says how to move: kRows, kColumns, kTurns; step(row, turn), the row that a turn leads
// to and the symmetry into its frame; turned(column, turn); image(column, symmetry);
// before(symmetry, turn), a function to the column from which turn and symmetry lead to a column;
// keepers[row]; stop, which is obeyed.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <future>
#include <span>
#include <vector>

namespace cubecsp::two_phase {

struct Step {
    uint32_t row;
    uint32_t symmetry;
};

// Keys (row * kColumns + column) by distance from (0, 0), and where the furthest of them begin.
struct Disc {
    std::vector<uint32_t> keys = {0};
    std::size_t rim = 0;
};

// Calls enter(key, symmetry, turn, keeper) for every name of every neighbour of keys[first…last).
//
// The turn led there, then the symmetry into the frame of the row, then the keeper to this name.
// `keys` may grow meanwhile. What `enter` will touch in `near` is fetched beforehand.
template <typename Space, typename Near, typename Enter>
void expand(const Space& space, const std::vector<uint32_t>& keys, std::size_t first, std::size_t last,
            const Near& near, const Enter& enter) {
    struct Neighbour {
        uint32_t row, column, symmetry, turn;
    };
    constexpr std::size_t kTogether = 8;
    Neighbour pending[kTogether * Space::kTurns];
    for (std::size_t start = first; start < last; start += kTogether) {
        if (start / kTogether % 1024 == 0) space.stop.obey();
        std::size_t count = 0;
        for (std::size_t i = start; i < std::min(start + kTogether, last); ++i) {
            const uint32_t row = keys[i] / Space::kColumns;
            const uint32_t column = keys[i] % Space::kColumns;
            for (uint32_t turn = 0; turn < Space::kTurns; ++turn) {
                const Step step = space.step(row, turn);
                const uint32_t there = space.image(space.turned(column, turn), step.symmetry);
                near.prefetch(Near::place(step.row * Space::kColumns + there));
                pending[count++] = {step.row, there, step.symmetry, turn};
            }
        }
        for (const Neighbour& by : std::span(pending, count)) {
            for (uint32_t same = space.keepers[by.row]; same; same &= same - 1) {
                const auto keeper = static_cast<uint32_t>(std::countr_zero(same));
                enter(by.row * Space::kColumns + space.image(by.column, keeper), by.symmetry, by.turn,
                      keeper);
            }
        }
    }
}

// Calls enter(distance, key, symmetry, turn, keeper) as above for all states nearer than `depth`;
// it returns whether the key is new.
template <typename Space, typename Near, typename Enter>
Disc search(const Space& space, int depth, const Near& near, const Enter& enter) {
    Disc disc;
    for (int distance = 1; distance <= depth; ++distance) {
        const std::size_t end = disc.keys.size();
        expand(space, disc.keys, disc.rim, end, near,
               [&](uint32_t key, uint32_t symmetry, uint32_t turn, uint32_t keeper) {
                   if (enter(distance, key, symmetry, turn, keeper)) disc.keys.push_back(key);
               });
        disc.rim = end;
    }
    return disc;
}

// The columns of some keys, row by row: those of row r are columns[start[r]…start[r + 1]).
struct Rows {
    std::vector<uint32_t> start;
    std::vector<uint16_t> columns;
};

template <typename Space>
Rows by_row(std::span<const uint32_t> keys) {
    static_assert(Space::kColumns <= 1u << 16);
    Rows rows{std::vector<uint32_t>(Space::kRows + 1, 0), std::vector<uint16_t>(keys.size())};
    for (const uint32_t key : keys) ++rows.start[key / Space::kColumns];
    uint32_t sum = 0;
    for (uint32_t& count : rows.start) count = sum += count;
    for (const uint32_t key : keys) {
        const uint32_t row = key / Space::kColumns;
        rows.columns[--rows.start[row]] = static_cast<uint16_t>(key - row * Space::kColumns);
    }
    return rows;
}

// 64 bytes of 0 and 1 as bits.
inline uint64_t packed(const uint8_t* bytes) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
        uint64_t eight;
        std::memcpy(&eight, bytes + 8 * i, 8);
        bits |= (eight * 0x0102040810204080u >> 56) << 8 * i;
    }
    return bits;
}

// Marks the states of a disc and their neighbours: row by row, by looking at where its turns lead.
template <typename Space, typename Fringe>
void mark(const Space& space, const Disc& disc, Fringe& fringe) {
    const std::span<const uint32_t> keys = disc.keys;
    const Rows all = by_row<Space>(keys);
    const Rows rim = by_row<Space>(keys.subspan(disc.rim));
    const auto mark_groups = [&](uint32_t first_group, uint32_t last_group) {
        // A byte for each column of a group, since setting bits one by one is slower than packing them.
        std::vector<uint8_t> marked(std::size_t{Fringe::kWords} * 64);
        uint8_t* const mark_of = marked.data();
        for (uint32_t group = first_group; group < last_group; ++group) {
            space.stop.obey();
            std::fill(marked.begin(), marked.end(), uint8_t{0});
            const uint32_t first = group * Fringe::kRowsPerGroup;
            const uint32_t last = std::min(first + Fringe::kRowsPerGroup, Space::kRows);
            for (uint32_t row = first; row < last; ++row) {
                for (uint32_t i = all.start[row]; i < all.start[row + 1]; ++i) mark_of[all.columns[i]] = 1;
                for (uint32_t turn = 0; turn < Space::kTurns; ++turn) {
                    const Step step = space.step(row, turn);
                    const auto before = space.before(step.symmetry, turn);
                    const uint16_t* column = rim.columns.data() + rim.start[step.row];
                    const uint16_t* const end = rim.columns.data() + rim.start[step.row + 1];
                    for (; column != end; ++column) mark_of[before(*column)] = 1;
                }
            }
            for (uint32_t word = 0; word < Fringe::kWords; ++word) {
                fringe.bits[group * Fringe::kWords + word] = packed(&marked[std::size_t{word} * 64]);
            }
        }
    };
    auto half = std::async(std::launch::async, mark_groups, 0u, Fringe::kGroups / 2);
    mark_groups(Fringe::kGroups / 2, Fringe::kGroups);
    half.get();
}

}  // namespace cubecsp::two_phase
