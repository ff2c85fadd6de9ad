// Whether every number in a table that is used as an index is in range, so that a search in tables from a
// file stays inside them, whatever the file holds. Near sets and fringes hold no indices.

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <type_traits>

#include "two_phase_tables.hpp"

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

}  // namespace

bool is_sound(const Geometry& geometry) {
    const auto keeps = [](const Geometry::Symmetry& symmetry) {
        return all_below(symmetry.corner_target, 8) && all_below(symmetry.edge_target, 12) &&
               all_below(symmetry.corner_value, 24) && all_below(symmetry.edge_value, 24) &&
               all_below(symmetry.turn, kTurns);
    };
    return std::all_of(std::begin(geometry.keeping), std::end(geometry.keeping), keeps) &&
           std::all_of(std::begin(geometry.axis), std::end(geometry.axis), keeps) &&
           all_below(geometry.corners, 24) && all_below(geometry.edges, 24) &&
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
    if (!sound) throw std::invalid_argument("the two-phase tables hold a number out of range");
}

}  // namespace cubecsp::two_phase
