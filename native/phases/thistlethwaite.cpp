// Thistlethwaite's four phases: the coordinates of each, found by walking from the solved cube, and
// the descent through the four coset graphs.

#include "phases/thistlethwaite.hpp"

#include <algorithm>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp::thistlethwaite {

Thistlethwaite::Thistlethwaite(std::span<const Cubies> turn_cubes,
                               std::span<const std::vector<std::uint8_t>> moves, const Slices& slices)
    : slices_(slices) {
    require(turn_cubes.size() == kTurns && moves.size() == kPhases,
            "18 turns and the moves of 4 phases are needed");
    std::copy(turn_cubes.begin(), turn_cubes.end(), turn_cubes_.begin());
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
        moves_[phase] = moves[phase];
        for (const std::uint8_t turn : moves_[phase]) {
            require(turn < kTurns, "turns are 0 to 17");
        }
    }
    number_values();
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
        graphs_[phase].emplace(first_[phase].table, second_[phase].table, moves_[phase].size());
    }
}

std::vector<std::size_t> Thistlethwaite::sizes() const {
    std::vector<std::size_t> result;
    for (const auto& graph : graphs_) result.push_back(graph->size());
    return result;
}

std::size_t Thistlethwaite::total() const {
    std::size_t sum = 0;
    for (const auto& graph : graphs_) sum += graph->size();
    return sum;
}

void Thistlethwaite::fill_distances(std::uint8_t* distances) const {
    for (const auto& graph : graphs_) {
        graph->fill_distances(0, 0, distances);
        distances += graph->size();
    }
}

void Thistlethwaite::use(std::span<const std::uint8_t> distances) {
    require(distances.size() == total(), "one distance per state is needed");
    const std::uint8_t* next = distances.data();
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
        distance_[phase] = next;
        next += graphs_[phase]->size();
    }
}

unsigned Thistlethwaite::distance(std::size_t phase, const Cubies& cube) const {
    const auto [a, b] = coordinates(phase, cube);
    return distance_[phase][a * graphs_[phase]->columns() + b];
}

std::vector<Thistlethwaite::Passed> Thistlethwaite::solve(Cubies cube, std::size_t choices) const {
    if (distance_[0] == nullptr) throw std::logic_error("the distances are missing");
    std::vector<Passed> result;
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
        Choice choice;
        choice.left = std::max<std::size_t>(1, choices);
        choice.length = distance(phase, cube);
        require(choice.length <= kLongestPhase, "turns cannot solve this cube");
        const auto [a, b] = coordinates(phase, cube);
        compare(phase, cube, a, b, choice.length, choice);
        require(choice.least != 256, "the distances do not lead to the goal");
        cube = choice.cube;
        const auto* turns = choice.best.data();
        result.push_back({{turns, turns + choice.length}, cube});
    }
    require(cube == kSolved, "turns cannot solve this cube");
    return result;
}

void Thistlethwaite::compare(std::size_t phase, const Cubies& cube, std::size_t a, std::size_t b,
                             std::size_t remaining, Choice& choice) const {
    if (remaining == 0) {
        const unsigned next = phase + 1 < kPhases ? distance(phase + 1, cube) : 0;
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

std::vector<Cubies> Thistlethwaite::cubes_of(std::size_t phase) const {
    std::vector<Cubies> cubes;
    for (const std::uint8_t turn : moves_[phase]) cubes.push_back(turn_cubes_[turn]);
    return cubes;
}

template <typename Code>
void Thistlethwaite::number(Measure& coordinate, std::size_t codes, std::size_t phase, Code code) const {
    const auto turned = [](const Cubies& cube, const Cubies& turn) { return product(cube, turn); };
    coordinate.walk(kSolved, codes, cubes_of(phase), turned, code);
}

std::size_t Thistlethwaite::corner_rank(const Cubies& cube) {
    std::uint8_t pieces[kCorners];
    for (std::size_t i = 0; i < kCorners; ++i) pieces[i] = cube.corners[i] / 3;
    return rank_of<kCorners>(pieces);
}

void Thistlethwaite::number_values() {
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

std::size_t Thistlethwaite::coset(const Cubies& cube) const {
    std::size_t least = 40320;
    for (const std::size_t rank : coset_of(cube)) least = std::min(least, rank);
    return least;
}

std::vector<std::size_t> Thistlethwaite::coset_of(const Cubies& cube) const {
    std::vector<std::size_t> ranks;
    for (const Cubies& halves : first_[3].representative) {
        ranks.push_back(corner_rank(product(halves, cube)));
    }
    return ranks;
}

void Thistlethwaite::number_cosets() {
    Measure& cosets = first_[2];
    for (std::size_t value = 0; value < cosets.representative.size(); ++value) {
        for (const std::size_t rank : coset_of(cosets.representative[value])) {
            cosets.number[rank] = static_cast<std::uint16_t>(value);
        }
    }
}

std::pair<std::size_t, std::size_t> Thistlethwaite::coordinates(std::size_t phase, const Cubies& cube) const {
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
    require(a != Measure::unseen && b != Measure::unseen, "turns cannot solve this cube");
    return {a, b};
}

}  // namespace cubecsp::thistlethwaite
