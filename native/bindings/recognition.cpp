#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bindings/as_bytes.hpp"
#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/require.hpp"
#include "recognition/likely_fillings.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using CostArray = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kMostPlacements = 256, kMostKinds = 64, kMostStates = 1 << 16, kMostListed = 1000;
constexpr double kMostCost = 1e12;

FillingCosts filling_costs(const CostArray& costs, const std::vector<unsigned>& copies, bool parity) {
    FillingCosts given{costs.shape(0), costs.shape(1), costs.shape(2), {}, copies, parity};
    require(given.slots > 0 && given.kinds > 0 && given.turns > 0, "there is nothing to fill");
    require(given.kinds <= kMostKinds && given.kinds * given.turns <= kMostPlacements, "too many placements");
    require(copies.size() == given.kinds, "a number of copies is needed for each kind");
    double states = 2.0 * static_cast<double>(given.turns);
    std::size_t pieces = 0;
    for (const unsigned number : copies) {
        require(number > 0 && number <= given.slots, "a kind has one copy at least");
        require(number == 1 || !parity, "pieces that look alike have no parity");
        states *= number + 1;
        pieces += number;
    }
    require(pieces == given.slots, "there are as many pieces as slots");
    require(states < 0x1p62, "there are too many states");
    given.costs.assign(costs.data(), costs.data() + costs.size());
    const auto fits = [](double cost) { return std::abs(cost) <= kMostCost; };  // not of NaN
    require(std::all_of(given.costs.begin(), given.costs.end(), fits), "costs are finite numbers");
    return given;
}

nb::tuple as_tuple(const FillingClass& some) {
    return nb::make_tuple(some.least, some.log_weight, as_bytes(some.costs), as_bytes(some.rows),
                          as_bytes(some.shares));
}

nb::tuple likely_fillings_of(const CostArray& costs, const std::vector<unsigned>& copies, bool parity,
                             double horizon, std::size_t number, std::size_t most) {
    const FillingCosts given = filling_costs(costs, copies, parity);
    require(horizon >= 0, "the horizon is at least 0");
    require(most > 1 && most <= kMostStates, "too few states are kept, or too many");
    require(number > 0 && number <= kMostListed, "too few fillings are asked for, or too many");
    LikelyFillings found;
    {
        GilReleased unlocked;
        found = likely_fillings(given, horizon, number, most);
    }
    nb::list classes;
    for (const FillingClass& one : found.classes) classes.append(as_tuple(one));
    return nb::make_tuple(found.least, found.horizon, classes);
}

}  // namespace

void bind_recognition(nb::module_& m) {
    m.def("likely_fillings", &likely_fillings_of, nb::arg("costs"), nb::arg("copies"), nb::arg("parity"),
          nb::kw_only(), nb::arg("horizon"), nb::arg("number"), nb::arg("most"),
          "The cheapest ways to fill the slots of an orbit; see native/recognition/likely_fillings.hpp.");
}

}  // namespace cubecsp
