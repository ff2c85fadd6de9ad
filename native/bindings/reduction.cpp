// Python's view of the reduction of large cubes: colours in, turns of outer blocks out.

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/require.hpp"
#include "reduction/centre_solver.hpp"
#include "reduction/grid_cube.hpp"
#include "reduction/wing_pairing.hpp"
#include "reduction/wings.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using TurnRows = std::vector<std::vector<std::uint32_t>>;

TurnRows rows_of(const std::vector<BlockTurn>& turns) {
    TurnRows rows;
    for (const BlockTurn& turn : turns) rows.push_back({turn.face, turn.last, turn.quarters});
    return rows;
}

std::vector<TurnRows> reduced(const nb::bytes& colours, std::size_t size, std::size_t width,
                              const std::function<void()>& poll,
                              const std::optional<std::function<void(const TurnRows&)>>& tell) {
    require(size >= 4, "cubes of size 4 and up are reduced");
    const auto* first = reinterpret_cast<const GridCube::Value*>(colours.c_str());
    GridCube cube(size, {first, first + colours.size()});
    require(width != 0, "a beam is at least 1 wide");
    TurnRecorder turns(cube);
    const Scheme scheme = scheme_of(cube);
    require_pieces(cube, scheme);
    solve_centres(cube, turns, scheme, poll);
    std::vector<TurnRows> stages{rows_of(turns.taken())};
    if (tell) (*tell)(stages.front());
    pair_wings(cube, turns, scheme, width, poll);
    stages.push_back(rows_of(turns.taken()));
    return stages;
}

}  // namespace

void bind_reduction(nb::module_& m) {
    m.def("reduced", &reduced, nb::arg("colours"), nb::arg("size"), nb::arg("width"), nb::arg("poll"),
          nb::arg("tell") = nb::none(),
          "The turns, each a face, the last of the layers that turn together, and clockwise quarters, that "
          "bring all "
          "centre pieces of a cube to their faces, and then those that pair its wings, centres staying. "
          "`colours` has "
          "a byte 0 to 5 for each facelet; `poll` is called now and then, and may raise; `tell` is called "
          "with the turns of the first stage before the second begins.");
}

}  // namespace cubecsp
