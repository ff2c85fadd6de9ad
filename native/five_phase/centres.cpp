// Phases 1 and 2 of the 5x5x5: coordinates of centre pieces, and their distances.

#include "five_phase/centres.hpp"

#include <algorithm>

namespace cubecsp::five_phase {

namespace {

// The symmetries that keep the axis R-L.
std::vector<std::size_t> symmetries_of(const Geometry& geometry) {
    std::vector<std::size_t> found;
    for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        if (geometry.turn_images[symmetry][3 * kRl] / 3 % kAxes == kRl) found.push_back(symmetry);
    }
    return found;
}

std::vector<Row> rows_of(const Geometry& geometry, Row Pieces::*part) {
    std::vector<Row> rows;
    for (const Pieces& turn : geometry.turns) rows.push_back(turn.*part);
    for (const std::size_t symmetry : symmetries_of(geometry)) {
        rows.push_back(geometry.symmetries[symmetry].*part);
    }
    return rows;
}

// The slots of U, F, D and B that hold pieces of colours U and D.
std::size_t around_code(const Row& centres) {
    const std::uint32_t set = holding(centres, axis_slots(kUd));
    return (set & 15U) | (set >> 8 & 15U) << 4 | (set >> 12 & 15U) << 8 | (set >> 20 & 15U) << 12;
}

// The part of a key that is stored, above its distance, and the slot to look at first. Two keys could have
// both in common. No two stored ones do, as their number shows; so at worst a distance is too short.
constexpr std::uint64_t kMixed = 0x9E3779B97F4A7C15;
constexpr unsigned kDistanceBits = 3;

std::uint32_t print_of(std::uint64_t key) {
    return static_cast<std::uint32_t>(key * kMixed >> 32) & ~((1U << kDistanceBits) - 1);
}
std::size_t first_slot(std::uint64_t key) {
    return static_cast<std::size_t>((key ^ key >> 17) * kMixed >> 11) % kNearSlots;
}

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;  // a distance of 7, which is not stored

}  // namespace

Phase1::Phase1(const Geometry& geometry)
    : xs_(rows_of(geometry, &Pieces::xs), 8), ts_(rows_of(geometry, &Pieces::ts), 8) {
    if (xs_.count() != kEights) throw std::logic_error("phase 1 has another number of states");
    const std::vector<std::uint32_t> sets = all_slot_sets(8);
    const auto image = [&](std::size_t value, std::size_t symmetry) {
        return xs_.rank(xs_.moved(sets[value], kMoves + symmetry));
    };
    classes_ = SymmetryClasses(kEights, inverses(geometry, symmetries_of(geometry)), image);
}

Phase1::Node Phase1::node(const Pieces& pieces) const {
    return {holding(pieces.xs, axis_slots(kRl)), holding(pieces.ts, axis_slots(kRl))};
}

void Phase1::fill(Distances& distances, const Stop& stop) const {
    const std::uint32_t goal = axis_slots(kRl);
    xs_.fill_distances({&goal, 1}, kMoves, distances.xs);
    ts_.fill_distances({&goal, 1}, kMoves, distances.ts);
    distances.xs[kEights] = distances.ts[kEights] = 0;
    fill_both(distances, stop);
}

// The slot of a key, present or not.
std::size_t Phase1::find(const Distances& distances, std::uint64_t key) {
    const std::uint32_t print = print_of(key);
    const std::size_t first = first_slot(key);
    for (std::size_t i = 0; i < kNearSlots; ++i) {
        const std::size_t slot = (first + i) % kNearSlots;
        const std::uint32_t stored = distances.both[slot];
        if (stored == kEmpty || stored >> kDistanceBits == print >> kDistanceBits) return slot;
    }
    throw std::invalid_argument("the distances are damaged");
}

unsigned Phase1::both_distance(const Distances& distances, std::size_t xs, std::uint32_t ts) const {
    return distances.both[find(distances, key(xs, ts))] & ((1U << kDistanceBits) - 1);
}

// Breadth first. All images of a state under symmetries that keep the set of xs are stored.
void Phase1::fill_both(Distances& distances, const Stop& stop) const {
    std::ranges::fill(distances.both, kEmpty);
    const std::vector<std::uint32_t> sets = all_slot_sets(8);
    std::vector<Node> reached;
    const auto put = [&](const Node& node, unsigned depth) {
        const std::uint64_t from = key(xs_.rank(node.xs), node.ts);
        if (distances.both[find(distances, from)] != kEmpty) return;
        const std::size_t number = from >> kSlots;
        const std::uint32_t ts = static_cast<std::uint32_t>(from) & kAllSlots;
        classes_.for_fixed(number, [&](std::size_t symmetry) {
            const std::uint64_t same = std::uint64_t{number} << kSlots | ts_.moved(ts, kMoves + symmetry);
            distances.both[find(distances, same)] = print_of(same) | depth;
        });
        if (depth < kNear1) reached.push_back({sets[classes_.least(number)], ts});
    };
    put({axis_slots(kRl), axis_slots(kRl)}, 0);
    for (std::size_t next = 0, end = 1, depth = 1; depth <= kNear1; ++depth, end = reached.size()) {
        for (; next < end; ++next) {
            if (next % 1024 == 0) stop.obey();
            const Node here = reached[next];
            for (std::size_t move = 0; move < kMoves; ++move)
                put(after(here, move), static_cast<unsigned>(depth));
        }
    }
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

// For each state, with even wings and then with odd ones.
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
