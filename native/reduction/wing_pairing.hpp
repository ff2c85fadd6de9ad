// Joins the wings of a large cube with solved centres into edges.
//
// Layers below a face turn, the four faces around it do something that touches one edge between them, and the
// layers turn back: in every layer that took part, three wings are cycled, relative to the action of the
// turns of the faces on whole edges. There are 4,048 such cycles; the shortest sequence for each is known,
// and each is combined with the layers that suit it best, found by a shortest path as for centres. The best
// by wings brought home per turn is done or, on small cubes, the result of a beam search.
//
// A cube of even size has no middle edges to bring wings to: they are imagined, such that as many wings as
// possible are at home from the beginning, and that the reduced cube is a possible 3×3×3.

#pragma once

#include <functional>

#include "reduction/centre_solver.hpp"
#include "reduction/grid_cube.hpp"

namespace cubecsp {

// Pairs all wings; every kind of them has to be permuted evenly. `width` states are kept in a beam search.
void pair_wings(GridCube& cube, TurnRecorder& turns, const Scheme& scheme, std::size_t width,
                const std::function<void()>& poll);

}  // namespace cubecsp
