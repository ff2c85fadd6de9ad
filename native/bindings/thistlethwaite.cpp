// Python's view of Thistlethwaite's phases: distances are an array, a cube is 20 bytes.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "phases/thistlethwaite.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using thistlethwaite::Slices;
using thistlethwaite::Thistlethwaite;

Cubies unpacked(const std::uint8_t* data) {
    Cubies cube;
    std::copy_n(data, kCorners, cube.corners);
    std::copy_n(data + kCorners, kEdges, cube.edges);
    require(is_assembly(cube), "each piece must be there once");
    return cube;
}

// Throws std::invalid_argument unless there are this many bytes.
const std::uint8_t* bytes_of(const nb::bytes& data, std::size_t size, const char* message) {
    require(data.size() == size, message);
    return static_cast<const std::uint8_t*>(data.data());
}

Thistlethwaite phases_from(const nb::bytes& turn_cubes, const std::vector<nb::bytes>& moves,
                           const nb::bytes& slices) {
    require(turn_cubes.size() % sizeof(Cubies) == 0, "18 turns of 20 placements are needed");
    std::vector<Cubies> cubes;
    const auto* data = static_cast<const std::uint8_t*>(turn_cubes.data());
    for (std::size_t at = 0; at < turn_cubes.size(); at += sizeof(Cubies))
        cubes.push_back(unpacked(data + at));
    std::vector<std::vector<std::uint8_t>> turns;
    for (const nb::bytes& phase : moves) {
        const auto* first = static_cast<const std::uint8_t*>(phase.data());
        turns.emplace_back(first, first + phase.size());
    }
    return {cubes, turns, Slices(bytes_of(slices, kEdges, "three slices have twelve slots"))};
}

// The phases together with the distances that they use, which are in an array of the caller.
class FourPhases {
public:
    FourPhases(const nb::bytes& turn_cubes, const std::vector<nb::bytes>& moves, const nb::bytes& slices)
        : phases_(phases_from(turn_cubes, moves, slices)) {}

    std::vector<std::size_t> sizes() const { return phases_.sizes(); }

    nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>> distances() const {
        const std::size_t total = phases_.total();
        auto filled = std::make_unique<std::uint8_t[]>(total);
        {
            GilReleased released;
            phases_.fill_distances(filled.get());
        }
        std::uint8_t* data = filled.release();
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
        return {data, {total}, owner};
    }

    void use(const ReadOnly& distances) {
        phases_.use({distances.data(), distances.size()});
        distances_ = distances;
    }

    std::vector<std::pair<nb::bytes, nb::bytes>> solve(const nb::bytes& data, std::size_t choices) const {
        const Cubies cube = unpacked(bytes_of(data, sizeof(Cubies), "a cube is 20 placements"));
        std::vector<std::pair<nb::bytes, nb::bytes>> answers;
        for (const auto& [turns, after] : phases_.solve(cube, choices)) {
            answers.emplace_back(nb::bytes(turns.data(), turns.size()), nb::bytes(&after, sizeof after));
        }
        return answers;
    }

private:
    Thistlethwaite phases_;
    std::optional<ReadOnly> distances_;
};

}  // namespace

void bind_thistlethwaite(nb::module_& m) {
    nb::class_<FourPhases>(m, "Thistlethwaite", "Thistlethwaite's four phases.")
        .def(nb::init<const nb::bytes&, const std::vector<nb::bytes>&, const nb::bytes&>(),
             nb::arg("turn_cubes"), nb::arg("moves"), nb::arg("slices"))
        .def_prop_ro("sizes", &FourPhases::sizes)
        .def("distances", &FourPhases::distances)
        .def("use", &FourPhases::use, array_arg("distances"),
             nb::sig("def use(self, distances: typing_extensions.Buffer) -> None"))
        .def("solve", &FourPhases::solve, nb::arg("cube"), nb::arg("choices"));
}

}  // namespace cubecsp
