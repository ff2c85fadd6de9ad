// Python's view of the table and the search for shortest solutions: all their data is in arrays.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "optimal/engine.hpp"
#include "optimal/table.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

template <class T, std::ptrdiff_t... shape>
using Array = nb::ndarray<const T, nb::shape<shape...>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Values = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, std::ptrdiff_t... shape>
auto all_of(const Array<T, shape...>& array) {
    constexpr auto count = static_cast<std::size_t>((shape * ...));
    return std::span<const T, count>(array.data(), count);
}

template <class Some>
auto values_of(const Some& array) {
    return std::span(array.data(), array.size());
}

Cubies cube_of(const std::uint8_t* corners, const std::uint8_t* edges) {
    Cubies cube;
    std::copy_n(corners, kCorners, cube.corners);
    std::copy_n(edges, kEdges, cube.edges);
    return cube;
}

std::vector<Cubies> cubes_of(const Rows<std::uint8_t>& corners, const Rows<std::uint8_t>& edges) {
    require(corners.shape(1) == kCorners && edges.shape(1) == kEdges, "a cube has 8 corners and 12 edges");
    require(edges.shape(0) == corners.shape(0), "both arrays need a row for each cube");
    std::vector<Cubies> cubes(corners.shape(0));
    for (std::size_t i = 0; i < cubes.size(); ++i) {
        cubes[i] = cube_of(corners.data() + i * kCorners, edges.data() + i * kEdges);
    }
    return cubes;
}

void construct_engine(OptimalEngine* self, const Rows<std::uint8_t>& turn_corners,
                      const Rows<std::uint8_t>& turn_edges, const Array<std::uint8_t, 3, 3, 16>& corner_axes,
                      const Array<std::uint8_t, 3, 16, 3, 16>& edge_axes, const Array<std::uint32_t, 3>& kept,
                      const Array<std::uint32_t, 2, 128>& ternary, const Array<std::uint8_t, 256>& layer_of,
                      const Values<std::uint32_t>& entries, const Array<std::uint16_t, 4096>& occupied,
                      const Array<std::uint8_t, 64>& arrangement_of,
                      const Array<std::uint32_t, 2, kStates>& allowed,
                      const Array<std::uint8_t, 2, kStates, kTurns>& next, std::size_t rows,
                      std::size_t arrangements, int base, const ReadOnly& payload, std::uint64_t copied_after,
                      bool portable) {
    require_aligned(kept, ternary, entries, occupied, allowed);
    const std::vector<Cubies> turns = cubes_of(turn_corners, turn_edges);
    const OptimalTables tables{turns,
                               all_of(corner_axes),
                               all_of(edge_axes),
                               all_of(kept),
                               all_of(ternary),
                               all_of(layer_of),
                               values_of(entries),
                               all_of(occupied),
                               all_of(arrangement_of),
                               all_of(allowed),
                               all_of(next),
                               {rows, arrangements, base},
                               values_of(payload),
                               std::make_shared<ReadOnly>(payload)};
    new (self) OptimalEngine(tables, copied_after, portable);
}

std::vector<int> bounds(const OptimalEngine& engine, const Array<std::uint8_t, 8>& corners,
                        const Array<std::uint8_t, 12>& edges) {
    const std::array<std::uint8_t, 6> found = engine.bounds(cube_of(corners.data(), edges.data()));
    return {found.begin(), found.end()};
}

void start(OptimalEngine& engine, const Rows<std::uint8_t>& corners, const Rows<std::uint8_t>& edges,
           const Values<std::uint8_t>& states, int length, std::size_t limit, unsigned threads) {
    engine.start(cubes_of(corners, edges), values_of(states), length, limit, threads);
}

void construct_table(OptimalTable* self, const Rows<std::uint32_t>& row_turns,
                     const Values<std::uint8_t>& row_sizes, const Rows<std::uint16_t>& block_turns,
                     const Rows<std::uint16_t>& block_flips, const Rows<std::uint8_t>& flip_turns,
                     std::uint32_t home_row, std::uint32_t home_place, unsigned base) {
    require_aligned(row_turns, block_turns, block_flips);
    const std::size_t blocks = block_turns.shape(1);
    require(block_flips.shape(1) == blocks && flip_turns.shape(1) == kFlipSlots,
            "the arrays do not fit each other");
    const CosetTurns cosets{row_turns.shape(0),     row_turns.shape(1),   blocks,
                            values_of(row_turns),   values_of(row_sizes), values_of(block_turns),
                            values_of(block_flips), values_of(flip_turns)};
    new (self) OptimalTable(cosets, home_row, home_place, base);
}

}  // namespace

void bind_optimal(nb::module_& m) {
    nb::class_<OptimalEngine>(m, "OptimalEngine")
        .def("__init__", &construct_engine, nb::kw_only(), array_arg("turn_corners"), array_arg("turn_edges"),
             array_arg("corner_axes"), array_arg("edge_axes"), array_arg("kept"), array_arg("ternary"),
             array_arg("layer_of"), array_arg("entries"), array_arg("occupied"), array_arg("arrangement_of"),
             array_arg("allowed"), array_arg("next"), nb::arg("rows"), nb::arg("arrangements"),
             nb::arg("base"), array_arg("payload"), nb::arg("copied_after"), nb::arg("portable") = false)
        .def("bounds", &bounds, array_arg("corners"), array_arg("edges"))
        .def("start", &start, array_arg("corners"), array_arg("edges"), array_arg("states"),
             nb::arg("length"), nb::arg("limit"), nb::arg("threads"))
        .def("wait", &OptimalEngine::wait, nb::arg("seconds"), nb::call_guard<GilReleased>())
        .def("stop", &OptimalEngine::stop, nb::call_guard<GilReleased>())
        .def("take", &OptimalEngine::take)
        .def_prop_ro("nodes", &OptimalEngine::nodes)
        .def_prop_ro("task_nodes", &OptimalEngine::task_nodes);
    nb::class_<OptimalTable>(m, "OptimalTable")
        .def("__init__", &construct_table, array_arg("row_turns"), array_arg("row_sizes"),
             array_arg("block_turns"), array_arg("block_flips"), array_arg("flip_turns"), nb::arg("home_row"),
             nb::arg("home_place"), nb::arg("base"))
        .def("run", &OptimalTable::run, nb::arg("seconds"), nb::arg("threads"), nb::call_guard<GilReleased>())
        .def_prop_ro("progress", &OptimalTable::progress)
        .def_prop_ro("counts", &OptimalTable::counts)
        .def(
            "payload",
            [](OptimalTable& table) {
                return nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(
                    table.memory().data(), {table.memory().size()}, nb::find(table));
            },
            nb::rv_policy::reference_internal);
}

}  // namespace cubecsp
