// Python's view of the 5x5x5's five phases: distances are a buffer, a cube is 96 bytes.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "five_phase/search.hpp"

namespace nb = nanobind;

namespace cubecsp::five_phase {

namespace {

template <typename Plain>
Plain plain_from(const nb::bytes& data, const char* wrong) {
    Plain result;
    require(data.size() == sizeof result, wrong);
    std::memcpy(&result, data.data(), sizeof result);
    return result;
}

class FivePhase {
public:
    explicit FivePhase(const nb::bytes& geometry)
        : coordinates_(
              std::make_unique<Coordinates>(plain_from<Geometry>(geometry, "a geometry of the wrong size"))) {
    }

    void fill(const Writable& buffer, const nb::callable& poll) const {
        auto& distances = as_table<Distances>(buffer);
        do_polled(poll, [&](const Stop& stop) { five_phase::fill(*coordinates_, distances, stop); });
    }

    nb::list reduce(const ReadOnly& buffer, const nb::bytes& cube,
                    const std::array<std::size_t, 2 * kPhases - 1>& effort, std::optional<double> time_limit,
                    const std::optional<nb::callable>& passed) const {
        const auto& distances = as_table<Distances>(buffer);
        const auto pieces = plain_from<Pieces>(cube, "a cube is 96 bytes");
        require(std::ranges::max(effort) <= kMost, "efforts are 1,000,000 at most");
        Effort looked_at{};
        std::copy_n(effort.begin(), kPhases - 1, looked_at.found.begin());
        std::copy_n(effort.begin() + kPhases - 1, kPhases - 1, looked_at.kept.begin());
        looked_at.reductions = effort.back();
        const auto started = std::chrono::steady_clock::now();
        Signals signals;
        const auto interrupted = [&] {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
            return (time_limit && taken.count() > *time_limit) || signals.raised();
        };
        const auto pass = [&](std::span<const std::uint8_t> bytes) {
            if (!passed) return;
            GilAcquired acquired;
            (*passed)(bytes.data() - buffer.data(), bytes.size());
        };
        std::vector<Reduction> found;
        {
            GilReleased released;
            found = five_phase::reduce(*coordinates_, distances, pieces, looked_at, interrupted, pass);
        }
        signals.rethrow();
        nb::list answers;
        for (const Reduction& reduction : found) {
            const auto* turns = reinterpret_cast<const char*>(reduction.turns.data());
            answers.append(nb::make_tuple(reduction.lengths, nb::bytes(turns, reduction.turns.size())));
        }
        return answers;
    }

private:
    static constexpr std::size_t kMost = 1'000'000;

    std::unique_ptr<const Coordinates> coordinates_;
};

}  // namespace

}  // namespace cubecsp::five_phase

void cubecsp::bind_five_phase(nb::module_& m) {
    using namespace five_phase;
    m.attr("FIVE_PHASE_SIZE") = sizeof(Distances);
    nb::class_<FivePhase>(m, "FivePhase", "The 5x5x5 in five phases.")
        .def(nb::init<const nb::bytes&>(), nb::arg("geometry"))
        .def("fill", &FivePhase::fill, array_arg("distances"), nb::arg("poll"),
             nb::sig("def fill(self, distances: typing_extensions.Buffer, poll: collections.abc.Callable[[], "
                     "None]) -> None"),
             "Fill a buffer of FIVE_PHASE_SIZE bytes; `poll` is called every 20 ms, and what it raises ends "
             "the work.")
        .def(
            "reduce", &FivePhase::reduce, array_arg("distances"), nb::arg("cube"), nb::arg("effort"),
            nb::arg("time_limit") = nb::none(), nb::arg("passed") = nb::none(),
            nb::sig("def reduce(self, distances: typing_extensions.Buffer, cube: bytes, effort: tuple[int, "
                    "int, int, int, int, int, int, int, int], "
                    "time_limit: float | None = None, "
                    "passed: collections.abc.Callable[[int, int], None] | None = None) "
                    "-> list[tuple[list[int], bytes]]"),
            "Short reductions of a cube of 24 wings, 24 facelets of middle edges and twice 24 centre pieces, "
            "all of one length: (turns of each phase, all turns). `effort` is how many sequences to look at "
            "for "
            "phase 1, phases 1 and 2, and so on up to 4; for how many of each to search the next phase; and "
            "how "
            "many reductions to return. After `time_limit` seconds there are none, or those found so far. "
            "`passed` "
            "is called with the start and the number of bytes of distances that are not needed any more.");
}
