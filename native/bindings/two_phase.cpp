// Python's view of the two-phase search: tables are buffers, cubes are 20 bytes each.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "two_phase/search.hpp"

namespace nb = nanobind;

namespace cubecsp::two_phase {

namespace {

void make_small_tables(const nb::bytes& geometry, const Writable& buffer, const nb::callable& poll) {
    const std::span<const uint8_t> bytes(static_cast<const uint8_t*>(geometry.data()), geometry.size());
    auto& tables = as_table<SmallTables>(buffer);
    do_polled(poll, [&](const Stop& stop) { make_small(bytes, tables, stop); });
}

std::vector<Cubies> read_cubes(const nb::bytes& packed) {
    constexpr std::size_t kSize = sizeof(Cubies);
    const auto* bytes = static_cast<const uint8_t*>(packed.data());
    require(packed.size() % kSize == 0, "a cube is 20 bytes");
    std::vector<Cubies> cubes(packed.size() / kSize);
    for (std::size_t n = 0; n < cubes.size(); ++n) {
        std::copy_n(bytes + n * kSize, 8, cubes[n].corners);
        std::copy_n(bytes + n * kSize + 8, 12, cubes[n].edges);
        if (!is_reachable(cubes[n])) {
            throw std::invalid_argument("cube " + std::to_string(n) + " is out of reach");
        }
    }
    return cubes;
}

// Small tables whose indices are all in range.
const SmallTables& sound_tables(const ReadOnly& small) {
    const auto& tables = as_table<SmallTables>(small);
    require_sound(tables);
    return tables;
}

void make_large_tables(const ReadOnly& small, const Writable& buffer, const nb::callable& poll) {
    const auto& known = sound_tables(small);
    auto& tables = as_table<LargeTables>(buffer);
    do_polled(poll, [&](const Stop& stop) { make_large(known, tables, stop); });
}

nb::list solve_cubes(const ReadOnly& small, const std::optional<ReadOnly>& large, const nb::bytes& packed,
                     int max_length, int improvements, double time_limit, int threads,
                     std::optional<uint64_t> most_nodes, std::optional<double> time_for_all,
                     std::optional<nb::list> into) {
    const Tables tables{&as_table<SmallTables>(small), large ? &as_table<LargeTables>(*large) : nullptr};
    const std::vector<Cubies> cubes = read_cubes(packed);
    require(max_length >= 0 && max_length <= kLongest, "max_length is 0 to 40");
    require(improvements >= 0, "improvements is negative");
    require(time_limit > 0, "time_limit is not positive");
    require(threads >= 1 && threads <= 256, "threads is 1 to 256");
    const Limits limits{max_length,
                        improvements,
                        time_limit,
                        time_for_all.value_or(std::numeric_limits<double>::infinity()),
                        most_nodes.value_or(kUnlimited),
                        threads};
    Signals signals;
    std::vector<Outcome> outcomes;
    {
        GilReleased released;
        outcomes = solve_all(tables, cubes, limits, [&] { return signals.raised(); });
    }
    nb::list answers = into ? *into : nb::list();
    for (const Outcome& outcome : outcomes) {
        nb::object turns = nb::none();
        if (outcome.length >= 0) {
            turns = nb::bytes(reinterpret_cast<const char*>(outcome.turns),
                              static_cast<std::size_t>(outcome.length));
        }
        answers.append(nb::make_tuple(turns, outcome.proven, outcome.seconds, outcome.nodes, outcome.sound));
    }
    signals.rethrow();
    return answers;
}

// Where the compiler put the parts of the tables, which a file must agree with.
std::string layout_of(std::initializer_list<std::size_t> offsets) {
    std::string text;
    for (const std::size_t offset : offsets) text += (text.empty() ? "" : " ") + std::to_string(offset);
    return text;
}

std::string small_layout() {
    return layout_of({offsetof(SmallTables, inverse), offsetof(SmallTables, allowed),
                      offsetof(SmallTables, twist_move), offsetof(SmallTables, flip_slice_class),
                      offsetof(SmallTables, class_move), offsetof(SmallTables, near1),
                      offsetof(SmallTables, fringe1), offsetof(SmallTables, corner_move),
                      offsetof(SmallTables, slice_move), offsetof(SmallTables, corner_class),
                      offsetof(SmallTables, edge_image), offsetof(SmallTables, corner_slice),
                      offsetof(SmallTables, near2), offsetof(SmallTables, fringe2)});
}

std::string large_layout() {
    return layout_of({offsetof(LargeTables, rim1), offsetof(LargeTables, fringe1),
                      offsetof(LargeTables, near2), offsetof(LargeTables, fringe2)});
}

nb::tuple phase1_distance(const ReadOnly& buffer, const nb::bytes& packed) {
    const auto& tables = sound_tables(buffer);
    const std::vector<Cubies> cubes = read_cubes(packed);
    nb::list distances;
    for (const Cubies& cube : cubes) distances.append(view_of(tables, cube).distance);
    return nb::tuple(distances);
}

nb::list bounds_of_phase2(const ReadOnly& small, const std::optional<ReadOnly>& large,
                          const nb::bytes& packed) {
    const Tables tables{&sound_tables(small), large ? &as_table<LargeTables>(*large) : nullptr};
    nb::list bounds;
    for (const Cubies& cube : read_cubes(packed)) {
        const Bounds found = phase2_bounds(tables, cube);
        bounds.append(nb::make_tuple(found.corner_slice, found.corner_edge));
    }
    return bounds;
}

}  // namespace

}  // namespace cubecsp::two_phase

void cubecsp::bind_two_phase(nb::module_& m) {
    using namespace two_phase;
    m.attr("TWO_PHASE_GEOMETRY_SIZE") = sizeof(Geometry);
    m.attr("TWO_PHASE_SMALL_SIZE") = sizeof(SmallTables);
    m.attr("TWO_PHASE_SMALL_LAYOUT") = small_layout();
    m.attr("TWO_PHASE_LARGE_LAYOUT") = large_layout();
    m.attr("TWO_PHASE_NEAR_1") = kNear1;
    m.attr("TWO_PHASE_NEAR_2") = kNear2;
    m.attr("TWO_PHASE_LARGE_NEAR_2") = kLargeNear2;
    m.attr("TWO_PHASE_LARGE_SIZE") = sizeof(LargeTables);
    m.def("two_phase_make_small", &make_small_tables, nb::arg("geometry"), array_arg("tables"),
          nb::arg("poll"),
          nb::sig("def two_phase_make_small(geometry: bytes, tables: typing_extensions.Buffer, "
                  "poll: collections.abc.Callable[[], None]) -> None"),
          "Fill a zeroed buffer of TWO_PHASE_SMALL_SIZE bytes with the small tables; `poll` is called every "
          "20 ms, and what it raises ends the work.");
    m.def(
        "two_phase_make_large", &make_large_tables, array_arg("small"), array_arg("tables"), nb::arg("poll"),
        nb::sig("def two_phase_make_large(small: typing_extensions.Buffer, tables: typing_extensions.Buffer, "
                "poll: collections.abc.Callable[[], None]) -> None"),
        "Fill a zeroed buffer of TWO_PHASE_LARGE_SIZE bytes with the large tables; `poll` as above.");
    m.def(
        "two_phase_check", [](const ReadOnly& small) { sound_tables(small); }, array_arg("small"),
        nb::sig("def two_phase_check(small: typing_extensions.Buffer) -> None"),
        "Raise ValueError unless all indices in small tables are in range; `two_phase_solve`, which is often "
        "called for one cube, relies on it.");
    m.def("two_phase_solve", &solve_cubes, array_arg("small"), array_arg("large").none(), nb::arg("cubes"),
          nb::arg("max_length"), nb::arg("improvements"), nb::arg("time_limit"), nb::arg("threads"),
          nb::arg("most_nodes") = nb::none(), nb::arg("time_for_all") = nb::none(),
          nb::arg("answers") = nb::none(),
          nb::sig("def two_phase_solve(small: typing_extensions.Buffer, large: typing_extensions.Buffer | "
                  "None, cubes: bytes, "
                  "max_length: int, improvements: int, time_limit: float, threads: int, most_nodes: int | "
                  "None = None, "
                  "time_for_all: float | None = None, "
                  "answers: list[tuple[bytes | None, int, float, int, bool]] | None = None) "
                  "-> list[tuple[bytes | None, int, float, int, bool]]"),
          "Solve cubes of 20 placements each; per cube (turns or None, proven, seconds, nodes, sound): "
          "not sound are turns that do not solve the cube, since the tables are damaged. After most_nodes "
          "positions, about, the shortest solution so far is given, or the first one after that. "
          "`answers` is a list to add them to, which has them also if Ctrl-C comes.");
    m.def("two_phase_bounds", &bounds_of_phase2, array_arg("small"), array_arg("large").none(),
          nb::arg("cubes"),
          nb::sig(
              "def two_phase_bounds(small: typing_extensions.Buffer, large: typing_extensions.Buffer | None, "
              "cubes: bytes) -> list[tuple[int, int]]"),
          "For cubes that phase 1 is done with: (corners and slice, corners and other edges) in turns.");
    m.def(
        "two_phase_distances", &phase1_distance, array_arg("tables"), nb::arg("cubes"),
        nb::sig("def two_phase_distances(tables: typing_extensions.Buffer, cubes: bytes) -> tuple[int, ...]"),
        "The turns to G1 of each cube, kNear1 + 1 standing for all that is further.");
}
