#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.hpp"
#include "gil.hpp"
#include "pattern_search.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

// (source slot, image of each value) per slot, as Python hands it over.
SlotMap slot_map(const std::vector<std::pair<int, std::vector<int>>>& slots) {
    SlotMap map;
    if (slots.size() > kMaxVars) throw std::invalid_argument("too many slots");
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        const auto& [source, values] = slots[slot];
        if (source < 0 || static_cast<std::size_t>(source) >= slots.size() || values.size() > kMaxValues)
            throw std::invalid_argument("a symmetry maps slots to slots");
        map.source[slot] = static_cast<std::uint8_t>(source);
        for (std::size_t value = 0; value < values.size(); ++value) {
            if (values[value] < 0 || values[value] >= kMaxValues)
                throw std::invalid_argument("a symmetry maps placements to placements");
            map.values[slot][value] = static_cast<std::uint8_t>(values[value]);
        }
    }
    return map;
}

std::vector<Cell> cells(const std::vector<std::pair<int, std::vector<int>>>& given) {
    std::vector<Cell> result;
    for (const auto& [var, colours] : given) {
        Cell cell{var, {}};
        for (const int colour : colours) cell.colours.push_back(static_cast<std::uint8_t>(colour));
        if (var >= 0) cell.colours.resize(kMaxValues, 0);
        result.push_back(std::move(cell));
    }
    return result;
}

}  // namespace

void bind_pattern_search(nb::module_& m) {
    using Cells = std::vector<std::pair<int, std::vector<int>>>;
    nb::class_<PatternSearch>(m, "PatternSearch",
                              "Depth-first search over placements; see native/pattern_search.hpp.")
        .def(nb::init<const std::vector<std::pair<int, int>>&, bool, bool>(), nb::arg("orbits"),
             nb::arg("linked_parity"), nb::arg("closed_turns"))
        .def("restrict_domain", &PatternSearch::restrict_domain, nb::arg("var"), nb::arg("mask"))
        .def("relate", &PatternSearch::relate, nb::arg("a"), nb::arg("b"), nb::arg("allowed"))
        .def("add_count", &PatternSearch::add_count, nb::arg("literals"), nb::arg("least"),
             nb::arg("most"))
        .def("add_table", &PatternSearch::add_table, nb::arg("slots"), nb::arg("rows_of"),
             nb::arg("rows"), nb::arg("allowed"))
        .def(
            "add_pattern",
            [](PatternSearch& self, const Cells& first, const Cells& second,
               std::vector<std::vector<int>> maps, bool same) {
                return self.add_pattern(cells(first), cells(second), std::move(maps), same);
            },
            nb::arg("first"), nb::arg("second"), nb::arg("maps"), nb::arg("same"))
        .def("add_at_least", &PatternSearch::add_at_least, nb::arg("needed"), nb::arg("parts"))
        .def("require", &PatternSearch::require, nb::arg("constraint"))
        .def(
            "break_symmetry",
            [](PatternSearch& self, const Cells& slots) { self.break_symmetry(slot_map(slots)); },
            nb::arg("slots"))
        .def("shuffle", &PatternSearch::shuffle, nb::arg("seed"))
        .def("branches", &PatternSearch::branches, nb::arg("depth"))
        .def("enter", &PatternSearch::enter, nb::arg("path"))
        .def("copy", [](const PatternSearch& self) { return PatternSearch(self); })
        .def(
            "run",
            [](PatternSearch& self, std::uint64_t max_nodes, std::uint64_t max_solutions) {
                std::vector<std::uint8_t> found;
                {
                    GilReleased unlocked;
                    found = self.run(max_nodes, max_solutions);
                }
                return nb::bytes(found.data(), found.size());
            },
            nb::arg("max_nodes"), nb::arg("max_solutions"))
        .def_prop_ro("done", &PatternSearch::done)
        .def_prop_ro("nodes", &PatternSearch::nodes)
        .def_prop_ro("progress", &PatternSearch::progress)
        .def_prop_ro("vars", &PatternSearch::vars);
}

}  // namespace cubecsp
