// Phases 1 and 2 of the 5x5x5: coordinates of centre pieces, and their distances.

#include "five_phase_centres.hpp"

#include <algorithm>

namespace cubecsp::five_phase {

namespace {

constexpr std::size_t kU = 0, kR = 1;

std::vector<Row> rows_of_turns(const Geometry& geometry, Row Pieces::*part) {
    std::vector<Row> rows;
    for (const Pieces& turn : geometry.turns) rows.push_back(turn.*part);
    return rows;
}

// Breadth first; `distances` of a set of slots from those of R and L.
void fill_sets(const SlotSets& sets, std::uint8_t* distances) {
    std::fill_n(distances, sets.count(), CosetGraph::unreached);
    std::vector<std::uint32_t> reached{axis_slots(kR)};
    distances[sets.rank(axis_slots(kR))] = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        const unsigned further = distances[sets.rank(reached[next])] + 1U;
        for (std::size_t turn = 0; turn < kTurns; ++turn) {
            const std::uint32_t there = sets.moved(reached[next], turn);
            std::uint8_t& distance = distances[sets.rank(there)];
            if (distance != CosetGraph::unreached) continue;
            distance = static_cast<std::uint8_t>(further);
            reached.push_back(there);
        }
    }
    if (reached.size() != sets.count()) throw std::runtime_error("turns do not mix the centres");
}

// The slots of U, F, D and B that hold pieces of colours U and D.
std::size_t around_code(const Row& centres) {
    const std::uint32_t set = holding(centres, axis_slots(kU));
    return (set & 15U) | (set >> 8 & 15U) << 4 | (set >> 12 & 15U) << 8 | (set >> 20 & 15U) << 12;
}

}  // namespace

Phase1::Phase1(const Geometry& geometry)
    : xs_(rows_of_turns(geometry, &Pieces::xs), 8), ts_(rows_of_turns(geometry, &Pieces::ts), 8) {
    if (xs_.count() != kEights) throw std::logic_error("phase 1 has another number of states");
}

Phase1::Node Phase1::node(const Pieces& pieces) const {
    return {holding(pieces.xs, axis_slots(kR)), holding(pieces.ts, axis_slots(kR))};
}

void Phase1::fill(Distances& distances) const {
    fill_sets(xs_, distances.xs);
    fill_sets(ts_, distances.ts);
}

Phase2::Phase2(const Geometry& geometry)
    : xs_(walked(geometry, geometry.turns2, 1U << 16, [](const Pieces& p) { return around_code(p.xs); })),
      ts_(walked(geometry, geometry.turns2, 1U << 16, [](const Pieces& p) { return around_code(p.ts); })) {
    std::ranges::copy(geometry.turns2, turns_.begin());
    for (std::size_t move = 0; move < kMoves; ++move) {
        odd_[move] = is_odd(geometry.turns[turns_[move]].wings);
    }
    of_xs_ = distances(xs_);
    of_ts_ = distances(ts_);
}

// Of each state, with even wings and then with odd ones.
std::vector<std::uint8_t> Phase2::distances(const Coordinate<Pieces>& coordinate) const {
    std::vector<std::uint16_t> parities;
    for (const unsigned parity : {0U, 1U}) {
        for (const bool odd : odd_)
            parities.push_back(static_cast<std::uint16_t>(odd ? parity ^ 1U : parity));
    }
    const CosetGraph graph(coordinate.table, std::move(parities), kMoves);
    std::vector<std::uint8_t> filled(graph.size());
    graph.fill_distances(0, 0, filled.data());
    return filled;
}

Phase2::Node Phase2::node(const Pieces& pieces) const {
    return {numbered(xs_, around_code(pieces.xs)), numbered(ts_, around_code(pieces.ts)),
            is_odd(pieces.wings)};
}

}  // namespace cubecsp::five_phase
