// The centre pieces of a large cube brought to their faces, many at a time; corners, edges and wings go
// anywhere.
//
// What counts is the number of centre pieces on the face of their colour. Three steps raise it:
//
// 1. Rows at random are better one way round than another. Along each axis every layer is turned as brings
//    most pieces home, the four faces around the axis being turned as is best for that. Neighbouring
//    layers that turn alike are one turn of a block, so that what each layer does is a shortest path (A.
//    Viterbi, 1967) that weighs pieces against turns.
// 2. Layers are turned so that every kind of wing is permuted evenly: what is done to centres from then on
//    leaves it so, and no parity is left for later.
// 3. Commutators [a, F b F'] of a layer a and layers b, with a turn F of a face between: each of the layers b
// adds
//    a cycle of three pieces, and again a shortest path says which to take. Where many rows a follow each
//    other, what the layers b have done for one row is not taken back before the next, which halves what they
//    cost.
//
// All weigh pieces against turns by one rate, which falls as it gets harder to find something to do.
//
// Turns for the centres of a random 101×101×101: 89,000 to 91,000 in ten seconds; with commutators alone
// 119,000 in a minute. Tried and dropped: to part the colours of one axis from the others first, then those
// of the next, then those of opposite faces, which gives each commutator more to do, and takes a tenth more
// turns in all; every way to turn faces before a row of a large cube, which saves 2 % for five times the
// time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "grid_cube.hpp"

namespace cubecsp {

// The colour that each face is to have.
using Scheme = std::array<GridCube::Value, faces_of_cube>;

// Returns the colours that faces are to have: those of fixed centres, or, of a cube of even size, those that
// suit it.
Scheme scheme_of(const GridCube& cube);

// How many centre pieces are on the face of their colour.
std::size_t pieces_home(const GridCube& cube, const Scheme& scheme);

// Brings all centre pieces to their faces, every kind of wing being permuted evenly in the end; `poll` is
// called now and then, and may throw.
void solve_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme,
                   const std::function<void()>& poll);

}  // namespace cubecsp
