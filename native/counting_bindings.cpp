#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "counting.hpp"
#include "exclusive.hpp"
#include "gil.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

// Sums, which belong to one thread at a time.
struct OwnedSums {
    EdgeSums sums;
    InUse in_use;

    explicit OwnedSums(const std::vector<EdgeSums::Domain>& domains) : sums(domains) {}
};

EdgeSums::Row rows_of(const nb::bytes& rows) {
    if (rows.size() % EdgeSums::kCorners != 0)
        throw std::invalid_argument("rows have one placement for each corner slot");
    return reinterpret_cast<EdgeSums::Row>(rows.c_str());
}

}  // namespace

void bind_counting(nb::module_& m) {
    m.def("count_fillings", &count_fillings, nb::arg("turns"), nb::arg("domains"),
          "Ways to fill the slots of an orbit, by parity and turns; see native/counting.hpp.");
    nb::class_<OwnedSums>(m, "EdgeSums", "The edges under each of many corners; see native/counting.hpp.")
        .def(nb::init<const std::vector<EdgeSums::Domain>&>(), nb::arg("domains"))
        .def(
            "depend",
            [](OwnedSums& self, int edge, const std::vector<int>& corners,
               const std::vector<EdgeSums::Domain>& allowed) {
                const Claim claim(self.in_use);
                self.sums.depend(edge, corners, allowed);
            },
            nb::arg("edge"), nb::arg("corners"), nb::arg("allowed"))
        .def(
            "arrange",
            [](OwnedSums& self, const std::vector<int>& order, int front, int corners) {
                const Claim claim(self.in_use);
                self.sums.arrange(order, front, corners);
            },
            nb::arg("order"), nb::arg("front"), nb::arg("corners"))
        .def(
            "couple",
            [](OwnedSums& self,
               const std::vector<std::pair<std::vector<std::size_t>, EdgeSums::Steps>>& automata) {
                const Claim claim(self.in_use);
                self.sums.couple(automata);
            },
            nb::arg("automata"))
        .def("copy",
             [](OwnedSums& self) {
                 const Claim claim(self.in_use);
                 return OwnedSums(self);
             })
        .def(
            "counts",
            [](OwnedSums& self, const nb::bytes& rows, unsigned part, unsigned decided) {
                const Claim claim(self.in_use);
                const EdgeSums::Row first = rows_of(rows);
                std::vector<std::uint64_t> found;
                {
                    GilReleased unlocked;
                    found = self.sums.counts(first, rows.size() / EdgeSums::kCorners, part, decided);
                }
                return nb::bytes(reinterpret_cast<const char*>(found.data()),
                                 found.size() * sizeof(std::uint64_t));
            },
            nb::arg("rows"), nb::arg("part") = 0, nb::arg("decided") = 0)
        .def("steps",
             [](OwnedSums& self) {
                 const Claim claim(self.in_use);
                 return self.sums.steps();
             })
        .def(
            "preserved",
            [](OwnedSums& self, const nb::bytes& row, const std::vector<int>& sources,
               const std::vector<std::vector<int>>& values) {
                const Claim claim(self.in_use);
                if (row.size() != EdgeSums::kCorners) throw std::invalid_argument("one row");
                return self.sums.preserved(rows_of(row), sources, values);
            },
            nb::arg("row"), nb::arg("sources"), nb::arg("values"));
}

}  // namespace cubecsp
