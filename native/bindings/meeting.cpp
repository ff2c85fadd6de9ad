// Python's view of sequences that meet in the middle: states, tables and words are bytes.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/as_bytes.hpp"
#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/polled.hpp"
#include "bindings/table_buffer.hpp"
#include "graphs/meeting.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Weights = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

MiddleSearch::Bytes view_of(const nb::bytes& data) {
    return {static_cast<const std::uint8_t*>(data.data()), data.size()};
}

}  // namespace

void bind_meeting(nb::module_& m) {
    nb::class_<MiddleSearch>(m, "MiddleSearch",
                             "Sequences of a given length from a state of any puzzle to some others.")
        .def(
            "__init__",
            [](MiddleSearch* self, std::size_t rows, const nb::bytes& sources, const nb::bytes& turned,
               const nb::bytes& sources_back, const nb::bytes& turned_back, const nb::bytes& turns,
               const Weights& weights, const nb::bytes& flags, const nb::bytes& start,
               const nb::bytes& goals) {
                std::vector<std::uint64_t> values(weights.data(), weights.data() + weights.size());
                new (self) MiddleSearch(rows, {view_of(sources), view_of(turned)},
                                        {view_of(sources_back), view_of(turned_back)}, view_of(turns),
                                        std::move(values), view_of(flags), view_of(start), view_of(goals));
            },
            nb::arg("rows"), nb::arg("sources"), nb::arg("turned"), nb::arg("sources_back"),
            nb::arg("turned_back"), nb::arg("turns"), array_arg("weights"), nb::arg("flags"),
            nb::arg("start"), nb::arg("goals"))
        .def(
            "search",
            [](MiddleSearch& self, std::size_t length, std::size_t kept, std::size_t most, std::size_t nodes,
               const nb::callable& poll) {
                std::vector<std::uint8_t> found;
                do_polled(poll,
                          [&](const Stop& stop) { found = self.search(length, {kept, most, nodes}, stop); });
                return as_bytes(found);
            },
            nb::arg("length"), nb::arg("kept"), nb::arg("most"), nb::arg("nodes"), nb::arg("poll"),
            nb::sig("def search(self, length: int, kept: int, most: int, nodes: int, "
                    "poll: collections.abc.Callable[[], None]) -> bytes"))
        .def_prop_ro("complete", &MiddleSearch::complete)
        .def_prop_ro("nodes", &MiddleSearch::nodes);
}

}  // namespace cubecsp
