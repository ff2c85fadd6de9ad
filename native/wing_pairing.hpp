// The wings of a large cube, whose centres are done, put together to edges.
//
// Layers below a face turn, the four faces around it do something that touches one edge between them, the
// layers turn back: of every layer that turned along, three wings are cycled, against all that the turns of
// the faces do to whole edges. There are 4,048 such cycles; for each the shortest sequence is known, and each
// is tried with the layers that suit it best, a shortest path among them as for centres. What is best by
// wings brought home for a turn is done, or, of small cubes, what a beam search finds.
//
// A cube of even size has no middle edges to bring wings to: they are imagined, so that as many wings as can
// be are at home to begin with, and so that the reduced cube is one that a 3×3×3 can be.

#pragma once

#include <functional>

#include "centre_solver.hpp"
#include "grid_cube.hpp"

namespace cubecsp {

// Pairs all wings; every kind of them has to be permuted evenly. `width` states are kept in a beam search.
void pair_wings(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, std::size_t width,
                const std::function<void()>& poll);

}  // namespace cubecsp
