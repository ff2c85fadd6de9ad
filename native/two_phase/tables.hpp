// The tables of the two-phase search: their layout in memory, which is also their layout on disk.
//
// Phase 1 brings a cube into the subgroup G1 = <U, D, R2, L2, F2, B2>. Its states are (flip-slice
// class, twist): flips and places of the slice edges up to the 16 symmetries that keep the U-D axis,
// and the twists as seen in the frame of the class representative.
// Phase 2 solves a cube of G1 with ten turns. Its states are three permutations: corners, the eight
// edges of the U and D layers, and the four slice edges.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/cubies.hpp"
#include "common/platform.hpp"
#include "common/stop.hpp"

namespace cubecsp::two_phase {

inline constexpr int kTurns = 18;
inline constexpr int kTurns2 = 10;
inline constexpr int kSymmetries = 16;
inline constexpr int kAxes = 3;

inline constexpr uint32_t kTwists = 2187;  // 3^7
inline constexpr uint32_t kFlips = 2048;   // 2^11
inline constexpr uint32_t kSlices = 495;   // C(12, 4)
inline constexpr uint32_t kFlipSliceClasses = 64430;
inline constexpr uint32_t kPermutations = 40320;  // 8!
inline constexpr uint32_t kSlicePermutations = 24;
inline constexpr uint32_t kCornerClasses = 2768;

// The turns of phase 2: U U2 U' D D2 D' R2 F2 L2 B2.
inline constexpr uint8_t kPhase2Turns[kTurns2] = {0, 1, 2, 9, 10, 11, 4, 7, 13, 16};
inline constexpr uint32_t kPhase2Mask = [] {
    uint32_t mask = 0;
    for (const uint8_t turn : kPhase2Turns) mask |= 1u << turn;
    return mask;
}();

// How turns and symmetries act; filled from Python, which derives it from the geometry.
struct Geometry {
    uint8_t corners[kTurns][8];  // the cube that a turn makes: placement piece * 3 + twist per slot
    uint8_t edges[kTurns][12];   // piece * 2 + flip
    struct Symmetry {
        uint8_t corner_target[8];
        uint8_t corner_value[8][24];
        uint8_t edge_target[12];
        uint8_t edge_value[12][24];
        uint8_t turn[kTurns];
    };
    Symmetry keeping[kSymmetries];              // those that keep the U-D axis, identity first
    Symmetry axis[kAxes];                       // rotations that bring each axis to U-D
    uint8_t product[kSymmetries][kSymmetries];  // [s][t]: first s, then t
};
static_assert(sizeof(Geometry) == 18 * 20 + 19 * (20 * 25 + 18) + 256, "no padding");

// A hash set of keys below 2^28 with a few bits of data each, exact although a slot has 32 bits.
//
// The key is mixed by a bijection of 28 bits; the high bits are the home slot. A slot holds the rest of
// the key, its distance from home, and the data, never 0 (linear probing, J. G. Cleary's compact hashing
// with the displacement stored).
template <unsigned HomeBits, unsigned DistanceBits>
struct NearSet {
    static constexpr unsigned kKeyBits = 28;
    static constexpr unsigned kRestBits = kKeyBits - HomeBits;
    static constexpr unsigned kDataBits = 32 - kRestBits - DistanceBits;
    static constexpr uint32_t kFurthest = 1u << DistanceBits;
    static constexpr uint32_t kDataMask = (1u << kDataBits) - 1;

    uint32_t slots[(std::size_t{1} << HomeBits) + kFurthest];

    struct Place {
        uint32_t home;
        uint32_t tag;
    };

    static Place place(uint32_t key) {
        uint32_t mixed = (key * 0x9E3779B1u) & ((1u << kKeyBits) - 1);
        mixed ^= mixed >> 15;
        mixed = (mixed * 0x85EBCA6Bu) & ((1u << kKeyBits) - 1);
        return {mixed >> kRestBits, (mixed & ((1u << kRestBits) - 1)) << DistanceBits};
    }

    // The data of a key, 0 if it is not in the set.
    uint32_t find(uint32_t key) const { return find(place(key)); }

    uint32_t find(Place at) const {
        for (uint32_t i = 0; i < kFurthest; ++i) {
            const uint32_t slot = slots[at.home + i];
            if (slot == 0) return 0;
            if (slot >> kDataBits == at.tag + i) return slot & kDataMask;
        }
        return 0;
    }

    void prefetch(Place at) const { cubecsp::prefetch(&slots[at.home]); }

    // The slot of a key, empty (0) if the key is new; nullptr if all slots near its home are full.
    uint32_t* slot_for(uint32_t key, uint32_t& tag) {
        const Place at = place(key);
        for (uint32_t i = 0; i < kFurthest; ++i) {
            uint32_t& slot = slots[at.home + i];
            tag = (at.tag + i) << kDataBits;
            if (slot == 0 || (slot & ~kDataMask) == tag) return &slot;
        }
        return nullptr;
    }
};

// Phase 1, exact up to kNear1: data = (distance mod 3 + 1) << 18 | the turns that lead closer.
inline constexpr int kNear1 = 7;
inline constexpr unsigned kClosersBits = kTurns;
inline constexpr uint32_t kClosersMask = (1u << kClosersBits) - 1;
inline constexpr uint32_t kCodeMask = 3u << kClosersBits;
using Near1 = NearSet<21, 5>;

// Phase 2 without the slice edges, exact up to kNear2: data = distance + 1.
inline constexpr int kNear2 = 8;
inline constexpr int kFringes2 = 2;
using Near2 = NearSet<19, 5>;

// The same for states at most one turn farther, a bit each for groups of classes.
template <uint32_t Rows, uint32_t Columns, uint32_t RowsPerGroup>
struct Fringe {
    static constexpr uint32_t kRowsPerGroup = RowsPerGroup;
    static constexpr uint32_t kGroups = (Rows + RowsPerGroup - 1) / RowsPerGroup;
    static constexpr uint32_t kWords = (Columns + 63) / 64;
    uint64_t bits[kGroups * kWords];

    // A clear bit is certain; a set one may stand for another row of the group.
    static uint32_t place(uint32_t row, uint32_t column) { return row / RowsPerGroup * kWords * 64 + column; }
    bool test(uint32_t at) const { return bits[at >> 6] >> (at & 63u) & 1u; }
    void prefetch(uint32_t at) const { cubecsp::prefetch(&bits[at >> 6]); }
};

inline constexpr int kLargeNear2 = 10;

using Fringe1 = Fringe<kFlipSliceClasses, kTwists, 1>;
using Fringe2 = Fringe<kCornerClasses, kPermutations, 4>;

// Where the turns lead from a flip-slice class: which class, and the symmetry into its frame.
struct alignas(64) ClassMoves {
    uint16_t index[kTurns];
    uint8_t symmetry[kTurns];
};

struct SmallTables {
    Geometry geometry;
    uint8_t inverse[kSymmetries];
    uint8_t padding[8 - (sizeof(Geometry) + kSymmetries) % 8];

    // [frame][last turn, 18: none]: turns worth trying, as named in the frame.
    uint32_t allowed[kSymmetries][kTurns + 1];

    uint16_t twist_move[kTwists][kTurns];
    uint16_t twist_image[kTwists][kSymmetries];
    uint16_t slice_image[kSlices][kSymmetries];
    uint16_t flip_shift[kSlices][kSymmetries];  // flips' = flip_image[flips] xor flip_shift[slices]
    uint16_t flip_image[kFlips][kSymmetries];
    uint32_t flip_slice_class[kSlices][kFlips];  // class << 4 | symmetry into its frame
    ClassMoves class_move[kFlipSliceClasses];
    Near1 near1;
    Fringe1 fringe1;

    uint16_t corner_move[kPermutations][kTurns2];
    uint16_t edge_move[kPermutations][kTurns2];
    uint8_t slice_move[kSlicePermutations][kTurns2];
    uint8_t padding2[16];
    uint16_t corner_class[kPermutations];  // class << 4 | symmetry into its frame
    uint16_t corner_representative[kCornerClasses];
    uint16_t edge_image[kPermutations][kSymmetries];
    uint8_t corner_slice[kPermutations][kSlicePermutations];  // distances without the other edges
    Near2 near2;
    Fringe2 fringe2[kFringes2];  // at most kNear2 + 1, and + 2
};
static_assert(sizeof(SmallTables) % 4 == 0);

// Phase 1 at exactly kNear1 + 1: data = the turns that lead closer.
using Rim1 = NearSet<24, 10>;

// Another step outwards, for those who can spare the memory.
struct LargeTables {
    Rim1 rim1;
    Fringe1 fringe1;  // at most kNear1 + 2
    // Phase 2 without the slice edges, exact up to kLargeNear2: data = distance + 1.
    NearSet<23, 10> near2;
    Fringe<kCornerClasses, kPermutations, 1> fringe2;  // at most kLargeNear2 + 1
};
static_assert(sizeof(LargeTables) % 8 == 0);

// The rank of the set of slots of the slice edges, 0 for a solved cube.
uint32_t slice_of(const Cubies& cube);

Cubies image(const Geometry::Symmetry& symmetry, const Cubies& cube);

// As bits: the turns that a symmetry makes of these turns.
uint32_t turn_image(const SmallTables& tables, uint32_t symmetry, uint32_t turns);

// For each class the symmetries that keep its representative, as bits.
std::vector<uint32_t> flip_slice_keepers(const SmallTables& tables);
std::vector<uint32_t> corner_keepers(const SmallTables& tables);

// Whether all numbers of a geometry are in range; the same for tables, throwing std::invalid_argument if not.
bool is_sound(const Geometry& geometry);
void require_sound(const SmallTables& tables);

// Fill tables that are all zero on entry; the first part of the small ones, all of them, the large
// ones. Throw std::runtime_error if the geometry is invalid, and Stop::Stopped if they have to stop.
void make_coordinates(std::span<const uint8_t> geometry, SmallTables& tables);
void make_small(std::span<const uint8_t> geometry, SmallTables& tables, const Stop& stop);
void make_large(const SmallTables& small, LargeTables& tables, const Stop& stop);

}  // namespace cubecsp::two_phase
