// Positions near the goals of the two phases, small and large.

#include <algorithm>
#include <bit>
#include <future>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "two_phase/discs.hpp"
#include "two_phase/tables.hpp"

namespace cubecsp::two_phase {

namespace {

// Flip-slice classes and twists.
struct Space1 {
    static constexpr uint32_t kRows = kFlipSliceClasses;
    static constexpr uint32_t kColumns = kTwists;
    static constexpr uint32_t kTurns = two_phase::kTurns;

    const SmallTables& tables;
    std::vector<uint32_t> keepers;
    const Stop& stop;

    Step step(uint32_t row, uint32_t turn) const {
        return {tables.class_move[row].index[turn], tables.class_move[row].symmetry[turn]};
    }
    uint32_t turned(uint32_t column, uint32_t turn) const { return tables.twist_move[column][turn]; }
    uint32_t image(uint32_t column, uint32_t symmetry) const { return tables.twist_image[column][symmetry]; }
    auto before(uint32_t symmetry, uint32_t turn) const {
        return [image = tables.twist_image, move = tables.twist_move, s = tables.inverse[symmetry],
                back = undone(turn)](uint32_t column) { return move[image[column][s]][back]; };
    }

    // The turn back after turn, symmetry and keeper, as a bit.
    uint32_t back(uint32_t turn, uint32_t symmetry, uint32_t keeper) const {
        const auto& keeping = tables.geometry.keeping;
        return 1u << keeping[keeper].turn[keeping[symmetry].turn[undone(turn)]];
    }
};

// Corner classes and permutations of the edges of U and D.
struct Space2 {
    static constexpr uint32_t kRows = kCornerClasses;
    static constexpr uint32_t kColumns = kPermutations;
    static constexpr uint32_t kTurns = kTurns2;

    const SmallTables& tables;
    std::vector<uint32_t> keepers;
    const Stop& stop;

    Step step(uint32_t row, uint32_t turn) const {
        const uint32_t framed =
            tables.corner_class[tables.corner_move[tables.corner_representative[row]][turn]];
        return {framed >> 4, framed & 15u};
    }
    uint32_t turned(uint32_t column, uint32_t turn) const { return tables.edge_move[column][turn]; }
    uint32_t image(uint32_t column, uint32_t symmetry) const { return tables.edge_image[column][symmetry]; }
    auto before(uint32_t symmetry, uint32_t turn) const {
        const uint32_t back = turn < 6 ? undone(turn) : turn;  // turns of U and D, or half turns
        return [image = tables.edge_image, move = tables.edge_move, s = tables.inverse[symmetry],
                back](uint32_t column) { return move[image[column][s]][back]; };
    }
};

// The slot of a key, and whether it is new; if so, it holds the key and must be given data.
template <typename Near>
std::pair<uint32_t*, bool> slot_of(Near& near, uint32_t key) {
    uint32_t tag = 0;
    uint32_t* slot = near.slot_for(key, tag);
    if (!slot) throw std::runtime_error("a near set has no room");
    const bool fresh = *slot == 0;
    if (fresh) *slot = tag;
    return {slot, fresh};
}

Disc make_near1(const Space1& space, Near1& near) {
    const auto code = [](int distance) { return static_cast<uint32_t>(distance % 3 + 1) << kClosersBits; };
    *slot_of(near, 0).first |= code(0);
    return search(space, kNear1, near,
                  [&](int distance, uint32_t key, uint32_t symmetry, uint32_t turn, uint32_t keeper) {
                      const auto [slot, fresh] = slot_of(near, key);
                      if (fresh) *slot |= code(distance);
                      if ((*slot & kCodeMask) == code(distance)) *slot |= space.back(turn, symmetry, keeper);
                      return fresh;
                  });
}

template <typename Near>
Disc make_near2(const Space2& space, int depth, Near& near) {
    *slot_of(near, 0).first |= 1u;
    return search(space, depth, near, [&](int distance, uint32_t key, uint32_t, uint32_t, uint32_t) {
        const auto [slot, fresh] = slot_of(near, key);
        if (fresh) *slot |= static_cast<uint32_t>(distance + 1);
        return fresh;
    });
}

// Adds the states that are one turn further from the goal than those of a disc, which are all in `near`.
template <typename Near>
void grow(const Space2& space, Disc& disc, const Near& near) {
    const auto ring = std::make_unique<NearSet<22, 10>>();
    const std::size_t rim = disc.keys.size();
    expand(space, disc.keys, disc.rim, rim, *ring, [&](uint32_t key, uint32_t, uint32_t, uint32_t) {
        if (near.find(key) != 0) return;
        const auto [slot, fresh] = slot_of(*ring, key);
        if (!fresh) return;
        *slot |= 1u;
        disc.keys.push_back(key);
    });
    disc.rim = rim;
}

// Distances of (corners, slice edges), all slice permutations of a row at a time as a bit mask.
void make_corner_slice(SmallTables& tables, const Stop& stop) {
    uint32_t moved_mask[kTurns2][3][256] = {};
    for (int i = 0; i < kTurns2; ++i) {
        for (uint32_t part = 0; part < 3; ++part) {
            for (uint32_t byte = 0; byte < 256; ++byte) {
                for (uint32_t bit = 0; bit < 8; ++bit) {
                    const uint32_t to = tables.slice_move[8 * part + bit][i];
                    if (byte >> bit & 1u) moved_mask[i][part][byte] |= 1u << to;
                }
            }
        }
    }
    std::vector<uint32_t> seen(kPermutations, 0);
    std::vector<uint32_t> frontier(kPermutations, 0);
    std::vector<uint32_t> next(kPermutations, 0);
    seen[0] = next[0] = 1;
    bool more = true;
    for (uint8_t distance = 1; more; ++distance) {
        std::swap(frontier, next);
        std::fill(next.begin(), next.end(), 0u);
        more = false;
        stop.obey();
        for (uint32_t corners = 0; corners < kPermutations; ++corners) {
            const uint32_t mask = frontier[corners];
            if (mask == 0) continue;
            for (int i = 0; i < kTurns2; ++i) {
                const uint32_t there = tables.corner_move[corners][i];
                const auto& moved = moved_mask[i];
                uint32_t fresh = moved[0][mask & 255u] | moved[1][mask >> 8 & 255u] | moved[2][mask >> 16];
                fresh &= ~seen[there];
                seen[there] |= fresh;
                next[there] |= fresh;
                more = more || fresh != 0;
                for (; fresh; fresh &= fresh - 1)
                    tables.corner_slice[there][std::countr_zero(fresh)] = distance;
            }
        }
    }
}

}  // namespace

void make_small(std::span<const uint8_t> geometry, SmallTables& tables, const Stop& stop) {
    make_coordinates(geometry, tables);
    // From here on the phases are independent; the future waits, and rethrows.
    auto second = std::async(std::launch::async, [&] {
        const Space2 space2{tables, corner_keepers(tables), stop};
        Disc disc = make_near2(space2, kNear2, tables.near2);
        mark(space2, disc, tables.fringe2[0]);
        grow(space2, disc, tables.near2);
        mark(space2, disc, tables.fringe2[1]);
        make_corner_slice(tables, stop);
    });
    const Space1 space1{tables, flip_slice_keepers(tables), stop};
    mark(space1, make_near1(space1, tables.near1), tables.fringe1);
    second.get();
}

void make_large(const SmallTables& small, LargeTables& tables, const Stop& stop) {
    auto second = std::async(std::launch::async, [&] {
        const Space2 space2{small, corner_keepers(small), stop};
        mark(space2, make_near2(space2, kLargeNear2, tables.near2), tables.fringe2);
    });
    const Space1 space1{small, flip_slice_keepers(small), stop};
    const auto near1 = std::make_unique<Near1>();
    Disc disc = make_near1(space1, *near1);
    const std::size_t rim = disc.keys.size();
    expand(space1, disc.keys, disc.rim, rim, tables.rim1,
           [&](uint32_t key, uint32_t symmetry, uint32_t turn, uint32_t keeper) {
               if (near1->find(key) != 0) return;
               const auto [slot, fresh] = slot_of(tables.rim1, key);
               *slot |= space1.back(turn, symmetry, keeper);
               if (fresh) disc.keys.push_back(key);
           });
    disc.rim = rim;
    mark(space1, disc, tables.fringe1);
    second.get();
}

}  // namespace cubecsp::two_phase
