#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "bindings/as_bytes.hpp"
#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "recognition/appearance.hpp"
#include "recognition/likely_matchings.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using CostArray = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kMostPlacements = 256, kMostKinds = 64, kMostStates = 1 << 16, kMostListed = 1000;
constexpr double kMostCost = 1e12;

MatchingCosts matching_costs(const CostArray& costs, const std::vector<unsigned>& copies, bool parity) {
    MatchingCosts given{costs.shape(0), costs.shape(1), costs.shape(2), {}, copies, parity};
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

nb::tuple as_tuple(const MatchingClass& some) {
    return nb::make_tuple(some.least, some.log_weight, as_bytes(some.costs), as_bytes(some.rows),
                          as_bytes(some.shares));
}

nb::tuple likely_matchings_of(const CostArray& costs, const std::vector<unsigned>& copies, bool parity,
                              double horizon, std::size_t number, std::size_t most) {
    const MatchingCosts given = matching_costs(costs, copies, parity);
    require(horizon >= 0, "the horizon is at least 0");
    require(most > 1 && most <= kMostStates, "too few states are kept, or too many");
    require(number > 0 && number <= kMostListed, "too few matchings are asked for, or too many");
    LikelyMatchings found;
    {
        GilReleased unlocked;
        found = likely_matchings(given, horizon, number, most);
    }
    nb::list classes;
    for (const MatchingClass& one : found.classes) classes.append(as_tuple(one));
    return nb::make_tuple(found.least, found.horizon, classes);
}

using ColourRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kMostStickers = 6 * 64;
constexpr double kMostColour = 1e4, kLeastDeviation = 1e-3;

// L*, a*, b* of `number` things, which a message names.
std::vector<Lab> colours_of(const ColourRows& rows, std::size_t number, const char* refusal) {
    require(rows.shape(0) == number && rows.shape(1) == 3, refusal);
    require_aligned(rows);
    const auto fits = [](double value) { return std::abs(value) <= kMostColour; };  // not of NaN
    require(std::all_of(rows.data(), rows.data() + rows.size(), fits), "colours are finite numbers");
    std::vector<Lab> colours(number);
    for (std::size_t i = 0; i < rows.size(); ++i) colours[i / 3][i % 3] = rows.data()[i];
    return colours;
}

// Bytes of a NumPy array may be other than truth values.
std::vector<bool> flags_of(const Flags& flags) {
    const auto* first = reinterpret_cast<const unsigned char*>(flags.data());
    std::vector<bool> result;
    std::transform(first, first + flags.size(), std::back_inserter(result),
                   [](unsigned char byte) { return byte != 0; });
    return result;
}

Appearance::Palette palette_of(const ColourRows& rows) {
    Appearance::Palette palette;
    std::ranges::copy(colours_of(rows, palette.size(), "there are six colours"), palette.begin());
    return palette;
}

Appearance appearance_of(const ColourRows& measured, const Flags& seen, const ColourRows& typical,
                         const ColourRows& colours) {
    const std::size_t stickers = seen.shape(0);
    require(stickers > 0 && stickers <= kMostStickers && stickers % Appearance::kFaces == 0,
            "there are as many stickers on each of six faces");
    return {colours_of(measured, stickers, "three numbers are needed for each sticker"), flags_of(seen),
            palette_of(typical), palette_of(colours)};
}

Appearance appearance_under(const Appearance& self, double gain, const Lab& cast, bool free) {
    const auto fits = [](double value) { return value >= kLeastDeviation && value <= kMostColour; };
    require(fits(gain) && std::ranges::all_of(cast, fits), "standard deviations are above 0");
    return self.under({gain, cast, free});
}

Appearance appearance_fitted(const Appearance& self, const ColourRows& shares) {
    require(shares.shape(0) == self.stickers() && shares.shape(1) == Appearance::kColours,
            "six shares are needed for each sticker");
    require_aligned(shares);
    const auto fits = [](double share) { return share >= 0 && share <= 2; };  // of rounded sums
    require(std::all_of(shares.data(), shares.data() + shares.size(), fits), "shares are from 0 to 1");
    const GilReleased unlocked;
    return self.fitted(shares.data());
}

}  // namespace

void bind_recognition(nb::module_& m) {
    m.def(
        "likely_matchings", &likely_matchings_of, nb::arg("costs"), nb::arg("copies"), nb::arg("parity"),
        nb::kw_only(), nb::arg("horizon"), nb::arg("number"), nb::arg("most"),
        nb::sig(
            "def likely_matchings(costs: numpy.typing.NDArray[numpy.float64], "
            "copies: collections.abc.Sequence[int], parity: bool, *, horizon: float, number: int, most: int) "
            "-> tuple[float, float, list[tuple[float, float, bytes, bytes, bytes]]]"),
        "The cheapest ways to fill the slots of an orbit; see native/recognition/likely_matchings.hpp.");
    nb::class_<Appearance>(m, "Appearance",
                           "How a cube looks to a camera; see native/recognition/appearance.hpp.")
        .def(nb::new_(&appearance_of), nb::arg("measured"), nb::arg("seen"), nb::arg("typical"),
             nb::arg("colours"))
        .def("under", &appearance_under, nb::arg("gain"), nb::arg("cast"), nb::arg("free"))
        .def("fitted", &appearance_fitted, nb::arg("shares"))
        .def("costs", [](const Appearance& self) { return as_bytes(self.costs()); })
        .def_prop_ro("penalty", &Appearance::penalty)
        .def_prop_ro("leverage", &Appearance::leverage)
        .def_prop_ro("colours", [](const Appearance& self) {
            return std::vector<Lab>(self.colours().begin(), self.colours().end());
        });
}

}  // namespace cubecsp
