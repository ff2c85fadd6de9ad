#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "draws.hpp"
#include "exclusive.hpp"
#include "gil.hpp"
#include "platform.hpp"
#include "sampling.hpp"
#include "sampling_corners.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Domains = std::vector<std::uint64_t>;

template <class Number>
nb::bytes as_bytes(const std::vector<Number>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

constexpr std::size_t kMostAtOnce = std::size_t{1} << 28, kMostThreads = 64;
constexpr std::size_t kWorthAThread = 5'000;  // cubes, some milliseconds

void require_some(std::size_t number) {
    if (number > kMostAtOnce) throw std::invalid_argument("too many at once");
}

std::vector<std::uint64_t> numbers_below(std::uint64_t limit, std::uint64_t seed, std::uint64_t stream,
                                         std::uint64_t first, std::size_t number) {
    if (limit == 0) throw std::invalid_argument("nothing to draw from");
    require_some(number);
    std::vector<std::uint64_t> drawn(number);
    for (std::size_t i = 0; i < number; ++i) drawn[i] = Draws(seed, stream, first + i).below(limit);
    return drawn;
}

std::vector<std::uint8_t> rows_of(const Boxes& boxes, std::uint64_t seed, std::uint64_t stream,
                                  std::uint64_t first, std::size_t number, std::size_t threads) {
    require_some(number);
    if (number > 0 && boxes.total() == Wide{}) throw std::invalid_argument("nothing to draw from");
    if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("1 to 64 threads");
    std::vector<std::uint8_t> rows(number * boxes.slots());
    const auto draw = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            boxes.row(Draws(seed, stream, first + i).below(boxes.total()), rows.data() + i * boxes.slots());
    };
    threads = std::min(threads, number / kWorthAThread + 1);
    std::vector<JoiningThread> others;
    for (std::size_t part = 1; part < threads; ++part)
        others.emplace_back([=] { draw(number * part / threads, number * (part + 1) / threads); });
    draw(0, number / threads);
    return rows;
}

// Darts, which belong to one thread at a time.
struct OwnedDarts {
    CornerDarts darts;
    InUse in_use;

    OwnedDarts(const Domains& corners, const Domains& edges) : darts(corners, edges) {}
};

// The numbers of darts, their corners, eight bytes each, and their ranks.
nb::tuple told(const std::vector<CornerDarts::Dart>& darts) {
    std::vector<std::uint64_t> numbers, ranks;
    std::vector<std::uint8_t> corners;
    for (const CornerDarts::Dart& dart : darts) {
        numbers.push_back(dart.number);
        ranks.push_back(dart.rank);
        corners.insert(corners.end(), dart.corners.begin(), dart.corners.end());
    }
    return nb::make_tuple(as_bytes(numbers), as_bytes(corners), as_bytes(ranks));
}

void bind_corner_darts(nb::module_& m) {
    nb::class_<OwnedDarts>(m, "CornerDarts", "Random corners, by the edges; see native/sampling_corners.hpp.")
        .def(nb::init<const Domains&, const Domains&>(), nb::arg("corners"), nb::arg("edges"))
        .def(
            "depend",
            [](OwnedDarts& self, int edge, const std::vector<int>& corners,
               const std::vector<CornerDarts::Domain>& allowed) {
                const Claim claim(self.in_use);
                self.darts.depend(edge, corners, allowed);
            },
            nb::arg("edge"), nb::arg("corners"), nb::arg("allowed"))
        .def_prop_ro("placements", [](const OwnedDarts& self) { return self.darts.placements(); })
        .def(
            "points",
            [](OwnedDarts& self) {
                const Claim claim(self.in_use);
                const Wide points = self.darts.points();
                return nb::make_tuple(points.high, points.low);
            },
            "How many points darts are thrown at: two words, the high one first.")
        .def(
            "thrown",
            [](OwnedDarts& self, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
               std::size_t number) {
                const Claim claim(self.in_use);
                require_some(number);
                std::vector<CornerDarts::Dart> darts;
                {
                    GilReleased unlocked;
                    darts = self.darts.thrown(seed, stream, first, number);
                }
                return told(darts);
            },
            nb::arg("seed"), nb::arg("stream"), nb::arg("first"), nb::arg("number"))
        .def(
            "bound",
            [](const OwnedDarts& self, const nb::bytes& row) {
                if (row.size() != CornerDarts::kCorners) throw std::invalid_argument("one row");
                const auto* first = reinterpret_cast<CornerDarts::Row>(row.c_str());
                for (std::size_t slot = 0; slot < CornerDarts::kCorners; ++slot)
                    if (first[slot] >= CornerDarts::kValues) throw std::invalid_argument("no such placement");
                return self.darts.bound(first);
            },
            nb::arg("row"))
        .def(
            "edges",
            [](OwnedDarts& self, const nb::bytes& rows, const nb::bytes& ranks) {
                const Claim claim(self.in_use);
                const std::size_t number = rows.size() / CornerDarts::kCorners;
                if (rows.size() != number * CornerDarts::kCorners ||
                    ranks.size() != number * sizeof(std::uint64_t))
                    throw std::invalid_argument("a rank for each row");
                const auto* row = reinterpret_cast<CornerDarts::Row>(rows.c_str());
                std::vector<std::uint8_t> edges(number * CornerDarts::kEdges);
                {
                    GilReleased unlocked;
                    for (std::size_t i = 0; i < number; ++i) {
                        std::uint64_t rank = 0;
                        std::memcpy(&rank, ranks.c_str() + i * sizeof rank, sizeof rank);
                        self.darts.edges(row + i * CornerDarts::kCorners, rank,
                                         edges.data() + i * CornerDarts::kEdges);
                    }
                }
                return as_bytes(edges);
            },
            nb::arg("rows"), nb::arg("ranks"));
}

}  // namespace

void bind_sampling(nb::module_& m) {
    bind_corner_darts(m);
    m.def(
        "completions",
        [](int turns, const Domains& domains) { return as_bytes(Completions(turns, domains).numbers()); },
        nb::arg("turns"), nb::arg("domains"),
        "Ways to fill the slots of an orbit from some slot on; see native/sampling.hpp.");
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
        "The first random number below a limit of each of some samples; see native/draws.hpp.");
    nb::class_<Boxes>(m, "Boxes", "Cubes whose slots have domains, by number; see native/sampling.hpp.")
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
               std::size_t number, std::size_t threads) {
                std::vector<std::uint8_t> rows;
                {
                    GilReleased unlocked;
                    rows = rows_of(self, seed, stream, first, number, threads);
                }
                return as_bytes(rows);
            },
            nb::arg("seed"), nb::arg("stream"), nb::arg("first"), nb::arg("number"), nb::arg("threads") = 1);
}

}  // namespace cubecsp
