// Whether every number in a table that is used as an index is in range, so that a search in tables from any
// file stays inside them. Near sets and fringes hold no indices.

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "common/require.hpp"
#include "two_phase/tables.hpp"

namespace cubecsp::two_phase {

namespace {

// For arrays of any shape: whether all numbers are below a limit. They are read as one long row, without
// branches, which compilers make fast, since this is done at every start.
template <typename Array>
bool all_below(const Array& array, std::size_t limit) {
    using Number = std::remove_all_extents_t<Array>;
    const auto* numbers = reinterpret_cast<const Number*>(&array);
    Number greatest = 0;
    for (std::size_t i = 0; i < sizeof(Array) / sizeof(Number); ++i) {
        greatest = std::max(greatest, numbers[i]);
    }
    return greatest < limit;
}

// The same after the lowest four bits, which name a symmetry, are taken off.
template <typename Array>
bool classes_below(const Array& array, std::size_t limit) {
    return all_below(array, limit << 4);
}

constexpr std::size_t kOutside = 8;  // edges of U and D, whose permutations phase 2 ranks

template <std::size_t count>
bool is_permutation(const uint8_t (&row)[count]) {
    unsigned seen = 0;
    for (const uint8_t value : row) seen |= value < count ? 1u << value : 0u;
    return seen == (1u << count) - 1;
}

// Whether the images of placements are in range, those of a piece being the same piece in every slot, and
// different from those of another.
template <std::size_t slots>
bool maps_pieces(const uint8_t (&value)[slots][24]) {
    constexpr std::size_t turns = 24 / slots;
    if (!all_below(value, 24)) return false;
    uint8_t piece[slots];
    for (std::size_t i = 0; i < slots; ++i) piece[i] = static_cast<uint8_t>(value[0][i * turns] / turns);
    for (const auto& row : value) {
        for (std::size_t v = 0; v < 24; ++v) {
            if (row[v] / turns != piece[v / turns]) return false;
        }
    }
    return is_permutation(piece);
}

bool is_sound(const Geometry::Symmetry& symmetry) {
    return is_permutation(symmetry.corner_target) && is_permutation(symmetry.edge_target) &&
           maps_pieces(symmetry.corner_value) && maps_pieces(symmetry.edge_value) &&
           all_below(symmetry.turn, kTurns);
}

// Whether a symmetry that keeps the axis U-D takes edges of U and D to edges of U and D.
bool keeps_outside(const Geometry::Symmetry& symmetry) {
    for (std::size_t i = 0; i < kOutside; ++i) {
        if (symmetry.edge_target[i] >= kOutside || symmetry.edge_value[0][2 * i] / 2 >= kOutside)
            return false;
    }
    return true;
}

bool are_turns(const Geometry& geometry) {
    for (int turn = 0; turn < kTurns; ++turn) {
        Cubies cube;
        std::copy_n(geometry.corners[turn], 8, cube.corners);
        std::copy_n(geometry.edges[turn], 12, cube.edges);
        if (!is_assembly(cube)) return false;
        const bool outside =
            std::all_of(cube.edges, cube.edges + kOutside, [](uint8_t edge) { return edge / 2 < kOutside; });
        if (!outside && (kPhase2Mask >> turn & 1u) != 0) return false;
    }
    return true;
}

}  // namespace

bool is_sound(const Geometry& geometry) {
    const auto sound = [](const Geometry::Symmetry& symmetry) { return is_sound(symmetry); };
    return std::all_of(std::begin(geometry.keeping), std::end(geometry.keeping), sound) &&
           std::all_of(std::begin(geometry.keeping), std::end(geometry.keeping), keeps_outside) &&
           std::all_of(std::begin(geometry.axis), std::end(geometry.axis), sound) && are_turns(geometry) &&
           all_below(geometry.product, kSymmetries);
}

void require_sound(const SmallTables& tables) {
    bool sound = is_sound(tables.geometry) && all_below(tables.inverse, kSymmetries) &&
                 all_below(tables.allowed, 1u << kTurns) && all_below(tables.twist_move, kTwists) &&
                 all_below(tables.twist_image, kTwists) && all_below(tables.slice_image, kSlices) &&
                 all_below(tables.flip_shift, kFlips) && all_below(tables.flip_image, kFlips) &&
                 classes_below(tables.flip_slice_class, kFlipSliceClasses);
    ClassMoves greatest = {};
    for (const ClassMoves& moves : tables.class_move) {
        for (int turn = 0; turn < kTurns; ++turn) {
            greatest.index[turn] = std::max(greatest.index[turn], moves.index[turn]);
            greatest.symmetry[turn] = std::max(greatest.symmetry[turn], moves.symmetry[turn]);
        }
    }
    sound &= all_below(greatest.index, kFlipSliceClasses) && all_below(greatest.symmetry, kSymmetries);
    sound &= all_below(tables.corner_move, kPermutations) && all_below(tables.edge_move, kPermutations) &&
             all_below(tables.slice_move, kSlicePermutations) &&
             classes_below(tables.corner_class, kCornerClasses) &&
             all_below(tables.corner_representative, kPermutations) &&
             all_below(tables.edge_image, kPermutations);
    require(sound, "the two-phase tables hold a number out of range");
}

}  // namespace cubecsp::two_phase
