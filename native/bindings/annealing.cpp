#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "pattern/annealing.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Lists = std::vector<std::vector<int>>;
using GivenOrbit = std::tuple<int, Lists, Lists>;
using GivenLaw = std::tuple<int, std::vector<std::pair<int, int>>, std::vector<int>>;

// A search, which belongs to one thread at a time.
struct OwnedAnnealing {
    Annealing search;
    InUse in_use;
};

Annealing made(const std::vector<GivenOrbit>& orbits, const std::vector<std::pair<int, int>>& fixed,
               const std::vector<GivenLaw>& laws, const Annealing::Schedule& schedule, std::uint64_t seed) {
    std::vector<Annealing::Orbit> kinds;
    for (const auto& [turns, frames, colours] : orbits) kinds.push_back({turns, frames, colours});
    std::vector<Annealing::Law> kept;
    for (const auto& [modulus, turned, permuted] : laws) kept.push_back({modulus, turned, permuted});
    return Annealing(kinds, fixed, kept, schedule, seed);
}

}  // namespace

void bind_annealing(nb::module_& m) {
    nb::class_<OwnedAnnealing>(m, "Annealing", "Simulated annealing; see native/pattern/annealing.hpp.")
        .def(
            "__init__",
            [](OwnedAnnealing* self, const std::vector<GivenOrbit>& orbits,
               const std::vector<std::pair<int, int>>& fixed, const std::vector<GivenLaw>& laws, double hot,
               double cold, int sweeps, int most, std::uint64_t seed) {
                new (self) OwnedAnnealing{made(orbits, fixed, laws, {hot, cold, sweeps, most}, seed), {}};
            },
            nb::arg("orbits"), nb::arg("fixed"), nb::arg("laws"), nb::kw_only(), nb::arg("hot"),
            nb::arg("cold"), nb::arg("sweeps"), nb::arg("most"), nb::arg("seed"))
        .def(
            "relate",
            [](OwnedAnnealing& self, int a, int b, bool equal) {
                const Claim claim(self.in_use);
                self.search.relate(a, b, equal);
            },
            nb::arg("a"), nb::arg("b"), nb::arg("equal"))
        .def(
            "bound",
            [](OwnedAnnealing& self, const std::vector<std::tuple<int, int, int>>& given, std::int64_t least,
               std::int64_t most) {
                const Claim claim(self.in_use);
                std::vector<Annealing::Term> terms;
                for (const auto& [facelet, colour, weight] : given)
                    terms.push_back({facelet, colour, weight});
                self.search.bound(terms, least, most);
            },
            nb::arg("terms"), nb::arg("least"), nb::arg("most"))
        .def(
            "allow",
            [](OwnedAnnealing& self, int slot, std::uint32_t mask) {
                const Claim claim(self.in_use);
                self.search.allow(slot, mask);
            },
            nb::arg("slot"), nb::arg("mask"))
        .def(
            "run",
            [](OwnedAnnealing& self, std::uint64_t moves) {
                const Claim claim(self.in_use);
                GilReleased unlocked;
                return self.search.run(moves);
            },
            nb::arg("moves"))
        .def("reheat",
             [](OwnedAnnealing& self) {
                 const Claim claim(self.in_use);
                 self.search.reheat();
             })
        .def(
            "walk",
            [](OwnedAnnealing& self, double heat, std::uint64_t moves) {
                const Claim claim(self.in_use);
                GilReleased unlocked;
                self.search.walk(heat, moves);
            },
            nb::arg("heat"), nb::arg("moves"))
        .def_prop_ro("cost", [](const OwnedAnnealing& self) { return self.search.cost(); })
        .def_prop_ro("moves", [](const OwnedAnnealing& self) { return self.search.moves(); })
        .def_prop_ro("row", [](const OwnedAnnealing& self) {
            const std::vector<std::uint8_t>& row = self.search.row();
            return nb::bytes(reinterpret_cast<const char*>(row.data()), row.size());
        });
}

}  // namespace cubecsp
