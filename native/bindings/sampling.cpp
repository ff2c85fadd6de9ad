#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/as_bytes.hpp"
#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "common/exclusive.hpp"
#include "common/require.hpp"
#include "sampling/corners.hpp"
#include "sampling/draws.hpp"
#include "sampling/matchings.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Domains = std::vector<std::uint64_t>;
using SlotDomains = std::vector<CornerTrials::Domain>;

constexpr std::size_t kMostAtOnce = std::size_t{1} << 28, kMostTrials = std::size_t{1} << 20;

void require_some(std::size_t number) { require(number <= kMostAtOnce, "too many samples at once"); }

std::vector<std::uint64_t> numbers_below(std::uint64_t limit, std::uint64_t seed, std::uint64_t stream,
                                         std::uint64_t first, std::size_t number) {
    require(limit != 0, "there is nothing to draw from");
    require_some(number);
    std::vector<std::uint64_t> drawn(number);
    for (std::size_t i = 0; i < number; ++i) drawn[i] = Draws(seed, stream, first + i).below(limit);
    return drawn;
}

std::vector<std::uint8_t> rows_of(const Boxes& boxes, std::uint64_t seed, std::uint64_t stream,
                                  std::uint64_t first, std::size_t number) {
    require_some(number);
    require(number == 0 || boxes.total() != TwoWords{}, "there is nothing to draw from");
    std::vector<std::uint8_t> rows(number * boxes.slots());
    for (std::size_t i = 0; i < number; ++i)
        boxes.row(Draws(seed, stream, first + i).below(boxes.total()), rows.data() + i * boxes.slots());
    return rows;
}

// Trials, which belong to one thread at a time until they begin.
struct OwnedTrials {
    CornerTrials trials;
    InUse in_use;

    OwnedTrials(const SlotDomains& corners, const SlotDomains& edges) : trials(corners, edges) {}

    const CornerTrials& begun() {
        if (!trials.begun()) {
            const Claim claim(in_use);
            GilReleased unlocked;
            trials.begin();
        }
        return trials;
    }
};

// The numbers of trials that hit, and the rows of their cubes, one after the other.
nb::tuple told(const std::vector<CornerTrials::Hit>& hits) {
    std::vector<std::uint64_t> trials;
    std::vector<std::uint8_t> rows;
    for (const CornerTrials::Hit& hit : hits) {
        trials.push_back(hit.trial);
        rows.insert(rows.end(), hit.row.begin(), hit.row.end());
    }
    return nb::make_tuple(as_bytes(trials), as_bytes(rows));
}

void bind_corner_trials(nb::module_& m) {
    nb::class_<OwnedTrials>(m, "CornerTrials",
                            "Random corners, by the edges; see native/sampling/corners.hpp.")
        .def(nb::init<const SlotDomains&, const SlotDomains&>(), nb::arg("corners"), nb::arg("edges"))
        .def(
            "depend",
            [](OwnedTrials& self, int edge, const std::vector<int>& corners, const SlotDomains& allowed) {
                const Claim claim(self.in_use);
                self.trials.depend(edge, corners, allowed);
            },
            nb::arg("edge"), nb::arg("corners"), nb::arg("allowed"))
        .def(
            "points",
            [](OwnedTrials& self) {
                const TwoWords points = self.begun().points();
                return nb::make_tuple(points.high, points.low);
            },
            nb::sig("def points(self) -> tuple[int, int]"),
            "From how many points trials draw: two words, the high one first.")
        .def(
            "hits",
            [](OwnedTrials& self, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
               std::size_t number) {
                require(number <= kMostTrials, "too many samples at once");
                const CornerTrials& trials = self.begun();
                std::vector<CornerTrials::Hit> hits;
                {
                    GilReleased unlocked;
                    hits = trials.hits(seed, stream, first, number);
                }
                return told(hits);
            },
            nb::arg("seed"), nb::arg("stream"), nb::arg("first"), nb::arg("number"),
            nb::sig("def hits(self, seed: int, stream: int, first: int, number: int) -> tuple[bytes, bytes]"),
            "Those trials that hit: their numbers, and the cubes.")
        .def(
            "bound",
            [](OwnedTrials& self, const nb::bytes& row) {
                require(row.size() == CornerTrials::kCorners, "a row has one placement for each corner slot");
                return self.begun().bound(reinterpret_cast<CornerTrials::Row>(row.c_str()));
            },
            nb::arg("row"), "At most in how many ways the edges can be placed under these corners.");
}

}  // namespace

void bind_sampling(nb::module_& m) {
    bind_corner_trials(m);
    m.def(
        "completions",
        [](int turns, const Domains& domains) { return as_bytes(Completions(turns, domains).numbers()); },
        nb::arg("turns"), nb::arg("domains"),
        "Ways to fill the slots of an orbit from some slot on; see native/sampling/matchings.hpp.");
    m.def(
        "numbers_below",
        [](std::uint64_t limit, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
           std::size_t number) {
            std::vector<std::uint64_t> drawn;
            {
                GilReleased unlocked;
                drawn = numbers_below(limit, seed, stream, first, number);
            }
            return as_bytes(drawn);
        },
        nb::arg("limit"), nb::arg("seed"), nb::arg("stream"), nb::arg("first"), nb::arg("number"),
        "The first random number below a limit of each of some samples; see native/sampling/draws.hpp.");
    nb::class_<Boxes>(m, "Boxes",
                      "Cubes whose slots have domains, by number; see native/sampling/matchings.hpp.")
        .def(
            "__init__",
            [](Boxes* self, const std::vector<std::tuple<int, Domains, Domains>>& given) {
                std::vector<Box> boxes;
                for (const auto& [sign, corners, edges] : given) boxes.push_back({sign, corners, edges});
                new (self) Boxes(boxes);
            },
            nb::arg("boxes"))
        .def_prop_ro("total",
                     [](const Boxes& self) { return std::pair(self.total().high, self.total().low); })
        .def(
            "row",
            [](const Boxes& self, std::uint64_t high, std::uint64_t low) {
                std::vector<std::uint8_t> row(self.slots());
                self.row({high, low}, row.data());
                return as_bytes(row);
            },
            nb::arg("high"), nb::arg("low"))
        .def(
            "drawn",
            [](const Boxes& self, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
               std::size_t number) {
                std::vector<std::uint8_t> rows;
                {
                    GilReleased unlocked;
                    rows = rows_of(self, seed, stream, first, number);
                }
                return as_bytes(rows);
            },
            nb::arg("seed"), nb::arg("stream"), nb::arg("first"), nb::arg("number"));
}

}  // namespace cubecsp
