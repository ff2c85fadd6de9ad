// Python's view of the 4x4x4's three phases: distances are a buffer, a cube is 49 bytes.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "three_phase/search.hpp"

namespace nb = nanobind;

namespace cubecsp::three_phase {

namespace {

Geometry geometry_from(const nb::bytes& data) {
    Geometry geometry;
    require(data.size() == sizeof geometry, "a geometry of the wrong size");
    std::memcpy(&geometry, data.data(), sizeof geometry);
    return geometry;
}

// The wings, the colours of the centre pieces, and the parity of the corners.
Pieces pieces_from(const nb::bytes& data) {
    require(data.size() == 2 * kSlots + 1, "a cube is 49 bytes");
    const auto* bytes = static_cast<const std::uint8_t*>(data.data());
    Pieces pieces;
    std::copy_n(bytes, kSlots, pieces.wings.begin());
    std::copy_n(bytes + kSlots, kSlots, pieces.centres.begin());
    pieces.odd_corners = bytes[2 * kSlots] != 0;
    require_assembly(pieces);
    return pieces;
}

class ThreePhase {
public:
    explicit ThreePhase(const nb::bytes& geometry) : coordinates_(geometry_from(geometry)) {}

    void fill(const Writable& buffer, const nb::callable& poll) const {
        auto& distances = as_table<Distances>(buffer);
        do_polled(poll, [&](const Stop& stop) { coordinates_.fill_distances(distances, stop); });
    }

    nb::list reduce(const ReadOnly& buffer, const nb::bytes& cube, const std::array<std::size_t, 4>& effort,
                    std::optional<double> time_limit) const {
        const auto& distances = as_table<Distances>(buffer);
        const Pieces pieces = pieces_from(cube);
        const Effort looked_at{effort[0], effort[1], effort[2], effort[3]};
        require(std::ranges::max(effort) <= kMost, "efforts are 1,000,000 at most");
        const auto started = std::chrono::steady_clock::now();
        Signals signals;
        const auto interrupted = [&] {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
            return (time_limit && taken.count() > *time_limit) || signals.raised();
        };
        std::vector<Reduction> found;
        {
            GilReleased released;
            found = three_phase::reduce(coordinates_, distances, pieces, looked_at, interrupted);
        }
        signals.rethrow();
        nb::list answers;
        for (const Reduction& reduction : found) {
            const auto* turns = reinterpret_cast<const char*>(reduction.turns.data());
            answers.append(nb::make_tuple(reduction.lengths, nb::bytes(turns, reduction.turns.size())));
        }
        return answers;
    }

    nb::tuple bounds(const ReadOnly& buffer, const nb::bytes& cube) const {
        const auto& distances = as_table<Distances>(buffer);
        const Bounds found = three_phase::bounds(coordinates_, distances, pieces_from(cube));
        return nb::make_tuple(found.first, found.second, found.third);
    }

private:
    static constexpr std::size_t kMost = 1'000'000;

    Coordinates coordinates_;
};

}  // namespace

}  // namespace cubecsp::three_phase

void cubecsp::bind_three_phase(nb::module_& m) {
    using namespace three_phase;
    m.attr("THREE_PHASE_SIZE") = sizeof(Distances);
    nb::class_<ThreePhase>(m, "ThreePhase", "The 4x4x4 in three phases.")
        .def(nb::init<const nb::bytes&>(), nb::arg("geometry"))
        .def("fill", &ThreePhase::fill, array_arg("distances"), nb::arg("poll"),
             nb::sig("def fill(self, distances: typing_extensions.Buffer, poll: collections.abc.Callable[[], "
                     "None]) -> None"),
             "Fill a buffer of THREE_PHASE_SIZE bytes; `poll` is called every 20 ms, and what it raises ends "
             "the work.")
        .def(
            "reduce", &ThreePhase::reduce, array_arg("distances"), nb::arg("cube"), nb::arg("effort"),
            nb::arg("time_limit") = nb::none(),
            nb::sig("def reduce(self, distances: typing_extensions.Buffer, cube: bytes, effort: tuple[int, "
                    "int, int, int], "
                    "time_limit: float | None = None) -> list[tuple[list[int], bytes]]"),
            "Short reductions of a cube of 24 wings, 24 colours of centre pieces and the parity of the "
            "corners, "
            "all of one length: (turns of each phase, all turns). `effort` is how many sequences for phase 1 "
            "to look at, for how many of them to search phase 2, for how many after that phase 3, and how "
            "many "
            "reductions to return. After `time_limit` seconds there are none, or those found so far.")
        .def("bounds", &ThreePhase::bounds, array_arg("distances"), nb::arg("cube"),
             nb::sig("def bounds(self, distances: typing_extensions.Buffer, cube: bytes) "
                     "-> tuple[list[int], int | None, int | None]"),
             "Turns that the phases take at least: (phase 1 for each pair of colours, phase 2, phase 3), the "
             "last two None where the phases before are not done.");
}
