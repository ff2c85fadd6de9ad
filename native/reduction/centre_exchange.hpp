// The last step of solving centres: commutators, one by one and in sweeps; see centre_solver.hpp.

#pragma once

#include <functional>

#include "reduction/centre_solver.hpp"
#include "reduction/grid_cube.hpp"

namespace cubecsp {

// Exchanges centre pieces until each is at home; the parity of every kind of wing stays the same.
void exchange_centres(GridCube& cube, TurnRecorder& turns, const Scheme& scheme,
                      const std::function<void()>& poll);

}  // namespace cubecsp
