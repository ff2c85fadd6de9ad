// The 5x5x5 in five phases: its pieces and slots, and how turns and symmetries act.
//
// Wings are numbered so that 2e and 2e + 1 belong to edge e of the cube, and so are the two facelets of the
// middle edge there; centre pieces so that 4f to 4f + 3 belong to face f, those at the corners of the centre
// (x) and those at its sides (t) each for themselves. The phases are those of S. Chen's cube555:
//   1  the centre pieces of colours R and L are on R and L;
//   2  those of U and D are on U and D, so that those of F and B are on F and B, too, and the wings are
//      permuted evenly;
//   3  turns of phases 4 and 5 can repair R and L; and edges can be imagined turned over so that all three
//      pieces of each edge lie as those turns move solved ones: they take the 24 slots of wings to two kinds
//      of twelve that never mix, and likewise the 24 facelets of middle edges;
//   4  four edges are in pairs, in slots where turns of phase 5 do not take them apart, and these turns can
//      repair R, L, U and D;
//   5  everything.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/slot_sets.hpp"

namespace cubecsp::five_phase {

constexpr std::size_t kSlots = kOrbitSlots;
constexpr std::size_t kEdges = 12;
constexpr std::size_t kFaces = 6;
constexpr std::size_t kAxes = 3, kUd = 0, kRl = 1, kFb = 2;
constexpr std::size_t kTurns = 36;  // of faces, face * 3 + quarters - 1, then Uw Uw2 Uw' Rw ... Bw'
constexpr std::size_t kSymmetries = 48;
constexpr std::size_t kPhases = 5;

// Layers are numbered by turn / 3: six faces, then two layers from each.
constexpr std::size_t kNoLayer = kTurns / 3;

// Turns of parallel layers commute, so that one order of them is enough: that of their numbers.
constexpr bool follows(std::size_t layer, std::size_t last) {
    return last == kNoLayer || layer % kAxes != last % kAxes || layer > last;
}

// For each slot whose piece comes there, or for a state, which piece is there.
using Row = SlotRow;

using cubecsp::product;

// All pieces that turns of the 5x5x5 move, without its corners: a state, or a turn or symmetry.
struct Pieces {
    Row wings;
    Row middles;  // facelets of middle edges
    Row xs;
    Row ts;

    bool operator==(const Pieces&) const = default;
};

inline Pieces product(const Pieces& first, const Pieces& second) {
    return {product(first.wings, second.wings), product(first.middles, second.middles),
            product(first.xs, second.xs), product(first.ts, second.ts)};
}

constexpr Pieces kSolved = [] {
    Row row{};
    for (std::size_t slot = 0; slot < kSlots; ++slot) row[slot] = static_cast<std::uint8_t>(slot);
    return Pieces{row, row, row, row};
}();

constexpr std::size_t kTurns2 = 22, kTurns3 = 24, kTurns4 = 16, kTurns5 = 14;

// How turns and symmetries act; filled from Python, which derives it from the geometry.
struct Geometry {
    Pieces turns[kTurns];
    Pieces symmetries[kSymmetries];  // of space: first the identity
    std::uint8_t turn_images[kSymmetries][kTurns];
    // The turns of the phases after the first. Those of phase 5 are the images of others, without Uw2 and
    // Dw2, under a quarter turn of the cube about R and L.
    std::uint8_t turns2[kTurns2];
    std::uint8_t turns3[kTurns3];
    std::uint8_t turns4[kTurns4];
    std::uint8_t turns5[kTurns5];
};
static_assert(sizeof(Geometry) == 4 * kSlots * (kTurns + kSymmetries) + kSymmetries * kTurns + kTurns2 +
                                      kTurns3 + kTurns4 + kTurns5,
              "no padding");

// Throws std::invalid_argument unless all numbers are in range, and all rows permutations.
void require_sound(const Geometry& geometry);

// Throws std::invalid_argument unless each piece is there once, and facelets of middle edges in pairs.
void require_assembly(const Pieces& pieces);

// The same cube held in another way, its colours renamed as if it were not.
Pieces conjugated(const Geometry& geometry, const Pieces& pieces, std::size_t symmetry);

std::vector<std::uint8_t> inverses(const Geometry& geometry, const std::vector<std::size_t>& symmetries);

// The set of slots that those of a set come to.
inline std::uint32_t moved(std::uint32_t set, const Row& row) {
    std::uint32_t result = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) result |= (set >> row[slot] & 1U) << slot;
    return result;
}

constexpr std::uint32_t kAllSlots = (1U << kSlots) - 1;

// The slots of centre pieces on a face, and on an axis: U-D, R-L or F-B.
constexpr std::uint32_t face_slots(std::size_t face) { return 0xFU << 4 * face; }
constexpr std::uint32_t axis_slots(std::size_t axis) { return face_slots(axis) | face_slots(axis + kAxes); }

// The slots of pieces whose home is in a set.
std::uint32_t holding(const Row& pieces, std::uint32_t homes);

}  // namespace cubecsp::five_phase
