#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "draws.hpp"
#include "gil.hpp"
#include "platform.hpp"
#include "sampling.hpp"

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

}  // namespace

void bind_sampling(nb::module_& m) {
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
