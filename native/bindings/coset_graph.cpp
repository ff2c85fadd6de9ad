// Python's view of coset graphs: tables and distances are arrays.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/gil.hpp"
#include "bindings/module.hpp"
#include "bindings/table_buffer.hpp"
#include "common/require.hpp"
#include "graphs/coset_graph.hpp"

namespace nb = nanobind;

namespace cubecsp {

namespace {

using Table = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<std::uint16_t> entries(const Table& table) { return {table.data(), table.data() + table.size()}; }

CosetGraph graph_of(const Table& first, const Table& second) {
    require_aligned(first, second);
    require(first.shape(1) == second.shape(1), "both tables need a column per move");
    return {entries(first), entries(second), first.shape(1)};
}

// A graph together with its distances, which are in an array of the caller.
class Explored {
public:
    Explored(const Table& first, const Table& second, Bytes distance)
        : graph_(graph_of(first, second)), distance_(std::move(distance)) {
        require(distance_.size() == graph_.size(), "there must be one distance per vertex");
    }

    std::uint8_t distance(std::size_t a, std::size_t b) const {
        graph_.check_vertex(a, b);
        return distance_.data()[a * graph_.columns() + b];
    }

    nb::bytes path(std::size_t a, std::size_t b) const {
        graph_.check_vertex(a, b);
        std::uint8_t moves[CosetGraph::unreached];
        const std::size_t length = graph_.descend(distance_.data(), a, b, moves);
        return nb::bytes(reinterpret_cast<const char*>(moves), length);
    }

    // All shortest paths, in the order of the moves.
    std::vector<nb::bytes> paths(std::size_t a, std::size_t b) const {
        graph_.check_vertex(a, b);
        const std::size_t length = distance(a, b);
        require(length != CosetGraph::unreached, "the goal cannot be reached from here");
        std::vector<nb::bytes> found;
        std::string path(length, '\0');
        extend(a, b, path, 0, found);
        return found;
    }

private:
    void extend(std::size_t a, std::size_t b, std::string& path, std::size_t made,
                std::vector<nb::bytes>& found) const {
        if (made == path.size()) {
            found.emplace_back(path.data(), path.size());
            return;
        }
        for (std::size_t move = 0; move < graph_.moves(); ++move) {
            const auto [row, column] = graph_.step(a, b, move);
            if (distance(row, column) + made + 1 != path.size()) continue;
            path[made] = static_cast<char>(static_cast<unsigned char>(move));
            extend(row, column, path, made + 1, found);
        }
    }

    CosetGraph graph_;
    Bytes distance_;
};

nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>> distances(const Table& first, const Table& second,
                                                            std::size_t a, std::size_t b) {
    const CosetGraph graph = graph_of(first, second);
    graph.check_vertex(a, b);
    auto filled = std::make_unique<std::uint8_t[]>(graph.size());
    {
        GilReleased released;
        graph.fill_distances(a, b, filled.get());
    }
    std::uint8_t* data = filled.release();
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    return {data, {graph.size()}, owner};
}

}  // namespace

void bind_coset_graph(nb::module_& m) {
    m.def("coset_distances", &distances, array_arg("first"), array_arg("second"), nb::arg("a"), nb::arg("b"),
          "Distances of all vertices (a, b) from one, as an array indexed a * columns + b; 255 where "
          "it cannot be reached. Tables are (values, moves) arrays of uint16.");
    nb::class_<Explored>(m, "CosetGraph",
                         "A graph of pairs of coordinates whose distances to the goal are known.")
        .def(nb::init<const Table&, const Table&, Bytes>(), array_arg("first"), array_arg("second"),
             array_arg("distance"))
        .def("distance", &Explored::distance, nb::arg("a"), nb::arg("b"))
        .def("path", &Explored::path, nb::arg("a"), nb::arg("b"),
             "The first shortest path to the goal in the order of the moves, as move numbers.")
        .def("paths", &Explored::paths, nb::arg("a"), nb::arg("b"), "All shortest paths, in order.");
}

}  // namespace cubecsp
