// Thistlethwaite's four phases: the coordinates of each, found by walking from the solved cube, and
// the descent through the four coset graphs.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/gil.hpp"
#include "bindings/table_buffer.hpp"
#include "common/coordinate.hpp"
#include "graphs/coset_graph.hpp"
#include "phases/thistlethwaite.hpp"

namespace nb = nanobind;

namespace cubecsp {
namespace {

using namespace thistlethwaite;

using Measure = Coordinate<Cubies>;

constexpr std::size_t turns = 18;
constexpr std::size_t phases = 4;
constexpr std::size_t longest_phase = 32;

Cubies unpacked(const std::uint8_t* data) {
    Cubies cube;
    std::copy_n(data, kCorners, cube.corners);
    std::copy_n(data + kCorners, kEdges, cube.edges);
    if (!is_assembly(cube)) throw std::invalid_argument("each piece must be there once");
    return cube;
}

const std::uint8_t* bytes_of(const nb::bytes& data, std::size_t size, const char* message) {
    if (data.size() != size) throw std::invalid_argument(message);
    return static_cast<const std::uint8_t*>(data.data());
}

nb::bytes packed(const Cubies& cube) { return nb::bytes(reinterpret_cast<const char*>(&cube), sizeof cube); }

class Thistlethwaite {
public:
    using Distances = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    // `turn_cubes`: 18 cubes of 20 placements; `moves`: the turns of each phase; `slices`: the slots of
    // the equatorial, middle and standing slice.
    Thistlethwaite(const nb::bytes& turn_cubes, const std::vector<nb::bytes>& moves, const nb::bytes& slices)
        : slices_(bytes_of(slices, kEdges, "three slices have twelve slots")) {
        constexpr const char* needed = "18 turns and the moves of 4 phases are needed";
        const std::uint8_t* cubes = bytes_of(turn_cubes, turns * sizeof(Cubies), needed);
        if (moves.size() != phases) throw std::invalid_argument(needed);
        for (std::size_t turn = 0; turn < turns; ++turn) {
            turn_cubes_[turn] = unpacked(cubes + turn * sizeof(Cubies));
        }
        for (std::size_t phase = 0; phase < phases; ++phase) {
            const auto* data = static_cast<const std::uint8_t*>(moves[phase].data());
            moves_[phase].assign(data, data + moves[phase].size());
            for (const std::uint8_t turn : moves_[phase]) {
                if (turn >= turns) throw std::invalid_argument("turns are 0 to 17");
            }
        }
        number_values();
        for (std::size_t phase = 0; phase < phases; ++phase) {
            graphs_[phase].emplace(first_[phase].table, second_[phase].table, moves_[phase].size());
        }
    }

    std::vector<std::size_t> sizes() const {
        std::vector<std::size_t> result;
        for (const auto& graph : graphs_) result.push_back(graph->size());
        return result;
    }

    // The distances of all four phases, one after another.
    nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>> distances() const {
        auto filled = std::make_unique<std::uint8_t[]>(total());
        {
            GilReleased released;
            std::uint8_t* next = filled.get();
            for (const auto& graph : graphs_) {
                graph->fill_distances(0, 0, next);
                next += graph->size();
            }
        }
        std::uint8_t* data = filled.release();
        nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
        return {data, {total()}, owner};
    }

    void use(Distances distances) {
        if (distances.size() != total()) throw std::invalid_argument("one distance per state is needed");
        distances_ = std::move(distances);
        const std::uint8_t* next = distances_->data();
        for (std::size_t phase = 0; phase < phases; ++phase) {
            distance_[phase] = next;
            next += graphs_[phase]->size();
        }
    }

    // How far a cube that has passed the phases before is from passing this one.
    unsigned distance(std::size_t phase, const Cubies& cube) const {
        const auto [a, b] = coordinates(phase, cube);
        return distance_[phase][a * graphs_[phase]->columns() + b];
    }

    // For each phase its turns, and the cube after it. Of up to `choices` shortest sequences for a phase, the
    // first one that leaves the next phase shortest is taken.
    std::vector<std::pair<nb::bytes, nb::bytes>> solve(const nb::bytes& data, std::size_t choices) const {
        if (!distances_) throw std::logic_error("the distances are missing");
        Cubies cube = unpacked(bytes_of(data, sizeof(Cubies), "a cube is 20 placements"));
        std::vector<std::pair<nb::bytes, nb::bytes>> result;
        for (std::size_t phase = 0; phase < phases; ++phase) {
            Choice choice;
            choice.left = std::max<std::size_t>(1, choices);
            choice.length = distance(phase, cube);
            if (choice.length > longest_phase) {
                throw std::invalid_argument("turns cannot solve this cube");
            }
            const auto [a, b] = coordinates(phase, cube);
            compare(phase, cube, a, b, choice.length, choice);
            if (choice.least == 256) throw std::invalid_argument("the distances do not lead to the goal");
            cube = choice.cube;
            result.emplace_back(nb::bytes(reinterpret_cast<const char*>(choice.best.data()), choice.length),
                                packed(cube));
        }
        if (cube != kSolved) throw std::invalid_argument("turns cannot solve this cube");
        return result;
    }

private:
    struct Choice {
        std::array<std::uint8_t, longest_phase> path{};
        std::array<std::uint8_t, longest_phase> best{};
        Cubies cube;
        std::size_t length = 0;
        std::size_t left = 1;  // sequences to look at
        unsigned least = 256;  // distance that is left to the next phase
    };

    void compare(std::size_t phase, const Cubies& cube, std::size_t a, std::size_t b, std::size_t remaining,
                 Choice& choice) const {
        if (remaining == 0) {
            const unsigned next = phase + 1 < phases ? distance(phase + 1, cube) : 0;
            if (next < choice.least) {
                choice.least = next;
                choice.best = choice.path;
                choice.cube = cube;
            }
            --choice.left;
            return;
        }
        const CosetGraph& graph = *graphs_[phase];
        for (std::size_t move = 0; move < graph.moves() && choice.left > 0; ++move) {
            const auto [row, column] = graph.step(a, b, move);
            if (distance_[phase][row * graph.columns() + column] + 1U != remaining) continue;
            const std::uint8_t turn = moves_[phase][move];
            choice.path[choice.length - remaining] = turn;
            compare(phase, product(cube, turn_cubes_[turn]), row, column, remaining - 1, choice);
        }
    }

    std::size_t total() const {
        std::size_t sum = 0;
        for (const auto& graph : graphs_) sum += graph->size();
        return sum;
    }

    std::vector<Cubies> cubes_of(std::size_t phase) const {
        std::vector<Cubies> cubes;
        for (const std::uint8_t turn : moves_[phase]) cubes.push_back(turn_cubes_[turn]);
        return cubes;
    }

    template <typename Code>
    void number(Measure& coordinate, std::size_t codes, std::size_t phase, Code code) const {
        coordinate.walk(kSolved, codes, cubes_of(phase), product, code);
    }

    // The permutation of the corners.
    static std::size_t corner_rank(const Cubies& cube) {
        std::uint8_t pieces[kCorners];
        for (std::size_t i = 0; i < kCorners; ++i) pieces[i] = cube.corners[i] / 3;
        return rank_of<kCorners>(pieces);
    }

    void number_values() {
        number(first_[0], 2048, 0, flip_of);
        number(second_[0], 1, 0, [](const Cubies&) { return std::size_t{0}; });
        number(first_[1], 4096, 1, [&](const Cubies& c) { return slices_.occupied(c, 0); });
        number(second_[1], 2187, 1, twist_of);
        number(first_[3], 40320, 3, corner_rank);
        number(second_[3], 13824, 3, [&](const Cubies& c) { return slices_.arranged(c); });
        number(first_[2], 40320, 2, [&](const Cubies& c) { return coset(c); });
        number_cosets();
        number(second_[2], 4096, 2, [&](const Cubies& c) { return slices_.occupied(c, 1); });
        for (auto& coordinates : {&first_, &second_}) {
            for (Measure& coordinate : *coordinates) coordinate.representative = {};
        }
    }

    // The corners up to some half turns: the least rank of what these make of them.
    std::size_t coset(const Cubies& cube) const {
        std::size_t least = 40320;
        for (const std::size_t rank : coset_of(cube)) least = std::min(least, rank);
        return least;
    }

    std::vector<std::size_t> coset_of(const Cubies& cube) const {
        std::vector<std::size_t> ranks;
        for (const Cubies& halves : first_[3].representative) {
            ranks.push_back(corner_rank(product(halves, cube)));
        }
        return ranks;
    }

    // Gives every arrangement of the corners, not only the least of each coset, its coset's number.
    void number_cosets() {
        Measure& cosets = first_[2];
        for (std::size_t value = 0; value < cosets.representative.size(); ++value) {
            for (const std::size_t rank : coset_of(cosets.representative[value])) {
                cosets.number[rank] = static_cast<std::uint16_t>(value);
            }
        }
    }

    std::pair<std::size_t, std::size_t> coordinates(std::size_t phase, const Cubies& cube) const {
        const auto& first = first_[phase].number;
        const auto& second = second_[phase].number;
        std::size_t a = Measure::unseen;
        std::size_t b = Measure::unseen;
        switch (phase) {
            case 0:
                a = first[flip_of(cube)];
                b = 0;
                break;
            case 1:
                a = first[slices_.occupied(cube, 0)];
                b = second[twist_of(cube)];
                break;
            case 2:
                a = first[corner_rank(cube)];
                b = second[slices_.occupied(cube, 1)];
                break;
            default:
                a = first[corner_rank(cube)];
                b = second[slices_.arranged(cube)];
        }
        if (a == Measure::unseen || b == Measure::unseen)
            throw std::invalid_argument("turns cannot solve this cube");
        return {a, b};
    }

    Slices slices_;
    std::array<Cubies, turns> turn_cubes_{};
    std::array<std::vector<std::uint8_t>, phases> moves_;
    std::array<Measure, phases> first_;
    std::array<Measure, phases> second_;
    std::array<std::optional<CosetGraph>, phases> graphs_;
    std::optional<Distances> distances_;
    std::array<const std::uint8_t*, phases> distance_{};
};

}  // namespace

void bind_thistlethwaite(nb::module_& m) {
    nb::class_<Thistlethwaite>(m, "Thistlethwaite", "Thistlethwaite's four phases.")
        .def(nb::init<const nb::bytes&, const std::vector<nb::bytes>&, const nb::bytes&>(),
             nb::arg("turn_cubes"), nb::arg("moves"), nb::arg("slices"))
        .def_prop_ro("sizes", &Thistlethwaite::sizes)
        .def("distances", &Thistlethwaite::distances)
        .def("use", &Thistlethwaite::use, array_arg("distances"))
        .def("solve", &Thistlethwaite::solve, nb::arg("cube"), nb::arg("choices"));
}

}  // namespace cubecsp
