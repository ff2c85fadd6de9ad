// Brings the centre pieces of a large cube to their faces, many at a time; corners, edges and wings may end
// up anywhere.
//
// Three steps raise the number of centre pieces on the face of their colour:
//
// 1. Random rows are better in one position than in others. Along each axis every layer is turned to bring
//    home most pieces, after the best turns of the four faces around the axis. Neighbouring layers that turn
//    alike are one turn of a block, so the turns of the layers are a shortest path (A. Viterbi, 1967) that
//    weighs pieces against turns.
// 2. Layers are turned so that every kind of wing is permuted evenly: the later steps for centres do not
//    change this, and no parity is left for later.
// 3. Commutators [a, F b F'] of a layer a and layers b, with a turn F of a face between: each of the layers b
//    adds a cycle of three pieces, and again a shortest path says which to take. If many rows a follow each
//    other, the turns of the layers b for one row are not undone before the next, which halves their cost.
//
// All steps weigh pieces against turns by one rate, which falls as improvements become harder to find.
//
// Turns for the centres of a random 101×101×101: 89,000 to 91,000 in ten seconds; with commutators only,
// 119,000 in a minute. Tried and dropped: separating the colours of one axis from the others first, then
// those of the next, then those of opposite faces, which gives each commutator more to do, but takes a tenth
// more turns in all; every way to turn faces before a row of a large cube, which saves 2 % of the turns in
// five times the time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "reduction/grid_cube.hpp"

namespace cubecsp {

// The colour that each face is to have.
using Scheme = std::array<GridCube::Value, faces_of_cube>;

// Returns the colours that faces are to have: those of fixed centres or, on a cube of even size, the most
// suitable ones.
Scheme scheme_of(const GridCube& cube);

// How many centre pieces are on the face of their colour.
std::size_t pieces_home(const GridCube& cube, const Scheme& scheme);

// Brings all centre pieces to their faces, with every kind of wing permuted evenly in the end; `poll` is
// called regularly, and may throw.
void solve_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme,
                   const std::function<void()>& poll);

}  // namespace cubecsp
