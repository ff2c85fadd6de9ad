#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "graphs/sequence_search.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Search = breadth_first::SequenceSearch;

Search::Bytes view(const nb::bytes& data) {
    return {static_cast<const std::uint8_t*>(data.data()), data.size()};
}

nb::bytes bytes_of(const std::vector<std::uint8_t>& values) {
    return nb::bytes(values.data(), values.size());
}

void construct(Search* self, const nb::bytes& moves, const nb::bytes& inverses, const nb::bytes& holdings,
               const nb::bytes& corner_labels, const nb::bytes& edge_labels, const nb::bytes& start,
               const std::vector<std::uint32_t>& goal, const nb::bytes& ends, const nb::bytes& commuting,
               bool shortest, bool judged, std::uint32_t most_goals, std::uint32_t most_positions) {
    new (self)
        Search(view(moves), view(inverses), view(holdings), view(corner_labels), view(edge_labels),
               view(start), goal, view(ends), view(commuting), shortest, judged, most_goals, most_positions);
}

nb::bytes last_level(Search& self, std::size_t first, std::size_t count) {
    return bytes_of(self.last_level(first, count));
}

nb::bytes sequences(Search& self, std::size_t count) {
    std::vector<std::uint8_t> moves;
    {
        GilReleased unlocked;
        moves = self.sequences(count);
    }
    return bytes_of(moves);
}

nb::bytes walks(Search& self, std::size_t steps) {
    std::vector<std::uint8_t> found;
    {
        GilReleased unlocked;
        found = self.walks(steps);
    }
    return bytes_of(found);
}

// A property, which another thread must not change meanwhile.
template <typename Result>
auto read_alone(Result (Search::*property)() const) {
    return [property](Search& self) {
        const Claim claim(self.in_use_);
        return (self.*property)();
    };
}

}  // namespace

void bind_sequence_search(nb::module_& m) {
    nb::class_<Search>(m, "SequenceSearch", "Sequences of moves to any of a set of goals, by length.")
        .def("__init__", &construct, nb::arg("moves"), nb::arg("inverses"), nb::arg("holdings"),
             nb::arg("corner_labels"), nb::arg("edge_labels"), nb::arg("start"), nb::arg("goal"),
             nb::arg("ends"), nb::arg("commuting"), nb::arg("shortest"), nb::arg("judged"),
             nb::arg("most_goals"), nb::arg("most_positions"))
        .def("advance", &Search::advance, nb::arg("steps"), nb::call_guard<GilReleased>())
        .def("retreat", &Search::retreat, nb::arg("steps"), nb::call_guard<GilReleased>())
        .def(
            "begin_walks",
            [](Search& self, const nb::bytes& cube, std::size_t on_inverse, std::size_t on_normal) {
                self.begin_walks(view(cube), on_inverse, on_normal);
            },
            nb::arg("cube"), nb::arg("on_inverse"), nb::arg("on_normal"))
        .def("walks", &walks, nb::arg("steps"))
        .def("last_level", &last_level, nb::arg("first"), nb::arg("count"))
        .def("accept", &Search::accept, nb::arg("number"))
        .def("sequences", &sequences, nb::arg("count"))
        .def_prop_ro("length", read_alone(&Search::length))
        .def_prop_ro("positions", read_alone(&Search::positions))
        .def_prop_ro("both_ways", read_alone(&Search::both_ways))
        .def_prop_ro("found", read_alone(&Search::found))
        .def_prop_ro("exhausted", read_alone(&Search::exhausted))
        .def_prop_ro("full", read_alone(&Search::full))
        .def_prop_ro("too_long", read_alone(&Search::too_long))
        .def_prop_ro("walked_all", read_alone(&Search::walked_all))
        .def_prop_ro("walked", read_alone(&Search::walked))
        .def_prop_ro("goal_depth", read_alone(&Search::goal_depth));
}

}  // namespace cubecsp
