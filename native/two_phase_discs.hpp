// Breadth-first search over states that are named (row, column) up to symmetry.
//
// A row is a class, a column is seen in the frame of the class. Where symmetries keep the
// representative of a row (its keepers, a bit mask), a state has several names, and all are entered.
//
// A `Space` says how to get about: kRows, kColumns, kTurns; step(row, turn), the row that a turn leads
// to and the symmetry into its frame; turned(column, turn); image(column, symmetry); keepers[row].

#pragma once

#include <algorithm>
#include <cstdint>
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
                const auto keeper = static_cast<uint32_t>(__builtin_ctz(same));
                enter(by.row * Space::kColumns + space.image(by.column, keeper), by.symmetry, by.turn, keeper);
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

// Sorts keys by row and calls work(row, columns) for each row.
template <typename Space, typename Work>
void by_row(std::span<const uint32_t> keys, const Work& work) {
    std::vector<uint32_t> end(Space::kRows, 0);
    for (const uint32_t key : keys) ++end[key / Space::kColumns];
    uint32_t sum = 0;
    for (uint32_t& count : end) count = sum += count;
    std::vector<uint32_t> sorted(keys.size());
    for (const uint32_t key : keys) {
        const uint32_t row = key / Space::kColumns;
        sorted[--end[row]] = key - row * Space::kColumns;
    }
    for (uint32_t row = 0; row < Space::kRows; ++row) {
        const uint32_t last = row + 1 < Space::kRows ? end[row + 1] : sum;
        work(row, std::span<const uint32_t>(sorted).subspan(end[row], last - end[row]));
    }
}

// Marks the states of a disc and their neighbours.
template <typename Space, typename Fringe>
void mark(const Space& space, const Disc& disc, Fringe& fringe) {
    const std::span<const uint32_t> keys = disc.keys;
    for (const uint32_t key : keys) fringe.set(Fringe::place(key / Space::kColumns, key % Space::kColumns));
    by_row<Space>(keys.subspan(disc.rim), [&](uint32_t row, std::span<const uint32_t> columns) {
        if (columns.empty()) return;
        for (uint32_t turn = 0; turn < Space::kTurns; ++turn) {
            const Step step = space.step(row, turn);
            const uint32_t others = space.keepers[step.row] & ~1u;
            for (const uint32_t column : columns) {
                const uint32_t there = space.image(space.turned(column, turn), step.symmetry);
                fringe.set(Fringe::place(step.row, there));
                for (uint32_t same = others; same; same &= same - 1) {
                    const auto keeper = static_cast<uint32_t>(__builtin_ctz(same));
                    fringe.set(Fringe::place(step.row, space.image(there, keeper)));
                }
            }
        }
    });
}

}  // namespace cubecsp::two_phase
