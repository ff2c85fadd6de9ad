#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bindings.hpp"
#include "exclusive.hpp"
#include "gil.hpp"
#include "pattern_search.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Cells = std::vector<std::pair<int, std::vector<int>>>;

// A search, which belongs to one thread at a time.
struct Owned {
    PatternSearch search;
    InUse in_use;

    Owned(const std::vector<std::pair<int, int>>& orbits, bool linked_parity, bool closed_turns)
        : search(orbits, linked_parity, closed_turns) {}
};

// A method of the search as one of `Owned`.
template <typename Result, typename... Args>
auto claimed(Result (PatternSearch::*method)(Args...)) {
    return [method](Owned& self, Args... args) -> Result {
        const Claim claim(self.in_use);
        return (self.search.*method)(std::forward<Args>(args)...);
    };
}

template <typename Result>
auto claimed(Result (PatternSearch::*method)() const) {
    return [method](Owned& self) -> Result {
        const Claim claim(self.in_use);
        return (self.search.*method)();
    };
}

std::vector<Cell> cells(const Cells& given) {
    std::vector<Cell> result;
    for (const auto& [var, colours] : given) {
        Cell cell{var, {}};
        for (const int colour : colours) {
            require_that(colour >= 0 && colour < kUnknownColour, "no such colour");
            cell.colours.push_back(static_cast<std::uint8_t>(colour));
        }
        result.push_back(std::move(cell));
    }
    return result;
}

}  // namespace

void bind_pattern_search(nb::module_& m) {
    nb::class_<Owned>(m, "PatternSearch",
                      "Depth-first search over placements; see native/pattern_search.hpp.")
        .def(nb::init<const std::vector<std::pair<int, int>>&, bool, bool>(), nb::arg("orbits"),
             nb::arg("linked_parity"), nb::arg("closed_turns"))
        .def("restrict_domain", claimed(&PatternSearch::restrict_domain), nb::arg("var"), nb::arg("mask"))
        .def("relate", claimed(&PatternSearch::relate), nb::arg("a"), nb::arg("b"), nb::arg("allowed"))
        .def("add_count", claimed(&PatternSearch::add_count), nb::arg("literals"), nb::arg("least"),
             nb::arg("most"))
        .def("add_table", claimed(&PatternSearch::add_table), nb::arg("slots"), nb::arg("rows_of"),
             nb::arg("rows"), nb::arg("allowed"))
        .def(
            "add_pattern",
            [](Owned& self, const Cells& first, const Cells& second,
               std::vector<std::vector<int>> maps, bool same) {
                const Claim claim(self.in_use);
                return self.search.add_pattern(cells(first), cells(second), std::move(maps), same);
            },
            nb::arg("first"), nb::arg("second"), nb::arg("maps"), nb::arg("same"))
        .def("add_at_least", claimed(&PatternSearch::add_at_least), nb::arg("needed"), nb::arg("parts"))
        .def("require", claimed(&PatternSearch::require), nb::arg("constraint"))
        .def("break_symmetry", claimed(&PatternSearch::break_symmetry), nb::arg("slots"))
        .def("shuffle", claimed(&PatternSearch::shuffle), nb::arg("seed"))
        .def(
            "branches",
            [](Owned& self, int depth) {
                const Claim claim(self.in_use);
                GilReleased unlocked;
                return self.search.branches(depth);
            },
            nb::arg("depth"))
        .def("enter", claimed(&PatternSearch::enter), nb::arg("path"))
        .def("copy",
             [](Owned& self) {
                 const Claim claim(self.in_use);
                 return Owned(self);
             })
        .def(
            "run",
            [](Owned& self, std::uint64_t max_nodes, std::uint64_t max_solutions) {
                const Claim claim(self.in_use);
                std::vector<std::uint8_t> found;
                {
                    GilReleased unlocked;
                    found = self.search.run(max_nodes, max_solutions);
                }
                return nb::bytes(found.data(), found.size());
            },
            nb::arg("max_nodes"), nb::arg("max_solutions"))
        .def_prop_ro("done", claimed(&PatternSearch::done))
        .def_prop_ro("nodes", claimed(&PatternSearch::nodes))
        .def_prop_ro("progress", claimed(&PatternSearch::progress))
        .def_prop_ro("vars", claimed(&PatternSearch::vars));
}

}  // namespace cubecsp
