#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "common/require.hpp"
#include "pattern/any_search.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Cells = std::vector<std::pair<int, std::vector<int>>>;
using Laws = std::vector<std::tuple<int, std::vector<std::pair<int, int>>, std::vector<int>>>;

std::vector<Law> laws(const Laws& given) {
    std::vector<Law> result;
    for (const auto& [modulus, turned, permuted] : given) result.push_back({modulus, turned, permuted});
    return result;
}

// A search, which belongs to one thread at a time.
struct Owned {
    std::unique_ptr<AnySearch> search;
    InUse in_use;

    explicit Owned(std::unique_ptr<AnySearch> made) : search(std::move(made)) {}
    Owned(const Owned& other) : search(other.search->copy()) {}
    Owned& operator=(const Owned&) = delete;
};

// One with room for puzzles of a size.
template <class Size>
struct OwnedOf : Owned {
    OwnedOf(const std::vector<std::pair<int, int>>& orbits, const Laws& given, const std::vector<int>& alike)
        : Owned(make_search<Size>(orbits, laws(given), alike)) {}
};

// A method of the search as one of `Owned`.
template <typename Result, typename... Args>
auto claimed(Result (AnySearch::*method)(Args...)) {
    return [method](Owned& self, Args... args) -> Result {
        const Claim claim(self.in_use);
        return (self.search.get()->*method)(std::forward<Args>(args)...);
    };
}

template <typename Result>
auto claimed(Result (AnySearch::*method)() const) {
    return [method](Owned& self) -> Result {
        const Claim claim(self.in_use);
        return (self.search.get()->*method)();
    };
}

std::vector<Cell> cells(const Cells& given) {
    std::vector<Cell> result;
    for (const auto& [var, colours] : given) {
        Cell cell{var, {}};
        for (const int colour : colours) {
            require(colour >= 0 && colour < kUnknownColour, "no such colour");
            cell.colours.push_back(static_cast<std::uint8_t>(colour));
        }
        result.push_back(std::move(cell));
    }
    return result;
}

void bind_methods(nb::module_& m) {
    nb::class_<Owned>(m, "AnyPatternSearch", "What every search over placements does.")
        .def("restrict_domain", claimed(&AnySearch::restrict_domain), nb::arg("var"), nb::arg("mask"))
        .def("relate", claimed(&AnySearch::relate), nb::arg("a"), nb::arg("b"), nb::arg("allowed"))
        .def("add_count", claimed(&AnySearch::add_count), nb::arg("literals"), nb::arg("least"),
             nb::arg("most"))
        .def("add_table", claimed(&AnySearch::add_table), nb::arg("slots"), nb::arg("rows_of"),
             nb::arg("rows"), nb::arg("allowed"))
        .def(
            "add_pattern",
            [](Owned& self, const Cells& first, const Cells& second, std::vector<std::vector<int>> maps,
               bool same) {
                const Claim claim(self.in_use);
                return self.search->add_pattern(cells(first), cells(second), std::move(maps), same);
            },
            nb::arg("first"), nb::arg("second"), nb::arg("maps"), nb::arg("same"))
        .def(
            "add_diagram",
            [](Owned& self, const Cells& asked, const std::vector<std::vector<AnySearch::Node>>& layers) {
                const Claim claim(self.in_use);
                return self.search->add_diagram(cells(asked), layers);
            },
            nb::arg("cells"), nb::arg("layers"))
        .def("add_at_least", claimed(&AnySearch::add_at_least), nb::arg("needed"), nb::arg("parts"))
        .def("add_linear", claimed(&AnySearch::add_linear), nb::arg("terms"), nb::arg("parts"),
             nb::arg("least"))
        .def("require", claimed(&AnySearch::post), nb::arg("constraint"))
        .def("break_symmetry", claimed(&AnySearch::break_symmetry), nb::arg("slots"))
        .def("branch_on_parts", claimed(&AnySearch::branch_on_parts))
        .def("shuffle", claimed(&AnySearch::shuffle), nb::arg("seed"))
        .def("prefer", claimed(&AnySearch::prefer), nb::arg("values"))
        .def(
            "branches",
            [](Owned& self, int depth) {
                const Claim claim(self.in_use);
                GilReleased unlocked;
                return self.search->branches(depth);
            },
            nb::arg("depth"))
        .def("enter", claimed(&AnySearch::enter), nb::arg("path"))
        .def(
            "run",
            [](Owned& self, std::uint64_t max_nodes, std::uint64_t max_solutions) {
                const Claim claim(self.in_use);
                std::vector<std::uint8_t> found;
                {
                    GilReleased unlocked;
                    found = self.search->run(max_nodes, max_solutions);
                }
                return nb::bytes(found.data(), found.size());
            },
            nb::arg("max_nodes"), nb::arg("max_solutions"))
        .def_prop_ro("done", claimed(&AnySearch::done))
        .def_prop_ro("nodes", claimed(&AnySearch::nodes))
        .def_prop_ro("progress", claimed(&AnySearch::progress))
        .def_prop_ro("vars", claimed(&AnySearch::vars));
}

template <class Size>
void bind(nb::module_& m, const char* name, const char* doc) {
    using Self = OwnedOf<Size>;
    nb::class_<Self, Owned> made(m, name, doc);
    made.attr("MOST_SLOTS") = Size::kMaxVars;
    made.attr("MOST_PLACEMENTS") = kMaxPlacements<Size>;
    made.attr("MOST_TURNS") = kMaxTurns;
    made.def(nb::init<const std::vector<std::pair<int, int>>&, const Laws&, const std::vector<int>&>(),
             nb::arg("orbits"), nb::arg("laws"), nb::arg("alike") = std::vector<int>())
        .def("copy", [](Self& self) {
            const Claim claim(self.in_use);
            return Self(self);
        });
}

}  // namespace

void bind_pattern_search(nb::module_& m) {
    bind_methods(m);
    bind<Narrow>(m, "PatternSearch",
                 "Depth-first search over placements; see native/pattern/any_search.hpp.");
    bind<Wide>(m, "WidePatternSearch", "PatternSearch with room for larger cubes.");
    bind<Deep>(m, "DeepPatternSearch", "PatternSearch with room for more placements.");
}

}  // namespace cubecsp
