#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "common/require.hpp"
#include "counting/edge_sums.hpp"

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
    require(rows.size() % EdgeSums::kCorners == 0, "rows have one placement for each corner slot");
    return reinterpret_cast<EdgeSums::Row>(rows.c_str());
}

// A callback of a Python function, or of None for none, run a few times a second while Python's lock is
// released.
EdgeSums::Poll poll_of(const nb::object& poll) {
    if (poll.is_none()) return {};
    return [poll, last = std::chrono::steady_clock::now()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(20)) return;
        last = now;
        const GilAcquired locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        poll();
    };
}

}  // namespace

void bind_counting(nb::module_& m) {
    nb::class_<OwnedSums>(m, "EdgeSums",
                          "The edges under each of many corners; see native/counting/edge_sums.hpp.")
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
            [](OwnedSums& self, const nb::bytes& rows, unsigned part, unsigned decided,
               const nb::object& poll) {
                const Claim claim(self.in_use);
                const EdgeSums::Row first = rows_of(rows);
                const EdgeSums::Poll asked = poll_of(poll);
                std::vector<std::uint64_t> found;
                {
                    GilReleased unlocked;
                    found = self.sums.counts(first, rows.size() / EdgeSums::kCorners, part, decided, asked);
                }
                return nb::bytes(reinterpret_cast<const char*>(found.data()),
                                 found.size() * sizeof(std::uint64_t));
            },
            nb::arg("rows"), nb::arg("part") = 0, nb::arg("decided") = 0, nb::arg("poll") = nb::none())
        .def("steps",
             [](OwnedSums& self) {
                 const Claim claim(self.in_use);
                 return self.sums.steps();
             })
        .def("built",
             [](OwnedSums& self) {
                 const Claim claim(self.in_use);
                 return self.sums.built();
             })
        .def(
            "preserved",
            [](OwnedSums& self, const nb::bytes& row, const std::vector<int>& sources,
               const std::vector<std::vector<int>>& values, const nb::object& poll) {
                const Claim claim(self.in_use);
                require(row.size() == EdgeSums::kCorners, "a row has one placement for each corner slot");
                const EdgeSums::Row first = rows_of(row);
                const EdgeSums::Poll asked = poll_of(poll);
                const GilReleased unlocked;
                return self.sums.preserved(first, sources, values, asked);
            },
            nb::arg("row"), nb::arg("sources"), nb::arg("values"), nb::arg("poll") = nb::none());
}

}  // namespace cubecsp
