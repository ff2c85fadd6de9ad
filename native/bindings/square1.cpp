// Python's view of the Square-1: a state is 24 bytes and whether the middle layer is turned.

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "common/require.hpp"
#include "square1/search.hpp"

namespace nb = nanobind;

namespace cubecsp::square1 {

namespace {

nb::tuple moves(const nb::bytes& state, bool turned, std::size_t longest, std::size_t most,
                const nb::callable& poll) {
    constexpr std::size_t kLongest = 100;
    Pieces pieces;
    require(state.size() == pieces.size(), "a state has 24 slots");
    std::copy_n(static_cast<const std::uint8_t*>(state.data()), pieces.size(), pieces.begin());
    require(is_whole(pieces), "a corner is torn apart");
    require(longest <= kLongest, "at most 100 moves");
    Result result;
    do_polled(poll, [&](const Stop& stop) { result = solve(pieces, turned, longest, most, stop); });
    if (!result.turns) return nb::make_tuple(nb::none(), result.complete);
    nb::list turns;
    for (const auto& [upper, lower] : *result.turns) turns.append(nb::make_tuple(upper, lower));
    return nb::make_tuple(turns, result.complete);
}

}  // namespace

}  // namespace cubecsp::square1

void cubecsp::bind_square1(nb::module_& m) {
    m.def(
        "square1_moves", &square1::moves, nb::arg("state"), nb::arg("turned"), nb::arg("longest"),
        nb::arg("most"), nb::arg("poll"),
        nb::sig("def square1_moves(state: bytes, turned: bool, longest: int, most: int, "
                "poll: collections.abc.Callable[[], None]) -> tuple[list[tuple[int, int]] | None, bool]"),
        "Turns of the layers of a Square-1, 0 to 11 times 30 degrees, that solve it with a turn of the right "
        "half between two of them, in at most `longest` moves; None if there are none, or `most` nodes "
        "(0: any number) did not find them, and whether that many sufficed. `poll` is called every 20 ms, "
        "and "
        "what it raises ends the work.");
}
