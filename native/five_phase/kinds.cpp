// Phase 3 of the 5x5x5: its coordinates, and their distances.

#include "five_phase/kinds.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/require.hpp"

namespace cubecsp::five_phase {

namespace {

std::uint32_t other(std::uint32_t set) { return ~set & kAllSlots; }

bool keeps_kinds(std::uint32_t set, const Row& row) {
    return moved(set, row) == set || moved(set, row) == other(set);
}

std::vector<std::size_t> symmetries_of(const Geometry& geometry, const Kinds& kinds) {
    std::vector<std::size_t> found;
    for (const std::size_t symmetry : keeping(geometry, {geometry.turns3})) {
        const Pieces& by = geometry.symmetries[symmetry];
        if (keeps_kinds(kinds.wings, by.wings) && keeps_kinds(kinds.middles, by.middles))
            found.push_back(symmetry);
    }
    return found;
}

std::vector<Row> rows_of(const Geometry& geometry, const std::vector<std::size_t>& symmetries) {
    std::vector<Row> rows;
    for (const std::uint8_t turn : geometry.turns3) rows.push_back(geometry.turns[turn].wings);
    for (const std::size_t symmetry : symmetries) rows.push_back(geometry.symmetries[symmetry].wings);
    return rows;
}

}  // namespace

Phase3::Phase3(const Geometry& geometry)
    : kinds_(geometry),
      symmetries_(symmetries_of(geometry, kinds_)),
      wings_(rows_of(geometry, symmetries_), 12),
      sides_(walked(geometry, geometry.turns3, kAxisCodes, side_code)) {
    require(symmetries_.size() == 16, "phase 3 has 16 symmetries");
    std::ranges::copy(geometry.turns3, turns_.begin());
    number_middles(geometry);
    find_symmetries(geometry);
    find_classes();
    const auto goals = walked(geometry, geometry.turns4, kAxisCodes, side_code);
    for (const Pieces& pieces : goals.representative) {
        const std::size_t sides = numbered(sides_, side_code(pieces));
        goals_.emplace_back(sides, 0);
        goals_.emplace_back(sides, kMiddleKinds - 1);
    }
}

// Pieces of colours R and L, which turns treat alike.
std::size_t Phase3::side_code(const Pieces& pieces) {
    const std::uint32_t xs = axis_code(pieces.xs, kRl), ts = axis_code(pieces.ts, kRl);
    return std::min(xs, xs ^ 255U) << 8 | std::min(ts, ts ^ 255U);
}

// For a set of facelets of the first kind: which edges, except the last, are flipped.
std::uint16_t Phase3::middle_code(std::uint32_t facelets) const {
    unsigned code = 0;
    for (std::size_t edge = 0; edge + 1 < kEdges; ++edge) {
        code |= (~facelets >> kinds_.middle_slot[edge] & 1U) << edge;
    }
    return static_cast<std::uint16_t>(code);
}

std::uint32_t Phase3::facelets_of(std::size_t middles) const {
    const std::size_t over = middles | (static_cast<unsigned>(std::popcount(middles)) % 2) << (kEdges - 1);
    std::uint32_t facelets = 0;
    for (std::size_t edge = 0; edge < kEdges; ++edge) {
        facelets |= 1U << (kinds_.middle_slot[edge] ^ (over >> edge & 1U));
    }
    return facelets;
}

void Phase3::number_middles(const Geometry& geometry) {
    std::vector<std::uint16_t> table;
    for (std::size_t middles = 0; middles < kMiddleKinds; ++middles) {
        const std::uint32_t facelets = facelets_of(middles);
        for (const std::uint8_t turn : turns_) {
            table.push_back(middle_code(moved(facelets, geometry.turns[turn].middles)));
        }
    }
    graph_.emplace(sides_.table, std::move(table), kMoves);
    if (graph_->size() != sizeof(Distances::sides)) throw std::logic_error("phase 3 has other sides");
}

// Each symmetry stands for two: by itself, and with the kinds exchanged.
void Phase3::find_symmetries(const Geometry& geometry) {
    for (const std::uint8_t inverse : inverses(geometry, symmetries_)) {
        inverse_.push_back(static_cast<std::uint8_t>(2 * inverse));
        inverse_.push_back(static_cast<std::uint8_t>(2 * inverse + 1));
    }
    for (std::size_t i = 0; i < symmetries_.size(); ++i) {
        const Row& row = geometry.symmetries[symmetries_[i]].wings;
        if (moved(kinds_.wings, row) != kinds_.wings) exchanged_ |= 1U << i;
    }
    middles_image_.resize(kMiddleKinds);
    for (std::size_t middles = 0; middles < kMiddleKinds; ++middles) {
        const std::uint32_t facelets = facelets_of(middles);
        for (std::size_t i = 0; i < symmetries_.size(); ++i) {
            const Row& row = geometry.symmetries[symmetries_[i]].middles;
            const bool exchanges = moved(kinds_.middles, row) != kinds_.middles;
            const std::uint32_t image = moved(facelets, row) ^ (exchanges ? kAllSlots : 0);
            middles_image_[middles][2 * i] = middle_code(image);
            middles_image_[middles][2 * i + 1] = middle_code(other(image));
        }
    }
}

void Phase3::find_classes() {
    const std::vector<std::uint32_t> sets = all_slot_sets(12);
    const auto image = [&](std::size_t value, std::size_t symmetry) {
        const bool exchanges = (exchanged_ >> symmetry / 2 & 1U) != symmetry % 2;
        const std::uint32_t set = wings_.moved(sets[value], kMoves + symmetry / 2);
        return wings_.rank(exchanges ? other(set) : set);
    };
    classes_ = SymmetryClasses(sets.size(), inverse_, image);
    if (classes_.count() != kWingClasses) throw std::logic_error("phase 3 has other classes of wings");
}

std::vector<Phase3::Node> Phase3::nodes(const Pieces& pieces) const {
    const std::uint16_t sides = numbered(sides_, side_code(pieces));
    std::array<std::uint32_t, kEdges> wings{}, middles{};  // slots of each edge's pieces
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        wings[pieces.wings[slot] / 2U] |= 1U << slot;
        middles[pieces.middles[slot] / 2U] |= 1U << slot;
    }
    std::uint32_t first_wings = holding(pieces.wings, kinds_.wings);
    std::uint32_t first_middles = holding(pieces.middles, kinds_.middles);
    std::vector<Node> found;
    // Neighbours in Gray code order differ in one of the first ten edges; the eleventh makes the number even,
    // and the last one stays as it is, since flipping all twelve only exchanges the kinds.
    for (unsigned way = 0; way < kMiddleKinds / 2; ++way) {
        if (way != 0) {
            for (const auto edge : {static_cast<std::size_t>(std::countr_zero(way)), kEdges - 2}) {
                first_wings ^= wings[edge];
                first_middles ^= middles[edge];
            }
        }
        found.push_back({first_wings, middle_code(first_middles), sides});
    }
    return found;
}

void Phase3::fill(Distances& distances, const Stop& stop, unsigned nearest) const {
    graph_->fill_distances(goals_, distances.sides);
    const std::vector<std::uint32_t> sets = all_slot_sets(12);
    const auto neighbours = [&](std::size_t state, const auto& see) {
        const std::uint32_t set = sets[classes_.least(state / kMiddleKinds)];
        for (std::size_t move = 0; move < kMoves; ++move) {
            const std::size_t middles = graph_->step(0, state % kMiddleKinds, move).second;
            see(index(wings_.moved(set, move), middles));
        }
    };
    const auto alike = [this](std::size_t state, const auto& put) {
        const std::size_t number = state / kMiddleKinds;
        classes_.for_fixed(number, [&](std::size_t symmetry) {
            put(number * kMiddleKinds + middles_image_[state % kMiddleKinds][symmetry]);
        });
    };
    const std::size_t start = index(kinds_.wings, 0);
    fill_half_bytes(distances.kinds, std::span(&start, 1), std::min(nearest, kNear3), stop, neighbours,
                    alike);
}

}  // namespace cubecsp::five_phase
